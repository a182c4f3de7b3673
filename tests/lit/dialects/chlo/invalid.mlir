// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @element_types(%a: tensor<3xf32>, %b: tensor<3xf64>) {
  // expected-error @+1 {{needs operands and a result of one element type}}
  %0 = chlo.broadcast_add %a, %b : (tensor<3xf32>, tensor<3xf64>) -> tensor<3xf32>
  return
}

// -----

func.func @number_of_dimensions(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{has 2 broadcast_dimensions for an operand of rank 1}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dimension_out_of_range(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{needs broadcast_dimensions that increase and are less than 2}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{has operands of sizes 3 and 4 in dimension 1}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @result_size(%a: tensor<2x3xf32>, %b: tensor<1xf32>) {
  // expected-error @+1 {{has a result of size 5 in dimension 1, where it has 3}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @result_rank(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{has a result of rank 1 for operands of rank up to 2}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @complex_parts(%a: tensor<3xf32>) {
  // expected-error @+1 {{needs operands of the result's real type}}
  %0 = chlo.broadcast_complex %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f64>>
  return
}

// -----

func.func @function_of_integers(%a: tensor<3xi32>) {
  // expected-error @+1 {{must be ranked tensor of floating-point values}}
  %0 = chlo.erf %a : tensor<3xi32> -> tensor<3xi32>
  return
}

// -----

func.func @constant_like_type(%a: tensor<3xi32>) {
  // expected-error @+1 {{has a value of type 'f32' for elements of 'i32'}}
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @too_many(%a: tensor<3xi32>) {
  // expected-error @+1 {{cannot take 4 elements of a dimension of 3}}
  %0:2 = chlo.top_k(%a, k = 4) : tensor<3xi32> -> (tensor<4xi32>, tensor<4xi32>)
  return
}

// -----

func.func @top_k_of_a_scalar(%a: tensor<i32>) {
  // expected-error @+1 {{needs an operand with a dimension}}
  %0:2 = chlo.top_k(%a, k = 1) : tensor<i32> -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @top_k_result(%a: tensor<5x3xi32>) {
  // expected-error @+1 {{has a result of type 'tensor<4x2xi32>', not of the operand's sizes and k}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<5x3xi32> -> (tensor<5x2xi32>, tensor<4x2xi32>)
  return
}

// -----

func.func @contracted_sizes(%a: tensor<11x5xf32>, %b: tensor<3x2x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{contracting dimensions 1 and 1 have different sizes}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x2x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @dimension_of_two_meanings(%a: tensor<11x5xf32>, %b: tensor<5x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{names dimension 1 of lhs, which it has not or which has another meaning already}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @no_group_dimension(%a: tensor<11x5xf32>, %b: tensor<5x7xf32>, %g: tensor<3xi64>) {
  // expected-error @+1 {{needs one group dimension of rhs for this ragged dimension}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>} : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @number_of_groups(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<2xi64>) {
  // expected-error @+1 {{has 2 group sizes for 3 groups of rhs}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @scan_dimension(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{scans dimension 1 of 'tensor<4xi32>'}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=1 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_sizes(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{scans 'tensor<4xi32>' where others have a size of 3}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_body(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{has a body with 'tensor<i64>' among its arguments for slices of 'tensor<4xi32>'}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<i64>, %b: tensor<i32>):
    stablehlo.return %b, %b : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_results(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{needs a body with 1 and 1 results}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_segments(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{a type for each operand and at least 1 results are needed}}
  chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return
  } : (tensor<4xi32>, tensor<i32>) -> ()
  return
}

// -----

func.func @scan_types(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{a type for each operand and at least 1 results are needed}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>) -> (tensor<4xi32>, tensor<i32>)
  return
}
