//===- Decompositions.cpp - ops made of other ops of StableHLO ------------===//
//
// Older and composed ops, by the formulas of their sections in the
// specification. What they become is converted by the other patterns.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

struct DecomposeDot final : OpPattern<DotOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DotOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t last = op.getLhs().getType().getRank() - 1;
    auto numbers = DotDimensionNumbersAttr::get(getContext(), {}, {}, {last},
                                                {int64_t(0)});
    rewriter.replaceOpWithNewOp<DotGeneralOp>(
        op, op.getType(), op.getLhs(), op.getRhs(), numbers,
        op.getPrecisionConfigAttr(), DotAlgorithmAttr());
    return success();
  }
};

/// Equations of two operands whose letters are each in both operands, or in the
/// result; `->` may be missing no letter.
struct DecomposeEinsum final : OpPattern<EinsumOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(EinsumOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto [operands, result] = op.getEinsumConfig().split("->");
    auto [lhs, rhs] = operands.split(',');
    if (lhs.size() != size_t(op.getLhs().getType().getRank()) ||
        rhs.size() != size_t(op.getRhs().getType().getRank()) ||
        result.size() != size_t(op.getType().getRank()))
      return failure();
    if (failed(checkLetters(op, {lhs, rhs, result})))
      return failure();
    SmallVector<int64_t> lhsBatch, rhsBatch, lhsSummed, rhsSummed;
    std::string product, freeLeft, freeRight;
    for (auto [i, letter] : llvm::enumerate(lhs)) {
      size_t other = rhs.find(letter);
      bool isKept = result.contains(letter);
      if (!llvm::isAlpha(letter) || lhs.count(letter) != 1 ||
          (other == StringRef::npos && !isKept))
        return failure();
      if (other == StringRef::npos) {
        freeLeft += letter;
        continue;
      }
      (isKept ? lhsBatch : lhsSummed).push_back(static_cast<int64_t>(i));
      (isKept ? rhsBatch : rhsSummed).push_back(static_cast<int64_t>(other));
      if (isKept)
        product += letter;
    }
    for (char letter : rhs) {
      if (!llvm::isAlpha(letter) || rhs.count(letter) != 1 ||
          (!lhs.contains(letter) && !result.contains(letter)))
        return failure();
      if (!lhs.contains(letter))
        freeRight += letter;
    }
    product += freeLeft + freeRight;
    SmallVector<int64_t> permutation, shape(product.size());
    for (auto [i, letter] : llvm::enumerate(result)) {
      size_t place = product.find(letter);
      if (place == std::string::npos || result.count(letter) != 1)
        return failure();
      permutation.push_back(static_cast<int64_t>(place));
      shape[place] = op.getType().getDimSize(static_cast<int64_t>(i));
    }
    if (permutation.size() != product.size())
      return failure();
    auto numbers = DotDimensionNumbersAttr::get(getContext(), lhsBatch,
                                                rhsBatch, lhsSummed, rhsSummed);
    Value dot = DotGeneralOp::create(
        rewriter, op.getLoc(), op.getType().clone(shape), op.getLhs(),
        op.getRhs(), numbers, ArrayAttr(), DotAlgorithmAttr());
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), dot,
                                             permutation);
    return success();
  }

private:
  /// A letter stands for one size. There is no verifier to say so: the
  /// specification has no section on the op.
  static LogicalResult checkLetters(EinsumOp op, ArrayRef<StringRef> lists) {
    std::map<char, int64_t> sizes;
    ArrayRef<int64_t> shapes[] = {op.getLhs().getType().getShape(),
                                  op.getRhs().getType().getShape(),
                                  op.getType().getShape()};
    for (auto [letters, shape] : llvm::zip(lists, shapes))
      for (auto [letter, size] : llvm::zip(letters, shape)) {
        if (ShapedType::isDynamic(size))
          continue;
        auto [known, isNew] = sizes.try_emplace(letter, size);
        if (!isNew && known->second != size)
          return op.emitOpError()
                 << "has sizes " << known->second << " and " << size
                 << " for the letter '" << Twine(letter) << "', expected one";
      }
    return success();
  }
};

/// The slices at `index` along `dim`, for each batch.
struct DecomposeIndexSelect final : OpPattern<TorchIndexSelectOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(TorchIndexSelectOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType operand = op.getOperand().getType(),
                     index = op.getIndex().getType();
    auto dimension = static_cast<int64_t>(op.getDim()),
         batches = static_cast<int64_t>(op.getBatchDims());
    if (batches < 0 || dimension < batches || dimension >= operand.getRank() ||
        batches > index.getRank() || !operand.hasStaticShape())
      return failure();
    SmallVector<int64_t> offsets, slices(operand.getShape()), batching;
    int64_t added = index.getRank() - batches;
    for (int64_t i = 0; i < operand.getRank(); ++i) {
      if (i < batches)
        batching.push_back(i);
      else if (i != dimension)
        offsets.push_back(i < dimension ? i : i + added - 1);
      if (i < batches || i == dimension)
        slices[i] = 1;
    }
    auto numbers = GatherDimensionNumbersAttr::get(
        getContext(), offsets, {dimension}, batching, batching, {dimension},
        index.getRank());
    rewriter.replaceOpWithNewOp<GatherOp>(
        op, op.getType(), op.getOperand(), op.getIndex(), numbers,
        rewriter.getDenseI64ArrayAttr(slices), rewriter.getBoolAttr(false));
    return success();
  }
};

/// Values of one feature each, for every element of the normalised tensor.
class FeatureBroadcast {
public:
  FeatureBroadcast(OpBuilder &builder, Location loc, Value operand,
                   uint64_t feature)
      : b_(builder), loc_(loc), operand_(operand),
        type_(cast<RankedTensorType>(operand.getType())),
        feature_(static_cast<int64_t>(feature)) {}

  RankedTensorType type() const { return type_; }

  Value spread(Value perFeature) {
    if (type_.hasStaticShape())
      return BroadcastInDimOp::create(b_, loc_, type_, perFeature,
                                      ArrayRef<int64_t>{feature_});
    return DynamicBroadcastInDimOp::create(b_, loc_, type_, perFeature, shape(),
                                           b_.getDenseI64ArrayAttr({feature_}),
                                           DenseI64ArrayAttr(),
                                           b_.getDenseI64ArrayAttr({0}));
  }

  /// A constant like `like`.
  Value number(double value, Value like) {
    auto type = cast<RankedTensorType>(like.getType());
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value constant = ConstantOp::create(
        b_, loc_,
        DenseElementsAttr::get(scalar,
                               b_.getFloatAttr(type.getElementType(), value)));
    if (type.hasStaticShape())
      return BroadcastInDimOp::create(b_, loc_, type, constant,
                                      ArrayRef<int64_t>());
    return DynamicBroadcastInDimOp::create(
        b_, loc_, type, constant, shapeOf(like), b_.getDenseI64ArrayAttr({}),
        DenseI64ArrayAttr(), DenseI64ArrayAttr());
  }

  /// Sums over everything but the feature.
  Value sum(Value value) {
    SmallVector<int64_t> summed;
    for (int64_t i = 0; i < type_.getRank(); ++i)
      if (i != feature_)
        summed.push_back(i);
    auto scalar = RankedTensorType::get({}, type_.getElementType());
    auto result = RankedTensorType::get({type_.getDimSize(feature_)},
                                        type_.getElementType());
    Value zero = ConstantOp::create(b_, loc_,
                                    cast<ElementsAttr>(b_.getZeroAttr(scalar)));
    auto reduce =
        ReduceOp::create(b_, loc_, TypeRange{result}, ValueRange{value},
                         ValueRange{zero}, b_.getDenseI64ArrayAttr(summed));
    OpBuilder::InsertionGuard guard(b_);
    Block *body =
        b_.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc_, loc_});
    Value total = AddOp::create(b_, loc_, scalar, body->getArgument(0),
                                body->getArgument(1));
    ReturnOp::create(b_, loc_, total);
    return reduce->getResult(0);
  }

  /// Elements per feature, as a tensor like `like`.
  Value count(Value like) {
    int64_t elements = 1;
    for (int64_t i = 0; i < type_.getRank(); ++i)
      if (i != feature_)
        elements *= type_.getDimSize(i);
    return number(static_cast<double>(elements), like);
  }

private:
  Value shape() { return shapeOf(operand_); }
  Value shapeOf(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    auto scalar = RankedTensorType::get({}, b_.getI32Type());
    auto single = RankedTensorType::get({1}, b_.getI32Type());
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      sizes.push_back(ReshapeOp::create(
          b_, loc_, single,
          GetDimensionSizeOp::create(b_, loc_, scalar, value,
                                     static_cast<uint64_t>(i))));
    return ConcatenateOp::create(
        b_, loc_, RankedTensorType::get({type.getRank()}, b_.getI32Type()),
        sizes, 0);
  }

  OpBuilder &b_;
  Location loc_;
  Value operand_;
  RankedTensorType type_;
  int64_t feature_;
};

struct DecomposeNormInference final : OpPattern<BatchNormInferenceOp> {
  using OpPattern::OpPattern;

  LogicalResult matchAndRewrite(BatchNormInferenceOp op, Adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    FeatureBroadcast feature(b, loc, op.getOperand(), op.getFeatureIndex());
    RankedTensorType type = feature.type();
    Value epsilon =
        feature.number(op.getEpsilon().convertToDouble(), op.getVariance());
    Value deviation =
        SqrtOp::create(b, loc, op.getVariance().getType(),
                       AddOp::create(b, loc, op.getVariance().getType(),
                                     op.getVariance(), epsilon),
                       ResultAccuracyAttr());
    Value centered = SubtractOp::create(b, loc, type, op.getOperand(),
                                        feature.spread(op.getMean()));
    Value normal =
        DivideOp::create(b, loc, type, centered, feature.spread(deviation));
    Value scaled =
        MultiplyOp::create(b, loc, type, normal, feature.spread(op.getScale()));
    b.replaceOpWithNewOp<AddOp>(op, type, scaled,
                                feature.spread(op.getOffset()));
    return success();
  }
};

struct DecomposeNormTraining final : OpPattern<BatchNormTrainingOp> {
  using OpPattern::OpPattern;

  LogicalResult matchAndRewrite(BatchNormTrainingOp op, Adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    FeatureBroadcast feature(b, loc, op.getOperand(), op.getFeatureIndex());
    RankedTensorType type = feature.type();
    if (!type.hasStaticShape())
      return failure();
    Value sum = feature.sum(op.getOperand());
    Type vector = sum.getType();
    Value count = feature.count(sum);
    Value mean = DivideOp::create(b, loc, vector, sum, count);
    Value centered =
        SubtractOp::create(b, loc, type, op.getOperand(), feature.spread(mean));
    Value squares = MultiplyOp::create(b, loc, type, centered, centered);
    Value variance =
        DivideOp::create(b, loc, vector, feature.sum(squares), count);
    Value result = BatchNormInferenceOp::create(
        b, loc, type, op.getOperand(), op.getScale(), op.getOffset(), mean,
        variance, op.getEpsilonAttr(), op.getFeatureIndexAttr());
    b.replaceOp(op, {result, mean, variance});
    return success();
  }
};

struct DecomposeNormGrad final : OpPattern<BatchNormGradOp> {
  using OpPattern::OpPattern;

  LogicalResult matchAndRewrite(BatchNormGradOp op, Adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    FeatureBroadcast feature(b, loc, op.getOperand(), op.getFeatureIndex());
    RankedTensorType type = feature.type();
    if (!type.hasStaticShape())
      return failure();
    auto multiply = [&](Value x, Value y) {
      return MultiplyOp::create(b, loc, x.getType(), x, y).getResult();
    };
    auto divide = [&](Value x, Value y) {
      return DivideOp::create(b, loc, x.getType(), x, y).getResult();
    };
    auto subtract = [&](Value x, Value y) {
      return SubtractOp::create(b, loc, x.getType(), x, y).getResult();
    };
    Value gradient = op.getGradOutput();
    Value epsilon =
        feature.number(op.getEpsilon().convertToDouble(), op.getVariance());
    Value shifted = AddOp::create(b, loc, op.getVariance().getType(),
                                  op.getVariance(), epsilon);
    Value deviation = feature.spread(SqrtOp::create(
        b, loc, shifted.getType(), shifted, ResultAccuracyAttr()));
    Value centered = subtract(op.getOperand(), feature.spread(op.getMean()));
    Value offset = feature.sum(gradient);
    Value crossed = feature.sum(multiply(gradient, centered));
    Value scale = feature.sum(multiply(gradient, divide(centered, deviation)));
    Value count = feature.count(op.getOperand());
    Value drift = divide(multiply(feature.spread(crossed), centered),
                         feature.spread(shifted));
    Value rest = subtract(
        subtract(multiply(count, gradient), feature.spread(offset)), drift);
    Value factor =
        divide(divide(feature.spread(op.getScale()), deviation), count);
    b.replaceOp(op, {multiply(factor, rest), scale, offset});
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateDecompositionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns
      .add<DecomposeDot, DecomposeEinsum, DecomposeIndexSelect,
           DecomposeNormGrad, DecomposeNormInference, DecomposeNormTraining>(
          converter, patterns.getContext());
}
