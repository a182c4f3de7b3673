// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Slices, gathers and scatters.

// CHECK-LABEL: func.func @slices(
// CHECK:   %{{.*}} = stablehlo.slice %{{.*}} [1:3, 0:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
// CHECK:   %{{.*}} = stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
// CHECK:   %{{.*}} = stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
func.func @slices(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<2x8xf32>) {
  %0 = stablehlo.slice %arg0 [1:3, 0:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  %2 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg1, %arg1 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @gathers(
// CHECK:   %{{.*}} = "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi64>) -> tensor<3x5x8xf32>
// CHECK:   %{{.*}} = "stablehlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi64>, tensor<3xi32>) -> tensor<3x5x?x?xf32>
// CHECK:   %{{.*}} = "stablehlo.torch_index_select"(%{{.*}}, %{{.*}}) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x8xf32>, tensor<6xi32>) -> tensor<3x6x8xf32>
func.func @gathers(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi64>, %arg2: tensor<3xi32>, %arg3: tensor<6xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi64>) -> tensor<3x5x8xf32>
  %1 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi64>, tensor<3xi32>) -> tensor<3x5x?x?xf32>
  %2 = "stablehlo.torch_index_select"(%arg0, %arg3) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x8xf32>, tensor<6xi32>) -> tensor<3x6x8xf32>
  return
}

// CHECK-LABEL: func.func @scatters(
// CHECK:   %{{.*}} = "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}} : tensor<f32>
// CHECK:   }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
func.func @scatters(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}
