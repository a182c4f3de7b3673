// RUN: ingot-opt %s --ingot-check-sizes -split-input-file -verify-diagnostics

// 2^64 elements wrap around to none.
func.func @wraps(%a: tensor<f32>) {
  // expected-error @+1 {{a value of type 'tensor<4294967296x4294967296xf32>' has more bytes than 63 bits can count}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

// expected-error @+1 {{a value of type 'tensor<4611686018427387904x?xi8>' has more bytes}}
func.func @argument(%a: tensor<4611686018427387904x?xi8>) {
  return
}

// -----

// However large the others, a size of 0 leaves nothing.
func.func @empty(%a: tensor<4611686018427387904x4294967296x0xf32>, %b: tensor<1048576x1048576xf32>, %c: tensor<*xf32>) {
  return
}
