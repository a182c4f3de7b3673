// Axes that only the run knows, of results whose sizes do not tell them apart.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @axes(%x: !torch.vtensor<[?,?],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceSum"(%x, %n) : (!torch.vtensor<[?,?],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @many_dimensions(%x: !torch.vtensor<[2,2,2,2,2,2,2],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,2,2,2,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceMax': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceMax"(%x, %n) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,2,2,2,2,2,2],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,2,2,2,2,2],f32>
  return %0 : !torch.vtensor<[2,2,2,2,2,2],f32>
}
