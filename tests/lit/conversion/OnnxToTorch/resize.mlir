// Other resolutions: PyTorch's operators for whole images, taps with weights
// for all else.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Twice as large: each element twice, as PyTorch does it.
// CHECK-LABEL: func.func @nearest_image(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_nearest2d %arg0, %[[V0]], %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6,8],f32>
// CHECK: return %[[V1]]
func.func @nearest_image(%arg0: !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,6,8],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 2, 6, 8]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest"} : (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,2,6,8],f32>
  return %0 : !torch.vtensor<[1,2,6,8],f32>
}

// CHECK-LABEL: func.func @nearest_image_asymmetric(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_nearest2d %arg0, %[[V0]], %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6,12],f32>
// CHECK: return %[[V1]]
func.func @nearest_image_asymmetric(%arg0: !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,6,12],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1.0, 1.0, 2.0, 3.0]> : tensor<4xf32>) : !torch.vtensor<[4],f32>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.nearest_mode = "floor", torch.onnx.coordinate_transformation_mode = "asymmetric"} : (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,2,6,12],f32>
  return %0 : !torch.vtensor<[1,2,6,12],f32>
}

// CHECK-LABEL: func.func @linear_image(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int5{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_bilinear2d %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,7],f32>
// CHECK: return %[[V1]]
func.func @linear_image(%arg0: !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,5,7],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 2, 5, 7]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "linear"} : (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,2,5,7],f32>
  return %0 : !torch.vtensor<[1,2,5,7],f32>
}

// CHECK-LABEL: func.func @linear_image_corners(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int5{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_bilinear2d %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,7],f32>
// CHECK: return %[[V1]]
func.func @linear_image_corners(%arg0: !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,5,7],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 2, 5, 7]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "linear", torch.onnx.coordinate_transformation_mode = "align_corners"} : (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,2,5,7],f32>
  return %0 : !torch.vtensor<[1,2,5,7],f32>
}

// (y + 0.5) / scale - 0.5, rounded up.
// CHECK-LABEL: func.func @nearest_ceil(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V2:.*]] = torch.aten.div.Tensor %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V3:.*]] = torch.aten.sub.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.ceil %[[V3]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V5:.*]] = torch.aten.clamp %{{.*}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V5]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V6]]
func.func @nearest_ceil(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.nearest_mode = "ceil"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// Half goes down: ceil(x - 0.5).
// CHECK-LABEL: func.func @nearest_prefer_floor(
// CHECK: %[[V0:.*]] = torch.aten.sub.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V1:.*]] = torch.aten.sub.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.ceil %[[V1]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V3:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V3]]
func.func @nearest_prefer_floor(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// Half goes up: floor(x + 0.5).
// CHECK-LABEL: func.func @nearest_prefer_ceil(
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.floor %[[V1]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V3:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V3]]
func.func @nearest_prefer_ceil(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.nearest_mode = "round_prefer_ceil"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// Two elements beside each centre, weighted by how near they are.
// CHECK-LABEL: func.func @linear_vector(
// CHECK: %{{.*}} = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V1:.*]] = torch.aten.abs %{{.*}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.clamp %[[V2]], %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V4:.*]] = torch.aten.abs %{{.*}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V5:.*]] = torch.aten.rsub.Scalar %[[V4]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.clamp %[[V5]], %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V7:.*]] = torch.aten.clamp %{{.*}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V7]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V8]], %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V10:.*]] = torch.aten.clamp %{{.*}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V11:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V10]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V11]], %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Tensor %[[V9]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V13]]
func.func @linear_vector(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "linear"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// Four elements; -0.5 is the coefficient: 1.5, 2.5 near, -0.5, -2.5, -4, -2
// far.
// CHECK-LABEL: func.func @cubic_vector(
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float-1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V3:.*]] = torch.aten.abs %{{.*}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float1.500000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V4]], %float2.500000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V7:.*]] = torch.aten.mul.Scalar %[[V3]], %float-5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V7]], %float-2.500000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float-4.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %{{.*}}, %float-2.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.add.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
func.func @cubic_vector(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "cubic", torch.onnx.cubic_coeff_a = -0.5 : f32} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// y / scale, and no half.
// CHECK-LABEL: func.func @asymmetric(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<4>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %{{.*}}, %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %[[V2]], %[[V1]] : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V4:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %[[V5]], %[[V3]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V7:.*]] = torch.aten.floor %[[V6]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.to.dtype %[[V7]], %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V9:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V9]]
func.func @asymmetric(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.nearest_mode = "floor", torch.onnx.coordinate_transformation_mode = "asymmetric"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// A single element is another case than many.
// CHECK-LABEL: func.func @pytorch_half_pixel(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V1:.*]] = torch.aten.where.self %[[V0]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1],f64>
// CHECK: %{{.*}} = torch.aten.floor %[[V1]] : {{.*}} -> !torch.vtensor<[1],f64>
func.func @pytorch_half_pixel(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "linear", torch.onnx.coordinate_transformation_mode = "pytorch_half_pixel"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[1],f32>
  return %0 : !torch.vtensor<[1],f32>
}

// The centre of the operand stays the centre.
// CHECK-LABEL: func.func @half_pixel_symmetric(
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.rsub.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[6],f64>
func.func @half_pixel_symmetric(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1.7]> : tensor<1xf32>) : !torch.vtensor<[1],f32>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %c0) {torch.onnx.mode = "linear", torch.onnx.coordinate_transformation_mode = "half_pixel_symmetric"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[1],f32>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// What is outside of the operand is the attribute.
// CHECK-LABEL: func.func @crop(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3],f64>
// CHECK: %[[V4:.*]] = torch.aten.ge.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V5:.*]] = torch.aten.le.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %{{.*}} = torch.aten.logical_and %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V7:.*]] = torch.aten.full %[[V0]], %float8.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V7]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V8]]
func.func @crop(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[0.25, 0.75]> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  %c1 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %c0, %none, %c1) {torch.onnx.mode = "linear", torch.onnx.coordinate_transformation_mode = "tf_crop_and_resize", torch.onnx.extrapolation_value = 8.0 : f32} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Only the dimension that is named.
// CHECK-LABEL: func.func @axes(
// CHECK: %[[V0:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,8,3],f32>
// CHECK: return %[[V0]]
func.func @axes(%arg0: !torch.vtensor<[2,4,3],f32>) -> !torch.vtensor<[2,8,3],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[8]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,4,3],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,8,3],f32>
  return %0 : !torch.vtensor<[2,8,3],f32>
}

// The smaller of both scales is that of both.
// CHECK-LABEL: func.func @aspect_ratio(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V1:.*]] = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V2:.*]] = torch.aten.minimum %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.div.Tensor %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V4:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6,6],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[9],f64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %[[V4]], %int1{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6,9],f32>
// CHECK: return %[[V6]]
func.func @aspect_ratio(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[6,9],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[8, 9]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.keep_aspect_ratio_policy = "not_larger"} : (!torch.vtensor<[4,6],f32>, !torch.none, !torch.none, !torch.vtensor<[2],si64>) -> !torch.vtensor<[6,9],f32>
  return %0 : !torch.vtensor<[6,9],f32>
}

// CHECK-LABEL: func.func @aspect_ratio_smaller(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V1:.*]] = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V2:.*]] = torch.aten.maximum %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.div.Tensor %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V4:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[8,6],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[12],f64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %[[V4]], %int1{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[8,12],f32>
// CHECK: return %[[V6]]
func.func @aspect_ratio_smaller(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[8,12],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[8, 9]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.keep_aspect_ratio_policy = "not_smaller"} : (!torch.vtensor<[4,6],f32>, !torch.none, !torch.none, !torch.vtensor<[2],si64>) -> !torch.vtensor<[8,12],f32>
  return %0 : !torch.vtensor<[8,12],f32>
}

// A product with a matrix whose rows sum to 1.
// CHECK-LABEL: func.func @antialias(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int18{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[1,18],f64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[4,1],f64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %{{.*}}, %[[V4]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],f64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,18],f32>
// CHECK: %[[V7:.*]] = torch.aten.transpose.int %{{.*}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[18,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.matmul %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: return %[[V8]]
func.func @antialias(%arg0: !torch.vtensor<[1,1,8],f32>) -> !torch.vtensor<[1,1,4],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 1, 4]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "linear", torch.onnx.antialias = 1 : si64} : (!torch.vtensor<[1,1,8],f32>, !torch.none, !torch.none, !torch.vtensor<[3],si64>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

// Weights beyond the edge are 0, and the others are made to sum to 1.
// CHECK-LABEL: func.func @exclude_outside(
// CHECK: %[[V0:.*]] = torch.aten.ge.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],i1>
// CHECK: %[[V1:.*]] = torch.aten.lt.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6],i1>
// CHECK: %{{.*}} = torch.aten.logical_and %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[6],i1>
func.func @exclude_outside(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "cubic", torch.onnx.exclude_outside = 1 : si64} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// Scales are the second operand; asymmetric, rounded down.
// CHECK-LABEL: func.func @version_10(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_nearest2d %arg0, %[[V0]], %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V1]]
func.func @version_10(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> attributes {torch.onnx_meta.opset_version = 10 : si64} {
  %c0 = torch.vtensor.literal(dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>) : !torch.vtensor<[4],f32>
  %0 = torch.operator "onnx.Resize"(%arg0, %c0) {torch.onnx.mode = "nearest"} : (!torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @scales_at_run_time(
// CHECK: %{{.*}} = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %{{.*}} = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %{{.*}} = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.ceil %{{.*}} : {{.*}} -> !torch.vtensor<[1],f64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,?],f32>
// CHECK: %{{.*}} = torch.aten.ceil %{{.*}} : {{.*}} -> !torch.vtensor<[?],f64>
// CHECK: %[[V7:.*]] = torch.aten.index_select %[[V5]], %int1{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,?],f32>
// CHECK: return %[[V7]]
func.func @scales_at_run_time(%arg0: !torch.vtensor<[1,?],f32>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[1,?],f32> {
  %none = torch.constant.none
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %arg1) {torch.onnx.mode = "nearest"} : (!torch.vtensor<[1,?],f32>, !torch.none, !torch.vtensor<[2],f32>) -> !torch.vtensor<[1,?],f32>
  return %0 : !torch.vtensor<[1,?],f32>
}

// As floats, and back to the nearest.
// CHECK-LABEL: func.func @integers(
// CHECK: %{{.*}} = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<4>
// CHECK: %{{.*}} = torch.aten.to.dtype %[[V1]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.to.dtype %{{.*}}, %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.to.dtype %{{.*}}, %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %{{.*}}, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f64>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %{{.*}}, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %{{.*}}, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V6]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %{{.*}}, %[[V9]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V12:.*]] = torch.aten.to.dtype %{{.*}}, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V8]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %{{.*}}, %[[V12]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V15:.*]] = torch.aten.round %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V16:.*]] = torch.aten.clamp %[[V15]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V17:.*]] = torch.aten.to.dtype %[[V16]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],ui8>
// CHECK: return %[[V17]]
func.func @integers(%arg0: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[6],ui8> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "linear"} : (!torch.vtensor<[4],ui8>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],ui8>
  return %0 : !torch.vtensor<[6],ui8>
}

// CHECK-LABEL: func.func @upsample(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_nearest2d %arg0, %[[V0]], %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4,6],f32>
// CHECK: return %[[V1]]
func.func @upsample(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,6],f32> attributes {torch.onnx_meta.opset_version = 9 : si64} {
  %c0 = torch.vtensor.literal(dense<[1.0, 1.0, 2.0, 3.0]> : tensor<4xf32>) : !torch.vtensor<[4],f32>
  %0 = torch.operator "onnx.Upsample"(%arg0, %c0) : (!torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,4,6],f32>
  return %0 : !torch.vtensor<[1,1,4,6],f32>
}

// Scales are an attribute before version 9.
// CHECK-LABEL: func.func @upsample_attribute(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.upsample_nearest2d %arg0, %[[V0]], %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V1]]
func.func @upsample_attribute(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> attributes {torch.onnx_meta.opset_version = 7 : si64} {
  %0 = torch.operator "onnx.Upsample"(%arg0) {torch.onnx.scales = [1.0 : f32, 1.0 : f32, 2.0 : f32, 2.0 : f32]} : (!torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_linear(
// CHECK: %{{.*}} = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: return %[[V5]]
func.func @upsample_linear(%arg0: !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,4],f32> attributes {torch.onnx_meta.opset_version = 9 : si64} {
  %c0 = torch.vtensor.literal(dense<[1.0, 1.0, 2.0]> : tensor<3xf32>) : !torch.vtensor<[3],f32>
  %0 = torch.operator "onnx.Upsample"(%arg0, %c0) {torch.onnx.mode = "linear"} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

// Of sizes that only the run knows: each element in a row of its copies.
// CHECK-LABEL: func.func @nearest_unknown(
// CHECK: %[[A:.*]] = torch.aten.unsqueeze %arg0, %int3{{.*}} -> !torch.vtensor<[?,2,?,1,?],f32>
// CHECK: %[[B:.*]] = torch.aten.unsqueeze %[[A]], %int5{{.*}} -> !torch.vtensor<[?,2,?,1,?,1],f32>
// CHECK: %[[C:.*]] = torch.aten.broadcast_to %[[B]], {{.*}} -> !torch.vtensor<[?,2,?,2,?,3],f32>
// CHECK: torch.aten.view %[[C]], {{.*}} -> !torch.vtensor<[?,2,?,?],f32>
func.func @nearest_unknown(%arg0: !torch.vtensor<[?,2,?,?],f32>) -> !torch.vtensor<[?,2,?,?],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1.0, 1.0, 2.0, 3.0]> : tensor<4xf32>) : !torch.vtensor<[4],f32>
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %c0) {torch.onnx.mode = "nearest", torch.onnx.nearest_mode = "floor", torch.onnx.coordinate_transformation_mode = "asymmetric"} : (!torch.vtensor<[?,2,?,?],f32>, !torch.none, !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,2,?,?],f32>
  return %0 : !torch.vtensor<[?,2,?,?],f32>
}
