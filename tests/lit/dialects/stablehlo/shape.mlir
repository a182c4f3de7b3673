// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Ops that move elements or name them anew.

// CHECK-LABEL: func.func @sources(
// CHECK:   %{{.*}} = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK:   %{{.*}} = stablehlo.iota dim = 1 : tensor<2x3xui16>
// CHECK:   %{{.*}} = stablehlo.constant dense<0.000000e+00> : tensor<0x4xf8E5M2>
func.func @sources() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.iota dim = 1 : tensor<2x3xui16>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<0x4xf8E5M2>
  return
}

// CHECK-LABEL: func.func @sizes(
// CHECK:   %{{.*}} = stablehlo.reshape %{{.*}} : (tensor<2x6xf32>) -> tensor<3x4xf32>
// CHECK:   %{{.*}} = stablehlo.reshape %{{.*}} : (tensor<?x6xf32>) -> tensor<12xf32>
// CHECK:   %{{.*}} = stablehlo.bitcast_convert %{{.*}} : (tensor<2x6xf32>) -> tensor<2x6x2xi16>
// CHECK:   %{{.*}} = stablehlo.bitcast_convert %{{.*}} : (tensor<2x6x2xi16>) -> tensor<2x6xui32>
// CHECK:   %{{.*}} = stablehlo.broadcast %{{.*}}, sizes = [5, 1] : (tensor<2x6xf32>) -> tensor<5x1x2x6xf32>
// CHECK:   %{{.*}} = stablehlo.broadcast_in_dim %{{.*}}, dims = [2, 0] : (tensor<2x6xf32>) -> tensor<6x7x2xf32>
func.func @sizes(%arg0: tensor<2x6xf32>, %arg1: tensor<?x6xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x6xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.reshape %arg1 : (tensor<?x6xf32>) -> tensor<12xf32>
  %2 = stablehlo.bitcast_convert %arg0 : (tensor<2x6xf32>) -> tensor<2x6x2xi16>
  %3 = stablehlo.bitcast_convert %2 : (tensor<2x6x2xi16>) -> tensor<2x6xui32>
  %4 = stablehlo.broadcast %arg0, sizes = [5, 1] : (tensor<2x6xf32>) -> tensor<5x1x2x6xf32>
  %5 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<2x6xf32>) -> tensor<6x7x2xf32>
  return
}

// CHECK-LABEL: func.func @order(
// CHECK:   %{{.*}} = stablehlo.transpose %{{.*}}, dims = [2, 0, 1] : (tensor<2x6x?xf32>) -> tensor<?x2x6xf32>
// CHECK:   %{{.*}} = stablehlo.reverse %{{.*}}, dims = [0, 2] : tensor<2x6x?xf32>
// CHECK:   %{{.*}} = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x6x?xf32>, tensor<2x6x?xf32>) -> tensor<2x12x?xf32>
func.func @order(%arg0: tensor<2x6x?xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<2x6x?xf32>) -> tensor<?x2x6xf32>
  %1 = stablehlo.reverse %arg0, dims = [0, 2] : tensor<2x6x?xf32>
  %2 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<2x6x?xf32>, tensor<2x6x?xf32>) -> tensor<2x12x?xf32>
  return
}

// CHECK-LABEL: func.func @padded(
// CHECK:   %{{.*}} = stablehlo.pad %{{.*}}, %{{.*}}, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<5x7xf32>
func.func @padded(%arg0: tensor<2x6xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<5x7xf32>
  return
}
