// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of slices and gathers.

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C2) has 2 start indices, expected 1}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0, 1>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C2) has 2 limit indices, expected 1}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C2) has 0 strides, expected 1}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C3) takes elements from 0 to 5 of dimension 0, expected a range within 0 to 4}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 5>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C3) takes elements from -1 to 2 of dimension 0, expected a range within 0 to 4}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2>, start_indices = array<i64: -1>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C3) takes elements from 3 to 2 of dimension 0, expected a range within 0 to 4}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C3) takes elements from 2 to 1 of dimension 0, expected a range within 0 to its size}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<?xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C4) strides has 0, expected positive numbers}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 0>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op (C5) the result has shape [1], expected [2]}}
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i32>) -> tensor<2xi32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C2) has 0 start indices, expected 1}}
  %0 = "stablehlo.dynamic_slice"(%arg0) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C2) has 2 slice sizes, expected 1}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4x4xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C3) start index 1 has elements of type 'i64', start index 0 of 'i32'; expected the same}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1, %arg2) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C4) slice_sizes has size 5 in dimension 0, expected 0 to 4}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: 5>}> : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C4) slice_sizes has size -1 in dimension 0, expected 0 to 4}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: -1>}> : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op (C5) the result has shape [3], expected [2]}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op operand 1 is 'tensor<1xi32>', expected a tensor of rank 0}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_slice(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op operand 1 is 'tensor<f32>', expected a tensor of integers}}
  %0 = "stablehlo.dynamic_slice"(%arg0, %arg1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_update_slice(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op (C1) the result has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_update_slice(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op (C2) the update has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2) : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice(%arg0: tensor<4xf32>, %arg1: tensor<2x1xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op (C3) has 2 dimensions in its update, expected 1}}
  %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2) : (tensor<4xf32>, tensor<2x1xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op (C4) has 2 start indices, expected 1}}
  %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_update_slice(%arg0: tensor<4x4xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op (C5) start index 1 has elements of type 'i64', start index 0 of 'i32'; expected the same}}
  %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2, %arg3) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op (C6) the update has size 5 in dimension 0, expected 0 to 4}}
  %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %arg2) : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C1) names 1 dimensions of the operand as offset, collapsed or batching, expected 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C2) index_vector_dim 3 is out of range, expected 0 to 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C2) index_vector_dim -1 is out of range, expected 0 to 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C3) has 2 dimensions in start_index_map, expected 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C4) offset_dims has 1 twice, expected each once at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C4) offset_dims is [2, 1], expected ascending order}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C5) offset_dims has dimension 2, which is out of range for a result of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C5) offset_dims has dimension -1, which is out of range for a result of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [-1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8x2xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C6) collapsed_slice_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8x2xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C7) collapsed_slice_dims is [1, 0], expected ascending order}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<4x8x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C8) collapsed_slice_dims has dimension 2, which is out of range for an operand of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C9) slice_sizes has 2 for dimension 0 of collapsed_slice_dims, expected 1 at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<5x4x8xf32>, %arg1: tensor<4x5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C10) operand_batching_dims is [1, 0], expected ascending order}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<5x4x8xf32>, tensor<4x5x1xi32>) -> tensor<4x5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C11) operand_batching_dims has dimension 2, which is out of range for an operand of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C12) slice_sizes has 2 for dimension 0 of operand_batching_dims, expected 1 at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x4x8xf32>, %arg1: tensor<4x5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C13) start_indices_batching_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<4x4x8xf32>, tensor<4x5x1xi32>) -> tensor<4x5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C14) start_indices_batching_dims has dimension 2, which is out of range for start indices of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C15) start_indices_batching_dims has dimension 1, which is index_vector_dim}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C16) has 1 operand_batching_dims, expected 0}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C17) batching dimension 0 of the operand has size 4, that of the start indices 5; expected the same}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x2xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C18) start_index_map has 0 twice, expected each once at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x2xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C18) start_index_map with operand_batching_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C19) start_index_map has dimension 2, which is out of range for an operand of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C20) has 1 slice sizes, expected 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C21) slice_sizes has 9 for dimension 1 of the operand, expected 0 to 8}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C21) slice_sizes has -1 for dimension 0 of the operand, expected 0 to 4}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: -1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C22) the result has shape [5, 7], expected [5, 8]}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x7xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C22) the result has shape [5], expected [5, 8]}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op (C23) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xi32>
  return
}

// -----

func.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xf32>) {
  // expected-error @+1 {{'stablehlo.gather' op operand 1 is 'tensor<5x1xf32>', expected a tensor of integers}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C1) names 1 dimensions of the operand as offset, collapsed or batching, expected 2}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C2) index_vector_dim 3 is out of range, expected 0 to 2}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C3) has 2 dimensions in start_index_map, expected 1}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C4) offset_dims is [2, 1], expected ascending order}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x8x8xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C5) offset_dims has dimension 2, which is out of range for a result of rank 2}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8x2xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C6) collapsed_slice_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8x2xf32>, tensor<5x1xi32>, tensor<3xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8x2xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C6) collapsed_slice_dims is [1, 0], expected ascending order}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8x2xf32>, tensor<5x1xi32>, tensor<3xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C7) collapsed_slice_dims has dimension 2, which is out of range for an operand of rank 2}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C9) start_index_map has 0 twice, expected each once at most}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x2xi32>, tensor<2xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C10) start_index_map has dimension 2, which is out of range for an operand of rank 2}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C11) has 3 slice sizes, expected 2}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<3xi32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C13) the result has shape [6, ?], expected [5, ?]}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<6x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C14) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xi32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  %c = stablehlo.constant dense<[2, 8]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C8) slice_sizes has 2 for dimension 0 of collapsed_slice_dims, expected 1 at most}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi64>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  %c = stablehlo.constant dense<[1, 9]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C12) slice_sizes has 9 for dimension 1 of the operand, expected 0 to 8}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi64>) -> tensor<5x?xf32>
  return
}

// -----

func.func @dynamic_gather(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  %c = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error @+1 {{'stablehlo.dynamic_gather' op (C13) the result has shape [5, 8], expected [5, 4]}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi64>) -> tensor<5x8xf32>
  return
}

// -----

func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op (C1) the result has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4xf32>, tensor<6xi32>) -> tensor<3x6xi32>
  return
}

// -----

func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op (C2) dim 2 is out of range for an operand of rank 2}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<3x4xf32>, tensor<6xi32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op (C3) batch_dims is 2, expected 0 to 1, the leading dimensions that both have}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 2 : i64, dim = 1 : i64}> : (tensor<3x4xf32>, tensor<6xi32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op (C3) batch_dims is -1, expected 0 to 1, the leading dimensions that both have}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = -1 : i64, dim = 1 : i64}> : (tensor<3x4xf32>, tensor<6xi32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op (C4) the index has shape [6], expected [3]}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<3x4xf32>, tensor<6xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @torch_index_select(%arg0: tensor<3x4xf32>, %arg1: tensor<6xi32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op (C5) the result has shape [3, 5], expected [3, 6]}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4xf32>, tensor<6xi32>) -> tensor<3x5xf32>
  return
}
