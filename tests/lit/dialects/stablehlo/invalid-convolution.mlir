// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of convolutions, static and dynamic.

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C1) takes tensors of rank 4 and 3, expected the same rank, 2 or more}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C1) takes tensors of rank 4 and 3, expected the same rank, 2 or more}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C1) takes tensors of rank 1 and 1, expected the same rank, 2 or more}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C2) has 1 sizes in window_strides, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C2) has 1 sizes in window_strides, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C3) window_strides has 0, expected positive numbers}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 1, 0>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C3) window_strides has 0, expected positive numbers}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 1, 0>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C4) padding has shape [2, 3], expected [2, 2]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, padding = dense<0> : tensor<2x3xi64>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<3x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C4) padding has shape [3, 2], expected [2, 2]}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<3x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C5) has 1 sizes in lhs_dilation, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C5) has 1 sizes in lhs_dilation, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C6) lhs_dilation has 0, expected positive numbers}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 0, 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C6) lhs_dilation has 0, expected positive numbers}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 0, 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C7) has 3 sizes in rhs_dilation, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, rhs_dilation = array<i64: 1, 1, 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C7) has 3 sizes in rhs_dilation, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, rhs_dilation = array<i64: 1, 1, 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C8) rhs_dilation has -1, expected positive numbers}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, rhs_dilation = array<i64: 1, -1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C8) rhs_dilation has -1, expected positive numbers}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, rhs_dilation = array<i64: 1, -1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C9) has 1 flags in window_reversal, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_reversal = array<i1: true>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C9) has 1 flags in window_reversal, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_reversal = array<i1: true>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<3x8x9x2xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C10) has 3 batches in lhs, expected a multiple of batch_group_count 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<3x8x9x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<3x8x9x2xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C10) has 3 batches in lhs, expected a multiple of batch_group_count 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<3x8x9x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C11) has 4 features in lhs, expected a multiple of feature_group_count 3}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C11) has 4 features in lhs, expected a multiple of feature_group_count 3}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C12) has 1 spatial dimensions of lhs, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C12) has 1 spatial dimensions of lhs, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C13) dim_numbers of lhs has 0 twice, expected each once at most}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C13) dim_numbers of lhs has 0 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C13) dim_numbers of lhs has dimension 4, which is out of range for a tensor of rank 4}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 4, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C13) dim_numbers of lhs has dimension 4, which is out of range for a tensor of rank 4}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 4, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x3x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C14) has 3 input features in rhs, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x3x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x3x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C14) has 3 input features in rhs, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x3x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<2x8x9x2xf32>, %arg1: tensor<3x3x2x5xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C15) has 5 output features in rhs, expected a multiple of batch_group_count 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<2x8x9x2xf32>, tensor<3x3x2x5xf32>) -> tensor<1x6x7x5xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<2x8x9x2xf32>, %arg1: tensor<3x3x2x5xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C15) has 5 output features in rhs, expected a multiple of batch_group_count 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<2x8x9x2xf32>, tensor<3x3x2x5xf32>, tensor<2x2xi64>) -> tensor<1x6x7x5xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x5xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C16) has 5 output features in rhs, expected a multiple of feature_group_count 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x5xf32>) -> tensor<1x6x7x5xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x5xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C16) has 5 output features in rhs, expected a multiple of feature_group_count 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x5xf32>, tensor<2x2xi64>) -> tensor<1x6x7x5xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C17) has 1 spatial dimensions of rhs, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C17) has 1 spatial dimensions of rhs, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C18) dim_numbers of rhs has 2 twice, expected each once at most}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C18) dim_numbers of rhs has 2 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C18) dim_numbers of rhs has dimension -1, which is out of range for a tensor of rank 4}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = -1, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C18) dim_numbers of rhs has dimension -1, which is out of range for a tensor of rank 4}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = -1, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C19) has 1 spatial dimensions of the result, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C19) has 1 spatial dimensions of the result, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C20) dim_numbers of the result has 0 twice, expected each once at most}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C20) dim_numbers of the result has 0 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C20) dim_numbers of the result has dimension 7, which is out of range for a tensor of rank 4}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 7, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C20) dim_numbers of the result has dimension 7, which is out of range for a tensor of rank 4}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 7, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C23) has feature_group_count 2 and batch_group_count 2, expected one of them to be 1}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C23) has feature_group_count 2 and batch_group_count 2, expected one of them to be 1}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C24) has 3 precisions, expected 2}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C24) has 3 precisions, expected 2}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C25) the result has shape [1, 6, 7, 5], expected [1, 6, 7, 6]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x5xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C25) the result has shape [1, 6, 7, 5], expected [1, ?, ?, 6]}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x5xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C25) the result has shape [2, 6, 7, 6], expected [1, 6, 7, 6]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C25) the result has shape [2, 6, 7, 6], expected [1, ?, ?, 6]}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<2x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C25) the result has shape [1, 6, 8, 6], expected [1, 6, 7, 6]}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x8x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C25) a size of the result does not fit into 64 bits}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, padding = dense<9223372036854775807> : tensor<2x2xi64>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C26) has 3 dimensions in its result, expected 4}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x7xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C26) has 3 dimensions in its result, expected 4}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf16>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C27) rhs has elements of type 'f16', lhs of 'f32'; expected the same}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf16>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf16>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C27) rhs has elements of type 'f16', lhs of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf16>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C28) multiplies '!quant.uniform<i8:f32, 5.000000e-01>' with 'f32' to 'f32', expected rhs, and both or none of lhs and the result, to be quantised}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x6xf32>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C28) multiplies '!quant.uniform<i8:f32, 5.000000e-01>' with 'f32' to 'f32', expected rhs, and both or none of lhs and the result, to be quantised}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x6x7x6xf32>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C29) rhs is quantised along dimension 0, expected 3, that of the output features}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>) -> tensor<1x6x7x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C29) rhs is quantised along dimension 0, expected 3, that of the output features}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>, tensor<2x2xi64>) -> tensor<1x6x7x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C30) the result is quantised along dimension 0, expected 3, that of the output features}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x6x7x2x!quant.uniform<i8:f32:0, {5.000000e-01}>>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C30) the result is quantised along dimension 0, expected 3, that of the output features}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2xi64>) -> tensor<1x6x7x2x!quant.uniform<i8:f32:0, {5.000000e-01}>>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4x!quant.uniform<i32:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C31) lhs has elements of type 'i32', rhs of 'i8'; expected the same}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i32:f32, 5.000000e-01>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x6x7x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4x!quant.uniform<i32:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C31) lhs has elements of type 'i32', rhs of 'i8'; expected the same}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i32:f32, 5.000000e-01>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2xi64>) -> tensor<1x6x7x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C32) lhs has elements of type 'f32', rhs of 'f64'; expected the same}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>) -> tensor<1x6x7x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C32) lhs has elements of type 'f32', rhs of 'f64'; expected the same}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x6x!quant.uniform<i8:f64, 5.000000e-01>>, tensor<2x2xi64>) -> tensor<1x6x7x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4xf64>, %arg1: tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C34) lhs has elements of type 'f64', rhs of 'f32'; expected the same}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf64>, tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x6x7x6xf64>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4xf64>, %arg1: tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C34) lhs has elements of type 'f64', rhs of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4xf64>, tensor<3x3x2x6x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2xi64>) -> tensor<1x6x7x6xf64>
  return
}

// -----

func.func @convolution(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error @+1 {{'stablehlo.convolution' op (C33) the result is quantised along an axis, expected one scale as rhs has}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x6x7x2x!quant.uniform<i8:f32:3, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

func.func @dynamic_conv(%arg0: tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %arg2: tensor<2x2xi64>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C33) the result is quantised along an axis, expected one scale as rhs has}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x9x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2xi64>) -> tensor<1x6x7x2x!quant.uniform<i8:f32:3, {5.000000e-01,2.500000e-01}>>
  return
}
