//===- SplitBorders.cpp - windows over a padded image without a copy ------===//
//
// Pools and depthwise convolutions read each element a few times only, so that
// a padded copy of their image costs about as much as they do. Windows that lie
// inside of the image need none. The result is cut into boxes: the middle reads
// the image itself, and each side a small piece of it that is padded.
//
// The same ops in the same order compute each element: results are those of the
// padded image, to the bit.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_SPLITBORDERS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// Part of the iterations of an op, or of the elements of a tensor.
struct Box {
  SmallVector<int64_t> offsets, sizes;
};

/// A padded image, the op that reads it, and the elementwise ops behind it.
struct PaddedWindows {
  tensor::PadOp pad;
  Value padding;
  SmallVector<linalg::LinalgOp> ops; ///< Each reads the one before.

  linalg::LinalgOp windows() const { return ops.front(); }
  linalg::LinalgOp last() const { return ops.back(); }
};
} // namespace

static bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

/// True if the op's parallel loops are the dimensions of its one result, in
/// order, before the reductions.
static bool writesInOrder(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics() ||
      op.hasIndexSemantics() || !hasStaticShapes(op))
    return false;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, result] : llvm::enumerate(map.getResults()))
    if (result != getAffineDimExpr(dim, op.getContext()))
      return false;
  return op.getNumParallelLoops() == map.getNumResults();
}

/// The elementwise op that alone reads `value`, element by element; null if
/// there is none.
static linalg::LinalgOp elementwiseReader(Value value) {
  if (!value.hasOneUse())
    return {};
  OpOperand &use = *value.use_begin();
  auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!reader || reader.isDpsInit(&use) || !linalg::isElementwise(reader) ||
      !writesInOrder(reader) ||
      !reader.getMatchingIndexingMap(&use).isIdentity())
    return {};
  return reader;
}

static std::optional<PaddedWindows> matchWindows(tensor::PadOp pad) {
  PaddedWindows found;
  found.pad = pad;
  found.padding = pad.getConstantPaddingValue();
  if (!found.padding || !pad->hasOneUse() || !hasStaticShapes(pad) ||
      !llvm::all_of(pad.getStaticLow(),
                    [](int64_t low) { return !ShapedType::isDynamic(low); }))
    return std::nullopt;
  OpOperand &use = *pad->use_begin();
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || op.isDpsInit(&use) || op.getNumReductionLoops() == 0 ||
      !writesInOrder(op))
    return std::nullopt;
  found.ops.push_back(op);
  while (linalg::LinalgOp reader =
             elementwiseReader(found.last()->getResult(0)))
    found.ops.push_back(reader);
  return found;
}

/// The elements that `map` takes in the iterations of `box`. Indices grow with
/// the loops.
static Box elementsOf(AffineMap map, const Box &box) {
  SmallVector<int64_t> last;
  for (auto [offset, size] : llvm::zip_equal(box.offsets, box.sizes))
    last.push_back(offset + size - 1);
  Box elements;
  for (auto [first, end] :
       llvm::zip_equal(map.compose(box.offsets), map.compose(last))) {
    elements.offsets.push_back(first);
    elements.sizes.push_back(end - first + 1);
  }
  return elements;
}

/// Iterations of the parallel loops in `box`, and all of the others.
static Box iterationsOf(linalg::LinalgOp op, const Box &box) {
  Box all{SmallVector<int64_t>(op.getNumLoops(), 0), op.getStaticLoopRanges()};
  llvm::copy(box.offsets, all.offsets.begin());
  llvm::copy(box.sizes, all.sizes.begin());
  return all;
}

namespace {
/// Rewrites one padded image's reader.
class BorderSplitter {
public:
  BorderSplitter(IRRewriter &rewriter, const PaddedWindows &found)
      : rewriter_(rewriter), found_(found), loc_(found_.pad.getLoc()),
        map_(found.windows().getMatchingIndexingMap(
            &*found_.pad->use_begin())) {}

  /// Cuts the result, or leaves it if too little of it lies inside.
  bool run() {
    Box middle = wholeResult();
    SmallVector<Box> boxes;
    for (unsigned dim = 0; dim < middle.sizes.size(); ++dim)
      cutSides(middle, dim, boxes);
    if (boxes.empty() || !isMost(middle))
      return false;
    boxes.push_back(middle);
    rewriter_.setInsertionPoint(found_.last());
    OpOperand *init = found_.last().getDpsInitOperand(0);
    auto fill = init->get().getDefiningOp<linalg::FillOp>();
    Value target = fill ? fill.getOutputs()[0] : init->get();
    for (const Box &box : boxes) {
      Value part = compute(found_.ops.size() - 1, box, slice(target, box));
      target = tensor::InsertSliceOp::create(rewriter_, loc_, part, target,
                                             attributes(box.offsets),
                                             attributes(box.sizes),
                                             ones(box.sizes.size()));
    }
    rewriter_.replaceAllUsesWith(found_.last()->getResult(0), target);
    for (linalg::LinalgOp op : llvm::reverse(found_.ops))
      rewriter_.eraseOp(op);
    rewriter_.eraseOp(found_.pad);
    return true;
  }

private:
  Box wholeResult() {
    auto type = cast<RankedTensorType>(found_.last()->getResult(0).getType());
    return {SmallVector<int64_t>(type.getRank(), 0),
            SmallVector<int64_t>(type.getShape())};
  }

  /// More than half: the sides have code of their own.
  bool isMost(const Box &middle) {
    auto count = [](ArrayRef<int64_t> sizes) {
      int64_t product = 1;
      for (int64_t size : sizes)
        product *= size;
      return product;
    };
    return 2 * count(middle.sizes) > count(wholeResult().sizes);
  }

  /// True if the windows of `box` need padding along a dimension that `loop`
  /// moves them in.
  bool isPadded(const Box &box, unsigned loop) {
    Box elements = elementsOf(map_, iterationsOf(found_.windows(), box));
    ArrayRef<int64_t> shape = found_.pad.getSourceType().getShape();
    for (auto [dim, result] : llvm::enumerate(map_.getResults())) {
      int64_t low = found_.pad.getStaticLow()[dim];
      int64_t first = elements.offsets[dim] - low;
      if (result.isFunctionOfDim(loop) &&
          (first < 0 || first + elements.sizes[dim] > shape[dim]))
        return true;
    }
    return false;
  }

  /// Takes the iterations of `loop` whose windows need padding off both ends
  /// of `middle`.
  void cutSides(Box &middle, unsigned loop, SmallVector<Box> &boxes) {
    Box one = middle;
    one.sizes[loop] = 1;
    auto isInside = [&](int64_t place) {
      one.offsets[loop] = place;
      return !isPadded(one, loop);
    };
    int64_t begin = middle.offsets[loop], end = begin + middle.sizes[loop];
    int64_t first = begin, last = end;
    while (first < end && !isInside(first))
      ++first;
    while (last > first && !isInside(last - 1))
      --last;
    auto add = [&](int64_t from, int64_t to) {
      Box side = middle;
      side.offsets[loop] = from;
      side.sizes[loop] = to - from;
      if (from < to)
        boxes.push_back(side);
    };
    add(begin, first);
    add(last, end);
    middle.offsets[loop] = first;
    middle.sizes[loop] = last - first;
  }

  SmallVector<OpFoldResult> attributes(ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(rewriter_.getContext(), values);
  }
  SmallVector<OpFoldResult> ones(size_t count) {
    return attributes(SmallVector<int64_t>(count, 1));
  }

  Value slice(Value tensor, const Box &box) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getShape() == ArrayRef<int64_t>(box.sizes))
      return tensor;
    return tensor::ExtractSliceOp::create(
        rewriter_, loc_, tensor, attributes(box.offsets),
        attributes(box.sizes), ones(box.sizes.size()));
  }

  /// What the op number `index` computes in `box`, into `target`.
  Value compute(size_t index, const Box &box, Value target) {
    linalg::LinalgOp op = found_.ops[index];
    Box iterations = iterationsOf(op, box);
    SmallVector<Value> operands;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      Value value = input->get();
      if (value == found_.pad.getResult())
        operands.push_back(piece(elementsOf(map, iterations)));
      else if (index > 0 && value == found_.ops[index - 1]->getResult(0))
        operands.push_back(compute(index - 1, box, memoryFor(index - 1, box)));
      else if (isa<RankedTensorType>(value.getType()))
        operands.push_back(slice(value, elementsOf(map, iterations)));
      else
        operands.push_back(value);
    }
    Value init = op.getDpsInits()[0];
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      target = linalg::FillOp::create(rewriter_, loc_, fill.getInputs()[0],
                                      target)
                   .getResult(0);
    operands.push_back(target);
    return clone(rewriter_, op, {target.getType()}, operands)->getResult(0);
  }

  /// Where an op that another one reads begins.
  Value memoryFor(size_t index, const Box &box) {
    Value init = found_.ops[index].getDpsInits()[0];
    if (init.getDefiningOp<linalg::FillOp>() ||
        init.getDefiningOp<tensor::EmptyOp>())
      return tensor::EmptyOp::create(rewriter_, loc_, box.sizes,
                                     getElementTypeOrSelf(init.getType()));
    return slice(init, box);
  }

  /// Some elements of the padded image: a slice of it, padded if need be.
  Value piece(const Box &box) {
    RankedTensorType type = found_.pad.getSourceType();
    Box inside, place;
    for (auto [offset, size, low, length] :
         llvm::zip_equal(box.offsets, box.sizes, found_.pad.getStaticLow(),
                         type.getShape())) {
      int64_t first = std::clamp<int64_t>(offset - low, 0, length),
              end = std::clamp<int64_t>(offset + size - low, 0, length);
      inside.offsets.push_back(first);
      inside.sizes.push_back(end - first);
      place.offsets.push_back(first + low - offset);
    }
    place.sizes = inside.sizes;
    if (inside.sizes == box.sizes)
      return slice(found_.pad.getSource(), inside);
    Value memory = tensor::EmptyOp::create(rewriter_, loc_, box.sizes,
                                           type.getElementType());
    Value padded =
        linalg::FillOp::create(rewriter_, loc_, found_.padding, memory)
            .getResult(0);
    if (llvm::is_contained(inside.sizes, 0))
      return padded;
    return tensor::InsertSliceOp::create(
        rewriter_, loc_, slice(found_.pad.getSource(), inside), padded,
        attributes(place.offsets), attributes(place.sizes),
        ones(place.sizes.size()));
  }

  IRRewriter &rewriter_;
  PaddedWindows found_;
  Location loc_;
  AffineMap map_; ///< By which the windows read.
};

struct SplitBorders final : ingot::impl::SplitBordersBase<SplitBorders> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    auto pads = llvm::to_vector(
        getOperation().getBody().front().getOps<tensor::PadOp>());
    for (tensor::PadOp pad : pads) {
      movePadding(rewriter, pad);
      std::optional<PaddedWindows> found = matchWindows(pad);
      if (!found || !BorderSplitter(rewriter, *found).run())
        copy(rewriter, pad);
    }
  }

private:
  /// A constant that the pad's region holds, in front of it.
  static void movePadding(IRRewriter &rewriter, tensor::PadOp pad) {
    Value padding = pad.getConstantPaddingValue();
    if (padding && padding.getParentRegion() == &pad.getRegion())
      rewriter.moveOpBefore(padding.getDefiningOp(), pad);
  }

  /// A whole padded copy.
  static void copy(IRRewriter &rewriter, tensor::PadOp pad) {
    Value padding = pad.getConstantPaddingValue();
    if (!padding)
      return; // Bufferization knows what to do.
    rewriter.setInsertionPoint(pad);
    Location loc = pad.getLoc();
    SmallVector<OpFoldResult> source =
        tensor::getMixedSizes(rewriter, loc, pad.getSource());
    SmallVector<OpFoldResult> sizes;
    AffineExpr low, size, high;
    bindSymbols(rewriter.getContext(), low, size, high);
    for (auto [before, inside, after] : llvm::zip_equal(
             pad.getMixedLowPad(), source, pad.getMixedHighPad()))
      sizes.push_back(affine::makeComposedFoldedAffineApply(
          rewriter, loc, low + size + high, {before, inside, after}));
    Value memory = tensor::EmptyOp::create(
        rewriter, loc, sizes, pad.getResultType().getElementType());
    Value filled =
        linalg::FillOp::create(rewriter, loc, padding, memory).getResult(0);
    Value padded = tensor::InsertSliceOp::create(
        rewriter, loc, pad.getSource(), filled, pad.getMixedLowPad(), source,
        SmallVector<OpFoldResult>(source.size(), rewriter.getIndexAttr(1)));
    if (padded.getType() != pad.getResultType())
      padded = tensor::CastOp::create(rewriter, loc, pad.getResultType(),
                                      padded);
    rewriter.replaceOp(pad, padded);
  }
};
} // namespace
