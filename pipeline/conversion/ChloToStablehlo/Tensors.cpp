//===- Tensors.cpp - constants and top_k ----------------------------------===//
//
// top_k sorts pairs of value and position along the last dimension and keeps
// the first k. A selection would need fewer comparisons than a sort of
// everything, but StableHLO has no op for it. The sort is stable, so of equal
// values the lower position comes first, as the reference demands. Floats are
// compared in total order, in which NaN with a positive sign is the largest.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/dialects/chlo/ChloOps.h"

using namespace mlir;
using namespace ingot::chlo;
namespace hlo = ingot::stablehlo;

namespace {

struct ConvertConstant final : OpRewritePattern<ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConstantOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<hlo::ConstantOp>(op, op.getType(),
                                                 op.getValue());
    return success();
  }
};

struct ConvertConstantLike final : OpRewritePattern<ConstantLikeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConstantLikeOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = op.getType();
    Attribute value = op.getValue();
    if (!isa<IntegerAttr, FloatAttr>(value))
      return rewriter.notifyMatchFailure(op, "not a number");
    if (type.hasStaticShape()) {
      rewriter.replaceOp(op, splatOf(b, value, type));
      return success();
    }
    Value scalar =
        splatOf(b, value, RankedTensorType::get({}, type.getElementType()));
    rewriter.replaceOpWithNewOp<hlo::DynamicBroadcastInDimOp>(
        op, type, scalar, shapeOf(b, op.getOperand()),
        b.getDenseI64ArrayAttr({}), DenseI64ArrayAttr(), DenseI64ArrayAttr());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

/// Positions along the last dimension, in the sizes of `operand`.
Value positionsIn(ImplicitLocOpBuilder &b, Value operand, Type element) {
  auto given = cast<RankedTensorType>(operand.getType());
  auto type = RankedTensorType::get(given.getShape(), element);
  auto last = static_cast<uint64_t>(type.getRank() - 1);
  if (type.hasStaticShape())
    return hlo::IotaOp::create(b, type, last);
  return hlo::DynamicIotaOp::create(b, type, shapeOf(b, operand), last);
}

/// What compares values so that the largest comes first.
hlo::ComparisonType orderOf(Type element) {
  if (isa<FloatType>(element))
    return hlo::ComparisonType::TOTALORDER;
  return element.isUnsignedInteger() || element.isInteger(1)
             ? hlo::ComparisonType::UNSIGNED
             : hlo::ComparisonType::SIGNED;
}

/// Fills the comparator of a sort of values and their positions.
void addComparator(ImplicitLocOpBuilder &b, Region &region, Type value,
                   Type position) {
  OpBuilder::InsertionGuard guard(b);
  Block &block = region.emplaceBlock();
  auto scalar = [](Type element) { return RankedTensorType::get({}, element); };
  for (Type element : {value, value, position, position})
    block.addArgument(scalar(element), b.getLoc());
  b.setInsertionPointToStart(&block);
  MLIRContext *context = b.getContext();
  Value isLarger = hlo::CompareOp::create(
      b, scalar(b.getI1Type()), block.getArgument(0), block.getArgument(1),
      hlo::ComparisonDirectionAttr::get(context, hlo::ComparisonDirection::GT),
      hlo::ComparisonTypeAttr::get(context, orderOf(value)));
  hlo::ReturnOp::create(b, isLarger);
}

/// The first `k` elements along the last dimension.
Value firstOf(ImplicitLocOpBuilder &b, Value sorted, int64_t k,
              RankedTensorType type) {
  auto given = cast<RankedTensorType>(sorted.getType());
  SmallVector<int64_t> starts(given.getRank(), 0), strides(given.getRank(), 1);
  SmallVector<int64_t> limits(given.getShape());
  limits.back() = k;
  if (given.hasStaticShape())
    return hlo::SliceOp::create(b, type, sorted, b.getDenseI64ArrayAttr(starts),
                                b.getDenseI64ArrayAttr(limits),
                                b.getDenseI64ArrayAttr(strides));
  SmallVector<Value> zeros, ones, ends;
  for (int64_t i : llvm::seq(given.getRank())) {
    zeros.push_back(constantSize(b, 0));
    ones.push_back(constantSize(b, 1));
    ends.push_back(i + 1 == given.getRank() ? constantSize(b, k)
                                            : sizeOf(b, sorted, i));
  }
  return hlo::RealDynamicSliceOp::create(b, type, sorted, shapeOf(b, zeros),
                                         shapeOf(b, ends), shapeOf(b, ones));
}

/// A stable sort together with the positions, of which the first k are kept.
struct ConvertTopK final : OpRewritePattern<TopKOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value operand = op.getOperand();
    auto type = cast<RankedTensorType>(operand.getType());
    Type element = type.getElementType();
    if (!isa<FloatType, IntegerType>(element))
      return rewriter.notifyMatchFailure(op, "elements without an order");
    Type position = op.getIndices().getType().getElementType();
    Value positions = positionsIn(b, operand, position);
    auto sort = hlo::SortOp::create(
        b, TypeRange{type, positions.getType()}, ValueRange{operand, positions},
        b.getI64IntegerAttr(type.getRank() - 1), b.getBoolAttr(true));
    addComparator(b, sort.getComparator(), element, position);
    auto k = static_cast<int64_t>(op.getK());
    rewriter.replaceOp(
        op, {firstOf(b, sort.getResults()[0], k, op.getValues().getType()),
             firstOf(b, sort.getResults()[1], k, op.getIndices().getType())});
    return success();
  }
};

} // namespace

void ingot::chlo::populateTensorPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertConstant, ConvertConstantLike, ConvertTopK>(
      patterns.getContext());
}
