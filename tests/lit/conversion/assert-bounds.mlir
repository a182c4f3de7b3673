// RUN: ingot-opt %s --ingot-assert-bounds | FileCheck %s
// RUN: ingot-opt %s --ingot-assert-bounds --ingot-refine-shapes --convert-stablehlo-to-linalg | FileCheck %s --check-prefix=LOW
// RUN: not ingot-opt %s --ingot-assert-bounds --ingot-refine-shapes=argument-types=tensor\<3x3xf32\>,tensor\<?xf32\> 2>&1 | FileCheck %s --check-prefix=KNOWN

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x3xf32, #stablehlo.bounds<2, ?>>
// CHECK:         %[[SIZE:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
// CHECK:         %[[MOST:.*]] = stablehlo.constant dense<2> : tensor<i32>
// CHECK:         %[[HOLDS:.*]] = stablehlo.compare LE, %[[SIZE]], %[[MOST]]
// CHECK:         stablehlo.custom_call @shape_assertion(%[[HOLDS]]) {error_message = "argument 0 has more than 2 elements along dimension 0, which is the bound of its type", has_side_effect = true}
// CHECK-NOT:     custom_call
// CHECK:         return

// LOW:           cf.assert %{{.*}}, "argument 0 has more than 2 elements along dimension 0

// KNOWN:         argument 0 has more than 2 elements along dimension 0
func.func @main(%a: tensor<?x3xf32, #stablehlo.bounds<2, ?>>, %b: tensor<?xf32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>> {
  %0 = stablehlo.negate %a : tensor<?x3xf32, #stablehlo.bounds<2, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<2, ?>>
}

// Only callers from outside are not known.
// CHECK-LABEL: func.func private @inner(
// CHECK-NOT:     custom_call
func.func private @inner(%a: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32, #stablehlo.bounds<2>> {
  return %a : tensor<?xf32, #stablehlo.bounds<2>>
}
