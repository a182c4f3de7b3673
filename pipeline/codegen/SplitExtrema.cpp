//===- SplitExtrema.cpp - the largest of a window, dimension by dimension -===//
//
// The largest element of a window is the largest of the largest of its rows,
// and windows above each other share rows: of 5x5 in steps of one, ten elements
// are looked at instead of 25. The rows' extrema pass through memory, which has
// to be worth it.
//
// An extremum is the same in any order; which NaN it is was nobody's concern.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/PaddedWindows.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_SPLITEXTREMA
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// A pass through memory counts as so many elements of a window.
static constexpr int64_t kPassElements = 2;

namespace {
/// A fold of windows by an extremum, from one number.
struct WindowExtremum {
  OpOperand *image = nullptr;
  linalg::FillOp start;
  unsigned rows = 0; ///< The reduction that is left for the second step.
  unsigned dim = 0;  ///< Of the image, along which `rows` runs.
};
} // namespace

/// True if the body is an extremum of an element of `image` and the result.
static bool isExtremum(linalg::LinalgOp op, OpOperand *image) {
  Block &body = *op.getBlock();
  Operation *fold = body.getTerminator()->getOperand(0).getDefiningOp();
  if (body.getOperations().size() != 2 ||
      !isa_and_present<arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp,
                       arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(fold))
    return false;
  Value element = op.getMatchingBlockArgument(image),
        result = op.getMatchingBlockArgument(op.getDpsInitOperand(0)),
        a = fold->getOperand(0), b = fold->getOperand(1);
  return (a == element && b == result) || (a == result && b == element);
}

/// The operand that is folded; null if another one has an influence.
static OpOperand *foldedImage(linalg::LinalgOp op) {
  OpOperand *image = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (op.getMatchingBlockArgument(input).use_empty())
      continue;
    if (image)
      return nullptr;
    image = input;
  }
  return image;
}

/// The dimension that `map` moves along with `loop`, if there is one.
static std::optional<unsigned> dimAlong(AffineMap map, unsigned loop) {
  std::optional<unsigned> found;
  for (auto [dim, result] : llvm::enumerate(map.getResults()))
    if (result.isFunctionOfDim(loop)) {
      if (found)
        return std::nullopt;
      found = dim;
    }
  return found;
}

/// How far `map` moves along `dim` with one step of `loop`.
static int64_t stepAlong(AffineMap map, unsigned dim, unsigned loop) {
  SmallVector<int64_t> place(map.getNumDims(), 0);
  int64_t start = map.compose(place)[dim];
  place[loop] = 1;
  return map.compose(place)[dim] - start;
}

static std::optional<WindowExtremum> match(linalg::LinalgOp op) {
  if (!ingot::writesInOrder(op))
    return std::nullopt;
  WindowExtremum found;
  found.image = foldedImage(op);
  found.start = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  if (!found.image || !found.start || !isExtremum(op, found.image) ||
      !ingot::isWindowMap(op.getMatchingIndexingMap(found.image)))
    return std::nullopt;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  AffineMap map = op.getMatchingIndexingMap(found.image);
  SmallVector<unsigned> windows;
  int64_t inner = 1;
  for (unsigned loop = op.getNumParallelLoops(); loop < ranges.size(); ++loop)
    if (ranges[loop] != 1) {
      inner *= windows.empty() ? 1 : ranges[loop];
      windows.push_back(loop);
    }
  if (windows.size() < 2)
    return std::nullopt;
  found.rows = windows.front();
  std::optional<unsigned> dim = dimAlong(map, found.rows);
  if (!dim || *dim >= op.getNumParallelLoops())
    return std::nullopt;
  found.dim = *dim;
  // The one loop of the result that moves the rows, and nothing else.
  std::optional<unsigned> mover;
  for (unsigned loop = 0; loop < ranges.size(); ++loop)
    if (map.getResult(*dim).isFunctionOfDim(loop) && ranges[loop] != 1 &&
        loop != found.rows) {
      if (mover || loop != *dim)
        return std::nullopt;
      mover = loop;
    }
  if (!mover || dimAlong(map, *mover) != dim)
    return std::nullopt;
  int64_t step = stepAlong(map, *dim, *mover), count = ranges[found.rows];
  if (count * inner < kPassElements * (step * inner + count))
    return std::nullopt;
  return found;
}

namespace {
/// Writes both steps.
class ExtremumSplitter {
public:
  ExtremumSplitter(IRRewriter &rewriter, linalg::GenericOp op,
                   const WindowExtremum &found)
      : rewriter_(rewriter), op_(op), found_(found), loc_(op.getLoc()),
        map_(op.getMatchingIndexingMap(found_.image)),
        rank_(op.getNumParallelLoops()) {}

  Value run() {
    rewriter_.setInsertionPoint(op_);
    return largestOfRows(largestInRows());
  }

private:
  AffineExpr dim(unsigned loop) { return rewriter_.getAffineDimExpr(loop); }

  /// Folds `image`, read by `map`, over `windows` into `init`; loops of the
  /// result come first.
  Value fold(Value image, AffineMap map, ArrayRef<int64_t> windows,
             Value init) {
    unsigned loops = rank_ + windows.size();
    SmallVector<utils::IteratorType> kinds(rank_,
                                           utils::IteratorType::parallel);
    kinds.append(windows.size(), utils::IteratorType::reduction);
    SmallVector<AffineExpr> dims;
    for (unsigned loop = 0; loop < loops; ++loop)
      dims.push_back(dim(loop));
    MLIRContext *context = rewriter_.getContext();
    // Says how long the windows are.
    Value extent = tensor::EmptyOp::create(rewriter_, loc_, windows,
                                           rewriter_.getI8Type());
    Operation *body =
        op_.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
    return linalg::GenericOp::create(
               rewriter_, loc_, init.getType(), ValueRange{image, extent}, init,
               {map,
                AffineMap::get(loops, 0, ArrayRef(dims).drop_front(rank_),
                               context),
                AffineMap::get(loops, 0, ArrayRef(dims).take_front(rank_),
                               context)},
               kinds,
               [&](OpBuilder &builder, Location loc, ValueRange elements) {
                 Operation *made = clone(builder, body, body->getResultTypes(),
                                         {elements[2], elements[0]});
                 linalg::YieldOp::create(builder, loc, made->getResults());
               })
        .getResult(0);
  }

  /// Of each row of the image, by all windows but the rows.
  Value largestInRows() {
    SmallVector<int64_t> ranges = op_.getStaticLoopRanges(), windows;
    SmallVector<AffineExpr> loops;
    for (unsigned loop = 0; loop < ranges.size(); ++loop) {
      if (loop < rank_) {
        loops.push_back(dim(loop));
      } else if (ranges[loop] == 1 || loop == found_.rows) {
        loops.push_back(rewriter_.getAffineConstantExpr(0));
      } else {
        loops.push_back(dim(rank_ + windows.size()));
        windows.push_back(ranges[loop]);
      }
    }
    unsigned count = rank_ + windows.size();
    SmallVector<AffineExpr> results;
    for (AffineExpr result : map_.getResults())
      results.push_back(result.replaceDims(loops));
    results[found_.dim] = dim(found_.dim);
    SmallVector<int64_t> shape(ArrayRef(ranges).take_front(rank_));
    ingot::Box all{SmallVector<int64_t>(ranges.size(), 0), ranges};
    shape[found_.dim] = ingot::elementsOf(map_, all).sizes[found_.dim];
    Value memory = tensor::EmptyOp::create(
        rewriter_, loc_, shape,
        getElementTypeOrSelf(op_.getResult(0).getType()));
    Value start = linalg::FillOp::create(rewriter_, loc_,
                                         found_.start.getInputs()[0], memory)
                      .getResult(0);
    return fold(neededRows(shape[found_.dim]),
                AffineMap::get(count, 0, results, rewriter_.getContext()),
                windows, start);
  }

  /// The image up to the last row that a window reaches: the first step goes
  /// through all that it is given.
  Value neededRows(int64_t count) {
    Value image = found_.image->get();
    auto type = cast<RankedTensorType>(image.getType());
    if (type.getDimSize(found_.dim) == count)
      return image;
    auto attributes = [&](ArrayRef<int64_t> values) {
      return getAsIndexOpFoldResult(rewriter_.getContext(), values);
    };
    SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1),
        sizes(type.getShape());
    sizes[found_.dim] = count;
    return tensor::ExtractSliceOp::create(rewriter_, loc_, image,
                                          attributes(zeros), attributes(sizes),
                                          attributes(ones));
  }

  Value largestOfRows(Value rows) {
    SmallVector<AffineExpr> results;
    for (unsigned loop = 0; loop < rank_; ++loop)
      results.push_back(dim(loop));
    results[found_.dim] =
        dim(found_.dim) * stepAlong(map_, found_.dim, found_.dim) +
        dim(rank_) * stepAlong(map_, found_.dim, found_.rows);
    return fold(rows,
                AffineMap::get(rank_ + 1, 0, results, rewriter_.getContext()),
                {op_.getStaticLoopRanges()[found_.rows]}, op_.getDpsInits()[0]);
  }

  IRRewriter &rewriter_;
  linalg::GenericOp op_;
  WindowExtremum found_;
  Location loc_;
  AffineMap map_;
  unsigned rank_;
};

struct SplitExtrema final : ingot::impl::SplitExtremaBase<SplitExtrema> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    IRRewriter rewriter(&getContext());
    auto ops = llvm::to_vector(
        getOperation().getBody().front().getOps<linalg::LinalgOp>());
    for (linalg::LinalgOp op : ops) {
      if (op.getNumReductionLoops() < 2 || !match(op))
        continue;
      rewriter.setInsertionPoint(op);
      linalg::GenericOp generic = ingot::generalize(rewriter, op);
      if (!generic)
        continue;
      if (std::optional<WindowExtremum> found = match(generic))
        rewriter.replaceOp(generic,
                           ExtremumSplitter(rewriter, generic, *found).run());
    }
  }
};
} // namespace
