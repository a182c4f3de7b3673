// Views, permutations and repetition.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.flatten.using_ints,torch.aten.repeat | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @flatten(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.mul.int %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %[[V1]] :
// CHECK: %[[V3:.*]] = torch.aten.view %[[ARG0]], %[[V2]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V3]]
// LEGAL-LABEL: func.func @flatten(
// LEGAL: torch.aten.flatten.using_ints
func.func @flatten(%arg0: !torch.vtensor<[2,?,3],f32>) -> !torch.vtensor<[2,?],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %0 = torch.aten.flatten.using_ints %arg0, %int1, %int2 : !torch.vtensor<[2,?,3],f32>, !torch.int, !torch.int -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @repeat(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.mul.int %{{[^ ,:]+}}, %[[V0]] : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,?,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %[[V0]], %{{[^ ,:]+}} :
// CHECK: %[[V4:.*]] = torch.aten.broadcast_to %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,?,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %[[V1]], %{{[^ ,:]+}} :
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: return %[[V6]]
// LEGAL-LABEL: func.func @repeat(
// LEGAL: torch.aten.repeat
func.func @repeat(%arg0: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %0 = torch.prim.ListConstruct %int2, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.aten.repeat %arg0, %0 : !torch.vtensor<[?,3],f32>, !torch.list<int> -> !torch.vtensor<[?,3],f32>
  return %1 : !torch.vtensor<[?,3],f32>
}

// CHECK-LABEL: func.func @rotate(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.flip %[[ARG0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V2:.*]] = torch.aten.transpose.int %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: return %[[V2]]
func.func @rotate(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[?,2],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %0 = torch.prim.ListConstruct %int0, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.aten.rot90 %arg0, %int1, %0 : !torch.vtensor<[2,?],f32>, !torch.int, !torch.list<int> -> !torch.vtensor<[?,2],f32>
  return %1 : !torch.vtensor<[?,2],f32>
}

// CHECK-LABEL: func.func @repeat_interleave_by(
// CHECK: torch.aten.repeat_interleave.Tensor %arg1, {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: torch.aten.index_select {{.*}} -> !torch.vtensor<[?,4],f32>
func.func @repeat_interleave_by(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[3],si64>) -> !torch.vtensor<[?,4],f32> {
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.repeat_interleave.self_Tensor %arg0, %arg1, %int0, %none : !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>, !torch.int, !torch.none -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}
