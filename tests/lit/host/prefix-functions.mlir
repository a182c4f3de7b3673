// RUN: ingot-opt %s --ingot-prefix-functions | FileCheck %s
// RUN: ingot-opt %s --ingot-prefix-functions --ingot-lower-math | FileCheck %s --check-prefix=MATH

// The program's atanf is not the library's; calls follow, launches do not.
// CHECK-LABEL: func.func @program.main(
// CHECK:         call @program.atanf(%{{.*}}) : (i32) -> f32
// CHECK:         ingot.dispatch @ingot_kernel_0
// CHECK-LABEL: func.func private @program.atanf(
// CHECK:         call @program.atanf(

// MATH:       func.func private @ingot_atanf(f32) -> f32
// MATH-LABEL: func.func private @program.atanf(
// MATH:         call @program.atanf(%{{.*}}) : (i32) -> f32
// MATH:         call @ingot_atanf(%{{.*}}) : (f32) -> f32
func.func @main(%n: i32, %a: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %0 = call @atanf(%n) : (i32) -> f32
  %e = tensor.empty() : tensor<4xf32>
  %1 = ingot.dispatch @ingot_kernel_0 ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %1, %0 : tensor<4xf32>, f32
}
func.func private @atanf(%n: i32) -> f32 {
  %0 = call @atanf(%n) : (i32) -> f32
  %1 = math.atan %0 : f32
  return %1 : f32
}
