//===- Elementwise.cpp - one element at a time ----------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

Value ingot::stablehlo::emptyLike(OpBuilder &builder, Location loc,
                                  RankedTensorType type, Value like) {
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i)) {
      if (!like)
        return Value();
      sizes.push_back(tensor::DimOp::create(builder, loc, like, i));
    }
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

namespace {

/// Any op that mapElement() knows. Operands without dimensions stand for all
/// elements (select's condition, clamp's bounds).
template <typename Op>
struct ConvertElementwise final : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        this->getTypeConverter()->convertType(op->getResult(0).getType()));
    if (!type)
      return failure();
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    Value like;
    SmallVector<AffineMap> maps;
    AffineMap all = rewriter.getMultiDimIdentityMap(rank);
    for (Value operand : adaptor.getOperands()) {
      auto given = dyn_cast<RankedTensorType>(operand.getType());
      if (!given || (given.getRank() != rank && given.getRank() != 0))
        return failure();
      if (given.getRank() == rank && !like)
        like = operand;
      maps.push_back(given.getRank() == rank
                         ? all
                         : AffineMap::get(rank, 0, rewriter.getContext()));
    }
    maps.push_back(all);
    Value empty = emptyLike(rewriter, loc, type, like);
    if (!empty)
      return failure();
    bool isKnown = true;
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, adaptor.getOperands(), empty, maps, loops,
        [&](OpBuilder &builder, Location, ValueRange elements) {
          Value result = mapElement(op, elements.drop_back(), builder);
          isKnown = static_cast<bool>(result);
          linalg::YieldOp::create(builder, loc,
                                  isKnown ? result : elements.back());
        });
    if (!isKnown)
      return failure();
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

} // namespace

template <typename... Ops>
static void addAll(const TypeConverter &converter,
                   RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise<Ops>...>(converter, patterns.getContext());
}

void ingot::stablehlo::populateElementwisePatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  addAll<AbsOp, AddOp, AndOp, Atan2Op, CbrtOp, CeilOp, ClampOp, CompareOp,
         ComplexOp, ConvertOp, CosineOp, CountLeadingZerosOp, DivideOp,
         ExponentialMinusOneOp, ExponentialOp, FloorOp, ImagOp, IsFiniteOp,
         LogOp, LogPlusOneOp, LogisticOp, MaximumOp, MinimumOp, MultiplyOp,
         NegateOp, NotOp, OrOp, PopcntOp, PowerOp, RealOp, RemainderOp,
         RoundNearestAfzOp, RoundNearestEvenOp, RsqrtOp, SelectOp, ShiftLeftOp,
         ShiftRightArithmeticOp, ShiftRightLogicalOp, SignOp, SineOp, SqrtOp,
         SubtractOp, TanOp, TanhOp, XorOp>(converter, patterns);
}
