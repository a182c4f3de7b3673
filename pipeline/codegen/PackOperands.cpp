//===- PackOperands.cpp - transpose what is read across its rows ----------===//
//
// Vectors run along the last dimension of the result. An operand that has this
// dimension in another place, as b in a * transpose(b), would be gathered
// element by element. A transposed copy costs one pass over the operand and
// makes those reads contiguous.
//
// Where the result has so few columns that vectors along them would be mostly
// idle, vectors run along the sums instead (TileDots.cpp), for which the right
// side of a product is transposed likewise: it is small beside the left one.
//
// The copy is made before tiling, once for the whole operand: within a tile it
// would be made again by every tile that reads the same part. This is not the
// packing of a BLAS, which copies blocks in the order in which the inner loops
// read them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ConvolutionVectors.h"
#include "pipeline/codegen/DotTile.h"
#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_PACKOPERANDS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// A transposed copy costs one pass over the operand; below this many reads of
/// each element it does not pay. Unknown sizes count as large.
static constexpr int64_t kMinReuse = 8;

static int64_t reuse(linalg::LinalgOp op, AffineMap map) {
  int64_t product = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!map.isFunctionOfDim(loop))
      product *= ShapedType::isDynamic(range) ? kMinReuse : range;
  return product;
}

/// The operand dimension that `loop` runs along, if it is not the last one.
static std::optional<unsigned> misplacedDim(AffineMap map, unsigned loop) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  std::optional<unsigned> position = map.getResultPosition(dim);
  if (!position || *position + 1 == map.getNumResults())
    return std::nullopt;
  return position;
}

/// Vectors of a sum, and sums, from which on adding lanes and a transposed copy
/// take less than the lanes that are idle otherwise.
static constexpr int64_t kMinSteps = 8;
static constexpr int64_t kMinSums = 64;

/// The loop along the last dimension of what `map` reads; none if that is
/// computed.
static std::optional<unsigned> lastLoop(AffineMap map) {
  if (!map.isProjectedPermutation() || map.getNumResults() == 0)
    return std::nullopt;
  return cast<AffineDimExpr>(map.getResults().back()).getPosition();
}

/// The right side of a product of long sums to few columns, which lie side by
/// side there, if the left side has the sums side by side; null for others.
static OpOperand *sideOfFewColumns(linalg::LinalgOp op, unsigned vectorBits) {
  std::optional<unsigned> columns = ingot::contiguousLoop(op);
  SmallVector<unsigned> sums;
  op.getReductionDims(sums);
  if (!columns || op.getNumDpsInputs() != 2 || sums.size() != 1 ||
      ingot::hasWindows(op) || !ingot::accumulationOf(op))
    return nullptr;
  int64_t lanes =
      vectorBits / getElementTypeOrSelf(op.getDpsInits().front().getType())
                       .getIntOrFloatBitWidth();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (llvm::any_of(ranges, ShapedType::isDynamic) || ranges[*columns] < 2 ||
      !ingot::areFewFilters(ranges[*columns], lanes) ||
      ranges[sums[0]] < kMinSteps * lanes)
    return nullptr;
  OpOperand *left = op.getDpsInputOperand(0), *right = op.getDpsInputOperand(1);
  if (op.getMatchingIndexingMap(left).isFunctionOfDim(*columns))
    std::swap(left, right);
  AffineMap rows = op.getMatchingIndexingMap(left),
            map = op.getMatchingIndexingMap(right);
  if (lastLoop(rows) != sums[0] || lastLoop(map) != *columns ||
      rows.isFunctionOfDim(*columns) || !map.isFunctionOfDim(sums[0]) ||
      reuse(op, map) < kMinSums)
    return nullptr;
  return right;
}

/// Copies `value` with dimension `moved` last.
static Value transposeCopy(OpBuilder &builder, Location loc, Value value,
                           ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes, permuted;
  sizes = tensor::getMixedSizes(builder, loc, value);
  for (int64_t dim : permutation)
    permuted.push_back(sizes[dim]);
  Type element = getElementTypeOrSelf(value.getType());
  Value empty = tensor::EmptyOp::create(builder, loc, permuted, element);
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
      ->getResult(0);
}

namespace {
struct PackOperands final : ingot::impl::PackOperandsBase<PackOperands> {
  using PackOperandsBase::PackOperandsBase;

  void runOnOperation() override {
    if (vectorBits == 0)
      return;
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      // Sums along what lies side by side read it as it is.
      if (op.getNumReductionLoops() > 0 && op.hasPureTensorSemantics() &&
          ingot::hasVectorizableBody(op) &&
          !ingot::chooseDotTile(op, vectorBits))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (OpOperand *side = sideOfFewColumns(op, vectorBits)) {
        SmallVector<unsigned> sums;
        op.getReductionDims(sums);
        transpose(op, side->getOperandNumber(), sums[0]);
      } else if (std::optional<unsigned> loop = ingot::contiguousLoop(op)) {
        pack(op, *loop);
      }
  }

private:
  void pack(linalg::LinalgOp op, unsigned loop) {
    SmallVector<unsigned> misplaced;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (!misplacedDim(map, loop))
        continue;
      // All or nothing: with one operand still gathered, copies of the others
      // gain nothing.
      if (reuse(op, map) < kMinReuse)
        return;
      misplaced.push_back(input->getOperandNumber());
    }
    if (!misplaced.empty())
      transpose(op, misplaced, loop);
  }

  /// Reads copies of the operands with the given numbers in which the dimension
  /// that `loop` runs along is the last one.
  void transpose(linalg::LinalgOp op, ArrayRef<unsigned> numbers,
                 unsigned loop) {
    IRRewriter rewriter(&getContext());
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return;
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    for (unsigned number : numbers) {
      unsigned moved = *misplacedDim(maps[number], loop);
      SmallVector<int64_t> permutation;
      for (unsigned i = 0; i < maps[number].getNumResults(); ++i)
        if (i != moved)
          permutation.push_back(i);
      permutation.push_back(moved);
      SmallVector<AffineExpr> results;
      for (int64_t dim : permutation)
        results.push_back(maps[number].getResult(dim));
      maps[number] =
          AffineMap::get(maps[number].getNumDims(), 0, results, &getContext());
      generic->setOperand(number, transposeCopy(rewriter, generic.getLoc(),
                                                generic->getOperand(number),
                                                permutation));
    }
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  }
};
} // namespace
