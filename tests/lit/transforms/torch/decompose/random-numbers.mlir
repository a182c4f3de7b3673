// Distributions from the uniform one; no dropout but in training.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.rand_like | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @rand_like(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]] :
// CHECK: %[[V2:.*]] = torch.aten.empty.memory_format %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V3:.*]] = torch.aten.uniform %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V3]]
// LEGAL-LABEL: func.func @rand_like(
// LEGAL: torch.aten.rand_like
func.func @rand_like(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.rand_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[?],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @dropout_of_inference(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: return %[[ARG0]]
func.func @dropout_of_inference(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %half = torch.constant.float 0.5
  %false = torch.constant.bool false
  %0 = torch.aten.dropout %arg0, %half, %false : !torch.vtensor<[3],f32>, !torch.float, !torch.bool -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @dropout_of_training(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.aten.ge.Scalar %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V3]], %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V7]]
func.func @dropout_of_training(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %half = torch.constant.float 0.5
  %true = torch.constant.bool true
  %0 = torch.aten.dropout %arg0, %half, %true : !torch.vtensor<[3],f32>, !torch.float, !torch.bool -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Without replacement the greatest keys win; with it, each number looks for its
// place in the running sums.
// CHECK-LABEL: func.func @multinomial(
// CHECK: torch.aten.uniform
// CHECK: torch.aten.topk {{.*}} -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
// CHECK: torch.aten.cumsum
// CHECK: torch.aten.sum.dim_IntList {{.*}} -> !torch.vtensor<[2,9],si64>
func.func @multinomial(%arg0: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,3],si64>, !torch.vtensor<[2,9],si64>) {
  %int3 = torch.constant.int 3
  %int9 = torch.constant.int 9
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.multinomial %arg0, %int3, %false, %none : !torch.vtensor<[2,5],f32>, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[2,3],si64>
  %1 = torch.aten.multinomial %arg0, %int9, %true, %none : !torch.vtensor<[2,5],f32>, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[2,9],si64>
  return %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,9],si64>
}

// CHECK-LABEL: func.func @exponential(
// CHECK: torch.aten.uniform
// CHECK: torch.aten.log
// CHECK: torch.aten.div.Scalar
func.func @exponential(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %rate = torch.constant.float 3.0
  %none = torch.constant.none
  %0 = torch.aten.exponential %arg0, %rate, %none : !torch.vtensor<[?],f32>, !torch.float, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}
