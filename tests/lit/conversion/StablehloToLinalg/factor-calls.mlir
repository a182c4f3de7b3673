// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg | FileCheck %s

// Functions of our own library, marked so; what a tensor does not say of itself,
// the rank and the options, comes last.

// CHECK-LABEL: func.func @eigh(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x4x4xf32>
// CHECK:         %[[O:.*]] = arith.constant dense<[3, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_sheevd"(%[[A]], %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<2x4x4xf32>, tensor<2xi64>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2xi32>)
func.func @eigh(%a: tensor<2x4x4xf32>) -> tensor<2x4xf32> {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>, tensor<2xi32>)
  return %0#1 : tensor<2x4xf32>
}

// -----

// Nobody reads U and V of mode N, which are as large as their types say.
// CHECK-LABEL: func.func @singular_values(
// CHECK:         arith.constant dense<[2, 1]> : tensor<2xi64>
// CHECK:         ingot.custom "la_zgesdd"
// CHECK-SAME:      -> (tensor<5x3xcomplex<f64>>, tensor<3xf64>, tensor<5x5xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
func.func @singular_values(%a: tensor<5x3xcomplex<f64>>) -> tensor<3xf64> {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<5x3xcomplex<f64>>) -> (tensor<5x3xcomplex<f64>>, tensor<3xf64>, tensor<5x5xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  return %0#1 : tensor<3xf64>
}

// -----

// Sizes that only the run knows.
// CHECK-LABEL: func.func @qr(
// CHECK:         ingot.custom "la_dgeqrf"
// CHECK-SAME:      -> (tensor<?x3xf64>, tensor<?xf64>)
// CHECK:         ingot.custom "la_dorgqr"
// CHECK-SAME:      (tensor<?x3xf64>, tensor<?xf64>, tensor<1xi64>) -> tensor<?x3xf64>
func.func @qr(%a: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %0, %1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?xf64>)
  %2 = stablehlo.custom_call @lapack_dorgqr_ffi(%0, %1) {mhlo.backend_config = {}} : (tensor<?x3xf64>, tensor<?xf64>) -> tensor<?x3xf64>
  return %2 : tensor<?x3xf64>
}

// -----

// Operands that say how large the results are, as jax.export has them.
// CHECK-LABEL: func.func @sizes_given(
// CHECK:         ingot.custom "la_dgeqrf"(%{{[a-z0-9]+}}, %{{[a-z0-9_]+}})
func.func @sizes_given(%a: tensor<?x3xf64>, %s: tensor<2xi32>, %t: tensor<1xi32>) -> tensor<?x3xf64> {
  %0, %1 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a, %s, %t) {mhlo.backend_config = {}, indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>} : (tensor<?x3xf64>, tensor<2xi32>, tensor<1xi32>) -> (tensor<?x3xf64>, tensor<?xf64>)
  return %0 : tensor<?x3xf64>
}

// -----

// One row for real matrices and one for complex ones.
// CHECK-LABEL: func.func @eig(
// CHECK:         ingot.custom "la_cgeev"
// CHECK-SAME:      -> (tensor<4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
func.func @eig(%a: tensor<4x4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0:4 = stablehlo.custom_call @lapack_cgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<4x4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
  return %0#0 : tensor<4xcomplex<f32>>
}

// -----

// A size that is declared and that nothing would check.
// CHECK-LABEL: func.func @declared(
// CHECK-NOT:     ingot.custom
// CHECK:         stablehlo.custom_call @lapack_sgeqrf_ffi
func.func @declared(%a: tensor<?x3xf32>) -> tensor<2xf32> {
  %0, %1 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<2xf32>)
  return %1 : tensor<2xf32>
}
