// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Triangles: which one is read, and from which end.

// CHECK-LABEL: func.func @cholesky(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<5x3x3xf32>
// CHECK:         linalg.fill
// CHECK:         scf.for %[[B:[a-z0-9]+]] =
// CHECK:           scf.for %[[C:[a-z0-9]+]] =
// CHECK:             tensor.extract %[[A]][%[[B]], %[[C]], %[[C]]]
// CHECK:             math.sqrt
// CHECK:             scf.for %[[R:[a-z0-9]+]] =
// CHECK:               tensor.extract %[[A]][%[[B]], %[[R]], %[[C]]]
// CHECK:               arith.divf
func.func @cholesky(%a: tensor<5x3x3xf32>) -> tensor<5x3x3xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<5x3x3xf32>
  return %0 : tensor<5x3x3xf32>
}

// The other triangle, whose elements are conjugates.
// CHECK-LABEL: func.func @cholesky_upper(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xcomplex<f32>>
// CHECK:         scf.for %[[C:[a-z0-9]+]] =
// CHECK:           scf.for %[[R:[a-z0-9]+]] =
// CHECK:             %[[X:.*]] = tensor.extract %[[A]][%[[C]], %[[R]]]
// CHECK:             complex.conj %[[X]]
func.func @cholesky_upper(%a: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %0 = stablehlo.cholesky %a, lower = false : tensor<?x?xcomplex<f32>>
  return %0 : tensor<?x?xcomplex<f32>>
}

// From the first unknown on; the diagonal divides.
// CHECK-LABEL: func.func @forwards(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x3xf32>, %[[B:[a-z0-9]+]]: tensor<3x2xf32>
// CHECK:         scf.for %[[N:[a-z0-9]+]] =
// CHECK:           scf.for %[[I:[a-z0-9]+]] =
// CHECK:             scf.for %[[K:[a-z0-9]+]] =
// CHECK:               tensor.extract %[[A]][%[[I]], %[[K]]]
// CHECK:             tensor.extract %[[A]][%[[I]], %[[I]]]
// CHECK:             arith.divf
func.func @forwards(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// From the last one on; the diagonal is 1 and not read.
// CHECK-LABEL: func.func @backwards(
// CHECK-NOT:     arith.divf
// CHECK:         return
func.func @backwards(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Row k of A is read as its column, conjugated.
// CHECK-LABEL: func.func @adjoint(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x3xcomplex<f32>>
// CHECK:               %[[X:.*]] = tensor.extract %[[A]][%{{.*}}, %{{.*}}]
// CHECK:               complex.conj %[[X]]
func.func @adjoint(%a: tensor<3x3xcomplex<f32>>, %b: tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}
