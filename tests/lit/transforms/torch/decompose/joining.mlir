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

// CHECK-LABEL: func.func @getitem___t(
// CHECK: return %arg1
func.func @getitem___t(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.list<vtensor<[4],f32>>
  %int1 = torch.constant.int 1
  %0 = torch.aten.__getitem__.t %l0, %int1 : !torch.list<vtensor<[4],f32>>, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @atleast_1d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],f32>
// CHECK: return %[[V0]]
func.func @atleast_1d(%arg0: !torch.vtensor<[],f32>) -> !torch.vtensor<[1],f32> {
  %0 = torch.aten.atleast_1d %arg0 : !torch.vtensor<[],f32> -> !torch.vtensor<[1],f32>
  return %0 : !torch.vtensor<[1],f32>
}

// CHECK-LABEL: func.func @atleast_2d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: return %[[V0]]
func.func @atleast_2d(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,4],f32> {
  %0 = torch.aten.atleast_2d %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[1,4],f32>
  return %0 : !torch.vtensor<[1,4],f32>
}

// CHECK-LABEL: func.func @atleast_3d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: return %[[V0]]
func.func @atleast_3d(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,1],f32> {
  %0 = torch.aten.atleast_3d %arg0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3,1],f32>
  return %0 : !torch.vtensor<[2,3,1],f32>
}

// CHECK-LABEL: func.func @broadcast_tensors(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.broadcast_to %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]], %[[V3]]
func.func @broadcast_tensors(%arg0: !torch.vtensor<[2,1],f32>, %arg1: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[2,1],f32>, !torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.broadcast_tensors %l0 : !torch.list<vtensor> -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @chunk(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @chunk(%arg0: !torch.vtensor<[4,3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) {
  %int2 = torch.constant.int 2
  %int0 = torch.constant.int 0
  %0 = torch.aten.chunk %arg0, %int2, %int0 : !torch.vtensor<[4,3],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @column_stack(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %arg1
// CHECK: %[[V2:.*]] = torch.aten.cat %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V2]]
func.func @column_stack(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,3],f32> {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[4],f32>, !torch.vtensor<[4,2],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.column_stack %l0 : !torch.list<vtensor> -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// CHECK-LABEL: func.func @dstack(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg1, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V0]], %[[V1]]
// CHECK: %[[V3:.*]] = torch.aten.cat %[[V2]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,2],f32>
// CHECK: return %[[V3]]
func.func @dstack(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,2],f32> {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) -> !torch.list<vtensor<[2,3],f32>>
  %0 = torch.aten.dstack %l0 : !torch.list<vtensor<[2,3],f32>> -> !torch.vtensor<[2,3,2],f32>
  return %0 : !torch.vtensor<[2,3,2],f32>
}

// CHECK-LABEL: func.func @hstack(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg0, %arg1
// CHECK: %[[V1:.*]] = torch.aten.cat %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,7],f32>
// CHECK: return %[[V1]]
func.func @hstack(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32> {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,4],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.hstack %l0 : !torch.list<vtensor> -> !torch.vtensor<[2,7],f32>
  return %0 : !torch.vtensor<[2,7],f32>
}

// CHECK-LABEL: func.func @meshgrid(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %arg1, %[[V4]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.broadcast_to %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V3]], %[[V7]]
func.func @meshgrid(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.meshgrid %l0 : !torch.list<vtensor> -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @meshgrid_indexing(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %arg1, %[[V4]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.broadcast_to %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V3]], %[[V7]]
func.func @meshgrid_indexing(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[3,2],f32>) {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %str = torch.constant.str "xy"
  %0 = torch.aten.meshgrid.indexing %l0, %str : !torch.list<vtensor>, !torch.str -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[3,2],f32>
  return %1#0, %1#1 : !torch.vtensor<[3,2],f32>, !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @split_sizes(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @split_sizes(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>) {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %0 = torch.aten.split.sizes %arg0, %l0, %int0 : !torch.vtensor<[5,2],f32>, !torch.list<int>, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @split_with_sizes(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @split_with_sizes(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>) {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %0 = torch.aten.split_with_sizes %arg0, %l0, %int0 : !torch.vtensor<[5,2],f32>, !torch.list<int>, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @tensor_split_sections(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @tensor_split_sections(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>) {
  %int2 = torch.constant.int 2
  %int0 = torch.constant.int 0
  %0 = torch.aten.tensor_split.sections %arg0, %int2, %int0 : !torch.vtensor<[5,2],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>
  return %1#0, %1#1 : !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func.func @unbind_int(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.select.int %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @unbind_int(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) {
  %int0 = torch.constant.int 0
  %0 = torch.aten.unbind.int %arg0, %int0 : !torch.vtensor<[2,3],f32>, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
  return %1#0, %1#1 : !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @unsafe_chunk(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @unsafe_chunk(%arg0: !torch.vtensor<[4,3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) {
  %int2 = torch.constant.int 2
  %int0 = torch.constant.int 0
  %0 = torch.aten.unsafe_chunk %arg0, %int2, %int0 : !torch.vtensor<[4,3],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @unsafe_split_tensor(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @unsafe_split_tensor(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>) {
  %int3 = torch.constant.int 3
  %int0 = torch.constant.int 0
  %0 = torch.aten.unsafe_split.Tensor %arg0, %int3, %int0 : !torch.vtensor<[5,2],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>
  return %1#0, %1#1 : !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func.func @unsafe_split_with_sizes(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @unsafe_split_with_sizes(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>) {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %0 = torch.aten.unsafe_split_with_sizes %arg0, %l0, %int0 : !torch.vtensor<[5,2],f32>, !torch.list<int>, !torch.int -> !torch.list<vtensor>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor> -> !torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>
  return %1#0, %1#1 : !torch.vtensor<[2,2],f32>, !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @vstack(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %arg1
// CHECK: %[[V2:.*]] = torch.aten.cat %[[V1]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: return %[[V2]]
func.func @vstack(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,3],f32> {
  %l0 = torch.prim.ListConstruct %arg0, %arg1 : (!torch.vtensor<[3],f32>, !torch.vtensor<[2,3],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.vstack %l0 : !torch.list<vtensor> -> !torch.vtensor<[3,3],f32>
  return %0 : !torch.vtensor<[3,3],f32>
}

// CHECK-LABEL: @frequency_shift
func.func @frequency_shift(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[5],f32> {
  // CHECK-DAG: %[[START:.*]] = torch.constant.int 3
  // CHECK: torch.aten.slice.Tensor %{{.*}}, %{{.*}}, %[[START]],
  // CHECK: torch.aten.cat
  // CHECK-NOT: fftshift
  %none = torch.constant.none
  %0 = torch.aten.fft_fftshift %x, %none : !torch.vtensor<[5],f32>, !torch.none -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// No dimensions are named, and none is shifted.
// CHECK-LABEL: @no_frequency_shift
func.func @no_frequency_shift(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[5],f32> {
  // CHECK: return %arg0
  %dims = torch.prim.ListConstruct : () -> !torch.list<int>
  %0 = torch.aten.fft_fftshift %x, %dims : !torch.vtensor<[5],f32>, !torch.list<int> -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}
