//===- Casts.h - the same elements of another type --------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_CASTS_H
#define INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_CASTS_H

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

namespace ingot::onnx {

/// As ONNX's Cast: `saturates` counts for floats of 8 bits and fewer,
/// `roundMode` ("up", "down", "nearest") for f8E8M0FNU.
Tensor castTo(Tensor x, mlir::Type dtype, bool saturates = true,
              llvm::StringRef roundMode = "up");

} // namespace ingot::onnx

#endif // INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_CASTS_H
