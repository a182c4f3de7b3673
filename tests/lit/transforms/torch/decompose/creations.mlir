// Constants, ranges and masks from aten.full and aten.arange.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.zeros_like,torch.aten.eye | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @zeros_like(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @zeros_like(
// LEGAL: torch.aten.zeros_like
func.func @zeros_like(%arg0: !torch.vtensor<[?,2],f32>) -> !torch.vtensor<[?,2],f32> {
  %none = torch.constant.none
  %0 = torch.aten.zeros_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[?,2],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,2],f32>
  return %0 : !torch.vtensor<[?,2],f32>
}

// CHECK-LABEL: func.func @eye(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,?],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Tensor %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,?],i1>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: return %[[V5]]
// LEGAL-LABEL: func.func @eye(
// LEGAL: torch.aten.eye
func.func @eye(%arg0: !torch.int) -> !torch.vtensor<[?,?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.eye %arg0, %none, %none, %none, %none : !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @triangle(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<{{\[\[}}0, 1, 1], [0, 0, 1{{\]\]}}> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
// CHECK: return %[[V0]]
func.func @triangle() -> !torch.vtensor<[2,3],si64> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %int4 = torch.constant.int 4
  %0 = torch.aten.tril_indices %int2, %int2, %int0, %int4, %none, %none, %none : !torch.int, !torch.int, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// How many classes there are decides the largest element.

// CHECK-LABEL: func.func @classes_not_known(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.one_hot %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,?],si64>
// CHECK: return %[[V0]]
func.func @classes_not_known(%arg0: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,?],si64> {
  %int-1 = torch.constant.int -1
  %0 = torch.aten.one_hot %arg0, %int-1 : !torch.vtensor<[3],si64>, !torch.int -> !torch.vtensor<[3,?],si64>
  return %0 : !torch.vtensor<[3,?],si64>
}

// CHECK-LABEL: func.func @arange_start(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int2{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: return %[[V0]]
func.func @arange_start() -> !torch.vtensor<[5],si64> {
  %int2 = torch.constant.int 2
  %int7 = torch.constant.int 7
  %none = torch.constant.none
  %0 = torch.aten.arange.start %int2, %int7, %none, %none, %none, %none : !torch.int, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[5],si64>
  return %0 : !torch.vtensor<[5],si64>
}

// CHECK-LABEL: func.func @empty_like(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %[[V0]]
// CHECK: %[[V2:.*]] = torch.aten.empty.memory_format %[[V1]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V2]]
func.func @empty_like(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.empty_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[2,?],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @empty_strided(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @empty_strided() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l1 = torch.prim.ListConstruct %int3, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.empty_strided %l0, %l1, %none, %none, %none, %none : !torch.list<int>, !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @eye_m(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Tensor %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V5]]
func.func @eye_m() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %none = torch.constant.none
  %0 = torch.aten.eye.m %int2, %int3, %none, %none, %none, %none : !torch.int, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @fill_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.500000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @fill_scalar(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %float1.5 = torch.constant.float 1.500000e+00
  %0 = torch.aten.fill.Scalar %arg0, %float1.5 : !torch.vtensor<[2,3],f32>, !torch.float -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @fill_tensor(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.broadcast_to %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @fill_tensor(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.fill.Tensor %arg0, %arg1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @full_like(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %[[V0]]
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float7.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V2]]
func.func @full_like(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %float7.0 = torch.constant.float 7.000000e+00
  %none = torch.constant.none
  %0 = torch.aten.full_like %arg0, %float7.0, %none, %none, %none, %none, %none : !torch.vtensor<[2,?],f32>, !torch.float, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @hann_window(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float1.570796e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.cos %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.rsub.Scalar %[[V3]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @hann_window() -> !torch.vtensor<[4],f32> {
  %int4 = torch.constant.int 4
  %none = torch.constant.none
  %0 = torch.aten.hann_window %int4, %none, %none, %none, %none : !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hann_window_periodic(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float2.094395e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.cos %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.rsub.Scalar %[[V3]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @hann_window_periodic() -> !torch.vtensor<[4],f32> {
  %int4 = torch.constant.int 4
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.hann_window.periodic %int4, %false, %none, %none, %none, %none : !torch.int, !torch.bool, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @linspace(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.to.dtype %[[V4]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V6]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V1]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V10:.*]] = torch.aten.rsub.Scalar %[[V4]], %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V11:.*]] = torch.aten.to.dtype %[[V10]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V11]], %[[V6]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V13:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V14:.*]] = torch.aten.lt.Scalar %[[V4]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],i1>
// CHECK: %[[V15:.*]] = torch.aten.where.self %[[V14]], %[[V9]], %[[V13]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V15]]
func.func @linspace() -> !torch.vtensor<[5],f32> {
  %float0.0 = torch.constant.float 0.000000e+00
  %float1.0 = torch.constant.float 1.000000e+00
  %int5 = torch.constant.int 5
  %none = torch.constant.none
  %0 = torch.aten.linspace %float0.0, %float1.0, %int5, %none, %none, %none, %none : !torch.float, !torch.float, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// CHECK-LABEL: func.func @new_empty(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V1]]
func.func @new_empty(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  %int3 = torch.constant.int 3
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int3, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.new_empty %arg0, %l0, %none, %none, %none, %none : !torch.vtensor<[2],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @new_empty_strided(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V1]]
func.func @new_empty_strided(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  %int3 = torch.constant.int 3
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int3, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l1 = torch.prim.ListConstruct %int4, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.new_empty_strided %arg0, %l0, %l1, %none, %none, %none, %none : !torch.vtensor<[2],f32>, !torch.list<int>, !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @new_full(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.500000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V1]]
func.func @new_full(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  %int3 = torch.constant.int 3
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int3, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %float1.5 = torch.constant.float 1.500000e+00
  %none = torch.constant.none
  %0 = torch.aten.new_full %arg0, %l0, %float1.5, %none, %none, %none, %none : !torch.vtensor<[2],f32>, !torch.list<int>, !torch.float, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @new_ones(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V1]]
func.func @new_ones(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  %int3 = torch.constant.int 3
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int3, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.new_ones %arg0, %l0, %none, %none, %none, %none : !torch.vtensor<[2],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @new_zeros(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V1]]
func.func @new_zeros(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  %int3 = torch.constant.int 3
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int3, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.new_zeros %arg0, %l0, %none, %none, %none, %none : !torch.vtensor<[2],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @ones(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @ones() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.ones %l0, %none, %none, %none, %none : !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @ones_like(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: return %[[V2]]
func.func @ones_like(%arg0: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %none = torch.constant.none
  %0 = torch.aten.ones_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[?,3],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// CHECK-LABEL: func.func @scalar_tensor(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float2.500000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V1]]
func.func @scalar_tensor() -> !torch.vtensor<[],f32> {
  %float2.5 = torch.constant.float 2.500000e+00
  %none = torch.constant.none
  %0 = torch.aten.scalar_tensor %float2.5, %none, %none, %none, %none : !torch.float, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @trace(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Tensor %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[3,3],i1>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V4]], %arg0, %[[V6]] : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %[[V7]], %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V9]]
func.func @trace(%arg0: !torch.vtensor<[3,3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.trace %arg0 : !torch.vtensor<[3,3],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @triu_indices(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<{{\[\[}}0, 0, 1], [1, 2, 2]]>
// CHECK: return %[[V0]]
func.func @triu_indices() -> !torch.vtensor<[2,3],si64> {
  %int3 = torch.constant.int 3
  %int1 = torch.constant.int 1
  %int4 = torch.constant.int 4
  %none = torch.constant.none
  %0 = torch.aten.triu_indices %int3, %int3, %int1, %int4, %none, %none, %none : !torch.int, !torch.int, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @zero(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @zero(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.zero %arg0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @zeros(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @zeros() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.zeros %l0, %none, %none, %none, %none : !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @prim_numtotensor_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %arg0, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: return %[[V1]]
func.func @prim_numtotensor_scalar(%arg0: !torch.int) -> !torch.vtensor<[],si64> {
  %0 = torch.prim.NumToTensor.Scalar %arg0 : !torch.int -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

// CHECK-LABEL: func.func @prims_full_like(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.500000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @prims_full_like(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %float1.5 = torch.constant.float 1.500000e+00
  %int6 = torch.constant.int 6
  %device = torch.constant.device "cpu"
  %false = torch.constant.bool false
  %0 = torch.prims.full_like %arg0, %float1.5, %int6, %device, %false : !torch.vtensor<[2,3],f32>, !torch.float, !torch.int, !torch.Device, !torch.bool -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @prims_iota(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int2{{(_[0-9]+)?}}, %int14{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @prims_iota() -> !torch.vtensor<[4],si64> {
  %int4 = torch.constant.int 4
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %device = torch.constant.device "cpu"
  %false = torch.constant.bool false
  %0 = torch.prims.iota %int4, %int2, %int3, %int4, %device, %false : !torch.int, !torch.int, !torch.int, !torch.int, !torch.Device, !torch.bool -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}
