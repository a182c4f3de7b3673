// RUN: ingot-opt %s --ingot-fold-extrema --canonicalize | FileCheck %s

// The window of a pooling: both loops carry bits, three vectors of them, and
// no float is compared.
// CHECK-LABEL: func.func @window
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8x8x32xf32>
// CHECK-NOT:     maximumf
// CHECK:         %[[OUTER:.*]]:3 = scf.for {{.*}} iter_args({{.*}}) -> (vector<32xi32>, vector<32xi32>, vector<32xi32>)
// CHECK:           %[[INNER:.*]]:3 = scf.for {{.*}} -> (vector<32xi32>, vector<32xi32>, vector<32xi32>)
// CHECK:             %[[V:.*]] = vector.transfer_read %[[X]]
// CHECK:             %[[BITS:.*]] = arith.bitcast %[[V]] : vector<32xf32> to vector<32xi32>
// CHECK-DAG:         %[[S:.*]] = arith.maxsi %{{.*}}, %[[BITS]]
// CHECK-DAG:         %[[U:.*]] = arith.minui %{{.*}}, %[[BITS]]
// CHECK-DAG:         %[[N:.*]] = arith.maxui %{{.*}}, %[[BITS]]
// CHECK:             scf.yield %[[S]], %[[U]], %[[N]]
// CHECK:           scf.yield %[[INNER]]#0, %[[INNER]]#1, %[[INNER]]#2
// CHECK:         arith.select
// CHECK:         %[[ALL:.*]] = arith.select
// CHECK:         %[[R:.*]] = arith.bitcast %[[ALL]] : vector<32xi32> to vector<32xf32>
// CHECK:         return %[[R]]
func.func @window(%x: memref<8x8x32xf32>) -> vector<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0.0 : f32
  %lowest = arith.constant dense<0xFF800000> : vector<32xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %lowest) -> (vector<32xf32>) {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (vector<32xf32>) {
      %v = vector.transfer_read %x[%i, %j, %c0], %pad {in_bounds = [true]} : memref<8x8x32xf32>, vector<32xf32>
      %m = arith.maximumf %b, %v : vector<32xf32>
      scf.yield %m : vector<32xf32>
    }
    scf.yield %s : vector<32xf32>
  }
  return %r : vector<32xf32>
}

// What else a loop carries stays.
// CHECK-LABEL: func.func @beside
// CHECK:         scf.for {{.*}} -> (vector<8xf32>, vector<8xi32>, vector<8xi32>, vector<8xi32>)
// CHECK:           arith.addf
// CHECK-NOT:       minimumf
func.func @beside(%x: memref<16x8xf32>, %init: vector<8xf32>, %n: index) -> (vector<8xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init, %b = %init) -> (vector<8xf32>, vector<8xf32>) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<16x8xf32>, vector<8xf32>
    %m = arith.minimumf %v, %a : vector<8xf32>
    %s = arith.addf %b, %v : vector<8xf32>
    scf.yield %m, %s : vector<8xf32>, vector<8xf32>
  }
  return %r#0, %r#1 : vector<8xf32>, vector<8xf32>
}

// Three steps are too few; a value that is read on its way, one that is
// swapped, two kinds in one chain and other types stay.
// CHECK-LABEL: func.func @not_taken
// CHECK-NOT:     maxsi
// CHECK:         return
func.func @not_taken(%x: memref<16x8xf32>, %y: vector<8xf64>, %init: vector<8xf32>, %n: index)
    -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0.0 : f32
  %few = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<16x8xf32>, vector<8xf32>
    %m = arith.maximumf %a, %v : vector<8xf32>
    scf.yield %m : vector<8xf32>
  }
  %read = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<16x8xf32>, vector<8xf32>
    %m = arith.maximumf %a, %v : vector<8xf32>
    vector.transfer_write %m, %x[%i, %c0] {in_bounds = [true]} : vector<8xf32>, memref<16x8xf32>
    scf.yield %m : vector<8xf32>
  }
  %mixed = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<16x8xf32>, vector<8xf32>
    %m = arith.maximumf %a, %v : vector<8xf32>
    %k = arith.minimumf %m, %v : vector<8xf32>
    scf.yield %k : vector<8xf32>
  }
  %swapped:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init, %b = %init) -> (vector<8xf32>, vector<8xf32>) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<16x8xf32>, vector<8xf32>
    %m = arith.maximumf %a, %v : vector<8xf32>
    scf.yield %b, %m : vector<8xf32>, vector<8xf32>
  }
  %wide = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> (vector<8xf64>) {
    %m = arith.maximumf %a, %y : vector<8xf64>
    scf.yield %m : vector<8xf64>
  }
  return %few, %read, %mixed, %swapped#1, %wide : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf64>
}
