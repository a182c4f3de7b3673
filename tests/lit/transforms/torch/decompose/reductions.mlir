// Means, variances and norms as sums.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.mean.dim,torch.aten.var.correction | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @mean(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %[[ARG0]], %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V3]]
// LEGAL-LABEL: func.func @mean(
// LEGAL: torch.aten.mean.dim
func.func @mean(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %int1 = torch.constant.int 1
  %0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %1 = torch.aten.mean.dim %arg0, %0, %false, %none : !torch.vtensor<[2,?],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[2],f32>
  return %1 : !torch.vtensor<[2],f32>
}

// Over all elements, of which one less counts.

// CHECK-LABEL: func.func @variance(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V7:.*]] = torch.aten.sum.dim_IntList %[[V5]], %[[V6]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Scalar %[[V7]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],bf16>
// CHECK: return %[[V9]]
// LEGAL-LABEL: func.func @variance(
// LEGAL: torch.aten.var.correction
func.func @variance(%arg0: !torch.vtensor<[2,3],bf16>) -> !torch.vtensor<[],bf16> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %int1 = torch.constant.int 1
  %0 = torch.aten.var.correction %arg0, %none, %int1, %false : !torch.vtensor<[2,3],bf16>, !torch.none, !torch.int, !torch.bool -> !torch.vtensor<[],bf16>
  return %0 : !torch.vtensor<[],bf16>
}

// CHECK-LABEL: func.func @norm(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.abs %[[ARG0]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V1:.*]] = torch.aten.pow.Tensor_Scalar %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.pow.Tensor_Scalar %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V4]]
func.func @norm(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[],f32> {
  %three = torch.constant.float 3.0
  %0 = torch.aten.norm.Scalar %arg0, %three : !torch.vtensor<[?],f32>, !torch.float -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @aminmax(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amin %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.amax %arg0, %[[V2]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V1]], %[[V3]]
func.func @aminmax(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>) {
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %0:2 = torch.aten.aminmax %arg0, %int1, %true : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>
  return %0#0, %0#1 : !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @any_dims(
// CHECK: %[[V0:.*]] = torch.aten.ne.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.any.dim %[[V0]], %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: return %[[V1]]
func.func @any_dims(%arg0: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2],i1> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.any.dims %arg0, %l0, %false : !torch.vtensor<[2,3],i1>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2],i1>
  return %0 : !torch.vtensor<[2],i1>
}

// CHECK-LABEL: func.func @bucketize_tensor(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Tensor %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[4,3],i1>
// CHECK: %[[V2:.*]] = torch.aten.logical_not %[[V1]] : {{.*}} -> !torch.vtensor<[4,3],i1>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V4]]
func.func @bucketize_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4],si64> {
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %0 = torch.aten.bucketize.Tensor %arg0, %arg1, %false, %true : !torch.vtensor<[4],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @count_nonzero(
// CHECK: %[[V0:.*]] = torch.aten.ne.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: return %[[V2]]
func.func @count_nonzero(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],si64> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.count_nonzero %arg0, %int1 : !torch.vtensor<[2,3],f32>, !torch.int -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @count_nonzero_dim_intlist(
// CHECK: %[[V0:.*]] = torch.aten.ne.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: return %[[V2]]
func.func @count_nonzero_dim_intlist(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],si64> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int0, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.count_nonzero.dim_IntList %arg0, %l0 : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

// CHECK-LABEL: func.func @frobenius_norm_dim(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.sqrt %[[V3]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V4]]
func.func @frobenius_norm_dim(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.frobenius_norm.dim %arg0, %l0, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @linalg_norm(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.sqrt %[[V3]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V4]]
func.func @linalg_norm(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.linalg_norm %arg0, %none, %l0, %false, %none : !torch.vtensor<[2,3],f32>, !torch.none, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @linalg_vector_norm(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V2]]
func.func @linalg_vector_norm(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.linalg_vector_norm %arg0, %float1.0, %l0, %true, %none : !torch.vtensor<[2,3],f32>, !torch.float, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @logcumsumexp(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V3:.*]] = torch.aten.ge.Tensor %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[3,3],i1>
// CHECK: %[[V4:.*]] = torch.aten.transpose.int %arg0, %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %[[V4]], %int-2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V7:.*]] = torch.aten.full %[[V6]], %float-inf{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %[[V3]], %[[V5]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,3,3],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.amax %[[V8]], %[[V9]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.abs %[[V10]] : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.eq.Scalar %[[V11]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],i1>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V14:.*]] = torch.aten.full %[[V13]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V15:.*]] = torch.aten.where.self %[[V12]], %[[V14]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V16:.*]] = torch.aten.sub.Tensor %[[V8]], %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,3],f32>
// CHECK: %[[V17:.*]] = torch.aten.exp %[[V16]] : {{.*}} -> !torch.vtensor<[2,3,3],f32>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V19:.*]] = torch.aten.sum.dim_IntList %[[V17]], %[[V18]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V20:.*]] = torch.aten.log %[[V19]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V21:.*]] = torch.aten.squeeze.dim %[[V15]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V22:.*]] = torch.aten.add.Tensor %[[V20]], %[[V21]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V23:.*]] = torch.aten.transpose.int %[[V22]], %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V23]]
func.func @logcumsumexp(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.logcumsumexp %arg0, %int1 : !torch.vtensor<[2,3],f32>, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @logsumexp(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %[[V1]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.eq.Scalar %[[V2]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V3]], %[[V5]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %arg0, %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.exp %[[V7]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.sum.dim_IntList %[[V8]], %[[V9]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.log %[[V10]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.add.Tensor %[[V11]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.squeeze.dim %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V13]]
func.func @logsumexp(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.logsumexp %arg0, %l0, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @max(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V1]]
func.func @max(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.max %arg0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @min(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amin %arg0, %[[V0]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V1]]
func.func @min(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.min %arg0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @norm_scalaropt_dim(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.sqrt %[[V3]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V4]]
func.func @norm_scalaropt_dim(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.norm.ScalarOpt_dim %arg0, %float2.0, %l0, %false : !torch.vtensor<[2,3],f32>, !torch.float, !torch.list<int>, !torch.bool -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @norm_scalaropt_dim_dtype(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f64>
// CHECK: %[[V5:.*]] = torch.aten.sqrt %[[V4]] : {{.*}} -> !torch.vtensor<[2],f64>
// CHECK: return %[[V5]]
func.func @norm_scalaropt_dim_dtype(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f64> {
  %float2.0 = torch.constant.float 2.000000e+00
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %int7 = torch.constant.int 7
  %0 = torch.aten.norm.ScalarOpt_dim_dtype %arg0, %float2.0, %l0, %false, %int7 : !torch.vtensor<[2,3],f32>, !torch.float, !torch.list<int>, !torch.bool, !torch.int -> !torch.vtensor<[2],f64>
  return %0 : !torch.vtensor<[2],f64>
}

// CHECK-LABEL: func.func @norm_scalaropt_dtype(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V5:.*]] = torch.aten.sqrt %[[V4]] : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: return %[[V5]]
func.func @norm_scalaropt_dtype(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f64> {
  %float2.0 = torch.constant.float 2.000000e+00
  %int7 = torch.constant.int 7
  %0 = torch.aten.norm.ScalarOpt_dtype %arg0, %float2.0, %int7 : !torch.vtensor<[2,3],f32>, !torch.float, !torch.int -> !torch.vtensor<[],f64>
  return %0 : !torch.vtensor<[],f64>
}

// CHECK-LABEL: func.func @std(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float5.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.sqrt %[[V7]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V8]]
func.func @std(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %true = torch.constant.bool true
  %0 = torch.aten.std %arg0, %true : !torch.vtensor<[2,3],f32>, !torch.bool -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @std_correction(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.aten.sqrt %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V8]]
func.func @std_correction(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten.std.correction %arg0, %l0, %int0, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @std_dim(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.aten.sqrt %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V8]]
func.func @std_dim(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0 = torch.aten.std.dim %arg0, %l0, %true, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @std_mean(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float5.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.sqrt %[[V7]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V11]], %[[V10]]
func.func @std_mean(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[],f32>, !torch.vtensor<[],f32>) {
  %true = torch.constant.bool true
  %0:2 = torch.aten.std_mean %arg0, %true : !torch.vtensor<[2,3],f32>, !torch.bool -> !torch.vtensor<[],f32>, !torch.vtensor<[],f32>
  return %0#0, %0#1 : !torch.vtensor<[],f32>, !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @std_mean_correction(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V11:.*]] = torch.aten.sqrt %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V11]], %[[V10]]
func.func @std_mean_correction(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %false = torch.constant.bool false
  %0:2 = torch.aten.std_mean.correction %arg0, %l0, %int0, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @std_mean_dim(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V11:.*]] = torch.aten.sqrt %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V11]], %[[V10]]
func.func @std_mean_dim(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0:2 = torch.aten.std_mean.dim %arg0, %l0, %true, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @sum(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V1]]
func.func @sum(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %0 = torch.aten.sum %arg0, %none : !torch.vtensor<[2,3],f32>, !torch.none -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @var(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float6.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V7]]
func.func @var(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %false = torch.constant.bool false
  %0 = torch.aten.var %arg0, %false : !torch.vtensor<[2,3],f32>, !torch.bool -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @var_dim(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V7]]
func.func @var_dim(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %0 = torch.aten.var.dim %arg0, %l0, %true, %true : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @var_mean(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float5.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V7]], %[[V10]]
func.func @var_mean(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[],f32>, !torch.vtensor<[],f32>) {
  %true = torch.constant.bool true
  %0:2 = torch.aten.var_mean %arg0, %true : !torch.vtensor<[2,3],f32>, !torch.bool -> !torch.vtensor<[],f32>, !torch.vtensor<[],f32>
  return %0#0, %0#1 : !torch.vtensor<[],f32>, !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @var_mean_correction(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V7]], %[[V10]]
func.func @var_mean_correction(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %int2 = torch.constant.int 2
  %false = torch.constant.bool false
  %0:2 = torch.aten.var_mean.correction %arg0, %l0, %int2, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @var_mean_dim(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V7]], %[[V10]]
func.func @var_mean_dim(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0:2 = torch.aten.var_mean.dim %arg0, %l0, %true, %false : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}
