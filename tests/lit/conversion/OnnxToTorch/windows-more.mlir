// Pools that PyTorch has no operator for: powers, dilated means, indices, and
// the way back from them.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @average_ceil(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.avg_pool1d %arg0, %[[V0]], %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: return %[[V2]]
func.func @average_ceil(%arg0: !torch.vtensor<[1,1,5],f32>) -> !torch.vtensor<[1,1,3],f32> {
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [2 : si64], torch.onnx.ceil_mode = 1 : si64} : (!torch.vtensor<[1,1,5],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

// CHECK-LABEL: func.func @average_three(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.avg_pool3d %arg0, %[[V0]], %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,2,2],f32>
// CHECK: return %[[V2]]
func.func @average_three(%arg0: !torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,2,2,2],f32> {
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2,2],f32>
}

// Even pads of half a window, which do not count.
// CHECK-LABEL: func.func @average_padded(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.avg_pool1d %arg0, %[[V0]], %[[V1]], %[[V1]], %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: return %[[V2]]
func.func @average_padded(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,5],f32> {
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.pads = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,5],f32>
  return %0 : !torch.vtensor<[1,1,5],f32>
}

// Sums of slices, over how many elements there are.
// CHECK-LABEL: func.func @average_dilated(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V2]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: %[[V7:.*]] = torch.aten.constant_pad_nd %[[V6]], %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: %[[V8:.*]] = torch.aten.slice.Tensor %[[V7]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.slice.Tensor %[[V7]], %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V8]], %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.div.Tensor %[[V4]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: return %[[V11]]
func.func @average_dilated(%arg0: !torch.vtensor<[1,1,5],f32>) -> !torch.vtensor<[1,1,3],f32> {
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.dilations = [2 : si64]} : (!torch.vtensor<[1,1,5],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

// Padding does not count: the last window has one element.
// CHECK-LABEL: func.func @average_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V2]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.constant_pad_nd %[[V6]], %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: %[[V8:.*]] = torch.aten.slice.Tensor %[[V7]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V9:.*]] = torch.aten.slice.Tensor %[[V7]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V8]], %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.div.Tensor %[[V4]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: return %[[V11]]
func.func @average_uneven(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.pads = [0 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

// Below every integer is the lowest one.
// CHECK-LABEL: func.func @max_integers_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float-1.280000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],si8>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],si8>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],si8>
// CHECK: %[[V4:.*]] = torch.aten.maximum %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,1,4],si8>
// CHECK: return %[[V4]]
func.func @max_integers_uneven(%arg0: !torch.vtensor<[1,1,4],si8>) -> !torch.vtensor<[1,1,4],si8> {
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.pads = [0 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4],si8>) -> !torch.vtensor<[1,1,4],si8>
  return %0 : !torch.vtensor<[1,1,4],si8>
}

// CHECK-LABEL: func.func @max_unsigned_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],ui8>
// CHECK: %[[V2:.*]] = torch.aten.maximum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4],ui8>
// CHECK: return %[[V2]]
func.func @max_unsigned_uneven(%arg0: !torch.vtensor<[1,1,4],ui8>) -> !torch.vtensor<[1,1,4],ui8> {
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.pads = [0 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4],ui8>) -> !torch.vtensor<[1,1,4],ui8>
  return %0 : !torch.vtensor<[1,1,4],ui8>
}

// Of equal ones the first; places count through the whole tensor.
// CHECK-LABEL: func.func @max_indices(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %{{.*}}, %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %{{.*}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.gt.Tensor %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[1,1,2],i1>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V2]], %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %{{.*}} = torch.aten.where.self %[[V2]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2],si64>
// CHECK: return %[[V3]], %{{.*}}
func.func @max_indices(%arg0: !torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],si64>) {
  %0:2 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [2 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],si64>
}

// Columns first: a place is row + 4 * column.
// CHECK-LABEL: func.func @max_indices_columns(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],si64>
// CHECK: %{{.*}} = torch.aten.gt.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,3],i1>
func.func @max_indices_columns(%arg0: !torch.vtensor<[1,1,4,6],f32>) -> (!torch.vtensor<[1,1,2,3],f32>, !torch.vtensor<[1,1,2,3],si64>) {
  %0:2 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.storage_order = 1 : si64} : (!torch.vtensor<[1,1,4,6],f32>) -> (!torch.vtensor<[1,1,2,3],f32>, !torch.vtensor<[1,1,2,3],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,2,3],f32>, !torch.vtensor<[1,1,2,3],si64>
}

// Rows first: a place is column + 6 * row.
// CHECK-LABEL: func.func @max_indices_rows(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],si64>
// CHECK: %{{.*}} = torch.aten.gt.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,3],i1>
func.func @max_indices_rows(%arg0: !torch.vtensor<[1,1,4,6],f32>) -> (!torch.vtensor<[1,1,2,3],f32>, !torch.vtensor<[1,1,2,3],si64>) {
  %0:2 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,4,6],f32>) -> (!torch.vtensor<[1,1,2,3],f32>, !torch.vtensor<[1,1,2,3],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,2,3],f32>, !torch.vtensor<[1,1,2,3],si64>
}

// CHECK-LABEL: func.func @lp_one(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.constant_pad_nd %[[V0]], %[[V1]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V2]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %[[V2]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: return %[[V5]]
func.func @lp_one(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32> {
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.p = 1 : si64} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

// The root of the sum of squares.
// CHECK-LABEL: func.func @lp_two(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.constant_pad_nd %[[V0]], %[[V1]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V2]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %[[V2]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.sqrt %[[V5]] : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: return %[[V6]]
func.func @lp_two(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,2],f32> {
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [2 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,2],f32>
  return %0 : !torch.vtensor<[1,1,2],f32>
}

// CHECK-LABEL: func.func @lp_three(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.pow.Tensor_Scalar %[[V0]], %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.constant_pad_nd %[[V1]], %[[V2]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %[[V3]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V3]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.add.Tensor %[[V4]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: %[[V7:.*]] = torch.aten.pow.Tensor_Scalar %[[V6]], %float3.333333e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],f32>
// CHECK: return %[[V7]]
func.func @lp_three(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,2],f32> {
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [2 : si64], torch.onnx.p = 3 : si64} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,2],f32>
  return %0 : !torch.vtensor<[1,1,2],f32>
}

// CHECK-LABEL: func.func @global_lp(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: return %[[V3]]
func.func @global_lp(%arg0: !torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,1,1],f32> {
  %0 = torch.operator "onnx.GlobalLpPool"(%arg0) : (!torch.vtensor<[1,2,3,4],f32>) -> !torch.vtensor<[1,2,1,1],f32>
  return %0 : !torch.vtensor<[1,2,1,1],f32>
}

// CHECK-LABEL: func.func @global_lp_three(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.pow.Tensor_Scalar %[[V0]], %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.pow.Tensor_Scalar %[[V3]], %float3.333333e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: return %[[V4]]
func.func @global_lp_three(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,1],f32> {
  %0 = torch.operator "onnx.GlobalLpPool"(%arg0) {torch.onnx.p = 3 : si64} : (!torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,1],f32>
  return %0 : !torch.vtensor<[1,2,1],f32>
}

// CHECK-LABEL: func.func @global_average_one(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.size.int %arg0, %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: return %[[V4]]
func.func @global_average_one(%arg0: !torch.vtensor<[1,2,?],f32>) -> !torch.vtensor<[1,2,1],f32> {
  %0 = torch.operator "onnx.GlobalAveragePool"(%arg0) : (!torch.vtensor<[1,2,?],f32>) -> !torch.vtensor<[1,2,1],f32>
  return %0 : !torch.vtensor<[1,2,1],f32>
}

// Zeros, but where the indices say.
// CHECK-LABEL: func.func @unpool(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int16{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[16],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V4:.*]] = torch.aten.view %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.scatter.src %[[V1]], %int0{{(_[0-9]+)?}}, %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[16],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V7]]
func.func @unpool(%arg0: !torch.vtensor<[1,1,2,2],f32>, %arg1: !torch.vtensor<[1,1,2,2],si64>) -> !torch.vtensor<[1,1,4,4],f32> {
  %0 = torch.operator "onnx.MaxUnpool"(%arg0, %arg1) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[1,1,2,2],si64>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// Indices count in the tensor of 4 by 4; the rest is zeros behind.
// CHECK-LABEL: func.func @unpool_larger(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V2:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.scatter.src %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[16],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.constant_pad_nd %[[V5]], %[[V6]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5,5],f32>
// CHECK: return %[[V7]]
func.func @unpool_larger(%arg0: !torch.vtensor<[1,1,2,2],f32>, %arg1: !torch.vtensor<[1,1,2,2],si64>) -> !torch.vtensor<[1,1,5,5],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1, 5, 5]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.MaxUnpool"(%arg0, %arg1, %c0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[1,1,2,2],si64>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}
