//===- Reductions.cpp - folding along dimensions and in windows -----------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// The converted types of all results, if they are static.
static FailureOr<SmallVector<RankedTensorType>>
staticTypes(Operation *op, const TypeConverter &converter) {
  SmallVector<RankedTensorType> types;
  for (Type given : op->getResultTypes()) {
    auto type =
        dyn_cast_or_null<RankedTensorType>(converter.convertType(given));
    if (!type || !type.hasStaticShape())
      return failure();
    types.push_back(type);
  }
  return types;
}

/// Tensors filled with the initial values, to fold into.
static SmallVector<Value> filledWith(ValueRange initial,
                                     ArrayRef<RankedTensorType> types,
                                     OpBuilder &builder, Location loc) {
  SmallVector<Value> filled;
  for (auto [value, type] : llvm::zip(initial, types)) {
    Value element = tensor::ExtractOp::create(builder, loc, value);
    Value empty = emptyLike(builder, loc, type, Value());
    filled.push_back(
        linalg::FillOp::create(builder, loc, element, empty).getResult(0));
  }
  return filled;
}

/// A generic op whose body is the region, which takes what was folded so far
/// first and the elements second. Further inputs only give loops their sizes.
static FailureOr<linalg::GenericOp>
makeFold(Operation *op, Region &region, ValueRange inputs, ValueRange initial,
         ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> kinds,
         ConversionPatternRewriter &rewriter) {
  Location loc = op->getLoc();
  bool isKnown = true;
  auto generic = linalg::GenericOp::create(
      rewriter, loc, initial.getTypes(), inputs, initial, maps, kinds,
      [&](OpBuilder &builder, Location, ValueRange elements) {
        size_t count = initial.size();
        SmallVector<Value> arguments(elements.take_back(count));
        llvm::append_range(arguments, elements.take_front(count));
        FailureOr<SmallVector<Value>> results =
            mapRegion(region, arguments, builder);
        isKnown = succeeded(results);
        linalg::YieldOp::create(builder, loc,
                                isKnown
                                    ? ValueRange(*results)
                                    : ValueRange(elements.take_back(count)));
      });
  if (!isKnown)
    return failure();
  return generic;
}

namespace {

struct ConvertReduce final : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto types = staticTypes(op, *getTypeConverter());
    if (failed(types))
      return failure();
    int64_t rank =
        cast<RankedTensorType>(op.getInputs().front().getType()).getRank();
    SmallVector<utils::IteratorType> kinds;
    SmallVector<AffineExpr> kept;
    for (int64_t i = 0; i < rank; ++i) {
      bool isFolded = llvm::is_contained(op.getDimensions(), i);
      kinds.push_back(isFolded ? utils::IteratorType::reduction
                               : utils::IteratorType::parallel);
      if (!isFolded)
        kept.push_back(rewriter.getAffineDimExpr(i));
    }
    size_t count = op.getInputs().size();
    SmallVector<AffineMap> maps(count, rewriter.getMultiDimIdentityMap(rank));
    maps.append(count, AffineMap::get(rank, 0, kept, rewriter.getContext()));
    auto generic = makeFold(
        op, op.getBody(), adaptor.getInputs(),
        filledWith(adaptor.getInitValues(), *types, rewriter, op.getLoc()),
        maps, kinds, rewriter);
    if (failed(generic))
      return failure();
    rewriter.replaceOp(op, generic->getResults());
    return success();
  }
};

struct ConvertReduceWindow final : OpConversionPattern<ReduceWindowOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceWindowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto types = staticTypes(op, *getTypeConverter());
    if (failed(types))
      return failure();
    Location loc = op.getLoc();
    int64_t rank = types->front().getRank();
    SmallVector<AffineExpr> place, window, result;
    for (int64_t i = 0; i < rank; ++i) {
      AffineExpr outer = rewriter.getAffineDimExpr(i),
                 inner = rewriter.getAffineDimExpr(rank + i);
      place.push_back(outer * at(op.getWindowStrides(), i) +
                      inner * at(op.getWindowDilations(), i));
      window.push_back(inner);
      result.push_back(outer);
    }
    MLIRContext *context = rewriter.getContext();
    size_t count = op.getInputs().size();
    SmallVector<AffineMap> maps(count,
                                AffineMap::get(2 * rank, 0, place, context));
    maps.push_back(AffineMap::get(2 * rank, 0, window, context));
    maps.append(count, AffineMap::get(2 * rank, 0, result, context));
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    kinds.append(rank, utils::IteratorType::reduction);

    SmallVector<Value> inputs;
    for (auto [input, initial] :
         llvm::zip(adaptor.getInputs(), adaptor.getInitValues()))
      inputs.push_back(padded(op, input, initial, rewriter));
    inputs.push_back(tensor::EmptyOp::create(
        rewriter, loc, op.getWindowDimensions(), rewriter.getI8Type()));
    auto generic =
        makeFold(op, op.getBody(), inputs,
                 filledWith(adaptor.getInitValues(), *types, rewriter, loc),
                 maps, kinds, rewriter);
    if (failed(generic))
      return failure();
    rewriter.replaceOp(op, generic->getResults());
    return success();
  }

private:
  static int64_t at(std::optional<ArrayRef<int64_t>> values, int64_t i) {
    return values ? (*values)[i] : 1;
  }

  /// The input with initial values around and between its elements.
  static Value padded(ReduceWindowOp op, Value input, Value initial,
                      OpBuilder &builder) {
    auto type = cast<RankedTensorType>(input.getType());
    int64_t rank = type.getRank();
    SmallVector<int64_t> low(rank, 0), high(rank, 0), between(rank, 0);
    SmallVector<int64_t> shape(type.getShape());
    bool isPadded = false;
    for (int64_t i = 0; i < rank; ++i) {
      if (op.getPadding()) {
        auto padding = op.getPadding()->getValues<int64_t>();
        low[i] = padding[2 * i];
        high[i] = padding[2 * i + 1];
      }
      between[i] = at(op.getBaseDilations(), i) - 1;
      isPadded |= low[i] || high[i] || between[i];
      shape[i] +=
          low[i] + high[i] + between[i] * std::max<int64_t>(shape[i] - 1, 0);
    }
    if (!isPadded)
      return input;
    return PadOp::create(builder, op.getLoc(), type.clone(shape), input,
                         initial, low, high, between);
  }
};

} // namespace

void ingot::stablehlo::populateReductionPatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  patterns.add<ConvertReduce, ConvertReduceWindow>(converter,
                                                   patterns.getContext());
}
