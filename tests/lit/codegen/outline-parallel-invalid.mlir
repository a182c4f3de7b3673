// RUN: ingot-opt %s --ingot-outline-parallel --split-input-file --verify-diagnostics

func.func @tensors(%call: !llvm.ptr, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{still has tensor results}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {}
  }
  return %r : tensor<4xf32>
}

// -----

func.func @no_context(%m: memref<4xf32>, %v: f32) {
  // expected-error @+1 {{is in a function without the caller's context}}
  scf.forall (%i) in (4) {
    memref.store %v, %m[%i] : memref<4xf32>
  }
  return
}
