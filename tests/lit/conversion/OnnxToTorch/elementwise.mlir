// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// CHECK-LABEL: func.func @binary(
func.func @binary(%a: !torch.vtensor<[2,3],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: %[[SUM:.*]] = torch.aten.add.Tensor %arg0, %arg1
  %0 = torch.operator "onnx.Add"(%a, %b) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  // CHECK: torch.aten.pow.Tensor_Tensor %[[SUM]], %arg1
  %1 = torch.operator "onnx.Pow"(%0, %b) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %1 : !torch.vtensor<[2,3],f32>
}

// Integers are divided towards zero.
// CHECK-LABEL: func.func @integers(
func.func @integers(%a: !torch.vtensor<[?],si64>, %b: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64> {
  // CHECK: torch.constant.str "trunc"
  // CHECK: torch.aten.div.Tensor_mode
  %0 = torch.operator "onnx.Div"(%a, %b) : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// Bounds are operands, any of which may be left out.
// CHECK-LABEL: func.func @clip(
func.func @clip(%x: !torch.vtensor<[4],f32>, %high: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  // CHECK: %[[R:.*]] = torch.aten.minimum %arg0, %arg1
  // CHECK-NEXT: return %[[R]]
  %0 = torch.operator "onnx.Clip"(%x, %none, %high) : (!torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hard_sigmoid(
func.func @hard_sigmoid(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: %[[SLOPE:.*]] = torch.constant.float 2.500000e-01
  // CHECK: torch.aten.mul.Scalar %arg0, %[[SLOPE]]
  // CHECK: %[[OFFSET:.*]] = torch.constant.float 5.000000e-01
  // CHECK: torch.aten.add.Scalar %{{.*}}, %[[OFFSET]]
  // CHECK: torch.aten.clamp
  %0 = torch.operator "onnx.HardSigmoid"(%x) {torch.onnx.alpha = 0.25 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
