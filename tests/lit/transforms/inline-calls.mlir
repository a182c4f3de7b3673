// RUN: ingot-opt %s --split-input-file --ingot-inline-calls | FileCheck %s
// RUN: ingot-opt %s --split-input-file --ingot-inline-calls --mlir-print-ir-before-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=RUNS

// What is called becomes part of the caller, and what nobody needs then is gone.
// RUNS:        Dump Before InlineCalls
// RUNS:        Dump Before Inliner
// RUNS:        Dump Before SymbolDCE
// CHECK-LABEL: func.func @caller
// CHECK-NEXT:    arith.addf
// CHECK-NEXT:    return
// CHECK-NOT:   func.func
func.func @caller(%a: f32) -> f32 {
  %0 = call @twice(%a) : (f32) -> f32
  return %0 : f32
}
func.func private @twice(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}

// -----

// Without a call only what is private is looked after.
// RUNS:        Dump Before InlineCalls
// RUNS-NOT:    Dump Before Inliner
// RUNS:        Dump Before SymbolDCE
// CHECK-LABEL: func.func @global
// CHECK-NOT:   @unused
// CHECK:       ml_program.global private @used
ml_program.global private @unused(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
func.func @global() -> tensor<4xf32> {
  %0 = ml_program.global_load_const @used : tensor<4xf32>
  return %0 : tensor<4xf32>
}
ml_program.global private @used(dense<2.0> : tensor<4xf32>) : tensor<4xf32>

// -----

// And without that nothing.
// RUNS:        Dump Before InlineCalls
// RUNS-NOT:    Dump Before
// CHECK-LABEL: func.func @plain
func.func @plain(%a: f32) -> f32 {
  return %a : f32
}
