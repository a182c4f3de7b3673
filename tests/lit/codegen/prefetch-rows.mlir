// RUN: ingot-opt %s --ingot-prefetch-rows --canonicalize | FileCheck %s

// Each step reads two cache lines of the next row; those of the 32nd row from
// here are asked for.
// CHECK-LABEL: func.func @panel
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<512x768xf32>, %[[K0:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK:         scf.for %[[K:[a-z0-9]+]] =
// CHECK:           %[[AHEAD:.*]] = arith.addi %[[K]], %c32{{.*}}
// CHECK:           %[[ROW:.*]] = affine.apply {{.*}}(%[[AHEAD]]
// CHECK:           memref.prefetch %[[B]][%[[ROW]], %[[N]]], read, locality<2>, data
// CHECK:           memref.prefetch %[[B]][%{{.*}}, %{{.*}}], read, locality<2>, data
// CHECK-NOT:       memref.prefetch
// CHECK:           vector.transfer_read
func.func @panel(%b: memref<512x768xf32>, %k0: index, %n: index) -> vector<32xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = arith.constant dense<0.0> : vector<32xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %sum) -> (vector<32xf32>) {
    %row = affine.apply affine_map<(i)[s] -> (i + s)>(%k)[%k0]
    %v = vector.transfer_read %b[%row, %n], %zero {in_bounds = [true]}
        : memref<512x768xf32>, vector<32xf32>
    %s = arith.addf %acc, %v : vector<32xf32>
    scf.yield %s : vector<32xf32>
  }
  return %r : vector<32xf32>
}

// All rows of a tile share the vector.
// CHECK-LABEL: func.func @tile
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT:     memref.prefetch
func.func @tile(%b: memref<512x768xf32>, %n: index) -> vector<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = arith.constant dense<0.0> : vector<8x32xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %sum) -> (vector<8x32xf32>) {
    %v = vector.transfer_read %b[%k, %n], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<512x768xf32>, vector<8x32xf32>
    %s = arith.addf %acc, %v : vector<8x32xf32>
    scf.yield %s : vector<8x32xf32>
  }
  return %r : vector<8x32xf32>
}

// Along a row the machine's own prefetcher is as good; and a loop that carries
// no vectors is no product.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     memref.prefetch
func.func @others(%b: memref<512x768xf32>, %n: index) -> vector<32xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = arith.constant dense<0.0> : vector<32xf32>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %k = %c0 to %c128 step %c32 iter_args(%acc = %sum) -> (vector<32xf32>) {
    %v = vector.transfer_read %b[%n, %k], %zero {in_bounds = [true]}
        : memref<512x768xf32>, vector<32xf32>
    %s = arith.addf %acc, %v : vector<32xf32>
    scf.yield %s : vector<32xf32>
  }
  scf.for %k = %c0 to %c128 step %c32 {
    %v = vector.transfer_read %b[%k, %n], %zero {in_bounds = [true]}
        : memref<512x768xf32>, vector<32xf32>
    vector.transfer_write %v, %b[%n, %k] {in_bounds = [true]}
        : vector<32xf32>, memref<512x768xf32>
  }
  return %r : vector<32xf32>
}
