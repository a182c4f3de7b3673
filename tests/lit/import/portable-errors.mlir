// Ops, types and attributes that a release does not know: all of them are
// reported at once.

// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=0.9.0 -verify-diagnostics

func.func @types(%a: tensor<2xf4E2M1FN>, %b: tensor<2xi2>) {
// expected-error@-1 {{'func.func' op with the type 'tensor<2xf4E2M1FN>' needs StableHLO v1.8.0, the target is v0.9.0}}
// expected-error@-2 {{'func.func' op with the type 'tensor<2xi2>' needs StableHLO v1.2.0}}
  return
}

func.func @ops(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tan' op needs StableHLO v1.4.0, the target is v0.9.0}}
  %0 = stablehlo.tan %a : tensor<2xf32>
  // expected-error@+1 {{'stablehlo.exponential' op with 'result_accuracy' needs StableHLO v1.9.0}}
  %1 = stablehlo.exponential %0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  // expected-error@+1 {{'stablehlo.custom_call' op with a dictionary as backend_config needs StableHLO v1.3.0}}
  %2 = stablehlo.custom_call @foo(%1) {api_version = 4 : i32, backend_config = {n = 1 : i64, s = "t"}} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'stablehlo.composite' op needs StableHLO v0.19.0}}
  %3 = stablehlo.composite "my.op" %2 {composite_attributes = {eps = 1.000000e-05 : f32}, decomposition = @body, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'stablehlo.all_reduce' op with 2 operands needs StableHLO v1.5.0}}
  %4:2 = "stablehlo.all_reduce"(%3, %b) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %6 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %4#0, %4#1 : tensor<2xf32>, tensor<2xf32>
}

func.func private @body(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

func.func @attributes(%a: tensor<2x4xbf16>, %b: tensor<2x4xbf16>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.dot_general' op with 'accumulation_type', 'allow_imprecise_accumulation', 'lhs_component_count', 'lhs_precision_type', 'num_primitive_operations', 'rhs_component_count', 'rhs_precision_type' needs StableHLO v1.6.0}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x2xbf16>
  // expected-error@+1 {{'stablehlo.gather' op with 'operand_batching_dims', 'start_indices_batching_dims' needs StableHLO v1.1.0}}
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4xbf16>, tensor<2x1xi64>) -> tensor<2x4xbf16>
  return
}

func.func @promotion(%a: tensor<4x4xf32>, %b: tensor<f64>, %c: tensor<4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01:3,1.250000e-01,1.000000e+00}>>) -> tensor<4xf64> {
// expected-error@-1 {{'func.func' op with the type 'tensor<4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01:3,1.250000e-01,1.000000e+00}>>' needs StableHLO v0.18.0}}
  // expected-error@+1 {{'stablehlo.reduce' op that folds in another element type needs StableHLO v0.17.0}}
  %0 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4x4xf32>, tensor<f64>) -> tensor<4xf64>
   reducer(%x: tensor<f64>, %y: tensor<f64>) {
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }
  return %0 : tensor<4xf64>
}

func.func @never(%a: tensor<2xsi8>) attributes {x.unit} {
// expected-error@-1 {{'func.func' op has a type without a form in portable artifacts: 'tensor<2xsi8>'}}
// expected-error@-2 {{'func.func' op has an attribute 'x.unit' without a form in portable artifacts}}
  // expected-error@+1 {{'arith.constant' op has no form in portable artifacts}}
  %0 = arith.constant 1 : i32
  return
}
