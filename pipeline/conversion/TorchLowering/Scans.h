//===- Scans.h - running sums and their like --------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SCANS_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SCANS_H

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"

namespace ingot::torch {

/// Element i becomes the reduction of the elements 0 to i along `dim`.
mlir::Value scan(TensorBuilder &builder, Reducer reducer, mlir::Value value,
                 int64_t dim);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SCANS_H
