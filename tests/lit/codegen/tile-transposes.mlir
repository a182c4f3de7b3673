// RUN: ingot-opt %s --ingot-tile-transposes=vector-bits=512 --canonicalize --ingot-vectorize-kernel | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-transposes=vector-bits=0 | FileCheck %s --check-prefix=NONE

// NONE-NOT: scf.for

// CHECK-LABEL: func.func @squares
func.func @squares(%a: tensor<64x32xf32>, %e: tensor<32x64xf32>) -> tensor<32x64xf32> {
  // CHECK:         scf.for %[[I:[^ ]*]] = {{.*}} step %c16
  // CHECK:           scf.for %[[J:[^ ]*]] = {{.*}} step %c16
  // CHECK:             vector.transfer_read %{{.*}}[%[[J]], %[[I]]]{{.*}} : tensor<64x32xf32>, vector<16x16xf32>
  // CHECK:             vector.transfer_write {{.*}}[%[[I]], %[[J]]]
  %r = linalg.transpose ins(%a : tensor<64x32xf32>) outs(%e : tensor<32x64xf32>)
      permutation = [1, 0]
  return %r : tensor<32x64xf32>
}

// Each element is used with one that lies as the result does. The ends are
// peeled.
// CHECK-LABEL: func.func @ragged_sum
func.func @ragged_sum(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // CHECK:         vector.transfer_read {{.*}} vector<8x8xf64>
  // CHECK:         vector.transfer_read {{.*}} vector<8x8xf64>
  // CHECK:         arith.addf {{.*}} vector<8x8xf64>
  // CHECK:         linalg.generic
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xf64>) outs(%b : tensor<?x?xf64>) {
    ^bb0(%x: f64, %y: f64):
      %s = arith.addf %x, %y : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Of 28 columns: squares of 16, of 8, of 4, and no loops.
// CHECK-LABEL: func.func @smaller_squares
// CHECK-NOT:     linalg
// CHECK:         vector<16x16xf32>
// CHECK:         scf.for {{.*}} step %c8
// CHECK:           vector.transfer_read {{.*}} vector<8x8xf32>
// CHECK-NOT:     linalg
// CHECK:         scf.for {{.*}} step %c4
// CHECK:           vector.transfer_read {{.*}} vector<4x4xf32>
// CHECK-NOT:     linalg
// CHECK:         return
func.func @smaller_squares(%a: tensor<64x28xf32>, %e: tensor<28x64xf32>) -> tensor<28x64xf32> {
  %r = linalg.transpose ins(%a : tensor<64x28xf32>) outs(%e : tensor<28x64xf32>)
      permutation = [1, 0]
  return %r : tensor<28x64xf32>
}

// The last dimension stays where it is: rows are copied.
// CHECK-LABEL: func.func @rows
func.func @rows(%a: tensor<8x16x32xf32>, %e: tensor<16x8x32xf32>) -> tensor<16x8x32xf32> {
  // CHECK-NOT:     scf.for
  // CHECK:         linalg.transpose
  %r = linalg.transpose ins(%a : tensor<8x16x32xf32>) outs(%e : tensor<16x8x32xf32>)
      permutation = [1, 0, 2]
  return %r : tensor<16x8x32xf32>
}

// Three columns fill no vector.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%a: tensor<64x3xf32>, %e: tensor<3x64xf32>) -> tensor<3x64xf32> {
  // CHECK-NOT:     scf.for
  // CHECK:         linalg.transpose
  %r = linalg.transpose ins(%a : tensor<64x3xf32>) outs(%e : tensor<3x64xf32>)
      permutation = [1, 0]
  return %r : tensor<3x64xf32>
}

// What no cache holds is read along its rows: 8 MiB and more.
// CHECK-LABEL: func.func @from_memory
// CHECK:         scf.for %[[J:[^ ]*]] = %c0 to %c2048 step %c16
// CHECK:           scf.for %[[I:[^ ]*]] = %c0 to %c1024 step %c16
// CHECK:             vector.transfer_read %{{.*}}[%[[J]], %[[I]]]{{.*}} : tensor<2048x1024xf32>, vector<16x16xf32>
func.func @from_memory(%a: tensor<2048x1024xf32>, %e: tensor<1024x2048xf32>) -> tensor<1024x2048xf32> {
  %r = linalg.transpose ins(%a : tensor<2048x1024xf32>) outs(%e : tensor<1024x2048xf32>)
      permutation = [1, 0]
  return %r : tensor<1024x2048xf32>
}
