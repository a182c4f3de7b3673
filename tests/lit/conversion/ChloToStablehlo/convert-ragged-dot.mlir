// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// Rows: all groups' products, masked, then one of them is left of each row.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[L:.*]]: tensor<2x11x5xf32>, %[[R:.*]]: tensor<3x2x5x7xf32>, %[[G:.*]]: tensor<3xi64>
// CHECK:         %[[ALL:.*]] = stablehlo.dot_general %[[L]], %[[R]], batching_dims = [0] x [1], contracting_dims = [2] x [2], precision = [DEFAULT, HIGHEST] : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>) -> tensor<2x11x3x7xf32>
// CHECK:         %[[ENDS:.*]] = "stablehlo.reduce_window"(%[[G]]
// CHECK:         %[[END:.*]] = stablehlo.broadcast_in_dim %[[ENDS]], dims = [2] : (tensor<3xi64>) -> tensor<2x11x3x7xi64>
// CHECK:         stablehlo.iota dim = 1 : tensor<2x11x3x7xi64>
// CHECK:         %[[M:.*]] = stablehlo.select %{{.*}}, %[[ALL]], %{{.*}}
// CHECK:         stablehlo.reduce(%[[M]] init: %{{.*}}) applies stablehlo.add across dimensions = [2]
func.func @rows(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<2x11x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return %0 : tensor<2x11x7xf32>
}

// Sizes for each batch.
// CHECK-LABEL: func.func @rows_of_batches(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 2] : (tensor<2x3xi64>) -> tensor<2x11x3x7xi64>
func.func @rows_of_batches(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %sizes: tensor<2x3xi64>) -> tensor<2x11x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<2x3xi64>) -> tensor<2x11x7xf32>
  return %0 : tensor<2x11x7xf32>
}

// Contracted: a batch for each group, both sides masked.
// CHECK-LABEL: func.func @contracted(
// CHECK-COUNT-2: stablehlo.select
// CHECK:         stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x11x5xf32>, tensor<3x5x7xf32>) -> tensor<3x11x7xf32>
func.func @contracted(%lhs: tensor<11x5xf32>, %rhs: tensor<5x7xf32>, %sizes: tensor<3xi64>) -> tensor<3x11x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>
  return %0 : tensor<3x11x7xf32>
}

// CHECK-LABEL: func.func @batch(
// CHECK-NEXT:    stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1]
// CHECK-NEXT:    return
func.func @batch(%lhs: tensor<3x11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<3x11x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<3x11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>
  return %0 : tensor<3x11x7xf32>
}

// Sizes that are not known: the op stays, to be reported.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT:    chlo.ragged_dot
func.func @dynamic(%lhs: tensor<?x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<?x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
