// Axes that only the run knows, and not as a list.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @axes(%x: !torch.vtensor<[?,?],f32>, %n: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceSum"(%x, %n) : (!torch.vtensor<[?,?],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}
