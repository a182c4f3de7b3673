//===- ConvolutionLayout.h - the layout a convolution runs best in -*- C++
//-*-===//
//
// Vectors of a convolution run along the last dimension of its result: along
// the channels, with the input broadcast, or along the width, with the filter
// broadcast. Which of the two fills the lanes is decided here, by sizes,
// strides and the width of the vectors alone.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_CONVOLUTIONLAYOUT_H
#define INGOT_PIPELINE_TRANSFORMS_CONVOLUTIONLAYOUT_H

#include "pipeline/transforms/Arrange.h"

namespace ingot {

/// How the operands of a convolution are to be arranged, and the order of the
/// loops that sum.
struct ConvolutionLayout {
  Permutation input, filter, result;
  llvm::SmallVector<unsigned> reductions;
};

/// The layout for `op` with vectors of `vectorBits`, or nothing if it is no
/// convolution of one input and one filter, or gains nothing from any layout.
/// `known` is an arrangement that its input exists in besides its own; a layout
/// that costs copies must be worth them.
std::optional<ConvolutionLayout>
chooseConvolutionLayout(mlir::linalg::LinalgOp op, unsigned vectorBits,
                        std::optional<llvm::ArrayRef<int64_t>> known);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_CONVOLUTIONLAYOUT_H
