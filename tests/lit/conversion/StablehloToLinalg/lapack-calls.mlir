// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// What JAX exports for CPUs as calls of LAPACK: one function of our own library
// for each, of which the last operand has the rank and the options.

// Eigenvalues of hermitian matrices; 1 for the lower triangle.
// CHECK-LABEL: func.func @hermitian(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 0]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_cheevd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<3x3xcomplex<f32>>, tensor<2xi64>) -> (tensor<3x3xcomplex<f32>>, tensor<3xf32>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @hermitian(%a: tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3xf32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_cheevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xcomplex<f32>>, tensor<3xf32>, tensor<i32>
}

// CHECK-LABEL: func.func @symmetric(
// CHECK:         %[[O:.*]] = arith.constant dense<[4, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_dheevd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<2x5x3x3xf64>, tensor<2xi64>) -> (tensor<2x5x3x3xf64>, tensor<2x5x3xf64>, tensor<2x5xi32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @symmetric(%a: tensor<2x5x3x3xf64>) -> (tensor<2x5x3x3xf64>, tensor<2x5x3xf64>, tensor<2x5xi32>) {
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x5x3x3xf64>) -> (tensor<2x5x3x3xf64>, tensor<2x5x3xf64>, tensor<2x5xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x3x3xf64>, tensor<2x5x3xf64>, tensor<2x5xi32>
}

// Mode A has square U and V.
// CHECK-LABEL: func.func @singular_whole(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_sgesdd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<5x3xf32>, tensor<2xi64>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @singular_whole(%a: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>
}

// Mode S keeps as many columns as there are values.
// CHECK-LABEL: func.func @singular_part(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 0]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_dgesdd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<5x3xf64>, tensor<2xi64>) -> (tensor<5x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @singular_part(%a: tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<5x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<i32>
}

// Wide matrices: V has fewer rows.
// CHECK-LABEL: func.func @singular_wide(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 0]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_zgesdd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<3x5xcomplex<f64>>, tensor<2xi64>) -> (tensor<3x5xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @singular_wide(%a: tensor<3x5xcomplex<f64>>) -> (tensor<3x5xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_zgesvd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x5xcomplex<f64>>) -> (tensor<3x5xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x5xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x5xcomplex<f64>>, tensor<i32>
}

// The function of the other name does the same.
// CHECK-LABEL: func.func @singular_values(
// CHECK:         %[[O:.*]] = arith.constant dense<[3, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_sgesdd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x2x2xf32>, tensor<2xi64>) -> (tensor<4x2x2xf32>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x2x2xf32>, tensor<4xi32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @singular_values(%a: tensor<4x2x2xf32>) -> (tensor<4x2x2xf32>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x2x2xf32>, tensor<4xi32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesvd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<4x2x2xf32>) -> (tensor<4x2x2xf32>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x2x2xf32>, tensor<4xi32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x2x2xf32>, tensor<4x2xf32>, tensor<4x2x2xf32>, tensor<4x2x2xf32>, tensor<4xi32>
}

// Real matrices: real and imaginary parts, complex vectors.
// CHECK-LABEL: func.func @eigen_real(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 1, 0]> : tensor<3xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_sgeev"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x4xf32>, tensor<3xi64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @eigen_real(%a: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 78 : ui8}} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>
}

// CHECK-LABEL: func.func @eigen_complex(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 0, 1]> : tensor<3xi64>
// CHECK:         %[[R:.*]]:4 = ingot.custom "la_zgeev"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x4xcomplex<f64>>, tensor<3xi64>) -> (tensor<4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3
func.func @eigen_complex(%a: tensor<4x4xcomplex<f64>>) -> (tensor<4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>) {
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<4x4xcomplex<f64>>) -> (tensor<4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>
}

// Schur form; nothing is sorted.
// CHECK-LABEL: func.func @schur(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_cgees"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<3x3xcomplex<f32>>, tensor<1xi64>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @schur(%a: tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_cgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @schur_real(
// CHECK:         ingot.custom "la_dgees"
// CHECK-SAME:      -> (tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>)
func.func @schur_real(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>)
  return %0#0 : tensor<3x3xf64>
}

// The function takes what is solved first.
// CHECK-LABEL: func.func @tridiagonal_system(
// CHECK-SAME:    %[[L:[a-z0-9]+]]: tensor<4xf32>, %[[D:[a-z0-9]+]]: tensor<4xf32>, %[[U:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<4x2xf32>
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_sgtsv"(%[[B]], %[[L]], %[[D]], %[[U]], %[[O]])
// CHECK-SAME:      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>, tensor<i32>)
// CHECK:         return %[[R]]#3
func.func @tridiagonal_system(%l: tensor<4xf32>, %d: tensor<4xf32>, %u: tensor<4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>, tensor<i32>)
  return %0#3 : tensor<4x2xf32>
}

// QR, and the factor of it.
// CHECK-LABEL: func.func @qr_wide(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]]:2 = ingot.custom "la_sgeqrf"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<3x5xf32>, tensor<1xi64>) -> (tensor<3x5xf32>, tensor<3xf32>)
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @qr_wide(%a: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3x5xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @qr_by_another_name(
// CHECK:         %[[O:.*]] = arith.constant dense<3> : tensor<1xi64>
// CHECK:         %[[R:.*]]:2 = ingot.custom "la_zgeqrf"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<2x4x3xcomplex<f64>>, tensor<1xi64>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>)
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @qr_by_another_name(%a: tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>)
  return %0#0, %0#1 : tensor<2x4x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
}

// Columns change places.
// CHECK-LABEL: func.func @qr_pivots(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_dgeqp3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x3xf64>, tensor<3xi32>, tensor<1xi64>) -> (tensor<4x3xf64>, tensor<3xi32>, tensor<3xf64>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @qr_pivots(%a: tensor<4x3xf64>, %b: tensor<3xi32>) -> (tensor<4x3xf64>, tensor<3xi32>, tensor<3xf64>) {
  %0:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<4x3xf64>, tensor<3xi32>) -> (tensor<4x3xf64>, tensor<3xi32>, tensor<3xf64>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf64>, tensor<3xi32>, tensor<3xf64>
}

// CHECK-LABEL: func.func @product(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]] = ingot.custom "la_sorgqr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x3xf32>, tensor<3xf32>, tensor<1xi64>) -> tensor<4x3xf32>
// CHECK:         return %[[R]]
func.func @product(%a: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @product_complex(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]] = ingot.custom "la_corgqr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<1xi64>) -> tensor<4x3xcomplex<f32>>
// CHECK:         return %[[R]]
func.func @product_complex(%a: tensor<4x3xcomplex<f32>>, %b: tensor<3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>> {
  %0 = stablehlo.custom_call @lapack_cungqr_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  return %0 : tensor<4x3xcomplex<f32>>
}

// Fewer reflectors than columns.
// CHECK-LABEL: func.func @product_by_another_name(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]] = ingot.custom "la_dorgqr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x4xf64>, tensor<2xf64>, tensor<1xi64>) -> tensor<4x4xf64>
// CHECK:         return %[[R]]
func.func @product_by_another_name(%a: tensor<4x4xf64>, %b: tensor<2xf64>) -> tensor<4x4xf64> {
  %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a, %b) : (tensor<4x4xf64>, tensor<2xf64>) -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// Q times another matrix, from the left, transposed.
// CHECK-LABEL: func.func @multiply(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 1, 1]> : tensor<3xi64>
// CHECK:         %[[R:.*]] = ingot.custom "la_sormqr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>, tensor<3xi64>) -> tensor<4x2xf32>
// CHECK:         return %[[R]]
func.func @multiply(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// From the right.
// CHECK-LABEL: func.func @multiply_complex(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 0, 0]> : tensor<3xi64>
// CHECK:         %[[R:.*]] = ingot.custom "la_zormqr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<3xi64>) -> tensor<2x4xcomplex<f64>>
// CHECK:         return %[[R]]
func.func @multiply_complex(%a: tensor<4x3xcomplex<f64>>, %b: tensor<3xcomplex<f64>>, %c: tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zunmqr_ffi(%a, %b, %c) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
  return %0 : tensor<2x4xcomplex<f64>>
}

// Hessenberg form of rows 1 to 4; one reflector less than there are rows.
// CHECK-LABEL: func.func @hessenberg(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 1, 4]> : tensor<3xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_dgehrd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x4xf64>, tensor<3xi64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @hessenberg(%a: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {mhlo.backend_config = {high = 4 : i32, low = 1 : i32}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<4x4xf64>, tensor<3xf64>, tensor<i32>
}

// Tridiagonal form: diagonal and what stands beside it are real.
// CHECK-LABEL: func.func @tridiagonal(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_ssytrd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<4x4xf32>, tensor<2xi64>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @tridiagonal(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>) {
  %0:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>
}

// CHECK-LABEL: func.func @tridiagonal_complex(
// CHECK:         %[[O:.*]] = arith.constant dense<[3, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:5 = ingot.custom "la_zsytrd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<2x4x4xcomplex<f64>>, tensor<2xi64>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>, tensor<2xi32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @tridiagonal_complex(%a: tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>, tensor<2xi32>) {
  %0:5 = stablehlo.custom_call @lapack_zhetrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>, tensor<2xi32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<2x4x4xcomplex<f64>>, tensor<2x4xf64>, tensor<2x3xf64>, tensor<2x3xcomplex<f64>>, tensor<2xi32>
}

// A matrix of one row has nothing beside its diagonal.
// CHECK-LABEL: func.func @hessenberg_of_one(
// CHECK:         %[[O:.*]] = arith.constant dense<[2, 1, 1]> : tensor<3xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_sgehrd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<1x1xf32>, tensor<3xi64>) -> (tensor<1x1xf32>, tensor<0xf32>, tensor<i32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @hessenberg_of_one(%a: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<0xf32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%a) {mhlo.backend_config = {high = 1 : i32, low = 1 : i32}} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<0xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<1x1xf32>, tensor<0xf32>, tensor<i32>
}

// Sizes of the run are declared as such; one size that is known is that of both
// dimensions.
// CHECK-LABEL: func.func @hermitian_unknown(
// CHECK:         %[[O:.*]] = arith.constant dense<[3, 1]> : tensor<2xi64>
// CHECK:         %[[R:.*]]:3 = ingot.custom "la_sheevd"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<?x3x3xf32>, tensor<2xi64>) -> (tensor<?x3x3xf32>, tensor<?x3xf32>, tensor<?xi32>)
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @hermitian_unknown(%a: tensor<?x3x3xf32>) -> (tensor<?x3x3xf32>, tensor<?x3xf32>, tensor<?xi32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<?x3x3xf32>) -> (tensor<?x3x3xf32>, tensor<?x3xf32>, tensor<?xi32>)
  return %0#0, %0#1, %0#2 : tensor<?x3x3xf32>, tensor<?x3xf32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @qr_unknown(
// CHECK:         %[[O:.*]] = arith.constant dense<2> : tensor<1xi64>
// CHECK:         %[[R:.*]]:2 = ingot.custom "la_cgeqrf"(%{{[a-z0-9]+}}, %[[O]])
// CHECK-SAME:      ingot.library_function
// CHECK-SAME:      : (tensor<?x?xcomplex<f32>>, tensor<1xi64>) -> (tensor<?x?xcomplex<f32>>, tensor<?xcomplex<f32>>)
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @qr_unknown(%a: tensor<?x?xcomplex<f32>>) -> (tensor<?x?xcomplex<f32>>, tensor<?xcomplex<f32>>) {
  %0:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<?x?xcomplex<f32>>) -> (tensor<?x?xcomplex<f32>>, tensor<?xcomplex<f32>>)
  return %0#0, %0#1 : tensor<?x?xcomplex<f32>>, tensor<?xcomplex<f32>>
}
