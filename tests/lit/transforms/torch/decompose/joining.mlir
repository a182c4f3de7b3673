// Stacks are concatenations; lists are unpacked into their elements.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.stack,torch.aten.split.Tensor | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @stack(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,?],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,?],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V0]], %[[V1]] :
// CHECK: %[[V3:.*]] = torch.aten.cat %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V3]]
// LEGAL-LABEL: func.func @stack(
// LEGAL: torch.aten.stack
func.func @stack(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int0 = torch.constant.int 0
  %0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) -> !torch.list<vtensor>
  %1 = torch.aten.stack %0, %int0 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[2,?],f32>
  return %1 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V1:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V3:.*]] = torch.tensor_static_info_cast %[[V0]] : !torch.vtensor<[?],f32> to !torch.vtensor<[2],f32>
// CHECK: return %[[V3]], %[[V2]]
// LEGAL-LABEL: func.func @split(
// LEGAL: torch.aten.split.Tensor
func.func @split(%arg0: !torch.vtensor<[?],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[?],f32>) {
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %0 = torch.aten.split.Tensor %arg0, %int2, %int0 : !torch.vtensor<[?],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2],f32>, !torch.vtensor<[?],f32>
  return %1#0, %1#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[?],f32>
}

// How many parts there are is not known, and the program does not say.

// CHECK-LABEL: func.func @parts_not_known(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.split.Tensor %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.list<vtensor>
// CHECK: return %[[V0]]
// LEGAL-LABEL: func.func @parts_not_known(
// LEGAL: torch.aten.split.Tensor
func.func @parts_not_known(%arg0: !torch.vtensor<[?],f32>) -> !torch.list<vtensor> {
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %0 = torch.aten.split.Tensor %arg0, %int2, %int0 : !torch.vtensor<[?],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  return %0 : !torch.list<vtensor>
}
