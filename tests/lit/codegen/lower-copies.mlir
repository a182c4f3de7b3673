// RUN: ingot-opt %s --ingot-lower-copies --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @contiguous
func.func @contiguous(%a: memref<?x4xf32>, %b: memref<?x4xf32>) {
  // CHECK-NOT:     scf.for
  // CHECK:         memref.copy
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  return
}

// CHECK-LABEL: func.func @strided
func.func @strided(%a: memref<?x4xf32, strided<[8, 1], offset: ?>>,
                   %b: memref<?x4xf32>) {
  // CHECK-NOT:     memref.copy
  // CHECK:         scf.for
  // CHECK:           scf.for
  // CHECK:             %[[X:.*]] = memref.load %arg0
  // CHECK:             memref.store %[[X]], %arg1
  memref.copy %a, %b
      : memref<?x4xf32, strided<[8, 1], offset: ?>> to memref<?x4xf32>
  return
}

// -----

func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @+1 {{copies an unranked memref}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
