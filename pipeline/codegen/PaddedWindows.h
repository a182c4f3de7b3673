//===- PaddedWindows.h - windows over a padded image ------------*- C++ -*-===//
//
// Pools and depthwise convolutions read each element of an image in a few
// windows only: a padded copy of it costs about as much as they do, and most
// windows lie inside of the image and need none.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PADDEDWINDOWS_H
#define INGOT_PIPELINE_CODEGEN_PADDEDWINDOWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>

namespace ingot {

/// Part of the iterations of an op, or of the elements of a tensor.
struct Box {
  llvm::SmallVector<int64_t> offsets, sizes;
};

/// Windows over a padded image.
struct WindowBox : Box {
  /// From which to before which iteration each reduction reads the image, in
  /// all windows of the box alike; its others read padding. Empty if the box is
  /// to read a padded piece of the image.
  llvm::SmallVector<std::pair<int64_t, int64_t>> taps;
};

/// True if each result of `map` is a sum of loops times positive numbers: it
/// starts at 0 and grows with its loops.
bool isWindowMap(mlir::AffineMap map);

/// The elements that `map`, for which isWindowMap(), takes in `iterations`.
Box elementsOf(mlir::AffineMap map, const Box &iterations);

/// Iterations of the parallel loops of `op` in `result`, a part of its result,
/// and all of the reductions.
Box iterationsOf(mlir::linalg::LinalgOp op, const Box &result);

/// True if the parallel loops of `op`, whose shapes are known, are the
/// dimensions of its one result in order, before the reductions.
bool writesInOrder(mlir::linalg::LinalgOp op);

/// The result of the one reader of `pad` in boxes, if it reads through windows,
/// uses each element in no more of them than a window has places, has vectors
/// along a dimension without padding or is a pool, and the boxes at the sides
/// are a small part. The last one needs no padding along what parallel loops
/// move. Each box is `operations` of code.
std::optional<llvm::SmallVector<WindowBox>>
splitPaddedWindows(mlir::tensor::PadOp pad, int64_t operations = 1);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PADDEDWINDOWS_H
