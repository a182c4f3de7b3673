// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Integers in memory; floats where something is computed.

!q = !quant.uniform<i8:f32, 5.000000e-01:3>
!axis = !quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>

// round(x / scale) + zero point, kept in range; NaN is stored as 0.
// CHECK-LABEL: func.func @quantize(
// CHECK-SAME:    -> tensor<4xi8>
// CHECK:           %[[S:.*]] = arith.constant 5.000000e-01 : f32
// CHECK:           %[[Z:.*]] = arith.constant 3.000000e+00 : f32
// CHECK:           %[[D:.*]] = arith.divf %{{.*}}, %[[S]]
// CHECK:           %[[R:.*]] = math.roundeven %[[D]]
// CHECK:           %[[X:.*]] = arith.addf %[[R]], %[[Z]]
// CHECK:           arith.constant -1.280000e+02 : f32
// CHECK:           arith.constant 1.270000e+02 : f32
// CHECK:           %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK:           arith.fptosi %{{.*}} : f32 to i8
// CHECK:           arith.select %[[NAN]]
func.func @quantize(%x: tensor<4xf32>) -> tensor<4x!q> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!q>
  return %0 : tensor<4x!q>
}

// (x - zero point) * scale, of the channel.
// CHECK-LABEL: func.func @dequantize(
// CHECK-SAME:    %{{.*}}: tensor<?x2xi8>) -> tensor<?x2xf32>
// CHECK:           %[[C:.*]] = linalg.index 1
// CHECK:           %[[T:.*]] = arith.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK:           %[[S:.*]] = tensor.extract %[[T]][%[[C]]]
// CHECK:           %[[X:.*]] = arith.sitofp %{{.*}} : i8 to f32
// CHECK:           %[[D:.*]] = arith.subf %[[X]]
// CHECK:           arith.mulf %[[D]], %[[S]]
func.func @dequantize(%x: tensor<?x2x!axis>) -> tensor<?x2xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<?x2x!axis>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @both(
// CHECK:         arith.fptosi
// CHECK:         arith.sitofp
func.func @both(%x: tensor<?xf32>, %y: tensor<4x!q>) -> (tensor<?x!q>, tensor<4xf32>) {
  %0 = stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!q>
  %1 = stablehlo.uniform_dequantize %y : (tensor<4x!q>) -> tensor<4xf32>
  return %0, %1 : tensor<?x!q>, tensor<4xf32>
}

// What is computed is computed with what the numbers stand for.
// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi8>) -> tensor<4xi8>
// CHECK:         arith.sitofp
// CHECK:         arith.sitofp
// CHECK:         arith.addf
// CHECK:         math.roundeven
// CHECK:         arith.fptosi
func.func @add(%x: tensor<4x!q>, %y: tensor<4x!q>) -> tensor<4x!q> {
  %0 = stablehlo.add %x, %y : tensor<4x!q>
  return %0 : tensor<4x!q>
}

// What is moved stays an integer.
// CHECK-LABEL: func.func @transpose(
// CHECK-NOT:     arith.sitofp
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<3x2xi8>)
func.func @transpose(%x: tensor<3x2x!q>) -> tensor<2x3x!q> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x2x!q>) -> tensor<2x3x!q>
  return %0 : tensor<2x3x!q>
}

// A region computes on numbers too.
// CHECK-LABEL: func.func @reduce(
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction"]
// CHECK:           arith.sitofp
// CHECK:           arith.maximumf
// CHECK:           arith.fptosi
func.func @reduce(%x: tensor<4x!q>, %i: tensor<!q>) -> tensor<!q> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<4x!q>, tensor<!q>) -> tensor<!q>
  return %0 : tensor<!q>
}
