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
