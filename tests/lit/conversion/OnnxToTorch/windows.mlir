// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// CHECK-LABEL: func.func @max(
func.func @max(%x: !torch.vtensor<[1,2,?,8],f32>) -> !torch.vtensor<[1,2,?,4],f32> {
  // CHECK: torch.aten.max_pool2d %arg0, {{.*}} -> !torch.vtensor<[1,2,?,4],f32>
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,2,?,8],f32>) -> !torch.vtensor<[1,2,?,4],f32>
  return %0 : !torch.vtensor<[1,2,?,4],f32>
}

// CHECK-LABEL: func.func @global(
func.func @global(%x: !torch.vtensor<[1,2,4,8],f32>) -> !torch.vtensor<[1,2,1,1],f32> {
  // CHECK: torch.aten.sum.dim_IntList %arg0
  %0 = torch.operator "onnx.GlobalAveragePool"(%x) : (!torch.vtensor<[1,2,4,8],f32>) -> !torch.vtensor<[1,2,1,1],f32>
  return %0 : !torch.vtensor<[1,2,1,1],f32>
}
