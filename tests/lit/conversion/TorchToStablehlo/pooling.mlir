// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// Rounding up adds windows that reach beyond the padding.
// CHECK-LABEL: func.func @max_pool(
// CHECK:         "stablehlo.reduce_window"
// CHECK-SAME:      padding = dense<{{\[}}[0, 0], [0, 0], [1, 2]]>
// CHECK-SAME:      window_dimensions = array<i64: 1, 1, 3>
// CHECK-SAME:      window_strides = array<i64: 1, 1, 2>
// CHECK:           stablehlo.maximum
func.func @max_pool(%a: !torch.vtensor<[1,2,6],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %three = torch.constant.int 3
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %threes = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %threes, %twos, %ones, %ones, %true : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

// Padding that does not count is left out of the counts too.
// CHECK-LABEL: func.func @average(
// CHECK:         "stablehlo.reduce_window"
// CHECK:         %[[ONES:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<1x1x6xf32>
// CHECK:         %[[COUNTS:.*]] = "stablehlo.reduce_window"(%[[ONES]]
// CHECK:         stablehlo.divide
func.func @average(%a: !torch.vtensor<[?,2,6],f32>) -> !torch.vtensor<[?,2,6],f32> {
  %one = torch.constant.int 1
  %three = torch.constant.int 3
  %false = torch.constant.bool false
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %threes = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool1d %a, %threes, %ones, %ones, %false, %false : !torch.vtensor<[?,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[?,2,6],f32>
  return %0 : !torch.vtensor<[?,2,6],f32>
}

// Uneven windows are a product with a mask.
// CHECK-LABEL: func.func @adaptive(
// CHECK:         stablehlo.compare GE
// CHECK:         stablehlo.compare LT
// CHECK:         stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [1] : (tensor<2x?xf32>, tensor<3x?xf32>) -> tensor<2x3xf32>
// CHECK:         stablehlo.divide
func.func @adaptive(%a: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,3],f32> {
  %three = torch.constant.int 3
  %sizes = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.adaptive_avg_pool1d %a, %sizes : !torch.vtensor<[2,?],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @unknown_kernel(
// CHECK:         torch.aten.max_pool1d {{.*}}ingot.unconverted = "the size or the steps of the windows are not known"
func.func @unknown_kernel(%a: !torch.vtensor<[1,2,6],f32>, %kernel: !torch.list<int>) -> !torch.vtensor<[1,2,?],f32> {
  %one = torch.constant.int 1
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %kernel, %ones, %ones, %ones, %true : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,2,?],f32>
  return %0 : !torch.vtensor<[1,2,?],f32>
}

// CHECK-LABEL: func.func @no_steps(
// CHECK:         torch.aten.max_pool1d {{.*}}ingot.unconverted = "the size or a step of the windows is not positive"
func.func @no_steps(%a: !torch.vtensor<[1,2,6],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %false = torch.constant.bool false
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %ones, %zeros, %zeros, %ones, %false : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}
