// Every convolution is aten.convolution; padding by name is computed.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.conv2d | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG2:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.convolution %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[V0]], %[[V0]], %[[V0]], %{{[^ ,:]+}}, %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,8,?,?],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @conv2d(
// LEGAL: torch.aten.conv2d
func.func @conv2d(%arg0: !torch.vtensor<[?,3,?,?],f32>, %arg1: !torch.vtensor<[8,3,3,3],f32>, %arg2: !torch.vtensor<[8],f32>) -> !torch.vtensor<[?,8,?,?],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.aten.conv2d %arg0, %arg1, %arg2, %0, %0, %0, %int1 : !torch.vtensor<[?,3,?,?],f32>, !torch.vtensor<[8,3,3,3],f32>, !torch.vtensor<[8],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[?,8,?,?],f32>
  return %1 : !torch.vtensor<[?,8,?,?],f32>
}

// One sample without a batch; an even kernel takes one more behind.

// CHECK-LABEL: func.func @same(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V4:.*]] = torch.aten.constant_pad_nd %[[ARG0]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,?],f32>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %[[V4]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,3,?],f32>
// CHECK: %[[V6:.*]] = torch.aten.convolution %[[V5]], %[[ARG1]], %{{[^ ,:]+}}, %[[V0]], %[[V1]], %[[V0]], %{{[^ ,:]+}}, %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,8,?],f32>
// CHECK: %[[V7:.*]] = torch.aten.squeeze.dim %[[V6]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[8,?],f32>
// CHECK: return %[[V7]]
func.func @same(%arg0: !torch.vtensor<[3,?],f32>, %arg1: !torch.vtensor<[8,3,4],f32>) -> !torch.vtensor<[8,?],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %same = torch.constant.str "same"
  %0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %1 = torch.aten.conv1d.padding %arg0, %arg1, %none, %0, %same, %0, %int1 : !torch.vtensor<[3,?],f32>, !torch.vtensor<[8,3,4],f32>, !torch.none, !torch.list<int>, !torch.str, !torch.list<int>, !torch.int -> !torch.vtensor<[8,?],f32>
  return %1 : !torch.vtensor<[8,?],f32>
}

// Time comes first: it is moved behind the channels, and back.
// CHECK-LABEL: func.func @conv_tbc(
// CHECK: torch.aten.permute %arg0, {{.*}} -> !torch.vtensor<[2,3,?],f32>
// CHECK: torch.aten.permute %arg1, {{.*}} -> !torch.vtensor<[4,3,5],f32>
// CHECK: torch.aten.convolution {{.*}} -> !torch.vtensor<[2,4,?],f32>
// CHECK: torch.aten.permute {{.*}} -> !torch.vtensor<[?,2,4],f32>
func.func @conv_tbc(%arg0: !torch.vtensor<[?,2,3],f32>, %arg1: !torch.vtensor<[5,3,4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,2,4],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.conv_tbc %arg0, %arg1, %arg2, %int1 : !torch.vtensor<[?,2,3],f32>, !torch.vtensor<[5,3,4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[?,2,4],f32>
  return %0 : !torch.vtensor<[?,2,4],f32>
}
