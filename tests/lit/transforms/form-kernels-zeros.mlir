// RUN: ingot-opt %s --split-input-file --ingot-form-kernels | FileCheck %s

// A sixth of the rows of all windows are zeros that another kernel wrote: the
// convolution's argument says how many there are, along the height alone.
// CHECK-LABEL: module @narrow
// CHECK:         func.func @kernel(%{{.*}}: tensor<1x6x34x16xf32> {ingot.zeros = array<i64: 0, 0, 1, 1, 0, 0, 0, 0>}, %{{.*}}: tensor<3x3x16x16xf32>,
// CHECK:           linalg.conv_2d_nhwc_hwcf
module @narrow {
  func.func @main(%x: tensor<1x4x32x16xf32>, %w: tensor<3x3x16x16xf32>) -> tensor<1x4x32x16xf32> {
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : tensor<1x4x32x16xf32> to tensor<1x6x34x16xf32>
    %e = tensor.empty() : tensor<1x4x32x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x32x16xf32>) -> tensor<1x4x32x16xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x6x34x16xf32>, tensor<3x3x16x16xf32>)
        outs(%f : tensor<1x4x32x16xf32>) -> tensor<1x4x32x16xf32>
    return %r : tensor<1x4x32x16xf32>
  }
}

// -----

// Of seventy rows one is not worth asking whether the filter is finite.
// CHECK-LABEL: module @high
// CHECK-NOT:     ingot.zeros
// CHECK:           linalg.conv_2d_nhwc_hwcf
module @high {
  func.func @main(%x: tensor<1x70x8x16xf32>, %w: tensor<3x3x16x16xf32>) -> tensor<1x70x8x16xf32> {
    %zero = arith.constant 0.0 : f32
    %padding = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %padding : f32
    } : tensor<1x70x8x16xf32> to tensor<1x72x10x16xf32>
    %e = tensor.empty() : tensor<1x70x8x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x70x8x16xf32>) -> tensor<1x70x8x16xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x72x10x16xf32>, tensor<3x3x16x16xf32>)
        outs(%f : tensor<1x70x8x16xf32>) -> tensor<1x70x8x16xf32>
    return %r : tensor<1x70x8x16xf32>
  }
}

// -----

// Ones are no zeros.
// CHECK-LABEL: module @ones
// CHECK-NOT:     ingot.zeros
// CHECK:           linalg.conv_2d_nhwc_hwcf
module @ones {
  func.func @main(%x: tensor<1x4x32x16xf32>, %w: tensor<3x3x16x16xf32>) -> tensor<1x4x32x16xf32> {
    %zero = arith.constant 0.0 : f32
    %padding = arith.constant 1.0 : f32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %padding : f32
    } : tensor<1x4x32x16xf32> to tensor<1x6x34x16xf32>
    %e = tensor.empty() : tensor<1x4x32x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x32x16xf32>) -> tensor<1x4x32x16xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x6x34x16xf32>, tensor<3x3x16x16xf32>)
        outs(%f : tensor<1x4x32x16xf32>) -> tensor<1x4x32x16xf32>
    return %r : tensor<1x4x32x16xf32>
  }
}

// -----

// Filters that stream through the cache have taps outside of the pixels.
// CHECK-LABEL: module @streamed
// CHECK-NOT:     ingot.zeros
// CHECK:           linalg.conv_2d_nhwc_hwcf
module @streamed {
  func.func @main(%x: tensor<1x4x32x256xf32>, %w: tensor<3x3x256x256xf32>) -> tensor<1x4x32x256xf32> {
    %zero = arith.constant 0.0 : f32
    %padding = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %padding : f32
    } : tensor<1x4x32x256xf32> to tensor<1x6x34x256xf32>
    %e = tensor.empty() : tensor<1x4x32x256xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x32x256xf32>) -> tensor<1x4x32x256xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x6x34x256xf32>, tensor<3x3x256x256xf32>)
        outs(%f : tensor<1x4x32x256xf32>) -> tensor<1x4x32x256xf32>
    return %r : tensor<1x4x32x256xf32>
  }
}

// -----

// Eight pixels a row are too few to ask for.
// CHECK-LABEL: module @small
// CHECK-NOT:     ingot.zeros
// CHECK:           linalg.conv_2d_nhwc_hwcf
module @small {
  func.func @main(%x: tensor<1x4x8x16xf32>, %w: tensor<3x3x16x16xf32>) -> tensor<1x4x8x16xf32> {
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : tensor<1x4x8x16xf32> to tensor<1x6x10x16xf32>
    %e = tensor.empty() : tensor<1x4x8x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x6x10x16xf32>, tensor<3x3x16x16xf32>)
        outs(%f : tensor<1x4x8x16xf32>) -> tensor<1x4x8x16xf32>
    return %r : tensor<1x4x8x16xf32>
  }
}

// -----

// So are the taps of a depthwise convolution, which sum nothing else.
// CHECK-LABEL: module @depthwise
// CHECK-NOT:     ingot.zeros
// CHECK:           linalg.depthwise_conv_2d_nhwc_hwc
module @depthwise {
  func.func @main(%x: tensor<1x4x32x16xf32>, %w: tensor<3x3x16xf32>) -> tensor<1x4x32x16xf32> {
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : tensor<1x4x32x16xf32> to tensor<1x6x34x16xf32>
    %e = tensor.empty() : tensor<1x4x32x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x32x16xf32>) -> tensor<1x4x32x16xf32>
    %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %w : tensor<1x6x34x16xf32>, tensor<3x3x16xf32>)
        outs(%f : tensor<1x4x32x16xf32>) -> tensor<1x4x32x16xf32>
    return %r : tensor<1x4x32x16xf32>
  }
}
