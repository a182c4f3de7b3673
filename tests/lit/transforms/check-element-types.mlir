// RUN: not ingot-opt %s --ingot-check-element-types='types=f32,i8' 2>&1 | FileCheck %s
// RUN: ingot-opt %s --ingot-check-element-types='types=f32,f64,i8,i32'

// Scalars, sizes and conditions are no elements.
func.func @taken(%x: tensor<4xf32>, %c: tensor<i1>, %n: i64, %i: tensor<2xindex>) {
  return
}

func.func @others(%x: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: error: 'arith.constant' op cannot be lowered: the target takes elements of f32, i8 and not of f64, as in 'tensor<4xf64>'; the nearest is f32
  %0 = arith.constant dense<1.0> : tensor<4xf64>
  // All of them are reported.
  // CHECK: error: 'arith.constant' op cannot be lowered: {{.*}} not of i32, as in 'tensor<i32>'; the nearest is i8
  %1 = arith.constant dense<1> : tensor<i32>
  // An op is reported once, not with the tensor that it writes to.
  // CHECK-NOT: tensor.empty
  // CHECK: error: 'linalg.fill' op cannot be lowered: {{.*}} not of f64
  %f = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %2 = linalg.fill ins(%f : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  return %x : tensor<4xi8>
}
