// RUN: ingot-opt %s --ingot-split-sums=vector-bits=256 --split-input-file | FileCheck %s

// Blocks of 1024, each from zero, and their sums in f64; what the sum starts
// from comes last.
// CHECK-LABEL: func.func @whole
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<100000xf32>, %[[INIT:[a-z0-9]+]]: tensor<f32>
// CHECK:         %[[TOTAL:.*]] = linalg.fill {{.*}} -> tensor<f64>
// CHECK:         %[[LOOP:.*]]:2 = scf.for %[[I:.*]] = %c0{{.*}} to %c100000{{.*}} step %c1024{{.*}} iter_args(%[[T:.*]] = %[[TOTAL]], %[[B:.*]] = %{{.*}}) -> (tensor<f64>, tensor<f32>)
// CHECK:           %[[N:.*]] = affine.min
// CHECK:           %[[SLICE:.*]] = tensor.extract_slice %[[A]][%[[I]]] [%[[N]]] [1]
// CHECK:           %[[ZERO:.*]] = linalg.fill ins(%cst{{.*}} : f32) outs(%[[B]] : tensor<f32>)
// CHECK:           %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[SLICE]] : tensor<?xf32>) outs(%[[ZERO]] : tensor<f32>)
// CHECK:           %[[NEXT:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<f32>) outs(%[[T]] : tensor<f64>)
// CHECK:             arith.extf
// CHECK:             arith.addf %{{.*}} : f64
// CHECK:           scf.yield %[[NEXT]], %[[SUM]]
// CHECK:         linalg.generic {{.*}} ins(%[[LOOP]]#0 : tensor<f64>) outs(%[[INIT]] : tensor<f32>)
// CHECK:           arith.addf %{{.*}} : f64
// CHECK:           arith.truncf
func.func @whole(%a: tensor<100000xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%a : tensor<100000xf32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %sum: f32):
    %s = arith.addf %sum, %x : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Columns of an unknown length: 512 rows at a time. f64 needs no wider one.
// CHECK-LABEL: func.func @columns
// CHECK:         scf.for %{{.*}} step %c512{{.*}} -> (tensor<?xf64>, tensor<?xf64>)
// CHECK-NOT:     arith.extf
func.func @columns(%a: tensor<?x?xf64>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<?x?xf64>)
      outs(%init : tensor<?xf64>) dimensions = [0]
  return %0 : tensor<?xf64>
}

// -----

// The inner loop fits, so that a block has 10 of the outer one's iterations.
// CHECK-LABEL: func.func @planes
// CHECK:         scf.for %{{.*}} to %c5000{{.*}} step %c10{{.*}}
// CHECK-NOT:     scf.for
func.func @planes(%a: tensor<3x5000x100xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<3x5000x100xf32>)
      outs(%init : tensor<3xf32>) dimensions = [1, 2]
  return %0 : tensor<3xf32>
}

// -----

// Short sums, other folds and integers stay.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     scf.for
func.func @others(%a: tensor<8x1024xf32>, %n: tensor<8x5000xi32>, %b: tensor<8x5000xf32>,
                  %init: tensor<8xf32>, %zero: tensor<8xi32>)
    -> (tensor<8xf32>, tensor<8xi32>, tensor<8xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x1024xf32>)
      outs(%init : tensor<8xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addi } ins(%n : tensor<8x5000xi32>)
      outs(%zero : tensor<8xi32>) dimensions = [1]
  %2 = linalg.reduce { arith.maximumf } ins(%b : tensor<8x5000xf32>)
      outs(%init : tensor<8xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<8xf32>, tensor<8xi32>, tensor<8xf32>
}

// -----

// Matrix products are for the tiles of registers.
// CHECK-LABEL: func.func @product
// CHECK-NOT:     scf.for
func.func @product(%a: tensor<64x5000xf32>, %b: tensor<5000x64xf32>,
                   %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x5000xf32>, tensor<5000x64xf32>)
      outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// The input knows a size that the result does not.
// CHECK-LABEL: func.func @sizes
// CHECK:         scf.for {{.*}} -> (tensor<?xf64>, tensor<?xf32>)
// CHECK:           linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
func.func @sizes(%a: tensor<4000x8xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<4000x8xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %s = arith.addf %sum, %x : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Blocks that divide the sum have a known size.
// CHECK-LABEL: func.func @even
// CHECK:         scf.for %{{.*}} to %c4096{{.*}} step %c1024
// CHECK-NOT:       affine.min
// CHECK:           linalg.reduce {{.*}} ins(%{{.*}} : tensor<1024xf32>)
func.func @even(%a: tensor<4096xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4096xf32>)
      outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
