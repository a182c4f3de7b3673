// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=512' --canonicalize | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=256' --canonicalize | FileCheck %s --check-prefixes=CHECK,HALF
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=128' --canonicalize | FileCheck %s --check-prefix=NARROW

// Where our vectors are as wide as the library's, it has what reads memory once;
// small products and convolutions only where ours are narrow.

// CHECK-LABEL: func.func @product
// CHECK-NOT:     ingot.custom
// NARROW-LABEL: func.func @product
// NARROW:         ingot.custom "dnnl.matmul"
func.func @product(%a: tensor<64x128xf32>, %b: tensor<128x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %p : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @largest_of_channels_last
// CHECK-NOT:     ingot.custom
// NARROW-LABEL: func.func @largest_of_channels_last
// NARROW:         ingot.custom "dnnl.pooling"
func.func @largest_of_channels_last(%x: tensor<1x57x57x64xf32>) -> tensor<1x28x28x64xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x28x28x64xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x57x57x64xf32>, tensor<3x3xf32>) outs(%f : tensor<1x28x28x64xf32>) -> tensor<1x28x28x64xf32>
  return %r : tensor<1x28x28x64xf32>
}

// CHECK-LABEL: func.func @sum_of_channels_first
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @sum_of_channels_first(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x28x28xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x28x28xf32>
  %k = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
  %r = linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x64x56x56xf32>, tensor<2x2xf32>) outs(%f : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
  return %r : tensor<1x64x28x28xf32>
}

// CHECK-LABEL: func.func @filters
// CHECK-NOT:     ingot.custom
// NARROW-LABEL: func.func @filters
// NARROW:         ingot.custom "dnnl.convolution"
func.func @filters(%x: tensor<1x6x6x192xf32>, %w: tensor<1x1x192x32xf32>) -> tensor<1x6x6x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x6x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x6x6x192xf32>, tensor<1x1x192x32xf32>) outs(%f : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  return %r : tensor<1x6x6x32xf32>
}

// Maxima pay earlier than sums.
// NARROW-LABEL: func.func @little_maxima
// NARROW:         ingot.custom "dnnl.pooling"
// NARROW-LABEL: func.func @little_sums
// NARROW-NOT:     ingot.custom
func.func @little_maxima(%x: tensor<1x2x96x200xf32>) -> tensor<1x1x48x200xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x1x48x200xf32>
  %k = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x1x48x200xf32>) -> tensor<1x1x48x200xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x2x96x200xf32>, tensor<2x2xf32>) outs(%f : tensor<1x1x48x200xf32>) -> tensor<1x1x48x200xf32>
  return %r : tensor<1x1x48x200xf32>
}
func.func @little_sums(%x: tensor<1x20x20x96xf32>) -> tensor<1x1x1x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x1x96xf32>
  %k = tensor.empty() : tensor<20x20xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x96xf32>) -> tensor<1x1x1x96xf32>
  %r = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x20x20x96xf32>, tensor<20x20xf32>) outs(%f : tensor<1x1x1x96xf32>) -> tensor<1x1x1x96xf32>
  return %r : tensor<1x1x1x96xf32>
}

// Of channels that lie apart the library has no function that is fast.
// CHECK-LABEL: func.func @largest_of_channels_first
// CHECK-NOT:     ingot.custom
// NARROW-LABEL: func.func @largest_of_channels_first
// NARROW-NOT:     ingot.custom
// NARROW:         return
func.func @largest_of_channels_first(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x28x28xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x64x28x28xf32>
  %k = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x64x56x56xf32>, tensor<2x2xf32>) outs(%f : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
  return %r : tensor<1x64x28x28xf32>
}

// A mean of the whole image reads it once, and the library adds in order.
// CHECK-LABEL: func.func @sum_of_an_image
// CHECK:         ingot.custom "dnnl.pooling"
func.func @sum_of_an_image(%x: tensor<1x40x40x96xf32>) -> tensor<1x1x1x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x1x96xf32>
  %k = tensor.empty() : tensor<40x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x96xf32>) -> tensor<1x1x1x96xf32>
  %r = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x40x40x96xf32>, tensor<40x40xf32>) outs(%f : tensor<1x1x1x96xf32>) -> tensor<1x1x1x96xf32>
  return %r : tensor<1x1x1x96xf32>
}

// With vectors of 256 bits the library is ahead where windows of many channels
// meet many pixels, and where pixels are left out; nowhere with 512.
// CHECK-LABEL: func.func @window_of_many_channels
// WIDE-NOT:      ingot.custom
// HALF:          ingot.custom "dnnl.convolution"
// CHECK:         return
// CHECK-LABEL: func.func @left_out
// WIDE-NOT:      ingot.custom
// HALF:          ingot.custom "dnnl.convolution"
// CHECK:         return
// CHECK-LABEL: func.func @few_pixels
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @window_of_many_channels(%x: tensor<1x12x12x96xf32>, %w: tensor<3x3x96x24xf32>) -> tensor<1x10x10x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x10x10x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x10x10x24xf32>) -> tensor<1x10x10x24xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x12x12x96xf32>, tensor<3x3x96x24xf32>) outs(%f : tensor<1x10x10x24xf32>) -> tensor<1x10x10x24xf32>
  return %r : tensor<1x10x10x24xf32>
}
func.func @left_out(%x: tensor<1x28x28x512xf32>, %w: tensor<1x1x512x1024xf32>) -> tensor<1x14x14x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x14x14x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x14x1024xf32>) -> tensor<1x14x14x1024xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x28x28x512xf32>, tensor<1x1x512x1024xf32>) outs(%f : tensor<1x14x14x1024xf32>) -> tensor<1x14x14x1024xf32>
  return %r : tensor<1x14x14x1024xf32>
}
func.func @few_pixels(%x: tensor<1x10x10x128xf32>, %w: tensor<3x3x128x128xf32>) -> tensor<1x8x8x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x8x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x8x128xf32>) -> tensor<1x8x8x128xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x10x10x128xf32>, tensor<3x3x128x128xf32>) outs(%f : tensor<1x8x8x128xf32>) -> tensor<1x8x8x128xf32>
  return %r : tensor<1x8x8x128xf32>
}

// Weights are put in another order on each call, which a pixel for each million
// of them does not pay.
// NARROW-LABEL: func.func @pixels_of_many_weights
// NARROW:         ingot.custom "dnnl.convolution"
// NARROW-LABEL: func.func @one_pixel
// NARROW-NOT:     ingot.custom
// NARROW:         return
func.func @pixels_of_many_weights(%x: tensor<1x4x4x512xf32>, %w: tensor<3x3x512x512xf32>) -> tensor<1x2x2x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x2x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x2x512xf32>) -> tensor<1x2x2x512xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x4x4x512xf32>, tensor<3x3x512x512xf32>) outs(%f : tensor<1x2x2x512xf32>) -> tensor<1x2x2x512xf32>
  return %r : tensor<1x2x2x512xf32>
}
func.func @one_pixel(%x: tensor<1x3x3x256xf32>, %w: tensor<3x3x256x512xf32>) -> tensor<1x1x1x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x1x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x512xf32>) -> tensor<1x1x1x512xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x3x3x256xf32>, tensor<3x3x256x512xf32>) outs(%f : tensor<1x1x1x512xf32>) -> tensor<1x1x1x512xf32>
  return %r : tensor<1x1x1x512xf32>
}

// Of channels one is enough, of filters eight are too few.
// NARROW-LABEL: func.func @one_channel
// NARROW:         ingot.custom "dnnl.convolution"
// NARROW-LABEL: func.func @eight_filters
// NARROW-NOT:     ingot.custom
// NARROW:         return
func.func @one_channel(%x: tensor<1x34x34x1xf32>, %w: tensor<3x3x1x32xf32>) -> tensor<1x32x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x32x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x34x34x1xf32>, tensor<3x3x1x32xf32>) outs(%f : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
  return %r : tensor<1x32x32x32xf32>
}
func.func @eight_filters(%x: tensor<1x97x97x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<1x48x48x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x48x48x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48x48x8xf32>) -> tensor<1x48x48x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x97x97x3xf32>, tensor<3x3x3x8xf32>) outs(%f : tensor<1x48x48x8xf32>) -> tensor<1x48x48x8xf32>
  return %r : tensor<1x48x48x8xf32>
}
