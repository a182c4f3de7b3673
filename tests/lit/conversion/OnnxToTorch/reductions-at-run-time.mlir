// Axes that only the run knows: each dimension is reduced, and taken where it
// is named.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @sum(
// CHECK: %[[V0:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %{{.*}} = torch.aten.eq.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],i1>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V4:.*]] = torch.aten.gt.Scalar %[[V3]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %{{.*}} = torch.aten.eq.Scalar %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],i1>
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V7:.*]] = torch.aten.gt.Scalar %[[V6]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V2]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.broadcast_to %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V4]], %[[V10]], %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V12:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V13:.*]] = torch.aten.sum.dim_IntList %[[V11]], %[[V12]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.broadcast_to %[[V13]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V15:.*]] = torch.aten.where.self %[[V7]], %[[V14]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V16:.*]] = torch.aten.slice.Tensor %[[V15]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V17:.*]] = torch.aten.slice.Tensor %[[V16]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V17]]
func.func @sum(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,1],f32> {
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// Dimensions that stay are as long as before.
// CHECK-LABEL: func.func @sum_unknown(
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %{{.*}}, %[[V2]], %arg0 : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}}
// CHECK: %[[V5:.*]] = torch.aten.broadcast_to %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %{{.*}}, %[[V5]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V8:.*]] = torch.aten.Int.Tensor %[[V7]] : {{.*}} -> !torch.int
// CHECK: %[[V9:.*]] = torch.aten.slice.Tensor %[[V6]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V11:.*]] = torch.aten.Int.Tensor %[[V10]] : {{.*}} -> !torch.int
// CHECK: %[[V12:.*]] = torch.aten.slice.Tensor %[[V9]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: return %[[V12]]
func.func @sum_unknown(%arg0: !torch.vtensor<[?,?],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32> {
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %arg1) : (!torch.vtensor<[?,?],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @maximum(
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %arg0, %[[V1]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %[[V3]], %[[V4]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.vtensor.literal(dense<2>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V7]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V9:.*]] = torch.aten.slice.Tensor %[[V6]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V10:.*]] = torch.vtensor.literal(dense<3>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V10]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V12:.*]] = torch.aten.slice.Tensor %[[V9]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.view %[[V12]], %[[V13]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V14]]
func.func @maximum(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32> {
  %0 = torch.operator "onnx.ReduceMax"(%arg0, %arg1) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Squares before, the root behind.
// CHECK-LABEL: func.func @norm(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V3]], %[[V0]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %{{.*}}, %[[V5]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.sqrt %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: return %[[V7]]
func.func @norm(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,3],f32> {
  %0 = torch.operator "onnx.ReduceL2"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,3],f32>
  return %0 : !torch.vtensor<[1,3],f32>
}

// Those that are not named, in their order.
// CHECK-LABEL: func.func @which_stay(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amin %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,?,?],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amin %{{.*}}, %[[V2]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,1,?],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amin %{{.*}}, %[[V4]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,?,1],f32>
// CHECK: %{{.*}} = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %{{.*}}:2 = torch.aten.sort.stable %{{.*}}, %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1],si64>
// CHECK: %{{.*}} = torch.aten.index_select %{{.*}}, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V14:.*]] = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %[[V15:.*]] = torch.aten.Int.Tensor %{{.*}} : {{.*}} -> !torch.int
// CHECK: %[[V16:.*]] = torch.prim.ListConstruct %[[V14]], %[[V15]]
// CHECK: %[[V17:.*]] = torch.aten.view %{{.*}}, %[[V16]] : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: return %[[V17]]
func.func @which_stay(%arg0: !torch.vtensor<[?,?,?],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32> {
  %0 = torch.operator "onnx.ReduceMin"(%arg0, %arg1) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[?,?,?],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}
