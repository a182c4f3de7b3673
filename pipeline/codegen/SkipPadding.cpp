//===- SkipPadding.cpp - windows leave out rows of padding ----------------===//
//
// A row of a window that lies in the padding multiplies a filter's numbers by
// zero, which changes no sum unless one of them is infinite or no number: on a
// map of four rows windows of three by three do a sixth of their work for that.
// So a kernel asks once whether the filter is finite, which is one pass over
// it, and the loop over the rows of a window then runs over those that lie in
// the image. Otherwise it runs over all. Results are the same to the bit, but
// for the sign of zero: a negative product that is too small becomes -0 in a
// multiply-add, and the next row of padding may make +0 of that.
//
// This is done when tiles stand: then a row of a window is an iteration of a
// loop, whose bounds may be computed. Code of its own for the rows at the top
// and at the bottom would be three times the code. Columns are left: pixels
// side by side are rows of one register tile.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/LoopIndices.h"
#include "pipeline/codegen/PaddedRows.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace ingot {
#define GEN_PASS_DEF_SKIPPADDING
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// A part of a tensor, taken by slices of slices.
struct Part {
  Value whole;
  /// For each dimension what is added up to where the part begins.
  SmallVector<SmallVector<OpFoldResult>> offsets;
};

/// An image between zeros along one dimension.
struct PaddedDim {
  int64_t dim = 0, low = 0, size = 0;
};

/// A loop over the rows of a window, which are `step` apart in the image.
struct TapLoop {
  scf::ForOp loop;
  int64_t taps = 0, step = 0;
};
} // namespace

/// None where slices drop dimensions or take steps.
static std::optional<Part> partOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Part part{value, SmallVector<SmallVector<OpFoldResult>>(type.getRank())};
  while (auto slice = part.whole.getDefiningOp<tensor::ExtractSliceOp>()) {
    if (!slice.hasUnitStride() ||
        slice.getSourceType().getRank() != type.getRank())
      return std::nullopt;
    for (auto [sum, offset] :
         llvm::zip_equal(part.offsets, slice.getMixedOffsets()))
      sum.push_back(offset);
    part.whole = slice.getSource();
  }
  return part;
}

/// The dimensions in which `value` has zeros at its ends.
static SmallVector<PaddedDim> paddedDims(Value value) {
  auto tensor = value.getDefiningOp<bufferization::ToTensorOp>();
  auto argument = dyn_cast<BlockArgument>(tensor ? tensor.getBuffer() : value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  auto type = cast<RankedTensorType>(value.getType());
  if (!function || !type.hasStaticShape())
    return {};
  auto zeros = function.getArgAttrOfType<DenseI64ArrayAttr>(
      argument.getArgNumber(), ingot::kZerosAttribute);
  if (!zeros || zeros.size() != 2 * type.getRank())
    return {};
  SmallVector<PaddedDim> dims;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    int64_t low = zeros[2 * dim], high = zeros[2 * dim + 1];
    if (low != 0 || high != 0)
      dims.push_back({int64_t(dim), low, size - low - high});
  }
  return dims;
}

/// True if nothing in `loop` computes but `op`, so that each step adds products
/// to what the loop carries and does no more.
static bool computesOnly(scf::ForOp loop, linalg::GenericOp op) {
  WalkResult walk = loop->walk([&](Operation *inner) {
    bool isKnown = inner == op.getOperation() || op->isProperAncestor(inner) ||
                   isa<scf::ForOp, scf::YieldOp, tensor::ExtractSliceOp,
                       tensor::InsertSliceOp, affine::AffineApplyOp,
                       affine::AffineMinOp, arith::ConstantOp>(inner);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted() && loop.getNumRegionIterArgs() == 1;
}

/// True if the sums that `loop` carries start from zero: what is added to -0
/// may be told by its sign.
static bool startsFromZero(scf::ForOp loop) {
  Value start = loop.getInitArgs()[0];
  while (auto argument = dyn_cast<BlockArgument>(start)) {
    auto outer = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!outer || argument == outer.getInductionVar() ||
        outer.getNumRegionIterArgs() != 1)
      return false;
    start = outer.getInitArgs()[0];
  }
  auto fill = start.getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_PosZeroFloat());
}

/// How far a part whose offsets are `sum` moves with each step of `loop`.
static std::optional<int64_t> strideAlong(ArrayRef<OpFoldResult> sum,
                                          scf::ForOp loop) {
  int64_t stride = 0;
  for (OpFoldResult offset : sum)
    if (auto value = dyn_cast<Value>(offset)) {
      std::optional<int64_t> one = ingot::strideAlong(value, loop);
      if (!one)
        return std::nullopt;
      stride += *one;
    }
  return stride;
}

/// The innermost loop around `op` that moves what it reads by `sum`, if nothing
/// but `op` is in it.
static std::optional<TapLoop> tapLoopOf(linalg::GenericOp op,
                                        ArrayRef<OpFoldResult> sum) {
  for (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()); loop;
       loop = dyn_cast<scf::ForOp>(loop->getParentOp())) {
    std::optional<int64_t> stride = strideAlong(sum, loop);
    if (!stride || *stride < 0)
      return std::nullopt;
    if (*stride == 0)
      continue;
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    if (!isConstantIntValue(loop.getLowerBound(), 0) ||
        !isConstantIntValue(loop.getStep(), 1) || !end ||
        !computesOnly(loop, op) || !startsFromZero(loop))
      return std::nullopt;
    return TapLoop{loop, *end, *stride};
  }
  return std::nullopt;
}

/// Whether all of `filter` is finite: the largest of its bits without signs.
static Value isFinite(OpBuilder &builder, Value filter) {
  Location loc = filter.getLoc();
  auto type = cast<RankedTensorType>(filter.getType());
  auto element = cast<FloatType>(type.getElementType());
  IntegerType bits = builder.getIntegerType(element.getWidth());
  auto number = [&](APInt value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(bits, value));
  };
  Value none = number(APInt::getZero(bits.getWidth()));
  Value mask = number(APInt::getSignedMaxValue(bits.getWidth()));
  Value infinity =
      number(APFloat::getInf(element.getFloatSemantics()).bitcastToAPInt());
  Value start =
      linalg::FillOp::create(
          builder, loc, none,
          tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(), bits)
              .getResult())
          .getResult(0);
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps = {builder.getMultiDimIdentityMap(rank),
                                 AffineMap::get(rank, 0, builder.getContext())};
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::reduction);
  auto largest = linalg::GenericOp::create(
      builder, loc, start.getType(), filter, start, maps, kinds,
      [&](OpBuilder &b, Location, ValueRange elements) {
        Value all = arith::BitcastOp::create(b, loc, bits, elements[0]);
        Value size = arith::AndIOp::create(b, loc, all, mask);
        Value most = arith::MaxUIOp::create(b, loc, elements[1], size);
        linalg::YieldOp::create(b, loc, most);
      });
  Value most = tensor::ExtractOp::create(builder, loc, largest->getResult(0),
                                         ValueRange());
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, most,
                               infinity);
}

namespace {
struct SkipPadding final : ingot::impl::SkipPaddingBase<SkipPadding> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op->hasAttr(ingot::kVectorizeAttribute) && ingot::isSumOfProducts(op))
        ops.push_back(op);
    });
    DenseMap<Value, Value> finite;
    for (linalg::GenericOp op : ops)
      for (unsigned image : {0, 1})
        skip(op, op->getOpOperand(image), op->getOpOperand(1 - image), finite);
    for (unsigned i = 0; i < getOperation().getNumArguments(); ++i)
      getOperation().removeArgAttr(i, ingot::kZerosAttribute);
  }

private:
  /// Whether `filter` is finite, which is found out once.
  static Value askOnce(Value filter, llvm::DenseMap<Value, Value> &finite) {
    Value &known = finite[filter];
    if (!known) {
      OpBuilder builder(filter.getContext());
      builder.setInsertionPointAfterValue(filter);
      known = isFinite(builder, filter);
    }
    return known;
  }

  void skip(linalg::GenericOp op, OpOperand &image, OpOperand &filter,
            DenseMap<Value, Value> &finite) {
    std::optional<Part> read = partOf(image.get());
    std::optional<Part> weights = partOf(filter.get());
    Block &body = getOperation().getBody().front();
    if (!read || !weights || weights->whole.getParentBlock() != &body ||
        !cast<RankedTensorType>(weights->whole.getType()).hasStaticShape())
      return;
    auto tile = cast<RankedTensorType>(image.get().getType());
    for (const PaddedDim &padded : paddedDims(read->whole)) {
      // Of several places at once some may lie in the image.
      if (tile.getDimSize(padded.dim) != 1)
        continue;
      ArrayRef<OpFoldResult> sum = read->offsets[padded.dim];
      std::optional<TapLoop> tap = tapLoopOf(op, sum);
      if (tap)
        bound(*tap, padded, sum, askOnce(weights->whole, finite));
    }
  }

  /// Lets `tap` run over the rows within the image if `isFinite`.
  static void bound(const TapLoop &tap, const PaddedDim &padded,
                    ArrayRef<OpFoldResult> sum, Value isFinite) {
    scf::ForOp loop = tap.loop;
    // What does not depend on it may stand in front of it.
    loop->walk([](scf::ForOp inner) { moveLoopInvariantCode(inner); });
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Value zero = loop.getLowerBound();
    AffineExpr first = builder.getAffineConstantExpr(0);
    SmallVector<OpFoldResult> starts;
    for (OpFoldResult offset : sum) {
      if (auto value = dyn_cast<Value>(offset))
        offset = ingot::indexAt(builder, value, loop, zero);
      first = first + builder.getAffineSymbolExpr(starts.size());
      starts.push_back(offset);
    }
    AffineExpr none = builder.getAffineConstantExpr(0),
               all = builder.getAffineConstantExpr(tap.taps);
    AffineExpr before = (padded.low - first).ceilDiv(tap.step),
               end = (padded.low + padded.size - first).ceilDiv(tap.step);
    unsigned count = starts.size();
    MLIRContext *context = builder.getContext();
    auto valueOf = [&](OpFoldResult result) {
      return getValueOrCreateConstantIndexOp(builder, loc, result);
    };
    Value low = valueOf(affine::makeComposedFoldedAffineMax(
        builder, loc, AffineMap::get(0, count, {before, none}, context),
        starts));
    Value high = valueOf(affine::makeComposedFoldedAffineMin(
        builder, loc, AffineMap::get(0, count, {end, all}, context), starts));
    loop.setLowerBound(
        arith::SelectOp::create(builder, loc, isFinite, low, zero));
    loop.setUpperBound(arith::SelectOp::create(builder, loc, isFinite, high,
                                               loop.getUpperBound()));
  }
};
} // namespace
