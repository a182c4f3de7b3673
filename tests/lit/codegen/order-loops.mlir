// RUN: ingot-opt %s --ingot-order-loops | FileCheck %s

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK-LABEL: func.func @columns_innermost
func.func @columns_innermost(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                             %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK:         linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]]
  // CHECK-SAME:      iterator_types = ["parallel", "reduction", "parallel"]
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Where the elements that are summed lie side by side, the lanes of a vector get
// accumulators of their own.
// CHECK-LABEL: func.func @dot
func.func @dot(%a: tensor<?xf32>, %c: tensor<f32>) -> tensor<f32> {
  // CHECK:         linalg.generic {{.*}} iterator_types = ["reduction"]
  // CHECK:           arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
  // CHECK:           arith.addf %{{.*}} fastmath<reassoc> : f32
  %r = linalg.dot ins(%a, %a : tensor<?xf32>, tensor<?xf32>)
      outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @rows
func.func @rows(%a: tensor<4x?xf64>, %c: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK:         iterator_types = ["parallel", "reduction"]
  // CHECK:           arith.addf %{{.*}} fastmath<reassoc> : f64
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x?xf64>)
      outs(%c : tensor<4xf64>) dimensions = [1]
  return %r : tensor<4xf64>
}

// A vector runs along the result here, and each sum keeps its order.
// CHECK-LABEL: func.func @columns
func.func @columns(%a: tensor<?x8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT:     reassoc
  %r = linalg.reduce { arith.addf } ins(%a : tensor<?x8xf32>)
      outs(%c : tensor<8xf32>) dimensions = [0]
  return %r : tensor<8xf32>
}

// Products keep theirs.
// CHECK-LABEL: func.func @others
func.func @others(%a: tensor<4x8xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT:     reassoc
  %r = linalg.reduce { arith.mulf } ins(%a : tensor<4x8xf32>)
      outs(%c : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// The largest of elements that lie side by side is the same in any order; the
// loops are in place.
// CHECK-LABEL: func.func @largest
func.func @largest(%a: tensor<4x?xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:         linalg.reduce { arith.maximumf }
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<4x?xf32>)
      outs(%c : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// So does a sum of differences from one value per row.
// CHECK-LABEL: func.func @squares_of_differences
func.func @squares_of_differences(%a: tensor<4x?xf32>, %m: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:         iterator_types = ["parallel", "reduction"]
  // CHECK:           arith.addf %{{.*}} fastmath<reassoc> : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %m : tensor<4x?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %d = arith.subf %x, %y : f32
    %t = arith.addf %s, %d : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
