// Assertions about sizes are decided when sizes are known.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --ingot-refine-shapes

// Without a message the program has a general one.
func.func @main() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  // expected-error @+1 {{a shape assertion does not hold}}
  stablehlo.custom_call @shape_assertion(%no) {api_version = 2 : i32, has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

// A number in braces stands for an operand; what is no number stays.
func.func @main(%a: tensor<3x?xf32>) {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<3x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %a, dim = 1 : (tensor<3x?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %no = stablehlo.compare EQ, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error @+1 {{rows: 3, columns: {1}, {name} {7}}}
  stablehlo.custom_call @shape_assertion(%no, %n, %m) {api_version = 2 : i32, error_message = "rows: {0}, columns: {1}, {name} {7}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}
