// RUN: ingot-opt %s --ingot-order-windows | FileCheck %s

// Channels first are the outer loop of all; taps keep their order.
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 + d4, d3 + d5)>
// CHECK-DAG: #[[FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d5)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @channels_first(
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]], #[[FILTER]], #[[RESULT]]]
func.func @channels_first(%x: tensor<1x8x58x58xf32>, %w: tensor<8x3x3xf32>, %y: tensor<1x8x56x56xf32>)
    -> tensor<1x8x56x56xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<1x8x58x58xf32>, tensor<8x3x3xf32>)
      outs(%y : tensor<1x8x56x56xf32>) -> tensor<1x8x56x56xf32>
  return %r : tensor<1x8x56x56xf32>
}

// These are in order.
// CHECK-LABEL: func.func @channels_last(
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK: linalg.conv_2d_nchw_fchw
func.func @channels_last(%x: tensor<1x58x58x8xf32>, %w: tensor<3x3x8xf32>, %y: tensor<1x56x56x8xf32>,
                         %a: tensor<1x8x58x58xf32>, %b: tensor<4x8x3x3xf32>, %c: tensor<1x4x56x56xf32>)
    -> (tensor<1x56x56x8xf32>, tensor<1x4x56x56xf32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x58x58x8xf32>, tensor<3x3x8xf32>)
      outs(%y : tensor<1x56x56x8xf32>) -> tensor<1x56x56x8xf32>
  %s = linalg.conv_2d_nchw_fchw ins(%a, %b : tensor<1x8x58x58xf32>, tensor<4x8x3x3xf32>)
      outs(%c : tensor<1x4x56x56xf32>) -> tensor<1x4x56x56xf32>
  return %r, %s : tensor<1x56x56x8xf32>, tensor<1x4x56x56xf32>
}

// A transpose has no windows.
// CHECK-LABEL: func.func @transpose(
// CHECK: linalg.transpose
func.func @transpose(%x: tensor<8x56xf32>, %y: tensor<56x8xf32>) -> tensor<56x8xf32> {
  %r = linalg.transpose ins(%x : tensor<8x56xf32>) outs(%y : tensor<56x8xf32>) permutation = [1, 0]
  return %r : tensor<56x8xf32>
}
