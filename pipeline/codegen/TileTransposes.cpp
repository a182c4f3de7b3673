//===- TileTransposes.cpp - squares that turn in registers ----------------===//
//
// An elementwise op that reads an operand along another dimension than it
// writes touches a new cache line with every element, whichever loop is inside.
// A square of one vector's length is read by rows, turned in registers and
// written by rows: every line that is fetched is used whole.
//
// Squares have at most 16 rows, for they must fit the registers twice. A ragged
// end of known size is split off and becomes smaller squares, of 8 or of 4;
// what is left, and ends of unknown size, are loops.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/bit.h"

#include <algorithm>

namespace ingot {
#define GEN_PASS_DEF_TILETRANSPOSES
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

static constexpr int64_t kMaxSquare = 16;
/// Smaller squares are better left to LLVM.
static constexpr int64_t kMinSquare = 4;

namespace {
/// The loop along which the result lies in memory, that of the operands which
/// lie otherwise, and how many iterations of each make a square.
struct Square {
  unsigned writes = 0;
  unsigned reads = 0;
  int64_t size = 0;
};
} // namespace

/// The loop along which the operands lie that `writes` steps across; none if
/// there is no such operand, or if two of them disagree.
static std::optional<unsigned> crossingLoop(linalg::LinalgOp op,
                                            unsigned writes) {
  std::optional<unsigned> found;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation())
      return std::nullopt;
    if (!map.isFunctionOfDim(writes))
      continue;
    unsigned last = cast<AffineDimExpr>(map.getResults().back()).getPosition();
    if (last == writes)
      continue;
    if (found && *found != last)
      return std::nullopt;
    found = last;
  }
  return found;
}

static std::optional<Square> chooseSquare(linalg::LinalgOp op,
                                          unsigned vectorBits) {
  std::optional<unsigned> writes = ingot::contiguousLoop(op);
  if (vectorBits == 0 || !writes || op.getNumReductionLoops() != 0 ||
      !op.hasPureTensorSemantics() || !ingot::hasVectorizableBody(op))
    return std::nullopt;
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isa<arith::ArithDialect>(inner.getDialect()))
      return std::nullopt;
  std::optional<unsigned> reads = crossingLoop(op, *writes);
  if (!reads)
    return std::nullopt;
  unsigned bits = 8;
  for (Value operand : op->getOperands())
    bits = std::max(
        bits, getElementTypeOrSelf(operand.getType()).getIntOrFloatBitWidth());
  int64_t size = std::clamp<int64_t>(vectorBits / bits, kMinSquare, kMaxSquare);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : {*writes, *reads})
    if (!ShapedType::isDynamic(ranges[loop]))
      size = std::min(size, ranges[loop]);
  if (size < kMinSquare)
    return std::nullopt;
  return Square{*writes, *reads,
                static_cast<int64_t>(llvm::bit_floor<uint64_t>(size))};
}

namespace {
struct TileTransposes final : ingot::impl::TileTransposesBase<TileTransposes> {
  using TileTransposesBase::TileTransposesBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, Square>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op->hasAttr(ingot::kVectorizeAttribute) ||
          op->hasAttr(ingot::kPanelsAttribute))
        return;
      if (std::optional<Square> square = chooseSquare(op, vectorBits))
        ops.emplace_back(op, *square);
    });
    IRRewriter rewriter(&getContext());
    for (auto [op, square] : ops)
      tileWithEnds(rewriter, op, square);
  }

private:
  /// Tiles `op` by squares, and what they leave of it by smaller ones.
  void tileWithEnds(RewriterBase &rewriter, linalg::LinalgOp op,
                    const Square &square) {
    for (unsigned loop : {square.reads, square.writes}) {
      int64_t range = op.getStaticLoopRanges()[loop];
      if (ShapedType::isDynamic(range) || range % square.size == 0)
        continue;
      rewriter.setInsertionPoint(op);
      auto [squares, end] = linalg::splitOp(
          rewriter, cast<TilingInterface>(op.getOperation()), loop,
          rewriter.getIndexAttr(range - range % square.size));
      op = cast<linalg::LinalgOp>(squares.getOperation());
      auto rest = cast<linalg::LinalgOp>(end.getOperation());
      if (std::optional<Square> smaller = chooseSquare(rest, vectorBits))
        tileWithEnds(rewriter, rest, *smaller);
    }
    tile(op, square);
  }

  void tile(linalg::LinalgOp op, const Square &square) {
    IRRewriter rewriter(&getContext());
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return;
    FailureOr<scf::SCFTilingResult> squares =
        tileBySquares(rewriter, generic, square);
    if (failed(squares))
      return;
    squares->tiledOps.front()->setAttr(ingot::kVectorizeAttribute,
                                       rewriter.getUnitAttr());
    // From the inside out: an outer loop's end then repeats what was cut.
    for (LoopLikeOpInterface loop : llvm::reverse(squares->loops)) {
      scf::ForOp rest;
      auto forOp = dyn_cast<scf::ForOp>(loop.getOperation());
      if (forOp &&
          succeeded(scf::peelForLoopAndSimplifyBounds(rewriter, forOp, rest)))
        rest.walk([](linalg::LinalgOp end) {
          end->removeAttr(ingot::kVectorizeAttribute);
        });
    }
  }

  static FailureOr<scf::SCFTilingResult> tileBySquares(RewriterBase &rewriter,
                                                       linalg::GenericOp op,
                                                       const Square &square) {
    SmallVector<OpFoldResult> sizes;
    for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
      bool isSide = loop == square.writes || loop == square.reads;
      sizes.push_back(rewriter.getIndexAttr(isSide ? square.size : range != 1));
    }
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes);
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (succeeded(result))
      rewriter.replaceOp(op, result->replacements);
    return result;
  }
};
} // namespace
