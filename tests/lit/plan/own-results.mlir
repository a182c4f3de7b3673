// RUN: ingot-opt %s --ingot-own-results | FileCheck %s

// A launch's only use goes out as it is, in another shape too.
// CHECK-LABEL: func.func @own
// CHECK-NOT:     bufferization.alloc_tensor
func.func @own(%a: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = ingot.dispatch @k ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// Returned twice, an argument, a constant: copies.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = ingot.dispatch
// CHECK-DAG:     bufferization.alloc_tensor() copy(%[[R]])
// CHECK-DAG:     bufferization.alloc_tensor() copy(%[[R]])
// CHECK-DAG:     bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         return
func.func @shared(%a: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = ingot.dispatch @k ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %0, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What callers hand over is not written to.
// CHECK-LABEL: func.func @arguments
// CHECK-SAME:    tensor<4xf32> {bufferization.writable = false}
func.func @arguments(%a: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %a[%c0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
