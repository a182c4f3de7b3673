// Einstein's notation as products of batches of matrices.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.einsum | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @batched(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.view %[[ARG0]], %[[V1]] : {{.*}} -> !torch.vtensor<[?,2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.size.int %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %[[V3]], %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V5:.*]] = torch.aten.view %[[ARG1]], %[[V4]] : {{.*}} -> !torch.vtensor<[?,3,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.bmm %[[V2]], %[[V5]] : {{.*}} -> !torch.vtensor<[?,2,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %[[V7]], %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V9:.*]] = torch.aten.view %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[?,2,4],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V11:.*]] = torch.aten.permute %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[?,4,2],f32>
// CHECK: return %[[V11]]
// LEGAL-LABEL: func.func @batched(
// LEGAL: torch.aten.einsum
func.func @batched(%arg0: !torch.vtensor<[?,2,3],f32>, %arg1: !torch.vtensor<[?,3,4],f32>) -> !torch.vtensor<[?,4,2],f32> {
  %none = torch.constant.none
  %str = torch.constant.str "bij, bjk -> bki"
  %0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[?,2,3],f32>, !torch.vtensor<[?,3,4],f32>) -> !torch.list<vtensor>
  %1 = torch.aten.einsum %str, %0, %none : !torch.str, !torch.list<vtensor>, !torch.none -> !torch.vtensor<[?,4,2],f32>
  return %1 : !torch.vtensor<[?,4,2],f32>
}

// The letter that stands once is the result's; the diagonal is summed.

// CHECK-LABEL: func.func @implied(
// CHECK: %[[V0:.*]] = torch.aten.where.self {{.*}} -> !torch.vtensor<[3,3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %[[V0]], {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V1]], {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @implied(
// LEGAL: torch.aten.einsum
func.func @implied(%arg0: !torch.vtensor<[3,3,2],f32>) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  %str = torch.constant.str "iij"
  %0 = torch.prim.ListConstruct %arg0 : (!torch.vtensor<[3,3,2],f32>) -> !torch.list<vtensor>
  %1 = torch.aten.einsum %str, %0, %none : !torch.str, !torch.list<vtensor>, !torch.none -> !torch.vtensor<[2],f32>
  return %1 : !torch.vtensor<[2],f32>
}

// An equation that does not fit its operands.

// CHECK-LABEL: func.func @wrong(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %[[ARG0]] :
// CHECK: %[[V1:.*]] = torch.aten.einsum %{{[^ ,:]+}}, %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V1]]
// LEGAL-LABEL: func.func @wrong(
// LEGAL: torch.aten.einsum
func.func @wrong(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %none = torch.constant.none
  %str = torch.constant.str "ij"
  %0 = torch.prim.ListConstruct %arg0 : (!torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %1 = torch.aten.einsum %str, %0, %none : !torch.str, !torch.list<vtensor>, !torch.none -> !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}
