//===- Windows.h - kernels that slide over an image -------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_WINDOWS_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_WINDOWS_H

#include "pipeline/frontends/onnx/Inference.h"

namespace ingot::onnx::reader {

/// What the attributes of a convolution or a pooling say.
struct Window {
  llvm::SmallVector<Scalar> extents; ///< Of the dilated kernel.
  Ints strides;
  Ints pads;           ///< All fronts, then all backs.
  bool isSame = false; ///< `auto_pad` keeps ceil(size / stride).
  bool isCeil = false; ///< `ceil_mode`.
};

/// `kernel` has the sizes of the kernel, if no attribute says them. There are
/// strides for each of its dimensions and pads for each side of it.
Window windowOf(Inference &node, llvm::ArrayRef<Scalar> kernel);

/// How often the window fits along each dimension.
Shape slidingSizes(Inference &node, llvm::ArrayRef<Scalar> sizes,
                   const Window &window);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_WINDOWS_H
