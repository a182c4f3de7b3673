// Attention of four dimensions, without functions of products or shares.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @flex(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.transpose.int %{{.*}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.matmul %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.softmax.int %[[V5]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,6],f32>
// CHECK: return %[[V7]]
func.func @flex(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,6],f32>) -> !torch.vtensor<[1,2,3,6],f32> {
  %0 = torch.operator "onnx.ai.onnx.preview.FlexAttention"(%arg0, %arg1, %arg2) {torch.onnx.scale = 0.25 : f32} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,6],f32>) -> !torch.vtensor<[1,2,3,6],f32>
  return %0 : !torch.vtensor<[1,2,3,6],f32>
}

// Softmax in f32.
// CHECK-LABEL: func.func @flex_half(
// CHECK: %[[V0:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f16>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.softmax.int %[[V1]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %int5{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,3,5],f16>
// CHECK: %[[V4:.*]] = torch.aten.matmul %[[V3]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f16>
// CHECK: return %[[V4]]
func.func @flex_half(%arg0: !torch.vtensor<[1,2,3,4],f16>, %arg1: !torch.vtensor<[1,2,5,4],f16>, %arg2: !torch.vtensor<[1,2,5,4],f16>) -> !torch.vtensor<[1,2,3,4],f16> {
  %0 = torch.operator "onnx.ai.onnx.preview.FlexAttention"(%arg0, %arg1, %arg2) {torch.onnx.scale = 0.25 : f32} : (!torch.vtensor<[1,2,3,4],f16>, !torch.vtensor<[1,2,5,4],f16>, !torch.vtensor<[1,2,5,4],f16>) -> !torch.vtensor<[1,2,3,4],f16>
  return %0 : !torch.vtensor<[1,2,3,4],f16>
}
