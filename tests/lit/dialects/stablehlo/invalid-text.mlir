// Text that no op of StableHLO is written in.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @number_of_types(%a: tensor<4xf32>) {
  // expected-error @+1 {{a type with 2 operands and one result is needed}}
  %0 = stablehlo.add %a, %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @complex(%a: tensor<4xf32>) {
  // expected-error @+1 {{a tensor of complex numbers is needed}}
  %0 = stablehlo.complex %a, %a : tensor<4xf32>
  return
}

// -----

func.func @tuple(%a: tensor<4xf32>) {
  // expected-error @+1 {{a tuple is needed}}
  %0 = stablehlo.tuple %a : tensor<4xf32>
  return
}

// -----

func.func @tuple_results(%a: tensor<4xf32>) {
  // expected-error @+1 {{one result is needed}}
  %0 = stablehlo.tuple %a : (tensor<4xf32>) -> (tuple<tensor<4xf32>>, tensor<4xf32>)
  return
}

// -----

func.func @format(%a: tensor<4xf32>) {
  // expected-error @+1 {{'e5' is no format like e5m10}}
  %0 = stablehlo.reduce_precision %a, format = e5 : tensor<4xf32>
  return
}

// -----

func.func @precision(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{no precision is named 'LOW'}}
  %0 = stablehlo.dot %a, %b, precision = [LOW] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @window_twice(%a: tensor<1x8x9x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{'stride' stands twice}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x3x7x6xf32>
  return
}

// -----

func.func @window_name(%a: tensor<1x8x9x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error @+1 {{a window has no 'strides'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {strides = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x3x7x6xf32>
  return
}

// -----

func.func @applies_to_one(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'applies' takes one tensor to be reduced}}
  %0:2 = stablehlo.reduce(%a init: %i), (%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @applies_binary(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{'func.return' is no op of two operands and one result}}
  %0 = stablehlo.reduce(%a init: %i) applies func.return across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}
