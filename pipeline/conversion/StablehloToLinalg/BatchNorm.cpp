//===- BatchNorm.cpp - batch_norm_inference, _training, _grad -------------===//
//
// By the formulas of their sections in the specification, as other ops of
// StableHLO, which the other patterns convert.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot::stablehlo;
namespace chlo = ingot::chlo;

namespace {

/// One tensor to be normalised, and what the three ops compute with it. Values
/// of one feature each are vectors; spread() gives each element that of its
/// feature.
class Normalization {
public:
  Normalization(OpBuilder &builder, Location loc, Value operand,
                uint64_t feature)
      : b_(loc, builder), operand_(operand),
        type_(cast<RankedTensorType>(operand.getType())),
        feature_(static_cast<int64_t>(feature)) {}

  Value add(Value x, Value y) { return AddOp::create(b_, x.getType(), x, y); }
  Value subtract(Value x, Value y) {
    return SubtractOp::create(b_, x.getType(), x, y);
  }
  Value multiply(Value x, Value y) {
    return MultiplyOp::create(b_, x.getType(), x, y);
  }
  Value divide(Value x, Value y) {
    return DivideOp::create(b_, x.getType(), x, y);
  }

  Value spread(Value perFeature) {
    return broadcast(perFeature, operand_, {feature_});
  }

  /// The elements without their means.
  Value centered(Value mean) { return subtract(operand_, spread(mean)); }

  /// variance + epsilon, one for each feature.
  Value shifted(Value variance, const APFloat &epsilon) {
    return add(variance, number(epsilon.convertToDouble(), variance));
  }
  Value root(Value shifted) {
    return SqrtOp::create(b_, shifted.getType(), shifted, ResultAccuracyAttr());
  }

  /// Sums over everything but the feature.
  Value sum(Value value) {
    SmallVector<int64_t> summed;
    for (int64_t i = 0; i < type_.getRank(); ++i)
      if (i != feature_)
        summed.push_back(i);
    RankedTensorType scalar = scalarType();
    auto result = RankedTensorType::get({type_.getDimSize(feature_)},
                                        type_.getElementType());
    auto reduce = ReduceOp::create(b_, TypeRange{result}, ValueRange{value},
                                   ValueRange{chlo::zerosOf(b_, scalar)},
                                   b_.getDenseI64ArrayAttr(summed));
    OpBuilder::InsertionGuard guard(b_);
    Block *body = b_.createBlock(&reduce.getBody(), {}, {scalar, scalar},
                                 {b_.getLoc(), b_.getLoc()});
    ReturnOp::create(b_, add(body->getArgument(0), body->getArgument(1)));
    return reduce->getResult(0);
  }

  /// Elements per feature, as a tensor like `like`. Unknown sizes are
  /// multiplied as f64, which counts any tensor that fits into memory.
  Value count(Value like) {
    double known = 1;
    auto f64 = RankedTensorType::get({}, b_.getF64Type());
    Value unknown;
    for (int64_t i = 0; i < type_.getRank(); ++i) {
      if (i == feature_)
        continue;
      if (!type_.isDynamicDim(i)) {
        known *= static_cast<double>(type_.getDimSize(i));
        continue;
      }
      Value size = ConvertOp::create(b_, f64, chlo::sizeOf(b_, operand_, i));
      unknown = unknown ? multiply(unknown, size) : size;
    }
    if (!unknown)
      return number(known, like);
    unknown =
        multiply(unknown, chlo::splatOf(b_, b_.getF64FloatAttr(known), f64));
    return broadcast(ConvertOp::create(b_, scalarType(), unknown), like, {});
  }

private:
  RankedTensorType scalarType() {
    return RankedTensorType::get({}, type_.getElementType());
  }

  /// A constant like `like`.
  Value number(double value, Value like) {
    RankedTensorType scalar = scalarType();
    Attribute number = b_.getFloatAttr(scalar.getElementType(), value);
    return broadcast(chlo::splatOf(b_, number, scalar), like, {});
  }

  /// In the sizes of `like`; `dimensions` are those of `value` there.
  Value broadcast(Value value, Value like, ArrayRef<int64_t> dimensions) {
    auto type = cast<RankedTensorType>(like.getType());
    if (type.hasStaticShape())
      return BroadcastInDimOp::create(b_, type, value, dimensions);
    // The sizes of features are equal, which later passes cannot see.
    auto all = llvm::to_vector(llvm::seq<int64_t>(0, dimensions.size()));
    return DynamicBroadcastInDimOp::create(
        b_, type, value, chlo::shapeOf(b_, like),
        b_.getDenseI64ArrayAttr(dimensions), DenseI64ArrayAttr(),
        all.empty() ? DenseI64ArrayAttr() : b_.getDenseI64ArrayAttr(all));
  }

  ImplicitLocOpBuilder b_;
  Value operand_;
  RankedTensorType type_;
  int64_t feature_;
};

struct DecomposeInference final : OpPattern<BatchNormInferenceOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(BatchNormInferenceOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Normalization norm(rewriter, op.getLoc(), op.getOperand(),
                       op.getFeatureIndex());
    Value deviation =
        norm.root(norm.shifted(op.getVariance(), op.getEpsilon()));
    Value normal =
        norm.divide(norm.centered(op.getMean()), norm.spread(deviation));
    Value scaled = norm.multiply(normal, norm.spread(op.getScale()));
    rewriter.replaceOp(op, norm.add(scaled, norm.spread(op.getOffset())));
    return success();
  }
};

struct DecomposeTraining final : OpPattern<BatchNormTrainingOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(BatchNormTrainingOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Normalization norm(rewriter, op.getLoc(), op.getOperand(),
                       op.getFeatureIndex());
    Value sum = norm.sum(op.getOperand());
    Value count = norm.count(sum);
    Value mean = norm.divide(sum, count);
    Value centered = norm.centered(mean);
    Value variance =
        norm.divide(norm.sum(norm.multiply(centered, centered)), count);
    Value result = BatchNormInferenceOp::create(
        rewriter, op.getLoc(), op.getOperand().getType(), op.getOperand(),
        op.getScale(), op.getOffset(), mean, variance, op.getEpsilonAttr(),
        op.getFeatureIndexAttr());
    rewriter.replaceOp(op, {result, mean, variance});
    return success();
  }
};

struct DecomposeGrad final : OpPattern<BatchNormGradOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(BatchNormGradOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Normalization norm(rewriter, op.getLoc(), op.getOperand(),
                       op.getFeatureIndex());
    Value gradient = op.getGradOutput();
    Value shifted = norm.shifted(op.getVariance(), op.getEpsilon());
    Value deviation = norm.spread(norm.root(shifted));
    Value centered = norm.centered(op.getMean());
    Value offset = norm.sum(gradient);
    Value crossed = norm.sum(norm.multiply(gradient, centered));
    Value scale =
        norm.sum(norm.multiply(gradient, norm.divide(centered, deviation)));
    Value count = norm.count(op.getOperand());
    Value drift = norm.divide(norm.multiply(norm.spread(crossed), centered),
                              norm.spread(shifted));
    Value rest = norm.subtract(
        norm.subtract(norm.multiply(count, gradient), norm.spread(offset)),
        drift);
    Value factor =
        norm.divide(norm.divide(norm.spread(op.getScale()), deviation), count);
    rewriter.replaceOp(op, {norm.multiply(factor, rest), scale, offset});
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateBatchNormPatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  patterns.add<DecomposeGrad, DecomposeInference, DecomposeTraining>(
      converter, patterns.getContext());
}
