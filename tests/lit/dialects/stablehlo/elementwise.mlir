// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Elementwise ops: one type where all are equal, all types otherwise.

// CHECK-LABEL: func.func @unary_floats(
// CHECK:   %{{.*}} = stablehlo.abs %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.cbrt %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.ceil %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.cosine %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.exponential %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.exponential_minus_one %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.floor %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.log %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.log_plus_one %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.logistic %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.negate %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.round_nearest_afz %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.round_nearest_even %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.rsqrt %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.sign %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.sine %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.sqrt %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.tan %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.tanh %{{.*}} : tensor<2x?xf32>
func.func @unary_floats(%arg0: tensor<2x?xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<2x?xf32>
  %1 = stablehlo.cbrt %arg0 : tensor<2x?xf32>
  %2 = stablehlo.ceil %arg0 : tensor<2x?xf32>
  %3 = stablehlo.cosine %arg0 : tensor<2x?xf32>
  %4 = stablehlo.exponential %arg0 : tensor<2x?xf32>
  %5 = stablehlo.exponential_minus_one %arg0 : tensor<2x?xf32>
  %6 = stablehlo.floor %arg0 : tensor<2x?xf32>
  %7 = stablehlo.log %arg0 : tensor<2x?xf32>
  %8 = stablehlo.log_plus_one %arg0 : tensor<2x?xf32>
  %9 = stablehlo.logistic %arg0 : tensor<2x?xf32>
  %10 = stablehlo.negate %arg0 : tensor<2x?xf32>
  %11 = stablehlo.round_nearest_afz %arg0 : tensor<2x?xf32>
  %12 = stablehlo.round_nearest_even %arg0 : tensor<2x?xf32>
  %13 = stablehlo.rsqrt %arg0 : tensor<2x?xf32>
  %14 = stablehlo.sign %arg0 : tensor<2x?xf32>
  %15 = stablehlo.sine %arg0 : tensor<2x?xf32>
  %16 = stablehlo.sqrt %arg0 : tensor<2x?xf32>
  %17 = stablehlo.tan %arg0 : tensor<2x?xf32>
  %18 = stablehlo.tanh %arg0 : tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @unary_integers(
// CHECK:   %{{.*}} = stablehlo.count_leading_zeros %{{.*}} : tensor<4xui8>
// CHECK:   %{{.*}} = stablehlo.popcnt %{{.*}} : tensor<4xui8>
// CHECK:   %{{.*}} = stablehlo.not %{{.*}} : tensor<4xui8>
// CHECK:   %{{.*}} = stablehlo.not %{{.*}} : tensor<i1>
func.func @unary_integers(%arg0: tensor<4xui8>, %arg1: tensor<i1>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<4xui8>
  %1 = stablehlo.popcnt %arg0 : tensor<4xui8>
  %2 = stablehlo.not %arg0 : tensor<4xui8>
  %3 = stablehlo.not %arg1 : tensor<i1>
  return
}

// CHECK-LABEL: func.func @complex_numbers(
// CHECK:   %{{.*}} = stablehlo.real %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.imag %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.abs %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.complex %{{.*}}, %{{.*}} : tensor<4xcomplex<f32>>
// CHECK:   %{{.*}} = stablehlo.imag %{{.*}} : tensor<4xf64>
// CHECK:   %{{.*}} = stablehlo.tan %{{.*}} : tensor<4xcomplex<f32>>
func.func @complex_numbers(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xf64>) {
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.abs %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %3 = stablehlo.complex %0, %1 : tensor<4xcomplex<f32>>
  %4 = stablehlo.imag %arg1 : tensor<4xf64>
  %5 = stablehlo.tan %arg0 : tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @accuracy(
// CHECK:   %{{.*}} = stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.tanh %{{.*}} {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
func.func @accuracy(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  %1 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @binary(
// CHECK:   %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.divide %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.maximum %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.minimum %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.power %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.remainder %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:   %{{.*}} = stablehlo.subtract %{{.*}}, %{{.*}} : tensor<2x?xf32>
func.func @binary(%arg0: tensor<2x?xf32>, %arg1: tensor<2x?xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<2x?xf32>
  %1 = stablehlo.atan2 %arg0, %arg1 : tensor<2x?xf32>
  %2 = stablehlo.divide %arg0, %arg1 : tensor<2x?xf32>
  %3 = stablehlo.maximum %arg0, %arg1 : tensor<2x?xf32>
  %4 = stablehlo.minimum %arg0, %arg1 : tensor<2x?xf32>
  %5 = stablehlo.multiply %arg0, %arg1 : tensor<2x?xf32>
  %6 = stablehlo.power %arg0, %arg1 : tensor<2x?xf32>
  %7 = stablehlo.remainder %arg0, %arg1 : tensor<2x?xf32>
  %8 = stablehlo.subtract %arg0, %arg1 : tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @binary_integers(
// CHECK:   %{{.*}} = stablehlo.and %{{.*}}, %{{.*}} : tensor<3xi4>
// CHECK:   %{{.*}} = stablehlo.or %{{.*}}, %{{.*}} : tensor<3xi4>
// CHECK:   %{{.*}} = stablehlo.xor %{{.*}}, %{{.*}} : tensor<3xi4>
// CHECK:   %{{.*}} = stablehlo.shift_left %{{.*}}, %{{.*}} : tensor<3xi4>
// CHECK:   %{{.*}} = stablehlo.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<3xi4>
// CHECK:   %{{.*}} = stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<3xi4>
func.func @binary_integers(%arg0: tensor<3xi4>, %arg1: tensor<3xi4>) {
  %0 = stablehlo.and %arg0, %arg1 : tensor<3xi4>
  %1 = stablehlo.or %arg0, %arg1 : tensor<3xi4>
  %2 = stablehlo.xor %arg0, %arg1 : tensor<3xi4>
  %3 = stablehlo.shift_left %arg0, %arg1 : tensor<3xi4>
  %4 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<3xi4>
  %5 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<3xi4>
  return
}

// CHECK-LABEL: func.func @mixed_sizes(
// CHECK:   %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
func.func @mixed_sizes(%arg0: tensor<2x?xf32>, %arg1: tensor<?x3xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @others(
// CHECK:   %{{.*}} = stablehlo.compare  LT, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK:   %{{.*}} = stablehlo.compare  EQ, %{{.*}}, %{{.*}},  TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK:   %{{.*}} = stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.is_finite %{{.*}} : (tensor<4xf32>) -> tensor<4xi1>
// CHECK:   %{{.*}} = stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK:   %{{.*}} = stablehlo.reduce_precision %{{.*}}, format = e5m10 : tensor<4xf32>
func.func @others(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>, %arg3: tensor<i1>, %arg4: tensor<f32>) {
  %0 = stablehlo.compare  LT, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare  EQ, %arg0, %arg1,  TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.select %arg2, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.select %arg3, %arg0, %arg1 : tensor<i1>, tensor<4xf32>
  %4 = stablehlo.clamp %arg4, %arg0, %arg1 : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
  %6 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xbf16>
  %7 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
  return
}
