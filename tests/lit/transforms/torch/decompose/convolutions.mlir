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

// CHECK-LABEL: func.func @convolution(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,5,5],f32>
// CHECK: return %[[V4]]
func.func @convolution(%arg0: !torch.vtensor<[1,2,5,5],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,5,5],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %l1 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %l2 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %int0 = torch.constant.int 0
  %l3 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten._convolution %arg0, %arg1, %arg2, %l0, %l1, %l2, %false, %l3, %int1, %false, %false, %false, %false : !torch.vtensor<[1,2,5,5],f32>, !torch.vtensor<[3,2,3,3],f32>, !torch.vtensor<[3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int, !torch.bool, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[1,3,5,5],f32>
  return %0 : !torch.vtensor<[1,3,5,5],f32>
}

// CHECK-LABEL: func.func @convolution_deprecated(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: return %[[V4]]
func.func @convolution_deprecated(%arg0: !torch.vtensor<[1,2,5,5],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,3,2,2],f32> {
  %none = torch.constant.none
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %l1 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l2 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %l3 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten._convolution.deprecated %arg0, %arg1, %none, %l0, %l1, %l2, %false, %l3, %int1, %false, %false, %false : !torch.vtensor<[1,2,5,5],f32>, !torch.vtensor<[3,2,3,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[1,3,2,2],f32>
  return %0 : !torch.vtensor<[1,3,2,2],f32>
}

// CHECK-LABEL: func.func @convolution_mode(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.constant_pad_nd %arg0, %[[V4]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,7,7],f32>
// CHECK: %[[V6:.*]] = torch.aten.convolution %[[V5]], %arg1, %arg2, %[[V0]], %[[V2]], %[[V1]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,5,5],f32>
// CHECK: return %[[V6]]
func.func @convolution_mode(%arg0: !torch.vtensor<[1,2,5,5],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,5,5],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %str = torch.constant.str "same"
  %l1 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten._convolution_mode %arg0, %arg1, %arg2, %l0, %str, %l1, %int1 : !torch.vtensor<[1,2,5,5],f32>, !torch.vtensor<[3,2,3,3],f32>, !torch.vtensor<[3],f32>, !torch.list<int>, !torch.str, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,5,5],f32>
  return %0 : !torch.vtensor<[1,3,5,5],f32>
}

// CHECK-LABEL: func.func @conv2d_padding(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V2]], %[[V1]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,3,3],f32>
// CHECK: return %[[V4]]
func.func @conv2d_padding(%arg0: !torch.vtensor<[1,2,5,5],f32>, %arg1: !torch.vtensor<[3,2,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,3,3],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %str = torch.constant.str "valid"
  %l1 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.conv2d.padding %arg0, %arg1, %arg2, %l0, %str, %l1, %int1 : !torch.vtensor<[1,2,5,5],f32>, !torch.vtensor<[3,2,3,3],f32>, !torch.vtensor<[3],f32>, !torch.list<int>, !torch.str, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,3,3],f32>
  return %0 : !torch.vtensor<[1,3,3,3],f32>
}

// CHECK-LABEL: func.func @conv3d(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2,2],f32>
// CHECK: return %[[V4]]
func.func @conv3d(%arg0: !torch.vtensor<[1,2,4,4,4],f32>, %arg1: !torch.vtensor<[3,2,3,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,2,2,2],f32> {
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1, %int1, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %l1 = torch.prim.ListConstruct %int0, %int0, %int0 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %l2 = torch.prim.ListConstruct %int1, %int1, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.conv3d %arg0, %arg1, %arg2, %l0, %l1, %l2, %int1 : !torch.vtensor<[1,2,4,4,4],f32>, !torch.vtensor<[3,2,3,3,3],f32>, !torch.vtensor<[3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,2,2,2],f32>
  return %0 : !torch.vtensor<[1,3,2,2,2],f32>
}

// CHECK-LABEL: func.func @conv3d_padding(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.constant_pad_nd %arg0, %[[V4]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,5,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.convolution %[[V5]], %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V2]], %[[V1]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,4,4,4],f32>
// CHECK: return %[[V6]]
func.func @conv3d_padding(%arg0: !torch.vtensor<[1,2,4,4,4],f32>, %arg1: !torch.vtensor<[3,2,2,2,2],f32>) -> !torch.vtensor<[1,3,4,4,4],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1, %int1, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %str = torch.constant.str "same"
  %l1 = torch.prim.ListConstruct %int1, %int1, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.conv3d.padding %arg0, %arg1, %none, %l0, %str, %l1, %int1 : !torch.vtensor<[1,2,4,4,4],f32>, !torch.vtensor<[3,2,2,2,2],f32>, !torch.none, !torch.list<int>, !torch.str, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,4,4,4],f32>
  return %0 : !torch.vtensor<[1,3,4,4,4],f32>
}

// CHECK-LABEL: func.func @conv_transpose1d(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V3]], %true{{(_[0-9]+)?}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,8],f32>
// CHECK: return %[[V4]]
func.func @conv_transpose1d(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[2,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,8],f32> {
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2 : (!torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l1 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %l2 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %l3 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.conv_transpose1d %arg0, %arg1, %arg2, %l0, %l1, %l2, %int1, %l3 : !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[2,3,3],f32>, !torch.vtensor<[3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int, !torch.list<int> -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

// CHECK-LABEL: func.func @conv_transpose2d_input(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V2]], %[[V3]], %[[V1]], %true{{(_[0-9]+)?}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,6,6],f32>
// CHECK: return %[[V4]]
func.func @conv_transpose2d_input(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[2,3,3,3],f32>) -> !torch.vtensor<[1,3,6,6],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %l1 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %l2 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %l3 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.conv_transpose2d.input %arg0, %arg1, %none, %l0, %l1, %l2, %int1, %l3 : !torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[2,3,3,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int, !torch.list<int> -> !torch.vtensor<[1,3,6,6],f32>
  return %0 : !torch.vtensor<[1,3,6,6],f32>
}

// CHECK-LABEL: func.func @conv_transpose3d_input(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V3]], %true{{(_[0-9]+)?}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,3,3,3],f32>
// CHECK: return %[[V4]]
func.func @conv_transpose3d_input(%arg0: !torch.vtensor<[1,2,2,2,2],f32>, %arg1: !torch.vtensor<[2,3,2,2,2],f32>) -> !torch.vtensor<[1,3,3,3,3],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %l0 = torch.prim.ListConstruct %int1, %int1, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %l1 = torch.prim.ListConstruct %int0, %int0, %int0 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %l2 = torch.prim.ListConstruct %int0, %int0, %int0 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %l3 = torch.prim.ListConstruct %int1, %int1, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.conv_transpose3d.input %arg0, %arg1, %none, %l0, %l1, %l2, %int1, %l3 : !torch.vtensor<[1,2,2,2,2],f32>, !torch.vtensor<[2,3,2,2,2],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int, !torch.list<int> -> !torch.vtensor<[1,3,3,3,3],f32>
  return %0 : !torch.vtensor<[1,3,3,3,3],f32>
}
