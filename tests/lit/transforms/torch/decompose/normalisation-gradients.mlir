// r (g - mean(g) - x' mean(g x')), and sums for weight and bias.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// CHECK-LABEL: func.func @layer_norm(
// CHECK: %[[C:.*]] = torch.aten.sub.Tensor %arg1, %arg2,
// CHECK: %[[N:.*]] = torch.aten.mul.Tensor %[[C]], %arg3 : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[G:.*]] = torch.aten.mul.Tensor %arg0, %arg4
// CHECK: torch.aten.mul.Tensor %[[G]], %[[N]]
// CHECK: torch.aten.mul.Tensor %arg0, %[[N]]
// CHECK: torch.aten.sum.dim_IntList {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: torch.aten.sum.dim_IntList %arg0, {{.*}} -> !torch.vtensor<[4],f32>
func.func @layer_norm(%g: !torch.vtensor<[?,4],f32>, %x: !torch.vtensor<[?,4],f32>, %m: !torch.vtensor<[?,1],f32>, %r: !torch.vtensor<[?,1],f32>, %w: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[?,4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) {
  %four = torch.constant.int 4
  %true = torch.constant.bool true
  %shape = torch.prim.ListConstruct %four : (!torch.int) -> !torch.list<int>
  %mask = torch.prim.ListConstruct %true, %true, %true : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0, %1, %2 = torch.aten.native_layer_norm_backward %g, %x, %shape, %m, %r, %w, %w, %mask : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?,4],f32>, !torch.list<int>, !torch.vtensor<[?,1],f32>, !torch.vtensor<[?,1],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.list<bool> -> !torch.vtensor<[?,4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
  return %0, %1, %2 : !torch.vtensor<[?,4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @group_norm(
// CHECK: torch.aten.view %{{.*}} -> !torch.vtensor<[2,3,8],f32>
// CHECK: torch.aten.view %{{.*}} -> !torch.vtensor<[2,6,4],f32>
func.func @group_norm(%g: !torch.vtensor<[2,6,4],f32>, %x: !torch.vtensor<[2,6,4],f32>, %m: !torch.vtensor<[2,3],f32>, %r: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6,4],f32> {
  %n = torch.constant.int 2
  %c = torch.constant.int 6
  %hw = torch.constant.int 4
  %group = torch.constant.int 3
  %none = torch.constant.none
  %true = torch.constant.bool true
  %mask = torch.prim.ListConstruct %true, %true, %true : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0, %1, %2 = torch.aten.native_group_norm_backward %g, %x, %m, %r, %none, %n, %c, %hw, %group, %mask : !torch.vtensor<[2,6,4],f32>, !torch.vtensor<[2,6,4],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.none, !torch.int, !torch.int, !torch.int, !torch.int, !torch.list<bool> -> !torch.vtensor<[2,6,4],f32>, !torch.vtensor<[6],f32>, !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[2,6,4],f32>
}

// What was not saved is not known.
// CHECK-LABEL: func.func @batch_norm_without_variance(
// CHECK: torch.aten.native_batch_norm_backward
func.func @batch_norm_without_variance(%g: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[2,6],f32> {
  %none = torch.constant.none
  %eps = torch.constant.float 1.0e-5
  %true = torch.constant.bool true
  %mask = torch.prim.ListConstruct %true, %true, %true : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0, %1, %2 = torch.aten.native_batch_norm_backward %g, %g, %none, %none, %none, %none, %none, %true, %eps, %mask : !torch.vtensor<[2,6],f32>, !torch.vtensor<[2,6],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none, !torch.bool, !torch.float, !torch.list<bool> -> !torch.vtensor<[2,6],f32>, !torch.vtensor<[6],f32>, !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}
