// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of scatter.

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x8xf32>, %arg2: tensor<5x1xi32>, %arg3: tensor<5x8xf32>, %arg4: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C1) input 1 has shape [5, 8], expected [4, 8]}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>):
      "stablehlo.return"(%x0, %x0) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>, tensor<5x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C2) names 1 dimensions of the inputs as window, inserted or batching, expected 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<5x1xi32>, %arg3: tensor<5x8xf32>, %arg4: tensor<5x7xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C3) update 1 has shape [5, 7], expected [5, 8]}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>):
      "stablehlo.return"(%x0, %x0) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>, tensor<5x7xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x9xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C4) the updates have size 9 in dimension 1, expected 8 at most, the size of the inputs}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x9xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<6x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C4) the updates have size 6 in dimension 0, expected 5, the size of the scatter indices}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8x1xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C4) has 3 dimensions in its updates, expected 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8x1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<5x1xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C5) has no inputs, expected one at least}}
  "stablehlo.scatter"(%arg0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<5x1xi32>) -> ()
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C6) update 0 has elements of type 'i32', input 0 of 'f32'; expected the same}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C7) update_window_dims has 1 twice, expected each once at most}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C7) update_window_dims is [1, 0], expected ascending order}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C8) update_window_dims has dimension 2, which is out of range for updates of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8x2xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C9) inserted_window_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8x2xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8x2xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8x2xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x2xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C10) inserted_window_dims is [1, 0], expected ascending order}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8x2xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> tensor<4x8x2xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C11) inserted_window_dims has dimension 2, which is out of range for inputs of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<5x4x8xf32>, %arg1: tensor<4x5x1xi32>, %arg2: tensor<4x5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C12) input_batching_dims is [1, 0], expected ascending order}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<5x4x8xf32>, tensor<4x5x1xi32>, tensor<4x5x8xf32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C13) input_batching_dims has dimension 2, which is out of range for inputs of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x4x8xf32>, %arg1: tensor<4x5x1xi32>, %arg2: tensor<4x5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C14) scatter_indices_batching_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x4x8xf32>, tensor<4x5x1xi32>, tensor<4x5x8xf32>) -> tensor<4x4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C15) scatter_indices_batching_dims has dimension 2, which is out of range for scatter indices of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C16) scatter_indices_batching_dims has dimension 1, which is index_vector_dim}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C17) has 1 input_batching_dims, expected 0}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C18) batching dimension 0 of the inputs has size 4, that of the scatter indices 5; expected the same}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C19) has 2 dimensions in scatter_dims_to_operand_dims, expected 1}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C20) scatter_dims_to_operand_dims has 0 twice, expected each once at most}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x2xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C21) scatter_dims_to_operand_dims has dimension 2, which is out of range for inputs of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C22) index_vector_dim 3 is out of range, expected 0 to 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C23) update_computation argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C23) has 1 update_computation arguments, expected 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C23) has 2 update_computation results, expected 1}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0, %x0) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C23) update_computation result 0 has type 'tensor<2xf32>', expected a tensor of rank 0}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<2xf32>, %x1: tensor<2xf32>):
      "stablehlo.return"(%x0) : (tensor<2xf32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C24) result 0 has shape [4, 9], expected [4, 8]}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C24) has 0 results, expected 1}}
  "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> ()
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C25) the result has elements of type 'f64', update_computation of 'f32'; expected the same}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xf32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op has indices of type 'tensor<5x1xf32>', expected a tensor of integers}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xf32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op (C23) update_computation does not end in 'stablehlo.return', expected one block that does}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "test.end"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}
