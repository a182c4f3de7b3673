// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// 0 is the operand's own size.
// CHECK-LABEL: func.func @reshape(
func.func @reshape(%x: !torch.vtensor<[?,4,2],f32>) -> !torch.vtensor<[?,8],f32> {
  // CHECK-DAG: %[[SIZE:.*]] = torch.aten.size.int %arg0
  // CHECK-DAG: %[[REST:.*]] = torch.constant.int -1
  // CHECK: %[[SIZES:.*]] = torch.prim.ListConstruct %[[SIZE]], %[[REST]]
  // CHECK: torch.aten.view %arg0, %[[SIZES]]
  %shape = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[0, -1]> : tensor<2xsi64>} : () -> !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Reshape"(%x, %shape) : (!torch.vtensor<[?,4,2],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,8],f32>
  return %0 : !torch.vtensor<[?,8],f32>
}

// Backwards, from the last element to the second.
// CHECK-LABEL: func.func @slice(
func.func @slice(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: %[[X:.*]] = torch.aten.flip %arg0
  // CHECK: torch.aten.slice.Tensor %[[X]], {{.*}} -> !torch.vtensor<[2],f32>
  %start = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [-1 : si64]} : () -> !torch.vtensor<[1],si64>
  %end = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [0 : si64]} : () -> !torch.vtensor<[1],si64>
  %axis = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [0 : si64]} : () -> !torch.vtensor<[1],si64>
  %step = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [-2 : si64]} : () -> !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%x, %start, %end, %axis, %step) : (!torch.vtensor<[5],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// Any dimension can be padded by its own elements.
// CHECK-LABEL: func.func @reflect(
func.func @reflect(%x: !torch.vtensor<[1,3,1],f32>) -> !torch.vtensor<[1,6,1],f32> {
  // CHECK: %[[I:.*]] = torch.vtensor.literal(dense<[2, 1, 0, 1, 2, 1]> : tensor<6xsi64>)
  // CHECK: torch.aten.index_select %arg0, {{.*}}, %[[I]]
  %pads = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[0, 2, 0, 0, 1, 0]> : tensor<6xsi64>} : () -> !torch.vtensor<[6],si64>
  %0 = torch.operator "onnx.Pad"(%x, %pads) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[1,3,1],f32>, !torch.vtensor<[6],si64>) -> !torch.vtensor<[1,6,1],f32>
  return %0 : !torch.vtensor<[1,6,1],f32>
}

// CHECK-LABEL: func.func @gather(
func.func @gather(%x: !torch.vtensor<[5,?],f32>, %i: !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[2,3,?],f32> {
  // CHECK: torch.aten.where.self
  // CHECK: torch.aten.index_select
  // CHECK: torch.aten.view {{.*}} -> !torch.vtensor<[2,3,?],f32>
  %0 = torch.operator "onnx.Gather"(%x, %i) : (!torch.vtensor<[5,?],f32>, !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[2,3,?],f32>
  return %0 : !torch.vtensor<[2,3,?],f32>
}

// CHECK-LABEL: func.func @concat(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg0, %arg1
// CHECK: %[[V1:.*]] = torch.aten.cat %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,7],f32>
// CHECK: return %[[V1]]
func.func @concat(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32> {
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32>
  return %0 : !torch.vtensor<[2,7],f32>
}

// CHECK-LABEL: func.func @flatten(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: return %[[V1]]
func.func @flatten(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32> {
  %0 = torch.operator "onnx.Flatten"(%arg0) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32>
  return %0 : !torch.vtensor<[2,12],f32>
}

// CHECK-LABEL: func.func @shape(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[3, 4]>
// CHECK: return %[[V0]]
func.func @shape(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.Shape"(%arg0) {torch.onnx.start = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @split(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @split(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>) {
  %0:2 = torch.operator "onnx.Split"(%arg0) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK: %[[V0:.*]] = torch.aten.squeeze.dim %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.squeeze.dim %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @squeeze(%arg0: !torch.vtensor<[2,1,3,1],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Squeeze"(%arg0) {torch.onnx.axes = [1 : si64, -1 : si64]} : (!torch.vtensor<[2,1,3,1],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.permute %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4,3,2],f32>
// CHECK: return %[[V1]]
func.func @transpose(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32> {
  %0 = torch.operator "onnx.Transpose"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32>
  return %0 : !torch.vtensor<[4,3,2],f32>
}

// CHECK-LABEL: func.func @unsqueeze(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: return %[[V1]]
func.func @unsqueeze(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,1,3],f32> {
  %0 = torch.operator "onnx.Unsqueeze"(%arg0) {torch.onnx.axes = [0 : si64, 2 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,1,3],f32>
  return %0 : !torch.vtensor<[1,2,1,3],f32>
}

// Sizes that the result states need no shape.
// CHECK-LABEL: func.func @reshape_copies(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[0, -1]>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: return %[[V2]]
func.func @reshape_copies(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32> {
  %s = torch.vtensor.literal(dense<[0, -1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Reshape"(%x, %s) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,12],f32>
  return %0 : !torch.vtensor<[2,12],f32>
}

// With `allowzero` a 0 is a size.
// CHECK-LABEL: func.func @reshape_allow_zero(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[3, 0]>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[3,0],f32>
// CHECK: return %[[V2]]
func.func @reshape_allow_zero(%x: !torch.vtensor<[0,3],f32>) -> !torch.vtensor<[3,0],f32> {
  %s = torch.vtensor.literal(dense<[3, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Reshape"(%x, %s) {torch.onnx.allowzero = 1 : si64} : (!torch.vtensor<[0,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[3,0],f32>
  return %0 : !torch.vtensor<[3,0],f32>
}

// A negative step is a slice of what was turned over.
// CHECK-LABEL: func.func @slice_backwards(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<5>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<-7>
// CHECK: %[[V2:.*]] = torch.vtensor.literal(dense<0>
// CHECK: %[[V3:.*]] = torch.vtensor.literal(dense<-2>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.flip %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V6:.*]] = torch.aten.slice.Tensor %[[V5]], %int0{{(_[0-9]+)?}}, %int-6{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V6]]
func.func @slice_backwards(%x: !torch.vtensor<[6],f32>) -> !torch.vtensor<[3],f32> {
  %b = torch.vtensor.literal(dense<[5]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %e = torch.vtensor.literal(dense<[-7]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %a = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %s = torch.vtensor.literal(dense<[-2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%x, %b, %e, %a, %s) : (!torch.vtensor<[6],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Before version 10 starts and ends are attributes.
// CHECK-LABEL: func.func @slice_attributes(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int9223372036854775807{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: return %[[V0]]
func.func @slice_attributes(%x: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,5],f32> {
  %0 = torch.operator "onnx.Slice"(%x) {torch.onnx.starts = [1 : si64], torch.onnx.ends = [9223372036854775807 : si64], torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

// Indices count from the end if they are negative.
// CHECK-LABEL: func.func @gather_last(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg1, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int-1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V7]]
func.func @gather_last(%x: !torch.vtensor<[2,4],f32>, %i: !torch.vtensor<[3],si64>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Gather"(%x, %i) {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// The elements at the edge are repeated: constant indices.
// CHECK-LABEL: func.func @pad_edge(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[0, 1, 0, 2]>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<[0, 0, 1, 2, 2, 2]>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2,6],f32>
// CHECK: return %[[V2]]
func.func @pad_edge(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %p = torch.vtensor.literal(dense<[0, 1, 0, 2]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Pad"(%x, %p) {torch.onnx.mode = "edge"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[2,6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func.func @pad_reflect(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[0, 2, 0, 1]>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<[2, 1, 0, 1, 2, 1]>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2,6],f32>
// CHECK: return %[[V2]]
func.func @pad_reflect(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %p = torch.vtensor.literal(dense<[0, 2, 0, 1]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Pad"(%x, %p) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[2,6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func.func @pad_wrap(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[0, 1, 0, 1]>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<[2, 0, 1, 2, 0]>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: return %[[V2]]
func.func @pad_wrap(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,5],f32> {
  %p = torch.vtensor.literal(dense<[0, 1, 0, 1]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Pad"(%x, %p) {torch.onnx.mode = "wrap"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

// Without axes, all of size 1.
// CHECK-LABEL: func.func @squeeze_all(
// CHECK: %[[V0:.*]] = torch.aten.squeeze.dim %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.squeeze.dim %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V1]]
func.func @squeeze_all(%x: !torch.vtensor<[1,2,1],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.Squeeze"(%x) : (!torch.vtensor<[1,2,1],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @expand_known(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[2, 3]>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V2]]
func.func @expand_known(%x: !torch.vtensor<[1,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %s = torch.vtensor.literal(dense<[2, 3]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Expand"(%x, %s) : (!torch.vtensor<[1,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @transpose_by(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.permute %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: return %[[V1]]
func.func @transpose_by(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,4,3],f32> {
  %0 = torch.operator "onnx.Transpose"(%x) {torch.onnx.perm = [0 : si64, 2 : si64, 1 : si64]} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,4,3],f32>
  return %0 : !torch.vtensor<[2,4,3],f32>
}

// CHECK-LABEL: func.func @constant_ints(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[1, 2, 3]>
// CHECK: return %[[V0]]
func.func @constant_ints() -> !torch.vtensor<[3],si64> {
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [1 : si64, 2 : si64, 3 : si64]} : () -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// CHECK-LABEL: func.func @constant_float(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V1]]
func.func @constant_float() -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_float = 0.5 : f32} : () -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// A shape of the run: 0 copies, -1 is what the others leave.
// CHECK-LABEL: func.func @reshape_at_run_time(
// CHECK: %[[COPIED:.*]] = torch.aten.where.self
// CHECK: torch.aten.prod.dim_int
// CHECK: %[[SHAPE:.*]] = torch.aten.where.self {{.*}}, %[[COPIED]]
// CHECK: %[[ROW:.*]] = torch.aten.select.int %[[SHAPE]]
// CHECK: %[[ROWS:.*]] = torch.aten.Int.Tensor %[[ROW]]
// CHECK: %[[SIZES:.*]] = torch.prim.ListConstruct %[[ROWS]]
// CHECK: torch.aten.view %arg0, %[[SIZES]]
func.func @reshape_at_run_time(%x: !torch.vtensor<[?,?],f32>, %s: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],f32> {
  %0 = torch.operator "onnx.Reshape"(%x, %s) : (!torch.vtensor<[?,?],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @expand_at_run_time(
// CHECK: torch.aten.Int.Tensor
// CHECK: torch.aten.broadcast_to
func.func @expand_at_run_time(%x: !torch.vtensor<[1,3],f32>, %n: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,3],f32> {
  %0 = torch.operator "onnx.Expand"(%x, %n) : (!torch.vtensor<[1,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// Sizes of the run as a tensor.
// CHECK-LABEL: func.func @shape_of_unknown(
// CHECK: torch.aten.size.int %arg0
// CHECK: torch.prim.NumToTensor.Scalar
// CHECK: torch.aten.cat
func.func @shape_of_unknown(%x: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.Shape"(%x) : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// How many there are is computed from the bounds.
// CHECK-LABEL: func.func @range_at_run_time(
// CHECK: %[[STEPS:.*]] = torch.aten.ceil
// CHECK: torch.aten.Int.Tensor
// CHECK: torch.aten.arange.start_step
func.func @range_at_run_time(%a: !torch.vtensor<[],si64>, %b: !torch.vtensor<[],si64>, %c: !torch.vtensor<[],si64>) -> !torch.vtensor<[?],si64> {
  %0 = torch.operator "onnx.Range"(%a, %b, %c) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @space_to_depth(
// CHECK: torch.aten.view
// CHECK: torch.aten.permute
// CHECK: torch.aten.view {{.*}} -> !torch.vtensor<[1,4,1,2],f32>
func.func @space_to_depth(%x: !torch.vtensor<[1,1,2,4],f32>) -> !torch.vtensor<[1,4,1,2],f32> {
  %0 = torch.operator "onnx.SpaceToDepth"(%x) {torch.onnx.blocksize = 2 : si64} : (!torch.vtensor<[1,1,2,4],f32>) -> !torch.vtensor<[1,4,1,2],f32>
  return %0 : !torch.vtensor<[1,4,1,2],f32>
}

// As many numbers as a tensor has rows: no count is computed.
// CHECK-LABEL: func.func @range_of_size(
// CHECK-NOT: torch.aten.div
// CHECK: %[[ROWS:.*]] = torch.aten.size.int %arg0, %int0
// CHECK: torch.aten.arange{{.*}}%[[ROWS]]
func.func @range_of_size(%arg0: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?],si64> {
  %zero = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %one = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %shape = torch.operator "onnx.Shape"(%arg0) {torch.onnx.end = 1 : si64} : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[1],si64>
  %rows = torch.operator "onnx.Squeeze"(%shape) : (!torch.vtensor<[1],si64>) -> !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.Range"(%zero, %rows, %one) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}
