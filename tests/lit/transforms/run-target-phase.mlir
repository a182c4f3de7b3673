// RUN: ingot-opt %s --ingot-run-target-phase='phase=plan pipeline=func.func(canonicalize),cse' | FileCheck %s
// RUN: not ingot-opt %s --ingot-run-target-phase='phase=plan pipeline=canonicalise' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ingot-opt %s --ingot-run-target-phase='phase=emit pipeline=func.func(test-break)' 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not ingot-opt %s --ingot-run-target-phase='phase=legalize pipeline=ingot-check-supported' 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not ingot-opt %s --ingot-run-target-phase='phase=codegen pipeline=symbol-privatize,symbol-dce' 2>&1 | FileCheck %s --check-prefix=GONE
// RUN: not ingot-opt %s --ingot-run-target-phase='phase=plan pipeline=convert-func-to-llvm' 2>&1 | FileCheck %s --check-prefix=TYPE

// The passes run on the module, those in func.func(...) on its functions.
// CHECK-LABEL: func.func @f
// CHECK-NEXT:    %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT:    return %[[C]]
func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// What a pass says becomes one error that names the field.
// UNKNOWN: error: target.phases[0]: the passes of 'plan' (canonicalise) {{.*}}'canonicalise' does not refer to a registered pass
// UNKNOWN: did you mean 'canonicalize'?
// ABSENT: error: target.phases[0]: the passes of 'emit' (func.func(test-break)) {{.*}}test-break
// FAILS: error: target.phases[0]: the passes of 'legalize' (ingot-check-supported) failed
// FAILS: note: {{.*}}stablehlo.custom_call
// GONE: error: target.phases[0]: the passes of 'codegen' (symbol-privatize,symbol-dce) left no public function 'f'
// TYPE: error: target.phases[0]: the passes of 'plan' (convert-func-to-llvm) left no public function 'f'
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
