// Moved places are interpolated between four elements; what is taken becomes a
// product of matrices.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// CHECK-LABEL: func.func @deform_conv2d(
// CHECK-COUNT-4: torch.aten.gather
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,1,3,25],f32>
// CHECK: torch.aten.view {{.*}} -> !torch.vtensor<[1,3,5,5],f32>
func.func @deform_conv2d(%x: !torch.vtensor<[1,4,6,6],f32>, %w: !torch.vtensor<[3,4,2,2],f32>, %o: !torch.vtensor<[1,8,5,5],f32>, %m: !torch.vtensor<[1,4,5,5],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,5,5],f32> {
  %one = torch.constant.int 1
  %zero = torch.constant.int 0
  %true = torch.constant.bool true
  %0 = torch.torchvision.deform_conv2d %x, %w, %o, %m, %b, %one, %one, %zero, %zero, %one, %one, %one, %one, %true : !torch.vtensor<[1,4,6,6],f32>, !torch.vtensor<[3,4,2,2],f32>, !torch.vtensor<[1,8,5,5],f32>, !torch.vtensor<[1,4,5,5],f32>, !torch.vtensor<[3],f32>, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[1,3,5,5],f32>
  return %0 : !torch.vtensor<[1,3,5,5],f32>
}

// One column of the map for each coordinate and one for the shift.
// CHECK-LABEL: @affine_grid
func.func @affine_grid(%theta: !torch.vtensor<[?,2,3],f32>) -> !torch.vtensor<[?,4,5,2],f32> {
  // CHECK: torch.aten.select.int %{{.*}} -> !torch.vtensor<[?,2],f32>
  // CHECK: torch.aten.arange
  // CHECK: torch.aten.add.Tensor
  // CHECK-NOT: affine_grid
  %n = torch.constant.int 1
  %c = torch.constant.int 3
  %h = torch.constant.int 4
  %w = torch.constant.int 5
  %false = torch.constant.bool false
  %size = torch.prim.ListConstruct %n, %c, %h, %w : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.affine_grid_generator %theta, %size, %false : !torch.vtensor<[?,2,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[?,4,5,2],f32>
  return %0 : !torch.vtensor<[?,4,5,2],f32>
}
