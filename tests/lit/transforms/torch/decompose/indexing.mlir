// Borders, diagonals and windows from ranges of places.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.reflection_pad1d,torch.aten.diagonal | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @reflect(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.add.int %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V3:.*]] = torch.aten.sub.int %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.aten.abs %[[V2]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V5:.*]] = torch.aten.rsub.Scalar %[[V4]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V6:.*]] = torch.aten.abs %[[V5]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V7:.*]] = torch.aten.rsub.Scalar %[[V6]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %[[ARG0]], %{{[^ ,:]+}}, %[[V7]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V8]]
// LEGAL-LABEL: func.func @reflect(
// LEGAL: torch.aten.reflection_pad1d
func.func @reflect(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %0 = torch.prim.ListConstruct %int1, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.aten.reflection_pad1d %arg0, %0 : !torch.vtensor<[2,?],f32>, !torch.list<int> -> !torch.vtensor<[2,?],f32>
  return %1 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.view %[[ARG0]], %[[V0]] : {{.*}} -> !torch.vtensor<[12],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @diagonal(
// LEGAL: torch.aten.diagonal
func.func @diagonal(%arg0: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %0 = torch.aten.diagonal %arg0, %int1, %int0, %int1 : !torch.vtensor<[3,4],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @unfold(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.sub.int %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.aten.add.int %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %[[V4]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V6:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V7:.*]] = torch.aten.unsqueeze %[[V6]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V5]], %[[V7]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,3],si64>
// CHECK: %[[V9:.*]] = torch.aten.size.int %[[V8]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V10:.*]] = torch.aten.mul.int %[[V9]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %[[V10]] :
// CHECK: %[[V12:.*]] = torch.aten.view %[[V8]], %[[V11]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V13:.*]] = torch.aten.index_select %[[ARG0]], %{{[^ ,:]+}}, %[[V12]] : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: %[[V14:.*]] = torch.prim.ListConstruct %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V15:.*]] = torch.aten.view %[[V13]], %[[V14]] : {{.*}} -> !torch.vtensor<[?,3,2],f32>
// CHECK: %[[V16:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V17:.*]] = torch.aten.permute %[[V15]], %[[V16]] : {{.*}} -> !torch.vtensor<[?,2,3],f32>
// CHECK: return %[[V17]]
func.func @unfold(%arg0: !torch.vtensor<[?,2],f32>) -> !torch.vtensor<[?,2,3],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %int3 = torch.constant.int 3
  %0 = torch.aten.unfold %arg0, %int0, %int3, %int1 : !torch.vtensor<[?,2],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[?,2,3],f32>
  return %0 : !torch.vtensor<[?,2,3],f32>
}

// CHECK-LABEL: func.func @median(
// CHECK: torch.aten.sort %arg0, {{.*}} -> !torch.vtensor<[3,5],f32>, !torch.vtensor<[3,5],si64>
// CHECK: torch.aten.ne.Tensor
func.func @median(%arg0: !torch.vtensor<[3,5],f32>) -> (!torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>) {
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %0, %1 = torch.aten.median.dim %arg0, %int1, %false : !torch.vtensor<[3,5],f32>, !torch.int, !torch.bool -> !torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>
  return %0, %1 : !torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>
}

// CHECK-LABEL: func.func @take_along_dim(
// CHECK: torch.aten.broadcast_to %arg1, {{.*}} -> !torch.vtensor<[3,2],si64>
// CHECK: torch.aten.gather {{.*}} -> !torch.vtensor<[3,2],f32>
func.func @take_along_dim(%arg0: !torch.vtensor<[3,5],f32>, %arg1: !torch.vtensor<[1,2],si64>) -> !torch.vtensor<[3,2],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.take_along_dim %arg0, %arg1, %int1 : !torch.vtensor<[3,5],f32>, !torch.vtensor<[1,2],si64>, !torch.int -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @diagonal_scatter(
// CHECK: torch.aten.index_select %arg1, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: torch.aten.where.self {{.*}} -> !torch.vtensor<[4,4],f32>
func.func @diagonal_scatter(%arg0: !torch.vtensor<[4,4],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,4],f32> {
  %int1 = torch.constant.int 1
  %int0 = torch.constant.int 0
  %0 = torch.aten.diagonal_scatter %arg0, %arg1, %int1, %int0, %int1 : !torch.vtensor<[4,4],f32>, !torch.vtensor<[3],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[4,4],f32>
  return %0 : !torch.vtensor<[4,4],f32>
}

// A step of the diagonal that is not known keeps the operator whole.
// CHECK-LABEL: func.func @diagonal_of_any_width(
// CHECK: torch.aten.diagonal
func.func @diagonal_of_any_width(%arg0: !torch.vtensor<[4,?],f32>) -> !torch.vtensor<[?],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.diag %arg0, %int1 : !torch.vtensor<[4,?],f32>, !torch.int -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}
