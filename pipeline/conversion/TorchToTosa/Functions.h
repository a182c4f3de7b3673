//===- Functions.h - functions of elements as ops of TOSA -------*- C++ -*-===//
//
// TOSA has few functions. The others are composed of those, with formulas that
// keep their precision near zero.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_FUNCTIONS_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_FUNCTIONS_H

#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

namespace ingot::torch {

/// What an op of StableHLO or CHLO of this name gives for operands of equal
/// rank, in the type `type`; null if TOSA cannot say it.
mlir::Value makeFunction(TosaBuilder &builder, llvm::StringRef name,
                         mlir::RankedTensorType type,
                         mlir::ValueRange operands);

/// Float numbers of other functions, by the parts that they are made of.
mlir::Value makeFloatFunction(TosaBuilder &builder, llvm::StringRef name,
                              mlir::ValueRange operands);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_FUNCTIONS_H
