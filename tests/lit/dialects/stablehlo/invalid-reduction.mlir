// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of ops that fold with a region.

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<4x9xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C1) input 1 has shape [4, 9], expected [4, 8]}}
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<i32>):
      "stablehlo.return"(%x0, %x1) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<4x8xf32>, tensor<4x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C2) initial value 0 has type 'tensor<1xf32>', expected a tensor of rank 0}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce() {
  // expected-error @+1 {{'stablehlo.reduce' op (C3) has no inputs, expected one at least}}
  %0 = "stablehlo.reduce"() <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : () -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C3) has 2 results, expected 1}}
  %0:2 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C4) dimensions has dimension 2, which is out of range for inputs of rank 2}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C4) dimensions has dimension -1, which is out of range for inputs of rank 2}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: -1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C5) dimensions has 1 twice, expected each once at most}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1, 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C6) body argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C6) has 3 body arguments, expected 2}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C6) body argument 1 has type 'tensor<i32>', expected 'tensor<f32>'}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<i32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C6) body folds elements of type 'i32', expected a type that takes all values of 'f32'}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
      "stablehlo.return"(%x0) : (tensor<i32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xi32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C6) body result 0 has type 'tensor<4xf32>', expected a tensor of rank 0}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<4xf32>, %x1: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C7) result 0 has shape [8], expected [4]}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C8) the result has elements of type 'f64', body of 'f32'; expected the same}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf64>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op (C6) body does not end in 'stablehlo.return', expected one block that does}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "test.end"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "cf.br"()[^bb1] : () -> ()
    ^bb1:
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C1) has 2 results, expected 1}}
  %0:2 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> (tensor<3x7xf32>, tensor<3x7xf32>)
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<4x9xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C2) input 1 has shape [4, 9], expected [4, 8]}}
  %0:2 = "stablehlo.reduce_window"(%arg0, %arg1, %arg2, %arg3) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<i32>):
      "stablehlo.return"(%x0, %x1) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<4x8xf32>, tensor<4x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x7xf32>, tensor<3x7xi32>)
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C3) initial value 0 has type 'tensor<1xf32>', expected a tensor of rank 0}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C4) has 1 sizes in window_dimensions, expected 2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C5) window_dimensions has 0, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 0>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C6) has 1 sizes in window_strides, expected 2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C7) window_strides has -1, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, -1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C8) has 3 sizes in base_dilations, expected 2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C9) base_dilations has 0, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 0, 1>, window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C10) has 0 sizes in window_dilations, expected 2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dilations = array<i64>, window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C11) window_dilations has 0, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dilations = array<i64: 1, 0>, window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C12) padding has shape [2], expected [2, 2]}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C12) padding has shape [1, 2], expected [2, 2]}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C13) body argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C13) has 1 body arguments, expected 2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C15) result 0 has shape [3, 8], expected [3, 7]}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C15) a size of result 0 does not fit into 64 bits}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dilations = array<i64: 1, 9223372036854775807>, window_dimensions = array<i64: 2, 3>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op (C16) the result has elements of type 'f64', body of 'f32'; expected the same}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf64>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C1) the source has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xi32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C2) the source has shape [2, 5], expected [2, 4]}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C3) init_value has elements of type 'i32', the operand of 'f32'; expected the same}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C4) has 1 sizes in window_dimensions, expected 2}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C5) window_dimensions has 0, expected positive numbers}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C6) has 1 sizes in window_strides, expected 2}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C7) window_strides has 0, expected positive numbers}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C8) padding has shape [2, 3], expected [2, 2]}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x3xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C9) select result 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C9) has 1 select arguments, expected 2}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C10) scatter argument 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C11) the result has shape [4, 9], expected [4, 8]}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op (C12) the result has elements of type 'f64', scatter of 'f32'; expected the same}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf64>
  return
}

// -----

func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<1xf32>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op operand 2 is 'tensor<1xf32>', expected a tensor of rank 0}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @sort() {
  // expected-error @+1 {{'stablehlo.sort' op (C1) has no inputs, expected one at least}}
  %0 = "stablehlo.sort"() ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : () -> tensor<4xf32>
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C2) result 0 has type 'tensor<4xi32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.sort"(%arg0) ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C2) has 2 results, expected 1}}
  %0:2 = "stablehlo.sort"(%arg0) ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>, %arg1: tensor<5xi32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C3) input 1 has shape [5], expected [4]}}
  %0:2 = "stablehlo.sort"(%arg0, %arg1) ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<i32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>, tensor<5xi32>) -> (tensor<4xf32>, tensor<5xi32>)
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C4) dimension 1 is out of range for inputs of rank 1}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C4) dimension -2 is out of range for inputs of rank 1}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = -2 : i64}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort(%arg0: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C4) dimension -1 is out of range for inputs of rank 0}}
  %0 = "stablehlo.sort"(%arg0) ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C5) has 1 comparator arguments, expected 2}}
  %0 = "stablehlo.sort"(%arg0) ({
    ^bb0(%x0: tensor<f32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C5) comparator result 0 has type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.sort"(%arg0) ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.sort' op (C5) comparator argument 1 has type 'tensor<i32>', expected 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%arg0) ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<i32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map(%arg0: tensor<4xf32>, %arg1: tensor<5xi32>) {
  // expected-error @+1 {{'stablehlo.map' op requires the same shape for all operands and results}}
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<i32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<5xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @map() {
  // expected-error @+1 {{'stablehlo.map' op expected 1 or more operands, but found 0}}
  %0 = "stablehlo.map"() <{dimensions = array<i64: 0>}> ({
      %y0 = "test.source"() : () -> tensor<f32>
      "stablehlo.return"(%y0) : (tensor<f32>) -> ()
    }) : () -> tensor<4xf32>
  return
}

// -----

func.func @map(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.map' op (C3) dimensions is [1], expected [0], all of the inputs in order}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x0: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.map' op (C3) dimensions is [], expected [0], all of the inputs in order}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64>}> ({
    ^bb0(%x0: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.map' op (C4) computation argument 0 has type 'tensor<i32>', expected 'tensor<f32>'}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<i32>):
      %y0 = "test.source"() : () -> tensor<f32>
      "stablehlo.return"(%y0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.map' op (C4) computation result 0 has type 'tensor<f32>', expected 'tensor<i32>'}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<f32>):
      "stablehlo.return"(%x0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xi32>
  return
}
