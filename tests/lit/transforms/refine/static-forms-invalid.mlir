// Constant sizes that do not fit are reported by the dynamic op, or by the static one that takes its place.
// RUN: ingot-opt %s --split-input-file --ingot-refine-shapes --verify-diagnostics

func.func @reshape(%a: tensor<2x3xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<5> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.reshape' op (C2) the result has 5 elements, the operand 6; expected the same number}}
  %0 = stablehlo.dynamic_reshape %a, %n : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @broadcast(%a: tensor<3xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op (C5) dimension 0 of the operand has size 3, expected 1 or 4, the size of dimension 1 of the result}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %n, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @iota() -> tensor<?xf32> {
  %n = stablehlo.constant dense<-1> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.dynamic_iota' op (C2) output_shape has -1, expected no negative numbers}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @pad(%a: tensor<4xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %n = stablehlo.constant dense<-1> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.dynamic_pad' op (C3) interior_padding has -1, expected no negative numbers}}
  %0 = stablehlo.dynamic_pad %a, %v, %z, %z, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @stride(%a: tensor<4xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %n = stablehlo.constant dense<4> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op (C4) strides has 0, expected positive numbers}}
  %0 = stablehlo.real_dynamic_slice %a, %z, %n, %z : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @gather(%a: tensor<4xf32>, %i: tensor<3x1xi32>) -> tensor<?x?xf32> {
  %n = stablehlo.constant dense<5> : tensor<1xi32>
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C12) slice_sizes has 5 for dimension 0 of the operand, expected 0 to 4}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4xf32>, tensor<3x1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @convolution(%x: tensor<1x2x1xf32>, %k: tensor<3x1x1xf32>) -> tensor<1x4x1xf32> {
  %p = stablehlo.constant dense<1> : tensor<1x2xi32>
  // expected-error @+1 {{'stablehlo.dynamic_conv' op (C25) the result has shape [1, 4, 1], expected [1, 2, 1]}}
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x2x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi32>) -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}
