//===- Extremes.h - extremes and where they are -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_EXTREMES_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_EXTREMES_H

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"

namespace ingot::torch {

/// Of two values with their places (value, place, value, place) the more
/// extreme one, and of equal ones the first. NaN is more extreme than any
/// number.
llvm::SmallVector<mlir::Value> takeMoreExtreme(TensorBuilder &builder,
                                               Comparison better,
                                               mlir::ValueRange arguments);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_EXTREMES_H
