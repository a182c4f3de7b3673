// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=256 --canonicalize --ingot-skip-padding --canonicalize --cse | FileCheck %s

// Four rows of an image between zeros: the first and the last window have a row
// less. Whether the filter is finite is asked once; the mark is gone.
// CHECK-DAG:     #[[LOW:.*]] = affine_map<()[s0] -> (-s0 + 1, 0)>
// CHECK-DAG:     #[[HIGH:.*]] = affine_map<()[s0] -> (-s0 + 5, 3)>
// CHECK-DAG:     #[[NEXT:.*]] = affine_map<(d0) -> (-d0 + 1, 0)>
// CHECK-DAG:     #[[TAPS:.*]] = affine_map<(d0) -> (-d0 + 4, 3)>
// CHECK-LABEL:   func.func @narrow(
// CHECK-NOT:     ingot.zeros
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<3x3x96x96xf32>) outs({{.*}} : tensor<i32>)
// CHECK:           arith.maxui
// CHECK:         %[[FINITE:.*]] = arith.cmpi ult
// CHECK:         scf.for %[[ROW:.*]] = %c0 to %c4 step %c1
// CHECK:           %[[FIRST:.*]] = affine.max #[[LOW]]()[%[[ROW]]]
// CHECK:           %[[LAST:.*]] = affine.min #[[HIGH]]()[%[[ROW]]]
// CHECK:           %[[BEGIN:.*]] = arith.select %[[FINITE]], %[[FIRST]], %c0
// CHECK:           %[[END:.*]] = arith.select %[[FINITE]], %[[LAST]], %c3
// CHECK:           scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1
// CHECK:             scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK:               scf.for %{{.*}} = %c0 to %c96 step %c1
// CHECK:                 linalg.generic {{.*}}ingot.vectorize
func.func @narrow(%x: tensor<1x6x82x96xf32> {ingot.zeros = array<i64: 0, 0, 1, 1, 0, 0, 0, 0>},
                  %w: tensor<3x3x96x96xf32>) -> tensor<1x4x80x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x80x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x80x96xf32>) -> tensor<1x4x80x96xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x6x82x96xf32>, tensor<3x3x96x96xf32>)
      outs(%f : tensor<1x4x80x96xf32>) -> tensor<1x4x80x96xf32>
  return %r : tensor<1x4x80x96xf32>
}

// Windows in steps of two and places two apart, two rows of zeros on each side:
// a row is in the image as soon as what is left to it is no more than its places.
// CHECK-LABEL:   func.func @spread(
// CHECK:         scf.for %[[ROW:.*]] = %c0 to %c3 step %c1
// CHECK:           affine.max #[[NEXT]](%[[ROW]])
// CHECK:           affine.min #[[TAPS]](%[[ROW]])
func.func @spread(%x: tensor<1x10x12x16xf64> {ingot.zeros = array<i64: 0, 0, 2, 2, 0, 0, 0, 0>},
                  %w: tensor<3x3x16x16xf64>) -> tensor<1x3x4x16xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<1x3x4x16xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<1x3x4x16xf64>) -> tensor<1x3x4x16xf64>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x10x12x16xf64>, tensor<3x3x16x16xf64>)
      outs(%f : tensor<1x3x4x16xf64>) -> tensor<1x3x4x16xf64>
  return %r : tensor<1x3x4x16xf64>
}

// Zeros along the width are read together with pixels; -0 plus a zero may be told
// by its sign; sums that start from something else may hold one.
// CHECK-LABEL:   func.func @others(
// CHECK-NOT:     ingot.zeros
// CHECK-NOT:     arith.maxui
// CHECK:         return
func.func @others(%x: tensor<1x6x10x16xf32> {ingot.zeros = array<i64: 0, 0, 0, 0, 1, 1, 0, 0>},
                  %z: tensor<1x6x10x16xf32> {ingot.zeros = array<i64: 0, 0, 1, 1, 0, 0, 0, 0>},
                  %w: tensor<3x3x16x16xf32>, %b: tensor<1x4x8x16xf32>)
    -> (tensor<1x4x8x16xf32>, tensor<1x4x8x16xf32>, tensor<1x4x8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<1x4x8x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
  %g = linalg.fill ins(%minus : f32) outs(%e : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x6x10x16xf32>, tensor<3x3x16x16xf32>)
      outs(%f : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
  %s = linalg.conv_2d_nhwc_hwcf ins(%z, %w : tensor<1x6x10x16xf32>, tensor<3x3x16x16xf32>)
      outs(%g : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
  %t = linalg.conv_2d_nhwc_hwcf ins(%z, %w : tensor<1x6x10x16xf32>, tensor<3x3x16x16xf32>)
      outs(%b : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
  return %r, %s, %t : tensor<1x4x8x16xf32>, tensor<1x4x8x16xf32>, tensor<1x4x8x16xf32>
}
