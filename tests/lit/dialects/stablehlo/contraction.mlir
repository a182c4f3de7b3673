// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Products, convolutions and linear algebra.

// CHECK-LABEL: func.func @products(
// CHECK:   %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// CHECK:   %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// CHECK:   %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf64>
// CHECK:   %{{.*}} = stablehlo.dot %{{.*}}, %{{.*}}, precision = [HIGH, HIGH] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
// CHECK:   %{{.*}} = stablehlo.einsum %{{.*}}, %{{.*}}, config = "ab,b->a" : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
// CHECK:   %{{.*}} = stablehlo.unary_einsum %{{.*}}, config = "ab->a" : (tensor<3x4xf32>) -> tensor<3xf32>
func.func @products(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<3x4xf32>, %arg3: tensor<4xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %2 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf64>
  %3 = stablehlo.dot %arg2, %arg3, precision = [HIGH, HIGH] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  %4 = stablehlo.einsum %arg2, %arg3, config = "ab,b->a" : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  %5 = stablehlo.unary_einsum %arg2, config = "ab->a" : (tensor<3x4xf32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @convolutions(
// CHECK:   %{{.*}} = stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 2{{\]\]}}, lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x3x17x6xf32>
// CHECK:   %{{.*}} = "stablehlo.dynamic_conv"(%{{.*}}, %{{.*}}, %{{.*}}) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 2, 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x?x?x6xf32>
func.func @convolutions(%arg0: tensor<1x8x9x4xf32>, %arg1: tensor<3x3x2x6xf32>, %arg2: tensor<2x2xi64>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x3x17x6xf32>
  %1 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 2, 1>}> : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x?x?x6xf32>
  return
}

// CHECK-LABEL: func.func @algebra(
// CHECK:   %{{.*}} = stablehlo.cholesky %{{.*}}, lower = true : tensor<5x3x3xf32>
// CHECK:   %{{.*}} = "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x2xf32>) -> tensor<5x3x2xf32>
// CHECK:   %{{.*}} = stablehlo.fft %{{.*}}, type =  RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
// CHECK:   %{{.*}} = stablehlo.fft %{{.*}}, type =  IRFFT, length = [9] : (tensor<2x5xcomplex<f32>>) -> tensor<2x9xf32>
// CHECK:   %{{.*}} = stablehlo.fft %{{.*}}, type =  IFFT, length = [2, 5] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
func.func @algebra(%arg0: tensor<5x3x3xf32>, %arg1: tensor<5x3x2xf32>, %arg2: tensor<2x8xf32>, %arg3: tensor<2x5xcomplex<f32>>) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<5x3x3xf32>
  %1 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<5x3x3xf32>, tensor<5x3x2xf32>) -> tensor<5x3x2xf32>
  %2 = stablehlo.fft %arg2, type =  RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  %3 = stablehlo.fft %arg3, type =  IRFFT, length = [9] : (tensor<2x5xcomplex<f32>>) -> tensor<2x9xf32>
  %4 = stablehlo.fft %arg3, type =  IFFT, length = [2, 5] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  return
}
