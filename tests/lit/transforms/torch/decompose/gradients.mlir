// Derivatives of activations and losses.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.tanh_backward | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @tanh(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %[[ARG1]], %[[ARG1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V1:.*]] = torch.aten.rsub.Scalar %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[ARG0]], %[[V1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @tanh(
// LEGAL: torch.aten.tanh_backward
func.func @tanh(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.tanh_backward %arg0, %arg1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.exp %[[ARG1]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[ARG0]], %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V4]]
func.func @log_softmax(%arg0: !torch.vtensor<[2,?],f32>, %arg1: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int1 = torch.constant.int 1
  %int6 = torch.constant.int 6
  %0 = torch.aten._log_softmax_backward_data %arg0, %arg1, %int1, %int6 : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>, !torch.int, !torch.int -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @embedding_dense_backward(
// CHECK: torch.aten.eq.Scalar
// CHECK: torch.aten.where.self
// CHECK: torch.aten.index_put {{.*}} -> !torch.vtensor<[9,4],f32>
func.func @embedding_dense_backward(%arg0: !torch.vtensor<[?,4],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[9,4],f32> {
  %int9 = torch.constant.int 9
  %int-1 = torch.constant.int -1
  %false = torch.constant.bool false
  %0 = torch.aten.embedding_dense_backward %arg0, %arg1, %int9, %int-1, %false : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?],si64>, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[9,4],f32>
  return %0 : !torch.vtensor<[9,4],f32>
}
