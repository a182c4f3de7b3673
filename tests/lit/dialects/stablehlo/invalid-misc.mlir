// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of normalisation and random numbers.

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C1) feature_index 2 is out of range for an operand of rank 2}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf64>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C2) scale has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C3) scale has shape [2], expected [3]}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C4) offset has shape [2], expected [3]}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<2xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C5) mean has shape [2], expected [3]}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C6) variance has shape [2], expected [3]}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op (C7) the result has type 'tensor<3x2xf32>', expected 'tensor<2x3xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xi32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op operand 0 is 'tensor<2x3xi32>', expected a tensor of floats or numbers quantised per tensor}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_inference(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op operand 1 is 'tensor<f32>', expected a tensor of rank 1}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C1) feature_index 2 is out of range for an operand of rank 2}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C2) offset has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C3) scale has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C4) offset has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C5) batch_mean has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C6) batch_var has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_training(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op (C7) the output has type 'tensor<3x2xf32>', expected 'tensor<2x3xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C1) feature_index 2 is out of range for an operand of rank 2}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf64>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C2) mean has elements of type 'f64', the operand of 'f32'; expected the same}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3x2xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C3) grad_output has type 'tensor<3x2xf32>', expected 'tensor<2x3xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C3) grad_operand has type 'tensor<3x2xf32>', expected 'tensor<2x3xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C4) mean has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C4) grad_offset has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op (C5) scale has shape [2], expected [3]}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @rng(%arg0: tensor<f32>, %arg1: tensor<f64>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op (C1) b has elements of type 'f64', a of 'f32'; expected the same}}
  %0 = "stablehlo.rng"(%arg0, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @rng(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op (C1) the result has elements of type 'f64', a of 'f32'; expected the same}}
  %0 = "stablehlo.rng"(%arg0, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf64>
  return
}

// -----

func.func @rng(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op (C2) has a NORMAL distribution of 'i32', expected floats}}
  %0 = "stablehlo.rng"(%arg0, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @rng(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op (C3) has 2 sizes for a result of rank 1}}
  %0 = "stablehlo.rng"(%arg0, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @rng(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %c0 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.rng' op (C3) the result has shape [2, 4], expected [2, 3]}}
  %0 = "stablehlo.rng"(%arg0, %arg1, %c0) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rng(%arg0: tensor<complex<f32>>, %arg1: tensor<complex<f32>>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op operand 0 is 'tensor<complex<f32>>', expected a tensor of booleans, integers or floats}}
  %0 = "stablehlo.rng"(%arg0, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<complex<f32>>, tensor<complex<f32>>, tensor<2xi64>) -> tensor<4x4xcomplex<f32>>
  return
}

// -----

func.func @rng_bit_generator(%arg0: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op (C1) output_state has type 'tensor<3xui64>', expected 'tensor<2xui64>'}}
  %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator(%arg0: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op result 1 is 'tensor<?xui32>', expected a tensor whose sizes are all known}}
  %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return
}

// -----

func.func @rng_bit_generator(%arg0: tensor<4xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op (C2) has a state of 256 bits for THREE_FRY, expected 128}}
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator(%arg0: tensor<1xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op (C2) has a state of 64 bits for PHILOX, expected 128 or 192}}
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<1xui64>) -> (tensor<1xui64>, tensor<4xui32>)
  return
}
