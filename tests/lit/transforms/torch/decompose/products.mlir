// Sums of products as aten.matmul.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.linear | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @linear(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG2:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %[[ARG1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %[[ARG0]], %[[V0]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %[[V1]], %[[ARG2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @linear(
// LEGAL: torch.aten.linear
func.func @linear(%arg0: !torch.vtensor<[?,3],f32>, %arg1: !torch.vtensor<[4,3],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,4],f32> {
  %0 = torch.aten.linear %arg0, %arg1, %arg2 : !torch.vtensor<[?,3],f32>, !torch.vtensor<[4,3],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// A beta of zero hides the addend; an alpha of one multiplies nothing.

// CHECK-LABEL: func.func @addmm(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG2:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.matmul %[[ARG1]], %[[ARG2]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V2]]
func.func @addmm(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2,3],f32>, %arg2: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %0 = torch.aten.addmm %arg0, %arg1, %arg2, %int0, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @int_mm(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg1, %int3{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: return %[[V2]]
func.func @int_mm(%arg0: !torch.vtensor<[2,3],si8>, %arg1: !torch.vtensor<[3,4],si8>) -> !torch.vtensor<[2,4],si32> {
  %0 = torch.aten._int_mm %arg0, %arg1 : !torch.vtensor<[2,3],si8>, !torch.vtensor<[3,4],si8> -> !torch.vtensor<[2,4],si32>
  return %0 : !torch.vtensor<[2,4],si32>
}

// CHECK-LABEL: func.func @scaled_mm(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg1, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %arg2 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %arg3 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V4]]
func.func @scaled_mm(%arg0: !torch.vtensor<[2,3],f8E4M3FN>, %arg1: !torch.vtensor<[3,4],f8E4M3FN>, %arg2: !torch.vtensor<[],f32>, %arg3: !torch.vtensor<[],f32>) -> !torch.vtensor<[2,4],f32> {
  %none = torch.constant.none
  %int6 = torch.constant.int 6
  %false = torch.constant.bool false
  %0 = torch.aten._scaled_mm %arg0, %arg1, %arg2, %arg3, %none, %none, %int6, %false : !torch.vtensor<[2,3],f8E4M3FN>, !torch.vtensor<[3,4],f8E4M3FN>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.none, !torch.none, !torch.int, !torch.bool -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @trilinear(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %arg2 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V3]]
func.func @trilinear(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>, %arg2: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %l0 = torch.prim.ListConstruct  : () -> !torch.list<int>
  %l1 = torch.prim.ListConstruct  : () -> !torch.list<int>
  %l2 = torch.prim.ListConstruct  : () -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l3 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %0 = torch.aten._trilinear %arg0, %arg1, %arg2, %l0, %l1, %l2, %l3, %int1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @addbmm(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg1, %arg2 : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,5],f32>
// CHECK: return %[[V3]]
func.func @addbmm(%arg0: !torch.vtensor<[3,5],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[2,4,5],f32>) -> !torch.vtensor<[3,5],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.addbmm %arg0, %arg1, %arg2, %int1, %int1 : !torch.vtensor<[3,5],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,4,5],f32>, !torch.int, !torch.int -> !torch.vtensor<[3,5],f32>
  return %0 : !torch.vtensor<[3,5],f32>
}

// CHECK-LABEL: func.func @addmv(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg1, %arg2 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %[[V1]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V2]]
func.func @addmv(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %int1 = torch.constant.int 1
  %0 = torch.aten.addmv %arg0, %arg1, %arg2, %float2.0, %int1 : !torch.vtensor<[3],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.int -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @addr(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg2, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V3]]
func.func @addr(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3,4],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.addr %arg0, %arg1, %arg2, %int1, %int1 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[4],f32>, !torch.int, !torch.int -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @baddbmm(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg1, %arg2 : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %[[V2]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: return %[[V3]]
func.func @baddbmm(%arg0: !torch.vtensor<[2,3,5],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[2,4,5],f32>) -> !torch.vtensor<[2,3,5],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.baddbmm %arg0, %arg1, %arg2, %float0.5, %float2.0 : !torch.vtensor<[2,3,5],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,4,5],f32>, !torch.float, !torch.float -> !torch.vtensor<[2,3,5],f32>
  return %0 : !torch.vtensor<[2,3,5],f32>
}

// CHECK-LABEL: func.func @bilinear(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int-2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int-2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V1]], %arg2 : {{.*}} -> !torch.vtensor<[2,5,1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.squeeze.dim %[[V2]], %int-2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %arg1, %int-2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,5,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.sum.dim_IntList %[[V5]], %[[V6]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V7]], %arg3, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: return %[[V8]]
func.func @bilinear(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,4],f32>, %arg2: !torch.vtensor<[5,3,4],f32>, %arg3: !torch.vtensor<[5],f32>) -> !torch.vtensor<[2,5],f32> {
  %0 = torch.aten.bilinear %arg0, %arg1, %arg2, %arg3 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,4],f32>, !torch.vtensor<[5,3,4],f32>, !torch.vtensor<[5],f32> -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

// CHECK-LABEL: func.func @cosine_similarity(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %float1.000000e-08{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg1, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V6]], %[[V7]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.sqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.clamp %[[V9]], %float1.000000e-08{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.div.Tensor %arg1, %[[V10]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.sum.dim_IntList %[[V12]], %[[V13]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V14]]
func.func @cosine_similarity(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %int1 = torch.constant.int 1
  %float1e-08 = torch.constant.float 1.000000e-08
  %0 = torch.aten.cosine_similarity %arg0, %arg1, %int1, %float1e-08 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.int, !torch.float -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @dot(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %arg1 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V0]]
func.func @dot(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.dot %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @ger(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V2]]
func.func @ger(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3,4],f32> {
  %0 = torch.aten.ger %arg0, %arg1 : !torch.vtensor<[3],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @inner(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg1, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V1]]
func.func @inner(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.aten.inner %arg0, %arg1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4,3],f32> -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @linalg_cross(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V0]], %[[V1]]
// CHECK: %[[V3:.*]] = torch.aten.cat %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %arg1, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %arg1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %[[V4]], %[[V5]]
// CHECK: %[[V7:.*]] = torch.aten.cat %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %[[V9]], %[[V10]]
// CHECK: %[[V12:.*]] = torch.aten.cat %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.slice.Tensor %arg1, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V14:.*]] = torch.aten.slice.Tensor %arg1, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V15:.*]] = torch.prim.ListConstruct %[[V13]], %[[V14]]
// CHECK: %[[V16:.*]] = torch.aten.cat %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V17:.*]] = torch.aten.mul.Tensor %[[V12]], %[[V16]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V18:.*]] = torch.aten.sub.Tensor %[[V8]], %[[V17]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V18]]
func.func @linalg_cross(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.linalg_cross %arg0, %arg1, %int1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @mv(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %arg1 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V0]]
func.func @mv(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.mv %arg0, %arg1 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @pairwise_distance(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float1.000000e-06{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.aten.sqrt %[[V5]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V6]]
func.func @pairwise_distance(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %float9.9999999999999995e-07 = torch.constant.float 1.000000e-06
  %false = torch.constant.bool false
  %0 = torch.aten.pairwise_distance %arg0, %arg1, %float2.0, %float9.9999999999999995e-07, %false : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.float, !torch.float, !torch.bool -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
