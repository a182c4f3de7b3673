// Functions between layers; numbers of 16 bits are computed in f32.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.gelu,torch.aten.softmax.int | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @gelu(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.erf %[[V1]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Scalar %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: return %[[V4]]
// LEGAL-LABEL: func.func @gelu(
// LEGAL: torch.aten.gelu
func.func @gelu(%arg0: !torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32> {
  %str = torch.constant.str "none"
  %0 = torch.aten.gelu %arg0, %str : !torch.vtensor<[?,4],f32>, !torch.str -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// CHECK-LABEL: func.func @silu_of_half(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4],bf16>
// CHECK: return %[[V3]]
func.func @silu_of_half(%arg0: !torch.vtensor<[4],bf16>) -> !torch.vtensor<[4],bf16> {
  %0 = torch.aten.silu %arg0 : !torch.vtensor<[4],bf16> -> !torch.vtensor<[4],bf16>
  return %0 : !torch.vtensor<[4],bf16>
}

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.amax %[[ARG0]], %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %[[V3]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V6]]
// LEGAL-LABEL: func.func @softmax(
// LEGAL: torch.aten.softmax.int
func.func @softmax(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int-1 = torch.constant.int -1
  %none = torch.constant.none
  %0 = torch.aten.softmax.int %arg0, %int-1, %none : !torch.vtensor<[2,?],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// Nothing is known of the dimension, so the op stays.

// CHECK-LABEL: func.func @unknown_dimension(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.log_softmax.int %[[ARG0]], %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @unknown_dimension(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.int) -> !torch.vtensor<[2,3],f32> {
  %none = torch.constant.none
  %0 = torch.aten.log_softmax.int %arg0, %arg1, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Nor is anything of the rank.

// CHECK-LABEL: func.func @unknown_rank(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.silu %[[ARG0]] : {{.*}} -> !torch.vtensor<*,f32>
// CHECK: return %[[V0]]
func.func @unknown_rank(%arg0: !torch.vtensor<*,f32>) -> !torch.vtensor<*,f32> {
  %0 = torch.aten.silu %arg0 : !torch.vtensor<*,f32> -> !torch.vtensor<*,f32>
  return %0 : !torch.vtensor<*,f32>
}
