// RUN: ingot-opt %s --ingot-refine-shapes="argument-types=tensor<4xf32>" | FileCheck %s

// No op has a size to find; the function's result has that of its argument.
// CHECK:       func.func @main(%[[A:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[A]] : tensor<4xf32>
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
