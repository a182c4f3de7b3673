// An op has the newest version that the target knows.
// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=1.0.0 | FileCheck %s --check-prefixes=CHECK,V1_0
// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=1.1.0 | FileCheck %s --check-prefixes=CHECK,V1_1
// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=1.5.0 | FileCheck %s --check-prefixes=CHECK,V1_5
// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=1.12.0 | FileCheck %s --check-prefixes=CHECK,V1_12
// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=1.18.0 | FileCheck %s --check-prefixes=CHECK,V1_18

// Dimensions of batches came with v1.1.
// CHECK-LABEL: #vhlo.attr<"gather">
// V1_0:        "vhlo.gather_v1"
// V1_0-NOT:    operand_batching_dims
// V1_1:        "vhlo.gather_v2"
// V1_1-SAME:   operand_batching_dims
// V1_5:        "vhlo.gather_v2"
// V1_12:       "vhlo.gather_v2"
// V1_18:       "vhlo.gather_v2"
func.func @gather(%a: tensor<4x5xf32>, %i: tensor<2x1xi32>) -> tensor<2x5xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<2x1xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// Several operands came with v1.5; one is the same in both forms.
// CHECK-LABEL: #vhlo.attr<"all_reduce">
// V1_0:        "vhlo.all_reduce_v1"
// V1_1:        "vhlo.all_reduce_v1"
// V1_5:        "vhlo.all_reduce_v2"
// V1_12:       "vhlo.all_reduce_v2"
// V1_18:       "vhlo.all_reduce_v2"
func.func @all_reduce(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// Pairs of devices came with v1.12.
// CHECK-LABEL: #vhlo.attr<"send">
// V1_0:        "vhlo.send_v1"
// V1_0-NOT:    source_target_pairs
// V1_1:        "vhlo.send_v1"
// V1_5:        "vhlo.send_v1"
// V1_12:       "vhlo.send_v2"
// V1_12-SAME:  source_target_pairs
// V1_18:       "vhlo.send_v2"
func.func @send(%a: tensor<3x4xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// Tilings of results came with v1.18.
// CHECK-LABEL: #vhlo.attr<"custom_call">
// V1_0:        "vhlo.custom_call_v1"
// V1_1:        "vhlo.custom_call_v1"
// V1_5:        "vhlo.custom_call_v1"
// V1_12:       "vhlo.custom_call_v1"
// V1_12-NOT:   result_tilings
// V1_18:       "vhlo.custom_call_v2"
// V1_18-SAME:  result_tilings
func.func @custom_call(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.custom_call @f(%a) {api_version = 2 : i32} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// An accuracy came with v1.9; the default one is no obstacle before.
// CHECK-LABEL: #vhlo.attr<"accuracy">
// V1_0:        "vhlo.exponential_v1"
// V1_0-NOT:    result_accuracy
// V1_1:        "vhlo.exponential_v1"
// V1_5:        "vhlo.exponential_v1"
// V1_12:       "vhlo.exponential_v2"
// V1_12-SAME:  result_accuracy
// V1_18:       "vhlo.exponential_v2"
func.func @accuracy(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.exponential %a : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// The algorithm of a product came with v1.6.
// CHECK-LABEL: #vhlo.attr<"product">
// V1_0:        "vhlo.dot_general_v1"
// V1_1:        "vhlo.dot_general_v1"
// V1_5:        "vhlo.dot_general_v1"
// V1_5-NOT:    accumulation_type
// V1_12:       "vhlo.dot_general_v2"
// V1_12-SAME:  accumulation_type
// V1_18:       "vhlo.dot_general_v2"
func.func @product(%a: tensor<3x4xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
