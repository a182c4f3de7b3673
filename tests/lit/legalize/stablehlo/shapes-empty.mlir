// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Only parts without elements, beside a size that is not known.
// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x0xf32>
// CHECK-NEXT:    return %[[A]]
func.func @concatenate(%a: tensor<?x0xf32>, %b: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}
