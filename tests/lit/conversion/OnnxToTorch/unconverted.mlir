// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @reasons(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[?],si64>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[?,?],f32>) {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Frobnicate': ONNX's operator Frobnicate has no conversion
  %0 = torch.operator "onnx.Frobnicate"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Expand': a shape of which the length is known only to the run
  %1 = torch.operator "onnx.Expand"(%x, %n) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[?,?],f32>
}

func.func @operands(%x: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Add': ONNX's operator Add takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.Add"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MatMul': ONNX's operator MatMul takes at least 2 tensors and gives one
  %1 = torch.operator "onnx.MatMul"(%x, %none) : (!torch.vtensor<[2,3],f32>, !torch.none) -> !torch.vtensor<[2,3],f32>
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
}

func.func @attributes(%x: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Softmax': its attribute 'axis' is not an int
  %0 = torch.operator "onnx.Softmax"(%x) {torch.onnx.axis = "a"} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Rellu': ONNX's operator Rellu has no conversion; the closest that has one is Relu
  %1 = torch.operator "onnx.Rellu"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
}
