//===- Windows.h - where windows of pooling lie -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_WINDOWS_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_WINDOWS_H

#include "pipeline/conversion/TorchLowering/Size.h"

namespace ingot::torch {

class Conversion;
class TensorBuilder;

/// Windows of pooling. One entry for each of the last dimensions, which they
/// move along.
struct Windows {
  llvm::SmallVector<int64_t> kernel, stride, padding, dilation;
  bool roundsUp = false;
  int64_t count() const { return static_cast<int64_t>(kernel.size()); }
};

/// Of the operands that all ops of pooling have.
mlir::FailureOr<Windows> windowsOf(Conversion &c, int64_t count);

/// What stands behind the elements of dimension `i` of `size`. If the number of
/// windows is rounded up, the last one may reach further than the padding,
/// unless it would start there.
Size highPadding(TensorBuilder &b, Size size, const Windows &w, int64_t i);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_WINDOWS_H
