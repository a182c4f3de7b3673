// RUN: ingot-opt %s --ingot-check-supported -split-input-file -verify-diagnostics

func.func @fine(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.exp ins(%a : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// One run names all of them.
func.func @several(%a: memref<4xf32>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.load' op cannot be lowered}}
  %0 = memref.load %a[%c0] : memref<4xf32>
  // expected-error @+1 {{'arith.addf' op cannot be lowered: it has an operand of type 'vector<4xf32>'}}
  %1 = arith.addf %v, %v : vector<4xf32>
  // expected-error @+1 {{'gpu.thread_id' op cannot be lowered}}
  %2 = gpu.thread_id x
  return
}

// -----

// expected-error @+1 {{is called but has no body}}
func.func private @elsewhere(f32) -> f32
func.func @caller(%a: f32) -> f32 {
  %0 = call @elsewhere(%a) : (f32) -> f32
  return %0 : f32
}

// -----

module {
  // expected-error @+1 {{is nested; only one module at a time}}
  module @inner {
  }
}

// -----

func.func @wide(%a: tensor<4xi128>) -> tensor<4xi128> {
  // expected-error @+1 {{operand of type 'tensor<4xi128>'}}
  %0 = arith.addi %a, %a : tensor<4xi128>
  // expected-error @+1 {{operand of type 'tensor<4xi128>'}}
  return %0 : tensor<4xi128>
}
