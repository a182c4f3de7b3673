// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// How many elements do not come behind.
// CHECK-LABEL: func.func @searchsorted(
// CHECK: %[[ROWS:.*]] = torch.aten.unsqueeze %arg0, %{{.*}} -> !torch.vtensor<[2,1,?],f32>
// CHECK: %[[X:.*]] = torch.aten.unsqueeze %arg1, %{{.*}} -> !torch.vtensor<[2,4,1],f32>
// CHECK: torch.aten.ge.Tensor %[[ROWS]], %[[X]] : {{.*}} -> !torch.vtensor<[2,4,?],i1>
// CHECK: torch.aten.logical_not
// CHECK: torch.aten.sum.dim_IntList
func.func @searchsorted(%arg0: !torch.vtensor<[2,?],f32>, %arg1: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],si64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %none, %none : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,4],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[2,4],si64>
  return %0 : !torch.vtensor<[2,4],si64>
}

// CHECK-LABEL: func.func @diff_of_booleans(
// CHECK-COUNT-2: torch.aten.slice.Tensor
// CHECK: torch.aten.ne.Tensor
func.func @diff_of_booleans(%arg0: !torch.vtensor<[5],i1>) -> !torch.vtensor<[4],i1> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.aten.diff %arg0, %int1, %int0, %none, %none : !torch.vtensor<[5],i1>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Sorted, so that equal elements are neighbours; numbered by a running sum.
// CHECK-LABEL: func.func @unique(
// CHECK: %[[S:.*]]:2 = torch.aten.sort
// CHECK: torch.aten.ne.Tensor
// CHECK: %[[FIRST:.*]] = torch.aten.slice.Tensor {{.*}} -> !torch.vtensor<[6],i1>
// CHECK: torch.aten.masked_select %[[S]]#0, %[[FIRST]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: torch.aten.cumsum %[[FIRST]]
// CHECK: torch.aten.scatter.src %{{.*}}, %{{.*}}, %[[S]]#1, %{{.*}} -> !torch.vtensor<[6],si64>
// CHECK: torch.aten.nonzero %[[FIRST]] : {{.*}} -> !torch.vtensor<[?,1],si64>
func.func @unique(%arg0: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[2,3],si64>, !torch.vtensor<[?],si64>) {
  %true = torch.constant.bool true
  %0, %1, %2 = torch.aten._unique2 %arg0, %true, %true, %true : !torch.vtensor<[2,3],f32>, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[?],f32>, !torch.vtensor<[2,3],si64>, !torch.vtensor<[?],si64>
  return %0, %1, %2 : !torch.vtensor<[?],f32>, !torch.vtensor<[2,3],si64>, !torch.vtensor<[?],si64>
}

// Rows are runs if they do not differ in any element.
// CHECK-LABEL: func.func @unique_rows(
// CHECK: torch.aten.ne.Tensor {{.*}} -> !torch.vtensor<[1,3],i1>
// CHECK: %[[FIRST:.*]] = torch.aten.slice.Tensor {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: torch.aten.nonzero %[[FIRST]] : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: torch.aten.index_select %arg0, {{.*}} -> !torch.vtensor<[?,3],f32>
func.func @unique_rows(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %false = torch.constant.bool false
  %int0 = torch.constant.int 0
  %0, %1, %2 = torch.aten.unique_consecutive %arg0, %false, %false, %int0 : !torch.vtensor<[2,3],f32>, !torch.bool, !torch.bool, !torch.int -> !torch.vtensor<[?,3],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[0],si64>
  return %0 : !torch.vtensor<[?,3],f32>
}
