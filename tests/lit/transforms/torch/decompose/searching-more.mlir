// Places in sorted sequences, differences, runs, and sums of products over
// dimensions that are named.
// RUN: ingot-opt %s -torch-decompose-complex-ops --cse | FileCheck %s

// Behind what is equal.
// CHECK-LABEL: func.func @searchsorted_right(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[3,5],i1>
// CHECK: %[[V2:.*]] = torch.aten.logical_not %[[V1]] : {{.*}} -> !torch.vtensor<[3,5],i1>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: return %[[V4]]
func.func @searchsorted_right(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %true, %none, %none : !torch.vtensor<[5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// Before it.
// CHECK-LABEL: func.func @searchsorted_left(
// CHECK: %{{.*}} = torch.aten.ge.Tensor %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[3,5],i1>
func.func @searchsorted_left(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %none, %none : !torch.vtensor<[5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// The other way to say so.
// CHECK-LABEL: func.func @searchsorted_side(
// CHECK: %{{.*}} = torch.aten.gt.Tensor %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[3,5],i1>
func.func @searchsorted_side(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %str0 = torch.constant.str "right"
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %str0, %none : !torch.vtensor<[5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.str, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// CHECK-LABEL: func.func @searchsorted_int32(
// CHECK: %{{.*}} = torch.aten.ge.Tensor %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[3,5],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V1]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si32>
// CHECK: return %[[V3]]
func.func @searchsorted_int32(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],si32> {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %true, %false, %none, %none : !torch.vtensor<[5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[3],si32>
  return %0 : !torch.vtensor<[3],si32>
}

// The order of a sequence that is not sorted itself.
// CHECK-LABEL: func.func @searchsorted_sorter(
// CHECK: %[[V0:.*]] = torch.aten.gather %arg0, %int-1{{(_[0-9]+)?}}, %arg2, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %{{.*}} = torch.aten.ge.Tensor %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,5],i1>
func.func @searchsorted_sorter(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[5],si64>) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %none, %arg2 : !torch.vtensor<[5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.none, !torch.vtensor<[5],si64> -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// CHECK-LABEL: func.func @searchsorted_number(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float2.500000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],f32>
// CHECK: %{{.*}} = torch.aten.ge.Tensor %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[5],i1>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: return %[[V5]]
func.func @searchsorted_number(%arg0: !torch.vtensor<[5],f32>) -> !torch.vtensor<[],si64> {
  %float2_5 = torch.constant.float 2.5
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Scalar %arg0, %float2_5, %false, %false, %none, %none : !torch.vtensor<[5],f32>, !torch.float, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

// The next less the previous one.
// CHECK-LABEL: func.func @diff(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int9223372036854775807{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V2]]
func.func @diff(%arg0: !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[2,4],f32> {
  %int1 = torch.constant.int 1
  %int-1 = torch.constant.int -1
  %none = torch.constant.none
  %0 = torch.aten.diff %arg0, %int1, %int-1, %none, %none : !torch.vtensor<[2,5],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @diff_twice(
// CHECK: %{{.*}} = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: return %[[V1]]
func.func @diff_twice(%arg0: !torch.vtensor<[5],si64>) -> !torch.vtensor<[3],si64> {
  %int2 = torch.constant.int 2
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.diff %arg0, %int2, %int0, %none, %none : !torch.vtensor<[5],si64>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

// None times is the operand.
// CHECK-LABEL: func.func @diff_never(
// CHECK: return %arg0
func.func @diff_never(%arg0: !torch.vtensor<[5],f32>) -> !torch.vtensor<[5],f32> {
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.diff %arg0, %int0, %int0, %none, %none : !torch.vtensor<[5],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// What stands in front and behind counts.
// CHECK-LABEL: func.func @diff_more(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg1, %arg0, %arg2
// CHECK: %{{.*}} = torch.aten.cat %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,8],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,7],f32>
// CHECK: return %[[V2]]
func.func @diff_more(%arg0: !torch.vtensor<[2,5],f32>, %arg1: !torch.vtensor<[2,1],f32>, %arg2: !torch.vtensor<[2,2],f32>) -> !torch.vtensor<[2,7],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.diff %arg0, %int1, %int1, %arg1, %arg2 : !torch.vtensor<[2,5],f32>, !torch.int, !torch.int, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,2],f32> -> !torch.vtensor<[2,7],f32>
  return %0 : !torch.vtensor<[2,7],f32>
}

// What is not asked for is empty.
// CHECK-LABEL: func.func @unique_values(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort %{{.*}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.full %[[V1]], %true{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1],i1>
// CHECK: %[[V3:.*]] = torch.aten.masked_select %[[V0]]#0, %{{.*}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[0],si64>
// CHECK: return %[[V3]], %[[V5]]
func.func @unique_values(%arg0: !torch.vtensor<[6],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[0],si64>) {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0:2 = torch.aten._unique %arg0, %true, %false : !torch.vtensor<[6],f32>, !torch.bool, !torch.bool -> !torch.vtensor<[?],f32>, !torch.vtensor<[0],si64>
  return %0#0, %0#1 : !torch.vtensor<[?],f32>, !torch.vtensor<[0],si64>
}

// Nothing is sorted; runs are numbered by a running sum, and as long as the
// next one is away.
// CHECK-LABEL: func.func @runs(
// CHECK: %{{.*}} = torch.aten.ne.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[5],i1>
// CHECK: %[[V1:.*]] = torch.aten.masked_select %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.aten.cumsum %{{.*}}, %int0{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %[[V2]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %{{.*}} = torch.aten.nonzero %{{.*}} : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: return %[[V1]], %{{.*}}, %[[V5]]
func.func @runs(%arg0: !torch.vtensor<[6],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[6],si64>, !torch.vtensor<[?],si64>) {
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0:3 = torch.aten.unique_consecutive %arg0, %true, %true, %none : !torch.vtensor<[6],f32>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[?],f32>, !torch.vtensor<[6],si64>, !torch.vtensor<[?],si64>
  return %0#0, %0#1, %0#2 : !torch.vtensor<[?],f32>, !torch.vtensor<[6],si64>, !torch.vtensor<[?],si64>
}

// Slices along a dimension are rows; the other dimensions keep their order.
// CHECK-LABEL: func.func @unique_slices(
// CHECK: %[[X:.*]] = torch.aten.permute %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2,3],f32>
// CHECK: torch.aten.view %[[X]], %{{.*}} : {{.*}} -> !torch.vtensor<[4,6],f32>
// CHECK: torch.aten.argmax
// CHECK: %[[V:.*]] = torch.aten.index_select %[[X]], %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?,2,3],f32>
// CHECK: %[[R:.*]] = torch.aten.permute %[[V]], %{{.*}} : {{.*}} -> !torch.vtensor<[2,3,?],f32>
// CHECK: return %[[R]]
func.func @unique_slices(%arg0: !torch.vtensor<[2,3,4],f32>) -> (!torch.vtensor<[2,3,?],f32>, !torch.vtensor<[4],si64>, !torch.vtensor<[?],si64>) {
  %true = torch.constant.bool true
  %last = torch.constant.int -1
  %0:3 = torch.aten.unique_dim %arg0, %last, %true, %true, %true : !torch.vtensor<[2,3,4],f32>, !torch.int, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[2,3,?],f32>, !torch.vtensor<[4],si64>, !torch.vtensor<[?],si64>
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3,?],f32>, !torch.vtensor<[4],si64>, !torch.vtensor<[?],si64>
}

// No dimensions: all products.
// CHECK-LABEL: func.func @tensordot_outer(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int20{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[1,20],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[6,20],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,4,5],f32>
// CHECK: return %[[V6]]
func.func @tensordot_outer(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[2,3,4,5],f32> {
  %list0 = torch.prim.ListConstruct : () -> !torch.list<int>
  %list1 = torch.prim.ListConstruct : () -> !torch.list<int>
  %0 = torch.aten.tensordot %arg0, %arg1, %list0, %list1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4,5],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[2,3,4,5],f32>
  return %0 : !torch.vtensor<[2,3,4,5],f32>
}

// CHECK-LABEL: func.func @tensordot_one(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V6]]
func.func @tensordot_one(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %int1 = torch.constant.int 1
  %list0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %list1 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.tensordot %arg0, %arg1, %list0, %list1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @tensordot_unknown(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{.*}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.permute %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %[[V1]], %[[V5]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %{{.*}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.view %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: return %[[V8]]
func.func @tensordot_unknown(%arg0: !torch.vtensor<[?,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[?,4],f32> {
  %int-1 = torch.constant.int -1
  %list0 = torch.prim.ListConstruct %int-1 : (!torch.int) -> !torch.list<int>
  %list1 = torch.prim.ListConstruct %int-1 : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.tensordot %arg0, %arg1, %list0, %list1 : !torch.vtensor<[?,3],f32>, !torch.vtensor<[4,3],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// Sums of absolute differences,
// CHECK-LABEL: func.func @cdist_one(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,4,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.abs %[[V2]] : {{.*}} -> !torch.vtensor<[5,4,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,4],f32>
// CHECK: return %[[V5]]
func.func @cdist_one(%arg0: !torch.vtensor<[5,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[5,4],f32> {
  %float1_0 = torch.constant.float 1.0
  %none = torch.constant.none
  %0 = torch.aten.cdist %arg0, %arg1, %float1_0, %none : !torch.vtensor<[5,3],f32>, !torch.vtensor<[4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[5,4],f32>
  return %0 : !torch.vtensor<[5,4],f32>
}

// roots of sums of squares,
// CHECK-LABEL: func.func @cdist_batch(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,3],f32>
// CHECK: %{{.*}} = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5,4,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,5,4,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sqrt %[[V5]] : {{.*}} -> !torch.vtensor<[2,5,4],f32>
// CHECK: return %[[V6]]
func.func @cdist_batch(%arg0: !torch.vtensor<[2,5,3],f32>, %arg1: !torch.vtensor<[2,4,3],f32>) -> !torch.vtensor<[2,5,4],f32> {
  %float2_0 = torch.constant.float 2.0
  %none = torch.constant.none
  %0 = torch.aten._cdist_forward %arg0, %arg1, %float2_0, %none : !torch.vtensor<[2,5,3],f32>, !torch.vtensor<[2,4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[2,5,4],f32>
  return %0 : !torch.vtensor<[2,5,4],f32>
}

// and of other powers.
// CHECK-LABEL: func.func @cdist_three(
// CHECK: %[[V0:.*]] = torch.aten.abs %{{.*}} : {{.*}} -> !torch.vtensor<[5,4,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.pow.Tensor_Scalar %[[V0]], %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,4,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.pow.Tensor_Scalar %[[V3]], %float3.333333e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,4],f32>
// CHECK: return %[[V4]]
func.func @cdist_three(%arg0: !torch.vtensor<[5,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[5,4],f32> {
  %float3_0 = torch.constant.float 3.0
  %none = torch.constant.none
  %0 = torch.aten.cdist %arg0, %arg1, %float3_0, %none : !torch.vtensor<[5,3],f32>, !torch.vtensor<[4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[5,4],f32>
  return %0 : !torch.vtensor<[5,4],f32>
}

// Windows that do not overlap.
// CHECK-LABEL: func.func @col2im_strides(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],si64>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,2,1],si64>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,2,2],si64>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int16{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int16{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[16],si64>
// CHECK: %[[V8:.*]] = torch.aten.view %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[1,16],f32>
// CHECK: %[[V9:.*]] = torch.aten.index_add %{{.*}}, %int1{{(_[0-9]+)?}}, %[[V7]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,16],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.slice.Tensor %[[V11]], %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: %[[V13:.*]] = torch.aten.slice.Tensor %[[V12]], %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V13]]
func.func @col2im_strides(%arg0: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %list0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %int2 = torch.constant.int 2
  %list1 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %list2 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %list3 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %list4 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.col2im %arg0, %list0, %list1, %list2, %list3, %list4 : !torch.vtensor<[1,4,4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @col2im_no_batch(
// CHECK: %{{.*}} = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,9],f32>
// CHECK: %{{.*}} = torch.aten.unsqueeze %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %{{.*}} = torch.aten.unsqueeze %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],si64>
// CHECK: %{{.*}} = torch.aten.unsqueeze %[[V3]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3,1],si64>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],si64>
// CHECK: %{{.*}} = torch.aten.unsqueeze %[[V5]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],si64>
// CHECK: %{{.*}} = torch.aten.index_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,16],f32>
// CHECK: %[[V8:.*]] = torch.aten.squeeze.dim %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,4],f32>
// CHECK: return %[[V8]]
func.func @col2im_no_batch(%arg0: !torch.vtensor<[4,9],f32>) -> !torch.vtensor<[1,4,4],f32> {
  %int4 = torch.constant.int 4
  %list0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %int2 = torch.constant.int 2
  %list1 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %list2 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %list3 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %list4 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.col2im %arg0, %list0, %list1, %list2, %list3, %list4 : !torch.vtensor<[4,9],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[1,4,4],f32>
  return %0 : !torch.vtensor<[1,4,4],f32>
}
