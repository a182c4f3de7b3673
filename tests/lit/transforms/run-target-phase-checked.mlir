// RUN: not ingot-opt %s --ingot-run-target-phase='phase=plan pipeline=convert-math-to-spirv is-checked' 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not ingot-opt %s --ingot-run-target-phase='phase=plan pipeline=convert-math-to-libm is-checked' 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: ingot-opt %s --ingot-run-target-phase='phase=plan pipeline=convert-math-to-libm' | FileCheck %s

// What kernels are formed from is of known dialects and calls nothing unknown.
// FOREIGN: error: target.phases: the passes of 'plan' (convert-math-to-spirv) left 'spirv.GL.Tanh', which nothing behind 'plan' knows
// BODY: error: target.phases: the passes of 'plan' (convert-math-to-libm) left a call of 'tanhf', which has no body

// At other points later passes may know it.
// CHECK: call @tanhf
func.func @f(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  return %0 : f32
}
