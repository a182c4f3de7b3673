// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// Each column is added at the places of its window, in a padded image.
// CHECK-LABEL: func.func @col2im(
// CHECK: torch.aten.full {{.*}} -> !torch.vtensor<[2,16],f32>
// CHECK: torch.aten.index_add {{.*}} -> !torch.vtensor<[2,16],f32>
// CHECK: torch.aten.view {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: torch.aten.slice.Tensor {{.*}} -> !torch.vtensor<[1,2,2,4],f32>
// CHECK: torch.aten.slice.Tensor {{.*}} -> !torch.vtensor<[1,2,2,2],f32>
func.func @col2im(%arg0: !torch.vtensor<[1,8,9],f32>) -> !torch.vtensor<[1,2,2,2],f32> {
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %two = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %one = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.col2im %arg0, %two, %two, %one, %one, %one : !torch.vtensor<[1,8,9],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,2,2,2],f32>
}

// CHECK-LABEL: func.func @cdist(
// CHECK: torch.aten.sub.Tensor {{.*}} -> !torch.vtensor<[5,4,3],f32>
// CHECK: torch.aten.sum.dim_IntList {{.*}} -> !torch.vtensor<[5,4],f32>
// CHECK: torch.aten.sqrt
func.func @cdist(%arg0: !torch.vtensor<[5,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[5,4],f32> {
  %float2 = torch.constant.float 2.0
  %none = torch.constant.none
  %0 = torch.aten.cdist %arg0, %arg1, %float2, %none : !torch.vtensor<[5,3],f32>, !torch.vtensor<[4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[5,4],f32>
  return %0 : !torch.vtensor<[5,4],f32>
}

// CHECK-LABEL: func.func @tensordot(
// CHECK: torch.aten.matmul {{.*}} : !torch.vtensor<[3,8],f32>, !torch.vtensor<[8,5],f32> -> !torch.vtensor<[3,5],f32>
func.func @tensordot(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[4,5,2],f32>) -> !torch.vtensor<[3,5],f32> {
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %l = torch.prim.ListConstruct %int0, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.prim.ListConstruct %int2, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.tensordot %arg0, %arg1, %l, %r : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[4,5,2],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[3,5],f32>
  return %0 : !torch.vtensor<[3,5],f32>
}

// Without dimensions every element is multiplied by every other.
// CHECK-LABEL: func.func @tensordot_of_no_dimensions(
// CHECK: torch.aten.matmul {{.*}} : !torch.vtensor<[6,1],f32>, !torch.vtensor<[1,4],f32> -> !torch.vtensor<[6,4],f32>
// CHECK: torch.aten.view {{.*}} -> !torch.vtensor<[2,3,4],f32>
func.func @tensordot_of_no_dimensions(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %l = torch.prim.ListConstruct  : () -> !torch.list<int>
  %0 = torch.aten.tensordot %arg0, %arg1, %l, %l : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}
