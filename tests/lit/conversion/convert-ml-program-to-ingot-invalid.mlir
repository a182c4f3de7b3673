// Globals that the loader cannot hold.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics --ingot-convert-ml-program-to-ingot

// expected-error @+1 {{is neither a ranked tensor nor a scalar}}
ml_program.global private mutable @memory : memref<4xf32>

// -----

// expected-error @+1 {{cannot be kept outside of the code}}
ml_program.global private mutable @small(dense<0> : tensor<4xi3>) : tensor<4xi3>

// -----

// expected-error @+1 {{mutable complex global needs a start value}}
ml_program.global private mutable @complex : tensor<4xcomplex<f32>>
