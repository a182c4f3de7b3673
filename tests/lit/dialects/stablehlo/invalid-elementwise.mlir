// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of elementwise ops, by the names of the specification.

func.func @and(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.and' op operand 0 is 'tensor<2xf32>', expected a tensor of booleans or integers}}
  %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @atan2(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.atan2' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @divide(%arg0: tensor<2xi1>, %arg1: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.divide' op operand 0 is 'tensor<2xi1>', expected a tensor of integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @maximum(%arg0: tensor<2xi3>, %arg1: tensor<2xi3>) {
  // expected-error @+1 {{'stablehlo.maximum' op operand 0 is 'tensor<2xi3>', expected a tensor of booleans, integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<2xi3>, tensor<2xi3>) -> tensor<2xi3>
  return
}

// -----

func.func @minimum(%arg0: tensor<2xindex>, %arg1: tensor<2xindex>) {
  // expected-error @+1 {{'stablehlo.minimum' op operand 0 is 'tensor<2xindex>', expected a tensor of booleans, integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @multiply(%arg0: tensor<2xi3>, %arg1: tensor<2xi3>) {
  // expected-error @+1 {{'stablehlo.multiply' op operand 0 is 'tensor<2xi3>', expected a tensor of booleans, integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<2xi3>, tensor<2xi3>) -> tensor<2xi3>
  return
}

// -----

func.func @or(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.or' op operand 0 is 'tensor<2xf32>', expected a tensor of booleans or integers}}
  %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @power(%arg0: tensor<2xi1>, %arg1: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.power' op operand 0 is 'tensor<2xi1>', expected a tensor of integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @remainder(%arg0: tensor<2xi1>, %arg1: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.remainder' op operand 0 is 'tensor<2xi1>', expected a tensor of integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @shift_left(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.shift_left' op operand 0 is 'tensor<2xf32>', expected a tensor of integers}}
  %0 = "stablehlo.shift_left"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @shift_right_arithmetic(%arg0: tensor<2xi1>, %arg1: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.shift_right_arithmetic' op operand 0 is 'tensor<2xi1>', expected a tensor of integers}}
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @shift_right_logical(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.shift_right_logical' op operand 0 is 'tensor<2xcomplex<f32>>', expected a tensor of integers}}
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @subtract(%arg0: tensor<2xi1>, %arg1: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.subtract' op operand 0 is 'tensor<2xi1>', expected a tensor of integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @xor(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.xor' op operand 0 is 'tensor<2xcomplex<f32>>', expected a tensor of booleans or integers}}
  %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @cbrt(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.cbrt' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.cbrt"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @ceil(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.ceil' op operand 0 is 'tensor<2xcomplex<f32>>', expected a tensor of floats or numbers quantised per tensor}}
  %0 = "stablehlo.ceil"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @cosine(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.cosine' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.cosine"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @count_leading_zeros(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.count_leading_zeros' op operand 0 is 'tensor<2xf32>', expected a tensor of integers}}
  %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @exponential(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.exponential' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.exponential"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @exponential_minus_one(%arg0: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' op operand 0 is 'tensor<2xi1>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @floor(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.floor' op operand 0 is 'tensor<2xi32>', expected a tensor of floats or numbers quantised per tensor}}
  %0 = "stablehlo.floor"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @is_finite(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.is_finite' op operand 0 is 'tensor<2xcomplex<f32>>', expected a tensor of floats or numbers quantised per tensor}}
  %0 = "stablehlo.is_finite"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @log(%arg0: tensor<2xui32>) {
  // expected-error @+1 {{'stablehlo.log' op operand 0 is 'tensor<2xui32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.log"(%arg0) : (tensor<2xui32>) -> tensor<2xui32>
  return
}

// -----

func.func @log_plus_one(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @logistic(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.logistic' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.logistic"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @negate(%arg0: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.negate' op operand 0 is 'tensor<2xi1>', expected a tensor of integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.negate"(%arg0) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @not(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.not' op operand 0 is 'tensor<2xf32>', expected a tensor of booleans or integers}}
  %0 = "stablehlo.not"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @popcnt(%arg0: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.popcnt' op operand 0 is 'tensor<2xi1>', expected a tensor of integers}}
  %0 = "stablehlo.popcnt"(%arg0) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @round_nearest_afz(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' op operand 0 is 'tensor<2xi32>', expected a tensor of floats or numbers quantised per tensor}}
  %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @round_nearest_even(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' op operand 0 is 'tensor<2xi32>', expected a tensor of floats or numbers quantised per tensor}}
  %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @rsqrt(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.rsqrt' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.rsqrt"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @sign(%arg0: tensor<2xui32>) {
  // expected-error @+1 {{'stablehlo.sign' op operand 0 is 'tensor<2xui32>', expected a tensor of signed integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.sign"(%arg0) : (tensor<2xui32>) -> tensor<2xui32>
  return
}

// -----

func.func @sine(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.sine' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.sine"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @sqrt(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.sqrt' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.sqrt"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @tan(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.tan' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.tan"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @tanh(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.tanh' op operand 0 is 'tensor<2xi32>', expected a tensor of floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.tanh"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @abs(%arg0: tensor<2xui32>) {
  // expected-error @+1 {{'stablehlo.abs' op operand 0 is 'tensor<2xui32>', expected a tensor of signed integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<2xui32>) -> tensor<2xui32>
  return
}

// -----

func.func @real(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.real' op operand 0 is 'tensor<2xi32>', expected a tensor of floats or complex numbers}}
  %0 = "stablehlo.real"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @imag(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.imag' op operand 0 is 'tensor<2xi32>', expected a tensor of floats or complex numbers}}
  %0 = "stablehlo.imag"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @convert(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.convert' op operand 0 is 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>', expected a tensor of booleans, integers, floats or complex numbers}}
  %0 = "stablehlo.convert"(%arg0) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op operand 0 is 'tensor<2xi32>', expected a tensor of floats or quantised numbers}}
  %0 = "stablehlo.uniform_quantize"(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @uniform_dequantize(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.uniform_dequantize' op operand 0 is 'tensor<2xf32>', expected a tensor of quantised numbers}}
  %0 = "stablehlo.uniform_dequantize"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @abs(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.abs' op (C2) the result has elements of type 'f64', a magnitude of 'f32'; expected the same}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @abs(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @real(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.real' op (C2) the result has elements of type 'f64', a real part of 'f32'; expected the same}}
  %0 = "stablehlo.real"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @imag(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.imag' op (C2) the result has elements of type 'f64', an imaginary part of 'f32'; expected the same}}
  %0 = "stablehlo.imag"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @cbrt(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.cbrt' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.cbrt"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @ceil(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.ceil' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.ceil"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @cosine(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.cosine' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.cosine"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @count_leading_zeros(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.count_leading_zeros' op (C1) operand 0 has elements of type 'i32', the result of 'i64'; expected the same}}
  %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @exponential(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.exponential' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.exponential"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @exponential_minus_one(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @floor(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.floor' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.floor"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @log(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.log' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.log"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @log_plus_one(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @logistic(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.logistic' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.logistic"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @negate(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.negate"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @not(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.not' op (C1) operand 0 has elements of type 'i32', the result of 'i64'; expected the same}}
  %0 = "stablehlo.not"(%arg0) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @popcnt(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.popcnt' op (C1) operand 0 has elements of type 'i32', the result of 'ui32'; expected the same}}
  %0 = "stablehlo.popcnt"(%arg0) : (tensor<2xi32>) -> tensor<2xui32>
  return
}

// -----

func.func @round_nearest_afz(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @round_nearest_even(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @rsqrt(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.rsqrt' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.rsqrt"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sign(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sign' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.sign"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sine(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sine' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.sine"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @sqrt(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.sqrt' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.sqrt"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @tan(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.tan' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.tan"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @tanh(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.tanh' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.tanh"(%arg0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @and(%arg0: tensor<2xi32>, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.and' op (C1) operand 1 has elements of type 'i64', the result of 'i32'; expected the same}}
  %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @atan2(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.atan2' op (C1) operand 1 has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @divide(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.divide' op (C1) operand 1 has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @maximum(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.maximum' op (C1) operand 1 has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @minimum(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.minimum' op (C1) operand 1 has elements of type 'i32', the result of 'f32'; expected the same}}
  %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @multiply(%arg0: tensor<2xi32>, %arg1: tensor<2xui32>) {
  // expected-error @+1 {{'stablehlo.multiply' op (C1) operand 1 has elements of type 'ui32', the result of 'i32'; expected the same}}
  %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xui32>) -> tensor<2xi32>
  return
}

// -----

func.func @or(%arg0: tensor<2xi32>, %arg1: tensor<2xi1>) {
  // expected-error @+1 {{'stablehlo.or' op (C1) operand 1 has elements of type 'i1', the result of 'i32'; expected the same}}
  %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

func.func @power(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.power' op (C1) operand 1 has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @remainder(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.remainder' op (C1) operand 1 has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @shift_left(%arg0: tensor<2xi32>, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.shift_left' op (C1) operand 1 has elements of type 'i64', the result of 'i32'; expected the same}}
  %0 = "stablehlo.shift_left"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_arithmetic(%arg0: tensor<2xi32>, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.shift_right_arithmetic' op (C1) operand 1 has elements of type 'i64', the result of 'i32'; expected the same}}
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_logical(%arg0: tensor<2xi32>, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.shift_right_logical' op (C1) operand 1 has elements of type 'i64', the result of 'i32'; expected the same}}
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @subtract(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.subtract' op (C1) operand 1 has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @xor(%arg0: tensor<2xi32>, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.xor' op (C1) operand 1 has elements of type 'i64', the result of 'i32'; expected the same}}
  %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @add(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.add' op (C1) rhs has elements of type 'f64', the result of 'f32'; expected the same}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @add(%arg0: tensor<2xf32>, %arg1: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.add' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @add(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.add' op (C2) takes '!quant.uniform<i8:f32, 5.000000e-01>' and 'f32' and gives '!quant.uniform<i8:f32, 5.000000e-01>', expected all or none of them quantised}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x!quant.uniform<i32:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.add' op (C3) rhs has elements of type 'i32', the result's storage of 'i8'; expected the same}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i32:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x!quant.uniform<i8:f64, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.add' op (C4) rhs has elements of type 'f64', the result's values of 'f32'; expected the same}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f64, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add(%arg0: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.add' op (C5) takes '!quant.uniform<i8:f32, 5.000000e-01>' and '!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>' and gives '!quant.uniform<i8:f32, 5.000000e-01>', expected a result quantised along an axis if an operand is}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @add(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %arg1: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.add' op (C6) lhs is quantised along dimension 0, the result along 1; expected the same}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @add(%arg0: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.add' op (C7) rhs is quantised along dimension 0, the result along 1; expected the same}}
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @compare(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.compare' op (C1) rhs has elements of type 'i32', lhs of 'f32'; expected the same}}
  %0 = "stablehlo.compare"(%arg0, %arg1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op result 0 is 'tensor<2xf32>', expected a tensor of booleans}}
  %0 = "stablehlo.compare"(%arg0, %arg1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @complex(%arg0: tensor<2xf32>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.complex' op (C1) rhs has elements of type 'f64', lhs of 'f32'; expected the same}}
  %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex(%arg0: tensor<2xf64>, %arg1: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.complex' op (C3) the result's part has elements of type 'f32', lhs of 'f64'; expected the same}}
  %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.complex' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @reduce_precision(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op (C1) operand 0 has elements of type 'f32', the result of 'f64'; expected the same}}
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 5 : i32}> : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @select(%arg0: tensor<2xi32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.select' op operand 0 is 'tensor<2xi32>', expected a tensor of booleans}}
  %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @select(%arg0: tensor<3xi1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.select' op (C1) pred has shape [3], expected [2]}}
  %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @select(%arg0: tensor<2xi1>, %arg1: tensor<2xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.select' op (C2) on_false has type 'tensor<3xf32>', expected 'tensor<2xf32>'}}
  %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @select(%arg0: tensor<2xi1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.select' op (C2) the result has type 'tensor<2xi32>', expected 'tensor<2xf32>'}}
  %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @clamp(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.clamp' op (C1) min has shape [3], expected [2]}}
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg2) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.clamp' op (C2) max has shape [3], expected [2]}}
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg2) : (tensor<f32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp(%arg0: tensor<f64>, %arg1: tensor<2xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.clamp' op (C3) min has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg2) : (tensor<f64>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<f64>) {
  // expected-error @+1 {{'stablehlo.clamp' op (C3) max has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg2) : (tensor<f32>, tensor<2xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.clamp' op (C4) the result has type 'tensor<3xf32>', expected 'tensor<2xf32>'}}
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg2) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @uniform_quantize(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op (C2) the result has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.uniform_quantize"(%arg0) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f64, 5.000000e-01>>
  return
}

// -----

func.func @uniform_quantize(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op (C2) the result has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.uniform_quantize"(%arg0) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f64, 5.000000e-01>>
  return
}

// -----

func.func @uniform_dequantize(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.uniform_dequantize' op (C2) the result has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.uniform_dequantize"(%arg0) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf64>
  return
}

// -----

func.func @is_finite(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.is_finite"(%arg0) : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @convert(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.convert' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.convert"(%arg0) : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @compare(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.compare' op (C3) compares elements of type 'f32' as UNSIGNED}}
  %0 = stablehlo.compare LT, %arg0, %arg0, UNSIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare(%arg0: tensor<4xui8>) {
  // expected-error @+1 {{'stablehlo.compare' op (C3) compares elements of type 'ui8' as SIGNED}}
  %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return
}

// -----

func.func @compare(%arg0: tensor<4xi1>, %arg1: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // expected-error @+1 {{'stablehlo.compare' op (C3) compares elements of type 'complex<f32>' as TOTALORDER}}
  %1 = stablehlo.compare EQ, %arg1, %arg1, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
