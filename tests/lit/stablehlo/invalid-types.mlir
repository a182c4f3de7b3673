// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of attributes and encodings.

func.func @sine(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{an accuracy has no negative tolerance}}
  %0 = "stablehlo.sine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sine(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{an accuracy has tolerances only in mode TOLERANCE}}
  %0 = "stablehlo.sine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @negate() {
  // expected-error @+1 {{has 1 bounds for 2 dimensions}}
  %0 = "test.source"() : () -> tensor<?x3xf32, #stablehlo.bounds<4>>
  return
}

// -----

func.func @negate() {
  // expected-error @+1 {{has a bound for dimension 0, whose size is known}}
  %0 = "test.source"() : () -> tensor<2x3xf32, #stablehlo.bounds<4, ?>>
  return
}

// -----

func.func @set_dimension_size(%arg0: tensor<i32>) {
  %0 = "test.source"() : () -> tensor<?xf32, #stablehlo.bounds<4>>
  // expected-error @+1 {{'stablehlo.set_dimension_size' op (C1) dimension 1 is out of range for an operand of rank 1}}
  %1 = stablehlo.set_dimension_size %0, %arg0, dim = 1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return
}

// -----

func.func @clamp(%arg0: tensor<f32>) {
  %0 = "test.source"() : () -> tensor<?xf32, #stablehlo.bounds<4>>
  // expected-error @+1 {{'stablehlo.clamp' op (C4) the result has type 'tensor<5xf32>', expected 'tensor<?xf32, #stablehlo.bounds<4>>'}}
  %1 = "stablehlo.clamp"(%arg0, %0, %arg0) : (tensor<f32>, tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<5xf32>
  return
}
