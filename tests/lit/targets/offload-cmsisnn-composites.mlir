// RUN: ingot-opt %s --ingot-offload=library=cmsisnn --split-input-file | FileCheck %s

// Operators that TFLite's reader keeps by their names. The definition goes with
// its last use.

// Offsets, range. The multiplier has no shift: the function rounds once with it.

// CHECK-LABEL: func.func @fully_connected
// CHECK-SAME:    %[[X:.*]]: tensor<2x6xi8>, %[[W:.*]]: tensor<4x6xi8>, %[[B:.*]]: tensor<4xi32>
// CHECK:         %[[M:.*]] = arith.constant dense<9457385> : tensor<1xi32>
// CHECK-NEXT:    %[[S:.*]] = arith.constant dense<0> : tensor<1xi32>
// CHECK-NEXT:    %[[P:.*]] = arith.constant dense<[-3, 0, -15, -128, 127]> : tensor<5xi32>
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "cmsisnn.fully_connected_s8"(%[[X]], %[[W]], %[[B]], %[[M]], %[[S]], %[[P]])
// CHECK-SAME:      -> tensor<2x4xi8>
// CHECK-NEXT:    return %[[R]]
// CHECK-NOT:     @define
func.func @fully_connected(%x: tensor<2x6xi8>, %w: tensor<4x6xi8>, %b: tensor<4xi32>) -> tensor<2x4xi8> {
  %0 = stablehlo.composite "tflite.fully_connected" %x, %w, %b {composite_attributes = {factors = dense<0.0044039389> : tensor<1xf64>, input_zero_point = 3 : i64, weight_zero_point = 0 : i64, output_zero_point = -15 : i64, least = -128 : i64, most = 127 : i64}, decomposition = @define} : (tensor<2x6xi8>, tensor<4x6xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}
func.func private @define(tensor<2x6xi8>, tensor<4x6xi8>, tensor<4xi32>) -> tensor<2x4xi8>

// -----

// No bias, and a factor for each row.

// CHECK-LABEL: func.func @factors
// CHECK:         arith.constant dense<0> : tensor<2xi32>
// CHECK-NEXT:    arith.constant dense<[{{[0-9]+, [0-9]+}}]> : tensor<2xi32>
// CHECK-NEXT:    arith.constant dense<0> : tensor<2xi32>
// CHECK-NEXT:    arith.constant dense<[0, 0, 0, 0, 127]> : tensor<5xi32>
// CHECK-NEXT:    ingot.custom "cmsisnn.fully_connected_s8"
func.func @factors(%x: tensor<1x6xi8>, %w: tensor<2x6xi8>) -> tensor<1x2xi8> {
  %0 = stablehlo.composite "tflite.fully_connected" %x, %w {composite_attributes = {factors = dense<[0.0044039389, 0.0171]> : tensor<2xf64>, input_zero_point = 0 : i64, weight_zero_point = 0 : i64, output_zero_point = 0 : i64, least = 0 : i64, most = 127 : i64}, decomposition = @define} : (tensor<1x6xi8>, tensor<2x6xi8>) -> tensor<1x2xi8>
  return %0 : tensor<1x2xi8>
}
func.func private @define(tensor<1x6xi8>, tensor<2x6xi8>) -> tensor<1x2xi8>

// -----

// With this factor some sums would be stored as another byte, and a library that
// gives rows one factor when weights have a zero point is not asked.

// CHECK-LABEL: func.func @other_bytes
// CHECK-COUNT-2: stablehlo.composite
// CHECK:         func.func private @define
func.func @other_bytes(%x: tensor<1x6xi8>, %w: tensor<2x6xi8>) -> (tensor<1x2xi8>, tensor<1x2xi8>) {
  %0 = stablehlo.composite "tflite.fully_connected" %x, %w {composite_attributes = {factors = dense<0.00001234> : tensor<1xf64>, input_zero_point = 0 : i64, weight_zero_point = 0 : i64, output_zero_point = 0 : i64, least = -128 : i64, most = 127 : i64}, decomposition = @define} : (tensor<1x6xi8>, tensor<2x6xi8>) -> tensor<1x2xi8>
  %1 = stablehlo.composite "tflite.fully_connected" %x, %w {composite_attributes = {factors = dense<0.0171> : tensor<2xf64>, input_zero_point = 0 : i64, weight_zero_point = 1 : i64, output_zero_point = 0 : i64, least = 0 : i64, most = 127 : i64}, decomposition = @define} : (tensor<1x6xi8>, tensor<2x6xi8>) -> tensor<1x2xi8>
  return %0, %1 : tensor<1x2xi8>, tensor<1x2xi8>
}
func.func private @define(tensor<1x6xi8>, tensor<2x6xi8>) -> tensor<1x2xi8>

// -----

// Strides, padding, windows, range.

// CHECK-LABEL: func.func @pools
// CHECK-SAME:    %[[X:.*]]: tensor<2x5x6x3xi8>
// CHECK:         %[[P:.*]] = arith.constant dense<[2, 1, 0, 1, 2, 3, -100, 90]> : tensor<8xi32>
// CHECK-NEXT:    ingot.custom "cmsisnn.avgpool_s8"(%[[X]], %[[P]])
// CHECK-SAME:      -> tensor<2x3x6x3xi8>
// CHECK:         ingot.custom "cmsisnn.max_pool_s8"(%[[X]],
// CHECK-NOT:     @define
func.func @pools(%x: tensor<2x5x6x3xi8>) -> (tensor<2x3x6x3xi8>, tensor<2x3x6x3xi8>) {
  %0 = stablehlo.composite "tflite.average_pool_2d" %x {composite_attributes = {window = dense<[2, 3]> : tensor<2xi64>, stride = dense<[2, 1]> : tensor<2xi64>, padding = dense<[0, 1, 1, 1]> : tensor<4xi64>, least = -100 : i64, most = 90 : i64}, decomposition = @define} : (tensor<2x5x6x3xi8>) -> tensor<2x3x6x3xi8>
  %1 = stablehlo.composite "tflite.max_pool_2d" %x {composite_attributes = {window = dense<[2, 3]> : tensor<2xi64>, stride = dense<[2, 1]> : tensor<2xi64>, padding = dense<[0, 1, 1, 1]> : tensor<4xi64>, least = -100 : i64, most = 90 : i64}, decomposition = @define} : (tensor<2x5x6x3xi8>) -> tensor<2x3x6x3xi8>
  return %0, %1 : tensor<2x3x6x3xi8>, tensor<2x3x6x3xi8>
}
func.func private @define(tensor<2x5x6x3xi8>) -> tensor<2x3x6x3xi8>

// -----

// TOSA's maxima are the same; its means divide in another way.

// CHECK-LABEL: func.func @pools_of_tosa
// CHECK:         arith.constant dense<[2, 2, 0, 0, 2, 2, -128, 127]> : tensor<8xi32>
// CHECK-NEXT:    ingot.custom "cmsisnn.max_pool_s8"
// CHECK:         tosa.avg_pool2d
func.func @pools_of_tosa(%x: tensor<1x4x4x3xi8>) -> (tensor<1x2x2x3xi8>, tensor<1x2x2x3xi8>) {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xi8>) -> tensor<1x2x2x3xi8>
  %1 = tosa.avg_pool2d %x, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x3xi8>
  return %0, %1 : tensor<1x2x2x3xi8>, tensor<1x2x2x3xi8>
}

// -----

// CHECK-LABEL: func.func @softmax
// CHECK-SAME:    %[[X:.*]]: tensor<2x5xi8>
// CHECK:         %[[P:.*]] = arith.constant dense<[1610612736, 26, -31]> : tensor<3xi32>
// CHECK-NEXT:    ingot.custom "cmsisnn.softmax_s8"(%[[X]], %[[P]])
// CHECK-SAME:      -> tensor<2x5xi8>
// CHECK:         ingot.custom "cmsisnn.softmax_s8_s16"(%[[X]],
// CHECK-SAME:      -> tensor<2x5xi16>
func.func @softmax(%x: tensor<2x5xi8>) -> (tensor<2x5xi8>, tensor<2x5xi16>) {
  %0 = stablehlo.composite "tflite.softmax" %x {composite_attributes = {multiplier = 1610612736 : i64, shift = 26 : i64, smallest = -31 : i64}, decomposition = @define8} : (tensor<2x5xi8>) -> tensor<2x5xi8>
  %1 = stablehlo.composite "tflite.softmax" %x {composite_attributes = {multiplier = 1610612736 : i64, shift = 26 : i64, smallest = -31 : i64}, decomposition = @define16} : (tensor<2x5xi8>) -> tensor<2x5xi16>
  return %0, %1 : tensor<2x5xi8>, tensor<2x5xi16>
}
func.func private @define8(tensor<2x5xi8>) -> tensor<2x5xi8>
func.func private @define16(tensor<2x5xi8>) -> tensor<2x5xi16>

// -----

// What functions do not compute stays: an attribute that is not there or out of
// range, windows outside of the image, other types, another version, sums of more
// than 12 integer bits.

// CHECK-LABEL: func.func @stays
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @stays(%x: tensor<1x4xi8>, %i: tensor<1x4x4x1xi8>, %s: tensor<1x4x4x1xi16>, %l: tensor<1x4096xi8>) -> (tensor<1x4xi8>, tensor<1x4xi8>, tensor<1x4xi8>, tensor<1x9x9x1xi8>, tensor<1x4x4x1xi16>, tensor<1x4096xi8>) {
  %0 = stablehlo.composite "tflite.softmax" %x {composite_attributes = {multiplier = 1610612736 : i64, shift = 26 : i64}, decomposition = @f} : (tensor<1x4xi8>) -> tensor<1x4xi8>
  %1 = stablehlo.composite "tflite.softmax" %x {composite_attributes = {multiplier = 1610612736 : i64, shift = 31 : i64, smallest = 0 : i64}, decomposition = @f} : (tensor<1x4xi8>) -> tensor<1x4xi8>
  %2 = stablehlo.composite "tflite.softmax" %x {composite_attributes = {multiplier = 1610612736 : i64, shift = 26 : i64, smallest = -31 : i64}, decomposition = @f, version = 1 : i32} : (tensor<1x4xi8>) -> tensor<1x4xi8>
  %3 = stablehlo.composite "tflite.max_pool_2d" %i {composite_attributes = {window = dense<2> : tensor<2xi64>, stride = dense<1> : tensor<2xi64>, padding = dense<3> : tensor<4xi64>, least = -128 : i64, most = 127 : i64}, decomposition = @g} : (tensor<1x4x4x1xi8>) -> tensor<1x9x9x1xi8>
  %4 = stablehlo.composite "tflite.average_pool_2d" %s {composite_attributes = {window = dense<1> : tensor<2xi64>, stride = dense<1> : tensor<2xi64>, padding = dense<0> : tensor<4xi64>, least = -128 : i64, most = 127 : i64}, decomposition = @h} : (tensor<1x4x4x1xi16>) -> tensor<1x4x4x1xi16>
  %5 = stablehlo.composite "tflite.softmax" %l {composite_attributes = {multiplier = 1610612736 : i64, shift = 26 : i64, smallest = -31 : i64}, decomposition = @k} : (tensor<1x4096xi8>) -> tensor<1x4096xi8>
  return %0, %1, %2, %3, %4, %5 : tensor<1x4xi8>, tensor<1x4xi8>, tensor<1x4xi8>, tensor<1x9x9x1xi8>, tensor<1x4x4x1xi16>, tensor<1x4096xi8>
}
func.func private @f(tensor<1x4xi8>) -> tensor<1x4xi8>
func.func private @g(tensor<1x4x4x1xi8>) -> tensor<1x9x9x1xi8>
func.func private @h(tensor<1x4x4x1xi16>) -> tensor<1x4x4x1xi16>
func.func private @k(tensor<1x4096xi8>) -> tensor<1x4096xi8>
