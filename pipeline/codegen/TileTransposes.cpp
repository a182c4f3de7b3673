//===- TileTransposes.cpp - squares that turn in registers ----------------===//
//
// An elementwise op that reads an operand along another dimension than it
// writes touches a new cache line with every element, whichever loop is inside.
// A square of one vector's length is read by rows, turned in registers and
// written by rows: every line that is fetched is used whole.
//
// Squares follow each other along the rows that are written, which lie in the
// cache by then. Of arrays that no cache holds, along those that are read: the
// machine asks for the rest of a row by itself, and not for other rows.
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
#include "pipeline/codegen/TransposeSquare.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_TILETRANSPOSES
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::TransposeSquare;

namespace {
struct TileTransposes final : ingot::impl::TileTransposesBase<TileTransposes> {
  using TileTransposesBase::TileTransposesBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, TransposeSquare>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op->hasAttr(ingot::kVectorizeAttribute) ||
          op->hasAttr(ingot::kPanelsAttribute))
        return;
      if (std::optional<TransposeSquare> square =
              ingot::chooseTransposeSquare(op, vectorBits))
        ops.emplace_back(op, *square);
    });
    IRRewriter rewriter(&getContext());
    for (auto [op, square] : ops)
      tileWithEnds(rewriter, op, square);
  }

private:
  /// Tiles `op` by squares, and what they leave of it by smaller ones.
  void tileWithEnds(RewriterBase &rewriter, linalg::LinalgOp op,
                    const TransposeSquare &square) {
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
      if (std::optional<TransposeSquare> smaller =
              ingot::chooseTransposeSquare(rest, vectorBits))
        tileWithEnds(rewriter, rest, *smaller);
    }
    tile(op, square);
  }

  void tile(linalg::LinalgOp op, const TransposeSquare &square) {
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

  static FailureOr<scf::SCFTilingResult>
  tileBySquares(RewriterBase &rewriter, linalg::GenericOp op,
                const TransposeSquare &square) {
    SmallVector<OpFoldResult> sizes;
    for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
      bool isSide = loop == square.writes || loop == square.reads;
      sizes.push_back(rewriter.getIndexAttr(isSide ? square.size : range != 1));
    }
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes);
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
    if (ingot::leavesCaches(op)) {
      llvm::erase(order, square.reads);
      order.push_back(square.reads);
    }
    options.setInterchange(order);
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (succeeded(result))
      rewriter.replaceOp(op, result->replacements);
    return result;
  }
};
} // namespace
