// What has no program in StableHLO stays, and is reported.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --convert-chlo-to-stablehlo --ingot-check-supported

func.func @scan(%x: tensor<?x3xf32>, %i: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>) {
  // expected-error @+1 {{'chlo.scan' op cannot be lowered}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %1 = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<?x3xf32>, tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<3xf32>
}

// -----

func.func @ragged(%lhs: tensor<?x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<?x7xf32> {
  // expected-error @+1 {{'chlo.ragged_dot' op cannot be lowered}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
