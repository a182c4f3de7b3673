// RUN: ingot-opt %s --split-input-file --ingot-assign-targets='placements=stablehlo.dot_general=fast,@g=fast,lib.gelu=other' | FileCheck %s
// RUN: not ingot-opt %s --split-input-file --ingot-assign-targets='placements=nothing=fast' 2>&1 | FileCheck %s --check-prefix=NONE

// An op is a function, with the constants that it reads; equal names apart.
// NONE: placements: 'nothing=fast' names no function, op or composite of the program

// CHECK-LABEL: func.func private @placed(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>) -> tensor<4x2xf32> attributes {ingot.target = "fast", no_inline}
// CHECK: %[[W:.*]] = stablehlo.constant
// CHECK: stablehlo.dot_general %[[A]], %[[W]]
// CHECK-LABEL: func.func @main(
// CHECK: call @placed(%{{.*}}) : (tensor<4x8xf32>) -> tensor<4x2xf32>
// CHECK: call @definition(
// CHECK-NOT: stablehlo.composite
// CHECK-LABEL: func.func private @definition
// CHECK-SAME: ingot.target = "other"
// A body moves out of an entry point.
// CHECK-LABEL: func.func private @g.placed
// CHECK-SAME: ingot.target = "fast"
// CHECK-LABEL: func.func @g(%{{.*}}: tensor<4xf32> {ingot.name = "x"})
// CHECK-NEXT: %[[R:.*]] = call @g.placed(
// CHECK-NEXT: return %[[R]]
func.func @main(%a: tensor<4x8xf32>) -> tensor<4x2xf32> {
  %w = stablehlo.constant dense<1.0> : tensor<8x2xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.composite "lib.gelu" %0 {decomposition = @definition} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
func.func private @definition(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.tanh %x : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @g(%x: tensor<4xf32> {ingot.name = "x"}) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
