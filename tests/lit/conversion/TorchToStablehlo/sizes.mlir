// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// A size that ops hand on is the same size, so nothing is broadcast to it.

// CHECK-LABEL: func.func @itself(
// CHECK-NOT:     dynamic_broadcast_in_dim %arg0
// CHECK:         %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %{{.*}} : (tensor<16x1x1xf32>, tensor<4xi64>)
// CHECK:         stablehlo.add %{{.*}}, %[[B]]
func.func @itself(%x: !torch.vtensor<[?,16,?,?],f32>, %b: !torch.vtensor<[16,1,1],f32>) -> !torch.vtensor<[?,16,?,?],f32> {
  %one = torch.constant.int 1
  %0 = torch.aten.add.Tensor %x, %b, %one : !torch.vtensor<[?,16,?,?],f32>, !torch.vtensor<[16,1,1],f32>, !torch.int -> !torch.vtensor<[?,16,?,?],f32>
  return %0 : !torch.vtensor<[?,16,?,?],f32>
}

// CHECK-LABEL: func.func @handed_on(
// CHECK-NOT:     dynamic_broadcast_in_dim
// CHECK:         stablehlo.add
func.func @handed_on(%x: !torch.vtensor<[?,4],f32>, %w: !torch.vtensor<[4,8],f32>, %v: !torch.vtensor<[4,8],f32>) -> !torch.vtensor<[?,8],f32> {
  %one = torch.constant.int 1
  %0 = torch.aten.mm %x, %w : !torch.vtensor<[?,4],f32>, !torch.vtensor<[4,8],f32> -> !torch.vtensor<[?,8],f32>
  %1 = torch.aten.mm %x, %v : !torch.vtensor<[?,4],f32>, !torch.vtensor<[4,8],f32> -> !torch.vtensor<[?,8],f32>
  %2 = torch.aten.add.Tensor %0, %1, %one : !torch.vtensor<[?,8],f32>, !torch.vtensor<[?,8],f32>, !torch.int -> !torch.vtensor<[?,8],f32>
  return %2 : !torch.vtensor<[?,8],f32>
}

// Two that only look alike may be 1 and something else.
// CHECK-LABEL: func.func @alike(
// CHECK-COUNT-2: stablehlo.dynamic_broadcast_in_dim
// CHECK:         stablehlo.add
func.func @alike(%x: !torch.vtensor<[?],f32>, %y: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %one = torch.constant.int 1
  %0 = torch.aten.add.Tensor %x, %y, %one : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// What was reshaped to sizes has them.
// CHECK-LABEL: func.func @reshaped(
// CHECK-NOT:     dynamic_broadcast_in_dim
// CHECK:         stablehlo.add
func.func @reshaped(%x: !torch.vtensor<[?,12],f32>, %y: !torch.vtensor<[?,3,4],f32>) -> !torch.vtensor<[?,3,4],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %three = torch.constant.int 3
  %four = torch.constant.int 4
  %n = torch.aten.size.int %y, %zero : !torch.vtensor<[?,3,4],f32>, !torch.int -> !torch.int
  %sizes = torch.prim.ListConstruct %n, %three, %four : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %x, %sizes : !torch.vtensor<[?,12],f32>, !torch.list<int> -> !torch.vtensor<[?,3,4],f32>
  %1 = torch.aten.add.Tensor %0, %y, %one : !torch.vtensor<[?,3,4],f32>, !torch.vtensor<[?,3,4],f32>, !torch.int -> !torch.vtensor<[?,3,4],f32>
  return %1 : !torch.vtensor<[?,3,4],f32>
}

// A range up to a size has that size: nothing is asked of the run.
// CHECK-LABEL: func.func @range_of_size(
// CHECK:         %[[SIZE:.*]] = stablehlo.get_dimension_size %{{.*}}, dim = 0
// CHECK-NOT:     get_dimension_size
// CHECK-NOT:     stablehlo.select
// CHECK:         stablehlo.dynamic_iota
// CHECK-NOT:     get_dimension_size
// CHECK-NOT:     stablehlo.select
// CHECK:         stablehlo.add
func.func @range_of_size(%x: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %none = torch.constant.none
  %n = torch.aten.size.int %x, %zero : !torch.vtensor<[?],si64>, !torch.int -> !torch.int
  %range = torch.aten.arange %n, %none, %none, %none, %none : !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],si64>
  %0 = torch.aten.add.Tensor %range, %x, %one : !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.int -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// Sizes go through functions of CHLO and selects.
// CHECK-LABEL: func.func @size_through_erf(
// CHECK:         stablehlo.get_dimension_size
// CHECK-NOT:     get_dimension_size
// CHECK:         chlo.erf
// CHECK-NOT:     get_dimension_size
// CHECK:         stablehlo.multiply
func.func @size_through_erf(%x: !torch.vtensor<[?],f32>, %c: !torch.vtensor<[?],i1>) -> !torch.vtensor<[?],f32> {
  %two = torch.constant.float 2.0
  %y = torch.aten.mul.Scalar %x, %two : !torch.vtensor<[?],f32>, !torch.float -> !torch.vtensor<[?],f32>
  %0 = torch.aten.erf %y : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  %1 = torch.aten.mul.Tensor %0, %x : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %1 : !torch.vtensor<[?],f32>
}

// What -1 stands for is a product of sizes if the other sizes cancel.
// CHECK-LABEL: func.func @rest_of_sizes(
// CHECK-NOT:     stablehlo.divide
// CHECK:         stablehlo.dynamic_reshape
func.func @rest_of_sizes(%x: !torch.vtensor<[?,12,?,32],f32>) -> !torch.vtensor<[?,?,32],f32> {
  %two = torch.constant.int 2
  %rest = torch.constant.int -1
  %last = torch.constant.int 32
  %n = torch.aten.size.int %x, %two : !torch.vtensor<[?,12,?,32],f32>, !torch.int -> !torch.int
  %sizes = torch.prim.ListConstruct %rest, %n, %last : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %x, %sizes : !torch.vtensor<[?,12,?,32],f32>, !torch.list<int> -> !torch.vtensor<[?,?,32],f32>
  return %0 : !torch.vtensor<[?,?,32],f32>
}
