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

// CHECK-LABEL: func.func @reshape_alias(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V1]]
func.func @reshape_alias(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  %int3 = torch.constant.int 3
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int3, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %l1 = torch.prim.ListConstruct %int2, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten._reshape_alias %arg0, %l0, %l1 : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @unsafe_view(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V1]]
func.func @unsafe_view(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[6],f32> {
  %int6 = torch.constant.int 6
  %l0 = torch.prim.ListConstruct %int6 : (!torch.int) -> !torch.list<int>
  %0 = torch.aten._unsafe_view %arg0, %l0 : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// CHECK-LABEL: func.func @channel_shuffle(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,2,2,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.transpose.int %[[V1]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,2,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,4,2,2],f32>
// CHECK: return %[[V4]]
func.func @channel_shuffle(%arg0: !torch.vtensor<[1,4,2,2],f32>) -> !torch.vtensor<[1,4,2,2],f32> {
  %int2 = torch.constant.int 2
  %0 = torch.aten.channel_shuffle %arg0, %int2 : !torch.vtensor<[1,4,2,2],f32>, !torch.int -> !torch.vtensor<[1,4,2,2],f32>
  return %0 : !torch.vtensor<[1,4,2,2],f32>
}

// CHECK-LABEL: func.func @expand_as(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.broadcast_to %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @expand_as(%arg0: !torch.vtensor<[1,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.expand_as %arg0, %arg1 : !torch.vtensor<[1,3],f32>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @fliplr(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @fliplr(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.fliplr %arg0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @flipud(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @flipud(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.flipud %arg0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @movedim_int(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.permute %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[3,4,2],f32>
// CHECK: return %[[V1]]
func.func @movedim_int(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[3,4,2],f32> {
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %0 = torch.aten.movedim.int %arg0, %int0, %int2 : !torch.vtensor<[2,3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[3,4,2],f32>
  return %0 : !torch.vtensor<[3,4,2],f32>
}

// CHECK-LABEL: func.func @numpy_t(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.permute %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4,3,2],f32>
// CHECK: return %[[V1]]
func.func @numpy_t(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32> {
  %0 = torch.aten.numpy_T %arg0 : !torch.vtensor<[2,3,4],f32> -> !torch.vtensor<[4,3,2],f32>
  return %0 : !torch.vtensor<[4,3,2],f32>
}

// CHECK-LABEL: func.func @pixel_shuffle(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.permute %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2,3,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,4,6],f32>
// CHECK: return %[[V5]]
func.func @pixel_shuffle(%arg0: !torch.vtensor<[1,4,2,3],f32>) -> !torch.vtensor<[1,1,4,6],f32> {
  %int2 = torch.constant.int 2
  %0 = torch.aten.pixel_shuffle %arg0, %int2 : !torch.vtensor<[1,4,2,3],f32>, !torch.int -> !torch.vtensor<[1,1,4,6],f32>
  return %0 : !torch.vtensor<[1,1,4,6],f32>
}

// CHECK-LABEL: func.func @pixel_unshuffle(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,1,2,2,3,2],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.permute %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,4,2,3],f32>
// CHECK: return %[[V5]]
func.func @pixel_unshuffle(%arg0: !torch.vtensor<[1,1,4,6],f32>) -> !torch.vtensor<[1,4,2,3],f32> {
  %int2 = torch.constant.int 2
  %0 = torch.aten.pixel_unshuffle %arg0, %int2 : !torch.vtensor<[1,1,4,6],f32>, !torch.int -> !torch.vtensor<[1,4,2,3],f32>
  return %0 : !torch.vtensor<[1,4,2,3],f32>
}

// CHECK-LABEL: func.func @repeat_interleave_self_int(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,6],f32>
// CHECK: return %[[V4]]
func.func @repeat_interleave_self_int(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %int2 = torch.constant.int 2
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.aten.repeat_interleave.self_int %arg0, %int2, %int1, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[2,6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V1]]
func.func @reshape(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  %int3 = torch.constant.int 3
  %int-1 = torch.constant.int -1
  %l0 = torch.prim.ListConstruct %int3, %int-1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.reshape %arg0, %l0 : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @reshape_as(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V1]]
func.func @reshape_as(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[6],f32>) -> !torch.vtensor<[6],f32> {
  %0 = torch.aten.reshape_as %arg0, %arg1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[6],f32> -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// CHECK-LABEL: func.func @squeeze_dims(
// CHECK: %[[V0:.*]] = torch.aten.squeeze.dim %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.squeeze.dim %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @squeeze_dims(%arg0: !torch.vtensor<[2,1,3,1],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int1, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.squeeze.dims %arg0, %l0 : !torch.vtensor<[2,1,3,1],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @swapaxes(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: return %[[V0]]
func.func @swapaxes(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %0 = torch.aten.swapaxes %arg0, %int0, %int1 : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// CHECK-LABEL: func.func @swapdims(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3,2],f32>
// CHECK: return %[[V0]]
func.func @swapdims(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32> {
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %0 = torch.aten.swapdims %arg0, %int0, %int2 : !torch.vtensor<[2,3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[4,3,2],f32>
  return %0 : !torch.vtensor<[4,3,2],f32>
}

// CHECK-LABEL: func.func @tile(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,6],f32>
// CHECK: return %[[V4]]
func.func @tile(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2 : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.tile %arg0, %l0 : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[2,6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func.func @unflatten_int(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,2,3],f32>
// CHECK: return %[[V1]]
func.func @unflatten_int(%arg0: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[2,2,3],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.unflatten.int %arg0, %int1, %l0 : !torch.vtensor<[2,6],f32>, !torch.int, !torch.list<int> -> !torch.vtensor<[2,2,3],f32>
  return %0 : !torch.vtensor<[2,2,3],f32>
}

// CHECK-LABEL: func.func @view_as(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V1]]
func.func @view_as(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[6],f32>) -> !torch.vtensor<[6],f32> {
  %0 = torch.aten.view_as %arg0, %arg1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[6],f32> -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}
