// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=512 --canonicalize \
// RUN:   | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=0 \
// RUN:   | FileCheck %s --check-prefix=SCALAR

// SCALAR-NOT: scf.for

// Eight rows of two vectors; one step of k at a time.
// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<64x96xf32>, %b: tensor<96x128xf32>,
                  %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK:         scf.for %{{.*}} = %c0 to %c64 step %c8
  // CHECK:           scf.for %{{.*}} = %c0 to %c128 step %c32
  // CHECK:             scf.for %{{.*}} = %c0 to %c96 step %c1
  // CHECK:               linalg.generic
  // CHECK-SAME:            ins({{.*}} : tensor<8x1xf32>, tensor<1x32xf32>)
  // CHECK-SAME:            outs({{.*}} : tensor<8x32xf32>)
  // CHECK-SAME:            ingot.vectorize
  %r = linalg.matmul ins(%a, %b : tensor<64x96xf32>, tensor<96x128xf32>)
      outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// The ragged end is peeled, and static as well.
// CHECK-LABEL: func.func @ragged
func.func @ragged(%a: tensor<8x96xf32>, %b: tensor<96x40xf32>,
                  %c: tensor<8x40xf32>) -> tensor<8x40xf32> {
  // CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x32xf32>)
  // CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x8xf32>)
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x40xf32>)
      outs(%c : tensor<8x40xf32>) -> tensor<8x40xf32>
  return %r : tensor<8x40xf32>
}

// Not one vector of 24: LLVM would keep it element by element.
// CHECK-LABEL: func.func @uneven
func.func @uneven(%a: tensor<8x96xf32>, %b: tensor<96x24xf32>,
                  %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  // CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x16xf32>)
  // CHECK:         linalg.generic {{.*}} outs({{.*}} : tensor<8x8xf32>)
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x24xf32>)
      outs(%c : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %r : tensor<8x24xf32>
}

// A sum along the contiguous dimension has no dimension to put vectors along.
// CHECK-LABEL: func.func @row_sum
func.func @row_sum(%a: tensor<64x96xf32>, %c: tensor<64xf32>)
    -> tensor<64xf32> {
  // CHECK-NOT:     scf.for
  // CHECK:         linalg.reduce
  %r = linalg.reduce {arith.addf} ins(%a : tensor<64x96xf32>)
      outs(%c : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}
