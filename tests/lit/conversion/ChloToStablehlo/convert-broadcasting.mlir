// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @trailing(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK-NEXT:    %[[R:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    stablehlo.add %[[A]], %[[R]] : tensor<2x3xf32>
func.func @trailing(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @leading(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// CHECK:         stablehlo.subtract
func.func @leading(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %b, %a {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Both sides have something to repeat.
// CHECK-LABEL: func.func @both(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x3xi32>
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<2x3xi32>
// CHECK:         stablehlo.shift_left
func.func @both(%a: tensor<2x1xi32>, %b: tensor<1x3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @equal(
// CHECK-NEXT:    stablehlo.maximum %{{.*}}, %{{.*}} : tensor<2xf32>
// CHECK-NEXT:    return
func.func @equal(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.broadcast_maximum %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A size of either side may turn out to be 1.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
// CHECK:         %[[AS:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
// CHECK:         %[[BS:.*]] = stablehlo.get_dimension_size %[[B]], dim = 0
// CHECK:         %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK:         %[[IS:.*]] = stablehlo.compare EQ, %[[AS]], %[[ONE]]
// CHECK:         %[[SIZE:.*]] = stablehlo.select %[[IS]], %[[BS]], %[[AS]]
// CHECK:         %[[SHAPE:.*]] = stablehlo.reshape %[[SIZE]] : (tensor<i32>) -> tensor<1xi32>
// CHECK:         stablehlo.dynamic_broadcast_in_dim %[[A]], %[[SHAPE]], dims = [0]
// CHECK:         stablehlo.dynamic_broadcast_in_dim %[[B]], %[[SHAPE]], dims = [0]
// CHECK:         stablehlo.multiply
func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Nothing can make the larger one larger, so it stays.
// CHECK-LABEL: func.func @dynamic_and_scalar(
// CHECK-SAME:    %[[A:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<f32>
// CHECK:         %[[R:.*]] = stablehlo.dynamic_broadcast_in_dim %[[B]], %{{.*}}, dims = []
// CHECK-NEXT:    stablehlo.divide %[[A]], %[[R]] : tensor<?x4xf32>
func.func @dynamic_and_scalar(%a: tensor<?x4xf32>, %b: tensor<f32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_divide %a, %b : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// A size that one operand tells is that of the result.
// CHECK-LABEL: func.func @partly_dynamic(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]], %{{.*}}, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<4xf32>
// CHECK:         stablehlo.power %[[R]], %[[B]] : tensor<4xf32>
func.func @partly_dynamic(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_power %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @compare(
// CHECK:         stablehlo.compare LT, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
func.func @compare(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = chlo.broadcast_compare %a, %b {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @select(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xi1>) -> tensor<2x3xi1>
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CHECK:         stablehlo.select
func.func @select(%p: tensor<3xi1>, %a: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @complex(
// CHECK:         stablehlo.complex %{{.*}}, %{{.*}} : tensor<2xcomplex<f32>>
func.func @complex(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xcomplex<f32>> {
  %0 = chlo.broadcast_complex %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// What has no twin in StableHLO is decomposed further.
// CHECK-LABEL: func.func @zeta(
// CHECK:         %[[R:.*]] = stablehlo.broadcast_in_dim
// CHECK-NOT:     chlo.zeta
// CHECK:         stablehlo.map
func.func @zeta(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_zeta %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
