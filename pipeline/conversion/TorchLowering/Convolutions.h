//===- Convolutions.h - what the operands of one mean -----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONVOLUTIONS_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONVOLUTIONS_H

#include "pipeline/conversion/TorchLowering/Conversion.h"

namespace ingot::torch {

/// What a convolution is, apart from its tensors.
struct ConvolutionParameters {
  llvm::SmallVector<int64_t> stride, dilation;
  /// What a transposed one adds behind.
  Sizes outputPadding;
  /// In front and behind, for each spatial dimension.
  Sizes low, high;
  int64_t groups = 1;
  bool transposed = false;
};

/// What a kernel covers beyond its first element in a spatial dimension.
Size reachOf(TensorBuilder &builder, mlir::Value weight, int64_t spatial,
             int64_t dilation);

/// Of the operands stride, padding, dilation, groups and, of a transposed
/// convolution, output_padding.
llvm::FailureOr<ConvolutionParameters>
convolutionParametersOf(Conversion &c, mlir::Value weight, bool transposed);

/// [in, out / groups, ...] to [in / groups, out, ...] with the kernel
/// reversed.
mlir::Value flipKernel(TensorBuilder &builder, mlir::Value weight,
                       int64_t groups);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONVOLUTIONS_H
