//===- FloatFunctions.h - functions of floats that TOSA lacks ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_FLOATFUNCTIONS_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_FLOATFUNCTIONS_H

#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

namespace ingot::torch {

/// Composes a function that TOSA has no op for of those that it has, by
/// formulas that keep their precision near zero. Null if there is none here.
mlir::Value makeFloatFunction(TosaBuilder &builder, ElementOp op,
                              mlir::ValueRange operands);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_FLOATFUNCTIONS_H
