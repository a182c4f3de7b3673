//===- Windows.h - kernels that slide over an image -------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_WINDOWS_H
#define INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_WINDOWS_H

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"

namespace ingot::onnx {

/// Rows and columns of a convolution's weights; mlir::ShapedType::kDynamic if
/// not known.
Ints sizesOfKernel(Tensor weight);

/// What `pads` or `auto_pad` add: at the front of each spatial dimension, then
/// at the back of each. Nothing if that depends on sizes that are not known, or
/// if the attribute has another length.
std::optional<Ints> padsOf(const OnnxOp &op, Tensor x,
                           llvm::ArrayRef<int64_t> kernel,
                           llvm::ArrayRef<int64_t> strides,
                           llvm::ArrayRef<int64_t> dilations);

/// The operand with what `auto_pad` adds around it, each of them `value`, where
/// only the run knows how much that is; null where padsOf() says it, or where
/// nobody does.
Tensor padSame(const OnnxOp &op, Tensor x, llvm::ArrayRef<int64_t> kernel,
               llvm::ArrayRef<int64_t> strides,
               llvm::ArrayRef<int64_t> dilations, double value);

/// Adds elements around the last dimensions, for which `pads` are.
Tensor padWith(Tensor x, llvm::ArrayRef<int64_t> pads, double value);

/// The convolution that an operator's attributes describe, of operands that may
/// have been prepared; in their dtype. The bias may be none.
torch::Results convolve(const OnnxOp &op, Tensor x, Tensor weight, Tensor bias);

} // namespace ingot::onnx

#endif // INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_WINDOWS_H
