// RUN: ingot-opt %s --ingot-lower-vectors | FileCheck %s
// RUN: ingot-opt %s --ingot-lower-vectors=lane-bits=128 | FileCheck %s --check-prefix=LANES

// One loop-carried value per row; the element of %a that a row needs is loaded
// and broadcast.
// CHECK-LABEL: func.func @rows
func.func @rows(%a: memref<2x64xf32>, %c: vector<2x16xf32>, %n: index)
    -> vector<2x16xf32> {
  // CHECK:         scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>)
  // CHECK:           %[[X:.*]] = memref.load
  // CHECK:           vector.broadcast %[[X]] : f32 to vector<16xf32>
  // CHECK-NOT:     vector.transfer_read
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c)
      -> (vector<2x16xf32>) {
    %x = vector.transfer_read %a[%c0, %i], %p
        {in_bounds = [true, true],
         permutation_map = affine_map<(i, j) -> (i, 0)>}
        : memref<2x64xf32>, vector<2x16xf32>
    %s = arith.addf %acc, %x : vector<2x16xf32>
    scf.yield %s : vector<2x16xf32>
  }
  return %r : vector<2x16xf32>
}

// CHECK-LABEL: func.func @scalar
func.func @scalar(%x: f32) -> f32 {
  // CHECK:         arith.negf
  %r = arith.negf %x : f32
  return %r : f32
}

// A square turns by shuffles of two rows each.
// CHECK-LABEL: func.func @square
func.func @square(%a: vector<4x4xf32>) -> vector<4x4xf32> {
  // CHECK-COUNT-8: vector.shuffle %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32>
  // CHECK-NOT:     vector.shuffle
  %r = vector.transpose %a, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %r : vector<4x4xf32>
}

// One of 16 rows by lanes of four elements: squares of four turn within lanes, and
// then the lanes do.
// LANES-LABEL: func.func @square_of_lanes
// LANES-COUNT-32: vector.shuffle {{.*}} [{{0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29|2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31}}]
// LANES-COUNT-32: vector.shuffle {{.*}} [{{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27|4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31}}]
// LANES-NOT:     vector.shuffle
// LANES:         return
// CHECK-LABEL: func.func @square_of_lanes
// CHECK-COUNT-64: vector.shuffle {{.*}} [{{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23|8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31}}]
func.func @square_of_lanes(%a: vector<16x16xf32>) -> vector<16x16xf32> {
  %r = vector.transpose %a, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  return %r : vector<16x16xf32>
}

// The lanes of sixteen rows are added up together: two rows become one of halves,
// in four rounds, and one shuffle brings the sums into order.
// CHECK-LABEL: func.func @lanes
// CHECK:         vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23] : vector<16xf32>, vector<16xf32>
// CHECK-NEXT:    vector.shuffle {{.*}} [8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31] : vector<16xf32>, vector<16xf32>
// CHECK-NEXT:    arith.addf {{.*}} : vector<16xf32>
// CHECK-COUNT-14: arith.addf {{.*}} : vector<16xf32>
// CHECK:         vector.shuffle {{.*}} [0, 2, 1, 3, 8, 10, 9, 11, 4, 6, 5, 7, 12, 14, 13, 15]
// CHECK-NOT:     vector.reduction
// CHECK:         return
func.func @lanes(%a: vector<4x4x16xf32>, %acc: vector<4x4xf32>) -> vector<4x4xf32> {
  %r = vector.multi_reduction <add>, %a, %acc [2] : vector<4x4x16xf32> to vector<4x4xf32>
  return %r : vector<4x4xf32>
}

// Four rows of 8: two rounds of two vectors, and one within the last.
// CHECK-LABEL: func.func @few_lanes
// CHECK-COUNT-3: arith.addf {{.*}} : vector<8xf64>
// CHECK:         arith.addf {{.*}} : vector<4xf64>
// CHECK-NOT:     vector.reduction
// CHECK:         return
func.func @few_lanes(%a: vector<4x8xf64>, %acc: vector<4xf64>) -> vector<4xf64> {
  %r = vector.multi_reduction <add>, %a, %acc [1] : vector<4x8xf64> to vector<4xf64>
  return %r : vector<4xf64>
}

// Three rows are four, one of which nobody asks for. The pairs are those of four:
// the ends of a tile have the bits of its other rows.
// CHECK-LABEL: func.func @three_rows
// CHECK:         %[[NONE:.+]] = ub.poison : vector<16xf32>
// CHECK:         vector.shuffle %{{.+}}, %[[NONE]] [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK-NOT:     vector.reduction
// CHECK:         vector.shuffle {{.*}} [0, 2, 1] : vector<4xf32>, vector<4xf32>
// CHECK:         return
func.func @three_rows(%a: vector<3x16xf32>, %acc: vector<3xf32>) -> vector<3xf32> {
  %r = vector.multi_reduction <add>, %a, %acc [1] : vector<3x16xf32> to vector<3xf32>
  return %r : vector<3xf32>
}

// The largest, and integers, are as upstream has them.
// CHECK-LABEL: func.func @other_lanes
// CHECK:         vector.reduction <maximumf>
// CHECK:         vector.reduction <add>
func.func @other_lanes(%a: vector<4x16xf32>, %i: vector<4xf32>, %c: vector<4x16xi32>, %k: vector<4xi32>)
    -> (vector<4xf32>, vector<4xi32>) {
  %0 = vector.multi_reduction <maximumf>, %a, %i [1] : vector<4x16xf32> to vector<4xf32>
  %1 = vector.multi_reduction <add>, %c, %k [1] : vector<4x16xi32> to vector<4xi32>
  return %0, %1 : vector<4xf32>, vector<4xi32>
}
