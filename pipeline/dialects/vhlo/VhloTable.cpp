//===- VhloTable.cpp - every versioned op of VHLO -------------------------===//
//
// Facts of the format (docs/vhlo.md of the StableHLO specification): which op
// versions there are, in which releases each may stand, and its attributes.
// Those are written without names, so their order, which is that of the
// alphabet, is part of the encoding. An op version never changes: a change of
// StableHLO adds a row and ends the one before.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/vhlo/VhloTable.h"

#include "llvm/ADT/StringMap.h"

using namespace ingot::vhlo;

static constexpr OpVersion kOps[] = {
    {"abs_v1", {0, 9}, kNewest, ""},
    {"add_v1", {0, 9}, kNewest, ""},
    {"after_all_v1", {0, 9}, kNewest, ""},
    {"all_gather_v1",
     {0, 9},
     {1, 4},
     "all_gather_dim channel_id replica_groups use_global_device_ids"},
    {"all_gather_v2",
     {1, 5},
     kNewest,
     "all_gather_dim channel_id replica_groups use_global_device_ids"},
    {"all_reduce_v1",
     {0, 9},
     {1, 4},
     "channel_id replica_groups use_global_device_ids"},
    {"all_reduce_v2",
     {1, 5},
     kNewest,
     "channel_id replica_groups use_global_device_ids"},
    {"all_to_all_v1",
     {0, 9},
     {1, 4},
     "channel_id concat_dimension replica_groups split_count split_dimension"},
    {"all_to_all_v2",
     {1, 5},
     kNewest,
     "channel_id concat_dimension replica_groups split_count split_dimension"},
    {"and_v1", {0, 9}, kNewest, ""},
    {"async_start_v1", {1, 15}, kNewest, ""},
    {"async_done_v1", {1, 15}, kNewest, ""},
    {"atan2_v1", {0, 9}, kNewest, ""},
    {"batch_norm_grad_v1", {0, 9}, kNewest, "epsilon feature_index"},
    {"batch_norm_inference_v1", {0, 9}, kNewest, "epsilon feature_index"},
    {"batch_norm_training_v1", {0, 9}, kNewest, "epsilon feature_index"},
    {"bitcast_convert_v1", {0, 9}, kNewest, ""},
    {"broadcast_in_dim_v1", {0, 9}, kNewest, "broadcast_dimensions"},
    {"broadcast_v1", {0, 9}, kNewest, "broadcast_sizes"},
    {"call_v1", {0, 9}, kNewest, "callee"},
    {"case_v1", {0, 9}, kNewest, ""},
    {"cbrt_v1", {0, 9}, {1, 9}, ""},
    {"cbrt_v2", {1, 10}, kNewest, "result_accuracy"},
    {"ceil_v1", {0, 9}, kNewest, ""},
    {"cholesky_v1", {0, 9}, kNewest, "lower"},
    {"clamp_v1", {0, 9}, kNewest, ""},
    {"count_leading_zeros_v1", {0, 9}, kNewest, ""},
    {"collective_broadcast_v1", {0, 16}, {1, 19}, "channel_id replica_groups"},
    {"collective_broadcast_v2",
     {1, 20},
     kNewest,
     "channel_id has_dynamic_root replica_groups"},
    {"collective_reduce_v1",
     {1, 19},
     kNewest,
     "channel_id has_dynamic_root replica_groups use_global_device_ids"},
    {"collective_permute_v1",
     {0, 9},
     kNewest,
     "channel_id source_target_pairs"},
    {"compare_v1", {0, 9}, kNewest, "compare_type comparison_direction"},
    {"complex_v1", {0, 9}, kNewest, ""},
    {"composite_v1",
     {0, 19},
     {1, 13},
     "composite_attributes decomposition name version"},
    {"composite_v2",
     {1, 14},
     kNewest,
     "composite_attributes decomposition name version"},
    {"concatenate_v1", {0, 9}, kNewest, "dimension"},
    {"constant_v1", {0, 9}, kNewest, "value"},
    {"convert_v1", {0, 9}, kNewest, ""},
    {"convolution_v1",
     {0, 9},
     kNewest,
     "batch_group_count feature_group_count input_batch_dimension "
     "input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension "
     "output_feature_dimension output_spatial_dimensions padding "
     "precision_config rhs_dilation window_reversal window_strides"},
    {"cosine_v1", {0, 9}, {1, 9}, ""},
    {"cosine_v2", {1, 10}, kNewest, "result_accuracy"},
    {"create_token_v1", {0, 9}, kNewest, ""},
    {"cross-replica-sum_v1", {0, 9}, kNewest, "replica_groups"},
    {"custom_call_v1",
     {0, 9},
     {1, 17},
     "api_version backend_config call_target_name called_computations "
     "has_side_effect operand_layouts output_operand_aliases result_layouts"},
    {"custom_call_v2",
     {1, 18},
     kNewest,
     "api_version backend_config call_target_name called_computations "
     "has_side_effect operand_layouts output_operand_aliases result_layouts "
     "result_tilings"},
    {"divide_v1", {0, 9}, kNewest, ""},
    {"dot_general_v1",
     {0, 9},
     {1, 5},
     "lhs_batching_dimensions lhs_contracting_dimensions precision_config "
     "rhs_batching_dimensions rhs_contracting_dimensions"},
    {"dot_general_v2",
     {1, 6},
     kNewest,
     "accumulation_type allow_imprecise_accumulation lhs_batching_dimensions "
     "lhs_component_count lhs_contracting_dimensions lhs_precision_type "
     "num_primitive_operations precision_config rhs_batching_dimensions "
     "rhs_component_count rhs_contracting_dimensions rhs_precision_type"},
    {"dot_v1", {0, 9}, kNewest, "precision_config"},
    {"dynamic_broadcast_in_dim_v1",
     {0, 9},
     kNewest,
     "broadcast_dimensions known_expanding_dimensions "
     "known_nonexpanding_dimensions"},
    {"dynamic_conv_v1",
     {0, 9},
     {0, 19},
     "batch_group_count feature_group_count input_batch_dimension "
     "input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension "
     "output_feature_dimension output_spatial_dimensions padding "
     "precision_config rhs_dilation window_reversal window_strides"},
    {"dynamic_conv_v2",
     {0, 20},
     kNewest,
     "batch_group_count feature_group_count input_batch_dimension "
     "input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension "
     "output_feature_dimension output_spatial_dimensions precision_config "
     "rhs_dilation window_reversal window_strides"},
    {"dynamic_gather_v1",
     {0, 9},
     {1, 0},
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
     "start_index_map"},
    {"dynamic_gather_v2",
     {1, 1},
     kNewest,
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
     "operand_batching_dims start_index_map start_indices_batching_dims"},
    {"dynamic_iota_v1", {0, 9}, kNewest, "iota_dimension"},
    {"dynamic_pad_v1", {0, 9}, kNewest, ""},
    {"dynamic_reshape_v1", {0, 9}, kNewest, ""},
    {"dynamic_slice_v1", {0, 9}, kNewest, "slice_sizes"},
    {"dynamic_update_slice_v1", {0, 9}, kNewest, ""},
    {"einsum_v1", {0, 9}, kNewest, "einsum_config"},
    {"exponential_minus_one_v1", {0, 9}, {1, 9}, ""},
    {"exponential_minus_one_v2", {1, 10}, kNewest, "result_accuracy"},
    {"exponential_v1", {0, 9}, {1, 8}, ""},
    {"exponential_v2", {1, 9}, kNewest, "result_accuracy"},
    {"fft_v1", {0, 9}, kNewest, "fft_length fft_type"},
    {"floor_v1", {0, 9}, kNewest, ""},
    {"func_v1",
     {0, 9},
     kNewest,
     "arg_attrs function_type res_attrs sym_name sym_visibility"},
    {"gather_v1",
     {0, 9},
     {1, 0},
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
     "slice_sizes start_index_map"},
    {"gather_v2",
     {1, 1},
     kNewest,
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
     "operand_batching_dims slice_sizes start_index_map "
     "start_indices_batching_dims"},
    {"get_dimension_size_v1", {0, 9}, kNewest, "dimension"},
    {"get_tuple_element_v1", {0, 9}, kNewest, "index"},
    {"if_v1", {0, 9}, kNewest, ""},
    {"imag_v1", {0, 9}, kNewest, ""},
    {"infeed_v1", {0, 9}, kNewest, "infeed_config layout"},
    {"iota_v1", {0, 9}, kNewest, "iota_dimension"},
    {"is_finite_v1", {0, 9}, kNewest, ""},
    {"log_plus_one_v1", {0, 9}, {1, 9}, ""},
    {"log_plus_one_v2", {1, 10}, kNewest, "result_accuracy"},
    {"logistic_v1", {0, 9}, {1, 9}, ""},
    {"logistic_v2", {1, 10}, kNewest, "result_accuracy"},
    {"log_v1", {0, 9}, {1, 9}, ""},
    {"log_v2", {1, 10}, kNewest, "result_accuracy"},
    {"map_v1", {0, 9}, kNewest, "dimensions"},
    {"maximum_v1", {0, 9}, kNewest, ""},
    {"minimum_v1", {0, 9}, kNewest, ""},
    {"multiply_v1", {0, 9}, kNewest, ""},
    {"negate_v1", {0, 9}, kNewest, ""},
    {"not_v1", {0, 9}, kNewest, ""},
    {"optimization_barrier_v1", {0, 9}, kNewest, ""},
    {"or_v1", {0, 9}, kNewest, ""},
    {"outfeed_v1", {0, 9}, kNewest, "outfeed_config"},
    {"pad_v1",
     {0, 9},
     kNewest,
     "edge_padding_high edge_padding_low interior_padding"},
    {"partition_id_v1", {0, 9}, kNewest, ""},
    {"popcnt_v1", {0, 9}, kNewest, ""},
    {"power_v1", {0, 9}, kNewest, ""},
    {"real_dynamic_slice_v1", {0, 9}, kNewest, ""},
    {"real_v1", {0, 9}, kNewest, ""},
    {"recv_v1", {0, 9}, {1, 11}, "channel_id channel_type is_host_transfer"},
    {"recv_v2",
     {1, 12},
     kNewest,
     "channel_id channel_type is_host_transfer source_target_pairs"},
    {"reduce_v1", {0, 9}, kNewest, "dimensions"},
    {"reduce_precision_v1", {0, 9}, kNewest, "exponent_bits mantissa_bits"},
    {"reduce_scatter_v1",
     {0, 9},
     kNewest,
     "channel_id replica_groups scatter_dimension use_global_device_ids"},
    {"reduce_window_v1",
     {0, 9},
     kNewest,
     "base_dilations padding window_dilations window_dimensions "
     "window_strides"},
    {"remainder_v1", {0, 9}, kNewest, ""},
    {"replica_id_v1", {0, 9}, kNewest, ""},
    {"reshape_v1", {0, 9}, kNewest, ""},
    {"return_v1", {0, 9}, kNewest, ""},
    {"reverse_v1", {0, 9}, kNewest, "dimensions"},
    {"rng_bit_generator_v1", {0, 9}, kNewest, "rng_algorithm"},
    {"rng_v1", {0, 9}, kNewest, "rng_distribution"},
    {"round_nearest_even_v1", {0, 9}, kNewest, ""},
    {"round_nearest_afz_v1", {0, 9}, kNewest, ""},
    {"rsqrt_v1", {0, 9}, {1, 9}, ""},
    {"rsqrt_v2", {1, 10}, kNewest, "result_accuracy"},
    {"scatter_v1",
     {0, 9},
     {1, 0},
     "index_vector_dim indices_are_sorted inserted_window_dims "
     "scatter_dims_to_operand_dims unique_indices update_window_dims"},
    {"scatter_v2",
     {1, 1},
     kNewest,
     "index_vector_dim indices_are_sorted input_batching_dims "
     "inserted_window_dims scatter_dims_to_operand_dims "
     "scatter_indices_batching_dims unique_indices update_window_dims"},
    {"select_and_scatter_v1",
     {0, 9},
     kNewest,
     "padding window_dimensions window_strides"},
    {"select_v1", {0, 9}, kNewest, ""},
    {"send_v1", {0, 9}, {1, 11}, "channel_id channel_type is_host_transfer"},
    {"send_v2",
     {1, 12},
     kNewest,
     "channel_id channel_type is_host_transfer source_target_pairs"},
    {"set_dimension_size_v1", {0, 9}, kNewest, "dimension"},
    {"shift_left_v1", {0, 9}, kNewest, ""},
    {"shift_right_arithmetic_v1", {0, 9}, kNewest, ""},
    {"shift_right_logical_v1", {0, 9}, kNewest, ""},
    {"sign_v1", {0, 9}, kNewest, ""},
    {"sine_v1", {0, 9}, {1, 9}, ""},
    {"sine_v2", {1, 10}, kNewest, "result_accuracy"},
    {"slice_v1", {0, 9}, kNewest, "limit_indices start_indices strides"},
    {"sort_v1", {0, 9}, kNewest, "dimension is_stable"},
    {"sqrt_v1", {0, 9}, {1, 9}, ""},
    {"sqrt_v2", {1, 10}, kNewest, "result_accuracy"},
    {"subtract_v1", {0, 9}, kNewest, ""},
    {"tan_v1", {1, 4}, {1, 9}, ""},
    {"tan_v2", {1, 10}, kNewest, "result_accuracy"},
    {"tanh_v1", {0, 9}, {1, 9}, ""},
    {"tanh_v2", {1, 10}, kNewest, "result_accuracy"},
    {"torch_index_select_v1", {0, 9}, kNewest, "batch_dims dim"},
    {"transpose_v1", {0, 9}, kNewest, "permutation"},
    {"triangular_solve_v1",
     {0, 9},
     kNewest,
     "left_side lower transpose_a unit_diagonal"},
    {"tuple_v1", {0, 9}, kNewest, ""},
    {"unary_einsum_v1", {0, 9}, kNewest, "einsum_config"},
    {"uniform_dequantize_v1", {0, 9}, kNewest, ""},
    {"uniform_quantize_v1", {0, 9}, kNewest, ""},
    {"while_v1", {0, 9}, kNewest, ""},
    {"xor_v1", {0, 9}, kNewest, ""},
};

llvm::ArrayRef<OpVersion> ingot::vhlo::opVersions() { return kOps; }

const OpVersion *ingot::vhlo::findOp(llvm::StringRef name) {
  static const auto index = [] {
    llvm::StringMap<const OpVersion *> map;
    for (const OpVersion &op : kOps)
      map[op.name] = &op;
    return map;
  }();
  return index.lookup(name);
}

llvm::SmallVector<const OpVersion *>
ingot::vhlo::versionsOf(llvm::StringRef base) {
  llvm::SmallVector<const OpVersion *> versions;
  for (const OpVersion &op : kOps)
    if (op.base() == base)
      versions.push_back(&op);
  return versions;
}

std::optional<Version> Version::parse(llvm::StringRef text) {
  Version version;
  unsigned patch = 0;
  if (text.consumeInteger(10, version.major) || !text.consume_front(".") ||
      text.consumeInteger(10, version.minor))
    return std::nullopt;
  if (!text.empty() &&
      (!text.consume_front(".") || text.getAsInteger(10, patch)))
    return std::nullopt;
  return version;
}

std::string Version::str() const {
  return std::to_string(major) + "." + std::to_string(minor) + ".0";
}

unsigned ingot::vhlo::bytecodeVersion(Version version) {
  if (version < Version{0, 10})
    return 0;
  if (version < Version{0, 12})
    return 1;
  if (version < Version{0, 14})
    return 3;
  return version < Version{0, 15} ? 4 : 6;
}
