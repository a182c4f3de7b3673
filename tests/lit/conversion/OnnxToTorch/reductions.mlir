// RUN: ingot-opt %s --convert-onnx-to-torch --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @axes_as_operand(
func.func @axes_as_operand(%x: !torch.vtensor<[2,?,4],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: torch.aten.sum.dim_IntList %arg0
  %axes = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[1]> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.ReduceSum"(%x, %axes) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,?,4],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @no_axes(
func.func @no_axes(%x: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK-NOT: torch.aten
  // CHECK: return %arg0
  %none = torch.constant.none
  %0 = torch.operator "onnx.ReduceSum"(%x, %none) {torch.onnx.noop_with_empty_axes = 1 : si64} : (!torch.vtensor<[2,4],f32>, !torch.none) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// PyTorch has it, so a target may hold it legal.
// CHECK-LABEL: func.func @softmax(
func.func @softmax(%x: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  // CHECK: torch.aten.softmax.int %arg0, %int1{{.*}}, %none
  %0 = torch.operator "onnx.Softmax"(%x) : (!torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// -----

// Before version 13, one softmax over all dimensions from the axis on.
// CHECK-LABEL: func.func @old_softmax(
func.func @old_softmax(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> attributes {torch.onnx_meta.opset_version = 11 : si64} {
  // CHECK: torch.aten.amax {{.*}} -> !torch.vtensor<[2,1,1],f32>
  %0 = torch.operator "onnx.Softmax"(%x) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}
