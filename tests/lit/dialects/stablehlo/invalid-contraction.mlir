// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of products and linear algebra.

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C1) has 0 batching dimensions of rhs, expected 1}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C2) has 0 contracting dimensions of rhs, expected 1}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C3) lhs_batching_dimensions with lhs_contracting_dimensions has 2 twice, expected each once at most}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C4) rhs_batching_dimensions with rhs_contracting_dimensions has 1 twice, expected each once at most}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C5) lhs_batching_dimensions has dimension 3, which is out of range for lhs of rank 3}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C6) lhs_contracting_dimensions has dimension 3, which is out of range for lhs of rank 3}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C6) lhs_contracting_dimensions has dimension -1, which is out of range for lhs of rank 3}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [-1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C7) rhs_batching_dimensions has dimension 3, which is out of range for rhs of rank 3}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C8) rhs_contracting_dimensions has dimension 9223372036854775807, which is out of range for rhs of rank 3}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [9223372036854775807]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C9) batching dimension 0 of lhs has size 2, dimension 0 of rhs has 3; expected the same}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x5x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C10) contracting dimension 2 of lhs has size 4, dimension 1 of rhs has 5; expected the same}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x5x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C11) has 3 precisions, expected 2}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C12) the result has shape [2, 3, 6], expected [2, 3, 5]}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x6xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C12) the result has shape [2, 3], expected [2, 3, 5]}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C14) multiplies '!quant.uniform<i8:f32, 5.000000e-01>' with 'f32' to 'f32', expected rhs, and both or none of lhs and the result, to be quantised}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C14) multiplies '!quant.uniform<i8:f32, 5.000000e-01>' with '!quant.uniform<i8:f32, 5.000000e-01>' to 'f32', expected rhs, and both or none of lhs and the result, to be quantised}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C15) rhs is quantised with a zero point that is not 0, expected 0}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x2x5x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C16) rhs is quantised along dimension 1, which is contracted}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x5x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4x!quant.uniform<i32:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C17) lhs has elements of type 'i32', rhs of 'i8'; expected the same}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i32:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f64, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C18) lhs has elements of type 'f32', rhs of 'f64'; expected the same}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f64, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C19) the result is quantised along an axis, expected one scale as rhs has}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C20) lhs has elements of type 'f64', rhs of 'f32'; expected the same}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf64>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5xf64>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C20) lhs has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x5xf64>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C21) has both an algorithm and precisions, expected precisions of DEFAULT}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C22) lhs_component_count has 0, expected positive numbers}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C23) rhs_component_count has 0, expected positive numbers}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op (C24) num_primitive_operations has 0, expected positive numbers}}
  %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot(%arg0: tensor<2x3x4xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op (C1) multiplies tensors of rank 3 and 1, expected 1 or 2}}
  %0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot(%arg0: tensor<f32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op (C1) multiplies tensors of rank 0 and 1, expected 1 or 2}}
  %0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dot(%arg0: tensor<2x3xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op (C2) the last dimension of lhs has size 3, the first of rhs has 4; expected the same}}
  %0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dot(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op (C4) the result has shape [3], expected [2]}}
  %0 = "stablehlo.dot"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @cholesky(%arg0: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op (C1) the result has shape [3, 4], expected [3, 3]}}
  %0 = "stablehlo.cholesky"(%arg0) : (tensor<3x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @cholesky(%arg0: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.cholesky"(%arg0) : (tensor<3x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

func.func @cholesky(%arg0: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op (C2) factors a tensor of rank 1, expected 2 or more}}
  %0 = "stablehlo.cholesky"(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @cholesky(%arg0: tensor<3x4xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op (C3) factors matrices of 3 x 4, expected square ones}}
  %0 = "stablehlo.cholesky"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf64>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C2) takes tensors of rank 1 and 1, expected the same rank, 2 or more}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<2x3x3xf32>, %arg1: tensor<3x2xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C2) takes tensors of rank 3 and 2, expected the same rank, 2 or more}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C3) solves with matrices of 3 x 4 for 3 unknowns, expected square ones of that size}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C3) solves with matrices of 3 x 3 for 2 unknowns, expected square ones of that size}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<2x3x3xf32>, %arg1: tensor<4x3x2xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C3) the leading part of b has shape [4], expected [2]}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (C4) the result has type 'tensor<3x3xf32>', expected 'tensor<3x2xf32>'}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @triangular_solve(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op (I6) transpose_a is TRANSPOSE_INVALID, expected NO_TRANSPOSE, TRANSPOSE or ADJOINT}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C1) transforms 2 dimensions of an operand of rank 1}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4, 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op (C2) FFT makes elements of type 'complex<f32>' of 'f32', expected one complex type of the same precision}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C2) IFFT makes elements of type 'f32' of 'complex<f32>', expected one complex type of the same precision}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type IFFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C2) RFFT makes elements of type 'complex<f32>' of 'complex<f32>', expected complex of float of the same precision}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C2) IRFFT makes elements of type 'complex<f32>' of 'complex<f32>', expected float of complex of the same precision}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xf64>) {
  // expected-error @+1 {{'stablehlo.fft' op (C2) RFFT makes elements of type 'complex<f32>' of 'f64', expected complex of float of the same precision}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf64>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C3) transforms 0 dimensions, expected 1 to 3}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<2x2x2x2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C3) transforms 4 dimensions, expected 1 to 3}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 2, 2, 2, 2>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op (C4) the operand has shape [4], expected [5]}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 5>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C4) fft_length has -5, expected no negative numbers}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: -5>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.fft' op (C5) the result has shape [4], expected [3]}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C5) the result has shape [5], expected [4]}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

func.func @fft(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C5) the operand has shape [4], expected [5]}}
  %0 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xcomplex<f32>>) -> tensor<8xf32>
  return
}

// -----

func.func @fft(%arg0: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.fft' op (C4) the operand has shape [2, 3], expected [2, 400000]}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [400000] : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  return
}
