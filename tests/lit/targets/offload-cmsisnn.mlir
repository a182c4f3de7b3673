// RUN: ingot-opt %s --ingot-offload=library=cmsisnn --split-input-file | FileCheck %s

// As the reader of TFLite leaves a convolution: the product with a real number
// is TOSA's, what is stored is StableHLO's. Parameters: offsets, strides,
// padding, dilation, range.

// CHECK-LABEL: func.func @convolution
// CHECK-SAME:    %[[X:.*]]: tensor<2x5x7x3xi8>, %[[W:.*]]: tensor<2x3x3x3xi8>, %[[B:.*]]: tensor<2xi32>
// CHECK:         %[[M:.*]] = arith.constant dense<[1147730844, 1172802613]> : tensor<2xi32>
// CHECK-NEXT:    %[[S:.*]] = arith.constant dense<[-11, -12]> : tensor<2xi32>
// CHECK-NEXT:    %[[P:.*]] = arith.constant dense<[128, 22, 2, 1, 1, 0, 1, 1, -100, 127]> : tensor<10xi32>
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "cmsisnn.convolve_s8"(%[[X]], %[[W]], %[[B]], %[[M]], %[[S]], %[[P]])
// CHECK-SAME:      -> tensor<2x3x5x2xi8>
// CHECK-NEXT:    return %[[R]]
func.func @convolution(%x: tensor<2x5x7x3xi8>, %w: tensor<2x3x3x3xi8>, %b: tensor<2xi32>) -> tensor<2x3x5x2xi8> {
  %xz = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<[1147730844, 1172802613]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[42, 43]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 2, 1>} : (tensor<2x5x7x3xi8>, tensor<2x3x3x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x5x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x3x5x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x5x2xi32>
  %c22 = stablehlo.constant dense<22> : tensor<i32>
  %c = stablehlo.broadcast_in_dim %c22, dims = [] : (tensor<i32>) -> tensor<2x3x5x2xi32>
  %2 = stablehlo.add %c, %1 : tensor<2x3x5x2xi32>
  %low = stablehlo.constant dense<-100> : tensor<2x3x5x2xi32>
  %3 = stablehlo.maximum %2, %low : tensor<2x3x5x2xi32>
  %high = stablehlo.constant dense<127> : tensor<2x3x5x2xi32>
  %4 = stablehlo.minimum %3, %high : tensor<2x3x5x2xi32>
  %5 = stablehlo.convert %4 : (tensor<2x3x5x2xi32>) -> tensor<2x3x5x2xi8>
  return %5 : tensor<2x3x5x2xi8>
}

// -----

// Others write bytes at once. One number stands for all channels, and there is
// no bias.

// CHECK-LABEL: func.func @depthwise
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x4x2xi8>, %[[W:.*]]: tensor<2x2x2x2xi8>
// CHECK:         %[[B:.*]] = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    arith.constant dense<1073741824> : tensor<4xi32>
// CHECK-NEXT:    arith.constant dense<1> : tensor<4xi32>
// CHECK-NEXT:    arith.constant dense<[-3, 5, 1, 1, 0, 0, 1, 1, 5, 90]> : tensor<10xi32>
// CHECK-NEXT:    ingot.custom "cmsisnn.depthwise_conv_s8"(%[[X]], %[[W]], %[[B]],
// CHECK-NOT:     tosa.clamp
func.func @depthwise(%x: tensor<1x4x4x2xi8>, %w: tensor<2x2x2x2xi8>) -> tensor<1x3x3x4xi8> {
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %yz = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<2x2x2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x4xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x3x3x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x3x4xi8>
  %2 = tosa.clamp %1 {min_val = 5 : i8, max_val = 90 : i8} : (tensor<1x3x3x4xi8>) -> tensor<1x3x3x4xi8>
  return %2 : tensor<1x3x3x4xi8>
}

// -----

// What the functions do not compute stays: another rounding, sums that others
// read, weights with a zero point.

// CHECK-LABEL: func.func @single_rounding
// CHECK-NOT:     ingot.custom
// CHECK:         tosa.rescale
func.func @single_rounding(%x: tensor<1x1x1x4xi8>, %w: tensor<2x1x1x4xi8>, %b: tensor<2xi32>) -> tensor<1x1x1x2xi8> {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1 : tensor<1x1x1x2xi8>
}

// -----

// CHECK-LABEL: func.func @sums_are_read
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @sums_are_read(%x: tensor<1x1x1x4xi8>, %w: tensor<2x1x1x4xi8>, %b: tensor<2xi32>) -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xi32>) {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1, %0 : tensor<1x1x1x2xi8>, tensor<1x1x1x2xi32>
}

// -----

// CHECK-LABEL: func.func @weights_with_a_zero_point
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @weights_with_a_zero_point(%x: tensor<1x1x1x4xi8>, %w: tensor<2x1x1x4xi8>, %b: tensor<2xi32>) -> tensor<1x1x1x2xi8> {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1 : tensor<1x1x1x2xi8>
}

// -----

// Padding that TFLite does not have: only one edge, more than the window, and a
// row in steps of two whose last window ends two elements beyond it.

// CHECK-LABEL: func.func @padding_before_all
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @padding_before_all(%x: tensor<1x4x4x4xi8>, %w: tensor<2x1x1x4xi8>, %b: tensor<2xi32>) -> tensor<1x5x5x2xi8> {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x5x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x5x5x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x5x5x2xi8>
  return %1 : tensor<1x5x5x2xi8>
}

// -----

// CHECK-LABEL: func.func @uneven_padding
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @uneven_padding(%x: tensor<1x4x4x4xi8>, %w: tensor<2x3x3x4xi8>, %b: tensor<2xi32>) -> tensor<1x5x5x2xi8> {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 2, 1, 2, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xi8>, tensor<2x3x3x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x5x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x5x5x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x5x5x2xi8>
  return %1 : tensor<1x5x5x2xi8>
}

// -----

// CHECK-LABEL: func.func @row_in_steps
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @row_in_steps(%x: tensor<1x1x9x2xi8>, %w: tensor<2x1x5x2xi8>, %b: tensor<2xi32>) -> tensor<1x1x5x2xi8> {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 2, 2>, stride = array<i64: 1, 2>} : (tensor<1x1x9x2xi8>, tensor<2x1x5x2xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x5x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x5x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x5x2xi8>
  return %1 : tensor<1x1x5x2xi8>
}
