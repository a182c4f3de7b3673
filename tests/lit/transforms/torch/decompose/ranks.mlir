// Tensors of a rank that the operator does not take: it stays, for the conversion
// to say so.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// CHECK-LABEL: func.func @outer(
// CHECK: torch.aten.outer
func.func @outer(%x: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.outer %x, %x : !torch.vtensor<[],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @embedding_backward(
// CHECK: torch.aten.embedding_dense_backward
func.func @embedding_backward(%x: !torch.vtensor<[],f32>, %i: !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %0 = torch.aten.embedding_dense_backward %x, %i, %int1, %int1, %true : !torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @group_norm_backward(
// CHECK: torch.aten.native_group_norm_backward
func.func @group_norm_backward(%x: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %mask = torch.prim.ListConstruct %true, %true, %true : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0:3 = torch.aten.native_group_norm_backward %x, %x, %x, %x, %x, %int1, %int1, %int1, %int1, %mask : !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.int, !torch.int, !torch.int, !torch.int, !torch.list<bool> -> !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>
  return %0#0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll_loss(
// CHECK: torch.aten.nll_loss_nd
func.func @nll_loss(%x: !torch.vtensor<[],f32>, %t: !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %0 = torch.aten.nll_loss_nd %x, %t, %none, %int1, %int1 : !torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.none, !torch.int, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// More targets than samples.
// CHECK-LABEL: func.func @nll_loss_targets(
// CHECK: torch.aten.nll_loss_nd
func.func @nll_loss_targets(%x: !torch.vtensor<[2,3],f32>, %t: !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %0 = torch.aten.nll_loss_nd %x, %t, %none, %int1, %int1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>, !torch.none, !torch.int, !torch.int -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @deform_conv(
// CHECK: torch.torchvision.deform_conv2d
func.func @deform_conv(%x: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %0 = torch.torchvision.deform_conv2d %x, %x, %x, %x, %x, %int1, %int1, %int1, %int1, %int1, %int1, %int1, %int1, %true : !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// Of complex numbers none is the largest.
// CHECK-LABEL: func.func @complex_softmax(
// CHECK: torch.aten._softmax
func.func @complex_softmax(%x: !torch.vtensor<[2,3],complex<f32>>) -> !torch.vtensor<[2,3],complex<f32>> {
  %int0 = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten._softmax %x, %int0, %false : !torch.vtensor<[2,3],complex<f32>>, !torch.int, !torch.bool -> !torch.vtensor<[2,3],complex<f32>>
  return %0 : !torch.vtensor<[2,3],complex<f32>>
}
