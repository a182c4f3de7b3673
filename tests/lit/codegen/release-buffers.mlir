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

// Views and regions of its own block are looked through.
// CHECK-LABEL: func.func @views
func.func @views(%out: memref<2xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: memref.subview
  // CHECK: scf.for
  // CHECK: %[[B:.*]] = memref.alloc
  // CHECK: memref.copy
  // CHECK: memref.dealloc %[[B]]
  // CHECK: }
  // CHECK: memref.dealloc %[[A]]
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.subview %0[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  scf.for %i = %c0 to %c4 step %c1 {
    %2 = memref.alloc() : memref<2xf32>
    memref.copy %1, %2 : memref<2xf32, strided<[1]>> to memref<2xf32>
    memref.copy %2, %out : memref<2xf32> to memref<2xf32>
  }
  return
}

// -----

// What is returned is the caller's, the rest is released.
// CHECK-LABEL: func.func @owned
func.func @owned(%x: memref<4xf32>) -> memref<4xf32> {
  // CHECK: %[[R:.*]] = memref.alloc
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: memref.dealloc %[[A]]
  // CHECK-NOT: memref.dealloc
  // CHECK: return %[[R]]
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32>
  memref.copy %1, %0 : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// A buffer that a loop carries has aliases: upstream says who owns it.
// CHECK-LABEL: func.func @carried
func.func @carried(%n: index, %out: memref<4xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: scf.for {{.*}} iter_args({{.*}}) -> (memref<4xf32>, i1)
  // CHECK: %[[B:.*]] = memref.alloc
  // CHECK: scf.if
  // CHECK: memref.dealloc
  // CHECK: scf.yield %[[B]], %true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> memref<4xf32> {
    %2 = memref.alloc() : memref<4xf32>
    memref.copy %x, %2 : memref<4xf32> to memref<4xf32>
    scf.yield %2 : memref<4xf32>
  }
  memref.copy %1, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// One buffer for two results is upstream's to judge, which releases none.
// CHECK-LABEL: func.func @twice
func.func @twice() -> (memref<4xf32>, memref<4xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK-NEXT: return %[[A]], %[[A]]
  %0 = memref.alloc() : memref<4xf32>
  return %0, %0 : memref<4xf32>, memref<4xf32>
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
