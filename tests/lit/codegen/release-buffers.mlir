// RUN: ingot-opt %s --ingot-release-buffers --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @allocates
func.func @allocates(%out: memref<4xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: memref.copy
  // CHECK: memref.dealloc %[[A]]
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %0, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Whoever calls it owns the result, and an argument is its caller's.
// CHECK-LABEL: func.func @returns
func.func @returns(%x: memref<4xf32>) -> memref<4xf32> {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: memref.copy %arg0, %[[A]]
  // CHECK: return %[[A]]
  return %x : memref<4xf32>
}

// -----

// Nothing to release: not even simplified, which is the next pass's business.
// CHECK-LABEL: func.func @stack
func.func @stack(%x: f32, %out: memref<4xf32>) {
  // CHECK: memref.alloca
  // CHECK: arith.constant 0 : index
  // CHECK: arith.constant 0 : index
  %0 = memref.alloca() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 0 : index
  memref.store %x, %0[%c0] : memref<4xf32>
  memref.store %x, %0[%c1] : memref<4xf32>
  memref.copy %0, %out : memref<4xf32> to memref<4xf32>
  return
}
