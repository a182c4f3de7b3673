// Elements and slices at indices, which count from the end where they are
// negative.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Sizes of the indices stand where the axis was.
// CHECK-LABEL: func.func @gather(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg1, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int-1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[4,6],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[4,2,3],f32>
// CHECK: return %[[V7]]
func.func @gather(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[4,2,3],f32> {
  %0 = torch.operator "onnx.Gather"(%arg0, %arg1) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[4,2,3],f32>
  return %0 : !torch.vtensor<[4,2,3],f32>
}

// A number takes the dimension away.
// CHECK-LABEL: func.func @gather_scalar(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg1, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V0]], %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int-1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V5]] : {{.*}} -> !torch.vtensor<[1,5],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int5{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.view %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V8]]
func.func @gather_scalar(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[],si32>) -> !torch.vtensor<[5],f32> {
  %0 = torch.operator "onnx.Gather"(%arg0, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[],si32>) -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// CHECK-LABEL: func.func @gather_elements(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg1, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V3:.*]] = torch.aten.gather %arg0, %int0{{(_[0-9]+)?}}, %[[V2]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: return %[[V3]]
func.func @gather_elements(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2,5],si64>) -> !torch.vtensor<[2,5],f32> {
  %0 = torch.operator "onnx.GatherElements"(%arg0, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2,5],si64>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

// CHECK-LABEL: func.func @gather_elements_last(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg1, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],i1>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V0]], %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V4:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %[[V3]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: return %[[V4]]
func.func @gather_elements_last(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[4,2],si32>) -> !torch.vtensor<[4,2],f32> {
  %0 = torch.operator "onnx.GatherElements"(%arg0, %arg1) {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[4,2],si32>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

// Two indices as one: 5 * first + second.
// CHECK-LABEL: func.func @gather_nd(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V0]], %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V4:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V5:.*]] = torch.aten.lt.Scalar %[[V4]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V6:.*]] = torch.aten.add.Scalar %[[V4]], %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V5]], %[[V6]], %[[V4]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V3]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V8]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V12:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.view %[[V12]], %[[V13]] : {{.*}} -> !torch.vtensor<[1,1],si64>
// CHECK: %[[V15:.*]] = torch.aten.mul.Scalar %[[V14]], %int20{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],si64>
// CHECK: %[[V16:.*]] = torch.aten.add.Tensor %[[V11]], %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V17:.*]] = torch.prim.ListConstruct %int20{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V18:.*]] = torch.aten.view %arg0, %[[V17]] : {{.*}} -> !torch.vtensor<[20,6],f32>
// CHECK: %[[V19:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V20:.*]] = torch.aten.view %[[V16]], %[[V19]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V21:.*]] = torch.aten.index_select %[[V18]], %int0{{(_[0-9]+)?}}, %[[V20]] : {{.*}} -> !torch.vtensor<[3,6],f32>
// CHECK: %[[V22:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V23:.*]] = torch.aten.view %[[V21]], %[[V22]] : {{.*}} -> !torch.vtensor<[3,6],f32>
// CHECK: return %[[V23]]
func.func @gather_nd(%arg0: !torch.vtensor<[4,5,6],f32>, %arg1: !torch.vtensor<[3,2],si64>) -> !torch.vtensor<[3,6],f32> {
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) : (!torch.vtensor<[4,5,6],f32>, !torch.vtensor<[3,2],si64>) -> !torch.vtensor<[3,6],f32>
  return %0 : !torch.vtensor<[3,6],f32>
}

// Each of the batch in its own four rows.
// CHECK-LABEL: func.func @gather_nd_batch(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg1, %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V0]], %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V6:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.view %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V9:.*]] = torch.aten.mul.Scalar %[[V8]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V5]], %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int8{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %arg0, %[[V11]] : {{.*}} -> !torch.vtensor<[8,5],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.view %[[V10]], %[[V13]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V15:.*]] = torch.aten.index_select %[[V12]], %int0{{(_[0-9]+)?}}, %[[V14]] : {{.*}} -> !torch.vtensor<[6,5],f32>
// CHECK: %[[V16:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V17:.*]] = torch.aten.view %[[V15]], %[[V16]] : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: return %[[V17]]
func.func @gather_nd_batch(%arg0: !torch.vtensor<[2,4,5],f32>, %arg1: !torch.vtensor<[2,3,1],si64>) -> !torch.vtensor<[2,3,5],f32> {
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) {torch.onnx.batch_dims = 1 : si64} : (!torch.vtensor<[2,4,5],f32>, !torch.vtensor<[2,3,1],si64>) -> !torch.vtensor<[2,3,5],f32>
  return %0 : !torch.vtensor<[2,3,5],f32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg1, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V3:.*]] = torch.aten.scatter.src %arg0, %int0{{(_[0-9]+)?}}, %[[V2]], %arg2 : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: return %[[V3]]
func.func @scatter(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2,5],si64>, %arg2: !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[4,5],f32> {
  %0 = torch.operator "onnx.Scatter"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2,5],si64>, !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

// CHECK-LABEL: func.func @scatter_elements(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg1, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V3:.*]] = torch.aten.scatter.src %arg0, %int1{{(_[0-9]+)?}}, %[[V2]], %arg2 : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: return %[[V3]]
func.func @scatter_elements(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[4,2],si64>, %arg2: !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,5],f32> {
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[4,2],si64>, !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

// CHECK-LABEL: func.func @scatter_elements_add(
// CHECK: %[[V0:.*]] = torch.constant.str "sum"
// CHECK: %[[V1:.*]] = torch.aten.scatter_reduce.two %arg0, %int0{{(_[0-9]+)?}}, %{{.*}}, %arg2, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @scatter_elements_add(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) {torch.onnx.reduction = "add"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @scatter_elements_mul(
// CHECK: %[[V0:.*]] = torch.constant.str "prod"
// CHECK: %[[V1:.*]] = torch.aten.scatter_reduce.two %arg0, %int0{{(_[0-9]+)?}}, %{{.*}}, %arg2, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @scatter_elements_mul(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) {torch.onnx.reduction = "mul"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @scatter_elements_max(
// CHECK: %[[V0:.*]] = torch.constant.str "amax"
// CHECK: %[[V1:.*]] = torch.aten.scatter_reduce.two %arg0, %int0{{(_[0-9]+)?}}, %{{.*}}, %arg2, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @scatter_elements_max(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) {torch.onnx.reduction = "max"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @scatter_elements_min(
// CHECK: %[[V0:.*]] = torch.constant.str "amin"
// CHECK: %[[V1:.*]] = torch.aten.scatter_reduce.two %arg0, %int0{{(_[0-9]+)?}}, %{{.*}}, %arg2, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @scatter_elements_min(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) {torch.onnx.reduction = "min"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Whole rows.
// CHECK-LABEL: func.func @scatter_nd(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V0]], %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %arg0, %[[V6]] : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.broadcast_to %[[V5]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V10:.*]] = torch.aten.view %arg2, %[[V8]] : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: %[[V11:.*]] = torch.aten.scatter.src %[[V7]], %int0{{(_[0-9]+)?}}, %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: %[[V12:.*]] = torch.aten.view %[[V11]], %[[V6]] : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: return %[[V12]]
func.func @scatter_nd(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2,1],si64>, %arg2: !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[4,5],f32> {
  %0 = torch.operator "onnx.ScatterND"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2,1],si64>, !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

// CHECK-LABEL: func.func @scatter_nd_add(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int20{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[20,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.view %arg2, %[[V1]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V6:.*]] = torch.constant.str "sum"
// CHECK: %[[V7:.*]] = torch.aten.scatter_reduce.two %[[V4]], %int0{{(_[0-9]+)?}}, %{{.*}}, %[[V5]], %[[V6]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[20,1],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.view %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[4,5],f32>
// CHECK: return %[[V9]]
func.func @scatter_nd_add(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[3,2],si64>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,5],f32> {
  %0 = torch.operator "onnx.ScatterND"(%arg0, %arg1, %arg2) {torch.onnx.reduction = "add"} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[3,2],si64>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

// Ranks say how long the vectors are.
// CHECK-LABEL: func.func @scatter_nd_vectors_of_the_run(
// CHECK: torch.aten.view %arg1, %{{.*}} -> !torch.vtensor<[3,2],si64>
func.func @scatter_nd_vectors_of_the_run(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[3,?],si64>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,5],f32> {
  %0 = torch.operator "onnx.ScatterND"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[3,?],si64>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

// From a place of its own for each of the batch, along the last but one.
// CHECK-LABEL: func.func @tensor_scatter(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,3,1],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg2, %[[V3]] : {{.*}} -> !torch.vtensor<[2,1,1],si64>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.broadcast_to %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[2,3,4],si64>
// CHECK: %[[V8:.*]] = torch.aten.scatter.src %arg0, %int1{{(_[0-9]+)?}}, %[[V7]], %arg1 : {{.*}} -> !torch.vtensor<[2,8,4],f32>
// CHECK: return %[[V8]]
func.func @tensor_scatter(%arg0: !torch.vtensor<[2,8,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,8,4],f32> {
  %0 = torch.operator "onnx.TensorScatter"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,8,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,8,4],f32>
  return %0 : !torch.vtensor<[2,8,4],f32>
}

// Behind the end comes the beginning.
// CHECK-LABEL: func.func @tensor_scatter_circular(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],si64>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %[[V0]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.scatter.src %arg0, %int1{{(_[0-9]+)?}}, %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[2,8,4],f32>
// CHECK: return %[[V2]]
func.func @tensor_scatter_circular(%arg0: !torch.vtensor<[2,8,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,8,4],f32> {
  %0 = torch.operator "onnx.TensorScatter"(%arg0, %arg1, %arg2) {torch.onnx.mode = "circular"} : (!torch.vtensor<[2,8,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,8,4],f32>
  return %0 : !torch.vtensor<[2,8,4],f32>
}

// CHECK-LABEL: func.func @tensor_scatter_from_start(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,1,3],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.broadcast_to %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,4,3],si64>
// CHECK: %[[V5:.*]] = torch.aten.scatter.src %arg0, %int2{{(_[0-9]+)?}}, %[[V4]], %arg1 : {{.*}} -> !torch.vtensor<[2,4,8],f32>
// CHECK: return %[[V5]]
func.func @tensor_scatter_from_start(%arg0: !torch.vtensor<[2,4,8],f32>, %arg1: !torch.vtensor<[2,4,3],f32>) -> !torch.vtensor<[2,4,8],f32> {
  %0 = torch.operator "onnx.TensorScatter"(%arg0, %arg1) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,4,8],f32>, !torch.vtensor<[2,4,3],f32>) -> !torch.vtensor<[2,4,8],f32>
  return %0 : !torch.vtensor<[2,4,8],f32>
}

// A negative index counts from the depth; off comes before on.
// CHECK-LABEL: func.func @one_hot(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg0, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg0 : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V4:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V7:.*]] = torch.aten.eq.Tensor %[[V3]], %[[V6]] : {{.*}} -> !torch.vtensor<[3,4],i1>
// CHECK: %[[V8:.*]] = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V7]], %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V10]]
func.func @one_hot(%arg0: !torch.vtensor<[3],si64>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  %c0 = torch.vtensor.literal(dense<4> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.OneHot"(%arg0, %c0, %arg1) : (!torch.vtensor<[3],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// The depth is known to the run only.
// CHECK-LABEL: func.func @one_hot_first(
// CHECK: %{{.*}} = torch.aten.Int.Tensor %arg1 : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %arg0 : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V3:.*]] = torch.aten.eq.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[?,3],i1>
// CHECK: %[[V4:.*]] = torch.aten.select.int %arg2, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.select.int %arg2, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V3]], %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[?,3],si32>
// CHECK: return %[[V6]]
func.func @one_hot_first(%arg0: !torch.vtensor<[3],si64>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],si32>) -> !torch.vtensor<[?,3],si32> {
  %0 = torch.operator "onnx.OneHot"(%arg0, %arg1, %arg2) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[3],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[2],si32>) -> !torch.vtensor<[?,3],si32>
  return %0 : !torch.vtensor<[?,3],si32>
}

// A stable sort: of equal ones the first comes first.
// CHECK-LABEL: func.func @topk(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort.stable %arg0, %true{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %[[V0]]#0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V0]]#1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: return %[[V1]], %[[V2]]
func.func @topk(%arg0: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>) {
  %c0 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0:2 = torch.operator "onnx.TopK"(%arg0, %c0) : (!torch.vtensor<[2,5],f32>, !torch.vtensor<[1],si64>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>)
  return %0#0, %0#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @topk_smallest(
// CHECK: %[[V0:.*]] = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]]:2 = torch.aten.sort.stable %arg0, %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]]#0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V1]]#1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,2],si64>
// CHECK: return %[[V2]], %[[V3]]
func.func @topk_smallest(%arg0: !torch.vtensor<[5,2],f32>, %arg1: !torch.vtensor<[1],si64>) -> (!torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],si64>) {
  %0:2 = torch.operator "onnx.TopK"(%arg0, %arg1) {torch.onnx.axis = 0 : si64, torch.onnx.largest = 0 : si64} : (!torch.vtensor<[5,2],f32>, !torch.vtensor<[1],si64>) -> (!torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],si64>)
  return %0#0, %0#1 : !torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],si64>
}

// How many is an attribute before version 10.
// CHECK-LABEL: func.func @topk_attribute(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort.stable %arg0, %true{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %[[V0]]#0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V0]]#1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],si64>
// CHECK: return %[[V1]], %[[V2]]
func.func @topk_attribute(%arg0: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],si64>) attributes {torch.onnx_meta.opset_version = 1 : si64} {
  %0:2 = torch.operator "onnx.TopK"(%arg0) {torch.onnx.k = 2 : si64} : (!torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],si64>)
  return %0#0, %0#1 : !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],si64>
}

// CHECK-LABEL: func.func @triu(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si64>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V8:.*]] = torch.aten.full %[[V7]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V9:.*]] = torch.aten.ge.Tensor %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[3,4],i1>
// CHECK: %[[V10:.*]] = torch.aten.full %[[V7]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V9]], %arg0, %[[V10]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V11]]
func.func @triu(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.Trilu"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// One diagonal above the main one is kept as well.
// CHECK-LABEL: func.func @tril(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<1>
// CHECK: %[[V1:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V4:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V6]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si64>
// CHECK: %[[V8:.*]] = torch.aten.le.Tensor %[[V7]], %[[V0]] : {{.*}} -> !torch.vtensor<[3,4],i1>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V10:.*]] = torch.aten.full %[[V9]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V8]], %arg0, %[[V10]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V11]]
func.func @tril(%arg0: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3,4],f32> {
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.Trilu"(%arg0, %c0) {torch.onnx.upper = 0 : si64} : (!torch.vtensor<[3,4],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @trilu_at_run_time(
// CHECK: %{{.*}} = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.size.int %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.size.int %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?],si64>
// CHECK: %[[V5:.*]] = torch.aten.ge.Tensor %[[V4]], %arg1 : {{.*}} -> !torch.vtensor<[?,?],i1>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V5]], %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[?,?],si64>
// CHECK: return %[[V6]]
func.func @trilu_at_run_time(%arg0: !torch.vtensor<[?,?],si64>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?],si64> {
  %0 = torch.operator "onnx.Trilu"(%arg0, %arg1) : (!torch.vtensor<[?,?],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,?],si64>
  return %0 : !torch.vtensor<[?,?],si64>
}

// A row for each dimension.
// CHECK-LABEL: func.func @nonzero(
// CHECK: %[[V0:.*]] = torch.aten.nonzero %arg0 : {{.*}} -> !torch.vtensor<[?,2],si64>
// CHECK: %[[V1:.*]] = torch.aten.transpose.int %[[V0]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,?],si64>
// CHECK: return %[[V1]]
func.func @nonzero(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,?],si64> {
  %0 = torch.operator "onnx.NonZero"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,?],si64>
  return %0 : !torch.vtensor<[2,?],si64>
}

// CHECK-LABEL: func.func @nonzero_scalar(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],f32>
// CHECK: %[[V1:.*]] = torch.aten.nonzero %[[V0]] : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.transpose.int %[[V1]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,?],si64>
// CHECK: return %[[V2]]
func.func @nonzero_scalar(%arg0: !torch.vtensor<[],f32>) -> !torch.vtensor<[1,?],si64> {
  %0 = torch.operator "onnx.NonZero"(%arg0) : (!torch.vtensor<[],f32>) -> !torch.vtensor<[1,?],si64>
  return %0 : !torch.vtensor<[1,?],si64>
}

// Without an axis, of all elements.
// CHECK-LABEL: func.func @compress(
// CHECK: %[[V0:.*]] = torch.aten.nonzero %arg1 : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V1:.*]] = torch.aten.select.int %[[V0]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V4:.*]] = torch.aten.index_select %[[V3]], %int0{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V4]]
func.func @compress(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[6],i1>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Compress"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[6],i1>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @compress_axis(
// CHECK: %[[V0:.*]] = torch.aten.nonzero %arg1 : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V1:.*]] = torch.aten.select.int %[[V0]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V2]]
func.func @compress_axis(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],i1>) -> !torch.vtensor<[2,?],f32> {
  %0 = torch.operator "onnx.Compress"(%arg0, %arg1) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],i1>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// Time is the first dimension, the batch the second.
// CHECK-LABEL: func.func @reverse_sequence(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg1, %[[V3]] : {{.*}} -> !torch.vtensor<[1,2],si64>
// CHECK: %[[V5:.*]] = torch.aten.lt.Tensor %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[4,2],i1>
// CHECK: %[[V6:.*]] = torch.aten.sub.Scalar %[[V4]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],si64>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V6]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V8:.*]] = torch.aten.where.self %[[V5]], %[[V7]], %[[V2]] : {{.*}} -> !torch.vtensor<[4,2],si64>
// CHECK: %[[V9:.*]] = torch.aten.gather %arg0, %int0{{(_[0-9]+)?}}, %[[V8]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: return %[[V9]]
func.func @reverse_sequence(%arg0: !torch.vtensor<[4,2],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,2],f32> {
  %0 = torch.operator "onnx.ReverseSequence"(%arg0, %arg1) : (!torch.vtensor<[4,2],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

// CHECK-LABEL: func.func @reverse_sequence_batch_first(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %{{.*}} = torch.aten.lt.Tensor %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,4],i1>
// CHECK: %[[V5:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V5]]
func.func @reverse_sequence_batch_first(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.ReverseSequence"(%arg0, %arg1) {torch.onnx.time_axis = 1 : si64, torch.onnx.batch_axis = 0 : si64} : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// Columns.
// CHECK-LABEL: func.func @feature_extractor(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V2]]
func.func @feature_extractor(%arg0: !torch.vtensor<[3,5],f32>, %arg1: !torch.vtensor<[1,2],si64>) -> !torch.vtensor<[3,2],f32> {
  %0 = torch.operator "onnx.ai.onnx.ml.ArrayFeatureExtractor"(%arg0, %arg1) : (!torch.vtensor<[3,5],f32>, !torch.vtensor<[1,2],si64>) -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @feature_extractor_vector(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: return %[[V3]]
func.func @feature_extractor_vector(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,2],f32> {
  %0 = torch.operator "onnx.ai.onnx.ml.ArrayFeatureExtractor"(%arg0, %arg1) : (!torch.vtensor<[5],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,2],f32>
  return %0 : !torch.vtensor<[1,2],f32>
}
