// RUN: ingot-opt %s --split-input-file --ingot-refine-shapes | FileCheck %s

// Custom calls that frontends write for dynamic sizes become ops.

// CHECK-LABEL: func.func @assertion(
// CHECK-NEXT:    return
func.func @assertion(%a: tensor<2xf32>) {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<2xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ok = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "{0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @bits(
// CHECK-NEXT:    stablehlo.rng_bit_generator %{{.*}}, algorithm =  DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
func.func @bits(%s: tensor<2xui64>) -> tensor<?x4xui32> {
  %n = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x4xui32>)
  return %0#1 : tensor<?x4xui32>
}

// -----

// CHECK-LABEL: func.func @windows(
// CHECK:         "stablehlo.reduce_window"(%{{.*}}) <{base_dilations = array<i64: 1>, padding = dense<{{\[\[}}1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
// CHECK:           func.call @sum
// CHECK:         }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
func.func @windows(%a: tensor<4xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %1 = stablehlo.constant dense<1> : tensor<1xi32>
  %2 = stablehlo.constant dense<2> : tensor<1xi32>
  %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %v, %2, %1, %1, %1, %p) {called_computations = [@sum]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The call stays; its results have their sizes.
// CHECK-LABEL: func.func @largest(
// CHECK-SAME:      -> (tensor<2x3xf32>, tensor<2x3xi32>)
// CHECK:         stablehlo.custom_call @stablehlo.dynamic_top_k({{.*}} -> (tensor<2x3xf32>, tensor<2x3xi32>)
func.func @largest(%a: tensor<2x5xf32>) -> (tensor<2x?xf32>, tensor<2x?xi32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) {api_version = 2 : i32} : (tensor<2x5xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)
  return %0#0, %0#1 : tensor<2x?xf32>, tensor<2x?xi32>
}

// -----

// CHECK-LABEL: func.func @about_largest(
// CHECK-SAME:      -> (tensor<2xf32>, tensor<2xi32>)
// CHECK:         stablehlo.custom_call @stablehlo.dynamic_approx_top_k({{.*}} -> (tensor<2xf32>, tensor<2xi32>)
func.func @about_largest(%a: tensor<5xf32>, %i: tensor<5xi32>, %v: tensor<f32>, %j: tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<1xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%a, %i, %v, %j, %k, %n, %n) {called_computations = [@order], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 0 : i64}} : (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}
func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// Any other call, if an attribute says where the sizes of its results are.
// CHECK-LABEL: func.func @other(
// CHECK:         stablehlo.custom_call @mine(%{{.*}}) {indices_of_shape_operands = {{.*}}} : (tensor<2xi64>) -> tensor<3x4xf32>
func.func @other() -> tensor<?x?xf32> {
  %n = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.custom_call @mine(%n) {indices_of_shape_operands = dense<0> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
