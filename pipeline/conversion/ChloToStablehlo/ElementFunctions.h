//===- ElementFunctions.h - functions of CHLO, for one element --*- C++ -*-===//
//
// Each computes in the type of its arguments, f32 or f64. Errors are those
// measured in f64 with exact elementary functions, in units in the last place
// (ULP); in f32 they are no larger.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_ELEMENTFUNCTIONS_H
#define INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_ELEMENTFUNCTIONS_H

#include "pipeline/conversion/ChloToStablehlo/Formula.h"

namespace ingot::chlo {

// ErrorFunctions.cpp
Number erf(Number x);
Number erfc(Number x);
Number erfInv(Number x);

// GammaFunctions.cpp
Number lgamma(Number x);
Number digamma(Number x);

// ZetaFunctions.cpp
Number zeta(Number x, Number q);
Number polygamma(Number n, Number x);

// BesselFunctions.cpp
Number besselI1e(Number x);

// InverseFunctions.cpp
Number acos(Number x);
Number acosh(Number x);
Number asin(Number x);
Number asinh(Number x);
Number atan(Number x);
Number atanh(Number x);
Number cosh(Number x);
Number sinh(Number x);

} // namespace ingot::chlo

#endif // INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_ELEMENTFUNCTIONS_H
