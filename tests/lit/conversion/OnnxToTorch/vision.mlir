// Boxes and regions of images.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Corners in either order; of those above the score, as many as are asked for.
// CHECK-LABEL: func.func @nms(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.minimum %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.minimum %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.maximum %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.maximum %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %[[V4]], %[[V5]], %[[V6]], %[[V7]]
// CHECK: %[[V9:.*]] = torch.aten.cat %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,4],f32>
// CHECK: %[[V10:.*]] = torch.aten.Float.Tensor %{{.*}} : {{.*}} -> !torch.float
// CHECK: %[[V11:.*]] = torch.torchvision.nms %[[V9]], %{{.*}}, %[[V10]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V12:.*]] = torch.aten.index_select %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V11]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V13:.*]] = torch.aten.gt.Tensor %[[V12]], %{{.*}} : {{.*}} -> !torch.vtensor<[?],i1>
// CHECK: %{{.*}} = torch.aten.nonzero %[[V13]] : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V15:.*]] = torch.aten.index_select %[[V11]], %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V16:.*]] = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V15]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %[[V16]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %[[V19:.*]] = torch.aten.cat %[[V18]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3],si64>
// CHECK: return %[[V19]]
func.func @nms(%arg0: !torch.vtensor<[1,6,4],f32>, %arg1: !torch.vtensor<[1,1,6],f32>) -> !torch.vtensor<[?,3],si64> {
  %c0 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[0.5]> : tensor<1xf32>) : !torch.vtensor<[1],f32>
  %c2 = torch.vtensor.literal(dense<[0.0]> : tensor<1xf32>) : !torch.vtensor<[1],f32>
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %c0, %c1, %c2) : (!torch.vtensor<[1,6,4],f32>, !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],f32>, !torch.vtensor<[1],f32>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

// Centre and size: half of it on either side.
// CHECK-LABEL: func.func @nms_centres(
// CHECK: %[[V0:.*]] = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %{{.*}} = torch.aten.sub.Tensor %{{.*}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %{{.*}} = torch.aten.sub.Tensor %{{.*}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %{{.*}} = torch.torchvision.nms %{{.*}}, %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,1],si64>
func.func @nms_centres(%arg0: !torch.vtensor<[1,6,4],f32>, %arg1: !torch.vtensor<[1,1,6],f32>) -> !torch.vtensor<[?,3],si64> {
  %c0 = torch.vtensor.literal(dense<3> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %c0) {torch.onnx.center_point_box = 1 : si64} : (!torch.vtensor<[1,6,4],f32>, !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

// No boxes at all unless their number is given.
// CHECK-LABEL: func.func @nms_none(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[0,3],si64>
// CHECK: return %[[V1]]
func.func @nms_none(%arg0: !torch.vtensor<[1,6,4],f32>, %arg1: !torch.vtensor<[1,1,6],f32>) -> !torch.vtensor<[0,3],si64> {
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1) : (!torch.vtensor<[1,6,4],f32>, !torch.vtensor<[1,1,6],f32>) -> !torch.vtensor<[0,3],si64>
  return %0 : !torch.vtensor<[0,3],si64>
}

// Each class of each image by itself.
// CHECK-LABEL: func.func @nms_lists(
// CHECK: %{{.*}} = torch.torchvision.nms %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.torchvision.nms %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.torchvision.nms %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.torchvision.nms %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
func.func @nms_lists(%arg0: !torch.vtensor<[2,6,4],f32>, %arg1: !torch.vtensor<[2,2,6],f32>) -> !torch.vtensor<[?,3],si64> {
  %c0 = torch.vtensor.literal(dense<3> : tensor<si64>) : !torch.vtensor<[],si64>
  %c1 = torch.vtensor.literal(dense<0.5> : tensor<f32>) : !torch.vtensor<[],f32>
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %c0, %c1) : (!torch.vtensor<[2,6,4],f32>, !torch.vtensor<[2,2,6],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

// Weights of rows times image times weights of columns.
// CHECK-LABEL: func.func @roi_align(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V4]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V6]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V10:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %arg2 : {{.*}} -> !torch.vtensor<[3,2,8,8],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V13:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V12]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,8],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %[[V13]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,8],f32>
// CHECK: %[[V15:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V12]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,8],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %[[V15]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,8],f32>
// CHECK: %[[V17:.*]] = torch.aten.matmul %{{.*}}, %[[V10]] : {{.*}} -> !torch.vtensor<[3,2,2,8],f32>
// CHECK: %[[V18:.*]] = torch.aten.matmul %[[V17]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,2,2],f32>
// CHECK: return %[[V18]]
func.func @roi_align(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32> {
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) {torch.onnx.output_height = 2 : si64, torch.onnx.output_width = 2 : si64, torch.onnx.sampling_ratio = 2 : si64, torch.onnx.spatial_scale = 0.5 : f32} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

// No half before version 16, and regions of at least 1.
// CHECK-LABEL: func.func @roi_align_corners(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V2]], %float0.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
func.func @roi_align_corners(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32> attributes {torch.onnx_meta.opset_version = 10 : si64} {
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) {torch.onnx.output_height = 2 : si64, torch.onnx.output_width = 2 : si64, torch.onnx.sampling_ratio = 1 : si64} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

// The greatest of weighted elements.
// CHECK-LABEL: func.func @roi_align_max(
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.maximum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.maximum %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %{{.*}} = torch.aten.maximum %[[V4]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,4],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %{{.*}}, %[[V7]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,2,2],f32>
func.func @roi_align_max(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32> {
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) {torch.onnx.mode = "max", torch.onnx.output_height = 2 : si64, torch.onnx.output_width = 2 : si64, torch.onnx.sampling_ratio = 1 : si64} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

// As many samples as a bin has elements.
// CHECK-LABEL: func.func @roi_align_adaptive(
// CHECK: %[[V0:.*]] = torch.aten.ceil %{{.*}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %float6.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.lt.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,1,6],i1>
// CHECK: %[[V4:.*]] = torch.aten.ceil %{{.*}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %float6.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.lt.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,1,6],i1>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,6],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,6,8],f32>
// CHECK: %[[V10:.*]] = torch.aten.logical_and %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,6],i1>
// CHECK: %{{.*}} = torch.aten.logical_and %[[V10]], %[[V3]] : {{.*}} -> !torch.vtensor<[3,2,6],i1>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,6],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,6,8],f32>
// CHECK: %[[V14:.*]] = torch.aten.logical_and %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,6],i1>
// CHECK: %{{.*}} = torch.aten.logical_and %[[V14]], %[[V7]] : {{.*}} -> !torch.vtensor<[3,2,6],i1>
// CHECK: %[[V16:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,2,8],f32>
// CHECK: %[[V17:.*]] = torch.aten.matmul %[[V16]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,2,2],f32>
// CHECK: return %[[V17]]
func.func @roi_align_adaptive(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32> {
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) {torch.onnx.output_height = 2 : si64, torch.onnx.output_width = 2 : si64} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

// The first of five numbers is the image; halves are rounded up.
// CHECK-LABEL: func.func @max_roi_pool(
// CHECK: %{{.*}} = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,8,8],f32>
// CHECK: %[[V2:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.floor %[[V4]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V6:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Scalar %[[V6]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Scalar %[[V7]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.floor %[[V8]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,1],f32>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: %{{.*}} = torch.aten.ceil %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Scalar %[[V14]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V16:.*]] = torch.aten.add.Scalar %[[V15]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.floor %[[V16]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V18:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V19:.*]] = torch.aten.mul.Scalar %[[V18]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V20:.*]] = torch.aten.add.Scalar %[[V19]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.floor %[[V20]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,1],f32>
// CHECK: %{{.*}} = torch.aten.ceil %{{.*}} : {{.*}} -> !torch.vtensor<[3,2,1],f32>
// CHECK: %[[V25:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %{{.*}}, %[[V25]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,8,2],f32>
// CHECK: %[[V27:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %{{.*}}, %[[V27]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2,2,2],f32>
func.func @max_roi_pool(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2,2],f32> {
  %0 = torch.operator "onnx.MaxRoiPool"(%arg0, %arg1) {torch.onnx.pooled_shape = [2 : si64, 2 : si64], torch.onnx.spatial_scale = 0.5 : f32} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

// torchvision's, without a mask.
// CHECK-LABEL: func.func @deform(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,9,3,3],f32>
// CHECK: %[[V4:.*]] = torch.torchvision.deform_conv2d %arg0, %arg1, %arg2, %[[V3]], %[[V1]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,3,3],f32>
// CHECK: return %[[V4]]
func.func @deform(%arg0: !torch.vtensor<[1,2,5,5],f32>, %arg1: !torch.vtensor<[4,1,3,3],f32>, %arg2: !torch.vtensor<[1,18,3,3],f32>) -> !torch.vtensor<[1,4,3,3],f32> {
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2) {torch.onnx.group = 2 : si64, torch.onnx.strides = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,5,5],f32>, !torch.vtensor<[4,1,3,3],f32>, !torch.vtensor<[1,18,3,3],f32>) -> !torch.vtensor<[1,4,3,3],f32>
  return %0 : !torch.vtensor<[1,4,3,3],f32>
}

// CHECK-LABEL: func.func @deform_all(
// CHECK: %[[V0:.*]] = torch.torchvision.deform_conv2d %arg0, %arg1, %arg2, %arg4, %arg3, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,3,3],f32>
// CHECK: return %[[V0]]
func.func @deform_all(%arg0: !torch.vtensor<[1,2,7,7],f32>, %arg1: !torch.vtensor<[4,2,3,3],f32>, %arg2: !torch.vtensor<[1,36,3,3],f32>, %arg3: !torch.vtensor<[4],f32>, %arg4: !torch.vtensor<[1,18,3,3],f32>) -> !torch.vtensor<[1,4,3,3],f32> {
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.pads = [1 : si64, 1 : si64, 1 : si64, 1 : si64], torch.onnx.dilations = [1 : si64, 1 : si64], torch.onnx.offset_group = 2 : si64} : (!torch.vtensor<[1,2,7,7],f32>, !torch.vtensor<[4,2,3,3],f32>, !torch.vtensor<[1,36,3,3],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[1,18,3,3],f32>) -> !torch.vtensor<[1,4,3,3],f32>
  return %0 : !torch.vtensor<[1,4,3,3],f32>
}

// CHECK-LABEL: func.func @deform_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5,5],f32>
// CHECK: %[[V2:.*]] = torch.torchvision.deform_conv2d %[[V1]], %arg1, %arg2, %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V2]]
func.func @deform_uneven(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>, %arg2: !torch.vtensor<[1,8,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2) {torch.onnx.pads = [0 : si64, 0 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[1,8,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}
