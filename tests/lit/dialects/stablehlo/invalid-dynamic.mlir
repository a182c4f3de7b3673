// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of ops whose sizes come at run time.

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C2) has 1 dimensions to broadcast to, expected 2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C3) broadcast_dimensions has dimension 2, which is out of range for a result of rank 2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 2>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2x2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C4) broadcast_dimensions has 0 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C5) dimension 0 of the operand has size 2, expected 1 or 3, the size of dimension 0 of the result}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C6) the result is quantised along dimension 0, expected 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C7) output_dimensions has 2 sizes for a result of rank 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C8) known_expanding_dimensions with known_nonexpanding_dimensions has 0 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C9) known_expanding_dimensions has dimension 1, which is out of range for an operand of rank 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 1>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C10) known_nonexpanding_dimensions has dimension -1, which is out of range for an operand of rank 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: -1>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op operand 1 is 'tensor<1xf32>', expected a tensor of integers or index}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>, %arg1: tensor<1x1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op operand 1 is 'tensor<1x1xi32>', expected a tensor of rank 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<2xf32>) {
  %c0 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C7) the result has shape [4, 2], expected [3, 2]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %c0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim(%arg0: tensor<1xf32>) {
  %c0 = stablehlo.constant dense<[-3, 2]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op (C7) output_dimensions has -3, expected no negative numbers}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %c0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_iota(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_iota' op (C1) iota_dimension 2 is out of range for a result of rank 2}}
  %0 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 2 : i64}> : (tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_iota(%arg0: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_iota' op (C2) output_shape has 2 sizes for a result of rank 3}}
  %0 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 0 : i64}> : (tensor<2xi32>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @dynamic_iota() {
  %c0 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_iota' op (C2) the result has shape [?, 4], expected [2, 3]}}
  %0 = "stablehlo.dynamic_iota"(%c0) <{iota_dimension = 0 : i64}> : (tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

func.func @dynamic_iota(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_iota' op operand 0 is 'tensor<2xf32>', expected a tensor of integers or index}}
  %0 = "stablehlo.dynamic_iota"(%arg0) <{iota_dimension = 0 : i64}> : (tensor<2xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<i32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>, %arg4: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C1) padding_value has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<4xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>, %arg4: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi32>, %arg4: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C2) edge_padding_low has 2 sizes for an operand of rank 1}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<4xf32>, tensor<f32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C2) edge_padding_high has 2 sizes for an operand of rank 1}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>, %arg4: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C2) interior_padding has 2 sizes for an operand of rank 1}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %c0 = stablehlo.constant dense<[0]> : tensor<1xi64>
  %c1 = stablehlo.constant dense<[0]> : tensor<1xi64>
  %c2 = stablehlo.constant dense<[-1]> : tensor<1xi64>
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C3) interior_padding has -1, expected no negative numbers}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %c0, %c1, %c2) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %c0 = stablehlo.constant dense<[0]> : tensor<1xi64>
  %c1 = stablehlo.constant dense<[1]> : tensor<1xi64>
  %c2 = stablehlo.constant dense<[0]> : tensor<1xi64>
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C4) the result has shape [6], expected [5]}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %c0, %c1, %c2) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return
}

// -----

func.func @dynamic_pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %c0 = stablehlo.constant dense<[0]> : tensor<1xi64>
  %c1 = stablehlo.constant dense<[-5]> : tensor<1xi64>
  %c2 = stablehlo.constant dense<[0]> : tensor<1xi64>
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C4) cuts dimension 0 to the size -1, expected no negative size}}
  %0 = "stablehlo.dynamic_pad"(%arg0, %arg1, %c0, %c1, %c2) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reshape(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @dynamic_reshape(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op (C2) the result has 5 elements, the operand 4; expected the same number}}
  %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_reshape(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op (C3) moves elements across dimension 0, along which the operand is quantised; expected the products of sizes before, at and after it to stay}}
  %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_reshape(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op (C4) output_shape has 2 sizes for a result of rank 1}}
  %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reshape(%arg0: tensor<4xf32>) {
  %c0 = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op (C4) the result has shape [?, 4], expected [2, 2]}}
  %0 = "stablehlo.dynamic_reshape"(%arg0, %c0) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

func.func @dynamic_reshape(%arg0: tensor<?xf32>) {
  %c0 = stablehlo.constant dense<[-1, 2]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op (C4) output_shape has -1, expected no negative numbers}}
  %0 = "stablehlo.dynamic_reshape"(%arg0, %c0) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @real_dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C2) start_indices has 2 sizes for an operand of rank 1}}
  %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @real_dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C2) limit_indices has 2 sizes for an operand of rank 1}}
  %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @real_dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C2) strides has 2 sizes for an operand of rank 1}}
  %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @real_dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<1xi32>, %arg3: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C2) has 2 dimensions in its result, expected 1}}
  %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @get_dimension_size(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op (C1) dimension 1 is out of range for an operand of rank 1}}
  %0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<4xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op gives 'tensor<i64>', expected tensor<i32>}}
  %0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<i64>
  return
}

// -----

func.func @get_dimension_size(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op result 0 is 'tensor<1xi32>', expected a tensor of rank 0}}
  %0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @set_dimension_size(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op (C1) dimension 1 is out of range for an operand of rank 1}}
  %0 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 1 : i64}> : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @set_dimension_size(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op (C2) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<i32>) -> tensor<?xi32>
  return
}

// -----

func.func @set_dimension_size(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op (C3) the result has shape [?, 6], expected [?, 5]}}
  %0 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4x5xf32>, tensor<i32>) -> tensor<?x6xf32>
  return
}

// -----

func.func @set_dimension_size(%arg0: tensor<4xf32>, %arg1: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op takes a size of type 'tensor<i64>', expected tensor<i32>}}
  %0 = "stablehlo.set_dimension_size"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @real_dynamic_slice(%arg0: tensor<?xf32>, %arg1: tensor<1xi32>) {
  %0 = stablehlo.constant dense<0> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C4) strides has 0, expected positive numbers}}
  %1 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %0 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}
