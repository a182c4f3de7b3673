//===- SplitBorders.cpp - windows over a padded image without a copy ------===//
//
// The result is cut into boxes (PaddedWindows.h). The middle reads the image
// itself. So do the sides, but for the places of their windows in the padding:
// what these add is computed by a part of the sum that knows the padding and
// reads no image. Leaving it out would be wrong: 0 times infinity is no number.
// Only a fold that padding does not change has no such part. Where windows of a
// side differ too much, it reads a small piece of the image that is padded.
//
// The same ops compute each element as on the padded image. Only places in the
// padding may take another turn: a sum that is zero in between may end as the
// other zero.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteWindows.h"
#include "pipeline/codegen/PaddedWindows.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace ingot {
#define GEN_PASS_DEF_SPLITBORDERS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::Box;
using ingot::elementsOf;
using ingot::iterationsOf;
using ingot::WindowBox;

/// The elementwise op that alone reads `value`, element by element; null if
/// there is none.
static linalg::LinalgOp elementwiseReader(Value value) {
  if (!value.hasOneUse())
    return {};
  OpOperand &use = *value.use_begin();
  auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!reader || reader.isDpsInit(&use) || !linalg::isElementwise(reader) ||
      !ingot::writesInOrder(reader) ||
      !llvm::all_of(reader.getIndexingMapsArray(), ingot::isWindowMap) ||
      !reader.getMatchingIndexingMap(&use).isIdentity())
    return {};
  return reader;
}

/// Operations that the windows over a padded image, and what reads them, do for
/// each element.
static int64_t countOperations(tensor::PadOp pad) {
  if (!pad->hasOneUse())
    return 1;
  auto op = dyn_cast<linalg::LinalgOp>(*pad->user_begin());
  int64_t count = 0;
  for (; op; op = elementwiseReader(op->getResult(0)))
    count += int64_t(op.getBlock()->getOperations().size()) - 1; // The yield.
  return std::max<int64_t>(count, 1);
}

/// True for 0, and of floats for the positive one.
static bool isZero(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().isPosZero();
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getValue().isZero();
}

namespace {
/// Rewrites the windows over one padded image, and what reads them.
class BorderSplitter {
public:
  BorderSplitter(IRRewriter &rewriter, tensor::PadOp pad)
      : rewriter_(rewriter), pad_(pad), loc_(pad.getLoc()) {
    ops_.push_back(cast<linalg::LinalgOp>(*pad->user_begin()));
    while (linalg::LinalgOp reader =
               elementwiseReader(ops_.back()->getResult(0)))
      ops_.push_back(reader);
  }

  void run(ArrayRef<WindowBox> boxes) {
    linalg::LinalgOp last = ops_.back();
    rewriter_.setInsertionPoint(last);
    Value target = last.getDpsInits()[0];
    if (auto fill = target.getDefiningOp<linalg::FillOp>())
      target = fill.getOutputs()[0];
    for (const WindowBox &box : boxes) {
      Value part = compute(ops_.size() - 1, box, slice(target, box));
      target = insert(part, target, box);
    }
    rewriter_.replaceAllUsesWith(last->getResult(0), target);
    for (linalg::LinalgOp op : llvm::reverse(ops_))
      rewriter_.eraseOp(op);
    rewriter_.eraseOp(pad_);
  }

private:
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
        rewriter_, loc_, tensor, attributes(box.offsets), attributes(box.sizes),
        ones(box.sizes.size()));
  }

  /// What the op number `index` computes in `box`, into `target`.
  Value compute(size_t index, const WindowBox &box, Value target) {
    linalg::LinalgOp op = ops_[index];
    Box iterations = iterationsOf(op, box);
    Value init = op.getDpsInits()[0];
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      target =
          linalg::FillOp::create(rewriter_, loc_, fill.getInputs()[0], target)
              .getResult(0);
    if (index == 0 && !box.taps.empty())
      return foldTaps(box, iterations, op.getNumParallelLoops(), target);
    SmallVector<Value> operands = operandsOf(index, box, iterations);
    operands.push_back(target);
    return clone(rewriter_, op, {target.getType()}, operands)->getResult(0);
  }

  /// What op number `index` reads in `iterations`, which compute `box`.
  SmallVector<Value> operandsOf(size_t index, const WindowBox &box,
                                const Box &iterations) {
    linalg::LinalgOp op = ops_[index];
    SmallVector<Value> operands;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      Value value = input->get();
      if (value == pad_.getResult())
        operands.push_back(piece(elementsOf(map, iterations)));
      else if (index > 0 && value == ops_[index - 1]->getResult(0))
        operands.push_back(compute(index - 1, box, memoryFor(index - 1, box)));
      else if (isa<RankedTensorType>(value.getType()))
        operands.push_back(slice(value, elementsOf(map, iterations)));
      else
        operands.push_back(value);
    }
    return operands;
  }

  /// Folds the reductions from `loop` on into `total`: what reads the padding
  /// in front of the image, what reads the image, what reads the padding behind
  /// it.
  Value foldTaps(const WindowBox &box, const Box &iterations, unsigned loop,
                 Value total) {
    linalg::LinalgOp op = ops_.front();
    if (loop == op.getNumLoops()) {
      SmallVector<Value> operands = operandsOf(0, box, iterations);
      operands.push_back(total);
      return clone(rewriter_, op, {total.getType()}, operands)->getResult(0);
    }
    auto [begin, end] = box.taps[loop - op.getNumParallelLoops()];
    auto part = [&](int64_t from, int64_t to) {
      Box some = iterations;
      some.offsets[loop] = from;
      some.sizes[loop] = to - from;
      return some;
    };
    if (begin > 0)
      total = foldPadding(part(0, begin), total);
    if (begin < end)
      total = foldTaps(box, part(begin, end), loop + 1, total);
    if (end < iterations.sizes[loop])
      total = foldPadding(part(end, iterations.sizes[loop]), total);
    return total;
  }

  /// Folds `iterations`, all of which read padding.
  Value foldPadding(const Box &iterations, Value total) {
    linalg::LinalgOp op = ops_.front();
    if (isNeutral())
      return total;
    Value padding = pad_.getConstantPaddingValue();
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    IRMapping mapping;
    SmallVector<BlockArgument> arguments;
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      if (input->get() == pad_.getResult()) {
        mapping.map(argument, padding);
        continue;
      }
      AffineMap map = op.getMatchingIndexingMap(input);
      Value value = input->get();
      inputs.push_back(isa<RankedTensorType>(value.getType())
                           ? slice(value, elementsOf(map, iterations))
                           : value);
      maps.push_back(map);
      arguments.push_back(argument);
    }
    OpOperand *init = op.getDpsInitOperand(0);
    maps.push_back(op.getMatchingIndexingMap(init));
    arguments.push_back(op.getMatchingBlockArgument(init));
    return linalg::GenericOp::create(
               rewriter_, loc_, total.getType(), inputs, total, maps,
               op.getIteratorTypesArray(),
               [&](OpBuilder &b, Location, ValueRange elements) {
                 mapping.map(arguments, elements);
                 for (Operation &inner : *op.getBlock())
                   b.clone(inner, mapping);
               })
        .getResult(0);
  }

  /// True if the padding changes no fold: its element is all that is folded,
  /// and is zero in a sum from zero, or what a maximum or minimum starts from.
  bool isNeutral() {
    linalg::LinalgOp op = ops_.front();
    auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    Operation *fold =
        op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
    Attribute first, padding;
    if (!fill || !fold || fold->getNumOperands() != 2 ||
        !matchPattern(fill.getInputs()[0], m_Constant(&first)) ||
        !matchPattern(pad_.getConstantPaddingValue(), m_Constant(&padding)))
      return false;
    BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0)),
                  element =
                      op.getMatchingBlockArgument(&*pad_->getUses().begin());
    auto reads = [&](Value value) {
      return fold->getOperand(0) == value || fold->getOperand(1) == value;
    };
    if (!reads(total) || !reads(element))
      return false;
    if (isa<arith::AddFOp, arith::AddIOp>(fold))
      return isZero(first) && isZero(padding);
    return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp,
               arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(fold) &&
           first == padding;
  }

  /// Where an op that another one reads begins.
  Value memoryFor(size_t index, const Box &box) {
    Value init = ops_[index].getDpsInits()[0];
    if (init.getDefiningOp<linalg::FillOp>() ||
        init.getDefiningOp<tensor::EmptyOp>())
      return tensor::EmptyOp::create(rewriter_, loc_, box.sizes,
                                     getElementTypeOrSelf(init.getType()));
    return slice(init, box);
  }

  /// Some elements of the padded image: a slice of it, padded if need be.
  Value piece(const Box &box) {
    RankedTensorType type = pad_.getSourceType();
    Box inside, place;
    for (auto [offset, size, low, length] : llvm::zip_equal(
             box.offsets, box.sizes, pad_.getStaticLow(), type.getShape())) {
      int64_t first = std::clamp<int64_t>(offset - low, 0, length),
              end = std::clamp<int64_t>(offset + size - low, 0, length);
      inside.offsets.push_back(first);
      inside.sizes.push_back(end - first);
      place.offsets.push_back(first + low - offset);
    }
    place.sizes = inside.sizes;
    if (inside.sizes == box.sizes)
      return slice(pad_.getSource(), inside);
    Value padded = tensor::EmptyOp::create(rewriter_, loc_, box.sizes,
                                           type.getElementType());
    // Of windows that lie in the padding altogether `place` may be beyond.
    if (llvm::is_contained(inside.sizes, 0))
      return linalg::FillOp::create(rewriter_, loc_,
                                    pad_.getConstantPaddingValue(), padded)
          .getResult(0);
    padded = insert(slice(pad_.getSource(), inside), padded, place);
    return fillAround(padded, place);
  }

  /// Fills what lies outside of `place`. No more: two pieces of one size would
  /// share a whole fill, and one of them begin with a copy of it.
  Value fillAround(Value padded, const Box &place) {
    Box rest{SmallVector<int64_t>(place.offsets.size(), 0),
             SmallVector<int64_t>(
                 cast<RankedTensorType>(padded.getType()).getShape())};
    for (unsigned dim = 0; dim < rest.sizes.size(); ++dim) {
      int64_t begin = place.offsets[dim], end = begin + place.sizes[dim];
      for (auto [from, to] :
           {std::pair<int64_t, int64_t>(0, begin), {end, rest.sizes[dim]}}) {
        Box side = rest;
        side.offsets[dim] = from;
        side.sizes[dim] = to - from;
        if (from < to)
          padded = insert(linalg::FillOp::create(rewriter_, loc_,
                                                 pad_.getConstantPaddingValue(),
                                                 slice(padded, side))
                              .getResult(0),
                          padded, side);
      }
      rest.offsets[dim] = begin;
      rest.sizes[dim] = end - begin;
    }
    return padded;
  }

  Value insert(Value part, Value whole, const Box &box) {
    if (part.getType() == whole.getType())
      return part;
    return tensor::InsertSliceOp::create(
        rewriter_, loc_, part, whole, attributes(box.offsets),
        attributes(box.sizes), ones(box.sizes.size()));
  }

  IRRewriter &rewriter_;
  tensor::PadOp pad_;
  Location loc_;
  SmallVector<linalg::LinalgOp> ops_; ///< Each reads the one before.
};

struct SplitBorders final : ingot::impl::SplitBordersBase<SplitBorders> {
  using SplitBordersBase::SplitBordersBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    ingot::ProductInstructions machine;
    StringRef unknown = machine.setDots(dots, /*ofBFloats=*/"");
    if (!unknown.empty()) {
      emitError(getOperation().getLoc())
          << "ingot-split-borders: there are no dot products '" << unknown
          << "'";
      return signalPassFailure();
    }
    if (machine.dots)
      pairs_ = ingot::pairsOf(*machine.dots);
    IRRewriter rewriter(&getContext());
    auto pads = llvm::to_vector(
        getOperation().getBody().front().getOps<tensor::PadOp>());
    for (tensor::PadOp pad : pads) {
      movePadding(rewriter, pad);
      std::optional<SmallVector<WindowBox>> boxes;
      if (vectorBits != 0 && !isStraightCode(pad))
        boxes = ingot::splitPaddedWindows(pad, countOperations(pad));
      if (boxes)
        BorderSplitter(rewriter, pad).run(*boxes);
      else
        copy(rewriter, pad);
    }
  }

private:
  /// True for windows of bytes that become straight code (ByteWindows.h): five
  /// boxes took five times as long to compile, and bytes are copied soon.
  bool isStraightCode(tensor::PadOp pad) const {
    if (!pad->hasOneUse())
      return false;
    auto op = dyn_cast<linalg::LinalgOp>(*pad->user_begin());
    return op && ingot::chooseByteWindow(op, pairs_, vectorBits);
  }

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
    for (auto [before, inside, after] :
         llvm::zip_equal(pad.getMixedLowPad(), source, pad.getMixedHighPad()))
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
      padded =
          tensor::CastOp::create(rewriter, loc, pad.getResultType(), padded);
    rewriter.replaceOp(pad, padded);
  }

  /// What adds pairs of products of 16 bits; null for nothing.
  const ingot::DotInstruction *pairs_ = nullptr;
};
} // namespace
