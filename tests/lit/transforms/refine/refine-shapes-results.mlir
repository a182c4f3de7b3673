// The sizes of results follow from those of operands, for each op that has a rule.
// RUN: ingot-opt %s --ingot-refine-shapes --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @abs(
// CHECK-SAME:      -> tensor<2x3xf32> {
func.func @abs(%a: tensor<2x3xf32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.abs %a : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The element types of results are those that are written.
// CHECK-LABEL: func.func @abs_of_complex(
// CHECK-SAME:      -> tensor<2xf32> {
func.func @abs_of_complex(%a: tensor<2xcomplex<f32>>) -> (tensor<?xf32>) {
  %0 = stablehlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @compare(
// CHECK-SAME:      -> tensor<2x3xi1> {
func.func @compare(%a: tensor<2x3xf32>) -> (tensor<?x?xi1>) {
  %0 = stablehlo.compare LT, %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}

// CHECK-LABEL: func.func @convert(
// CHECK-SAME:      -> tensor<2x3xi8> {
func.func @convert(%a: tensor<2x3xf32>) -> (tensor<?x?xi8>) {
  %0 = stablehlo.convert %a : (tensor<2x3xf32>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// A scalar condition has no say.
// CHECK-LABEL: func.func @select(
// CHECK-SAME:      -> tensor<2x3xf32> {
func.func @select(%a: tensor<2x3xf32>, %p: tensor<i1>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.select"(%p, %a, %a) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @clamp(
// CHECK-SAME:      -> tensor<2x3xf32> {
func.func @clamp(%a: tensor<2x3xf32>, %s: tensor<f32>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.clamp"(%s, %a, %s) : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:      -> tensor<4x2x3xf32> {
func.func @transpose(%a: tensor<2x3x4xf32>) -> (tensor<?x?x?xf32>) {
  %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME:      -> tensor<7x3xf32> {
func.func @concatenate(%a: tensor<2x3xf32>, %b: tensor<5x3xf32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Sizes are rounded up: elements 1, 4 and 7.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:      -> tensor<3x4xf32> {
func.func @slice(%a: tensor<8x9xf32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.slice %a [1:8:3, 0:4] : (tensor<8x9xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_slice(
// CHECK-SAME:      -> tensor<2x5xf32> {
func.func @dynamic_slice(%a: tensor<8x9xf32>, %i: tensor<i32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 5] : (tensor<8x9xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice(
// CHECK-SAME:      -> tensor<8x9xf32> {
func.func @dynamic_update_slice(%a: tensor<8x9xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<8x9xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// 1 + 4 + 3 gaps of 2; -1 + 3 + 2.
// CHECK-LABEL: func.func @pad(
// CHECK-SAME:      -> tensor<11x4xf32> {
func.func @pad(%a: tensor<4x3xf32>, %s: tensor<f32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.pad %a, %s, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reverse(
// CHECK-SAME:      -> tensor<2x3xf32> {
func.func @reverse(%a: tensor<2x3xf32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.reverse %a, dims = [0] : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Batches, then what is left of the left side, then of the right.
// CHECK-LABEL: func.func @dot_general(
// CHECK-SAME:      -> tensor<5x2x4xf32> {
func.func @dot_general(%a: tensor<5x2x3xf32>, %b: tensor<5x4x3xf32>) -> (tensor<?x?x?xf32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK-SAME:      -> tensor<2xf32> {
func.func @dot(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> (tensor<?xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// (8 + 2 - 3) / 2 + 1; a dilated kernel of 5: 8 - 5 + 1.
// CHECK-LABEL: func.func @convolution(
// CHECK-SAME:      -> tensor<1x4x4x16xf32> {
func.func @convolution(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) -> (tensor<?x?x?x?xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:      -> tensor<2x6x5xf32> {
func.func @gather(%a: tensor<4x5xf32>, %i: tensor<2x6x1xi32>) -> (tensor<?x?x?xf32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<2x6x1xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:      -> tensor<4x5xf32> {
func.func @scatter(%a: tensor<4x5xf32>, %i: tensor<2x1xi32>, %u: tensor<2x5xf32>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x1xi32>, tensor<2x5xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME:      -> tensor<2x4xf32> {
func.func @reduce(%a: tensor<2x3x4xf32>, %s: tensor<f32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reduce_window(
// CHECK-SAME:      -> tensor<4x6xf32> {
func.func @reduce_window(%a: tensor<9x6xf32>, %s: tensor<f32>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.reduce_window"(%a, %s) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<9x6xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Each result has the sizes of its operand.
// CHECK-LABEL: func.func @sort(
// CHECK-SAME:      -> (tensor<2x3xf32>, tensor<2x3xi32>) {
func.func @sort(%a: tensor<2x3xf32>, %b: tensor<2x3xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %r = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// CHECK-LABEL: func.func @map(
// CHECK-SAME:      -> tensor<2x3xf32> {
func.func @map(%a: tensor<2x3xf32>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>):
    %r = stablehlo.negate %x : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @complex(
// CHECK-SAME:      -> tensor<2x3xcomplex<f32>> {
func.func @complex(%a: tensor<2x3xf32>) -> (tensor<?x?xcomplex<f32>>) {
  %0 = stablehlo.complex %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xcomplex<f32>>
  return %0 : tensor<?x?xcomplex<f32>>
}

// CHECK-LABEL: func.func @real(
// CHECK-SAME:      -> tensor<2x3xf32> {
func.func @real(%a: tensor<2x3xcomplex<f32>>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.real %a : (tensor<2x3xcomplex<f32>>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Half of a spectrum, and the middle.
// CHECK-LABEL: func.func @fft(
// CHECK-SAME:      -> tensor<2x5xcomplex<f32>> {
func.func @fft(%a: tensor<2x8xf32>) -> (tensor<?x?xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<?x?xcomplex<f32>>
  return %0 : tensor<?x?xcomplex<f32>>
}

// CHECK-LABEL: func.func @cholesky(
// CHECK-SAME:      -> tensor<3x3xf32> {
func.func @cholesky(%a: tensor<3x3xf32>) -> (tensor<?x?xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : (tensor<3x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The bytes of an element are a dimension.
// CHECK-LABEL: func.func @bitcast_convert(
// CHECK-SAME:      -> tensor<2x3x4xi8> {
func.func @bitcast_convert(%a: tensor<2x3xf32>) -> (tensor<?x?x4xi8>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<?x?x4xi8>
  return %0 : tensor<?x?x4xi8>
}

// CHECK-LABEL: func.func @batch_norm_training(
// CHECK-SAME:      -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
func.func @batch_norm_training(%a: tensor<2x3x4xf32>, %s: tensor<3xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @torch_index_select(
// CHECK-SAME:      -> tensor<3x4xf32> {
func.func @torch_index_select(%a: tensor<5x4xf32>, %i: tensor<3xi64>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.torch_index_select"(%a, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<5x4xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
