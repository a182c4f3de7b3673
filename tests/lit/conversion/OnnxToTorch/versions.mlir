// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// Versions of ONNX say nothing of a function in which nothing of it is left.

// CHECK: func.func @converted(
// CHECK-NOT: onnx_meta
// CHECK: torch.aten.relu
func.func @converted(%x: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
    attributes {torch.onnx_meta.opset_version = 17 : si64, torch.onnx_meta.ir_version = 8 : si64} {
  %0 = torch.operator "onnx.Relu"(%x) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK: func.func @left(
// CHECK-SAME: torch.onnx_meta.opset_version = 17 : si64
// CHECK: torch.operator "onnx.Unheard"
func.func @left(%x: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
    attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = torch.operator "onnx.Unheard"(%x) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
