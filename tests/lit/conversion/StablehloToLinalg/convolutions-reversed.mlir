// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// A kernel that is read backwards is turned over before.

// CHECK-DAG:   #[[BACK:.*]] = affine_map<(d0, d1, d2) -> (-d0 + 2, d1, d2)>
// CHECK-DAG:   #[[KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>

// CHECK-LABEL: func.func @plain(
// CHECK:         %[[K:.*]] = linalg.generic {indexing_maps = [#[[BACK]], #{{.*}}]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[KERNEL]], #{{.*}}]
// CHECK-SAME:      ins(%{{.*}}, %[[K]] :
func.func @plain(%a: tensor<1x8x4xf32>, %k: tensor<3x4x6xf32>) -> tensor<1x6x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return %0 : tensor<1x6x6xf32>
}

// Turned over, it is like any other, with groups and by name.
// CHECK-LABEL: func.func @groups(
// CHECK:         linalg.generic {indexing_maps = [#[[BACK]], #{{.*}}]
// CHECK:         tensor.expand_shape
// CHECK:         linalg.generic
func.func @groups(%a: tensor<1x8x4xf32>, %k: tensor<3x2x6xf32>) -> tensor<1x6x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x4xf32>, tensor<3x2x6xf32>) -> tensor<1x6x6xf32>
  return %0 : tensor<1x6x6xf32>
}

// CHECK-LABEL: func.func @named(
// CHECK:         %[[K:.*]] = linalg.generic
// CHECK:         linalg.conv_2d_nhwc_hwcf {{.*}} ins(%{{.*}}, %[[K]] :
func.func @named(%a: tensor<1x8x9x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<1x6x7x6xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x7x6xf32>
  return %0 : tensor<1x6x7x6xf32>
}

// A transposed convolution: what is turned over is also put in the order that
// the name asks for.
// CHECK-LABEL: func.func @transposed(
// CHECK:         %[[K:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<4x6x2x2xf32>) outs(%{{.*}} : tensor<6x4x2x2xf32>)
// CHECK:         linalg.conv_2d_nchw_fchw {{.*}} ins(%{{.*}}, %[[K]] :
func.func @transposed(%a: tensor<1x4x8x8xf32>, %k: tensor<4x6x2x2xf32>) -> tensor<1x6x16x16xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x8x8xf32>, tensor<4x6x2x2xf32>) -> tensor<1x6x16x16xf32>
  return %0 : tensor<1x6x16x16xf32>
}
