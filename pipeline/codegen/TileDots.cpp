//===- TileDots.cpp - sums along what lies side by side -------------------===//
//
// Four rows and four columns share eight loads for sixteen multiply-adds, with
// sixteen registers of AVX-512's 32 for partial sums; two rows where there are
// 16. Each lane takes every n-th element of a sum, as in the loops that LLVM
// vectorises after OrderLoops.cpp, and the lanes are added at the end. How many
// there are is the target's; the tile has no part in it, so that an element is
// the same number wherever it lies, but for a tile of one element where the
// machine adds lanes in an order of its own (AddLanes.cpp).
//
// Adding the lanes costs as much as some eight steps, so that short sums of
// many rows are better made of a transposed copy (PackOperands.cpp). For long
// sums the copy takes longer than what it saves up to some hundred rows.
//
// A convolution to so few filters that a vector along these would be mostly
// idle is taken as well, if the channels of a pixel and of a filter's taps lie
// side by side: blocks of channels outside, taps within, and the lanes are
// added once for all of them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/ConvolutionVectors.h"
#include "pipeline/codegen/DotTile.h"
#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_TILEDOTS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::RegisterTile;

static int64_t lanesOf(linalg::LinalgOp op, unsigned vectorBits) {
  Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
  return std::max<int64_t>(1, vectorBits / element.getIntOrFloatBitWidth());
}

/// True if some input is read again for each iteration of `loop`.
static bool isReused(linalg::LinalgOp op, unsigned loop) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return !op.getMatchingIndexingMap(input).isFunctionOfDim(loop);
  });
}

/// Rows that pay for a transposed copy of what they are multiplied with, where
/// a sum has eight vectors.
static constexpr int64_t kMinCopyRows = 32;
static constexpr int64_t kCopySteps = 8;

/// True if the operands that depend on `columns` are better read from a
/// transposed copy.
static bool copyPays(linalg::LinalgOp op, unsigned columns, unsigned sum,
                     int64_t lanes) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (ingot::contiguousLoop(op) != columns ||
      llvm::any_of(ranges, ShapedType::isDynamic) ||
      ranges[columns] < 2 * lanes)
    return false;
  int64_t rows = 1;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(columns))
      continue;
    for (unsigned loop = 0; loop < ranges.size(); ++loop)
      if (!map.isFunctionOfDim(loop))
        rows *= ranges[loop];
  }
  return rows >= kMinCopyRows * static_cast<int64_t>(llvm::divideCeil(
                                    ranges[sum], kCopySteps * lanes));
}

/// True for a convolution that is known to have few filters along the result's
/// last dimension.
static bool isToFewFilters(linalg::LinalgOp op, int64_t lanes) {
  std::optional<unsigned> loop = ingot::contiguousLoop(op);
  if (!loop || !ingot::hasWindows(op) || !ingot::canSliceOperands(op))
    return false;
  int64_t filters = op.getStaticLoopRanges()[*loop];
  return !ShapedType::isDynamic(filters) &&
         ingot::areFewFilters(filters, lanes);
}

std::optional<RegisterTile> ingot::chooseDotTile(linalg::LinalgOp op,
                                                 unsigned vectorBits) {
  if (vectorBits == 0 || op.getNumDpsInputs() < 2 ||
      !op.hasPureTensorSemantics() || !accumulationOf(op) ||
      !hasVectorizableBody(op))
    return std::nullopt;
  bool isProduct = op.getNumReductionLoops() == 1 && !hasWindows(op);
  if (!isProduct && !isToFewFilters(op, lanesOf(op, vectorBits)))
    return std::nullopt;
  std::optional<unsigned> sum = contiguousSumLoop(op);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  if (!sum || kinds[*sum] != utils::IteratorType::reduction ||
      llvm::is_contained(ranges, 0))
    return std::nullopt;
  if (!ShapedType::isDynamic(ranges[*sum]) &&
      ranges[*sum] < 2 * lanesOf(op, vectorBits))
    return std::nullopt; // Adding the lanes would be most of the work.

  RegisterTile tile;
  std::optional<unsigned> columns;
  auto sizeOf = [&](unsigned loop, int64_t wanted) {
    return ShapedType::isDynamic(ranges[loop]) ? 1
                                               : std::min(wanted, ranges[loop]);
  };
  for (unsigned loop = ranges.size(); loop-- > 0;) {
    if (kinds[loop] != utils::IteratorType::parallel || ranges[loop] == 1 ||
        !isReused(op, loop))
      continue;
    if (!columns) {
      columns = loop;
      continue;
    }
    tile.rowLoop = loop;
    tile.rowSize = sizeOf(loop, vectorBits >= 512 ? 4 : 2);
    break;
  }
  if (!columns)
    return std::nullopt;
  if (copyPays(op, *columns, *sum, lanesOf(op, vectorBits)))
    return std::nullopt;
  tile.vectorLoop = *columns;
  // One row alone needs more columns, to have enough sums under way.
  tile.vectorSize = sizeOf(*columns, tile.rowSize > 1 ? 4 : 8);
  return tile;
}

namespace {
struct TileDots final : ingot::impl::TileDotsBase<TileDots> {
  using TileDotsBase::TileDotsBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, RegisterTile>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (std::optional<RegisterTile> tile =
              ingot::chooseDotTile(op, vectorBits))
        ops.emplace_back(op, *tile);
    });
    for (auto [op, tile] : ops)
      tileOne(op, tile);
  }

private:
  void tileOne(linalg::LinalgOp op, const RegisterTile &tile) {
    IRRewriter rewriter(&getContext());
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return;
    ingot::allowContraction(generic);
    SmallVector<int64_t> sizes, order;
    for (utils::IteratorType kind : generic.getIteratorTypesArray())
      sizes.push_back(kind == utils::IteratorType::parallel ? 1 : 0);
    sizes[tile.vectorLoop] = tile.vectorSize;
    order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
    if (tile.rowLoop)
      sizes[*tile.rowLoop] = tile.rowSize;
    if (tile.rowLoop && !ingot::hasWindows(generic)) {
      // All rows use the columns' rows of the operand before the next ones.
      llvm::erase(order, *tile.rowLoop);
      order.insert(llvm::find(order, tile.vectorLoop) + 1, *tile.rowLoop);
    }
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(&getContext(), sizes));
    options.setInterchange(order);
    FailureOr<scf::SCFTilingResult> tiles = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(generic.getOperation()), options);
    if (failed(tiles))
      return;
    rewriter.replaceOp(generic, tiles->replacements);
    if (failed(splitIntoLanes(
            rewriter, cast<linalg::GenericOp>(tiles->tiledOps.front()), sizes)))
      return;
    for (LoopLikeOpInterface loop : llvm::reverse(tiles->loops))
      peel(rewriter, loop);
  }

  /// Partial sums, one per lane, along the innermost dimension of a tensor of
  /// their own; marks what adds to them and what adds them up.
  LogicalResult splitIntoLanes(IRRewriter &rewriter, linalg::GenericOp op,
                               SmallVector<int64_t> sizes) {
    unsigned sum = *ingot::contiguousSumLoop(op);
    int64_t lanes = lanesOf(op, vectorBits);
    SmallVector<int64_t> steps(sizes.size(), 0);
    for (auto [size, kind] : llvm::zip_equal(sizes, op.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        size = 1;
    sizes[sum] = steps[sum] = lanes;
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(&getContext(), steps));
    options.setReductionTilingStrategy(
        ReductionTilingStrategy::PartialReductionOuterReduction);
    options.setReductionDims({sum});
    rewriter.setInsertionPoint(op);
    AffineMap results = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, result->replacements);
    SmallVector<int64_t> shape;
    for (AffineExpr dim : results.getResults())
      shape.push_back(sizes[cast<AffineDimExpr>(dim).getPosition()]);
    shape.push_back(lanes);
    for (Value initial : result->initialValues)
      mark(initial.getDefiningOp(), shape);
    for (Operation *part : result->tiledOps)
      if (failed(tileTaps(rewriter, part, sizes)))
        return failure();
    for (Operation *merge : result->mergeOps)
      if (auto op = dyn_cast<linalg::LinalgOp>(merge))
        mark(ingot::generalize(rewriter, op), shape);
    for (LoopLikeOpInterface loop : llvm::reverse(result->loops))
      peel(rewriter, loop);
    return success();
  }

  /// One step of the other reductions at a time; marks what is left.
  static LogicalResult tileTaps(IRRewriter &rewriter, Operation *part,
                                ArrayRef<int64_t> bounds) {
    auto op = dyn_cast<linalg::GenericOp>(part);
    if (!op || op.getNumReductionLoops() == 0) {
      mark(part, bounds);
      return success();
    }
    SmallVector<int64_t> steps;
    for (utils::IteratorType kind : op.getIteratorTypesArray())
      steps.push_back(kind == utils::IteratorType::reduction ? 1 : 0);
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(op.getContext(), steps));
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTilingResult> taps = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(taps))
      return failure();
    rewriter.replaceOp(op, taps->replacements);
    mark(taps->tiledOps.front(), bounds);
    return success();
  }

  static void mark(Operation *op, ArrayRef<int64_t> bounds) {
    if (isa_and_present<linalg::LinalgOp>(op))
      op->setAttr(ingot::kVectorizeAttribute,
                  DenseI64ArrayAttr::get(op->getContext(), bounds));
  }

  static void peel(IRRewriter &rewriter, LoopLikeOpInterface loop) {
    scf::ForOp rest;
    if (auto forOp = dyn_cast<scf::ForOp>(loop.getOperation()))
      (void)scf::peelForLoopAndSimplifyBounds(rewriter, forOp, rest);
  }
};
} // namespace
