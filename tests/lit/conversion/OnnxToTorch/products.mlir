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

// A stride of 1 needs as much whatever the size; of others the run knows.

// CHECK-LABEL: func.func @auto_pad_of_any_size(
// CHECK-NOT: torch.prim.max.int
// CHECK: torch.aten.convolution
func.func @auto_pad_of_any_size(%x: !torch.vtensor<[1,1,?],f32>, %w: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,?],f32> {
  %0 = torch.operator "onnx.Conv"(%x, %w) {torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,1,?],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,?],f32>
  return %0 : !torch.vtensor<[1,1,?],f32>
}

// CHECK-LABEL: func.func @auto_pad_by_the_run(
// CHECK: torch.aten.size.int %arg0
// CHECK: torch.prim.max.int
// CHECK: %[[PADDED:.*]] = torch.aten.constant_pad_nd %arg0
// CHECK: torch.aten.convolution %[[PADDED]]
func.func @auto_pad_by_the_run(%x: !torch.vtensor<[1,1,?],f32>, %w: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,?],f32> {
  %0 = torch.operator "onnx.Conv"(%x, %w) {torch.onnx.auto_pad = "SAME_UPPER", torch.onnx.strides = [2 : si64]} : (!torch.vtensor<[1,1,?],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,?],f32>
  return %0 : !torch.vtensor<[1,1,?],f32>
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

// alpha * a^T * b^T + beta * c.
// CHECK-LABEL: func.func @gemm_all(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.transpose.int %arg1, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %arg2, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V5]]
func.func @gemm_all(%a: !torch.vtensor<[3,2],f32>, %b: !torch.vtensor<[4,3],f32>, %c: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.Gemm"(%a, %b, %c) {torch.onnx.transA = 1 : si64, torch.onnx.transB = 1 : si64, torch.onnx.alpha = 0.5 : f32, torch.onnx.beta = 2.0 : f32} : (!torch.vtensor<[3,2],f32>, !torch.vtensor<[4,3],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// Pads that differ at both ends are zeros in front.
// CHECK-LABEL: func.func @conv_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,5],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.convolution %[[V1]], %arg1, %none{{(_[0-9]+)?}}, %[[V2]], %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,3,3],f32>
// CHECK: return %[[V6]]
func.func @conv_uneven(%x: !torch.vtensor<[1,2,4,4],f32>, %w: !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,3,3],f32> {
  %0 = torch.operator "onnx.Conv"(%x, %w) {torch.onnx.pads = [0 : si64, 0 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,3,3],f32>
  return %0 : !torch.vtensor<[1,3,3,3],f32>
}

// CHECK-LABEL: func.func @conv_groups(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,3],f32>
// CHECK: return %[[V4]]
func.func @conv_groups(%x: !torch.vtensor<[1,4,5],f32>, %w: !torch.vtensor<[4,2,3],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,4,3],f32> {
  %0 = torch.operator "onnx.Conv"(%x, %w, %b) {torch.onnx.group = 2 : si64, torch.onnx.pads = [1 : si64, 1 : si64], torch.onnx.strides = [2 : si64], torch.onnx.dilations = [1 : si64]} : (!torch.vtensor<[1,4,5],f32>, !torch.vtensor<[4,2,3],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,4,3],f32>
  return %0 : !torch.vtensor<[1,4,3],f32>
}
