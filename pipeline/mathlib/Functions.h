//===- Functions.h - what the library defines -------------------*- C -*-===//
//
// Names are those of C behind `ingot_`, so that no compiler knows them better
// than we do. The special values are C's too (ISO C, Annex F). Double: within
// one unit in the last place, where no comment says otherwise. Float: likewise
// but for sin and cos (1.02), tanh (1.91) and erf (1.88), and without branches
// where no comment says otherwise, so that a loop over it vectorises.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_FUNCTIONS_H
#define INGOT_PIPELINE_MATHLIB_FUNCTIONS_H

/// Returned as a pair of values, which is how generated code calls them.
typedef struct {
  double re, im;
} Complex;

double ingot_exp(double x);
double ingot_exp2(double x);
double ingot_expm1(double x);
double ingot_sinh(double x);
double ingot_cosh(double x);
double ingot_tanh(double x);
double ingot_log(double x);
double ingot_log2(double x);
double ingot_log10(double x);
double ingot_log1p(double x);
double ingot_asinh(double x);
double ingot_acosh(double x);
double ingot_atanh(double x);
double ingot_pow(double x, double y);
double ingot_cbrt(double x);
double ingot_hypot(double x, double y);
double ingot_sin(double x);
double ingot_cos(double x);
double ingot_tan(double x);
double ingot_asin(double x);
double ingot_acos(double x);
double ingot_atan(double x);
double ingot_atan2(double y, double x);
double ingot_erf(double x);
double ingot_erfc(double x);
double ingot_fmod(double x, double y);

/// What LLVM calls where a machine moves bf16 as float; GCC 12's library lacks
/// it. Rounds to nearest, ties to even; a bf16 comes back bit by bit.
__bf16 ingot___truncsfbf2(float x);

// A loop must be able to vectorise, so these have to disappear in it.
#define INGOT_INLINED __attribute__((always_inline))
INGOT_INLINED float ingot_expf(float x);
INGOT_INLINED float ingot_exp2f(float x);
INGOT_INLINED float ingot_expm1f(float x);
INGOT_INLINED float ingot_sinhf(float x);
INGOT_INLINED float ingot_coshf(float x);
INGOT_INLINED float ingot_tanhf(float x);
INGOT_INLINED float ingot_logf(float x);
INGOT_INLINED float ingot_log2f(float x);
INGOT_INLINED float ingot_log10f(float x);
INGOT_INLINED float ingot_log1pf(float x);
INGOT_INLINED float ingot_asinhf(float x);
INGOT_INLINED float ingot_acoshf(float x);
INGOT_INLINED float ingot_atanhf(float x);
INGOT_INLINED float ingot_powf(float x, float y);
INGOT_INLINED float ingot_cbrtf(float x);
INGOT_INLINED float ingot_hypotf(float x, float y);
INGOT_INLINED float ingot_tanf(float x);
INGOT_INLINED float ingot_asinf(float x);
INGOT_INLINED float ingot_acosf(float x);
INGOT_INLINED float ingot_atanf(float x);
INGOT_INLINED float ingot_atan2f(float y, float x);
INGOT_INLINED float ingot_erff(float x);
INGOT_INLINED float ingot_erfcf(float x);
float ingot_fmodf(float x, float y); ///< Branches.
// So do these, but there are `ingot_sinf_v4`, `_v8` and `_v16` of vectors.
float ingot_sinf(float x);
float ingot_cosf(float x);

/// Instructions of some processors that others lack.
INGOT_INLINED double ingot_floor(double x);
INGOT_INLINED double ingot_ceil(double x);
INGOT_INLINED double ingot_trunc(double x);
INGOT_INLINED double ingot_round(double x);
INGOT_INLINED double ingot_roundeven(double x);
INGOT_INLINED double ingot_rint(double x);
INGOT_INLINED double ingot_nearbyint(double x);
double ingot_fma(double x, double y, double z);
INGOT_INLINED double ingot_fmax(double x, double y);
INGOT_INLINED double ingot_fmin(double x, double y);
INGOT_INLINED float ingot_floorf(float x);
INGOT_INLINED float ingot_ceilf(float x);
INGOT_INLINED float ingot_truncf(float x);
INGOT_INLINED float ingot_roundf(float x);
INGOT_INLINED float ingot_roundevenf(float x);
INGOT_INLINED float ingot_rintf(float x);
INGOT_INLINED float ingot_nearbyintf(float x);
INGOT_INLINED float ingot_fmaxf(float x, float y);
INGOT_INLINED float ingot_fminf(float x, float y);
/// No part of its callers, so that loops take `ingot_fmaf_v4`, which branches.
__attribute__((noinline)) float ingot_fmaf(float x, float y, float z);

/// Each part within about one unit in the last place of itself, also where it
/// is a small difference of large terms.
Complex ingot_cdiv(double a, double b, double c, double d);
/// For parts that are floats.
Complex ingot_cdivf(double a, double b, double c, double d);
Complex ingot_cexp(double x, double y);
Complex ingot_cexpm1(double x, double y);
Complex ingot_clog(double x, double y);
Complex ingot_clog1p(double x, double y);
Complex ingot_csqrt(double x, double y);
Complex ingot_crsqrt(double x, double y);
Complex ingot_csin(double x, double y);
Complex ingot_ccos(double x, double y);
Complex ingot_ctan(double x, double y);
Complex ingot_ctanh(double x, double y);
Complex ingot_cpow(double a, double b, double c, double d);
/// By its definition, so parts that are differences lose digits.
Complex ingot_catan2(double a, double b, double c, double d);
Complex ingot_csign(double x, double y);

#endif // INGOT_PIPELINE_MATHLIB_FUNCTIONS_H
