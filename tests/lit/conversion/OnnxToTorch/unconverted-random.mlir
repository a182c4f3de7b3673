// Random numbers of shapes and numbers that do not fit.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @multinomial_vector(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1],si32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Multinomial': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Multinomial"(%arg0) : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],si32>
  return %0 : !torch.vtensor<[1],si32>
}

func.func @multinomial_cube(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,1],si32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Multinomial': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Multinomial"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,1],si32>
  return %0 : !torch.vtensor<[2,1],si32>
}

func.func @shape() -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RandomUniform': its attribute 'shape' is not a list of ints
  %0 = torch.operator "onnx.RandomUniform"() {torch.onnx.shape = 2 : si64} : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @low() -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RandomUniform': its attribute 'low' is not a float
  %0 = torch.operator "onnx.RandomUniform"() {torch.onnx.shape = [2 : si64], torch.onnx.low = 0 : si64} : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @scale(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RandomNormalLike': its attribute 'scale' is not a float
  %0 = torch.operator "onnx.RandomNormalLike"(%arg0) {torch.onnx.scale = 1 : si64} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @sample_size(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],si32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Multinomial': its attribute 'sample_size' is not an int
  %0 = torch.operator "onnx.Multinomial"(%arg0) {torch.onnx.sample_size = 1.0 : f32} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],si32>
  return %0 : !torch.vtensor<[2,1],si32>
}

func.func @like_nothing() -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RandomNormalLike': ONNX's operator RandomNormalLike takes at least 1 tensors and gives one
  %0 = torch.operator "onnx.RandomNormalLike"(%none) : (!torch.none) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @bernoulli_nothing() -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Bernoulli': ONNX's operator Bernoulli takes at least 1 tensors and gives one
  %0 = torch.operator "onnx.Bernoulli"() : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
