// Globals that the loader cannot hold.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --ingot-convert-ml-program-to-ingot

// expected-error @+1 {{is neither a ranked tensor nor a scalar}}
ml_program.global private mutable @list : tuple<i32>
func.func @main() -> tuple<i32> {
  %0 = ml_program.global_load @list : tuple<i32>
  return %0 : tuple<i32>
}

// -----

// expected-error @+1 {{cannot be kept outside of the code}}
ml_program.global private @small(dense<0> : tensor<4xi3>) : tensor<4xi3>
func.func @main() -> tensor<4xi3> {
  %0 = ml_program.global_load_const @small : tensor<4xi3>
  return %0 : tensor<4xi3>
}

// -----

// expected-error @+1 {{mutable complex global needs a start value}}
ml_program.global private mutable @complex : tensor<4xcomplex<f32>>
func.func @main(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = ml_program.global_load @complex : tensor<4xcomplex<f32>>
  ml_program.global_store @complex = %a : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
