// Products and convolutions of ranks and attributes that do not fit.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @matmul_scalar(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MatMul': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MatMul"(%arg0, %arg1) : (!torch.vtensor<[],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

func.func @gemm_rank(%arg0: !torch.vtensor<[1,2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[1,2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gemm': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Gemm"(%arg0, %arg1) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

func.func @gemm_vector(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gemm': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Gemm"(%arg0, %arg1) : (!torch.vtensor<[3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @conv_matrix(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

func.func @conv_weight(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[3,2,3],f32>) -> !torch.vtensor<[1,3,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,2,3],f32>) -> !torch.vtensor<[1,3,2,2],f32>
  return %0 : !torch.vtensor<[1,3,2,2],f32>
}

func.func @conv_strides(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.strides = [1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,2,2],f32>
  return %0 : !torch.vtensor<[1,3,2,2],f32>
}

func.func @conv_dilations(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.dilations = [1 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,2,2],f32>
  return %0 : !torch.vtensor<[1,3,2,2],f32>
}

func.func @conv_kernel(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[3,2,?,3],f32>) -> !torch.vtensor<[1,3,4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.auto_pad = "SAME_LOWER"} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,2,?,3],f32>) -> !torch.vtensor<[1,3,4,4],f32>
  return %0 : !torch.vtensor<[1,3,4,4],f32>
}

func.func @conv_pads(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.pads = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,4,4],f32>
  return %0 : !torch.vtensor<[1,3,4,4],f32>
}

func.func @conv_zero_stride(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[3,2,3],f32>) -> !torch.vtensor<[1,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.auto_pad = "SAME_UPPER", torch.onnx.strides = [0 : si64]} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[3,2,3],f32>) -> !torch.vtensor<[1,3,4],f32>
  return %0 : !torch.vtensor<[1,3,4],f32>
}

func.func @transposed_matrix(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvTranspose': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

func.func @transposed_rank(%arg0: !torch.vtensor<[1,2,3],f32>, %arg1: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[3,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvTranspose': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[3,5],f32>
  return %0 : !torch.vtensor<[3,5],f32>
}

func.func @transposed_strides(%arg0: !torch.vtensor<[1,2,3],f32>, %arg1: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[1,3,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvTranspose': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.strides = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[1,3,5],f32>
  return %0 : !torch.vtensor<[1,3,5],f32>
}

func.func @transposed_shape(%arg0: !torch.vtensor<[1,1,3],f32>, %arg1: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvTranspose': auto_pad and output_shape need sizes that are known
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.output_shape = [5 : si64, 5 : si64]} : (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,5],f32>
  return %0 : !torch.vtensor<[1,1,5],f32>
}

func.func @transposed_pads(%arg0: !torch.vtensor<[1,1,3],f32>, %arg1: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvTranspose': auto_pad and output_shape need sizes that are known
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.pads = [0 : si64]} : (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,5],f32>
  return %0 : !torch.vtensor<[1,1,5],f32>
}

func.func @einsum(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Einsum': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Einsum"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

func.func @causal_rank(%arg0: !torch.vtensor<[1,2,5,1],f32>, %arg1: !torch.vtensor<[2,1,3],f32>) -> !torch.vtensor<[1,2,5,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CausalConvWithState': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CausalConvWithState"(%arg0, %arg1) : (!torch.vtensor<[1,2,5,1],f32>, !torch.vtensor<[2,1,3],f32>) -> !torch.vtensor<[1,2,5,1],f32>
  return %0 : !torch.vtensor<[1,2,5,1],f32>
}

func.func @causal_weight(%arg0: !torch.vtensor<[1,2,5],f32>, %arg1: !torch.vtensor<[2,1,?],f32>) -> !torch.vtensor<[1,2,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CausalConvWithState': weights of sizes that are known only to the run
  %0 = torch.operator "onnx.CausalConvWithState"(%arg0, %arg1) : (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[2,1,?],f32>) -> !torch.vtensor<[1,2,5],f32>
  return %0 : !torch.vtensor<[1,2,5],f32>
}

func.func @causal_activation(%arg0: !torch.vtensor<[1,2,5],f32>, %arg1: !torch.vtensor<[2,1,3],f32>) -> !torch.vtensor<[1,2,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CausalConvWithState': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CausalConvWithState"(%arg0, %arg1) {torch.onnx.activation = "relu"} : (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[2,1,3],f32>) -> !torch.vtensor<[1,2,5],f32>
  return %0 : !torch.vtensor<[1,2,5],f32>
}

func.func @fused_vector(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.FusedMatMul': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.FusedMatMul"(%arg0, %arg1) : (!torch.vtensor<[3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @fused_batch(%arg0: !torch.vtensor<[2,4,3],f32>, %arg1: !torch.vtensor<[2,5,4],f32>) -> !torch.vtensor<[2,3,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.FusedMatMul': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.FusedMatMul"(%arg0, %arg1) {torch.onnx.transBatchA = 1 : si64} : (!torch.vtensor<[2,4,3],f32>, !torch.vtensor<[2,5,4],f32>) -> !torch.vtensor<[2,3,5],f32>
  return %0 : !torch.vtensor<[2,3,5],f32>
}

func.func @conv_integer(%arg0: !torch.vtensor<[1,1,?],ui8>, %arg1: !torch.vtensor<[1,1,?],ui8>) -> !torch.vtensor<[1,1,?],si32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvInteger': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.ConvInteger"(%arg0, %arg1) {torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,1,?],ui8>, !torch.vtensor<[1,1,?],ui8>) -> !torch.vtensor<[1,1,?],si32>
  return %0 : !torch.vtensor<[1,1,?],si32>
}

func.func @qlinear_conv(%arg0: !torch.vtensor<[1,1,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[2,1,2,2],si8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],si8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QLinearConv': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.QLinearConv"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) : (!torch.vtensor<[1,1,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2,1,2,2],si8>, !torch.vtensor<[],f32>, !torch.vtensor<[],si8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,2,3],ui8>
  return %0 : !torch.vtensor<[1,2,3],ui8>
}
