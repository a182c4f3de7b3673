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

// -----

func.func @storage(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op result 0 is 'tensor<2x3x!quant.uniform<i17:f32, 5.000000e-01>>', (C1) expected a storage type of 2, 4, 8, 16, 32 or 64 bits}}
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i17:f32, 0.5>>
  return
}

// -----

// What MLIR's own type refuses.
func.func @negative_scale(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{scale -5.000000e-01 out of expressed type range}}
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, -0.5>>
  return
}

// -----

func.func @zero_point(%arg0: tensor<2x3x!quant.uniform<i8:f32, 0.5:300>>) {
  // expected-error @+1 {{operand 0 is 'tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:300>>', (C7) expected zero points from -128 to 127, as is stored}}
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:300>>) -> tensor<2x3xf32>
  return
}

// -----

func.func @zero_point_of_some(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{(C7) expected zero points from 0 to 15, as is stored}}
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<u8<0:15>:f32:0, {0.5:3, 0.5:16}>>
  return
}

// -----

func.func @dimension(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{(C12) expected a quantised dimension below its rank of 2}}
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  return
}

// -----

func.func @scales(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{(C13) expected 3 scales, one for each slice along dimension 1}}
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}

// -----

// Of an op that the table of element types does not list, and of a block.
func.func @loop(%arg0: tensor<i1>) {
  %0 = "test.source"() : () -> tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  // expected-error-re @+1 {{'stablehlo.while' op operand 0 is {{.*}}, (C12) expected}}
  %1 = "stablehlo.while"(%0) ({
  ^bb0(%x: tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>):
    stablehlo.return %arg0 : tensor<i1>
  }, {
  ^bb0(%x: tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>):
    stablehlo.return %x : tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  }) : (tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}
