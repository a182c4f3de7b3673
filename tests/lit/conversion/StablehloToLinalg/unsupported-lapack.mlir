// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// Calls of LAPACK whose operands, results or options are others than the
// functions have: the functions read and write memory as the types say.

// Neither triangle.
func.func @hermitian_triangle(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<3xf32>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 88 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3xf32>, tensor<i32>
}

// -----

func.func @hermitian_no_options(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<3xf32>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3xf32>, tensor<i32>
}

// -----

func.func @hermitian_not_square(%a: tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_dsyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x4xf64> and gives tensor<3x4xf64>, tensor<3xf64>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x4xf64>, tensor<3xf64>, tensor<i32>
}

// -----

func.func @hermitian_vector(%a: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_dsyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3xf64> and gives tensor<3xf64>, tensor<3xf64>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3xf64>, tensor<3xf64>, tensor<i32>
}

// -----

// Values of a hermitian matrix are real.
func.func @hermitian_complex_values(%a: tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_cheevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xcomplex<f32>> and gives tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_cheevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>
}

// -----

func.func @hermitian_results(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>) {
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<3xf32>}}
  %0:2 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<3xf32>
}

// -----

// LAPACK has no letter for f16.
func.func @hermitian_half(%a: tensor<3x3xf16>) -> (tensor<3x3xf16>, tensor<3xf16>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf16> and gives tensor<3x3xf16>, tensor<3xf16>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf16>) -> (tensor<3x3xf16>, tensor<3xf16>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf16>, tensor<3xf16>, tensor<i32>
}

// -----

func.func @hermitian_integers(%a: tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3xi32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xi32> and gives tensor<3x3xi32>, tensor<3xi32>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xi32>, tensor<3xi32>, tensor<i32>
}

// -----

func.func @hermitian_info(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i64>) {
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<3xf32>, tensor<i64>}}
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i64>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3xf32>, tensor<i64>
}

// -----

func.func @singular_mode(%a: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_sgesdd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<5x3xf32> and gives tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 79 : ui8}} : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>
}

// -----

// Mode A has square U and V,
func.func @singular_whole(%a: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>, tensor<3x3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_sgesdd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<5x3xf32> and gives tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>, tensor<3x3xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>, tensor<3x3xf32>, tensor<i32>
}

// -----

// mode S has not.
func.func @singular_part(%a: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_sgesdd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<5x3xf32> and gives tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<5x3xf32>, tensor<3xf32>, tensor<5x5xf32>, tensor<3x3xf32>, tensor<i32>
}

// -----

func.func @singular_results(%a: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>) {
  // expected-error @+1 {{it calls 'lapack_sgesdd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<5x3xf32> and gives tensor<5x3xf32>, tensor<3xf32>}}
  %0:2 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<5x3xf32>, tensor<3xf32>
}

// -----

func.func @eigen_option(%a: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_sgeev_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf32> and gives tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8}} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>
}

// -----

// Vectors of real matrices are complex.
func.func @eigen_real_vectors(%a: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_sgeev_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf32> and gives tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>
}

// -----

func.func @eigen_complex_parts(%a: tensor<4x4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_cgeev_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xcomplex<f32>> and gives tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_cgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<4x4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>
}

// -----

func.func @schur_sorted(%a: tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_cgees_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xcomplex<f32>> and gives tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_cgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 83 : ui8}} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<i32>, tensor<i32>
}

// -----

// A real matrix's values come in two parts.
func.func @schur_real(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_sgees_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>
}

// -----

// A diagonal of another length.
func.func @tridiagonal_sizes(%a: tensor<3xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{it calls 'lapack_sgtsv_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32> and gives tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%a, %b, %c, %d) : (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>, tensor<i32>)
  return %0#3 : tensor<4x2xf32>
}

// -----

// As many reflectors as the smaller size.
func.func @qr_reflectors(%a: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>) {
  // expected-error @+1 {{it calls 'lapack_sgeqrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x5xf32> and gives tensor<3x5xf32>, tensor<5xf32>}}
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<3x5xf32>, tensor<5xf32>
}

// -----

func.func @qr_operands(%a: tensor<3x5xf32>, %b: tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>) {
  // expected-error @+1 {{it calls 'lapack_sgeqrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x5xf32>, tensor<3xf32> and gives tensor<3x5xf32>, tensor<3xf32>}}
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<3x5xf32>, tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3x5xf32>, tensor<3xf32>
}

// -----

func.func @qr_type(%a: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf64>) {
  // expected-error @+1 {{it calls 'Qr', but with other operands, results or attributes than are known for it: it takes tensor<3x5xf32> and gives tensor<3x5xf32>, tensor<3xf64>}}
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3xf64>)
  return %0#0, %0#1 : tensor<3x5xf32>, tensor<3xf64>
}

// -----

func.func @pivots_type(%a: tensor<4x3xf64>, %b: tensor<3xi64>) -> (tensor<4x3xf64>, tensor<3xi64>, tensor<3xf64>) {
  // expected-error @+1 {{it calls 'lapack_dgeqp3_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xf64>, tensor<3xi64> and gives tensor<4x3xf64>, tensor<3xi64>, tensor<3xf64>}}
  %0:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<4x3xf64>, tensor<3xi64>) -> (tensor<4x3xf64>, tensor<3xi64>, tensor<3xf64>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf64>, tensor<3xi64>, tensor<3xf64>
}

// -----

func.func @pivots_count(%a: tensor<4x3xf64>, %b: tensor<4xi32>) -> (tensor<4x3xf64>, tensor<4xi32>, tensor<3xf64>) {
  // expected-error @+1 {{it calls 'lapack_dgeqp3_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xf64>, tensor<4xi32> and gives tensor<4x3xf64>, tensor<4xi32>, tensor<3xf64>}}
  %0:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<4x3xf64>, tensor<4xi32>) -> (tensor<4x3xf64>, tensor<4xi32>, tensor<3xf64>)
  return %0#0, %0#1, %0#2 : tensor<4x3xf64>, tensor<4xi32>, tensor<3xf64>
}

// -----

func.func @product_no_reflectors(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{it calls 'lapack_sorgqr_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xf32> and gives tensor<4x3xf32>}}
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a) {mhlo.backend_config = {}} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @product_reflectors(%a: tensor<4x3xf32>, %b: tensor<3x1xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{it calls 'lapack_sorgqr_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xf32>, tensor<3x1xf32> and gives tensor<4x3xf32>}}
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %b) {mhlo.backend_config = {}} : (tensor<4x3xf32>, tensor<3x1xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @product_batch(%a: tensor<2x4x3xf32>, %b: tensor<3x3xf32>) -> tensor<2x4x3xf32> {
  // expected-error @+1 {{it calls 'ProductOfElementaryHouseholderReflectors', but with other operands, results or attributes than are known for it: it takes tensor<2x4x3xf32>, tensor<3x3xf32> and gives tensor<2x4x3xf32>}}
  %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a, %b) : (tensor<2x4x3xf32>, tensor<3x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

func.func @multiply_option(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{it calls 'lapack_sormqr_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32> and gives tensor<4x2xf32>}}
  %0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {mhlo.backend_config = {left = true}} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @multiply_result(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %c: tensor<4x2xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{it calls 'lapack_sormqr_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32> and gives tensor<4x3xf32>}}
  %0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %b, %c) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @multiply_type(%a: tensor<4x3xcomplex<f32>>, %b: tensor<3xcomplex<f32>>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{it calls 'lapack_cunmqr_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<4x2xf32> and gives tensor<4x2xf32>}}
  %0 = stablehlo.custom_call @lapack_cunmqr_ffi(%a, %b, %c) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<4x3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// Rows count from 1.
func.func @hessenberg_low(%a: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_dgehrd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf64> and gives tensor<4x4xf64>, tensor<3xf64>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {mhlo.backend_config = {high = 4 : i32, low = 0 : i32}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<4x4xf64>, tensor<3xf64>, tensor<i32>
}

// -----

func.func @hessenberg_high(%a: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_dgehrd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf64> and gives tensor<4x4xf64>, tensor<3xf64>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {mhlo.backend_config = {low = 1 : i32}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<4x4xf64>, tensor<3xf64>, tensor<i32>
}

// -----

func.func @hessenberg_reflectors(%a: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4xf64>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_dgehrd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf64> and gives tensor<4x4xf64>, tensor<4xf64>, tensor<i32>}}
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {mhlo.backend_config = {high = 4 : i32, low = 1 : i32}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4xf64>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<4x4xf64>, tensor<4xf64>, tensor<i32>
}

// -----

func.func @tridiagonal_triangle(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_ssytrd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf32> and gives tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%a) {mhlo.backend_config = {uplo = 88 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>
}

// -----

func.func @tridiagonal_beside(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_ssytrd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<4x4xf32> and gives tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<i32>}}
  %0:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<i32>
}

// -----

func.func @cholesky_no_options(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_spotrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<i32>}}
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<i32>
}

// -----

func.func @cholesky_results(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{it calls 'lapack_spotrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>}}
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// One number for each matrix.
func.func @cholesky_info(%a: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_spotrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<2x3x3xf32> and gives tensor<2x3x3xf32>, tensor<i32>}}
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2x3x3xf32>, tensor<i32>
}

// -----

func.func @cholesky_info_type(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i64>) {
  // expected-error @+1 {{it calls 'lapack_spotrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<i64>}}
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i64>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<i64>
}

// -----

func.func @cholesky_type(%a: tensor<3x3xf64>) -> (tensor<3x3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_dpotrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf64> and gives tensor<3x3xf32>, tensor<i32>}}
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<i32>
}

// -----

func.func @cholesky_vector(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {
  // expected-error @+1 {{it calls 'lapack_spotrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3xf32> and gives tensor<3xf32>, tensor<i32>}}
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<i32>
}

// -----

func.func @triangular_side(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{it calls 'lapack_strsm_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32>, tensor<3x2xf32> and gives tensor<3x2xf32>}}
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 77 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @triangular_diagonal(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{it calls 'lapack_strsm_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32>, tensor<3x2xf32> and gives tensor<3x2xf32>}}
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 76 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @triangular_transposed(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{it calls 'lapack_strsm_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32>, tensor<3x2xf32> and gives tensor<3x2xf32>}}
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 65 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @triangular_result(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{it calls 'lapack_strsm_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32>, tensor<3x2xf32> and gives tensor<2x3xf32>}}
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @triangular_one(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{it calls 'lapack_strsm_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>}}
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @lu_results(%a: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>) {
  // expected-error @+1 {{it calls 'lapack_dgetrf_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf64> and gives tensor<3x3xf64>, tensor<3xi32>}}
  %0:2 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3x3xf64>, tensor<3xi32>
}
