// Ragged products and scans: which dimensions and types belong together.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @top_k_types(%a: tensor<4xf32>) {
  // expected-error @+1 {{needs values of the operand's type and integers for indices}}
  %0:2 = "chlo.top_k"(%a) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<2xf64>, tensor<2xi32>)
  return
}

// -----

func.func @contracting(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error @+1 {{has 1 contracting dimensions of lhs and 0 of rhs}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error @+1 {{needs one ragged dimension of lhs}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @group_sizes(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<i64>) {
  // expected-error @+1 {{needs a dimension of groups in group_sizes}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @carries(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{needs carries of the types of inits}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a, %b : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)
  return
}

// -----

func.func @nothing_to_scan(%i: tensor<3xf32>) {
  // expected-error @+1 {{needs an input, an output or scan_dim_size}}
  %0 = chlo.scan() inits(%i) dimension=0 {
  ^bb0(%b: tensor<3xf32>):
    stablehlo.return %b : tensor<3xf32>
  } : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @types_of_text(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{a type for each operand and at least 1 results are needed}}
  %0 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a, %b : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}
