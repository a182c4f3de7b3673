// New tensors and other shapes; sizes that only the run knows.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Zeros of f32 unless there is a value.
// CHECK-LABEL: func.func @constant_of_shape(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @constant_of_shape() -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 3]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.ConstantOfShape"(%c0) : (!torch.vtensor<[2],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Sizes are read by the run.
// CHECK-LABEL: func.func @constant_of_shape_value(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V1:.*]] = torch.aten.Int.Tensor %[[V0]] : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.aten.select.int %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.Int.Tensor %[[V2]] : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.vtensor.literal(dense<7>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %[[V1]], %[[V3]]
// CHECK: %[[V8:.*]] = torch.aten.broadcast_to %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[?,?],si64>
// CHECK: return %[[V8]]
func.func @constant_of_shape_value(%arg0: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],si64> {
  %0 = torch.operator "onnx.ConstantOfShape"(%arg0) {torch.onnx.value = dense<7> : tensor<1xsi64>} : (!torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],si64>
  return %0 : !torch.vtensor<[?,?],si64>
}

// The block stands before the depth,
// CHECK-LABEL: func.func @depth_to_space(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,2,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.permute %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,2,2,2,3,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,4,6],f32>
// CHECK: return %[[V5]]
func.func @depth_to_space(%arg0: !torch.vtensor<[1,8,2,3],f32>) -> !torch.vtensor<[1,2,4,6],f32> {
  %0 = torch.operator "onnx.DepthToSpace"(%arg0) {torch.onnx.blocksize = 2 : si64} : (!torch.vtensor<[1,8,2,3],f32>) -> !torch.vtensor<[1,2,4,6],f32>
  return %0 : !torch.vtensor<[1,2,4,6],f32>
}

// or behind it.
// CHECK-LABEL: func.func @depth_to_space_crd(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,2,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.permute %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,2,2,2,3,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,4,6],f32>
// CHECK: return %[[V5]]
func.func @depth_to_space_crd(%arg0: !torch.vtensor<[1,8,2,3],f32>) -> !torch.vtensor<[1,2,4,6],f32> {
  %0 = torch.operator "onnx.DepthToSpace"(%arg0) {torch.onnx.blocksize = 2 : si64, torch.onnx.mode = "CRD"} : (!torch.vtensor<[1,8,2,3],f32>) -> !torch.vtensor<[1,2,4,6],f32>
  return %0 : !torch.vtensor<[1,2,4,6],f32>
}

// CHECK-LABEL: func.func @space_to_depth_unknown(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[?,1,2,2,3,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.permute %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,2,2,1,2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %[[V0]], %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[?,4,2,3],f32>
// CHECK: return %[[V6]]
func.func @space_to_depth_unknown(%arg0: !torch.vtensor<[?,1,4,6],f32>) -> !torch.vtensor<[?,4,2,3],f32> {
  %0 = torch.operator "onnx.SpaceToDepth"(%arg0) {torch.onnx.blocksize = 2 : si64} : (!torch.vtensor<[?,1,4,6],f32>) -> !torch.vtensor<[?,4,2,3],f32>
  return %0 : !torch.vtensor<[?,4,2,3],f32>
}

// Ones where the column is the row plus k.
// CHECK-LABEL: func.func @eye(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si64>
// CHECK: %[[V7:.*]] = torch.aten.eq.Scalar %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],i1>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V7]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V8]]
func.func @eye(%arg0: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3,4],f32> {
  %0 = torch.operator "onnx.EyeLike"(%arg0) {torch.onnx.k = 1 : si64} : (!torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// The type of the result is an attribute.
// CHECK-LABEL: func.func @eye_unknown(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %[[V0]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.aten.size.int %[[V1]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.aten.size.int %[[V4]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?],si64>
// CHECK: %[[V7:.*]] = torch.aten.eq.Scalar %[[V6]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?],i1>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V7]], %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?,?],si64>
// CHECK: return %[[V8]]
func.func @eye_unknown(%arg0: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?,?],si64> {
  %0 = torch.operator "onnx.EyeLike"(%arg0) {torch.onnx.dtype = 7 : si64} : (!torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?,?],si64>
  return %0 : !torch.vtensor<[?,?],si64>
}

// CHECK-LABEL: func.func @flatten(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: return %[[V1]]
func.func @flatten(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32> {
  %0 = torch.operator "onnx.Flatten"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32>
  return %0 : !torch.vtensor<[2,12],f32>
}

// Nothing is before axis 0.
// CHECK-LABEL: func.func @flatten_all(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int24{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,24],f32>
// CHECK: return %[[V1]]
func.func @flatten_all(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[1,24],f32> {
  %0 = torch.operator "onnx.Flatten"(%arg0) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[1,24],f32>
  return %0 : !torch.vtensor<[1,24],f32>
}

// CHECK-LABEL: func.func @flatten_negative(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.mul.int %int2{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V1]], %int4{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: return %[[V3]]
func.func @flatten_negative(%arg0: !torch.vtensor<[2,?,4],f32>) -> !torch.vtensor<[?,4],f32> {
  %0 = torch.operator "onnx.Flatten"(%arg0) {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[2,?,4],f32>) -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// CHECK-LABEL: func.func @range(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<1>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<2>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V1]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V0]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: return %[[V4]]
func.func @range() -> !torch.vtensor<[3],si64> {
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %c1 = torch.vtensor.literal(dense<7> : tensor<si64>) : !torch.vtensor<[],si64>
  %c2 = torch.vtensor.literal(dense<2> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.Range"(%c0, %c1, %c2) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// In f32.
// CHECK-LABEL: func.func @range_half(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %{{.*}}, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V0]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int5{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f16>
// CHECK: return %[[V5]]
func.func @range_half(%arg0: !torch.vtensor<[],f16>, %arg1: !torch.vtensor<[],f16>, %arg2: !torch.vtensor<[],f16>) -> !torch.vtensor<[4],f16> {
  %0 = torch.operator "onnx.Range"(%arg0, %arg1, %arg2) : (!torch.vtensor<[],f16>, !torch.vtensor<[],f16>, !torch.vtensor<[],f16>) -> !torch.vtensor<[4],f16>
  return %0 : !torch.vtensor<[4],f16>
}

// 0 copies a size, -1 is what the others leave.
// CHECK-LABEL: func.func @reshape_copies(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %int-1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[?,12],f32>
// CHECK: return %[[V2]]
func.func @reshape_copies(%arg0: !torch.vtensor<[?,3,4],f32>) -> !torch.vtensor<[?,12],f32> {
  %c0 = torch.vtensor.literal(dense<[0, -1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Reshape"(%arg0, %c0) : (!torch.vtensor<[?,3,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,12],f32>
  return %0 : !torch.vtensor<[?,12],f32>
}

// CHECK-LABEL: func.func @reshape_zero(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[3,0],f32>
// CHECK: return %[[V1]]
func.func @reshape_zero(%arg0: !torch.vtensor<[0,3],f32>) -> !torch.vtensor<[3,0],f32> {
  %c0 = torch.vtensor.literal(dense<[3, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Reshape"(%arg0, %c0) {torch.onnx.allowzero = 1 : si64} : (!torch.vtensor<[0,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[3,0],f32>
  return %0 : !torch.vtensor<[3,0],f32>
}

// The shape is an attribute before version 5.
// CHECK-LABEL: func.func @reshape_attribute(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V1]]
func.func @reshape_attribute(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> attributes {torch.onnx_meta.opset_version = 1 : si64} {
  %0 = torch.operator "onnx.Reshape"(%arg0) {torch.onnx.shape = [3 : si64, 2 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// From start, without end.
// CHECK-LABEL: func.func @shape_part(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[3, 4]>
// CHECK: return %[[V0]]
func.func @shape_part(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.Shape"(%arg0) {torch.onnx.start = -2 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @shape_end(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[2, 3]>
// CHECK: return %[[V0]]
func.func @shape_end(%arg0: !torch.vtensor<[2,3,?],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.Shape"(%arg0) {torch.onnx.end = -1 : si64} : (!torch.vtensor<[2,3,?],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @size(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<6>
// CHECK: return %[[V0]]
func.func @size(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],si64> {
  %0 = torch.operator "onnx.Size"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

// CHECK-LABEL: func.func @size_unknown(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.mul.int %int2{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.prim.NumToTensor.Scalar %[[V1]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: return %[[V2]]
func.func @size_unknown(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[],si64> {
  %0 = torch.operator "onnx.Size"(%arg0) : (!torch.vtensor<[2,?],f32>) -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

// Axes are an attribute before version 13,
// CHECK-LABEL: func.func @squeeze_attribute(
// CHECK: %[[V0:.*]] = torch.aten.squeeze.dim %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: return %[[V0]]
func.func @squeeze_attribute(%arg0: !torch.vtensor<[1,2,1],f32>) -> !torch.vtensor<[1,2],f32> attributes {torch.onnx_meta.opset_version = 11 : si64} {
  %0 = torch.operator "onnx.Squeeze"(%arg0) {torch.onnx.axes = [-1 : si64]} : (!torch.vtensor<[1,2,1],f32>) -> !torch.vtensor<[1,2],f32>
  return %0 : !torch.vtensor<[1,2],f32>
}

// an operand since.
// CHECK-LABEL: func.func @squeeze_input(
// CHECK: %[[V0:.*]] = torch.aten.squeeze.dim %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V0]]
func.func @squeeze_input(%arg0: !torch.vtensor<[1,2,1],f32>) -> !torch.vtensor<[2,1],f32> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Squeeze"(%arg0, %c0) : (!torch.vtensor<[1,2,1],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// Axes count in the result.
// CHECK-LABEL: func.func @unsqueeze_attribute(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: return %[[V1]]
func.func @unsqueeze_attribute(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,3,1],f32> attributes {torch.onnx_meta.opset_version = 11 : si64} {
  %0 = torch.operator "onnx.Unsqueeze"(%arg0) {torch.onnx.axes = [3 : si64, 0 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,3,1],f32>
  return %0 : !torch.vtensor<[1,2,3,1],f32>
}

// CHECK-LABEL: func.func @unsqueeze_input(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: return %[[V0]]
func.func @unsqueeze_input(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,1],f32> {
  %c0 = torch.vtensor.literal(dense<[-1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Unsqueeze"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,3,1],f32>
  return %0 : !torch.vtensor<[2,3,1],f32>
}

// CHECK-LABEL: func.func @tile(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.repeat %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V1]]
func.func @tile(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Tile"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// What both types state need not be asked.
// CHECK-LABEL: func.func @tile_at_run_time(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V1:.*]] = torch.aten.Int.Tensor %[[V0]] : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V1]], %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.repeat %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: return %[[V3]]
func.func @tile_at_run_time(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,3],f32> {
  %0 = torch.operator "onnx.Tile"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// Without an order, the other way round.
// CHECK-LABEL: func.func @transpose_reversed(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.permute %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4,3,2],f32>
// CHECK: return %[[V1]]
func.func @transpose_reversed(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32> {
  %0 = torch.operator "onnx.Transpose"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32>
  return %0 : !torch.vtensor<[4,3,2],f32>
}

// CHECK-LABEL: func.func @expand_rank(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.broadcast_to %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3,6],f32>
// CHECK: return %[[V1]]
func.func @expand_rank(%arg0: !torch.vtensor<[3,1],f32>) -> !torch.vtensor<[2,3,6],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 1, 6]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  %0 = torch.operator "onnx.Expand"(%arg0, %c0) : (!torch.vtensor<[3,1],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[2,3,6],f32>
  return %0 : !torch.vtensor<[2,3,6],f32>
}

// CHECK-LABEL: func.func @constant_tensor(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[1.000000e+00, 2.000000e+00]>
// CHECK: return %[[V0]]
func.func @constant_tensor() -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @constant_int(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<5>
// CHECK: return %[[V0]]
func.func @constant_int() -> !torch.vtensor<[],si64> {
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_int = 5 : si64} : () -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

// CHECK-LABEL: func.func @constant_floats(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[5.000000e-01, 1.500000e+00]>
// CHECK: return %[[V0]]
func.func @constant_floats() -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_floats = [0.5 : f32, 1.5 : f32]} : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
