// Every attribute and type of StableHLO in its own bytecode: what we write is
// read again, and what StableHLO's tools wrote (see Inputs/README.md).

// RUN: ingot-opt %s -emit-bytecode -o %t.mlirbc
// RUN: ingot-opt %t.mlirbc | FileCheck %s
// RUN: ingot-opt %S/Inputs/stablehlo-attributes.mlirbc | FileCheck %s

// Codes, not text: the names of the fields stand nowhere in the file.
// RUN: not grep -a lhs_contracting %t.mlirbc

// CHECK-LABEL: module @attributes
module @attributes attributes {
  // CHECK-DAG: x.alias = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = [2, 3]>
  x.alias = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = [2, 3]>,
  // CHECK-DAG: x.algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>
  x.algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>,
  // CHECK-DAG: x.channel = #stablehlo.channel_handle<handle = 5, type = -1>
  x.channel = #stablehlo.channel_handle<handle = 5, type = -1>,
  // CHECK-DAG: x.conv = #stablehlo.conv<[b, 0, 1, f]x[0, i, 1, o]->[f, b, 1, 0]>
  x.conv = #stablehlo.conv<[b, 0, 1, f]x[0, i, 1, o]->[f, b, 1, 0]>,
  // CHECK-DAG: x.dot = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>
  x.dot = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>,
  // CHECK-DAG: x.gather = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [3], start_indices_batching_dims = [4], start_index_map = [5], index_vector_dim = 6>
  x.gather = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [3], start_indices_batching_dims = [4], start_index_map = [5], index_vector_dim = 6>,
  // CHECK-DAG: x.scatter = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [3], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [5], index_vector_dim = 6>
  x.scatter = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [3], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [5], index_vector_dim = 6>,
  // CHECK-DAG: x.accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
  x.accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>,
  // CHECK-DAG: x.directions = [#stablehlo<comparison_direction EQ>, #stablehlo<comparison_direction NE>, #stablehlo<comparison_direction GE>, #stablehlo<comparison_direction GT>, #stablehlo<comparison_direction LE>, #stablehlo<comparison_direction LT>]
  x.directions = [#stablehlo<comparison_direction EQ>, #stablehlo<comparison_direction NE>, #stablehlo<comparison_direction GE>, #stablehlo<comparison_direction GT>, #stablehlo<comparison_direction LE>, #stablehlo<comparison_direction LT>],
  // CHECK-DAG: x.types = [#stablehlo<comparison_type NOTYPE>, #stablehlo<comparison_type FLOAT>, #stablehlo<comparison_type TOTALORDER>, #stablehlo<comparison_type SIGNED>, #stablehlo<comparison_type UNSIGNED>]
  x.types = [#stablehlo<comparison_type NOTYPE>, #stablehlo<comparison_type FLOAT>, #stablehlo<comparison_type TOTALORDER>, #stablehlo<comparison_type SIGNED>, #stablehlo<comparison_type UNSIGNED>],
  // CHECK-DAG: x.enumerations = [#stablehlo<fft_type IRFFT>, #stablehlo<precision HIGHEST>, #stablehlo<rng_algorithm PHILOX>, #stablehlo<rng_distribution NORMAL>, #stablehlo<transpose ADJOINT>, #stablehlo.result_accuracy_mode<HIGHEST>]
  x.enumerations = [#stablehlo<fft_type IRFFT>, #stablehlo<precision HIGHEST>, #stablehlo<rng_algorithm PHILOX>, #stablehlo<rng_distribution NORMAL>, #stablehlo<transpose ADJOINT>, #stablehlo.result_accuracy_mode<HIGHEST>],
  // CHECK-DAG: x.bounds = #stablehlo.bounds<3, ?>
  x.bounds = #stablehlo.bounds<3, ?>
} {
  // CHECK: func.func private @types(!stablehlo.token, !stablehlo.future<tensor<2xf32>, tensor<i1>>)
  func.func private @types(!stablehlo.token, !stablehlo.future<tensor<2xf32>, tensor<i1>>)
}
