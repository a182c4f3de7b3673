// RUN: ingot-opt %s --ingot-lower-assertions --split-input-file --verify-diagnostics

func.func @structured(%call: !llvm.ptr, %c: i1) {
  scf.if %c {
    // expected-error @+1 {{is inside structured control flow}}
    cf.assert %c, "never"
  }
  return
}

// -----

func.func @no_context(%c: i1) {
  // expected-error @+1 {{is in a function without the caller's context}}
  cf.assert %c, "never"
  return
}
