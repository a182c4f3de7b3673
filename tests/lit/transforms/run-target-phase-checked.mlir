// RUN: not ingot-opt %s --split-input-file --ingot-run-target-phase='phase=plan pipeline=convert-math-to-spirv is-checked' 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not ingot-opt %s --split-input-file --ingot-run-target-phase='phase=plan pipeline=cse is-checked' 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not ingot-opt %s --split-input-file --ingot-run-target-phase='phase=plan pipeline=convert-math-to-libm is-checked' 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not ingot-opt %s --split-input-file --ingot-run-target-phase='phase=codegen pipeline=convert-math-to-libm index=3' 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: ingot-opt %s --split-input-file --ingot-run-target-phase='phase=legalize pipeline=convert-math-to-libm' | FileCheck %s

// What kernels are formed from is of known dialects and calls nothing unknown.
// FOREIGN: error: target.phases[0]: the passes of 'plan' (convert-math-to-spirv) left 'spirv.GL.Tanh', which nothing behind 'plan' knows
// LOOP: error: target.phases[0]: the passes of 'plan' (cse) left 'affine.for', which nothing behind 'plan' knows
// BODY: error: target.phases[0]: the passes of 'plan' (convert-math-to-libm) left a call of 'tanhf', which has no body

// Functions that kernels call get the caller's context, so they are none of C's.
// KERNEL: error: target.phases[3]: the passes of 'codegen' (convert-math-to-libm) left a call of 'tanhf', which has no body

// At other points later passes may know it.
// CHECK: call @tanhf
func.func @f(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  return %0 : f32
}

// -----

// Of some dialects a part is known.
func.func @loop(%x: tensor<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 4 iter_args(%partial = %zero) -> f32 {
    %number = tensor.extract %x[%i] : tensor<4xf32>
    %next = arith.addf %partial, %number : f32
    affine.yield %next : f32
  }
  return %sum : f32
}
