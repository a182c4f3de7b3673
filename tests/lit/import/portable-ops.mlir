// Ops, types and attributes that every release of StableHLO has had. Artifacts
// of several releases (Inputs/README.md) mean what this text says; so does what
// we write for them.

// RUN: ingot-translate --import %s -o %t.expected
// RUN: ingot-translate --import %S/Inputs/ops-0.9.0.vhlo.mlirbc -o %t.0.9
// RUN: diff %t.expected %t.0.9
// RUN: ingot-translate --import %S/Inputs/ops-0.14.0.vhlo.mlirbc -o %t.0.14
// RUN: diff %t.expected %t.0.14
// RUN: ingot-translate --import %S/Inputs/ops-1.0.0.vhlo.mlirbc -o %t.1.0
// RUN: diff %t.expected %t.1.0
// RUN: ingot-translate --import %S/Inputs/ops-1.8.0.vhlo.mlirbc -o %t.1.8
// RUN: diff %t.expected %t.1.8
// RUN: ingot-translate --import %S/Inputs/ops-1.17.0.vhlo.mlirbc -o %t.1.17
// RUN: diff %t.expected %t.1.17

// RUN: ingot-translate --export-portable --portable-release=0.9.0 %s -o %t.old
// RUN: ingot-translate --import %t.old -o %t.old.mlir
// RUN: diff %t.expected %t.old.mlir
// RUN: ingot-translate --export-portable --portable-release=1.20.0 %s -o %t.new
// RUN: ingot-translate --import %t.new -o %t.new.mlir
// RUN: diff %t.expected %t.new.mlir
// RUN: head -c 24 %t.old | FileCheck %s --check-prefix=PRODUCER
// PRODUCER: StableHLO_v0.9.0

module @ops attributes {mhlo.num_partitions = 1 : i32} {
  func.func private @elementwise(%arg0: tensor<2xf32> {jax.arg_info = "x"}, %arg1: tensor<?xi32, #stablehlo.bounds<4>>) -> (tensor<2xf32> {jax.result_info = "y"}) {
    %0 = stablehlo.exponential %arg0 : tensor<2xf32>
    %1 = stablehlo.tanh %0 : tensor<2xf32>
    %2 = stablehlo.compare  LT, %arg0, %1,  FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %3 = stablehlo.select %2, %arg0, %1 : tensor<2xi1>, tensor<2xf32>
    %4 = stablehlo.reduce_precision %3, format = e5m2 : tensor<2xf32>
    %5 = stablehlo.convert %arg1 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<?xf64, #stablehlo.bounds<4>>
    return %4 : tensor<2xf32>
  }
  func.func private @constants() -> (tensor<3xi1>, tensor<9xi1>, tensor<2xi1>, tensor<0xf32>, tensor<2xcomplex<f32>>, tensor<2xui4>) {
    %c = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %c_0 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, false]> : tensor<9xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<2xi1>
    %cst = stablehlo.constant dense<> : tensor<0xf32>
    %cst_2 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<2xcomplex<f32>>
    %c_3 = stablehlo.constant dense<[15, 1]> : tensor<2xui4>
    return %c, %c_0, %c_1, %cst, %cst_2, %c_3 : tensor<3xi1>, tensor<9xi1>, tensor<2xi1>, tensor<0xf32>, tensor<2xcomplex<f32>>, tensor<2xui4>
  }
  func.func private @contractions(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<1x8x8x3xf32>, %arg3: tensor<3x3x3x4xf32>, %arg4: tensor<2x2xi64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    %1 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x6x4xf32>
    %2 = "stablehlo.dynamic_conv"(%arg2, %arg3, %arg4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: true, false>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
    %3 = stablehlo.fft %arg0, type =  RFFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x3xcomplex<f32>>
    return
  }
  func.func private @indexing(%arg0: tensor<3x4x2xi32>, %arg1: tensor<2x3x2xi64>, %arg2: tensor<2x3x2x2xi32>, %arg3: tensor<3xi64>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
    %1 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
    %2 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
    %3 = stablehlo.slice %arg0 [0:3:2, 1:4, 0:2] : (tensor<3x4x2xi32>) -> tensor<2x3x2xi32>
    return
  }
  func.func private @windows(%arg0: tensor<10x24x24x64xf32>, %arg1: tensor<f32>, %arg2: tensor<10x12x12x64xf32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %3 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<10x24x24x64xf32>, tensor<f32>) -> tensor<10x13x12x64xf32>
    %1 = "stablehlo.select_and_scatter"(%arg0, %arg2, %arg1) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %3 = stablehlo.compare  GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %3 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
    %2 = "stablehlo.sort"(%arg2) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %3 = stablehlo.compare  LT, %arg3, %arg4,  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) : (tensor<10x12x12x64xf32>) -> tensor<10x12x12x64xf32>
    return
  }
  func.func private @collectives(%arg0: tensor<4x4xf32>, %arg1: !stablehlo.token) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %6 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
    %3 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
    %5:2 = "stablehlo.recv"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token)
    return
  }
  func.func private @calls(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2xf32> {
    %0:2 = stablehlo.custom_call @foo(%arg0, %arg1) {api_version = 2 : i32, backend_config = "bar", called_computations = [@callee], has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>)
    %1 = call @callee(%0#0) : (tensor<2x3xf32>) -> tensor<2xf32>
    %2 = stablehlo.tuple %1, %arg1 {mhlo.sharding = "{replicated}"} : tuple<tensor<2xf32>, tensor<i32>>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
    return %3 : tensor<2xf32>
  }
  func.func private @callee(tensor<2x3xf32>) -> tensor<2xf32>
  func.func private @control(%arg0: tensor<i32>, %arg1: tensor<i1>) -> tensor<i32> {
    %0 = "stablehlo.if"(%arg1) ({
      stablehlo.return %arg0 : tensor<i32>
    }, {
      %2 = "stablehlo.case"(%arg0) ({
        stablehlo.return %arg0 : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %1 = stablehlo.while(%iterArg = %0) : tensor<i32>
    cond {
      stablehlo.return %arg1 : tensor<i1>
    } do {
      %2 = stablehlo.negate %iterArg : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
    return %1 : tensor<i32>
  }
}
