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

// Nothing but a reduction: no loop to put innermost.
// CHECK-LABEL: func.func @dot
func.func @dot(%a: tensor<?xf32>, %c: tensor<f32>) -> tensor<f32> {
  // CHECK:         linalg.dot
  %r = linalg.dot ins(%a, %a : tensor<?xf32>, tensor<?xf32>)
      outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
