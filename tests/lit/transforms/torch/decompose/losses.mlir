// Losses and their reductions.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.mse_loss | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @mse(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.size.int %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V5:.*]] = torch.aten.mul.int %{{[^ ,:]+}}, %[[V4]] : {{.*}} -> !torch.int
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V3]], %[[V5]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V6]]
// LEGAL-LABEL: func.func @mse(
// LEGAL: torch.aten.mse_loss
func.func @mse(%arg0: !torch.vtensor<[2,?],f32>, %arg1: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.mse_loss %arg0, %arg1, %int1 : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %[[ARG1]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V5:.*]] = torch.aten.gather %[[ARG0]], %{{[^ ,:]+}}, %[[V4]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.squeeze.dim %[[V5]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V7:.*]] = torch.aten.neg %[[V6]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V8:.*]] = torch.aten.logical_not %[[V0]] : {{.*}} -> !torch.vtensor<[?],i1>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V11:.*]] = torch.aten.full %[[V10]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.where.self %[[V0]], %[[V11]], %[[V7]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V14:.*]] = torch.aten.sum.dim_IntList %[[V9]], %[[V13]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V15:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V16:.*]] = torch.aten.sum.dim_IntList %[[V12]], %[[V15]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V17:.*]] = torch.aten.div.Tensor %[[V16]], %[[V14]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V17]]
func.func @nll(%arg0: !torch.vtensor<[?,5],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %int-100 = torch.constant.int -100
  %0:2 = torch.aten.nll_loss_forward %arg0, %arg1, %none, %int1, %int-100 : !torch.vtensor<[?,5],f32>, !torch.vtensor<[?],si64>, !torch.none, !torch.int, !torch.int -> !torch.vtensor<[],f32>, !torch.vtensor<[],f32>
  return %0#0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @cosine_embedding(
// CHECK: torch.aten.eq.Scalar %arg2
// CHECK: torch.aten.sum.dim_IntList
func.func @cosine_embedding(%arg0: !torch.vtensor<[?,4],f32>, %arg1: !torch.vtensor<[?,4],f32>, %arg2: !torch.vtensor<[?],f32>) -> !torch.vtensor<[],f32> {
  %margin = torch.constant.float 0.1
  %int1 = torch.constant.int 1
  %0 = torch.aten.cosine_embedding_loss %arg0, %arg1, %arg2, %margin, %int1 : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?,4],f32>, !torch.vtensor<[?],f32>, !torch.float, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @triplet(
// CHECK: torch.aten.relu
func.func @triplet(%a: !torch.vtensor<[?,4],f32>, %p: !torch.vtensor<[?,4],f32>, %n: !torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?],f32> {
  %margin = torch.constant.float 1.0
  %two = torch.constant.float 2.0
  %eps = torch.constant.float 1.0e-6
  %false = torch.constant.bool false
  %int0 = torch.constant.int 0
  %0 = torch.aten.triplet_margin_loss %a, %p, %n, %margin, %two, %eps, %false, %int0 : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?,4],f32>, !torch.vtensor<[?,4],f32>, !torch.float, !torch.float, !torch.float, !torch.bool, !torch.int -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @binary_cross_entropy(
// CHECK: %[[V0:.*]] = torch.aten.log %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %float-1.000000e02{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.neg %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.log1p %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %float-1.000000e02{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %arg1, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.sub.Tensor %[[V6]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V8]], %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.sum.dim_IntList %[[V9]], %[[V10]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.div.Scalar %[[V11]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V12]]
func.func @binary_cross_entropy(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.binary_cross_entropy %arg0, %arg1, %arg2, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @binary_cross_entropy_with_logits(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.minimum %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.exp %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.log1p %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V1]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.rsub.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Scalar %arg2, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V9]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Scalar %[[V10]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V11]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V13:.*]] = torch.aten.sub.Tensor %[[V8]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V14:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V15:.*]] = torch.aten.sum.dim_IntList %[[V13]], %[[V14]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V15]]
func.func @binary_cross_entropy_with_logits(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %int2 = torch.constant.int 2
  %0 = torch.aten.binary_cross_entropy_with_logits %arg0, %arg1, %none, %arg2, %int2 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @cross_entropy_loss(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.log %[[V5]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.eq.Scalar %arg1, %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V10:.*]] = torch.aten.full %[[V9]], %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V8]], %[[V10]], %arg1 : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V12:.*]] = torch.aten.unsqueeze %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V13:.*]] = torch.aten.gather %[[V7]], %int1{{(_[0-9]+)?}}, %[[V12]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.squeeze.dim %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V15:.*]] = torch.aten.neg %[[V14]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V16:.*]] = torch.aten.logical_not %[[V8]] : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %[[V17:.*]] = torch.aten.to.dtype %[[V16]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V19:.*]] = torch.aten.full %[[V18]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V20:.*]] = torch.aten.where.self %[[V8]], %[[V19]], %[[V15]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V21:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V22:.*]] = torch.aten.sum.dim_IntList %[[V17]], %[[V21]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V23:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V24:.*]] = torch.aten.sum.dim_IntList %[[V7]], %[[V23]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V25:.*]] = torch.aten.neg %[[V24]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V26:.*]] = torch.aten.eq.Scalar %arg1, %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %[[V27:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V28:.*]] = torch.aten.full %[[V27]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V29:.*]] = torch.aten.where.self %[[V26]], %[[V28]], %[[V25]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V30:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V31:.*]] = torch.aten.full %[[V30]], %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V32:.*]] = torch.aten.mul.Scalar %[[V20]], %float9.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V33:.*]] = torch.aten.mul.Scalar %[[V29]], %float1.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V34:.*]] = torch.aten.div.Tensor %[[V33]], %[[V31]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V35:.*]] = torch.aten.add.Tensor %[[V32]], %[[V34]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V36:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V37:.*]] = torch.aten.sum.dim_IntList %[[V35]], %[[V36]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V38:.*]] = torch.aten.div.Tensor %[[V37]], %[[V22]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V38]]
func.func @cross_entropy_loss(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %int-100 = torch.constant.int -100
  %float0.1 = torch.constant.float 1.000000e-01
  %0 = torch.aten.cross_entropy_loss %arg0, %arg1, %none, %int1, %int-100, %float0.1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.none, !torch.int, !torch.int, !torch.float -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @hinge_embedding_loss(
// CHECK: %[[V0:.*]] = torch.aten.rsub.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.relu %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.eq.Scalar %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.full %[[V3]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V2]], %[[V1]], %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.eq.Scalar %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V8:.*]] = torch.aten.full %[[V7]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %[[V6]], %arg0, %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V5]], %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.sum.dim_IntList %[[V10]], %[[V11]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V13:.*]] = torch.aten.div.Scalar %[[V12]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V13]]
func.func @hinge_embedding_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %float1. = torch.constant.float 1.000000e+00
  %int1 = torch.constant.int 1
  %0 = torch.aten.hinge_embedding_loss %arg0, %arg1, %float1., %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @huber_loss(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.le.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Scalar %[[V1]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Scalar %[[V5]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V2]], %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]]
func.func @huber_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %int0 = torch.constant.int 0
  %float0.5 = torch.constant.float 5.000000e-01
  %0 = torch.aten.huber_loss %arg0, %arg1, %int0, %float0.5 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @kl_div(
// CHECK: %[[V0:.*]] = torch.aten.exp %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %arg1, %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V4]]
func.func @kl_div(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %int2 = torch.constant.int 2
  %true = torch.constant.bool true
  %0 = torch.aten.kl_div %arg0, %arg1, %int2, %true : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int, !torch.bool -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @l1_loss(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Scalar %[[V3]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V4]]
func.func @l1_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.l1_loss %arg0, %arg1, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @margin_ranking_loss(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.neg %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %int0{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V7]]
func.func @margin_ranking_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %int1 = torch.constant.int 1
  %0 = torch.aten.margin_ranking_loss %arg0, %arg1, %arg2, %float0.5, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll_loss(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg1, %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V5:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %[[V4]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.squeeze.dim %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.neg %[[V6]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.view %[[V3]], %[[V8]] : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V10:.*]] = torch.aten.index_select %arg2, %int0{{(_[0-9]+)?}}, %[[V9]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %[[V10]], %[[V11]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V12]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V14:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V15:.*]] = torch.aten.full %[[V14]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V16:.*]] = torch.aten.where.self %[[V0]], %[[V15]], %[[V12]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V17:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V18:.*]] = torch.aten.full %[[V17]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V19:.*]] = torch.aten.where.self %[[V0]], %[[V18]], %[[V13]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V20:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V21:.*]] = torch.aten.sum.dim_IntList %[[V16]], %[[V20]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V22:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V23:.*]] = torch.aten.sum.dim_IntList %[[V19]], %[[V22]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V24:.*]] = torch.aten.div.Tensor %[[V23]], %[[V21]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V24]]
func.func @nll_loss(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %int-100 = torch.constant.int -100
  %0 = torch.aten.nll_loss %arg0, %arg1, %arg2, %int1, %int-100 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[3],f32>, !torch.int, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll_loss2d(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg1, %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[2,4,4],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,4],si64>
// CHECK: %[[V5:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %[[V4]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.squeeze.dim %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.neg %[[V6]] : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.logical_not %[[V0]] : {{.*}} -> !torch.vtensor<[2,4,4],i1>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V11:.*]] = torch.aten.full %[[V10]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.where.self %[[V0]], %[[V11]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.sum.dim_IntList %[[V9]], %[[V13]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V15:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V16:.*]] = torch.aten.sum.dim_IntList %[[V12]], %[[V15]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V17:.*]] = torch.aten.div.Tensor %[[V16]], %[[V14]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V17]]
func.func @nll_loss2d(%arg0: !torch.vtensor<[2,3,4,4],f32>, %arg1: !torch.vtensor<[2,4,4],si64>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %int-100 = torch.constant.int -100
  %0 = torch.aten.nll_loss2d %arg0, %arg1, %none, %int1, %int-100 : !torch.vtensor<[2,3,4,4],f32>, !torch.vtensor<[2,4,4],si64>, !torch.none, !torch.int, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll_loss2d_forward(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg1, %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[2,4,4],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,4],si64>
// CHECK: %[[V5:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %[[V4]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.squeeze.dim %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.neg %[[V6]] : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.logical_not %[[V0]] : {{.*}} -> !torch.vtensor<[2,4,4],i1>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V11:.*]] = torch.aten.full %[[V10]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.where.self %[[V0]], %[[V11]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.sum.dim_IntList %[[V9]], %[[V13]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Scalar %[[V14]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V12]], %[[V15]]
func.func @nll_loss2d_forward(%arg0: !torch.vtensor<[2,3,4,4],f32>, %arg1: !torch.vtensor<[2,4,4],si64>) -> (!torch.vtensor<[2,4,4],f32>, !torch.vtensor<[],f32>) {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %int-100 = torch.constant.int -100
  %0:2 = torch.aten.nll_loss2d_forward %arg0, %arg1, %none, %int0, %int-100 : !torch.vtensor<[2,3,4,4],f32>, !torch.vtensor<[2,4,4],si64>, !torch.none, !torch.int, !torch.int -> !torch.vtensor<[2,4,4],f32>, !torch.vtensor<[],f32>
  return %0#0, %0#1 : !torch.vtensor<[2,4,4],f32>, !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @poisson_nll_loss(
// CHECK: %[[V0:.*]] = torch.aten.exp %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg1, %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Scalar %[[V4]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V5]]
func.func @poisson_nll_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %float1.0e-08 = torch.constant.float 1.000000e-08
  %int1 = torch.constant.int 1
  %0 = torch.aten.poisson_nll_loss %arg0, %arg1, %true, %false, %float1.0e-08, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.bool, !torch.bool, !torch.float, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @smooth_l1_loss(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.lt.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Scalar %[[V4]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Scalar %[[V1]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V2]], %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %[[V7]], %[[V8]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.div.Scalar %[[V9]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V10]]
func.func @smooth_l1_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %float0.5 = torch.constant.float 5.000000e-01
  %0 = torch.aten.smooth_l1_loss %arg0, %arg1, %int1, %float0.5 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int, !torch.float -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @soft_margin_loss(
// CHECK: %[[V0:.*]] = torch.aten.neg %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.exp %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.log1p %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V6]]
func.func @soft_margin_loss(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.soft_margin_loss %arg0, %arg1, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}
