// RUN: ingot-opt %s --convert-torch-to-tosa 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Ranks are made equal; sizes are broadcast by the op itself.
// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK:         %[[R:.*]] = tosa.reshape %[[B]], %{{.*}} -> tensor<1x3xf32>
// CHECK:         tosa.add %[[A]], %[[R]] : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
func.func @add(%a: !torch.vtensor<[2,3],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %one = torch.constant.int 1
  %0 = torch.aten.add.Tensor %a, %b, %one : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// More than one size that is not known: tosa.reshape would take only one.
// CHECK-LABEL: func.func @dynamic_ranks(
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] {{.*}} : tensor<?x?xf32> into tensor<1x?x?xf32>
// CHECK:         tosa.maximum
func.func @dynamic_ranks(%a: !torch.vtensor<[2,?,?],f32>, %b: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[2,?,?],f32> {
  %0 = torch.aten.maximum %a, %b : !torch.vtensor<[2,?,?],f32>, !torch.vtensor<[?,?],f32> -> !torch.vtensor<[2,?,?],f32>
  return %0 : !torch.vtensor<[2,?,?],f32>
}

// CHECK-LABEL: func.func @relu(
// CHECK:         tosa.clamp %{{.*}} {max_val = 0x7F800000 : f32, min_val = 0.000000e+00 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @relu(%a: !torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32> {
  %0 = torch.aten.relu %a : !torch.vtensor<[?,4],f32> -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// tosa.cast rounds to the nearest number, PyTorch towards zero.
// CHECK-LABEL: func.func @to_int(
// CHECK:         tosa.greater
// CHECK-DAG:     tosa.ceil
// CHECK-DAG:     tosa.floor
// CHECK:         %[[WHOLE:.*]] = tosa.select
// CHECK:         tosa.cast %[[WHOLE]] : (tensor<4xf32>) -> tensor<4xi64>
func.func @to_int(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si64> {
  %long = torch.constant.int 4
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.to.dtype %a, %long, %false, %false, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// There is no root but the inverse one.
// CHECK-LABEL: func.func @sqrt(
// CHECK:         tosa.rsqrt
// CHECK:         tosa.reciprocal
func.func @sqrt(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.sqrt %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @complex(
// CHECK:         torch.aten.sin {{.*}}ingot.unconverted
// REPORT:        elements.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.sin' is not converted to TOSA: TOSA has no complex numbers
// CHECK-NOT:     stablehlo
func.func @complex(%a: !torch.vtensor<[4],complex<f32>>) -> !torch.vtensor<[4],complex<f32>> {
  %0 = torch.aten.sin %a : !torch.vtensor<[4],complex<f32>> -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}
