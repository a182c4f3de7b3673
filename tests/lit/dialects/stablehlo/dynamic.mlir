// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Ops whose sizes come at run time.

// CHECK-LABEL: func.func @dynamic(
// CHECK:   %{{.*}} = stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [0, 2] : (tensor<2x?xf32>, tensor<3xindex>) -> tensor<2x4x?xf32>
// CHECK:   %{{.*}} = stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [1, 2] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
// CHECK:   %{{.*}} = stablehlo.dynamic_iota %{{.*}}, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi64>
// CHECK:   %{{.*}} = stablehlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK:   %{{.*}} = stablehlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
// CHECK:   %{{.*}} = stablehlo.real_dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK:   %{{.*}} = stablehlo.get_dimension_size %{{.*}}, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
// CHECK:   %{{.*}} = stablehlo.set_dimension_size %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x?xf32>, tensor<i32>) -> tensor<2x?xf32>
func.func @dynamic(%arg0: tensor<2x?xf32>, %arg1: tensor<2xi32>, %arg2: tensor<3xindex>, %arg3: tensor<f32>, %arg4: tensor<i32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [0, 2] : (tensor<2x?xf32>, tensor<3xindex>) -> tensor<2x4x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [1, 2] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %2 = stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi64>
  %3 = stablehlo.dynamic_pad %arg0, %arg3, %arg1, %arg1, %arg1 : (tensor<2x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %4 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %5 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<2x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %6 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  %7 = stablehlo.set_dimension_size %arg0, %arg4, dim = 1 : (tensor<2x?xf32>, tensor<i32>) -> tensor<2x?xf32>
  return
}
