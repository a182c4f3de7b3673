// RUN: ingot-opt %s --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// One run names all calls that stay, each with its reason.

func.func @calls(%a: tensor<3x3xf32>, %t: tensor<1xi32>) -> tensor<3x3xf32> {
  // expected-error @+2 {{it calls 'theirs', code of another runtime that is not known here; export what it computes as ops of StableHLO, or as a stablehlo.composite with a decomposition}}
  // expected-note @+1 {{known calls are dropped: LayoutConstraint}}
  %theirs = stablehlo.custom_call @theirs(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // The list stands once in a report.
  // expected-error @+1 {{it calls 'others', code of another runtime that is not known here}}
  %0 = stablehlo.custom_call @others(%theirs) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // Values of a size that does not follow from the matrix.
  // expected-error @+1 {{it calls 'lapack_ssyevd_ffi', but with other operands, results or attributes than are known for it: it takes tensor<3x3xf32> and gives tensor<3x3xf32>, tensor<4xf32>, tensor<i32>}}
  %1:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%0) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<4xf32>, tensor<i32>)
  // expected-error @+1 {{it calls 'xla_ffi_python_cpu_callback', which is not lowered: it calls back into a Python process}}
  %2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%1#0) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // expected-error @+1 {{it calls 'lapack_spotrf_ffi', but with other operands, results or attributes than are known for it}}
  %3:2 = stablehlo.custom_call @lapack_spotrf_ffi(%2) {mhlo.backend_config = {uplo = 1 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  // expected-error @+1 {{it calls 'lapack_strsm_ffi', but with other}}
  %4 = stablehlo.custom_call @lapack_strsm_ffi(%3#0, %3#0) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // expected-error @+1 {{it calls 'lapack_sgetrf_ffi', but with other}}
  %5 = stablehlo.custom_call @lapack_sgetrf_ffi(%4) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // expected-error @+1 {{it calls 'mhlo.topk', but with other}}
  %6:2 = stablehlo.custom_call @mhlo.topk(%5) : (tensor<3x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  // expected-error @+1 {{it calls 'Sharding', but with other}}
  %7 = stablehlo.custom_call @Sharding(%5) : (tensor<3x3xf32>) -> tensor<3x2xf32>
  // expected-error @+1 {{it calls 'shape_assertion', but with other}}
  stablehlo.custom_call @shape_assertion(%t) {has_side_effect = true} : (tensor<1xi32>) -> ()
  return %5 : tensor<3x3xf32>
}
