// RUN: ingot-opt %s --ingot-split-extrema | FileCheck %s

// Rows first, one more than the result has for each of the window's but one; both
// steps start from the same number.
// CHECK-DAG:   #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2 + d4, d3)>
// CHECK-DAG:   #[[LEFT:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 + d4, d2, d3)>
// CHECK-LABEL: func.func @overlapping(
// CHECK-SAME:    %[[X:[^ ]*]]: tensor<1x24x24x16xf32>
// CHECK:         %[[START:.*]] = linalg.fill {{.*}} -> tensor<1x24x20x16xf32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[ROWS]], {{.*}} ins(%[[X]], {{.*}} outs(%[[START]]
// CHECK:           arith.maximumf
// CHECK:         linalg.generic {indexing_maps = [#[[LEFT]], {{.*}} ins(%[[R]], {{.*}} outs({{.*}} : tensor<1x20x20x16xf32>)
// CHECK:           arith.maximumf
// CHECK-NOT:     linalg.generic
func.func @overlapping(%x: tensor<1x24x24x16xf32>, %out: tensor<1x20x20x16xf32>)
    -> tensor<1x20x20x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<5x5xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x20x20x16xf32>) -> tensor<1x20x20x16xf32>
  %r = linalg.pooling_nhwc_max ins(%x, %w : tensor<1x24x24x16xf32>, tensor<5x5xf32>)
      outs(%f : tensor<1x20x20x16xf32>) -> tensor<1x20x20x16xf32>
  return %r : tensor<1x20x20x16xf32>
}

// In steps of two, windows of three share one row in two.
// CHECK-LABEL: func.func @apart(
// CHECK:         linalg.pooling_nhwc_max
func.func @apart(%x: tensor<1x33x33x16xf32>, %out: tensor<1x16x16x16xf32>)
    -> tensor<1x16x16x16xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%out : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x33x33x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %r : tensor<1x16x16x16xf32>
}

// A sum has an order.
// CHECK-LABEL: func.func @sum(
// CHECK:         linalg.pooling_nhwc_sum
func.func @sum(%x: tensor<1x24x24x16xf32>, %out: tensor<1x20x20x16xf32>)
    -> tensor<1x20x20x16xf32> {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<5x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<1x20x20x16xf32>) -> tensor<1x20x20x16xf32>
  %r = linalg.pooling_nhwc_sum ins(%x, %w : tensor<1x24x24x16xf32>, tensor<5x5xf32>)
      outs(%f : tensor<1x20x20x16xf32>) -> tensor<1x20x20x16xf32>
  return %r : tensor<1x20x20x16xf32>
}
