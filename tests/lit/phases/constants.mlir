// RUN: ingot-opt %s --ingot-phase-constants=min-bytes=16 | FileCheck %s
// RUN: ingot-opt %s --ingot-phase-constants | FileCheck %s --check-prefix=DEFAULT

// The phase constants: weights leave the code, small ones enter it. Variables
// stay what they are.

// CHECK-DAG:   ml_program.global private mutable @calls
// CHECK-DAG:   ml_program.global private @[[W:.*]](dense<{{\[\[\[}}1.000000e+00, {{.*}}> : tensor<1x4x2xf32>)
// CHECK-NOT:   ml_program.global {{.*}}@scale
// CHECK-LABEL: func.func @layer(
// CHECK-DAG:     %[[LOADED:.*]] = ml_program.global_load_const @[[W]]
// CHECK-DAG:     arith.constant dense<2.000000e+00> : tensor<1xf32>
// CHECK-DAG:     ml_program.global_load @calls
// CHECK:         tosa.matmul %{{.*}}, %[[LOADED]]

// DEFAULT-LABEL: func.func @layer(
// DEFAULT:         "tosa.const"() {{.*}} tensor<1x4x2xf32>
ml_program.global private mutable @calls(dense<0> : tensor<1xi32>) : tensor<1xi32>
ml_program.global private @scale(dense<2.0> : tensor<1xf32>) : tensor<1xf32>
func.func @layer(%a: tensor<1x8x4xf32>) -> (tensor<1x8x2xf32>, tensor<1xf32>, tensor<1xi32>) {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]]> : tensor<1x4x2xf32>}> : () -> tensor<1x4x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = ml_program.global_load_const @scale : tensor<1xf32>
  %n = ml_program.global_load @calls : tensor<1xi32>
  %0 = tosa.matmul %a, %w, %zero, %zero : (tensor<1x8x4xf32>, tensor<1x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x2xf32>
  return %0, %s, %n : tensor<1x8x2xf32>, tensor<1xf32>, tensor<1xi32>
}
