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
  // CHECK:             %[[X:.*]] = memref.load
  // CHECK:             memref.store %[[X]]
  memref.copy %a, %b
      : memref<?x4xf32, strided<[8, 1], offset: ?>> to memref<?x4xf32>
  return
}

// The inside of a padded image is copied by rows of 6 x 8, not by pixels.
// CHECK-LABEL: func.func @rows
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[FROM:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [4, 48], strides: [48, 1]
// CHECK-DAG:     %[[TO:.*]] = memref.reinterpret_cast %{{.*}} to offset: [72], sizes: [4, 48], strides: [64, 1]
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[C4]]
// CHECK-NOT:       scf.for
// CHECK:           %[[X:.*]] = memref.subview %[[FROM]][%[[I]], 0] [1, 48] [1, 1]
// CHECK:           %[[Y:.*]] = memref.subview %[[TO]][%[[I]], 0] [1, 48] [1, 1]
// CHECK:           memref.copy %[[X]], %[[Y]] : memref<48xf32, strided<[1], offset: ?>>
// CHECK-NOT:       memref.load
func.func @rows(%a: memref<1x4x6x8xf32>,
                %b: memref<1x4x6x8xf32, strided<[384, 64, 8, 1], offset: 72>>) {
  memref.copy %a, %b : memref<1x4x6x8xf32>
      to memref<1x4x6x8xf32, strided<[384, 64, 8, 1], offset: 72>>
  return
}

// Rows of seven are copied element by element, and so are elements apart.
// CHECK-LABEL: func.func @short_rows
// CHECK-NOT:     memref.copy
// CHECK-COUNT-2: memref.store
func.func @short_rows(%a: memref<4x7xf32>, %b: memref<4x7xf32, strided<[9, 1]>>,
                      %c: memref<4x64xf32>, %d: memref<4x64xf32, strided<[512, 2]>>) {
  memref.copy %a, %b : memref<4x7xf32> to memref<4x7xf32, strided<[9, 1]>>
  memref.copy %c, %d : memref<4x64xf32> to memref<4x64xf32, strided<[512, 2]>>
  return
}

// One element is no loop.
// CHECK-LABEL: func.func @element
// CHECK-NOT:     scf.for
// CHECK:         memref.store
func.func @element(%a: memref<1xf32, strided<[4], offset: ?>>, %b: memref<1xf32>) {
  memref.copy %a, %b : memref<1xf32, strided<[4], offset: ?>> to memref<1xf32>
  return
}

// -----

func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @+1 {{copies an unranked memref}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
