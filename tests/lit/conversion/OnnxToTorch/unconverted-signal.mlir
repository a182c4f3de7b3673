// Transforms of parts that are neither one nor two.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @dft_parts(%arg0: !torch.vtensor<[1,4,3],f32>) -> !torch.vtensor<[1,4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': the last dimension does not hold one or two parts
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[1,4,3],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

func.func @dft_no_parts(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': the last dimension does not hold one or two parts
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @dft_length_along_an_axis_of_the_run(%arg0: !torch.vtensor<[4,6,1],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?,2],f32> {
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': an axis that only the run knows, along which the result has another size than the operand
  %0 = torch.operator "onnx.DFT"(%arg0, %c0, %arg1) : (!torch.vtensor<[4,6,1],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?,2],f32>
  return %0 : !torch.vtensor<[?,?,2],f32>
}

func.func @dft_rank(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

func.func @dft_axis(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DFT"(%arg0) {torch.onnx.axis = 3 : si64} : (!torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

func.func @dft_parts_axis(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<2> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DFT"(%arg0, %none, %c0) : (!torch.vtensor<[1,4,1],f32>, !torch.none, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

func.func @dft_negative_axis(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<-1> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DFT"(%arg0, %none, %c0) : (!torch.vtensor<[1,4,1],f32>, !torch.none, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

func.func @stft_parts(%arg0: !torch.vtensor<[1,16,3],f32>, %arg1: !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,3,5,2],f32> {
  %c0 = torch.vtensor.literal(dense<4> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.STFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.STFT"(%arg0, %c0, %arg1) : (!torch.vtensor<[1,16,3],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,3,5,2],f32>
  return %0 : !torch.vtensor<[1,3,5,2],f32>
}

func.func @stft_step(%arg0: !torch.vtensor<[1,16,1],f32>, %arg1: !torch.vtensor<[?],si64>, %arg2: !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,3,5,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.STFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.STFT"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,16,1],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,3,5,2],f32>
  return %0 : !torch.vtensor<[1,3,5,2],f32>
}

func.func @stft_window(%arg0: !torch.vtensor<[1,16,1],f32>, %arg1: !torch.vtensor<[1,8],f32>) -> !torch.vtensor<[1,3,5,2],f32> {
  %c0 = torch.vtensor.literal(dense<4> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.STFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.STFT"(%arg0, %c0, %arg1) : (!torch.vtensor<[1,16,1],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[1,8],f32>) -> !torch.vtensor<[1,3,5,2],f32>
  return %0 : !torch.vtensor<[1,3,5,2],f32>
}

func.func @stft_result(%arg0: !torch.vtensor<[1,16,1],f32>, %arg1: !torch.vtensor<[8],f32>) -> !torch.vtensor<[3,5,2],f32> {
  %c0 = torch.vtensor.literal(dense<4> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.STFT': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.STFT"(%arg0, %c0, %arg1) : (!torch.vtensor<[1,16,1],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[8],f32>) -> !torch.vtensor<[3,5,2],f32>
  return %0 : !torch.vtensor<[3,5,2],f32>
}

func.func @hann(%arg0: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.HannWindow': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.HannWindow"(%arg0) : (!torch.vtensor<[?],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @hamming() -> !torch.vtensor<[8,1],f32> {
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.HammingWindow': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.HammingWindow"(%c0) : (!torch.vtensor<[],si64>) -> !torch.vtensor<[8,1],f32>
  return %0 : !torch.vtensor<[8,1],f32>
}

func.func @blackman(%arg0: !torch.vtensor<[2,2],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BlackmanWindow': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.BlackmanWindow"(%arg0) : (!torch.vtensor<[2,2],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @mel(%arg0: !torch.vtensor<[],si64>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[],si64>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],f32>) -> !torch.vtensor<[9],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MelWeightMatrix': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MelWeightMatrix"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[9],f32>
  return %0 : !torch.vtensor<[9],f32>
}

func.func @hann_without_length(%arg0: !torch.vtensor<[0],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.HannWindow': a length that is not one number
  %0 = torch.operator "onnx.HannWindow"(%arg0) : (!torch.vtensor<[0],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @hamming_without_length(%arg0: !torch.vtensor<[0],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.HammingWindow': a length that is not one number
  %0 = torch.operator "onnx.HammingWindow"(%arg0) : (!torch.vtensor<[0],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @blackman_of_two_lengths(%arg0: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BlackmanWindow': a length that is not one number
  %0 = torch.operator "onnx.BlackmanWindow"(%arg0) : (!torch.vtensor<[2],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @dft_without_axis(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32> attributes {torch.onnx_meta.opset_version = 20 : si64} {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[]> : tensor<0xsi64>) : !torch.vtensor<[0],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DFT': an axis that is not one number
  %0 = torch.operator "onnx.DFT"(%arg0, %none, %c0) : (!torch.vtensor<[1,4,1],f32>, !torch.none, !torch.vtensor<[0],si64>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}
