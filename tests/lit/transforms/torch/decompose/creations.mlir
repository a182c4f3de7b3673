// Constants, ranges and masks from aten.full and aten.arange.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.zeros_like,torch.aten.eye | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @zeros_like(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @zeros_like(
// LEGAL: torch.aten.zeros_like
func.func @zeros_like(%arg0: !torch.vtensor<[?,2],f32>) -> !torch.vtensor<[?,2],f32> {
  %none = torch.constant.none
  %0 = torch.aten.zeros_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[?,2],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,2],f32>
  return %0 : !torch.vtensor<[?,2],f32>
}

// CHECK-LABEL: func.func @eye(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,?],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Tensor %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,?],i1>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: return %[[V5]]
// LEGAL-LABEL: func.func @eye(
// LEGAL: torch.aten.eye
func.func @eye(%arg0: !torch.int) -> !torch.vtensor<[?,?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.eye %arg0, %none, %none, %none, %none : !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @triangle(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<{{\[\[}}0, 1, 1], [0, 0, 1{{\]\]}}> : tensor<2x3xsi64>) : !torch.vtensor<[2,3],si64>
// CHECK: return %[[V0]]
func.func @triangle() -> !torch.vtensor<[2,3],si64> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %int4 = torch.constant.int 4
  %0 = torch.aten.tril_indices %int2, %int2, %int0, %int4, %none, %none, %none : !torch.int, !torch.int, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// How many classes there are decides the largest element.

// CHECK-LABEL: func.func @classes_not_known(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.one_hot %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,?],si64>
// CHECK: return %[[V0]]
func.func @classes_not_known(%arg0: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,?],si64> {
  %int-1 = torch.constant.int -1
  %0 = torch.aten.one_hot %arg0, %int-1 : !torch.vtensor<[3],si64>, !torch.int -> !torch.vtensor<[3,?],si64>
  return %0 : !torch.vtensor<[3,?],si64>
}
