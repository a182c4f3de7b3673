// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// CHECK-LABEL: func.func @gemm(
func.func @gemm(%a: !torch.vtensor<[5,2],f32>, %b: !torch.vtensor<[5,3],f32>, %c: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: %[[A:.*]] = torch.aten.transpose.int %arg0
  // CHECK: %[[P:.*]] = torch.aten.matmul %[[A]], %arg1
  // CHECK: %[[HALF:.*]] = torch.constant.float 5.000000e-01
  // CHECK: %[[Q:.*]] = torch.aten.mul.Scalar %[[P]], %[[HALF]]
  // CHECK: torch.aten.add.Tensor %[[Q]], %arg2
  %0 = torch.operator "onnx.Gemm"(%a, %b, %c) {torch.onnx.alpha = 0.5 : f32, torch.onnx.transA = 1 : si64} : (!torch.vtensor<[5,2],f32>, !torch.vtensor<[5,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Batch and height are known to the run.
// CHECK-LABEL: func.func @conv(
func.func @conv(%x: !torch.vtensor<[?,4,?,8],f32>, %w: !torch.vtensor<[6,2,3,3],f32>) -> !torch.vtensor<[?,6,?,4],f32> {
  // CHECK-DAG: %[[GROUPS:.*]] = torch.constant.int 2
  // CHECK: torch.aten.convolution %arg0, %arg1, %none, {{.*}} : {{.*}} -> !torch.vtensor<[?,6,?,4],f32>
  %0 = torch.operator "onnx.Conv"(%x, %w) {torch.onnx.group = 2 : si64, torch.onnx.pads = [1 : si64, 1 : si64, 1 : si64, 1 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[?,4,?,8],f32>, !torch.vtensor<[6,2,3,3],f32>) -> !torch.vtensor<[?,6,?,4],f32>
  return %0 : !torch.vtensor<[?,6,?,4],f32>
}

// SAME_UPPER: of one element in all, at the back; the tensor is padded first.
// CHECK-LABEL: func.func @same(
func.func @same(%x: !torch.vtensor<[1,1,4],f32>, %w: !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: %[[X:.*]] = torch.aten.constant_pad_nd %arg0, {{.*}} -> !torch.vtensor<[1,1,5],f32>
  // CHECK: torch.aten.convolution %[[X]]
  %0 = torch.operator "onnx.Conv"(%x, %w) {torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

// CHECK-LABEL: func.func @conv_transpose(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,8,8],f32>
// CHECK: return %[[V4]]
func.func @conv_transpose(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[2,3,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,8,8],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1, %arg2) {torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.pads = [1 : si64, 1 : si64, 1 : si64, 1 : si64], torch.onnx.output_padding = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[2,3,3,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,8,8],f32>
  return %0 : !torch.vtensor<[1,3,8,8],f32>
}
