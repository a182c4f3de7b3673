//===- ByteWindows.h - sums of bytes over windows ---------------*- C++ -*-===//
//
// Depthwise convolutions of bytes: each channel of a window times weights of
// its own, added to 32 bits. Two products are one instruction where the machine
// adds pairs of 16 bits (ProductInstructions.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_BYTEWINDOWS_H
#define INGOT_PIPELINE_CODEGEN_BYTEWINDOWS_H

#include "pipeline/codegen/NarrowFactors.h"
#include "pipeline/codegen/ProductInstructions.h"

namespace ingot {

/// On a tile of such sums: the widest instruction for its pairs, by name. What
/// `ingot-lower-windows` turns into vectors.
inline constexpr llvm::StringLiteral kWindowAttribute = "ingot.window";

/// Where the parts of such sums are in an op. The zero point of the image is a
/// scalar, that of the weights a constant.
struct ByteWindow {
  NarrowFactor image, weights;
  int64_t weightOffset = 0;
  unsigned channel = 0; ///< The loop that vectors run along.
  int64_t taps = 1;     ///< Places of a window.
};

/// None if `op`, on tensors or on memory, is anything else, or has an unknown
/// number of channels or places in a window, more places than are worth
/// straight code, channels that are no multiple of four, or several windows of
/// one channel that have weights of their own.
std::optional<ByteWindow> matchByteWindow(mlir::linalg::LinalgOp op);

/// The same of an op on tensors that `ingot-tile-registers` makes tiles of, of
/// vectors of `vectorBits` and for `pairs`, which may be null. Passes in front
/// of it ask what it will do.
std::optional<ByteWindow> chooseByteWindow(mlir::linalg::LinalgOp op,
                                           const DotInstruction *pairs,
                                           unsigned vectorBits);

/// Rows of a tile, of `range` in all: neighbours share what they read of the
/// image, and all of them the weights. Fewer where windows have many places.
int64_t rowsOfByteWindow(const ByteWindow &window, int64_t range);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_BYTEWINDOWS_H
