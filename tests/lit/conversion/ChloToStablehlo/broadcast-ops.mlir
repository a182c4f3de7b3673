// Each op that broadcasts: the operand of lower rank is repeated, then the plain op.
// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @add(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.add %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @add(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @and(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK:         %[[V1:.*]] = stablehlo.and %arg0, %[[V0]] : tensor<2x3xi32>
// CHECK:         return %[[V1]] : tensor<2x3xi32>
func.func @and(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_and %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @atan2(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.atan2 %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @atan2(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_atan2 %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @complex(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.complex %arg0, %[[V0]] : tensor<2x3xcomplex<f32>>
// CHECK:         return %[[V1]] : tensor<2x3xcomplex<f32>>
func.func @complex(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xcomplex<f32>> {
  %0 = chlo.broadcast_complex %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

// CHECK-LABEL: func.func @divide(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.divide %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @divide(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_divide %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @maximum(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.maximum %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @maximum(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_maximum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @minimum(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.minimum %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @minimum(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_minimum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @multiply(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.multiply %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @multiply(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @or(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK:         %[[V1:.*]] = stablehlo.or %arg0, %[[V0]] : tensor<2x3xi32>
// CHECK:         return %[[V1]] : tensor<2x3xi32>
func.func @or(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_or %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @power(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.power %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @power(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_power %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @remainder(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.remainder %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @remainder(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_remainder %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @shift_left(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK:         %[[V1:.*]] = stablehlo.shift_left %arg0, %[[V0]] : tensor<2x3xi32>
// CHECK:         return %[[V1]] : tensor<2x3xi32>
func.func @shift_left(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @shift_right_arithmetic(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK:         %[[V1:.*]] = stablehlo.shift_right_arithmetic %arg0, %[[V0]] : tensor<2x3xi32>
// CHECK:         return %[[V1]] : tensor<2x3xi32>
func.func @shift_right_arithmetic(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @shift_right_logical(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK:         %[[V1:.*]] = stablehlo.shift_right_logical %arg0, %[[V0]] : tensor<2x3xi32>
// CHECK:         return %[[V1]] : tensor<2x3xi32>
func.func @shift_right_logical(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_shift_right_logical %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @subtract(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.subtract %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @subtract(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @xor(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK:         %[[V1:.*]] = stablehlo.xor %arg0, %[[V0]] : tensor<2x3xi32>
// CHECK:         return %[[V1]] : tensor<2x3xi32>
func.func @xor(%a: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_xor %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// The direction and the order of floats are kept.
// CHECK-LABEL: func.func @compare(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.compare  LT, %arg0, %[[V0]],  TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK:         return %[[V1]] : tensor<2x3xi1>
func.func @compare(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = chlo.broadcast_compare %a, %b {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// `broadcast_dimensions` places the operand of lower rank.
// CHECK-LABEL: func.func @placed(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.add %arg0, %[[V0]] : tensor<2x3xf32>
// CHECK:         return %[[V1]] : tensor<2x3xf32>
func.func @placed(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Size 1 is repeated, on both sides.
// CHECK-LABEL: func.func @ones(
// CHECK:         %[[V0:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V1:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK:         %[[V2:.*]] = stablehlo.multiply %[[V0]], %[[V1]] : tensor<2x3xf32>
// CHECK:         return %[[V2]] : tensor<2x3xf32>
func.func @ones(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
