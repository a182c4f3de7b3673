// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Several devices, and the host.

// CHECK-LABEL: func.func @collectives(
// CHECK:   %{{.*}} = "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<4x12xf32>
// CHECK:   %{{.*}} = "stablehlo.all_reduce"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}} : tensor<f32>
// CHECK:   }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK:   %{{.*}} = "stablehlo.reduce_scatter"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}} : tensor<f32>
// CHECK:   }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
// CHECK:   %{{.*}} = "stablehlo.all_to_all"(%{{.*}}) <{concat_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
// CHECK:   %{{.*}} = "stablehlo.collective_broadcast"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK:   %{{.*}} = "stablehlo.collective_reduce"(%{{.*}}, %{{.*}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}} : tensor<f32>
// CHECK:   }) : (tensor<4x6xf32>, tensor<1xi32>) -> tensor<4x6xf32>
// CHECK:   %{{.*}} = "stablehlo.collective_permute"(%{{.*}}) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 0{{\]\]}}> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK:   %{{.*}} = "stablehlo.cross-replica-sum"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3{{\]\]}}> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK:   %{{.*}} = stablehlo.replica_id : tensor<ui32>
// CHECK:   %{{.*}} = stablehlo.partition_id : tensor<ui32>
func.func @collectives(%arg0: tensor<4x6xf32>, %arg1: tensor<1xi32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<4x12xf32>
  %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %3 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  %4 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %5 = "stablehlo.collective_reduce"(%arg0, %arg1) <{has_dynamic_root, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<1xi32>) -> tensor<4x6xf32>
  %6 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %7 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %8 = stablehlo.replica_id : tensor<ui32>
  %9 = stablehlo.partition_id : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @futures(
// CHECK:   %{{.*}} = "stablehlo.async_start"(%{{.*}}) ({
// CHECK:   ^bb0(%{{.*}}: tensor<4x6xf32>):
// CHECK:     %{{.*}} = stablehlo.slice %{{.*}} [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
// CHECK:     stablehlo.return %{{.*}} : tensor<2x6xf32>
// CHECK:   }) : (tensor<4x6xf32>) -> !stablehlo.future<tensor<2x6xf32>>
// CHECK:   %{{.*}} = "stablehlo.async_done"(%{{.*}}) : (!stablehlo.future<tensor<2x6xf32>>) -> tensor<2x6xf32>
func.func @futures(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<4x6xf32>):
    %2 = stablehlo.slice %arg1 [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
    stablehlo.return %2 : tensor<2x6xf32>
  }) : (tensor<4x6xf32>) -> !stablehlo.future<tensor<2x6xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2x6xf32>>) -> tensor<2x6xf32>
  return
}

// CHECK-LABEL: func.func @transfers(
// CHECK:   %{{.*}} = "stablehlo.send"(%{{.*}}, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK:   %{{.*}}:2 = "stablehlo.recv"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
// CHECK:   %{{.*}}:2 = "stablehlo.infeed"(%{{.*}}#1) <{infeed_config = "x", layout = {{\[\[}}0{{\]\]}}}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
// CHECK:   %{{.*}} = "stablehlo.outfeed"(%{{.*}}#0, %{{.*}}#1) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
func.func @transfers(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %2:2 = "stablehlo.infeed"(%1#1) <{infeed_config = "x", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %3 = "stablehlo.outfeed"(%2#0, %2#1) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
