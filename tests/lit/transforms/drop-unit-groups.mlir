// RUN: ingot-opt %s --ingot-drop-unit-groups --split-input-file | FileCheck %s

// As many groups as channels, as StableHLO has it: the loops over one channel
// and one filter are gone, and so are the reshapes around.

#in = affine_map<(n, h, w, g, f, i, j, c) -> (n, h + i, w + j, g, c)>
#filter = affine_map<(n, h, w, g, f, i, j, c) -> (i, j, c, g, f)>
#out = affine_map<(n, h, w, g, f, i, j, c) -> (n, h, w, g, f)>

// CHECK-DAG: #[[IN:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 + d5, d3)>
// CHECK-DAG: #[[FILTER:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d3)>
// CHECK-DAG: #[[OUT:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT:     expand_shape %arg0
// CHECK:         %[[Y:.+]] = linalg.generic {indexing_maps = [#[[IN]], #[[FILTER]], #[[OUT]]]{{.*}} ins(%arg0,
// CHECK:         return %[[Y]]
func.func @depthwise(%x: tensor<1x5x5x8xf32>, %w: tensor<3x3x1x8xf32>) -> tensor<1x3x3x8xf32> {
  %zero = arith.constant 0.0 : f32
  %xs = tensor.expand_shape %x [[0], [1], [2], [3, 4]] output_shape [1, 5, 5, 8, 1] : tensor<1x5x5x8xf32> into tensor<1x5x5x8x1xf32>
  %ws = tensor.expand_shape %w [[0], [1], [2], [3, 4]] output_shape [3, 3, 1, 8, 1] : tensor<3x3x1x8xf32> into tensor<3x3x1x8x1xf32>
  %e = tensor.empty() : tensor<1x3x3x8x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x8x1xf32>) -> tensor<1x3x3x8x1xf32>
  %0 = linalg.generic {indexing_maps = [#in, #filter, #out], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%xs, %ws : tensor<1x5x5x8x1xf32>, tensor<3x3x1x8x1xf32>) outs(%i : tensor<1x3x3x8x1xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %o, %m : f32
      linalg.yield %s : f32
  } -> tensor<1x3x3x8x1xf32>
  %y = tensor.collapse_shape %0 [[0], [1], [2], [3, 4]] : tensor<1x3x3x8x1xf32> into tensor<1x3x3x8xf32>
  return %y : tensor<1x3x3x8xf32>
}

// -----

// Groups of several channels stay, as do the dimensions of size one that are no
// group's.

// CHECK-LABEL: func.func @groups
// CHECK:         linalg.conv_2d_ngchw_gfchw
func.func @groups(%x: tensor<1x2x3x5x5xf32>, %w: tensor<2x4x3x3x3xf32>, %i: tensor<1x2x4x3x3xf32>) -> tensor<1x2x4x3x3xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x3x5x5xf32>, tensor<2x4x3x3x3xf32>) outs(%i : tensor<1x2x4x3x3xf32>) -> tensor<1x2x4x3x3xf32>
  return %0 : tensor<1x2x4x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @one_filter
// CHECK:         linalg.conv_2d_nhwc_hwcf
func.func @one_filter(%x: tensor<1x5x5x4xf32>, %w: tensor<3x3x4x1xf32>, %i: tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x5x5x4xf32>, tensor<3x3x4x1xf32>) outs(%i : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  return %0 : tensor<1x3x3x1xf32>
}

// -----

// The one filter of each channel that TOSA's has, with zero points.

// CHECK-LABEL: func.func @quantised
// CHECK:         %[[Y:.+]] = linalg.depthwise_conv_2d_nhwc_hwc_q {{.*}} ins(%arg0, %{{.*}}, %{{.*}}, %{{.*}} : tensor<1x5x5x8xi8>, tensor<3x3x8xi8>, i32, i32)
// CHECK:         return %[[Y]]
func.func @quantised(%x: tensor<1x5x5x8xi8>, %w: tensor<3x3x8x1xi8>) -> tensor<1x3x3x8xi32> {
  %zero = arith.constant 0 : i32
  %point = arith.constant -3 : i32
  %e = tensor.empty() : tensor<1x3x3x8x1xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<1x3x3x8x1xi32>) -> tensor<1x3x3x8x1xi32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w, %point, %zero : tensor<1x5x5x8xi8>, tensor<3x3x8x1xi8>, i32, i32)
      outs(%i : tensor<1x3x3x8x1xi32>) -> tensor<1x3x3x8x1xi32>
  %y = tensor.collapse_shape %0 [[0], [1], [2], [3, 4]] : tensor<1x3x3x8x1xi32> into tensor<1x3x3x8xi32>
  return %y : tensor<1x3x3x8xi32>
}
