// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Quantised and bounded types, and attributes outside of ops.

// CHECK-LABEL: func.func @quantised(
// CHECK:   %{{.*}} = stablehlo.uniform_quantize %{{.*}} : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK:   %{{.*}} = stablehlo.uniform_quantize %{{.*}} : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK:   %{{.*}} = stablehlo.uniform_dequantize %{{.*}} : (tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2xf32>
// CHECK:   %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK:   %{{.*}} = stablehlo.multiply %{{.*}}, %{{.*}} : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK:   %{{.*}} = stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
// CHECK:   %{{.*}} = stablehlo.reshape %{{.*}} : (tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<1x3x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
// CHECK:   %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<3x4x!quant.uniform<i32:f32, 1.000000e+00>>
// CHECK:   %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<3x4xf32>
// CHECK:   %{{.*}} = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @quantised(%arg0: tensor<3x2xf32>, %arg1: tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, %arg2: tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>, %arg3: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00>>) {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %1 = stablehlo.uniform_quantize %arg1 : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  %2 = stablehlo.uniform_dequantize %arg2 : (tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2xf32>
  %3 = stablehlo.add %arg1, %arg2 : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  %4 = stablehlo.multiply %arg1, %arg1 : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>
  %5 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  %6 = stablehlo.reshape %arg2 : (tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<1x3x2x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01}>>
  %7 = stablehlo.dot_general %arg1, %arg3, contracting_dims = [1] x [0] : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<3x4x!quant.uniform<i32:f32, 1.000000e+00>>
  %8 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<3x4xf32>
  %cst = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// CHECK-LABEL: func.func @bounds(
// CHECK:   %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
// CHECK:   %{{.*}} = stablehlo.reshape %{{.*}} : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<24>>
// CHECK:   %{{.*}} = stablehlo.set_dimension_size %{{.*}}, %{{.*}}, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
func.func @bounds(%arg0: tensor<?x3xf32, #stablehlo.bounds<8, ?>>, %arg1: tensor<?x3xf32, #stablehlo.bounds<8, ?>>, %arg2: tensor<i32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  %1 = stablehlo.reshape %arg0 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<24>>
  %2 = stablehlo.set_dimension_size %arg0, %arg2, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  return
}

// CHECK: func.func private @attributes() attributes {a = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], index_vector_dim = 2>, b = #stablehlo.gather<>, c = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1]>, d = #stablehlo.conv<[b, 0, f]x[o, 0, i]->[f, b, 0]>, e = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, f = #stablehlo<comparison_type TOTALORDER>, g = #stablehlo<rng_algorithm PHILOX>}
func.func private @attributes() attributes {a = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], index_vector_dim = 2>, b = #stablehlo.gather<>, c = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1]>, d = #stablehlo.conv<[b, 0, f]x[o, 0, i]->[f, b, 0]>, e = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, f = #stablehlo<comparison_type TOTALORDER>, g = #stablehlo<rng_algorithm PHILOX>}
