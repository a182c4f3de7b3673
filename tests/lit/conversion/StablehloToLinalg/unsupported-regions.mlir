// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// A region that has no meaning for single elements leaves its op where it is.

func.func @map(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.map' op cannot be lowered: its region has 'stablehlo.custom_call' on 'tensor<f32>', which has no form on single elements}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    %v = stablehlo.custom_call @unknown(%x) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %v : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @reduce(%a: tensor<4x?xf32>, %z: tensor<f32>) -> tensor<?xf32> {
  // expected-error @+1 {{'stablehlo.reduce' op cannot be lowered: its region has 'stablehlo.custom_call'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.custom_call @unknown(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %v : tensor<f32>
  }) : (tensor<4x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @reduce_window(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<3xf32> {
  // expected-error @+1 {{'stablehlo.reduce_window' op cannot be lowered: its region has 'stablehlo.custom_call'}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.custom_call @unknown(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %v : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @select_and_scatter(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op cannot be lowered: its region has 'stablehlo.custom_call'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.custom_call @unknown(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %v : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter(%a: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.scatter' op cannot be lowered: its region has 'stablehlo.custom_call'}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.custom_call @unknown(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %v : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @sort(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.sort' op cannot be lowered: its region has 'stablehlo.custom_call'}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.custom_call @unknown(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %v : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A window whose steps the run decides: maps of indices hold them.
func.func private @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

func.func @dynamic_reduce_window(%a: tensor<4xf32>, %z: tensor<f32>, %n: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op cannot be lowered}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %z, %n, %n, %n, %n, %p) {called_computations = [@add]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @dynamic_reduce_window_of_no_step(%a: tensor<4xf32>, %z: tensor<f32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  // expected-error @+2 {{has a stride or a dilation that is not positive}}
  // expected-error @+1 {{'stablehlo.custom_call' op cannot be lowered}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %z, %two, %none, %two, %two, %p) {called_computations = [@add]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func private @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The state's words have 64 bits, or 32.
func.func @rng_bit_generator(%s: tensor<8xui16>) -> tensor<8xui32> {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op cannot be lowered: its state, 'tensor<8xui16>', is not two or three words of 64 bits, nor four or six of 32}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<8xui16>) -> (tensor<8xui16>, tensor<8xui32>)
  return %0#1 : tensor<8xui32>
}

// -----

func.func @dynamic_conv(%a: tensor<1x8x8x3xf32>, %k: tensor<?x?x3x4xf32>, %p: tensor<2x2xi32>) -> tensor<1x?x?x4xf32> {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op cannot be lowered: it reverses a window of 'tensor<?x?x3x4xf32>', whose sizes only the run knows}}
  %0 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: true, false>}> : (tensor<1x8x8x3xf32>, tensor<?x?x3x4xf32>, tensor<2x2xi32>) -> tensor<1x?x?x4xf32>
  return %0 : tensor<1x?x?x4xf32>
}

// -----

// A bound is no size.
func.func @bounded(%b: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<1x?xf32, #stablehlo.bounds<?, 4>> {
  // expected-error @+1 {{'stablehlo.reshape' op cannot be lowered: no conversion is known where operand 0, 'tensor<?xf32, #stablehlo.bounds<4>>', has bounds of sizes}}
  %1 = stablehlo.reshape %b : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<1x?xf32, #stablehlo.bounds<?, 4>>
  return %1 : tensor<1x?xf32, #stablehlo.bounds<?, 4>>
}

// -----

func.func @einsum(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{'stablehlo.einsum' op cannot be lowered: its equation does not fit the types}}
  %0 = stablehlo.einsum %a, %a, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
