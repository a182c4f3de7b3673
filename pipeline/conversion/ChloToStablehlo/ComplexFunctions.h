//===- ComplexFunctions.h - functions of complex numbers --------*- C++ -*-===//
//
// All in f64, also for numbers that are pairs of f32: it costs little on a CPU
// and leaves nothing to say about their accuracy.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_COMPLEXFUNCTIONS_H
#define INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_COMPLEXFUNCTIONS_H

#include "pipeline/conversion/ChloToStablehlo/Formula.h"

namespace ingot::chlo {

/// Its parts, two formulas.
struct ComplexNumber {
  Number re, im;
};

ComplexNumber acos(ComplexNumber z);
ComplexNumber acosh(ComplexNumber z);
ComplexNumber asin(ComplexNumber z);
ComplexNumber asinh(ComplexNumber z);
ComplexNumber atan(ComplexNumber z);
ComplexNumber atanh(ComplexNumber z);
ComplexNumber cosh(ComplexNumber z);
ComplexNumber sinh(ComplexNumber z);
/// What `chlo._asin_acos_kernel` is: see the reference of CHLO.
ComplexNumber asinAcosKernel(ComplexNumber z);

} // namespace ingot::chlo

#endif // INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_COMPLEXFUNCTIONS_H
