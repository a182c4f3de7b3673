//===- KnownElements.h - integers that are known while reading --*- C++ -*-===//
//
// Graphs compute shapes as tensors: the shape of a value, parts of it, put
// together again. What such a tensor holds is followed back through the ops
// that made it, so that known sizes are constants and others are scalars.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_KNOWNELEMENTS_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_KNOWNELEMENTS_H

#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"

namespace ingot::tensorflow {

/// Tensors with more elements than this are not followed.
inline constexpr int64_t kMaxFollowed = 1024;

/// An element of a tensor of integers or booleans.
struct Element {
  std::optional<int64_t> known;
  /// An integer without dimensions that is this element; null if there is none
  /// yet.
  mlir::Value scalar;
};

/// Every element, row by row; nothing if the shape is not static, the elements
/// are no integers, or there are too many.
std::optional<llvm::SmallVector<Element>> elementsOf(mlir::Value value);
/// Every element if all are known.
std::optional<llvm::SmallVector<int64_t>> knownElements(mlir::Value value);
/// Every element of a vector, or the one of a scalar; nothing if the number of
/// elements is not known.
std::optional<torch::Sizes> sizesIn(torch::TensorBuilder &builder,
                                    mlir::Value value);
/// A constant of the same elements if all are known, else the value itself.
mlir::Value foldKnown(torch::TensorBuilder &builder, mlir::Value value);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_KNOWNELEMENTS_H
