// Operands that are missing or None where a tensor has to be.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @where(%arg0: !torch.vtensor<[2],i1>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Where': ONNX's operator Where takes at least 3 tensors and gives one
  %0 = torch.operator "onnx.Where"(%arg0, %arg1) : (!torch.vtensor<[2],i1>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @none_first() -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': ONNX's operator Relu takes at least 1 tensors and gives one
  %0 = torch.operator "onnx.Relu"(%none) : (!torch.none) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @none_second(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Add': ONNX's operator Add takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.Add"(%arg0, %none) : (!torch.vtensor<[2],f32>, !torch.none) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @clip_of_none(%arg0: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Clip': ONNX's operator Clip takes at least 1 tensors and gives one
  %0 = torch.operator "onnx.Clip"(%none, %arg0) : (!torch.none, !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @batch_normalization(%arg0: !torch.vtensor<[1,2,3],f32>, %arg1: !torch.vtensor<[2],f32>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>) -> !torch.vtensor<[1,2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BatchNormalization': ONNX's operator BatchNormalization takes at least 5 tensors and gives one
  %0 = torch.operator "onnx.BatchNormalization"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[1,2,3],f32>
  return %0 : !torch.vtensor<[1,2,3],f32>
}

func.func @attention(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': ONNX's operator Attention takes at least 3 tensors and gives one
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @scatter(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[1,1],si64>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ScatterND': ONNX's operator ScatterND takes at least 3 tensors and gives one
  %0 = torch.operator "onnx.ScatterND"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[1,1],si64>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @quantize(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': ONNX's operator QuantizeLinear takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @qlinear_conv(%arg0: !torch.vtensor<[1,1,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[2,1,2],si8>, %arg4: !torch.vtensor<[2],f32>, %arg5: !torch.vtensor<[2],si8>, %arg6: !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QLinearConv': ONNX's operator QLinearConv takes at least 8 tensors and gives one
  %0 = torch.operator "onnx.QLinearConv"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) : (!torch.vtensor<[1,1,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2,1,2],si8>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],si8>, !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,3],ui8>
  return %0 : !torch.vtensor<[1,2,3],ui8>
}

func.func @qlinear_matmul_none(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[3,4],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>, %arg5: !torch.vtensor<[],f32>, %arg6: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QLinearMatMul': ONNX's operator QLinearMatMul takes at least 8 tensors and gives one
  %0 = torch.operator "onnx.QLinearMatMul"(%arg0, %arg1, %none, %arg2, %arg3, %arg4, %arg5, %arg6) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[],f32>, !torch.none, !torch.vtensor<[3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8>
  return %0 : !torch.vtensor<[2,4],ui8>
}

func.func @mel(%arg0: !torch.vtensor<[],si64>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[],si64>, %arg3: !torch.vtensor<[],f32>) -> !torch.vtensor<[9,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MelWeightMatrix': ONNX's operator MelWeightMatrix takes at least 5 tensors and gives one
  %0 = torch.operator "onnx.MelWeightMatrix"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[9,8],f32>
  return %0 : !torch.vtensor<[9,8],f32>
}

func.func @roi_align(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3,2,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': ONNX's operator RoiAlign takes at least 3 tensors and gives one
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1) : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3,2,1,1],f32>
  return %0 : !torch.vtensor<[3,2,1,1],f32>
}

func.func @lstm(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': ONNX's operator LSTM takes at least 3 tensors and gives one
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1) : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @range(%arg0: !torch.vtensor<[],si64>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[?],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Range': ONNX's operator Range takes at least 3 tensors and gives one
  %0 = torch.operator "onnx.Range"(%arg0, %arg1) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

func.func @adam(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>, %arg4: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.ai.onnx.preview.training.Adam': ONNX's operator ai.onnx.preview.training.Adam takes at least 6 tensors and gives one
  %0:3 = torch.operator "onnx.ai.onnx.preview.training.Adam"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

func.func @concat_of_none(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Concat': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Concat"(%arg0, %none) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2],f32>, !torch.none) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @sum_of_none(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Sum': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Sum"(%arg0, %none, %arg1) : (!torch.vtensor<[2],f32>, !torch.none, !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @mean_of_none(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Mean': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Mean"(%arg0, %none) : (!torch.vtensor<[2],f32>, !torch.none) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @einsum_of_none(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Einsum': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Einsum"(%arg0, %none) {torch.onnx.equation = "i,i->i"} : (!torch.vtensor<[2],f32>, !torch.none) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @first_result_left_out(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': ONNX's operator Relu takes at least 1 tensors and gives one
  %0:2 = torch.operator "onnx.Relu"(%arg0) : (!torch.vtensor<[2],f32>) -> (!torch.none, !torch.vtensor<[2],f32>)
  return %0#1 : !torch.vtensor<[2],f32>
}
