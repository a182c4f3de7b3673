// RUN: ingot-opt %s --ingot-run-on-part='part=fast pipeline=func.func(linalg-generalize-named-ops)' | FileCheck %s
// RUN: ingot-opt %s --ingot-run-on-part='pipeline=func.func(linalg-generalize-named-ops)' | FileCheck %s --check-prefix=MAIN
// RUN: ingot-opt %s --ingot-run-on-part='part=fast pipeline=inline,symbol-dce' | FileCheck %s --check-prefix=CALLED
// RUN: not ingot-opt %s --ingot-run-on-part='part=fast pipeline=ingot-run-target-phase{phase=plan pipeline=symbol-privatize,symbol-dce}' 2>&1 | FileCheck %s --check-prefix=GONE

// The callers of a part are not to be seen, and there are some.
// CALLED: func.func private @part(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "fast"} {
// GONE: error: target.phases[0]: the passes of 'plan' (symbol-privatize,symbol-dce) left no public function 'part'

// CHECK-DAG: func.func @main
// CHECK-DAG: linalg.abs
// CHECK-DAG: linalg.generic
// CHECK-NOT: linalg.exp
// MAIN: linalg.exp
// MAIN-NOT: linalg.abs
// One function of each name is left.
// CHECK-NOT: @main_0
// MAIN-NOT: func.func private @part(tensor<4xf32>) -> tensor<4xf32>{{$}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @part(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.abs ins(%0 : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @part(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "fast"} {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
