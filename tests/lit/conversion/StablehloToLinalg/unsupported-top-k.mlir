// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// Calls for the largest elements that do not say how many, or of what.

// How many is not said.
func.func @top_k_no_k(%a: tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<5xf32> and gives tensor<3xf32>, tensor<3xi32>}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// -----

func.func @top_k_operands(%a: tensor<5xf32>, %b: tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>) {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<5xf32>, tensor<i32> and gives tensor<3xf32>, tensor<3xi32>}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a, %b) {mhlo.attributes = {k = 3 : i64}} : (tensor<5xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// -----

func.func @top_k_one_result(%a: tensor<5xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<5xf32> and gives tensor<3xf32>}}
  %0 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64}} : (tensor<5xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @top_k_positions(%a: tensor<5xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<5xf32> and gives tensor<3xf32>, tensor<3xf32>}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64}} : (tensor<5xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

func.func @top_k_type(%a: tensor<5xf32>) -> (tensor<3xf64>, tensor<3xi32>) {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<5xf32> and gives tensor<3xf64>, tensor<3xi32>}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64}} : (tensor<5xf32>) -> (tensor<3xf64>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<3xi32>
}

// -----

func.func @top_k_rank(%a: tensor<2x5xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<2x5xf32> and gives tensor<3xf32>, tensor<3xi32>}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64}} : (tensor<2x5xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// -----

func.func @top_k_scalar(%a: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'mhlo.topk', but with other operands, results or attributes than are known for it: it takes tensor<f32> and gives tensor<f32>, tensor<i32>}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 1 : i64}} : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// -----

func.func @dynamic_no_k(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_top_k', but with other operands, results or attributes than are known for it: it takes tensor<?xf32> and gives tensor<?xf32>, tensor<?xi32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

// k is an i32.
func.func @dynamic_k_type(%a: tensor<?xf32>, %b: tensor<i64>) -> (tensor<?xf32>, tensor<?xi32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_top_k', but with other operands, results or attributes than are known for it: it takes tensor<?xf32>, tensor<i64> and gives tensor<?xf32>, tensor<?xi32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %b) : (tensor<?xf32>, tensor<i64>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

func.func @dynamic_k_vector(%a: tensor<?xf32>, %b: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  // expected-error @+1 {{it calls 'stablehlo.dynamic_top_k', but with other operands, results or attributes than are known for it: it takes tensor<?xf32>, tensor<1xi32> and gives tensor<?xf32>, tensor<?xi32>}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %b) : (tensor<?xf32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// -----

// No function says the order.
func.func @approximate_no_order(%a: tensor<8xf32>, %b: tensor<8xi32>, %c: tensor<f32>, %d: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{it calls 'ApproxTopK', but with other operands, results or attributes than are known for it: it takes tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32> and gives tensor<2xf32>, tensor<2xi32>}}
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %b, %c, %d) {mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

func.func @approximate_no_dimension(%a: tensor<8xf32>, %b: tensor<8xi32>, %c: tensor<f32>, %d: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{it calls 'ApproxTopK', but with other operands, results or attributes than are known for it: it takes tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32> and gives tensor<2xf32>, tensor<2xi32>}}
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %b, %c, %d) {called_computations = [@order]} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

func.func @approximate_dimension(%a: tensor<8xf32>, %b: tensor<8xi32>, %c: tensor<f32>, %d: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{it calls 'ApproxTopK', but with other operands, results or attributes than are known for it: it takes tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32> and gives tensor<2xf32>, tensor<2xi32>}}
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %b, %c, %d) {called_computations = [@order], mhlo.backend_config = {reduction_dim = 1 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

func.func @approximate_operands(%a: tensor<8xf32>, %b: tensor<8xi32>, %c: tensor<f32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{it calls 'ApproxTopK', but with other operands, results or attributes than are known for it: it takes tensor<8xf32>, tensor<8xi32>, tensor<f32> and gives tensor<2xf32>, tensor<2xi32>}}
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %b, %c) {called_computations = [@order], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// A size of the run that no operand says.
func.func @approximate_unknown(%a: tensor<?xf32>, %b: tensor<?xi32>, %c: tensor<f32>, %d: tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) {
  // expected-error @+1 {{it calls 'ApproxTopK', but with other operands, results or attributes than are known for it: it takes tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32> and gives tensor<?xf32>, tensor<?xi32>}}
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %b, %c, %d) {called_computations = [@order], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
