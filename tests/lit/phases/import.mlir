// RUN: ingot-opt %s --ingot-phase-import | FileCheck %s

// The phase import: functions of any dialect become func.func, variables become
// globals, and a scalar argument becomes the tensor that a caller can pass.

// CHECK:       ml_program.global private mutable @calls(dense<0> : tensor<1xi32>) : tensor<1xi32>
// CHECK-LABEL: func.func @layer(
// CHECK-SAME:    %[[A:.*]]: tensor<1x8x4xf32>, %[[BIAS:.*]]: tensor<f32>) -> tensor<1x8x2xf32>
// CHECK:         %[[SCALAR:.*]] = tensor.extract %[[BIAS]][] : tensor<f32>
// CHECK:         %[[W:.*]] = "tosa.const"
// CHECK:         %[[N:.*]] = ml_program.global_load @calls
// CHECK:         %[[M:.*]] = tosa.add %[[N]]
// CHECK:         ml_program.global_store @calls = %[[M]]
// CHECK:         tensor.from_elements %[[SCALAR]]
// CHECK:         tosa.matmul %[[A]], %[[W]]
// CHECK:         return
tosa.variable @calls = dense<0> : tensor<1xi32>
ml_program.func @layer(%a: tensor<1x8x4xf32>, %bias: f32) -> tensor<1x8x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]]> : tensor<1x4x2xf32>}> : () -> tensor<1x4x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %n = tosa.variable_read @calls : tensor<1xi32>
  %m = tosa.add %n, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  tosa.variable_write @calls, %m : tensor<1xi32>
  %b = tensor.from_elements %bias : tensor<1x1x1xf32>
  %0 = tosa.matmul %a, %w, %zero, %zero : (tensor<1x8x4xf32>, tensor<1x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x2xf32>
  %1 = tosa.add %0, %b : (tensor<1x8x2xf32>, tensor<1x1x1xf32>) -> tensor<1x8x2xf32>
  %2 = tosa.tanh %1 : (tensor<1x8x2xf32>) -> tensor<1x8x2xf32>
  ml_program.return %2 : tensor<1x8x2xf32>
}
