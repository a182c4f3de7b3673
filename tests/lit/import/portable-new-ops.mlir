// What later releases brought, in an artifact of StableHLO's own tools and in
// ours.

// RUN: ingot-translate --import %s -o %t.expected
// RUN: ingot-translate --import %S/Inputs/new-ops-1.17.0.vhlo.mlirbc -o %t.1.17
// RUN: diff %t.expected %t.1.17
// RUN: ingot-translate --export-portable --portable-release=1.16 %s -o %t.new
// RUN: ingot-translate --import %t.new -o %t.new.mlir
// RUN: diff %t.expected %t.new.mlir

func.func @types(%a: tensor<2xf4E2M1FN>, %b: tensor<2xi2>) {
  return
}

func.func @ops(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.tan %a : tensor<2xf32>
  %1 = stablehlo.exponential %0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  %2 = stablehlo.custom_call @foo(%1) {api_version = 4 : i32, backend_config = {n = 1 : i64, s = "t"}} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.composite "my.op" %2 {composite_attributes = {eps = 1.000000e-05 : f32}, decomposition = @body, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
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
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x2xbf16>
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4xbf16>, tensor<2x1xi64>) -> tensor<2x4xbf16>
  return
}

func.func @promotion(%a: tensor<4x4xf32>, %b: tensor<f64>) -> tensor<4xf64> {
  %0 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4x4xf32>, tensor<f64>) -> tensor<4xf64>
   reducer(%x: tensor<f64>, %y: tensor<f64>) {
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }
  return %0 : tensor<4xf64>
}
