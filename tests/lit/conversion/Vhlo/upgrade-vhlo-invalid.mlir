// Attributes that a reader of bytecode accepts and no op of StableHLO has.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --ingot-upgrade-vhlo

// One attribute of StableHLO is several of VHLO: each must be there.
func.func @dot(%a: !vhlo.type<tensor<3x4xf32>>, %b: !vhlo.type<tensor<4x5xf32>>) {
  // expected-error @+1 {{attributes that make up 'dot_dimension_numbers' are missing or of another kind}}
  %0 = "vhlo.dot_general_v1"(%a, %b) <{lhs_batching_dimensions = #vhlo.attr<dense<> : tensor<0xi64>>, lhs_contracting_dimensions = #vhlo.attr<1 : i64>, precision_config = #vhlo.attr<[]>, rhs_batching_dimensions = #vhlo.attr<dense<> : tensor<0xi64>>, rhs_contracting_dimensions = #vhlo.attr<dense<0> : tensor<1xi64>>}> : (!vhlo.type<tensor<3x4xf32>>, !vhlo.type<tensor<4x5xf32>>) -> !vhlo.type<tensor<3x5xf32>>
  return
}

// -----

func.func @gather(%a: !vhlo.type<tensor<4x5xf32>>, %i: !vhlo.type<tensor<2x1xi32>>) {
  // expected-error @+1 {{attributes that make up 'dimension_numbers' are missing or of another kind}}
  %0 = "vhlo.gather_v1"(%a, %i) <{collapsed_slice_dims = #vhlo.attr<dense<0> : tensor<1xi64>>, index_vector_dim = #vhlo.attr<"1">, indices_are_sorted = #vhlo.attr<false>, offset_dims = #vhlo.attr<dense<1> : tensor<1xi64>>, slice_sizes = #vhlo.attr<dense<[1, 5]> : tensor<2xi64>>, start_index_map = #vhlo.attr<dense<0> : tensor<1xi64>>}> : (!vhlo.type<tensor<4x5xf32>>, !vhlo.type<tensor<2x1xi32>>) -> !vhlo.type<tensor<2x5xf32>>
  return
}

// -----

func.func @channel(%a: !vhlo.type<tensor<3x4xf32>>) {
  // expected-error @+1 {{attributes that make up 'channel_handle' are missing or of another kind}}
  %0 = "vhlo.all_to_all_v1"(%a) <{channel_id = #vhlo.attr<"one">, concat_dimension = #vhlo.attr<0 : i64>, replica_groups = #vhlo.attr<dense<0> : tensor<1x1xi64>>, split_count = #vhlo.attr<1 : i64>, split_dimension = #vhlo.attr<0 : i64>}> : (!vhlo.type<tensor<3x4xf32>>) -> !vhlo.type<tensor<3x4xf32>>
  return
}

// -----

// A list of sizes is a tensor of i64.
func.func @transpose(%a: !vhlo.type<tensor<4x5xf32>>) {
  // expected-error @+1 {{attribute 'permutation' is of another kind: "10"}}
  %0 = "vhlo.transpose_v1"(%a) <{permutation = #vhlo.attr<"10">}> : (!vhlo.type<tensor<4x5xf32>>) -> !vhlo.type<tensor<5x4xf32>>
  return
}

// -----

func.func @flags(%k: !vhlo.type<tensor<1x3x4x2xf32>>, %w: !vhlo.type<tensor<2x2x2x3xf32>>) {
  // expected-error @+1 {{attribute 'window_reversal' is of another kind: dense<0> : tensor<2xi64>}}
  %3 = "vhlo.convolution_v1"(%k, %w) <{batch_group_count = #vhlo.attr<1 : i64>, feature_group_count = #vhlo.attr<1 : i64>, input_batch_dimension = #vhlo.attr<0 : i64>, input_feature_dimension = #vhlo.attr<3 : i64>, input_spatial_dimensions = #vhlo.attr<dense<[1, 2]> : tensor<2xi64>>, kernel_input_feature_dimension = #vhlo.attr<2 : i64>, kernel_output_feature_dimension = #vhlo.attr<3 : i64>, kernel_spatial_dimensions = #vhlo.attr<dense<[0, 1]> : tensor<2xi64>>, lhs_dilation = #vhlo.attr<dense<1> : tensor<2xi64>>, output_batch_dimension = #vhlo.attr<0 : i64>, output_feature_dimension = #vhlo.attr<3 : i64>, output_spatial_dimensions = #vhlo.attr<dense<[1, 2]> : tensor<2xi64>>, padding = #vhlo.attr<dense<0> : tensor<2x2xi64>>, precision_config = #vhlo.attr<[]>, rhs_dilation = #vhlo.attr<dense<1> : tensor<2xi64>>, window_reversal = #vhlo.attr<dense<0> : tensor<2xi64>>, window_strides = #vhlo.attr<dense<1> : tensor<2xi64>>}> : (!vhlo.type<tensor<1x3x4x2xf32>>, !vhlo.type<tensor<2x2x2x3xf32>>) -> !vhlo.type<tensor<1x2x3x3xf32>>
  return
}

// -----

func.func @computations(%a: !vhlo.type<tensor<f32>>) {
  // expected-error @+1 {{attribute 'called_computations' is of another kind: [1]}}
  "vhlo.custom_call_v1"(%a) <{api_version = #vhlo.attr<#vhlo.api_version<1>>, backend_config = #vhlo.attr<"">, call_target_name = #vhlo.attr<"f">, called_computations = #vhlo.attr<[1]>, has_side_effect = #vhlo.attr<true>, operand_layouts = #vhlo.attr<[]>, output_operand_aliases = #vhlo.attr<[]>, result_layouts = #vhlo.attr<[]>}> : (!vhlo.type<tensor<f32>>) -> ()
  return
}

// -----

// The verifier of the new op says the rest.
"vhlo.func_v1"() <{arg_attrs = #vhlo.attr<[]>, function_type = #vhlo.attr<(tensor<4x5xf32>) -> tensor<4x5xf32>>, res_attrs = #vhlo.attr<[]>, sym_name = #vhlo.attr<"main">, sym_visibility = #vhlo.attr<"">}> ({
^bb0(%a: !vhlo.type<tensor<4x5xf32>>):
  // expected-error @+1 {{'stablehlo.transpose' op (C3) the result has shape [4, 5], expected [5, 4]}}
  %0 = "vhlo.transpose_v1"(%a) <{permutation = #vhlo.attr<dense<[1, 0]> : tensor<2xi64>>}> : (!vhlo.type<tensor<4x5xf32>>) -> !vhlo.type<tensor<4x5xf32>>
  "vhlo.return_v1"(%0) : (!vhlo.type<tensor<4x5xf32>>) -> ()
}) : () -> ()
