//===- Contractions.cpp - products and convolutions -----------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// A tensor of zeros to sum into.
static Value zeros(OpBuilder &builder, Location loc, RankedTensorType type) {
  Type element = type.getElementType();
  Value zero;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    Attribute part = builder.getZeroAttr(complex.getElementType());
    zero = complex::ConstantOp::create(builder, loc, element,
                                       builder.getArrayAttr({part, part}));
  } else {
    zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  }
  Value empty = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// An operand's element in the type of the result.
static Value widen(OpBuilder &b, Location loc, Value value, Type type,
                   bool isUnsigned) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (isa<FloatType>(type)) {
    if (!isa<FloatType>(from))
      return isUnsigned
                 ? arith::UIToFPOp::create(b, loc, type, value).getResult()
                 : arith::SIToFPOp::create(b, loc, type, value);
    if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, loc, type, value);
    return arith::TruncFOp::create(b, loc, type, value);
  }
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(b, loc, type, value);
  return isUnsigned ? arith::ExtUIOp::create(b, loc, type, value).getResult()
                    : arith::ExtSIOp::create(b, loc, type, value);
}

/// acc + lhs * rhs in the type of the result.
static void multiplyAdd(OpBuilder &b, Location loc, ValueRange elements,
                        Type lhsType, Type rhsType) {
  Type type = elements[2].getType();
  auto isUnsigned = [](Type type) {
    return type.isUnsignedInteger() || type.isInteger(1);
  };
  Value lhs = widen(b, loc, elements[0], type, isUnsigned(lhsType));
  Value rhs = widen(b, loc, elements[1], type, isUnsigned(rhsType));
  Value sum;
  if (isa<ComplexType>(type))
    sum = complex::AddOp::create(b, loc, elements[2],
                                 complex::MulOp::create(b, loc, lhs, rhs));
  else if (isa<FloatType>(type))
    sum = arith::AddFOp::create(b, loc, elements[2],
                                arith::MulFOp::create(b, loc, lhs, rhs));
  else if (type.isInteger(1))
    sum = arith::OrIOp::create(b, loc, elements[2],
                               arith::AndIOp::create(b, loc, lhs, rhs));
  else
    sum = arith::AddIOp::create(b, loc, elements[2],
                                arith::MulIOp::create(b, loc, lhs, rhs));
  linalg::YieldOp::create(b, loc, sum);
}

namespace {

struct ConvertDotGeneral final : OpConversionPattern<DotGeneralOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DotGeneralOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    auto lhs = dyn_cast<RankedTensorType>(adaptor.getLhs().getType());
    auto rhs = dyn_cast<RankedTensorType>(adaptor.getRhs().getType());
    if (!type || !lhs || !rhs || !type.hasStaticShape() ||
        !lhs.hasStaticShape() || !rhs.hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    Value init = zeros(rewriter, loc, type);
    if (replaceByNamed(op, adaptor, lhs, rhs, type, init, rewriter))
      return success();

    // Loops: the result's dimensions (batches, free ones of lhs, of rhs), then
    // those that are summed.
    DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    int64_t summed = numbers.getLhsContractingDimensions().size();
    int64_t loops = type.getRank() + summed;
    auto dimension = [&](int64_t loop) {
      return rewriter.getAffineDimExpr(loop);
    };
    SmallVector<AffineExpr> left(lhs.getRank()), right(rhs.getRank());
    int64_t next = 0;
    for (auto [l, r] : llvm::zip(numbers.getLhsBatchingDimensions(),
                                 numbers.getRhsBatchingDimensions()))
      left[l] = right[r] = dimension(next++);
    int64_t sum = type.getRank();
    for (auto [l, r] : llvm::zip(numbers.getLhsContractingDimensions(),
                                 numbers.getRhsContractingDimensions()))
      left[l] = right[r] = dimension(sum++);
    for (AffineExpr &expression : left)
      if (!expression)
        expression = dimension(next++);
    for (AffineExpr &expression : right)
      if (!expression)
        expression = dimension(next++);
    MLIRContext *context = rewriter.getContext();
    AffineMap maps[] = {AffineMap::get(loops, 0, left, context),
                        AffineMap::get(loops, 0, right, context),
                        AffineMap::getMultiDimIdentityMap(loops, context)
                            .getMajorSubMap(type.getRank())};
    SmallVector<utils::IteratorType> kinds(type.getRank(),
                                           utils::IteratorType::parallel);
    kinds.append(summed, utils::IteratorType::reduction);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, ValueRange{adaptor.getLhs(), adaptor.getRhs()},
        init, maps, kinds, [&](OpBuilder &b, Location, ValueRange elements) {
          multiplyAdd(b, loc, elements,
                      getElementTypeOrSelf(op.getLhs().getType()),
                      getElementTypeOrSelf(op.getRhs().getType()));
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }

private:
  /// What code generation knows best keeps its name.
  static bool replaceByNamed(DotGeneralOp op, OpAdaptor adaptor,
                             RankedTensorType lhs, RankedTensorType rhs,
                             RankedTensorType type, Value init,
                             ConversionPatternRewriter &rewriter) {
    DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    bool isPlain = isa<FloatType>(type.getElementType()) &&
                   lhs.getElementType() == type.getElementType() &&
                   rhs.getElementType() == type.getElementType();
    auto are = [](ArrayRef<int64_t> dimensions, ArrayRef<int64_t> wanted) {
      return dimensions == wanted;
    };
    ValueRange inputs{adaptor.getLhs(), adaptor.getRhs()};
    if (isPlain && lhs.getRank() == 2 && rhs.getRank() == 2 &&
        numbers.getLhsBatchingDimensions().empty() &&
        are(numbers.getLhsContractingDimensions(), {1}) &&
        are(numbers.getRhsContractingDimensions(), {0})) {
      rewriter.replaceOpWithNewOp<linalg::MatmulOp>(op, type, inputs, init);
      return true;
    }
    if (isPlain && lhs.getRank() == 3 && rhs.getRank() == 3 &&
        are(numbers.getLhsBatchingDimensions(), {0}) &&
        are(numbers.getRhsBatchingDimensions(), {0}) &&
        are(numbers.getLhsContractingDimensions(), {2}) &&
        are(numbers.getRhsContractingDimensions(), {1})) {
      rewriter.replaceOpWithNewOp<linalg::BatchMatmulOp>(op, type, inputs,
                                                         init);
      return true;
    }
    return false;
  }
};

/// One loop for each batch, output position, group and output feature, and a
/// reduction for each kernel position and input feature. Groups split the
/// feature dimensions in two, and the loops are named alike for all three
/// tensors.
struct ConvertConvolution final : OpConversionPattern<ConvolutionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConvolutionOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type || !type.hasStaticShape() || op.getBatchGroupCount() != 1 ||
        !op.getLhs().getType().hasStaticShape() ||
        !op.getRhs().getType().hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    ConvDimensionNumbersAttr d = op.getDimensionNumbers();
    int64_t groups = op.getFeatureGroupCount();
    int64_t spatial = d.getInputSpatialDimensions().size();
    // Loops: batch, spatial..., group, output feature | kernel..., input
    // feature.
    int64_t group = 1 + spatial, feature = group + 1, kernel = feature + 1,
            summed = kernel + spatial, loops = summed + 1;
    auto loop = [&](int64_t i) { return rewriter.getAffineDimExpr(i); };

    Value image = paddedImage(op, adaptor.getLhs(), rewriter);
    image = split(image, d.getInputFeatureDimension(), groups, loc, rewriter);
    Value filter = split(adaptor.getRhs(), d.getKernelOutputFeatureDimension(),
                         groups, loc, rewriter);
    auto outType = cast<RankedTensorType>(
        splitType(type, d.getOutputFeatureDimension(), groups));

    SmallVector<AffineExpr> in(op.getLhs().getType().getRank()),
        weights(in.size()), out(in.size());
    in[d.getInputBatchDimension()] = out[d.getOutputBatchDimension()] = loop(0);
    in[d.getInputFeatureDimension()] = loop(summed);
    weights[d.getKernelInputFeatureDimension()] = loop(summed);
    weights[d.getKernelOutputFeatureDimension()] = loop(feature);
    out[d.getOutputFeatureDimension()] = loop(feature);
    for (int64_t i = 0; i < spatial; ++i) {
      int64_t size =
          op.getRhs().getType().getDimSize(d.getKernelSpatialDimensions()[i]);
      bool isReversed = op.getWindowReversal() && (*op.getWindowReversal())[i];
      int64_t stride = at(op.getWindowStrides(), i),
              dilation = at(op.getRhsDilation(), i);
      in[d.getInputSpatialDimensions()[i]] =
          loop(1 + i) * stride + loop(kernel + i) * dilation;
      weights[d.getKernelSpatialDimensions()[i]] =
          isReversed ? size - 1 - loop(kernel + i) : loop(kernel + i);
      out[d.getOutputSpatialDimensions()[i]] = loop(1 + i);
    }
    for (auto [indices, dimension] :
         {std::pair(&in, d.getInputFeatureDimension()),
          std::pair(&weights, d.getKernelOutputFeatureDimension()),
          std::pair(&out, d.getOutputFeatureDimension())})
      indices->insert(indices->begin() + dimension, loop(group));
    MLIRContext *context = rewriter.getContext();
    AffineMap maps[] = {AffineMap::get(loops, 0, in, context),
                        AffineMap::get(loops, 0, weights, context),
                        AffineMap::get(loops, 0, out, context)};
    SmallVector<utils::IteratorType> kinds(kernel,
                                           utils::IteratorType::parallel);
    kinds.append(spatial + 1, utils::IteratorType::reduction);
    Value sums = linalg::GenericOp::create(
                     rewriter, loc, outType, ValueRange{image, filter},
                     zeros(rewriter, loc, outType), maps, kinds,
                     [&](OpBuilder &b, Location, ValueRange elements) {
                       multiplyAdd(b, loc, elements,
                                   getElementTypeOrSelf(op.getLhs().getType()),
                                   getElementTypeOrSelf(op.getRhs().getType()));
                     })
                     .getResult(0);
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, type, sums,
        splitGroups(type.getRank(), d.getOutputFeatureDimension()));
    return success();
  }

private:
  static int64_t at(std::optional<ArrayRef<int64_t>> values, int64_t i) {
    return values ? (*values)[i] : 1;
  }

  static SmallVector<ReassociationIndices> splitGroups(int64_t rank,
                                                       int64_t dimension) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, next = 0; i < rank; ++i) {
      groups.push_back({next++});
      if (i == dimension)
        groups.back().push_back(next++);
    }
    return groups;
  }
  static RankedTensorType splitType(RankedTensorType type, int64_t dimension,
                                    int64_t groups) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] /= groups;
    shape.insert(shape.begin() + dimension, groups);
    return type.clone(shape);
  }
  static Value split(Value value, int64_t dimension, int64_t groups,
                     Location loc, OpBuilder &builder) {
    auto type = cast<RankedTensorType>(value.getType());
    return tensor::ExpandShapeOp::create(
        builder, loc, splitType(type, dimension, groups), value,
        splitGroups(type.getRank(), dimension));
  }

  /// The image with zeros around and between its elements.
  static Value paddedImage(ConvolutionOp op, Value image, OpBuilder &builder) {
    ConvDimensionNumbersAttr d = op.getDimensionNumbers();
    auto type = cast<RankedTensorType>(image.getType());
    int64_t rank = type.getRank();
    SmallVector<int64_t> low(rank, 0), high(rank, 0), between(rank, 0);
    SmallVector<int64_t> shape(type.getShape());
    bool isPadded = false;
    for (auto [i, dimension] : llvm::enumerate(d.getInputSpatialDimensions())) {
      if (op.getPadding()) {
        auto padding = op.getPadding()->getValues<int64_t>();
        low[dimension] = padding[2 * i];
        high[dimension] = padding[2 * i + 1];
      }
      between[dimension] = at(op.getLhsDilation(), i) - 1;
      isPadded |= low[dimension] || high[dimension] || between[dimension];
      shape[dimension] +=
          low[dimension] + high[dimension] +
          between[dimension] * std::max<int64_t>(shape[dimension] - 1, 0);
    }
    if (!isPadded)
      return image;
    Location loc = op.getLoc();
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value zero = ConstantOp::create(
        builder, loc, cast<ElementsAttr>(builder.getZeroAttr(scalar)));
    return PadOp::create(builder, loc, type.clone(shape), image, zero, low,
                         high, between);
  }
};

} // namespace

void ingot::stablehlo::populateContractionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertConvolution, ConvertDotGeneral>(converter,
                                                      patterns.getContext());
}
