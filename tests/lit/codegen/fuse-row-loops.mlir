// RUN: ingot-opt %s --ingot-fuse-row-loops --canonicalize | FileCheck %s

// What is between the loops comes first, and the sum adds what is stored without
// reading it again.
// CHECK-LABEL: func.func @sum
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<512xf32>, %[[ZERO:[a-z0-9]+]]: f32
// CHECK:         %[[ROW:.*]] = memref.alloca() : memref<1x512xf32>
// CHECK:         %[[SUM:.*]] = memref.alloca() : memref<1xf32>
// CHECK:         memref.store %[[ZERO]], %[[SUM]]
// CHECK:         scf.for %[[J:.*]] = %c0 to %c512
// CHECK:           %[[V:.*]] = memref.load %[[X]][%[[J]]]
// CHECK:           %[[E:.*]] = arith.subf %[[V]], %[[ZERO]]
// CHECK:           memref.store %[[E]], %[[ROW]][%c0, %[[J]]]
// CHECK:           %[[OLD:.*]] = memref.load %[[SUM]]
// CHECK:           %[[NEW:.*]] = arith.addf %[[OLD]], %[[E]]
// CHECK:           memref.store %[[NEW]], %[[SUM]]
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @sum(%x: memref<512xf32>, %zero: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %row = memref.alloca() : memref<1x512xf32>
  %sum = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %x[%i] : memref<512xf32>
    %e = arith.subf %v, %zero : f32
    memref.store %e, %row[%c0, %i] : memref<1x512xf32>
  }
  memref.store %zero, %sum[%c0] : memref<1xf32>
  scf.for %i = %c0 to %c512 step %c1 {
    %e = memref.load %row[%c0, %i] : memref<1x512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e fastmath<reassoc> : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  %s = memref.load %sum[%c0] : memref<1xf32>
  %l = memref.load %row[%c0, %c1] : memref<1x512xf32>
  return %s, %l : f32, f32
}

// Not taken: a sum in the program's order; one of what lies elsewhere in the
// row; one of what the first loop reads; other lengths; arrays of the caller's;
// exponentials, which need all registers.
// CHECK-LABEL: func.func @not_taken
// CHECK-COUNT-12: scf.for
// CHECK:         return
func.func @not_taken(%x: memref<512xf32>, %out: memref<512xf32> {llvm.noalias}) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c511 = arith.constant 511 : index
  %c512 = arith.constant 512 : index
  %row = memref.alloca() : memref<512xf32>
  %sum = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %x[%i] : memref<512xf32>
    memref.store %v, %row[%i] : memref<512xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %e = memref.load %row[%i] : memref<512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %x[%i] : memref<512xf32>
    memref.store %v, %row[%i] : memref<512xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %other = arith.subi %c511, %i : index
    %e = memref.load %row[%other] : memref<512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e fastmath<reassoc> : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %sum[%c0] : memref<1xf32>
    memref.store %v, %row[%i] : memref<512xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %e = memref.load %row[%i] : memref<512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e fastmath<reassoc> : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %x[%i] : memref<512xf32>
    memref.store %v, %row[%i] : memref<512xf32>
  }
  scf.for %i = %c0 to %c511 step %c1 {
    %e = memref.load %row[%i] : memref<512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e fastmath<reassoc> : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %x[%i] : memref<512xf32>
    memref.store %v, %out[%i] : memref<512xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %e = memref.load %out[%i] : memref<512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e fastmath<reassoc> : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %x[%i] : memref<512xf32>
    %e = math.exp %v : f32
    memref.store %e, %row[%i] : memref<512xf32>
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %e = memref.load %row[%i] : memref<512xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %old, %e fastmath<reassoc> : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
  }
  %s = memref.load %sum[%c0] : memref<1xf32>
  %l = memref.load %row[%c1] : memref<512xf32>
  return %s, %l : f32, f32
}
