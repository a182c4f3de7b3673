// The gradient of the input is a transposed convolution, that of the kernel one
// of samples over channels.
// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK:         stablehlo.reverse
// CHECK:         stablehlo.convolution({{.*}}pad = {{\[\[}}1, 2], [1, 1]], lhs_dilate = [2, 2]{{.*}} -> tensor<2x3x8x7xf32>
// CHECK:         stablehlo.convolution({{.*}}dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {{{.*}}rhs_dilate = [2, 2]{{.*}} -> tensor<4x3x3x3xf32>
// CHECK:         stablehlo.reduce({{.*}} across dimensions = [0, 2, 3] : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
func.func @strided(%g: !torch.vtensor<[2,4,4,4],f32>, %x: !torch.vtensor<[2,3,8,7],f32>, %w: !torch.vtensor<[4,3,3,3],f32>) -> (!torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>) {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %four = torch.constant.int 4
  %bias = torch.prim.ListConstruct %four : (!torch.int) -> !torch.list<int>
  %stride = torch.prim.ListConstruct %two, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero, %zero : (!torch.int, !torch.int) -> !torch.list<int>
  %mask = torch.prim.ListConstruct %true, %true, %true : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0, %1, %2 = torch.aten.convolution_backward %g, %x, %w, %bias, %stride, %ones, %ones, %false, %zeros, %one, %mask : !torch.vtensor<[2,4,4,4],f32>, !torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int, !torch.list<bool> -> !torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>
  return %0, %1, %2 : !torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>
}

// Groups are those of the samples.
// CHECK-LABEL: func.func @in_groups(
// CHECK:         batch_group_count = 2
// CHECK-SAME:    -> tensor<6x2x3xf32>
func.func @in_groups(%g: !torch.vtensor<[?,6,?],f32>, %x: !torch.vtensor<[?,4,?],f32>, %w: !torch.vtensor<[6,2,3],f32>, %transposed: !torch.bool) -> !torch.vtensor<[6,2,3],f32> {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %none = torch.constant.none
  %two = torch.constant.int 2
  %one = torch.constant.int 1
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %mask = torch.prim.ListConstruct %true, %true, %false : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0, %1, %2 = torch.aten.convolution_backward %g, %x, %w, %none, %ones, %ones, %ones, %false, %ones, %two, %mask : !torch.vtensor<[?,6,?],f32>, !torch.vtensor<[?,4,?],f32>, !torch.vtensor<[6,2,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int, !torch.list<bool> -> !torch.vtensor<[?,4,?],f32>, !torch.vtensor<[6,2,3],f32>, !torch.none
  return %1 : !torch.vtensor<[6,2,3],f32>
}
