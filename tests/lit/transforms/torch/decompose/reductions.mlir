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
