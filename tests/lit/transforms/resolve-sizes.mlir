// RUN: ingot-opt %s --ingot-resolve-sizes --canonicalize --cse --split-input-file | FileCheck %s
// RUN: ingot-opt %s --ingot-resolve-sizes --split-input-file | FileCheck %s --check-prefix=RAW

#id = affine_map<(d0, d1) -> (d0, d1)>

// Through several ops, to the argument; nothing but its sizes is left.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf32>
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[A:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:     %[[B:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-NOT:     linalg
// CHECK:         %[[AB:.*]] = affine.apply {{.*}}[%[[A]], %[[B]]]
// CHECK:         return %[[AB]] : index
func.func @chain(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%a, %b) : tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<?x?xf32>
  %z = tensor.collapse_shape %y [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %s = tensor.dim %z, %c0 : tensor<?xf32>
  return %s : index
}

// -----

// A loop that changes elements alone carries sizes that are known before it.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf32>
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// CHECK:         memref.store %[[SIZE]]
func.func @carried(%x: tensor<?xf32>, %n: index, %sizes: memref<index>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.0 : f32
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %size = tensor.dim %t, %c0 : tensor<?xf32>
    memref.store %size, %sizes[] : memref<index>
    %u = linalg.fill ins(%f : f32) outs(%t : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// One that grows has other sizes each time.
// CHECK-LABEL: func.func @grows(
// CHECK:         scf.for {{.*}} iter_args(%[[T:.*]] = 
// CHECK:         tensor.dim %[[T]]
func.func @grows(%x: tensor<?xf32>, %n: index, %sizes: memref<index>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.0 : f32
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %size = tensor.dim %t, %c0 : tensor<?xf32>
    memref.store %size, %sizes[] : memref<index>
    %u = tensor.pad %t low[1] high[0] {
    ^bb0(%k: index):
      tensor.yield %f : f32
    } : tensor<?xf32> to tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// A dimension that there is none of, and one that only the run knows, are let be.
// CHECK-LABEL: func.func @unknown(
// CHECK-COUNT-2: tensor.dim
func.func @unknown(%x: tensor<?xf32>, %dim: index) -> (index, index) {
  %c7 = arith.constant 7 : index
  %e = tensor.cast %x : tensor<?xf32> to tensor<?xf32>
  %a = tensor.dim %e, %c7 : tensor<?xf32>
  %b = tensor.dim %e, %dim : tensor<?xf32>
  return %a, %b : index, index
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Of an op that has two results one size is wanted, and no other is asked for.
// RAW-LABEL: func.func @one_of_several(
// RAW-SAME:    %[[X:.*]]: tensor<?x?xf32>, %[[E:.*]]: tensor<?x?xf32>)
// RAW:         %[[ONE:.*]] = arith.constant 1 : index
// RAW-COUNT-1: tensor.dim %[[X]], %{{.*}}
// RAW-NOT:     tensor.dim
// RAW:         return
func.func @one_of_several(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %y:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e, %e : tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    linalg.yield %in, %in : f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  %s = tensor.dim %y#1, %c1 : tensor<?x?xf32>
  return %s : index
}

// -----

// Through a loop inside of the loop.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf32>
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// CHECK:         memref.store %[[SIZE]]
func.func @nested(%x: tensor<?xf32>, %n: index, %sizes: memref<index>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.0 : f32
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %size = tensor.dim %t, %c0 : tensor<?xf32>
    memref.store %size, %sizes[] : memref<index>
    %u = scf.for %j = %c0 to %i step %c1 iter_args(%v = %t) -> tensor<?xf32> {
      %w = linalg.fill ins(%f : f32) outs(%v : tensor<?xf32>) -> tensor<?xf32>
      scf.yield %w : tensor<?xf32>
    }
    scf.yield %u : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// What is swapped has the other's size in each second round.
// CHECK-LABEL: func.func @swapped(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         tensor.dim %[[A]]
func.func @swapped(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index, %sizes: memref<index>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?xf32>, tensor<?xf32>) {
    %size = tensor.dim %a, %c0 : tensor<?xf32>
    memref.store %size, %sizes[] : memref<index>
    scf.yield %b, %a : tensor<?xf32>, tensor<?xf32>
  }
  return
}
