// Each kind of attribute as VHLO has it, and back again unchanged.
// RUN: ingot-opt %s --ingot-legalize-to-vhlo | FileCheck %s
// RUN: ingot-opt %s --ingot-legalize-to-vhlo --ingot-upgrade-vhlo > %t.back
// RUN: ingot-opt %s | diff %t.back -

// Functions are names, layouts a list; what is not given has its default.
// CHECK-LABEL: #vhlo.attr<"custom_call">
// CHECK:       "vhlo.custom_call_v2"
// CHECK-SAME:    api_version = #vhlo.attr<#vhlo.api_version<2>>
// CHECK-SAME:    backend_config = #vhlo.attr<"x">
// CHECK-SAME:    call_target_name = #vhlo.attr<"f">
// CHECK-SAME:    called_computations = #vhlo.attr<["g"]>
// CHECK-SAME:    has_side_effect = #vhlo.attr<true>
// CHECK-SAME:    operand_layouts = #vhlo.attr<[dense<[0, 1]> : tensor<2xindex>]>
// CHECK-SAME:    output_operand_aliases = #vhlo.attr<[]>
// CHECK-SAME:    result_layouts = #vhlo.attr<[]>
// CHECK-SAME:    result_tilings = #vhlo.attr<[]>
func.func @custom_call(%a: tensor<3x4xf32>) {
  stablehlo.custom_call @f(%a) {api_version = 2 : i32, called_computations = [@g], backend_config = "x", has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (tensor<3x4xf32>) -> ()
  return
}

// Enumerations.
// CHECK-LABEL: #vhlo.attr<"compare">
// CHECK:       "vhlo.compare_v1"
// CHECK-SAME:    compare_type = #vhlo.attr<#stablehlo<comparison_type TOTALORDER>>
// CHECK-SAME:    comparison_direction = #vhlo.attr<#stablehlo<comparison_direction LT>>
func.func @compare(%a: tensor<3x4xf32>) {
  %0 = stablehlo.compare LT, %a, %a, TOTALORDER : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
  return
}

// CHECK-LABEL: #vhlo.attr<"fft">
// CHECK:       "vhlo.fft_v1"
// CHECK-SAME:    fft_length = #vhlo.attr<dense<2> : tensor<1xi64>>
// CHECK-SAME:    fft_type = #vhlo.attr<#stablehlo<fft_type FFT>>
func.func @fft(%c: tensor<2x2xcomplex<f32>>) {
  %0 = stablehlo.fft %c, type = FFT, length = [2] : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  return
}

// The handle of a channel is two numbers.
// CHECK-LABEL: #vhlo.attr<"send">
// CHECK:       "vhlo.send_v2"
// CHECK-SAME:    channel_id = #vhlo.attr<5 : i64>
// CHECK-SAME:    channel_type = #vhlo.attr<2 : i64>
// CHECK-SAME:    is_host_transfer = #vhlo.attr<true>
// CHECK-SAME:    source_target_pairs = #vhlo.attr<dense<> : tensor<0xi64>>
func.func @send(%a: tensor<3x4xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// Lists of lists stay such.
// CHECK-LABEL: #vhlo.attr<"infeed">
// CHECK:       "vhlo.infeed_v1"
// CHECK-SAME:    infeed_config = #vhlo.attr<"c">
// CHECK-SAME:    layout = #vhlo.attr<{{\[\[}}1, 0]]>
func.func @infeed(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "c", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<3x4xf32>, !stablehlo.token)
  return
}

// No channel is channel 0.
// CHECK-LABEL: #vhlo.attr<"collective_permute">
// CHECK:       "vhlo.collective_permute_v1"
// CHECK-SAME:    channel_id = #vhlo.attr<0 : i64>
// CHECK-SAME:    source_target_pairs = #vhlo.attr<dense<{{\[\[}}0, 1], [1, 0]]> : tensor<2x2xi64>>
func.func @collective_permute(%a: tensor<3x4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"rng_bit_generator">
// CHECK:       "vhlo.rng_bit_generator_v1"
// CHECK-SAME:    rng_algorithm = #vhlo.attr<#stablehlo<rng_algorithm THREE_FRY>>
func.func @rng_bit_generator(%n0: tensor<2xui64>) {
  %0:2 = stablehlo.rng_bit_generator %n0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
  return
}

// Widths of floats are i32.
// CHECK-LABEL: #vhlo.attr<"reduce_precision">
// CHECK:       "vhlo.reduce_precision_v1"
// CHECK-SAME:    exponent_bits = #vhlo.attr<5 : i32>
// CHECK-SAME:    mantissa_bits = #vhlo.attr<10 : i32>
func.func @reduce_precision(%a: tensor<3x4xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<3x4xf32>
  return
}

// An accuracy is one attribute.
// CHECK-LABEL: #vhlo.attr<"exponential">
// CHECK:       "vhlo.exponential_v2"
// CHECK-SAME:    result_accuracy = #vhlo.attr<#stablehlo.result_accuracy<atol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>>
func.func @exponential(%a: tensor<3x4xf32>) {
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.5, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<3x4xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"iota">
// CHECK:       "vhlo.iota_v1"
// CHECK-SAME:    iota_dimension = #vhlo.attr<1 : i64>
func.func @iota() {
  %0 = stablehlo.iota dim = 1 : tensor<3x4xf32>
  return
}

// Lists of sizes are tensors of i64.
// CHECK-LABEL: #vhlo.attr<"pad">
// CHECK:       "vhlo.pad_v1"
// CHECK-SAME:    edge_padding_high = #vhlo.attr<dense<[1, 0]> : tensor<2xi64>>
// CHECK-SAME:    edge_padding_low = #vhlo.attr<dense<[0, -1]> : tensor<2xi64>>
// CHECK-SAME:    interior_padding = #vhlo.attr<dense<[0, 2]> : tensor<2xi64>>
func.func @pad(%a: tensor<3x4xf32>, %z: tensor<f32>) {
  %0 = stablehlo.pad %a, %z, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4x9xf32>
  return
}

// A dictionary keeps what it holds.
// CHECK-LABEL: #vhlo.attr<"composite">
// CHECK:       "vhlo.composite_v2"
// CHECK-SAME:    composite_attributes = #vhlo.attr<{x = 1 : i32, y = "s"}>
// CHECK-SAME:    decomposition = #vhlo.attr<"d">
// CHECK-SAME:    name = #vhlo.attr<"a.b">
// CHECK-SAME:    version = #vhlo.attr<2 : i32>
func.func @composite(%a: tensor<3x4xf32>) {
  %0 = stablehlo.composite "a.b" %a {composite_attributes = {x = 1 : i32, y = "s"}, decomposition = @d, version = 2 : i32} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"concatenate">
// CHECK:       "vhlo.concatenate_v1"
// CHECK-SAME:    dimension = #vhlo.attr<0 : i64>
func.func @concatenate(%a: tensor<3x4xf32>) {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"dynamic_slice">
// CHECK:       "vhlo.dynamic_slice_v1"
// CHECK-SAME:    slice_sizes = #vhlo.attr<dense<[1, 4]> : tensor<2xi64>>
func.func @dynamic_slice(%a: tensor<3x4xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// Dimension numbers and the algorithm are taken apart; types are attributes.
// CHECK-LABEL: #vhlo.attr<"dot_general">
// CHECK:       "vhlo.dot_general_v2"
// CHECK-SAME:    accumulation_type = #vhlo.attr<f32>
// CHECK-SAME:    allow_imprecise_accumulation = #vhlo.attr<false>
// CHECK-SAME:    lhs_batching_dimensions = #vhlo.attr<dense<> : tensor<0xi64>>
// CHECK-SAME:    lhs_component_count = #vhlo.attr<1 : i64>
// CHECK-SAME:    lhs_contracting_dimensions = #vhlo.attr<dense<1> : tensor<1xi64>>
// CHECK-SAME:    lhs_precision_type = #vhlo.attr<tf32>
// CHECK-SAME:    num_primitive_operations = #vhlo.attr<1 : i64>
// CHECK-SAME:    precision_config = #vhlo.attr<[#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]>
// CHECK-SAME:    rhs_batching_dimensions = #vhlo.attr<dense<> : tensor<0xi64>>
// CHECK-SAME:    rhs_component_count = #vhlo.attr<1 : i64>
// CHECK-SAME:    rhs_contracting_dimensions = #vhlo.attr<dense<1> : tensor<1xi64>>
// CHECK-SAME:    rhs_precision_type = #vhlo.attr<tf32>
func.func @dot_general(%a: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"cholesky">
// CHECK:       "vhlo.cholesky_v1"
// CHECK-SAME:    lower = #vhlo.attr<true>
func.func @cholesky(%q: tensor<3x3xf32>) {
  %0 = stablehlo.cholesky %q, lower = true : tensor<3x3xf32>
  return
}

// Flags.
// CHECK-LABEL: #vhlo.attr<"triangular_solve">
// CHECK:       "vhlo.triangular_solve_v1"
// CHECK-SAME:    left_side = #vhlo.attr<true>
// CHECK-SAME:    lower = #vhlo.attr<true>
// CHECK-SAME:    transpose_a = #vhlo.attr<#stablehlo<transpose TRANSPOSE>>
// CHECK-SAME:    unit_diagonal = #vhlo.attr<false>
func.func @triangular_solve(%q: tensor<3x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%q, %q) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"gather">
// CHECK:       "vhlo.gather_v2"
// CHECK-SAME:    collapsed_slice_dims = #vhlo.attr<dense<0> : tensor<1xi64>>
// CHECK-SAME:    index_vector_dim = #vhlo.attr<1 : i64>
// CHECK-SAME:    indices_are_sorted = #vhlo.attr<false>
// CHECK-SAME:    offset_dims = #vhlo.attr<dense<1> : tensor<1xi64>>
// CHECK-SAME:    operand_batching_dims = #vhlo.attr<dense<> : tensor<0xi64>>
// CHECK-SAME:    slice_sizes = #vhlo.attr<dense<[1, 5]> : tensor<2xi64>>
// CHECK-SAME:    start_index_map = #vhlo.attr<dense<0> : tensor<1xi64>>
// CHECK-SAME:    start_indices_batching_dims = #vhlo.attr<dense<> : tensor<0xi64>>
func.func @gather(%a: tensor<4x5xf32>, %i: tensor<2x1xi32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<2x1xi32>) -> tensor<2x5xf32>
  return
}

// Windows are given in full: strides, paddings, dilations, reversals.
// CHECK-LABEL: #vhlo.attr<"convolution">
// CHECK:       "vhlo.convolution_v1"
// CHECK-SAME:    batch_group_count = #vhlo.attr<1 : i64>
// CHECK-SAME:    feature_group_count = #vhlo.attr<1 : i64>
// CHECK-SAME:    input_batch_dimension = #vhlo.attr<0 : i64>
// CHECK-SAME:    input_feature_dimension = #vhlo.attr<3 : i64>
// CHECK-SAME:    input_spatial_dimensions = #vhlo.attr<dense<[1, 2]> : tensor<2xi64>>
// CHECK-SAME:    kernel_input_feature_dimension = #vhlo.attr<2 : i64>
// CHECK-SAME:    kernel_output_feature_dimension = #vhlo.attr<3 : i64>
// CHECK-SAME:    kernel_spatial_dimensions = #vhlo.attr<dense<[0, 1]> : tensor<2xi64>>
// CHECK-SAME:    lhs_dilation = #vhlo.attr<dense<1> : tensor<2xi64>>
// CHECK-SAME:    output_batch_dimension = #vhlo.attr<0 : i64>
// CHECK-SAME:    output_feature_dimension = #vhlo.attr<3 : i64>
// CHECK-SAME:    output_spatial_dimensions = #vhlo.attr<dense<[1, 2]> : tensor<2xi64>>
// CHECK-SAME:    padding = #vhlo.attr<dense<{{\[\[}}0, 0], [1, 1]]> : tensor<2x2xi64>>
// CHECK-SAME:    precision_config = #vhlo.attr<[#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]>
// CHECK-SAME:    rhs_dilation = #vhlo.attr<dense<[1, 2]> : tensor<2xi64>>
// CHECK-SAME:    window_reversal = #vhlo.attr<dense<[true, false]> : tensor<2xi1>>
// CHECK-SAME:    window_strides = #vhlo.attr<dense<[1, 2]> : tensor<2xi64>>
func.func @convolution(%k: tensor<1x3x4x2xf32>, %w: tensor<2x2x2x3xf32>) {
  %0 = stablehlo.convolution(%k, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 0], [1, 1]], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x2xf32>, tensor<2x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return
}

// Of a collective only the number is kept.
// CHECK-LABEL: #vhlo.attr<"all_reduce">
// CHECK:       "vhlo.all_reduce_v2"
// CHECK-SAME:    channel_id = #vhlo.attr<1 : i64>
// CHECK-SAME:    replica_groups = #vhlo.attr<dense<0> : tensor<1x1xi64>>
// CHECK-SAME:    use_global_device_ids = #vhlo.attr<true>
func.func @all_reduce(%a: tensor<3x4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: #vhlo.attr<"scatter">
// CHECK:       "vhlo.scatter_v2"
// CHECK-SAME:    index_vector_dim = #vhlo.attr<1 : i64>
// CHECK-SAME:    indices_are_sorted = #vhlo.attr<true>
// CHECK-SAME:    input_batching_dims = #vhlo.attr<dense<> : tensor<0xi64>>
// CHECK-SAME:    inserted_window_dims = #vhlo.attr<dense<0> : tensor<1xi64>>
// CHECK-SAME:    scatter_dims_to_operand_dims = #vhlo.attr<dense<0> : tensor<1xi64>>
// CHECK-SAME:    scatter_indices_batching_dims = #vhlo.attr<dense<> : tensor<0xi64>>
// CHECK-SAME:    unique_indices = #vhlo.attr<false>
// CHECK-SAME:    update_window_dims = #vhlo.attr<dense<1> : tensor<1xi64>>
func.func @scatter(%a: tensor<4x5xf32>, %i: tensor<2x1xi32>, %u: tensor<2x5xf32>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x1xi32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  return
}

func.func private @g()
func.func private @d(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  return %a : tensor<3x4xf32>
}
