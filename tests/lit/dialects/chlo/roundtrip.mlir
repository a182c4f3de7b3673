// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s
// RUN: ingot-opt %s --emit-bytecode | ingot-opt | FileCheck %s

// The forms that the public reference gives, as JAX and StableHLO's tools print
// them.

// CHECK-LABEL: func.func @functions(
func.func @functions(%x: tensor<2x?xf32>, %z: tensor<4xcomplex<f64>>) {
  // CHECK: chlo._asin_acos_kernel %{{.*}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %0 = chlo._asin_acos_kernel %z : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.acos %{{.*}} : tensor<2x?xf32> -> tensor<2x?xf32>
  %1 = chlo.acos %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.acosh
  %2 = chlo.acosh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.asin
  %3 = chlo.asin %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.asinh
  %4 = chlo.asinh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.atan
  %5 = chlo.atan %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.atanh
  %6 = chlo.atanh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.bessel_i1e
  %7 = chlo.bessel_i1e %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.conj %{{.*}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %8 = chlo.conj %z : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.cosh
  %9 = chlo.cosh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.digamma
  %10 = chlo.digamma %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.erf %
  %11 = chlo.erf %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.erf_inv
  %12 = chlo.erf_inv %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.erfc
  %13 = chlo.erfc %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.is_inf %{{.*}} : tensor<2x?xf32> -> tensor<2x?xi1>
  %14 = chlo.is_inf %x : tensor<2x?xf32> -> tensor<2x?xi1>
  // CHECK: chlo.is_neg_inf
  %15 = chlo.is_neg_inf %x : tensor<2x?xf32> -> tensor<2x?xi1>
  // CHECK: chlo.is_pos_inf
  %16 = chlo.is_pos_inf %x : tensor<2x?xf32> -> tensor<2x?xi1>
  // CHECK: chlo.lgamma
  %17 = chlo.lgamma %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.next_after %{{.*}}, %{{.*}} : tensor<2x?xf32>, tensor<2x?xf32> -> tensor<2x?xf32>
  %18 = chlo.next_after %x, %x : tensor<2x?xf32>, tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.polygamma
  %19 = chlo.polygamma %x, %x : tensor<2x?xf32>, tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.sinh
  %20 = chlo.sinh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.square
  %21 = chlo.square %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.tan
  %22 = chlo.tan %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK: chlo.zeta
  %23 = chlo.zeta %x, %x : tensor<2x?xf32>, tensor<2x?xf32> -> tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @integers(
func.func @integers(%x: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: chlo.mulhi %{{.*}}, %{{.*}} : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  %0 = chlo.mulhi %x, %x : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// CHECK-LABEL: func.func @broadcasts(
func.func @broadcasts(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>, %i: tensor<3xi32>, %p: tensor<3xi1>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_add %a, %c {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_and
  %2 = chlo.broadcast_and %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  // CHECK: chlo.broadcast_atan2
  %3 = chlo.broadcast_atan2 %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %4 = chlo.broadcast_compare %a, %b {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  // CHECK: chlo.broadcast_complex %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
  %5 = chlo.broadcast_complex %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.broadcast_divide
  %6 = chlo.broadcast_divide %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_maximum
  %7 = chlo.broadcast_maximum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_minimum
  %8 = chlo.broadcast_minimum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_multiply
  %9 = chlo.broadcast_multiply %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_next_after
  %10 = chlo.broadcast_next_after %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_or
  %11 = chlo.broadcast_or %p, %p : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  // CHECK: chlo.broadcast_polygamma
  %12 = chlo.broadcast_polygamma %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_power
  %13 = chlo.broadcast_power %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_remainder
  %14 = chlo.broadcast_remainder %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %15 = chlo.broadcast_select %p, %a, %b : (tensor<3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_shift_left
  %16 = chlo.broadcast_shift_left %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  // CHECK: chlo.broadcast_shift_right_arithmetic
  %17 = chlo.broadcast_shift_right_arithmetic %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  // CHECK: chlo.broadcast_shift_right_logical
  %18 = chlo.broadcast_shift_right_logical %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  // CHECK: chlo.broadcast_subtract
  %19 = chlo.broadcast_subtract %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_xor
  %20 = chlo.broadcast_xor %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  // CHECK: chlo.broadcast_zeta
  %21 = chlo.broadcast_zeta %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @structure(
func.func @structure(%x: tensor<16x16xi32>, %y: tensor<?xf32>) {
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = chlo.constant dense<1.0> : tensor<2xf32>
  // CHECK: "chlo.constant_like"(%{{.*}}) <{value = 2.000000e+00 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "chlo.constant_like"(%y) <{value = 2.0 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 8) : tensor<16x16xi32> -> (tensor<16x8xi32>, tensor<16x8xi32>)
  %2:2 = chlo.top_k(%x, k = 8) : tensor<16x16xi32> -> (tensor<16x8xi32>, tensor<16x8xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 8, is_stable = true) : tensor<16x16xi32> -> (tensor<16x8xi32>, tensor<16x8xi32>)
  %3:2 = chlo.top_k(%x, k=8, is_stable=true) : tensor<16x16xi32> -> (tensor<16x8xi32>, tensor<16x8xi32>)
  return
}

// CHECK-LABEL: func.func @ragged(
// CHECK: #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>
func.func @ragged(%lhs: tensor<2x11x5xf32>, %rhs: tensor<3x2x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<2x11x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {
    precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>],
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [1],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2],
      lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>
  } : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return %0 : tensor<2x11x7xf32>
}

// Fields without dimensions may stand there, and are not printed.
// CHECK-LABEL: func.func @ragged_contracted(
// CHECK: #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>
func.func @ragged_contracted(%lhs: tensor<11x5xf32>, %rhs: tensor<5x7xf32>, %sizes: tensor<3xi64>) -> tensor<3x11x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0],
      lhs_ragged_dimensions = [1], rhs_group_dimensions = []>
  } : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>
  return %0 : tensor<3x11x7xf32>
}

// CHECK-LABEL: func.func @scan(
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  // CHECK:      chlo.scan(%{{.*}}) inits(%{{.*}}) dimension=0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>):
  // CHECK:        stablehlo.return
  // CHECK:      } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %1 = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<3xf32>
}
