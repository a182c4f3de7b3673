// Elements at places that a tensor names.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// PyTorch's own: linear, zeros outside.
// CHECK-LABEL: func.func @bilinear(
// CHECK: %[[V0:.*]] = torch.aten.grid_sampler %arg0, %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,3],f32>
// CHECK: return %[[V0]]
func.func @bilinear(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32> {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "linear"} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32>
  return %0 : !torch.vtensor<[1,2,3,3],f32>
}

// The old name of the mode, before version 20.
// CHECK-LABEL: func.func @bilinear_border(
// CHECK: %[[V0:.*]] = torch.aten.grid_sampler %arg0, %arg1, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,3],f32>
// CHECK: return %[[V0]]
func.func @bilinear_border(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32> attributes {torch.onnx_meta.opset_version = 16 : si64} {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "bilinear", torch.onnx.padding_mode = "border", torch.onnx.align_corners = 1 : si64} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32>
  return %0 : !torch.vtensor<[1,2,3,3],f32>
}

// Rounded to even; one element.
// CHECK-LABEL: func.func @nearest(
// CHECK: %{{.*}} = torch.aten.round %{{.*}} : {{.*}} -> !torch.vtensor<[1,9],f32>
// CHECK: %{{.*}} = torch.aten.round %{{.*}} : {{.*}} -> !torch.vtensor<[1,9],f32>
// CHECK: %[[V2:.*]] = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,9],f32>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,9],f32>
func.func @nearest(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32> {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "nearest"} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32>
  return %0 : !torch.vtensor<[1,2,3,3],f32>
}

// ((g + 1) * 4 - 1) / 2, and two elements beside it.
// CHECK-LABEL: func.func @one_dimension(
// CHECK: %[[V0:.*]] = torch.aten.add.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.floor %[[V3]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.add.Scalar %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %{{.*}} = torch.aten.add.Scalar %[[V4]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %{{.*}}, %[[V8]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V9]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.where.self %{{.*}}, %[[V11]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V12]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
func.func @one_dimension(%arg0: !torch.vtensor<[1,1,4],f32>, %arg1: !torch.vtensor<[1,3,1],f32>) -> !torch.vtensor<[1,1,3],f32> {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "linear"} : (!torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,3,1],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

// There and back between -0.5 and 3.5.
// CHECK-LABEL: func.func @reflection(
// CHECK: %[[V0:.*]] = torch.aten.remainder.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.minimum %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.remainder.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.minimum %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.trunc %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.minimum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.remainder.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.minimum %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.remainder.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.minimum %[[V8]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.trunc %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.minimum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
func.func @reflection(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,2,2,2],f32>) -> !torch.vtensor<[1,1,2,2],f32> {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "nearest", torch.onnx.padding_mode = "reflection"} : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,2,2,2],f32>) -> !torch.vtensor<[1,1,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2],f32>
}

// Eight elements around each place.
// CHECK-LABEL: func.func @three_dimensions(
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,8],f32>
func.func @three_dimensions(%arg0: !torch.vtensor<[1,1,4,4,4],f32>, %arg1: !torch.vtensor<[1,2,2,2,3],f32>) -> !torch.vtensor<[1,1,2,2,2],f32> {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "linear"} : (!torch.vtensor<[1,1,4,4,4],f32>, !torch.vtensor<[1,2,2,2,3],f32>) -> !torch.vtensor<[1,1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2,2],f32>
}

// Sixteen around each place.
// CHECK-LABEL: func.func @cubic_image(
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
func.func @cubic_image(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,2,2,2],f32>) -> !torch.vtensor<[1,1,2,2],f32> {
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "cubic"} : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,2,2,2],f32>) -> !torch.vtensor<[1,1,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2],f32>
}

// Width first; (2i + 1) / n - 1.
// CHECK-LABEL: func.func @affine(
// CHECK: %{{.*}} = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V3]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V6:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Scalar %[[V6]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Tensor %[[V7]], %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V8]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %{{.*}} = torch.aten.cat %[[V10]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.transpose.int %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %[[V12]] : {{.*}} -> !torch.vtensor<[1,8,2],f32>
func.func @affine(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,4,2],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1, 2, 4]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %c0) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,2,4,2],f32>
  return %0 : !torch.vtensor<[1,2,4,2],f32>
}

// 2i / (n - 1) - 1.
// CHECK-LABEL: func.func @affine_corners(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.clamp %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V3]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.clamp %[[V6]], %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Tensor %[[V5]], %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V8]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
func.func @affine_corners(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,4,2],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1, 2, 4]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %c0) {torch.onnx.align_corners = 1 : si64} : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,2,4,2],f32>
  return %0 : !torch.vtensor<[1,2,4,2],f32>
}

// CHECK-LABEL: func.func @affine_volume(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[1,1,4,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,3,1,1],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[2,1,1,1],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int24{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %{{.*}}, %[[V6]] : {{.*}} -> !torch.vtensor<[1,24,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.transpose.int %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.matmul %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,24,3],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,2,3,4,3],f32>
// CHECK: return %[[V11]]
func.func @affine_volume(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,2,3,4,3],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 1, 2, 3, 4]> : tensor<5xsi64>) : !torch.vtensor<[5],si64>
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %c0) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[5],si64>) -> !torch.vtensor<[2,2,3,4,3],f32>
  return %0 : !torch.vtensor<[2,2,3,4,3],f32>
}

// Each element is added where it stood.
// CHECK-LABEL: func.func @col2im(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[5,1],si64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,5],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int25{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[25],i1>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int25{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %arg0, %[[V6]] : {{.*}} -> !torch.vtensor<[1,25],f32>
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[25],si64>
// CHECK: %[[V9:.*]] = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,25],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,1,5,5],f32>
// CHECK: return %[[V11]]
func.func @col2im(%arg0: !torch.vtensor<[1,5,5],f32>) -> !torch.vtensor<[1,1,5,5],f32> {
  %c0 = torch.vtensor.literal(dense<[5, 5]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<[1, 5]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Col2Im"(%arg0, %c0, %c1) : (!torch.vtensor<[1,5,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

// The number of the block times the stride, plus the place in it.
// CHECK-LABEL: func.func @col2im_strides(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V1:.*]] = torch.constant.str "floor"
// CHECK: %[[V2:.*]] = torch.aten.remainder.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V4:.*]] = torch.aten.remainder.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V3]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor_mode %{{.*}}, %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V8:.*]] = torch.aten.div.Tensor_mode %{{.*}}, %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V10:.*]] = torch.aten.remainder.Tensor %[[V7]], %{{.*}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V11:.*]] = torch.aten.mul.Scalar %[[V10]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V12:.*]] = torch.aten.remainder.Tensor %[[V8]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V13:.*]] = torch.aten.mul.Scalar %[[V12]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V11]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,16],f32>
func.func @col2im_strides(%arg0: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %c0 = torch.vtensor.literal(dense<[4, 4]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<[2, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Col2Im"(%arg0, %c0, %c1) {torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,4,4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// What falls into the padding is added to nothing.
// CHECK-LABEL: func.func @col2im_pads(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<2>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %{{.*}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.sub.Scalar %{{.*}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[9,4],si64>
// CHECK: %[[V3:.*]] = torch.aten.ge.Scalar %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %[[V4:.*]] = torch.aten.lt.Tensor %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %[[V5:.*]] = torch.aten.logical_and %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %{{.*}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V7:.*]] = torch.aten.sub.Scalar %{{.*}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[9,4],si64>
// CHECK: %[[V8:.*]] = torch.aten.ge.Scalar %[[V7]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %[[V9:.*]] = torch.aten.lt.Tensor %[[V7]], %[[V0]] : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %[[V10:.*]] = torch.aten.logical_and %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %[[V11:.*]] = torch.aten.logical_and %[[V5]], %[[V10]] : {{.*}} -> !torch.vtensor<[9,4],i1>
// CHECK: %[[V12:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,36],f32>
// CHECK: %{{.*}} = torch.aten.where.self %[[V11]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[9,4],si64>
// CHECK: %{{.*}} = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %[[V12]] : {{.*}} -> !torch.vtensor<[1,4],f32>
func.func @col2im_pads(%arg0: !torch.vtensor<[1,9,4],f32>) -> !torch.vtensor<[1,1,2,2],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<[3, 3]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Col2Im"(%arg0, %c0, %c1) {torch.onnx.pads = [1 : si64, 1 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,9,4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2],f32>
}
