//===- VhloTable.cpp - every versioned op of VHLO -------------------------===//
//
// Facts of the format (docs/vhlo.md of the StableHLO specification): which op
// versions there are, in which releases each may stand, and its attributes.
// Those are written without names, so their order, which is that of the
// alphabet, is part of the encoding. An op version never changes: a change of
// StableHLO adds a row, which says only what is new.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/vhlo/VhloTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

using namespace ingot::vhlo;

namespace {

/// Begins a version of an op: the first one where the row above is of another
/// op, else the one after that of the row above, which it ends.
struct Row {
  llvm::StringLiteral name;
  /// All attributes of a first version; of a later one, those that it adds and,
  /// after a '-', those that it no longer has.
  llvm::StringLiteral attributes = "";
  Version first = kOldest;
};

} // namespace

static constexpr Row kRows[] = {
    {"abs"},
    {"add"},
    {"after_all"},
    {"all_gather",
     "all_gather_dim channel_id replica_groups use_global_device_ids"},
    {"all_gather", "", {1, 5}},
    {"all_reduce", "channel_id replica_groups use_global_device_ids"},
    {"all_reduce", "", {1, 5}},
    {"all_to_all", "channel_id concat_dimension replica_groups split_count "
                   "split_dimension"},
    {"all_to_all", "", {1, 5}},
    {"and"},
    {"async_start", "", {1, 15}},
    {"async_done", "", {1, 15}},
    {"atan2"},
    {"batch_norm_grad", "epsilon feature_index"},
    {"batch_norm_inference", "epsilon feature_index"},
    {"batch_norm_training", "epsilon feature_index"},
    {"bitcast_convert"},
    {"broadcast_in_dim", "broadcast_dimensions"},
    {"broadcast", "broadcast_sizes"},
    {"call", "callee"},
    {"case"},
    {"cbrt"},
    {"cbrt", "result_accuracy", {1, 10}},
    {"ceil"},
    {"cholesky", "lower"},
    {"clamp"},
    {"count_leading_zeros"},
    {"collective_broadcast", "channel_id replica_groups", {0, 16}},
    {"collective_broadcast", "has_dynamic_root", {1, 20}},
    {"collective_reduce",
     "channel_id has_dynamic_root replica_groups use_global_device_ids",
     {1, 19}},
    {"collective_permute", "channel_id source_target_pairs"},
    {"compare", "compare_type comparison_direction"},
    {"complex"},
    {"composite", "composite_attributes decomposition name version", {0, 19}},
    {"composite", "", {1, 14}},
    {"concatenate", "dimension"},
    {"constant", "value"},
    {"convert"},
    {"convolution",
     "batch_group_count feature_group_count input_batch_dimension "
     "input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension "
     "output_feature_dimension output_spatial_dimensions padding "
     "precision_config rhs_dilation window_reversal window_strides"},
    {"cosine"},
    {"cosine", "result_accuracy", {1, 10}},
    {"create_token"},
    {"cross-replica-sum", "replica_groups"},
    {"custom_call",
     "api_version backend_config call_target_name called_computations "
     "has_side_effect operand_layouts output_operand_aliases "
     "result_layouts"},
    {"custom_call", "result_tilings", {1, 18}},
    {"divide"},
    {"dot_general",
     "lhs_batching_dimensions lhs_contracting_dimensions precision_config "
     "rhs_batching_dimensions rhs_contracting_dimensions"},
    {"dot_general",
     "accumulation_type allow_imprecise_accumulation lhs_component_count "
     "lhs_precision_type num_primitive_operations rhs_component_count "
     "rhs_precision_type",
     {1, 6}},
    {"dot", "precision_config"},
    {"dynamic_broadcast_in_dim",
     "broadcast_dimensions known_expanding_dimensions "
     "known_nonexpanding_dimensions"},
    {"dynamic_conv",
     "batch_group_count feature_group_count input_batch_dimension "
     "input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension "
     "output_feature_dimension output_spatial_dimensions padding "
     "precision_config rhs_dilation window_reversal window_strides"},
    {"dynamic_conv", "-padding", {0, 20}},
    {"dynamic_gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
     "start_index_map"},
    {"dynamic_gather",
     "operand_batching_dims start_indices_batching_dims",
     {1, 1}},
    {"dynamic_iota", "iota_dimension"},
    {"dynamic_pad"},
    {"dynamic_reshape"},
    {"dynamic_slice", "slice_sizes"},
    {"dynamic_update_slice"},
    {"einsum", "einsum_config"},
    {"exponential_minus_one"},
    {"exponential_minus_one", "result_accuracy", {1, 10}},
    {"exponential"},
    {"exponential", "result_accuracy", {1, 9}},
    {"fft", "fft_length fft_type"},
    {"floor"},
    {"func", "arg_attrs function_type res_attrs sym_name sym_visibility"},
    {"gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims "
     "slice_sizes start_index_map"},
    {"gather", "operand_batching_dims start_indices_batching_dims", {1, 1}},
    {"get_dimension_size", "dimension"},
    {"get_tuple_element", "index"},
    {"if"},
    {"imag"},
    {"infeed", "infeed_config layout"},
    {"iota", "iota_dimension"},
    {"is_finite"},
    {"log_plus_one"},
    {"log_plus_one", "result_accuracy", {1, 10}},
    {"logistic"},
    {"logistic", "result_accuracy", {1, 10}},
    {"log"},
    {"log", "result_accuracy", {1, 10}},
    {"map", "dimensions"},
    {"maximum"},
    {"minimum"},
    {"multiply"},
    {"negate"},
    {"not"},
    {"optimization_barrier"},
    {"or"},
    {"outfeed", "outfeed_config"},
    {"pad", "edge_padding_high edge_padding_low interior_padding"},
    {"partition_id"},
    {"popcnt"},
    {"power"},
    {"real_dynamic_slice"},
    {"real"},
    {"recv", "channel_id channel_type is_host_transfer"},
    {"recv", "source_target_pairs", {1, 12}},
    {"reduce", "dimensions"},
    {"reduce_precision", "exponent_bits mantissa_bits"},
    {"reduce_scatter",
     "channel_id replica_groups scatter_dimension use_global_device_ids"},
    {"reduce_window",
     "base_dilations padding window_dilations window_dimensions "
     "window_strides"},
    {"remainder"},
    {"replica_id"},
    {"reshape"},
    {"return"},
    {"reverse", "dimensions"},
    {"rng_bit_generator", "rng_algorithm"},
    {"rng", "rng_distribution"},
    {"round_nearest_even"},
    {"round_nearest_afz"},
    {"rsqrt"},
    {"rsqrt", "result_accuracy", {1, 10}},
    {"scatter",
     "index_vector_dim indices_are_sorted inserted_window_dims "
     "scatter_dims_to_operand_dims unique_indices update_window_dims"},
    {"scatter", "input_batching_dims scatter_indices_batching_dims", {1, 1}},
    {"select_and_scatter", "padding window_dimensions window_strides"},
    {"select"},
    {"send", "channel_id channel_type is_host_transfer"},
    {"send", "source_target_pairs", {1, 12}},
    {"set_dimension_size", "dimension"},
    {"shift_left"},
    {"shift_right_arithmetic"},
    {"shift_right_logical"},
    {"sign"},
    {"sine"},
    {"sine", "result_accuracy", {1, 10}},
    {"slice", "limit_indices start_indices strides"},
    {"sort", "dimension is_stable"},
    {"sqrt"},
    {"sqrt", "result_accuracy", {1, 10}},
    {"subtract"},
    {"tan", "", {1, 4}},
    {"tan", "result_accuracy", {1, 10}},
    {"tanh"},
    {"tanh", "result_accuracy", {1, 10}},
    {"torch_index_select", "batch_dims dim"},
    {"transpose", "permutation"},
    {"triangular_solve", "left_side lower transpose_a unit_diagonal"},
    {"tuple"},
    {"unary_einsum", "einsum_config"},
    {"uniform_dequantize"},
    {"uniform_quantize"},
    {"while"},
    {"xor"},
};

static Version before(Version version) {
  return {version.major, version.minor - 1};
}

/// Names in the order of the alphabet, after the changes that a row makes.
static std::string changed(llvm::StringRef attributes, llvm::StringRef row) {
  llvm::SmallVector<llvm::StringRef> names, changes;
  attributes.split(names, ' ', -1, /*KeepEmpty=*/false);
  row.split(changes, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : changes)
    if (name.consume_front("-"))
      llvm::erase(names, name);
    else
      names.push_back(name);
  llvm::sort(names);
  return llvm::join(names, " ");
}

llvm::ArrayRef<OpVersion> ingot::vhlo::opVersions() {
  static const auto versions = [] {
    std::vector<OpVersion> all;
    llvm::StringRef op;
    unsigned number = 0;
    for (const Row &row : kRows) {
      bool isLater = op == row.name;
      number = isLater ? number + 1 : 1;
      op = row.name;
      if (isLater)
        all.back().last = before(row.first);
      std::string earlier = isLater ? all.back().attributes : "";
      all.push_back({(op + "_v" + llvm::Twine(number)).str(), row.first,
                     kNewest, changed(earlier, row.attributes)});
    }
    return all;
  }();
  return versions;
}

const OpVersion *ingot::vhlo::findOp(llvm::StringRef name) {
  static const auto index = [] {
    llvm::StringMap<const OpVersion *> map;
    for (const OpVersion &op : opVersions())
      map[op.name] = &op;
    return map;
  }();
  return index.lookup(name);
}

llvm::SmallVector<const OpVersion *>
ingot::vhlo::versionsOf(llvm::StringRef base) {
  llvm::SmallVector<const OpVersion *> versions;
  for (const OpVersion &op : opVersions())
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
