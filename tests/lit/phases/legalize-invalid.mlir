// RUN: ingot-opt %s --ingot-phase-legalize --verify-diagnostics
// RUN: not ingot-opt %s --ingot-phase-legalize --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s

// One run names every op that would not lower: in any function, of any dialect,
// behind others that fail and inside control flow. In the order of the program.
func.func @first(%a: tensor<4xf32>) -> (tensor<4xf32>, index) {
  // CHECK:      :[[# @LINE + 2]]:8: error: 'tosa.custom' op cannot be lowered
  // expected-error @+1 {{'tosa.custom' op cannot be lowered}}
  %0 = tosa.custom %a {domain_name = "d", implementation_attrs = "", operator_name = "one"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.tanh %0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK:      :[[# @LINE + 2]]:8: error: 'tosa.custom' op cannot be lowered
  // expected-error @+1 {{'tosa.custom' op cannot be lowered}}
  %2 = tosa.custom %1 {domain_name = "d", implementation_attrs = "", operator_name = "two"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK:      :[[# @LINE + 2]]:8: error: 'gpu.thread_id' op cannot be lowered
  // expected-error @+1 {{'gpu.thread_id' op cannot be lowered}}
  %3 = gpu.thread_id x
  return %2, %3 : tensor<4xf32>, index
}

func.func @second(%a: tensor<4xf32>, %p: tensor<i1>, %n: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = tosa.cond_if %p (%b = %a) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%b: tensor<4xf32>):
    // CHECK:    :[[# @LINE + 2]]:10: error: 'tosa.custom' op cannot be lowered
    // expected-error @+1 {{'tosa.custom' op cannot be lowered}}
    %1 = tosa.custom %b {domain_name = "d", implementation_attrs = "", operator_name = "three"} : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
  ^bb0(%b: tensor<4xf32>):
    tosa.yield %b : tensor<4xf32>
  }
  // Known for other types, not for these.
  // CHECK:      :[[# @LINE + 2]]:8: error: 'tosa.exp' op cannot be lowered
  // expected-error @+1 {{'tosa.exp' op cannot be lowered}}
  %2 = tosa.exp %n : (tensor<4xi32>) -> tensor<4xi32>
  return %0, %2 : tensor<4xf32>, tensor<4xi32>
}
