// RUN: ingot-opt %s --ingot-phase-legalize | FileCheck %s

// The phase legalize: private functions are gone into their callers, TOSA and
// other aggregates into structured ops; what has no reduction has no name.

// CHECK-NOT:   func.func private
// CHECK-LABEL: func.func @layer(
// CHECK-SAME:    %[[A:.*]]: tensor<1x8x4xf32>, %[[B:.*]]: tensor<1x1x1xf32>)
// CHECK-NOT:     tosa
// CHECK:         %[[W:.*]] = ml_program.global_load_const @w
// CHECK:         %[[FILL:.*]] = linalg.fill
// CHECK:         %[[M:.*]] = linalg.batch_matmul ins(%[[A]], %[[W]] : {{.*}}) outs(%[[FILL]]
// CHECK:         %[[ADD:.*]] = linalg.generic {{.*}} ins(%[[M]], %[[B]]
// CHECK:           arith.addf
// CHECK:         %[[TANH:.*]] = linalg.generic {{.*}} ins(%[[ADD]]
// CHECK:           math.tanh
// CHECK:         return %[[TANH]]
ml_program.global private @w(dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]]> : tensor<1x4x2xf32>) : tensor<1x4x2xf32>
func.func @layer(%a: tensor<1x8x4xf32>, %b: tensor<1x1x1xf32>) -> tensor<1x8x2xf32> {
  %w = ml_program.global_load_const @w : tensor<1x4x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %w, %zero, %zero : (tensor<1x8x4xf32>, tensor<1x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x2xf32>
  %1 = call @activation(%0, %b) : (tensor<1x8x2xf32>, tensor<1x1x1xf32>) -> tensor<1x8x2xf32>
  return %1 : tensor<1x8x2xf32>
}
func.func private @activation(%a: tensor<1x8x2xf32>, %b: tensor<1x1x1xf32>) -> tensor<1x8x2xf32> {
  %0 = tosa.add %a, %b : (tensor<1x8x2xf32>, tensor<1x1x1xf32>) -> tensor<1x8x2xf32>
  %1 = tosa.tanh %0 : (tensor<1x8x2xf32>) -> tensor<1x8x2xf32>
  return %1 : tensor<1x8x2xf32>
}
