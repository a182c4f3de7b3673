// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of ops that move elements.

func.func @constant() {
  // expected-error @+1 {{'stablehlo.constant' op (C1) has a value of type 'tensor<2xi32>', expected that of the result, 'tensor<3xi32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @constant() {
  // expected-error @+1 {{'stablehlo.constant' op (C1) has a value of type 'tensor<2xi32>', expected that of the result, 'tensor<2xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @+1 {{'stablehlo.constant' op (C1) has a value of type 'tensor<2xi16>', expected that of the result, 'tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi16>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'stablehlo.iota' op (C1) iota_dimension 1 is out of range for a result of rank 1}}
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4xi32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'stablehlo.iota' op (C1) iota_dimension 0 is out of range for a result of rank 0}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<i32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'stablehlo.iota' op result 0 is 'tensor<?xi32>', expected a tensor whose sizes are all known}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'stablehlo.iota' op result 0 is 'tensor<4xi1>', expected a tensor of integers, floats, complex numbers or numbers quantised per tensor}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi1>
  return
}

// -----

func.func @reshape(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @reshape(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op (C2) the result has 4 elements, the operand 6; expected the same number}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reshape(%arg0: tensor<0x3xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op (C2) the result has 4 elements, the operand 0; expected the same number}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<0x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reshape(%arg0: tensor<9223372036854775807x4xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op (C2) the number of elements does not fit into 64 bits}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<9223372036854775807x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reshape(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op result 0 is 'tensor<?xf32>', expected a tensor whose sizes are known or have a bound}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @reshape(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.reshape' op (C3) moves elements across dimension 0, along which the operand is quantised; expected the products of sizes before, at and after it to stay}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @reshape(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.reshape' op (C3) moves elements across dimension 0, along which the operand is quantised; expected the products of sizes before, at and after it to stay}}
  %0 = "stablehlo.reshape"(%arg0) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @bitcast_convert(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op (C1) makes 'tensor<2xf16>' of 'tensor<2xf32>', expected the bits of the last dimension to be the same}}
  %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @bitcast_convert(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op (C1) makes 'tensor<1xf64>' of 'tensor<2xf32>', expected the bits of the last dimension to be the same}}
  %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xf32>) -> tensor<1xf64>
  return
}

// -----

func.func @bitcast_convert(%arg0: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op (C1) makes 'tensor<f64>' of 'tensor<f32>', expected the bits of the last dimension to be the same}}
  %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<f32>) -> tensor<f64>
  return
}

// -----

func.func @bitcast_convert(%arg0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op (C2) makes 'tensor<2xf64>' of 'tensor<2xcomplex<f32>>', expected both or none to be complex}}
  %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @broadcast(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 3>}> : (tensor<2xf32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @broadcast(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op (C2) broadcast_sizes has -3, expected no negative numbers}}
  %0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: -3>}> : (tensor<2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast' op (C3) the result has shape [2, 3], expected [3, 2]}}
  %0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 3>}> : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C2) has 1 dimensions to broadcast to, expected 2}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C2) has 0 dimensions to broadcast to, expected 1}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C3) broadcast_dimensions has dimension 2, which is out of range for a result of rank 2}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 2>}> : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C3) broadcast_dimensions has dimension -1, which is out of range for a result of rank 2}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: -1>}> : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2x2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C4) broadcast_dimensions has 0 twice, expected each once at most}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C5) dimension 0 of the operand has size 2, expected 1 or 3, the size of dimension 0 of the result}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C5) dimension 0 of the operand has size 2, expected 1 or 1, the size of dimension 0 of the result}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C6) the result is quantised along dimension 0, expected 1}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @broadcast_in_dim(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op result 0 is 'tensor<?xf32>', expected a tensor whose sizes are known or have a bound}}
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @transpose(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xi32>
  return
}

// -----

func.func @transpose(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op (C2) has 1 dimensions in the permutation, expected 2}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1>}> : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @transpose(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op (C2) permutation has dimension 2, which is out of range for an operand of rank 2}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op (C2) permutation has 1 twice, expected each once at most}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @transpose(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op (C3) the result has shape [2, 3], expected [3, 2]}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error @+1 {{'stablehlo.transpose' op (C4) the result is quantised along dimension 0, expected that to which dimension 0 of the operand goes}}
  %0 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @reverse(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op (C1) the result has type 'tensor<3x2xf32>', expected 'tensor<2x3xf32>'}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reverse(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op (C1) operand 0 has elements of type 'f32', the result of 'i32'; expected the same}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @reverse(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op (C2) dimensions has 0 twice, expected each once at most}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverse(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op (C3) dimensions has dimension 2, which is out of range for a result of rank 2}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 2>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverse(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reverse' op (C3) dimensions has dimension -1, which is out of range for a result of rank 2}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: -1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C1) input 1 has elements of type 'i32', input 0 of 'f32'; expected the same}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<2x3xf32>, %arg1: tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C2) input 1 has shape [2, 4], expected [2, 3]}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C2) input 1 has shape [2], expected [2, 3]}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate() {
  // expected-error @+1 {{'stablehlo.concatenate' op (C3) has no inputs, expected one at least}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C4) dimension 2 is out of range for inputs of rank 2}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 2 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C5) the result has elements of type 'i32', input 0 of 'f32'; expected the same}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C6) the result has shape [5], expected [4]}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @concatenate(%arg0: tensor<9223372036854775807xf32>, %arg1: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.concatenate' op (C6) a size of the result does not fit into 64 bits}}
  %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<9223372036854775807xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C1) padding_value has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xi32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C2) has 2 sizes in edge_padding_low, expected 1}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0, 1>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C2) has 2 sizes in edge_padding_high, expected 1}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0, 1>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C2) has 2 sizes in interior_padding, expected 1}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0, 1>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C3) interior_padding has -1, expected no negative numbers}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: -1>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C4) the result has shape [2], expected [3]}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C4) cuts dimension 0 to the size -3, expected no negative size}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: -5>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C4) edge_padding_high has -9223372036854775808, which no size can be cut by}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: -9223372036854775808>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op (C4) a size of the result does not fit into 64 bits}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 9223372036854775807>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.pad' op operand 1 is 'tensor<1xf32>', expected a tensor of rank 0}}
  %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}
