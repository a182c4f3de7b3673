// RUN: ingot-opt %s --ingot-bufferize | FileCheck %s

// Upstream's ml_program.global_store copies an uninitialised buffer when the
// stored value has another use (MLIR 22.1.8). Here the value that is computed
// is the one that is stored and the one that is returned.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>)
// CHECK:         %[[STATE:.*]] = ingot.state 0 : memref<4xf32>
// CHECK:         %[[OLD:.*]] = memref.alloc
// CHECK:         memref.copy %[[STATE]], %[[OLD]]
// CHECK:         ingot.dispatch @k ins(%[[OLD]], %[[A]] : memref<4xf32>, memref<4xf32>) outs(%[[NEW:.*]] : memref<4xf32>)
// CHECK:         memref.copy %[[NEW]], %{{.*}} : memref<4xf32> to memref<4xf32>
// CHECK:         return %[[NEW]]
func.func @step(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ingot.state_load 0 : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = ingot.dispatch @k ins(%0, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  ingot.state_store 0, %1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A value that was loaded before a store is the old one after it.
// CHECK-LABEL: func.func @swap(
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %{{.*}}, %[[COPY]]
// CHECK:         memref.copy %arg0, %{{.*}}
// CHECK:         return %[[COPY]]
func.func @swap(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ingot.state_load 0 : tensor<4xf32>
  ingot.state_store 0, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A strided slice is made dense for a kernel.
// CHECK-LABEL: func.func @slice(
// CHECK:         %[[VIEW:.*]] = memref.subview
// CHECK:         %[[DENSE:.*]] = memref.alloc{{.*}} : memref<4x2xf32>
// CHECK:         memref.copy %[[VIEW]], %[[DENSE]]
// CHECK:         ingot.dispatch @k ins(%[[DENSE]]
func.func @slice(%a: tensor<4x4xf32>) -> tensor<4x2xf32> {
  %0 = tensor.extract_slice %a[0, 1] [4, 2] [1, 1] : tensor<4x4xf32> to tensor<4x2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %1 = ingot.dispatch @k ins(%0 : tensor<4x2xf32>) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
