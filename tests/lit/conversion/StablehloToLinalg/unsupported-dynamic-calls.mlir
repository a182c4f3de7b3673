// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// Calls that jax.export writes for sizes of the run, with other operands.

// No algorithm is named.
func.func @bits_no_algorithm(%a: tensor<2xui64>, %b: tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2xui64>, tensor<1xi32> and gives tensor<2xui64>, tensor<?xui32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %b) : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}

// -----

func.func @bits_no_shape(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2xui64> and gives tensor<2xui64>, tensor<?xui32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}

// -----

func.func @bits_one_result(%a: tensor<2xui64>, %b: tensor<1xi32>) -> tensor<2xui64> {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2xui64>, tensor<1xi32> and gives tensor<2xui64>}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %b) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi32>) -> tensor<2xui64>
  return %0 : tensor<2xui64>
}

// -----

func.func @bits_shape_of_another_rank(%a: tensor<2xui64>, %b: tensor<2xi32>) -> (tensor<2xui64>, tensor<?xui32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2xui64>, tensor<2xi32> and gives tensor<2xui64>, tensor<?xui32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %b) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}

// -----

func.func @bits_shape_number(%a: tensor<2xui64>, %b: tensor<i32>) -> (tensor<2xui64>, tensor<?xui32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2xui64>, tensor<i32> and gives tensor<2xui64>, tensor<?xui32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %b) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<i32>) -> (tensor<2xui64>, tensor<?xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}

// -----

// A state is a vector of words.
func.func @bits_state(%a: tensor<2x1xui64>, %b: tensor<1xi32>) -> (tensor<2x1xui64>, tensor<?xui32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2x1xui64>, tensor<1xi32> and gives tensor<2x1xui64>, tensor<?xui32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %b) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2x1xui64>, tensor<1xi32>) -> (tensor<2x1xui64>, tensor<?xui32>)
  return %0#0, %0#1 : tensor<2x1xui64>, tensor<?xui32>
}

// -----

func.func @bits_complex(%a: tensor<2xui64>, %b: tensor<1xi32>) -> (tensor<2xui64>, tensor<?xcomplex<f32>>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_rng_bit_generator', but with other operands, results or attributes than are known for it: it takes tensor<2xui64>, tensor<1xi32> and gives tensor<2xui64>, tensor<?xcomplex<f32>>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %b) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xcomplex<f32>>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xcomplex<f32>>
}

// -----

// No function, and an operand too few.
func.func @window_no_function(%a: tensor<8xf32>, %b: tensor<f32>, %c: tensor<1xi32>, %d: tensor<1xi32>, %e: tensor<1xi32>, %f: tensor<1x2xi32>) -> tensor<?xf32> {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_reduce_window', but with other operands, results or attributes than are known for it: it takes tensor<8xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32> and gives tensor<?xf32>}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %b, %c, %d, %e, %f) : (tensor<8xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// An assertion gives nothing.
func.func @assertion_of_numbers(%a: tensor<1xi32>) -> tensor<1xi32> {
  // expected-error @+1 {{it calls 'shape_assertion', but with other operands, results or attributes than are known for it: it takes tensor<1xi32> and gives tensor<1xi32>}}
  %0 = stablehlo.custom_call @shape_assertion(%a) : (tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
