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
