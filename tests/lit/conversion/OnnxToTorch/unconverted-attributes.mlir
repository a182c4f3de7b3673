// Attributes of another kind than ONNX says; no verifier has seen them.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @not_an_int(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Softmax': its attribute 'axis' is not an int
  %0 = torch.operator "onnx.Softmax"(%arg0) {torch.onnx.axis = 1.0 : f32} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @not_an_int_but_a_list(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Concat': its attribute 'axis' is not an int
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = [0 : si64]} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

func.func @not_a_float(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LeakyRelu': its attribute 'alpha' is not a float
  %0 = torch.operator "onnx.LeakyRelu"(%arg0) {torch.onnx.alpha = 1 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @not_a_float_of_a_gemm(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gemm': its attribute 'alpha' is not a float
  %0 = torch.operator "onnx.Gemm"(%arg0, %arg1) {torch.onnx.alpha = "1"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

func.func @not_a_float_of_a_bound(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Clip': its attribute 'min' is not a float
  %0 = torch.operator "onnx.Clip"(%arg0) {torch.onnx.min = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @not_a_string(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gelu': its attribute 'approximate' is not a string
  %0 = torch.operator "onnx.Gelu"(%arg0) {torch.onnx.approximate = 1 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @not_a_string_of_a_pad(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': its attribute 'auto_pad' is not a string
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.auto_pad = 2 : si64} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

func.func @not_a_list(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Transpose': its attribute 'perm' is not a list of ints
  %0 = torch.operator "onnx.Transpose"(%arg0) {torch.onnx.perm = 1 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

func.func @not_a_list_of_ints(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Transpose': its attribute 'perm' is not a list of ints
  %0 = torch.operator "onnx.Transpose"(%arg0) {torch.onnx.perm = [1.0 : f32, 0.0 : f32]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

func.func @not_all_ints(%arg0: !torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': its attribute 'strides' is not a list of ints
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [1 : si64, "1"]} : (!torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}

func.func @strides_of_a_convolution(%arg0: !torch.vtensor<[1,1,4],f32>, %arg1: !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': its attribute 'strides' is not a list of ints
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.strides = 1 : si64} : (!torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

func.func @not_a_list_of_floats(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': its attribute 'activation_alpha' is not a list of floats
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2) {torch.onnx.activation_alpha = [1 : si64]} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @not_floats_but_a_float(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': its attribute 'activation_beta' is not a list of floats
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2) {torch.onnx.activation_beta = 1.0 : f32} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @not_a_list_of_strings(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RNN': its attribute 'activations' is not a list of strings
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = [1 : si64]} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @not_a_list_but_a_string(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': its attribute 'activations' is not a list of strings
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2) {torch.onnx.activations = "Tanh"} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @not_an_int_of_a_group(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[2,1,2],f32>) -> !torch.vtensor<[1,2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Conv': its attribute 'group' is not an int
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.group = "2"} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[2,1,2],f32>) -> !torch.vtensor<[1,2,3],f32>
  return %0 : !torch.vtensor<[1,2,3],f32>
}

func.func @not_an_int_of_a_resize(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': its attribute 'antialias' is not an int
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.antialias = 0.0 : f32} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

func.func @not_a_float_of_a_random() -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RandomNormal': its attribute 'mean' is not a float
  %0 = torch.operator "onnx.RandomNormal"() {torch.onnx.shape = [2 : si64], torch.onnx.mean = 1 : si64} : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
