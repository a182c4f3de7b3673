// RUN: ingot-opt %s --ingot-unroll-rows --cse | FileCheck %s

// A register tile: the loop carries rows, the row of weights is read once, and
// no matrix is left.
// CHECK-LABEL: func.func @tile
// CHECK-NOT:     vector<2x16xf32>
func.func @tile(%a: memref<2x64xf32>, %b: memref<64x16xf32>,
                %c: memref<8x16xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %p = ub.poison : f32
  %zero = arith.constant dense<0.0> : vector<2x16xf32>
  // CHECK:         %[[SUM:.*]]:2 = scf.for %[[K:[a-z0-9]+]] = {{.*}} -> (vector<16xf32>, vector<16xf32>)
  %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %zero)
      -> (vector<2x16xf32>) {
    // CHECK-DAG:       vector.transfer_read %{{.*}}[%c0, %[[K]]]
    // CHECK-DAG:       vector.transfer_read %{{.*}}[%c1, %[[K]]]
    %x = vector.transfer_read %a[%c0, %k], %p {in_bounds = [true, true],
        permutation_map = affine_map<(i, j) -> (i, 0)>}
        : memref<2x64xf32>, vector<2x16xf32>
    // CHECK:           vector.transfer_read %{{.*}}[%[[K]], %c0]
    // CHECK-NOT:       vector.transfer_read
    %y = vector.transfer_read %b[%k, %c0], %p {in_bounds = [true, true],
        permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<64x16xf32>, vector<2x16xf32>
    // CHECK-COUNT-2:   arith.mulf {{.*}} fastmath<contract> : vector<16xf32>
    %xy = arith.mulf %x, %y fastmath<contract> : vector<2x16xf32>
    %s = arith.addf %acc, %xy : vector<2x16xf32>
    scf.yield %s : vector<2x16xf32>
  }
  // CHECK:         vector.transfer_write %[[SUM]]#0, %{{.*}}[%[[M:[a-z0-9]+]], %c0]
  // CHECK:         %[[NEXT:.*]] = arith.addi %[[M]], %c1
  // CHECK:         vector.transfer_write %[[SUM]]#1, %{{.*}}[%[[NEXT]], %c0]
  vector.transfer_write %sum, %c[%m, %c0] {in_bounds = [true, true]}
      : vector<2x16xf32>, memref<8x16xf32>
  return
}

// An op that nobody knows reads the whole, and what it makes is taken apart.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%a: vector<4x4xf32>) -> vector<4x4xf32> {
  // CHECK-COUNT-4: arith.addf %{{.*}} : vector<4xf32>
  // CHECK-COUNT-4: vector.insert
  // CHECK:         vector.transpose
  // CHECK-COUNT-4: arith.negf %{{.*}} : vector<4xf32>
  // CHECK-COUNT-4: vector.insert
  // CHECK:         return
  %0 = arith.addf %a, %a : vector<4x4xf32>
  %1 = vector.transpose %0, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %2 = arith.negf %1 : vector<4x4xf32>
  return %2 : vector<4x4xf32>
}

// A scalar beside a matrix stays one, in its place among what a loop carries.
// CHECK-LABEL: func.func @mixed
// CHECK-SAME:      (%{{.*}}: vector<2x8xf32>, %[[X:.*]]: f32
func.func @mixed(%a: vector<2x8xf32>, %x: f32, %n: index)
    -> (vector<2x8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:         %[[R:.*]]:3 = scf.for {{.*}} -> (f32, vector<8xf32>, vector<8xf32>)
  // CHECK:           %[[B:.*]] = vector.broadcast %{{.*}} : f32 to vector<8xf32>
  // CHECK:           arith.addf %{{.*}}, %[[B]] : vector<8xf32>
  // CHECK:           arith.addf %{{.*}}, %[[B]] : vector<8xf32>
  // CHECK:         return %{{.*}}, %[[R]]#0
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %m = %a)
      -> (f32, vector<2x8xf32>) {
    %b = vector.broadcast %y : f32 to vector<2x8xf32>
    %s = arith.addf %m, %b : vector<2x8xf32>
    %z = arith.negf %y : f32
    scf.yield %z, %s : f32, vector<2x8xf32>
  }
  return %r#1, %r#0 : vector<2x8xf32>, f32
}

// What crosses the rows or leaves the memory stays for the patterns.
// CHECK-LABEL: func.func @across
func.func @across(%a: memref<?x?xf32>, %i: index) -> vector<4x8xf32> {
  // CHECK:         vector.transfer_read {{.*}} vector<4x8xf32>
  // CHECK:         vector.transfer_read {{.*}} vector<4x8xf32>
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%i, %i], %p {in_bounds = [true, true],
      permutation_map = affine_map<(i, j) -> (j, i)>}
      : memref<?x?xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %a[%i, %i], %p : memref<?x?xf32>, vector<4x8xf32>
  %2 = arith.addf %0, %1 : vector<4x8xf32>
  return %2 : vector<4x8xf32>
}
