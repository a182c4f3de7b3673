// Every function of the library, in both of its types.
// RUN: ingot-opt %s --ingot-lower-math | FileCheck %s

// CHECK-LABEL: func.func @acos_f32(
// CHECK:         %[[V0:.*]] = call @ingot_acosf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @acos_f32(%x: f32) -> f32 {
  %0 = math.acos %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @acos_f64(
// CHECK:         %[[V0:.*]] = call @ingot_acos(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @acos_f64(%x: f64) -> f64 {
  %0 = math.acos %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @acosh_f32(
// CHECK:         %[[V0:.*]] = call @ingot_acoshf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @acosh_f32(%x: f32) -> f32 {
  %0 = math.acosh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @acosh_f64(
// CHECK:         %[[V0:.*]] = call @ingot_acosh(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @acosh_f64(%x: f64) -> f64 {
  %0 = math.acosh %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @asin_f32(
// CHECK:         %[[V0:.*]] = call @ingot_asinf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @asin_f32(%x: f32) -> f32 {
  %0 = math.asin %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @asin_f64(
// CHECK:         %[[V0:.*]] = call @ingot_asin(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @asin_f64(%x: f64) -> f64 {
  %0 = math.asin %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @asinh_f32(
// CHECK:         %[[V0:.*]] = call @ingot_asinhf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @asinh_f32(%x: f32) -> f32 {
  %0 = math.asinh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @asinh_f64(
// CHECK:         %[[V0:.*]] = call @ingot_asinh(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @asinh_f64(%x: f64) -> f64 {
  %0 = math.asinh %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @atan_f32(
// CHECK:         %[[V0:.*]] = call @ingot_atanf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @atan_f32(%x: f32) -> f32 {
  %0 = math.atan %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @atan_f64(
// CHECK:         %[[V0:.*]] = call @ingot_atan(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @atan_f64(%x: f64) -> f64 {
  %0 = math.atan %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @atanh_f32(
// CHECK:         %[[V0:.*]] = call @ingot_atanhf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @atanh_f32(%x: f32) -> f32 {
  %0 = math.atanh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @atanh_f64(
// CHECK:         %[[V0:.*]] = call @ingot_atanh(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @atanh_f64(%x: f64) -> f64 {
  %0 = math.atanh %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @cbrt_f32(
// CHECK:         %[[V0:.*]] = call @ingot_cbrtf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @cbrt_f32(%x: f32) -> f32 {
  %0 = math.cbrt %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @cbrt_f64(
// CHECK:         %[[V0:.*]] = call @ingot_cbrt(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @cbrt_f64(%x: f64) -> f64 {
  %0 = math.cbrt %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @cos_f32(
// CHECK:         %[[V0:.*]] = call @ingot_cosf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @cos_f32(%x: f32) -> f32 {
  %0 = math.cos %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @cos_f64(
// CHECK:         %[[V0:.*]] = call @ingot_cos(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @cos_f64(%x: f64) -> f64 {
  %0 = math.cos %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @cosh_f32(
// CHECK:         %[[V0:.*]] = call @ingot_coshf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @cosh_f32(%x: f32) -> f32 {
  %0 = math.cosh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @cosh_f64(
// CHECK:         %[[V0:.*]] = call @ingot_cosh(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @cosh_f64(%x: f64) -> f64 {
  %0 = math.cosh %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @erf_f32(
// CHECK:         %[[V0:.*]] = call @ingot_erff(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @erf_f32(%x: f32) -> f32 {
  %0 = math.erf %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @erf_f64(
// CHECK:         %[[V0:.*]] = call @ingot_erf(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @erf_f64(%x: f64) -> f64 {
  %0 = math.erf %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @erfc_f32(
// CHECK:         %[[V0:.*]] = call @ingot_erfcf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @erfc_f32(%x: f32) -> f32 {
  %0 = math.erfc %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @erfc_f64(
// CHECK:         %[[V0:.*]] = call @ingot_erfc(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @erfc_f64(%x: f64) -> f64 {
  %0 = math.erfc %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @exp_f32(
// CHECK:         %[[V0:.*]] = call @ingot_expf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @exp_f32(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @exp_f64(
// CHECK:         %[[V0:.*]] = call @ingot_exp(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @exp_f64(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @exp2_f32(
// CHECK:         %[[V0:.*]] = call @ingot_exp2f(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @exp2_f32(%x: f32) -> f32 {
  %0 = math.exp2 %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @exp2_f64(
// CHECK:         %[[V0:.*]] = call @ingot_exp2(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @exp2_f64(%x: f64) -> f64 {
  %0 = math.exp2 %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @expm1_f32(
// CHECK:         %[[V0:.*]] = call @ingot_expm1f(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @expm1_f32(%x: f32) -> f32 {
  %0 = math.expm1 %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @expm1_f64(
// CHECK:         %[[V0:.*]] = call @ingot_expm1(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @expm1_f64(%x: f64) -> f64 {
  %0 = math.expm1 %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @log_f32(
// CHECK:         %[[V0:.*]] = call @ingot_logf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @log_f32(%x: f32) -> f32 {
  %0 = math.log %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @log_f64(
// CHECK:         %[[V0:.*]] = call @ingot_log(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @log_f64(%x: f64) -> f64 {
  %0 = math.log %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @log10_f32(
// CHECK:         %[[V0:.*]] = call @ingot_log10f(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @log10_f32(%x: f32) -> f32 {
  %0 = math.log10 %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @log10_f64(
// CHECK:         %[[V0:.*]] = call @ingot_log10(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @log10_f64(%x: f64) -> f64 {
  %0 = math.log10 %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @log1p_f32(
// CHECK:         %[[V0:.*]] = call @ingot_log1pf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @log1p_f32(%x: f32) -> f32 {
  %0 = math.log1p %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @log1p_f64(
// CHECK:         %[[V0:.*]] = call @ingot_log1p(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @log1p_f64(%x: f64) -> f64 {
  %0 = math.log1p %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @log2_f32(
// CHECK:         %[[V0:.*]] = call @ingot_log2f(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @log2_f32(%x: f32) -> f32 {
  %0 = math.log2 %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @log2_f64(
// CHECK:         %[[V0:.*]] = call @ingot_log2(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @log2_f64(%x: f64) -> f64 {
  %0 = math.log2 %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @sin_f32(
// CHECK:         %[[V0:.*]] = call @ingot_sinf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @sin_f32(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @sin_f64(
// CHECK:         %[[V0:.*]] = call @ingot_sin(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @sin_f64(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @sinh_f32(
// CHECK:         %[[V0:.*]] = call @ingot_sinhf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @sinh_f32(%x: f32) -> f32 {
  %0 = math.sinh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @sinh_f64(
// CHECK:         %[[V0:.*]] = call @ingot_sinh(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @sinh_f64(%x: f64) -> f64 {
  %0 = math.sinh %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @tan_f32(
// CHECK:         %[[V0:.*]] = call @ingot_tanf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @tan_f32(%x: f32) -> f32 {
  %0 = math.tan %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @tan_f64(
// CHECK:         %[[V0:.*]] = call @ingot_tan(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @tan_f64(%x: f64) -> f64 {
  %0 = math.tan %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @tanh_f32(
// CHECK:         %[[V0:.*]] = call @ingot_tanhf(%arg0) : (f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @tanh_f32(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @tanh_f64(
// CHECK:         %[[V0:.*]] = call @ingot_tanh(%arg0) : (f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @tanh_f64(%x: f64) -> f64 {
  %0 = math.tanh %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @atan2_f32(
// CHECK:         %[[V0:.*]] = call @ingot_atan2f(%arg0, %arg1) : (f32, f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @atan2_f32(%x: f32, %y: f32) -> f32 {
  %0 = math.atan2 %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @atan2_f64(
// CHECK:         %[[V0:.*]] = call @ingot_atan2(%arg0, %arg1) : (f64, f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @atan2_f64(%x: f64, %y: f64) -> f64 {
  %0 = math.atan2 %x, %y : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @powf_f32(
// CHECK:         %[[V0:.*]] = call @ingot_powf(%arg0, %arg1) : (f32, f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @powf_f32(%x: f32, %y: f32) -> f32 {
  %0 = math.powf %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @powf_f64(
// CHECK:         %[[V0:.*]] = call @ingot_pow(%arg0, %arg1) : (f64, f64) -> f64
// CHECK:         return %[[V0]] : f64
func.func @powf_f64(%x: f64, %y: f64) -> f64 {
  %0 = math.powf %x, %y : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @remf_f32(
// CHECK:         %[[V0:.*]] = call @ingot_fmodf(%arg0, %arg1) : (f32, f32) -> f32
// CHECK:         return %[[V0]] : f32
func.func @remf_f32(%x: f32, %y: f32) -> f32 {
  %0 = arith.remf %x, %y : f32
  return %0 : f32
}
