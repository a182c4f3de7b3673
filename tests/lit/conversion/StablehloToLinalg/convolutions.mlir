// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Convolutions: two layouts have names, all others are loops.

// CHECK-LABEL: func.func @features_last(
// CHECK:         linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
func.func @features_last(%a: tensor<1x8x9x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<1x3x7x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x3x7x6xf32>
  return %0 : tensor<1x3x7x6xf32>
}

// The image is padded with zeros first.
// CHECK-LABEL: func.func @features_first(
// CHECK:         %[[P:.*]] = tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
// CHECK:         tensor<?x4x8x8xf32> to tensor<?x4x10x10xf32>
// CHECK:         linalg.conv_2d_nchw_fchw {{.*}} ins(%[[P]], %{{.*}} :
func.func @features_first(%a: tensor<?x4x8x8xf32>, %k: tensor<6x4x3x3xf32>) -> tensor<?x6x8x8xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<?x6x8x8xf32>
  return %0 : tensor<?x6x8x8xf32>
}

// One filter to each feature has a name, too; the filters lose the dimension
// of their one input.
// CHECK-LABEL: func.func @depthwise_first(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x4x8x9xf32>, %[[K:[a-z0-9]+]]:
// CHECK:         %[[F:.*]] = tensor.collapse_shape %[[K]] {{\[\[}}0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
// CHECK:         linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%[[A]], %[[F]] :
func.func @depthwise_first(%a: tensor<?x4x8x9xf32>, %k: tensor<4x1x3x3xf32>) -> tensor<?x4x3x7xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<?x4x8x9xf32>, tensor<4x1x3x3xf32>) -> tensor<?x4x3x7xf32>
  return %0 : tensor<?x4x3x7xf32>
}

// CHECK-LABEL: func.func @depthwise_last(
// CHECK:         tensor.collapse_shape {{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<3x3x1x4xf32> into tensor<3x3x4xf32>
// CHECK:         linalg.depthwise_conv_2d_nhwc_hwc
func.func @depthwise_last(%a: tensor<1x8x9x4xf32>, %k: tensor<3x3x1x4xf32>) -> tensor<1x6x7x4xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x8x9x4xf32>, tensor<3x3x1x4xf32>) -> tensor<1x6x7x4xf32>
  return %0 : tensor<1x6x7x4xf32>
}

// Two filters to each feature have none.
// CHECK-LABEL: func.func @depth_multiplier(
// CHECK-NOT:     depthwise
// CHECK:         linalg.generic
func.func @depth_multiplier(%a: tensor<1x8x9x4xf32>, %k: tensor<3x3x1x8xf32>) -> tensor<1x6x7x8xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x8x9x4xf32>, tensor<3x3x1x8xf32>) -> tensor<1x6x7x8xf32>
  return %0 : tensor<1x6x7x8xf32>
}

// Two groups: a dimension more.
// CHECK-LABEL: func.func @feature_groups(
// CHECK:         tensor.expand_shape {{.*}} into tensor<1x8x2x2xf32>
// CHECK:         linalg.generic
// CHECK:         return %{{.*}} : tensor<1x6x6xf32>
func.func @feature_groups(%a: tensor<1x8x4xf32>, %k: tensor<3x2x6xf32>) -> tensor<1x6x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x4xf32>, tensor<3x2x6xf32>) -> tensor<1x6x6xf32>
  return %0 : tensor<1x6x6xf32>
}

// CHECK-LABEL: func.func @batch_groups(
// CHECK:         tensor.expand_shape {{.*}} into tensor<2x2x8x4xf32>
// CHECK:         linalg.generic
func.func @batch_groups(%a: tensor<4x8x4xf32>, %k: tensor<3x4x6xf32>) -> tensor<2x6x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return %0 : tensor<2x6x6xf32>
}

// Reversed along a size that is not known: left, with nothing half done.
// CHECK-LABEL: func.func @reversed_at_run_time(
// CHECK-NEXT:    stablehlo.convolution
// CHECK-NEXT:    return
func.func @reversed_at_run_time(%a: tensor<1x8x4xf32>, %k: tensor<?x4x6xf32>) -> tensor<1x?x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<?x4x6xf32>) -> tensor<1x?x6xf32>
  return %0 : tensor<1x?x6xf32>
}

// The padding comes as a tensor.
// CHECK-LABEL: func.func @dynamic_conv(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<1x8x9x4xf32>, %{{.*}}: tensor<3x3x4x6xf32>, %[[P:[a-z0-9]+]]: tensor<2x2xi64>
// CHECK-COUNT-4: tensor.extract %[[P]]
// CHECK:         linalg.conv_2d_nhwc_hwcf
func.func @dynamic_conv(%a: tensor<1x8x9x4xf32>, %k: tensor<3x3x4x6xf32>, %p: tensor<2x2xi64>) -> tensor<1x?x?x6xf32> {
  %0 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> tensor<1x?x?x6xf32>
  return %0 : tensor<1x?x?x6xf32>
}

// CHECK-LABEL: func.func @known_padding(
// CHECK:         tensor.pad %{{.*}} low[0, 1, 0, 0] high[0, 1, 0, 0]
// CHECK:         linalg.conv_2d_nhwc_hwcf
func.func @known_padding(%a: tensor<1x8x9x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<1x8x7x6xf32> {
  %p = stablehlo.constant dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x9x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> tensor<1x8x7x6xf32>
  return %0 : tensor<1x8x7x6xf32>
}

// A kernel in another order than the name's is brought into it.
// CHECK-LABEL: func.func @filters_first(
// CHECK:         %[[K:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<6x3x3x4xf32>) outs(%{{.*}} : tensor<3x3x4x6xf32>)
// CHECK:         linalg.conv_2d_nhwc_hwcf {{.*}} ins(%{{.*}}, %[[K]] :
func.func @filters_first(%a: tensor<1x8x9x4xf32>, %k: tensor<6x3x3x4xf32>) -> tensor<1x6x7x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x4xf32>, tensor<6x3x3x4xf32>) -> tensor<1x6x7x6xf32>
  return %0 : tensor<1x6x7x6xf32>
}
