// The matrix of the windows, or of the interpolation, applied to each dimension.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// Lengths are those with padding.
// CHECK-LABEL: func.func @avg_pool2d(
// CHECK: torch.aten.div.Tensor %arg0, {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: torch.aten.matmul {{.*}}!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[4,6],f32> -> !torch.vtensor<[1,2,4,6],f32>
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,2,6,6],f32>
func.func @avg_pool2d(%g: !torch.vtensor<[1,2,4,4],f32>, %x: !torch.vtensor<[1,2,6,6],f32>) -> !torch.vtensor<[1,2,6,6],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %none = torch.constant.none
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %twos = torch.prim.ListConstruct %two, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool2d_backward %g, %x, %twos, %twos, %ones, %false, %true, %none : !torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,2,6,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,2,6,6],f32>
  return %0 : !torch.vtensor<[1,2,6,6],f32>
}

// CHECK-LABEL: func.func @adaptive(
// CHECK-COUNT-2: torch.aten.matmul
func.func @adaptive(%g: !torch.vtensor<[?,?,3],f32>, %x: !torch.vtensor<[?,?,7],f32>) -> !torch.vtensor<[?,?,7],f32> {
  %0 = torch.aten._adaptive_avg_pool2d_backward %g, %x : !torch.vtensor<[?,?,3],f32>, !torch.vtensor<[?,?,7],f32> -> !torch.vtensor<[?,?,7],f32>
  return %0 : !torch.vtensor<[?,?,7],f32>
}

// CHECK-LABEL: func.func @bilinear(
// CHECK-COUNT-2: torch.aten.matmul
// CHECK: return %{{.*}} : !torch.vtensor<[1,2,4,4],f32>
func.func @bilinear(%g: !torch.vtensor<[1,2,8,8],f32>) -> !torch.vtensor<[1,2,4,4],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %four = torch.constant.int 4
  %eight = torch.constant.int 8
  %none = torch.constant.none
  %false = torch.constant.bool false
  %out = torch.prim.ListConstruct %eight, %eight : (!torch.int, !torch.int) -> !torch.list<int>
  %in = torch.prim.ListConstruct %one, %two, %four, %four : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.upsample_bilinear2d_backward %g, %out, %in, %false, %none, %none : !torch.vtensor<[1,2,8,8],f32>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[1,2,4,4],f32>
  return %0 : !torch.vtensor<[1,2,4,4],f32>
}

// How windows are spaced must be known.
// CHECK-LABEL: func.func @unknown_stride(
// CHECK: torch.aten.avg_pool2d_backward
func.func @unknown_stride(%g: !torch.vtensor<[1,2,4,4],f32>, %x: !torch.vtensor<[1,2,6,6],f32>, %n: !torch.int) -> !torch.vtensor<[1,2,6,6],f32> {
  %none = torch.constant.none
  %true = torch.constant.bool true
  %list = torch.prim.ListConstruct %n, %n : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool2d_backward %g, %x, %list, %list, %list, %true, %true, %none : !torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,2,6,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,2,6,6],f32>
  return %0 : !torch.vtensor<[1,2,6,6],f32>
}
