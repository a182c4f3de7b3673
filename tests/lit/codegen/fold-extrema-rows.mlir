// RUN: ingot-opt %s --ingot-fold-extrema --canonicalize | FileCheck %s

// A row folded into a number of an array that is the kernel's own: read once,
// carried as bits, written once. What says where it lies leaves the loop.
// CHECK-LABEL: func.func @row
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8x512xf32>, %[[R:[a-z0-9]+]]: memref<8xf32>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[FIRST:.*]] = memref.load %[[R]][%[[I]]]
// CHECK:           %[[INIT:.*]] = arith.bitcast %[[FIRST]] : f32 to i32
// CHECK:           %[[B:.*]]:3 = scf.for {{.*}} iter_args(%[[S:.*]] = %[[INIT]], %[[U:.*]] = %[[INIT]], %[[N:.*]] = %[[INIT]]) -> (i32, i32, i32)
// CHECK-NOT:         memref.load %[[R]]
// CHECK:             %[[V:.*]] = memref.load %[[X]]
// CHECK:             %[[BITS:.*]] = arith.bitcast %[[V]] : f32 to i32
// CHECK-DAG:         arith.maxsi %[[S]], %[[BITS]]
// CHECK-DAG:         arith.minui %[[U]], %[[BITS]]
// CHECK-DAG:         arith.maxui %[[N]], %[[BITS]]
// CHECK-NOT:         memref.store
// CHECK:             scf.yield
// CHECK:           arith.select
// CHECK:           %[[ALL:.*]] = arith.select
// CHECK:           %[[M:.*]] = arith.bitcast %[[ALL]] : i32 to f32
// CHECK:           memref.store %[[M]], %[[R]][%[[I]]]
func.func @row(%x: memref<8x512xf32>, %r: memref<8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c512 step %c1 {
      %v = memref.load %x[%i, %j] : memref<8x512xf32>
      %here = arith.addi %i, %c0 : index
      %old = memref.load %r[%here] : memref<8xf32>
      %m = arith.maximumf %old, %v : f32
      %there = arith.addi %i, %c0 : index
      memref.store %m, %r[%there] : memref<8xf32>
    }
  }
  return
}

// A number on the stack, and the least: of computed elements.
// CHECK-LABEL: func.func @least_on_stack
// CHECK:         scf.for {{.*}} -> (i32, i32, i32)
// CHECK:           math.absf
// CHECK-NOT:       minimumf
func.func @least_on_stack(%x: memref<512xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %inf = arith.constant 0x7F800000 : f32
  %total = memref.alloca() : memref<f32>
  memref.store %inf, %total[] : memref<f32>
  scf.for %j = %c0 to %c512 step %c1 {
    %v = memref.load %x[%j] : memref<512xf32>
    %a = math.absf %v : f32
    %old = memref.load %total[] : memref<f32>
    %m = arith.minimumf %a, %old : f32
    memref.store %m, %total[] : memref<f32>
  }
  %r = memref.load %total[] : memref<f32>
  return %r : f32
}

// Another array may be the same memory; a place may change from step to step;
// another number may be stored; fifteen elements are too few.
// CHECK-LABEL: func.func @not_taken
// CHECK-NOT:     maxsi
// CHECK:         return
func.func @not_taken(%x: memref<512xf32>, %r: memref<512xf32>, %own: memref<512xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c512 = arith.constant 512 : index
  scf.for %j = %c0 to %c512 step %c1 {
    %v = memref.load %x[%j] : memref<512xf32>
    %old = memref.load %r[%c0] : memref<512xf32>
    %m = arith.maximumf %old, %v : f32
    memref.store %m, %r[%c0] : memref<512xf32>
  }
  scf.for %j = %c0 to %c512 step %c1 {
    %v = memref.load %x[%j] : memref<512xf32>
    %old = memref.load %own[%j] : memref<512xf32>
    %m = arith.maximumf %old, %v : f32
    memref.store %m, %own[%j] : memref<512xf32>
  }
  scf.for %j = %c0 to %c512 step %c1 {
    %v = memref.load %own[%j] : memref<512xf32>
    %old = memref.load %own[%c0] : memref<512xf32>
    %m = arith.maximumf %old, %v : f32
    memref.store %m, %own[%c0] : memref<512xf32>
  }
  scf.for %j = %c0 to %c512 step %c1 {
    %v = memref.load %x[%j] : memref<512xf32>
    %old = memref.load %own[%c0] : memref<512xf32>
    %m = arith.maximumf %old, %v : f32
    memref.store %m, %own[%c0] : memref<512xf32>
    memref.store %v, %own[%c1] : memref<512xf32>
  }
  scf.for %j = %c0 to %c15 step %c1 {
    %v = memref.load %x[%j] : memref<512xf32>
    %old = memref.load %own[%c0] : memref<512xf32>
    %m = arith.maximumf %old, %v : f32
    memref.store %m, %own[%c0] : memref<512xf32>
  }
  return
}
