// RUN: ingot-opt %s --ingot-offload='library=xnnpack all' --split-input-file | FileCheck %s

// As the reader of TFLite leaves a convolution. The product with a real number
// becomes a float for each channel.

// CHECK-LABEL: func.func @convolution
// CHECK-SAME:    %[[X:.*]]: tensor<2x5x7x3xi8>
// CHECK:         %[[W:.*]] = "tosa.const"() <{values = dense<3> : tensor<2x3x3x3xi8>}>
// CHECK:         %[[B:.*]] = "tosa.const"() <{values = dense<[7, -9]> : tensor<2xi32>}>
// CHECK:         %[[S:.*]] = arith.constant dense<[2.60{{[0-9]*}}E-4, 1.33{{[0-9]*}}E-4]> : tensor<2xf32>
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "xnnpack.convolution"(%[[X]], %[[W]], %[[B]], %[[S]])
// CHECK-SAME:      implementation_attrs = "{\22dilation\22:[1,1],\22pad\22:[1,1,0,0],\22range\22:[-100,127],\22stride\22:[2,1],\22zero\22:[-128,22]}"
// CHECK-SAME:      -> tensor<2x3x5x2xi8>
// CHECK-NEXT:    return %[[R]]
func.func @convolution(%x: tensor<2x5x7x3xi8>) -> tensor<2x3x5x2xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<2x3x3x3xi8>}> : () -> tensor<2x3x3x3xi8>
  %b = "tosa.const"() <{values = dense<[7, -9]> : tensor<2xi32>}> : () -> tensor<2xi32>
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

// Without a bias, with one number for all channels, dilated, of two images, and
// padded as TFLite does not: all are taken. Weights may be put in order first.

// CHECK-LABEL: func.func @depthwise
// CHECK-SAME:    %[[X:.*]]: tensor<2x4x4x2xi8>
// CHECK:         %[[W:.*]] = stablehlo.reshape
// CHECK:         %[[B:.*]] = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    %[[S:.*]] = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    ingot.custom "xnnpack.depthwise"(%[[X]], %[[W]], %[[B]], %[[S]])
// CHECK-SAME:      \22dilation\22:[2,2],\22pad\22:[1,0,0,2],\22range\22:[5,90],\22stride\22:[1,1],\22zero\22:[3,5]
func.func @depthwise(%x: tensor<2x4x4x2xi8>) -> tensor<2x3x4x4xi8> {
  %c = "tosa.const"() <{values = dense<2> : tensor<1x2x2x4xi8>}> : () -> tensor<1x2x2x4xi8>
  %w = stablehlo.reshape %c : (tensor<1x2x2x4xi8>) -> tensor<2x2x2x2xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %yz = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 2, 2>, pad = array<i64: 1, 0, 0, 2>, stride = array<i64: 1, 1>} : (tensor<2x4x4x2xi8>, tensor<2x2x2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x4x4xi32>
  %1 = tosa.rescale %0, %m, %s, %b, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x3x4x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x4x4xi8>
  %2 = tosa.clamp %1 {min_val = 5 : i8, max_val = 90 : i8} : (tensor<2x3x4x4xi8>) -> tensor<2x3x4x4xi8>
  return %2 : tensor<2x3x4x4xi8>
}

// -----

// FULLY_CONNECTED rounds once, from a double. The definition goes with its last
// use.

// CHECK-LABEL: func.func @fully_connected
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xi8>
// CHECK-DAG:     %[[W:.*]] = stablehlo.constant dense<3> : tensor<2x4xi8>
// CHECK-DAG:     %[[B:.*]] = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
// CHECK:         %[[S:.*]] = arith.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "xnnpack.fully_connected"(%[[X]], %[[W]], %[[B]], %[[S]])
// CHECK-SAME:      implementation_attrs = "{\22range\22:[-100,127],\22zero\22:[-7,-4]}"
// CHECK-NEXT:    return %[[R]]
// CHECK-NOT:     @define
func.func @fully_connected(%x: tensor<3x4xi8>) -> tensor<3x2xi8> {
  %w = stablehlo.constant dense<3> : tensor<2x4xi8>
  %b = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %0 = stablehlo.composite "tflite.fully_connected" %x, %w, %b {composite_attributes = {factors = dense<[0.5, 0.25]> : tensor<2xf64>, input_zero_point = -7 : i64, weight_zero_point = 0 : i64, output_zero_point = -4 : i64, least = -100 : i64, most = 127 : i64}, decomposition = @define} : (tensor<3x4xi8>, tensor<2x4xi8>, tensor<2xi32>) -> tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}
func.func private @define(tensor<3x4xi8>, tensor<2x4xi8>, tensor<2xi32>) -> tensor<3x2xi8>

// -----

// Without a bias, and with one factor for all rows.

// CHECK-LABEL: func.func @no_bias
// CHECK:         %[[B:.*]] = arith.constant dense<0> : tensor<2xi32>
// CHECK-NEXT:    %[[S:.*]] = arith.constant dense<5.000000e-01> : tensor<2xf32>
// CHECK-NEXT:    ingot.custom "xnnpack.fully_connected"(%{{.*}}, %{{.*}}, %[[B]], %[[S]])
func.func @no_bias(%x: tensor<3x4xi8>) -> tensor<3x2xi8> {
  %w = stablehlo.constant dense<3> : tensor<2x4xi8>
  %0 = stablehlo.composite "tflite.fully_connected" %x, %w {composite_attributes = {factors = dense<0.5> : tensor<1xf64>, input_zero_point = 0 : i64, weight_zero_point = 0 : i64, output_zero_point = 0 : i64, least = -128 : i64, most = 127 : i64}, decomposition = @define} : (tensor<3x4xi8>, tensor<2x4xi8>) -> tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}
func.func private @define(tensor<3x4xi8>, tensor<2x4xi8>) -> tensor<3x2xi8>

// -----

// Filters that only the run knows would be put in order on each call.

// CHECK-LABEL: func.func @filters_of_the_run
// CHECK-NOT:     ingot.custom
// CHECK:         tosa.rescale
func.func @filters_of_the_run(%x: tensor<1x1x1x4xi8>, %w: tensor<2x1x1x4xi8>) -> tensor<1x1x1x2xi8> {
  %b = "tosa.const"() <{values = dense<[7, -9]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1 : tensor<1x1x1x2xi8>
}

// -----

// A scale of 256 or more is more than XNNPACK takes.

// CHECK-LABEL: func.func @large_scale
// CHECK-NOT:     ingot.custom
// CHECK:         tosa.rescale
func.func @large_scale(%x: tensor<1x1x1x4xi8>) -> tensor<1x1x1x2xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<2x1x1x4xi8>}> : () -> tensor<2x1x1x4xi8>
  %b = "tosa.const"() <{values = dense<[7, -9]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<22> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1 : tensor<1x1x1x2xi8>
}

// -----

// Rounded once from fixed point: no row is for that.

// CHECK-LABEL: func.func @single_rounding
// CHECK-NOT:     ingot.custom
// CHECK:         tosa.rescale
func.func @single_rounding(%x: tensor<1x1x1x4xi8>) -> tensor<1x1x1x2xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<2x1x1x4xi8>}> : () -> tensor<2x1x1x4xi8>
  %b = "tosa.const"() <{values = dense<[7, -9]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1 : tensor<1x1x1x2xi8>
}
