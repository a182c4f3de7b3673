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
