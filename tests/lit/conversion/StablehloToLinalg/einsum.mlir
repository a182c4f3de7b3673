// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// CHECK-DAG: #[[DIAGONAL:.*]] = affine_map<(d0) -> (d0, d0)>
// CHECK-DAG: #[[LINE:.*]] = affine_map<(d0) -> (d0)>

// A product, and its dimensions in another order.
// CHECK-LABEL: func.func @product(
// CHECK:         linalg.batch_matmul
// CHECK:         linalg.transpose {{.*}} permutation = [2, 0, 1]
func.func @product(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<4x5x2xf32> {
  %0 = stablehlo.einsum %a, %b, config = "bij,bjk->kbi" : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<4x5x2xf32>
  return %0 : tensor<4x5x2xf32>
}

// An ellipsis stands for what has no letter.
// CHECK-LABEL: func.func @ellipsis(
// CHECK:         linalg.batch_matmul
func.func @ellipsis(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = stablehlo.einsum %a, %b, config = "...ij,...jk->...ik" : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK:         linalg.generic {indexing_maps = [#[[DIAGONAL]], #[[LINE]], #[[LINE]]], iterator_types = ["parallel"]}
// CHECK:           arith.mulf
func.func @diagonal(%a: tensor<3x3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.einsum %a, %b, config = "ii,i->i" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A letter of one operand alone is summed.
// CHECK-LABEL: func.func @sums(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
func.func @sums(%a: tensor<?x?xi8>, %b: tensor<?xi8>) -> tensor<?xi32> {
  %0 = stablehlo.einsum %a, %b, config = "ij,i->i" : (tensor<?x?xi8>, tensor<?xi8>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Nothing is summed, so nothing is rounded.
// CHECK-LABEL: func.func @turned(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      linalg.yield %[[X]]
func.func @turned(%a: tensor<3x?xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.unary_einsum %a, config = "ij->ji" : (tensor<3x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @row_sums(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK:           arith.addf
func.func @row_sums(%a: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = stablehlo.unary_einsum %a, config = "ij->i" : (tensor<3x4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @trace(
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction"]
// CHECK:           complex.add
func.func @trace(%a: tensor<4x4xcomplex<f32>>) -> tensor<complex<f32>> {
  %0 = stablehlo.unary_einsum %a, config = "ii->" : (tensor<4x4xcomplex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}
