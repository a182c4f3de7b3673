// RUN: ingot-opt %s --ingot-lower-vectors | FileCheck %s

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
