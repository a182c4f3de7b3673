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

// CHECK-LABEL: func.func @index_put_impl(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg1
// CHECK: %[[V1:.*]] = torch.aten.index_put %arg0, %[[V0]], %arg2, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V1]]
func.func @index_put_impl(%arg0: !torch.vtensor<[4,3],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %l0 = torch.prim.ListConstruct %arg1 : (!torch.vtensor<[2],si64>) -> !torch.list<optional<vtensor>>
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0 = torch.aten._index_put_impl %arg0, %l0, %arg2, %true, %false : !torch.vtensor<[4,3],f32>, !torch.list<optional<vtensor>>, !torch.vtensor<[2,3],f32>, !torch.bool, !torch.bool -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// CHECK-LABEL: func.func @unsafe_index_tensor(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg1
// CHECK: %[[V1:.*]] = torch.aten.index.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @unsafe_index_tensor(%arg0: !torch.vtensor<[4,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,3],f32> {
  %l0 = torch.prim.ListConstruct %arg1 : (!torch.vtensor<[2],si64>) -> !torch.list<optional<vtensor>>
  %0 = torch.aten._unsafe_index.Tensor %arg0, %l0 : !torch.vtensor<[4,3],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @unsafe_index_put(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg1
// CHECK: %[[V1:.*]] = torch.aten.index_put %arg0, %[[V0]], %arg2, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V1]]
func.func @unsafe_index_put(%arg0: !torch.vtensor<[4,3],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %l0 = torch.prim.ListConstruct %arg1 : (!torch.vtensor<[2],si64>) -> !torch.list<optional<vtensor>>
  %false = torch.constant.bool false
  %0 = torch.aten._unsafe_index_put %arg0, %l0, %arg2, %false : !torch.vtensor<[4,3],f32>, !torch.list<optional<vtensor>>, !torch.vtensor<[2,3],f32>, !torch.bool -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// CHECK-LABEL: func.func @argsort(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort %arg0, %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
// CHECK: return %[[V0]]#1
func.func @argsort(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],si64> {
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %0 = torch.aten.argsort %arg0, %int1, %true : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @argsort_stable(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort.stable %arg0, %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
// CHECK: return %[[V0]]#1
func.func @argsort_stable(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],si64> {
  %true = torch.constant.bool true
  %int0 = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten.argsort.stable %arg0, %true, %int0, %false : !torch.vtensor<[2,3],f32>, !torch.bool, !torch.int, !torch.bool -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @diag_embed(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V6:.*]] = torch.aten.eq.Tensor %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[4,4],i1>
// CHECK: %[[V7:.*]] = torch.aten.unsqueeze %[[V1]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,1],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V9:.*]] = torch.aten.full %[[V8]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V6]], %[[V7]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,4,4],f32>
// CHECK: return %[[V10]]
func.func @diag_embed(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,4,4],f32> {
  %int1 = torch.constant.int 1
  %int-2 = torch.constant.int -2
  %int-1 = torch.constant.int -1
  %0 = torch.aten.diag_embed %arg0, %int1, %int-2, %int-1 : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,4,4],f32>
  return %0 : !torch.vtensor<[2,4,4],f32>
}

// CHECK-LABEL: func.func @diagonal_copy(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[12],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int16{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V2]]
func.func @diagonal_copy(%arg0: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3],f32> {
  %int1 = torch.constant.int 1
  %int0 = torch.constant.int 0
  %0 = torch.aten.diagonal_copy %arg0, %int1, %int0, %int1 : !torch.vtensor<[3,4],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @im2col(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V4:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V6:.*]] = torch.aten.unsqueeze %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V7:.*]] = torch.aten.unsqueeze %[[V5]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],si64>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V6]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],si64>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V11:.*]] = torch.aten.index_select %[[V1]], %int2{{(_[0-9]+)?}}, %[[V10]] : {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V13:.*]] = torch.aten.mul.Scalar %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V14:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V15:.*]] = torch.aten.mul.Scalar %[[V14]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V16:.*]] = torch.aten.unsqueeze %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V17:.*]] = torch.aten.unsqueeze %[[V15]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],si64>
// CHECK: %[[V18:.*]] = torch.aten.add.Tensor %[[V16]], %[[V17]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],si64>
// CHECK: %[[V19:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V20:.*]] = torch.aten.view %[[V18]], %[[V19]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V21:.*]] = torch.aten.index_select %[[V11]], %int3{{(_[0-9]+)?}}, %[[V20]] : {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: %[[V22:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V23:.*]] = torch.aten.view %[[V21]], %[[V22]] : {{.*}} -> !torch.vtensor<[1,2,2,2,2,2],f32>
// CHECK: %[[V24:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V25:.*]] = torch.aten.permute %[[V23]], %[[V24]] : {{.*}} -> !torch.vtensor<[1,2,2,2,2,2],f32>
// CHECK: %[[V26:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V27:.*]] = torch.aten.view %[[V25]], %[[V26]] : {{.*}} -> !torch.vtensor<[1,8,4],f32>
// CHECK: return %[[V27]]
func.func @im2col(%arg0: !torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,8,4],f32> {
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l1 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %l2 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %l3 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.im2col %arg0, %l0, %l1, %l2, %l3 : !torch.vtensor<[1,2,4,4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[1,8,4],f32>
  return %0 : !torch.vtensor<[1,8,4],f32>
}

// CHECK-LABEL: func.func @kthvalue(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort %arg0, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],f32>, !torch.vtensor<[2,5],si64>
// CHECK: %[[V1:.*]] = torch.aten.select.int %[[V0]]#0, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.select.int %[[V0]]#1, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: return %[[V2]], %[[V4]]
func.func @kthvalue(%arg0: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],si64>) {
  %int2 = torch.constant.int 2
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %0:2 = torch.aten.kthvalue %arg0, %int2, %int1, %true : !torch.vtensor<[2,5],f32>, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],si64>
  return %0#0, %0#1 : !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],si64>
}

// CHECK-LABEL: func.func @masked_scatter(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.broadcast_to %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[6],i1>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V5:.*]] = torch.aten.cumsum %[[V4]], %int0{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %arg2, %[[V6]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V8:.*]] = torch.aten.sub.Scalar %[[V5]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V9:.*]] = torch.aten.clamp %[[V8]], %int0{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V10:.*]] = torch.aten.index_select %[[V7]], %int0{{(_[0-9]+)?}}, %[[V9]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %[[V10]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.where.self %[[V1]], %[[V12]], %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V13]]
func.func @masked_scatter(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],i1>, %arg2: !torch.vtensor<[6],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.masked_scatter %arg0, %arg1, %arg2 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],i1>, !torch.vtensor<[6],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @msort(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort %arg0, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>, !torch.vtensor<[4,3],si64>
// CHECK: return %[[V0]]#0
func.func @msort(%arg0: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.aten.msort %arg0 : !torch.vtensor<[4,3],f32> -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// CHECK-LABEL: func.func @median_operator(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int5{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V2:.*]]:2 = torch.aten.sort %[[V1]], %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>, !torch.vtensor<[5],si64>
// CHECK: %[[V3:.*]] = torch.aten.select.int %[[V2]]#0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.select.int %[[V2]]#0, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.ne.Tensor %[[V4]], %[[V4]] : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V6:.*]] = torch.aten.select.int %[[V2]]#0, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V5]], %[[V6]], %[[V3]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V7]]
func.func @median_operator(%arg0: !torch.vtensor<[5],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.median %arg0 : !torch.vtensor<[5],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @narrow(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V0]]
func.func @narrow(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,3],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %0 = torch.aten.narrow %arg0, %int1, %int2, %int3 : !torch.vtensor<[4,6],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// CHECK-LABEL: func.func @narrow_tensor(
// CHECK: %[[V0:.*]] = torch.aten.Int.Tensor %arg1 : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.max.int %[[V0]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.prim.min.int %[[V1]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.mul.int %[[V2]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.aten.sub.int %[[V0]], %[[V3]] : {{.*}} -> !torch.int
// CHECK: %[[V5:.*]] = torch.aten.add.int %[[V4]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V6:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %[[V4]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V6]]
func.func @narrow_tensor(%arg0: !torch.vtensor<[4,6],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[4,3],f32> {
  %int1 = torch.constant.int 1
  %int3 = torch.constant.int 3
  %0 = torch.aten.narrow.Tensor %arg0, %int1, %arg1, %int3 : !torch.vtensor<[4,6],f32>, !torch.int, !torch.vtensor<[],si64>, !torch.int -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// CHECK-LABEL: func.func @pad(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,6],f32>
// CHECK: return %[[V1]]
func.func @pad(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int1, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %str = torch.constant.str "constant"
  %float0.5 = torch.constant.float 5.000000e-01
  %0 = torch.aten.pad %arg0, %l0, %str, %float0.5 : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.float -> !torch.vtensor<[2,6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func.func @reflection_pad2d(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int-1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V1]], %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V3:.*]] = torch.aten.abs %[[V2]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V4:.*]] = torch.aten.rsub.Scalar %[[V3]], %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,4,6],f32>
// CHECK: %[[V6:.*]] = torch.aten.arange.start_step %int-2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V7:.*]] = torch.aten.abs %[[V6]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V8:.*]] = torch.aten.rsub.Scalar %[[V7]], %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V9:.*]] = torch.aten.abs %[[V8]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V10:.*]] = torch.aten.rsub.Scalar %[[V9]], %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V11:.*]] = torch.aten.index_select %[[V5]], %int1{{(_[0-9]+)?}}, %[[V10]] : {{.*}} -> !torch.vtensor<[1,6,6],f32>
// CHECK: return %[[V11]]
func.func @reflection_pad2d(%arg0: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,6,6],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %int0 = torch.constant.int 0
  %l0 = torch.prim.ListConstruct %int1, %int1, %int2, %int0 : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.reflection_pad2d %arg0, %l0 : !torch.vtensor<[1,4,4],f32>, !torch.list<int> -> !torch.vtensor<[1,6,6],f32>
  return %0 : !torch.vtensor<[1,6,6],f32>
}

// CHECK-LABEL: func.func @reflection_pad3d(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int-1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V1]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V3:.*]] = torch.aten.abs %[[V2]] : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V4:.*]] = torch.aten.rsub.Scalar %[[V3]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %arg0, %int4{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,3,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V7:.*]] = torch.aten.abs %[[V6]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V8:.*]] = torch.aten.rsub.Scalar %[[V7]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V9:.*]] = torch.aten.abs %[[V8]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V10:.*]] = torch.aten.rsub.Scalar %[[V9]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V11:.*]] = torch.aten.index_select %[[V5]], %int3{{(_[0-9]+)?}}, %[[V10]] : {{.*}} -> !torch.vtensor<[1,2,3,4,5],f32>
// CHECK: %[[V12:.*]] = torch.aten.arange.start_step %int-1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V13:.*]] = torch.aten.abs %[[V12]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V14:.*]] = torch.aten.rsub.Scalar %[[V13]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V15:.*]] = torch.aten.abs %[[V14]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V16:.*]] = torch.aten.rsub.Scalar %[[V15]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V17:.*]] = torch.aten.index_select %[[V11]], %int2{{(_[0-9]+)?}}, %[[V16]] : {{.*}} -> !torch.vtensor<[1,2,4,4,5],f32>
// CHECK: return %[[V17]]
func.func @reflection_pad3d(%arg0: !torch.vtensor<[1,2,3,3,3],f32>) -> !torch.vtensor<[1,2,4,4,5],f32> {
  %int1 = torch.constant.int 1
  %int0 = torch.constant.int 0
  %l0 = torch.prim.ListConstruct %int1, %int1, %int0, %int1, %int1, %int0 : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.reflection_pad3d %arg0, %l0 : !torch.vtensor<[1,2,3,3,3],f32>, !torch.list<int> -> !torch.vtensor<[1,2,4,4,5],f32>
  return %0 : !torch.vtensor<[1,2,4,4,5],f32>
}

// CHECK-LABEL: func.func @replication_pad1d(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int-1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[7],si64>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[7],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2,7],f32>
// CHECK: return %[[V2]]
func.func @replication_pad1d(%arg0: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int1, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.replication_pad1d %arg0, %l0 : !torch.vtensor<[2,4],f32>, !torch.list<int> -> !torch.vtensor<[2,7],f32>
  return %0 : !torch.vtensor<[2,7],f32>
}

// CHECK-LABEL: func.func @replication_pad2d(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int-1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,4,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %[[V2]], %int1{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,5,5],f32>
// CHECK: return %[[V5]]
func.func @replication_pad2d(%arg0: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,5,5],f32> {
  %int1 = torch.constant.int 1
  %int0 = torch.constant.int 0
  %l0 = torch.prim.ListConstruct %int1, %int0, %int0, %int1 : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.replication_pad2d %arg0, %l0 : !torch.vtensor<[1,4,4],f32>, !torch.list<int> -> !torch.vtensor<[1,5,5],f32>
  return %0 : !torch.vtensor<[1,5,5],f32>
}

// CHECK-LABEL: func.func @replication_pad3d(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int-1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int4{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,3,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %[[V2]], %int3{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,3,4,4],f32>
// CHECK: return %[[V5]]
func.func @replication_pad3d(%arg0: !torch.vtensor<[1,2,3,3,3],f32>) -> !torch.vtensor<[1,2,3,4,4],f32> {
  %int1 = torch.constant.int 1
  %int0 = torch.constant.int 0
  %l0 = torch.prim.ListConstruct %int1, %int0, %int0, %int1, %int0, %int0 : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.replication_pad3d %arg0, %l0 : !torch.vtensor<[1,2,3,3,3],f32>, !torch.list<int> -> !torch.vtensor<[1,2,3,4,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4,4],f32>
}

// CHECK-LABEL: func.func @select_scatter(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.eq.Scalar %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],i1>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V2]], %[[V3]], %arg0 : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V4]]
func.func @select_scatter(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3,4],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %0 = torch.aten.select_scatter %arg0, %arg1, %int0, %int1 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[4],f32>, !torch.int, !torch.int -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @take(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[12],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %arg1
// CHECK: %[[V3:.*]] = torch.aten.index.Tensor %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V3]]
func.func @take(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[5],si64>) -> !torch.vtensor<[5],f32> {
  %0 = torch.aten.take %arg0, %arg1 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[5],si64> -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// CHECK-LABEL: func.func @unfold_copy(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V7]] : {{.*}} -> !torch.vtensor<[2,6],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,2,3],f32>
// CHECK: return %[[V10]]
func.func @unfold_copy(%arg0: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[2,2,3],f32> {
  %int1 = torch.constant.int 1
  %int3 = torch.constant.int 3
  %int2 = torch.constant.int 2
  %0 = torch.aten.unfold_copy %arg0, %int1, %int3, %int2 : !torch.vtensor<[2,6],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,2,3],f32>
  return %0 : !torch.vtensor<[2,2,3],f32>
}
