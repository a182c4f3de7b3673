// Comparisons and selections that broadcast: one element type.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @compare(%a: tensor<3xf32>, %b: tensor<3xf64>) {
  // expected-error @+1 {{needs operands of one element type}}
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<3xf64>) -> tensor<3xi1>
  return
}

// -----

func.func @select(%p: tensor<3xi1>, %a: tensor<3xf32>, %b: tensor<3xf64>) {
  // expected-error @+1 {{needs values of the result's element type}}
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<3xi1>, tensor<3xf32>, tensor<3xf64>) -> tensor<3xf32>
  return
}

// -----

func.func @complex(%a: tensor<3xf64>, %b: tensor<3xf64>) {
  // expected-error @+1 {{needs operands of the result's real type}}
  %0 = chlo.broadcast_complex %a, %b : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f32>>
  return
}
