// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of ops on several devices.

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C1) all_gather_dim 2 is out of range for operands of rank 2}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C2) replica_groups has 0 twice, expected each once at most}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C2) replica_groups has rank 1, expected 2}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C4) replica_groups has 4, expected 0 to 3}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C4) replica_groups has -1, expected 0 to 3}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C5) use_global_device_ids is set with no channel_id, expected a positive one}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C5) use_global_device_ids is set with channel_id 0, expected a positive one}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C6) result 0 has shape [9, 6], expected [8, 6]}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<9x6xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C6) result 0 has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xi32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C6) has 2 results, expected 1}}
  %0:2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>)
  return
}

// -----

func.func @all_gather(%arg0: tensor<9223372036854775807x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op (C6) a size of result 0 does not fit into 64 bits}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<9223372036854775807x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C1) replica_groups has 0 twice, expected each once at most}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C3) replica_groups has 4, expected 0 to 3}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C4) use_global_device_ids is set with no channel_id, expected a positive one}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C5) computation argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C5) computation folds elements of type 'i32', expected a type that takes all values of 'f32'}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
      "stablehlo.return"(%x0) : (tensor<i32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C5) has 1 computation arguments, expected 2}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C6) result 0 has shape [5], expected [4]}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C6) has 0 results, expected 1}}
  "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @all_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op (C7) the result has elements of type 'f64', computation of 'f32'; expected the same}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<5x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C1) dimension 0 has size 5, expected a multiple of 2, the members of a group}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<5x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C2) scatter_dimension 2 is out of range for an operand of rank 2}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 2 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C3) replica_groups has 0 twice, expected each once at most}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C5) replica_groups has 4, expected 0 to 3}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C6) use_global_device_ids is set with no channel_id, expected a positive one}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C7) computation argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C8) the result has shape [4, 6], expected [2, 6]}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @reduce_scatter(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op (C9) the result has elements of type 'f64', computation of 'f32'; expected the same}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>) -> tensor<2x6xf64>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C1) split_dimension 2 is out of range for operands of rank 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<5x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C2) dimension 0 has size 5, expected a multiple of split_count 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<5x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C3) concat_dimension 2 is out of range for operands of rank 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C5) replica_groups has 0 twice, expected each once at most}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C7) replica_groups has 4, expected 0 to 3}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C8) has 2 members in each group, expected 4}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<1x24xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C9) result 0 has shape [4, 6], expected [2, 12]}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @all_to_all(%arg0: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op (C9) result 0 has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xi32>
  return
}

// -----

func.func @collective_broadcast(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C1) replica_groups has 0 twice, expected each once at most}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_broadcast(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C2) replica_groups has 4, expected 0 to 3}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_broadcast(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C3) result 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @collective_broadcast() {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C3) has 0 operands, expected 1 at least}}
  %0 = "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : () -> tensor<5xf32>
  return
}

// -----

func.func @collective_broadcast(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C4) the root has type 'tensor<2xi32>', expected 'tensor<1xi32>'}}
  %0 = "stablehlo.collective_broadcast"(%arg0, %arg1) <{has_dynamic_root, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_broadcast(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C4) has 1 operands, expected 2 at least}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{has_dynamic_root, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_broadcast(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op (C5) has 2 results, expected 1}}
  %0:2 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @collective_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op (C1) replica_groups has 0 twice, expected each once at most}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op (C2) replica_groups has 4, expected 0 to 3}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op (C3) result 0 has shape [5], expected [4]}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @collective_reduce(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op (C3) the root has type 'tensor<2xi32>', expected 'tensor<1xi32>'}}
  %0 = "stablehlo.collective_reduce"(%arg0, %arg1) <{has_dynamic_root, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_reduce(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op (C4) computation argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op (C1) source_target_pairs has shape [1, 3], expected [N, 2]}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op (C1) source_target_pairs has shape [2], expected [N, 2]}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op (C2) the sources of source_target_pairs has 0 twice, expected each once at most}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op (C3) the targets of source_target_pairs has 1 twice, expected each once at most}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op (C4) source_target_pairs has -1, expected no negative numbers}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op (C5) the result has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @replica_id() {
  // expected-error @+1 {{'stablehlo.replica_id' op gives 'tensor<1xi32>', expected tensor<ui32>}}
  %0 = "stablehlo.replica_id"() : () -> tensor<1xi32>
  return
}

// -----

func.func @partition_id() {
  // expected-error @+1 {{'stablehlo.partition_id' op gives 'tensor<ui64>', expected tensor<ui32>}}
  %0 = "stablehlo.partition_id"() : () -> tensor<ui64>
  return
}

// -----

func.func @async_start(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op (C1) body has 2 ops, expected one and a return}}
  %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y = stablehlo.slice %x0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
      %z = stablehlo.negate %y : tensor<2xf32>
      "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_start(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op (C2) body has 'stablehlo.negate', expected a collective or a slice}}
  %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y = stablehlo.negate %x0 : tensor<4xf32>
      "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_start(%arg0: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op (C3) body argument 0 has type 'tensor<4xf32>', expected 'tensor<5xf32>'}}
  %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y = stablehlo.slice %x0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
      "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
    }) : (tensor<5xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @async_start(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op (C4) future result 0 has type 'tensor<3xf32>', expected 'tensor<2xf32>'}}
  %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y = stablehlo.slice %x0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
      "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>
  return
}

// -----

func.func @async_done() {
  %0 = "test.source"() : () -> !stablehlo.future<tensor<4xf32>>
  // expected-error @+1 {{'stablehlo.async_done' op (C1) result 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op (C5) channel_type is 1, expected 2 where is_host_transfer is true}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op (C5) channel_type is 2, expected 1 where is_host_transfer is false}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op (C1) source_target_pairs has shape [1, 3], expected [N, 2]}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op (C2) the sources of source_target_pairs has 0 twice, expected each once at most}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op (C3) the targets of source_target_pairs has 1 twice, expected each once at most}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.send' op (C4) source_target_pairs has -1, expected no negative numbers}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op (C5) channel_type is 1, expected 3 where is_host_transfer is true}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op (C5) channel_type is 3, expected 1 where is_host_transfer is false}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op (C1) source_target_pairs has shape [1, 3], expected [N, 2]}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op (C2) the sources of source_target_pairs has 0 twice, expected each once at most}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op (C3) the targets of source_target_pairs has 1 twice, expected each once at most}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op (C4) source_target_pairs has -1, expected no negative numbers}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op (C1) has no results, expected a token at least}}
  "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op (C2) result 0 has type '!stablehlo.token', expected a tensor}}
  %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op (C3) the last result has type 'tensor<4xf32>', expected a token}}
  %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op result 0 is 'tensor<?xf32>', expected a tensor whose sizes are all known}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}
