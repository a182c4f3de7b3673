//===- RegisterTile.h - how a contraction meets the registers ---*- C++ -*-===//
//
// One way to see every op with reductions: its result has a contiguous
// dimension, along which vectors run; one more loop may reuse the same vectors,
// and its iterations become rows of accumulators; all other loops run around
// them, one step at a time.
//
//   matmul             vectors along n, rows along m
//   conv NHWC x HWCF   vectors along the filters, rows along the width
//   conv NCHW x FCHW   vectors along the width, rows along the filters
//   depthwise, pooling vectors along the channels, rows along the width
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_REGISTERTILE_H
#define INGOT_PIPELINE_CODEGEN_REGISTERTILE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace ingot {

/// Vectors of so many bits say AVX2 or AVX-512.
inline constexpr unsigned kMaskedBits = 256;

/// The two loops that become registers, and how many iterations of each.
struct RegisterTile {
  unsigned vectorLoop = 0;
  std::optional<unsigned> rowLoop;
  int64_t vectorSize = 0;
  int64_t rowSize = 1;
};

/// The loop along the last dimension of the op's one result; none if that is
/// computed, or no parallel loop.
std::optional<unsigned> contiguousLoop(mlir::linalg::LinalgOp op);

/// True if a vector of this type lies in memory as its elements do one by one.
/// LLVM packs the others: <8 x i12> takes 12 bytes.
bool isVectorElement(mlir::Type type);

/// True if a tile of the loops needs a box of the operand with this map whose
/// corner is where the tile's is: no index is reversed, divided or wrapped
/// around. What upstream computes for the others is not what they need.
bool canSlice(mlir::AffineMap map);

/// The same of all operands.
bool canSliceOperands(mlir::linalg::LinalgOp op);

/// True if the body computes each element from its operands' elements alone, so
/// that it means the same on vectors.
bool hasVectorizableBody(mlir::linalg::LinalgOp op);

/// True if vectors of `op` may be wider than what they hold: the machine loads
/// and stores parts of them, of elements this narrow (AVX2 none below 32 bits),
/// and no lane divides by what happens to be there.
bool canMaskVectors(mlir::linalg::LinalgOp op, unsigned vectorBits);

/// The loop of `input`'s owner that runs over the elements that `loop` of
/// `producer`, which computes `input`, writes; none if they are not taken one
/// by one.
std::optional<unsigned> loopOfReader(mlir::OpOperand &input,
                                     mlir::linalg::LinalgOp producer,
                                     unsigned loop);

/// True if consecutive iterations of `loop` read consecutive elements, or all
/// of them the same one.
bool readsVectorsAlong(mlir::linalg::LinalgOp op, unsigned loop);

/// True if an operand of `op` is read by more than its loops' own indices, as
/// windows of a convolution are.
bool hasWindows(mlir::linalg::LinalgOp op);

/// True if every input has elements of its own for each iteration of
/// `vectorLoop`, so that two vectors of the result share nothing that is read:
/// channels of a depthwise convolution.
bool sharesNoRows(mlir::linalg::LinalgOp op, unsigned vectorLoop);

/// How many iterations of each loop make a block of `room` steps of the
/// reductions; 0 for all of them. Inner reductions stay whole while they fit,
/// so that blocks follow each other in the order of the loops.
llvm::SmallVector<int64_t> reductionBlocks(mlir::linalg::LinalgOp op,
                                           int64_t room);

/// How to tile `op` for registers of `vectorBits`; none if it has no reduction,
/// reads an operand across its rows, has a loop without iterations, or is too
/// narrow.
std::optional<RegisterTile> chooseRegisterTile(mlir::linalg::LinalgOp op,
                                               unsigned vectorBits);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_REGISTERTILE_H
