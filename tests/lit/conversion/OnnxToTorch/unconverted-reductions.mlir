// Axes that only the run knows, and not as a list.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @axes(%x: !torch.vtensor<[?,?],f32>, %n: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceSum"(%x, %n) : (!torch.vtensor<[?,?],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @kept_of_lower_rank(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': a result of another rank than the operator gives
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @dropped_of_higher_rank(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': a result of another rank than the operator gives
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %arg1) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?,?],f32>
  return %0 : !torch.vtensor<[?,?,?],f32>
}
