// RUN: ingot-opt %s --ingot-offload='library=xnnpack vector-bits=128' | FileCheck %s --check-prefixes=CHECK,NARROW,SHORT
// RUN: ingot-opt %s --ingot-offload='library=xnnpack vector-bits=256' | FileCheck %s --check-prefixes=CHECK,NARROW,LONG
// RUN: ingot-opt %s --ingot-offload='library=xnnpack vector-bits=512' | FileCheck %s --check-prefixes=CHECK,WIDE,LONG

// Depthwise convolutions of many channels are faster by the library where our
// vectors have less than 512 bits, of fewer where they have 128, and by windows
// that it has no function for nowhere. Sums over channels are ours where vectors
// are wide.

// CHECK-LABEL: func.func @many_channels
// NARROW:        ingot.custom "xnnpack.depthwise"
// WIDE-NOT:      ingot.custom
func.func @many_channels(%x: tensor<1x14x14x512xi8>) -> tensor<1x14x14x512xi8> {
  %w = "tosa.const"() <{values = dense<2> : tensor<3x3x512x1xi8>}> : () -> tensor<3x3x512x1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x14x14x512xi8>, tensor<3x3x512x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x14x14x512xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x14x14x512xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x14x14x512xi8>
  return %1 : tensor<1x14x14x512xi8>
}

// CHECK-LABEL: func.func @fewer_channels
// SHORT:         ingot.custom "xnnpack.depthwise"
// LONG-NOT:      ingot.custom
func.func @fewer_channels(%x: tensor<1x24x24x32xi8>) -> tensor<1x24x24x32xi8> {
  %w = "tosa.const"() <{values = dense<2> : tensor<3x3x32x1xi8>}> : () -> tensor<3x3x32x1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x24x32xi8>, tensor<3x3x32x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x24x24x32xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x24x24x32xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x24x24x32xi8>
  return %1 : tensor<1x24x24x32xi8>
}

// Of images of which pixels are left out our kernels are slower at every width.
// CHECK-LABEL: func.func @in_steps
// CHECK:         ingot.custom "xnnpack.depthwise"
func.func @in_steps(%x: tensor<1x56x56x64xi8>) -> tensor<1x28x28x64xi8> {
  %w = "tosa.const"() <{values = dense<2> : tensor<3x3x64x1xi8>}> : () -> tensor<3x3x64x1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x56x56x64xi8>, tensor<3x3x64x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x28x28x64xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x28x28x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x28x28x64xi8>
  return %1 : tensor<1x28x28x64xi8>
}

// CHECK-LABEL: func.func @other_window
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @other_window(%x: tensor<1x1x80x128xi8>) -> tensor<1x1x80x128xi8> {
  %w = "tosa.const"() <{values = dense<2> : tensor<1x5x128x1xi8>}> : () -> tensor<1x5x128x1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x1x80x128xi8>, tensor<1x5x128x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x80x128xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x80x128xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x80x128xi8>
  return %1 : tensor<1x1x80x128xi8>
}

// CHECK-LABEL: func.func @sums_over_channels
// NARROW:        ingot.custom "xnnpack.convolution"
// WIDE-NOT:      ingot.custom
// CHECK:         return
func.func @sums_over_channels(%x: tensor<1x14x14x128xi8>) -> tensor<1x14x14x128xi8> {
  %w = "tosa.const"() <{values = dense<2> : tensor<128x1x1x128xi8>}> : () -> tensor<128x1x1x128xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x14x14x128xi8>, tensor<128x1x1x128xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x14x14x128xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x14x14x128xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x14x14x128xi8>
  return %1 : tensor<1x14x14x128xi8>
}
