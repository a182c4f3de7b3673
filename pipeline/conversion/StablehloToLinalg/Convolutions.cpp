//===- Convolutions.cpp - convolution and dynamic_conv --------------------===//
//
// One loop for each batch, output position, group and output feature, and a
// reduction for each kernel position and input feature. Groups, of features or
// of batches, split dimensions in two; the loops are named alike for all three
// tensors.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

int64_t at(std::optional<ArrayRef<int64_t>> values, size_t i) {
  return values ? (*values)[i] : 1;
}

/// What both ops have.
struct Window {
  template <typename Op>
  explicit Window(Op op)
      : dimensions(op.getDimensionNumbers()),
        featureGroups(static_cast<int64_t>(op.getFeatureGroupCount())),
        batchGroups(static_cast<int64_t>(op.getBatchGroupCount())) {
    for (size_t i = 0; i < dimensions.getInputSpatialDimensions().size(); ++i) {
      strides.push_back(at(op.getWindowStrides(), i));
      imageDilation.push_back(at(op.getLhsDilation(), i));
      kernelDilation.push_back(at(op.getRhsDilation(), i));
      isReversed.push_back(op.getWindowReversal() &&
                           (*op.getWindowReversal())[i]);
    }
  }

  ConvDimensionNumbersAttr dimensions;
  int64_t featureGroups, batchGroups;
  SmallVector<int64_t> strides, imageDilation, kernelDilation;
  SmallVector<bool> isReversed;
};

class ConvolutionBuilder {
public:
  ConvolutionBuilder(OpBuilder &builder, Location loc, const Window &window,
                     ProductTypes types)
      : b_(builder), loc_(loc), math_(builder, loc), w_(window),
        d_(window.dimensions), types_(types),
        groups_(window.featureGroups * window.batchGroups),
        spatial_(static_cast<int64_t>(window.strides.size())) {}

  /// `low` and `high` have one entry for each spatial dimension.
  Value build(RankedTensorType type, Value image, Value kernel,
              ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high) {
    image = padImage(image, low, high);
    kernel = arrangeKernel(kernel);
    SmallVector<OpFoldResult> sizes = resultSizes(type, image, kernel);
    if (Value named = buildNamed(type, sizes, image, kernel))
      return named;
    if (groups_ > 1) {
      image = split(image, w_.batchGroups > 1 ? d_.getInputBatchDimension()
                                              : d_.getInputFeatureDimension());
      kernel = split(kernel, d_.getKernelOutputFeatureDimension());
    }
    AffineMap maps[] = {imageMap(), kernelMap(), resultMap()};
    SmallVector<utils::IteratorType> kinds(firstReduction(),
                                           utils::IteratorType::parallel);
    kinds.append(spatial_ + 1, utils::IteratorType::reduction);
    if (groups_ == 1)
      return sumOfProducts(b_, loc_, type, sizes,
                           SmallVector<Value>{image, kernel}, maps, kinds,
                           types_);
    int64_t feature = d_.getOutputFeatureDimension();
    SmallVector<OpFoldResult> splitSizes(sizes);
    splitSizes[feature] =
        math_.floorDiv(sizes[feature], math_.constant(groups_));
    splitSizes.insert(splitSizes.begin() + feature, math_.constant(groups_));
    Value sums =
        sumOfProducts(b_, loc_, splitType(type, feature), splitSizes,
                      SmallVector<Value>{image, kernel}, maps, kinds, types_);
    return tensor::CollapseShapeOp::create(
        b_, loc_, type, sums, splitGroups(type.getRank(), feature));
  }

private:
  // Loops: batch, spatial..., [group,] output feature | kernel..., input
  // feature.
  AffineExpr loop(int64_t i) { return b_.getAffineDimExpr(i); }
  AffineExpr outputPlace(int64_t i) { return loop(1 + i); }
  AffineExpr group() { return loop(1 + spatial_); }
  AffineExpr feature() { return loop(firstReduction() - 1); }
  AffineExpr kernelPlace(int64_t i) { return loop(firstReduction() + i); }
  AffineExpr inputFeature() { return loop(firstReduction() + spatial_); }
  int64_t firstReduction() const { return 2 + spatial_ + (groups_ > 1); }
  AffineMap mapOf(SmallVector<AffineExpr> places, int64_t groupDimension) {
    if (groups_ > 1)
      places.insert(places.begin() + groupDimension, group());
    return AffineMap::get(firstReduction() + spatial_ + 1, 0, places,
                          b_.getContext());
  }

  AffineMap imageMap() {
    SmallVector<AffineExpr> places(spatial_ + 2);
    places[d_.getInputBatchDimension()] = loop(0);
    places[d_.getInputFeatureDimension()] = inputFeature();
    for (int64_t i = 0; i < spatial_; ++i)
      places[d_.getInputSpatialDimensions()[i]] =
          outputPlace(i) * w_.strides[i] +
          kernelPlace(i) * w_.kernelDilation[i];
    return mapOf(places, w_.batchGroups > 1 ? d_.getInputBatchDimension()
                                            : d_.getInputFeatureDimension());
  }
  AffineMap kernelMap() {
    SmallVector<AffineExpr> places(spatial_ + 2);
    places[d_.getKernelInputFeatureDimension()] = inputFeature();
    places[d_.getKernelOutputFeatureDimension()] = feature();
    for (int64_t i = 0; i < spatial_; ++i)
      places[d_.getKernelSpatialDimensions()[i]] = kernelPlace(i);
    return mapOf(places, d_.getKernelOutputFeatureDimension());
  }
  AffineMap resultMap() {
    SmallVector<AffineExpr> places(spatial_ + 2);
    places[d_.getOutputBatchDimension()] = loop(0);
    places[d_.getOutputFeatureDimension()] = feature();
    for (int64_t i = 0; i < spatial_; ++i)
      places[d_.getOutputSpatialDimensions()[i]] = outputPlace(i);
    return mapOf(places, d_.getOutputFeatureDimension());
  }

  /// Turned over before the product: linalg takes the size of a loop from a map
  /// in which it stands alone and forwards. In the order of the named op, too.
  Value arrangeKernel(Value kernel) {
    auto type = cast<RankedTensorType>(kernel.getType());
    SmallVector<int64_t> order = namedKernelOrder(type.getRank()), shape;
    if (llvm::is_sorted(order) && !llvm::is_contained(w_.isReversed, true))
      return kernel;
    SmallVector<AffineExpr> places(type.getRank());
    SmallVector<OpFoldResult> given = sizesOf(b_, loc_, kernel), sizes;
    for (auto [i, dimension] : llvm::enumerate(order)) {
      places[dimension] = b_.getAffineDimExpr(i);
      shape.push_back(type.getDimSize(dimension));
      sizes.push_back(given[dimension]);
    }
    for (auto [dimension, isReversed] :
         llvm::zip(d_.getKernelSpatialDimensions(), w_.isReversed))
      if (isReversed)
        places[dimension] = type.getDimSize(dimension) - 1 - places[dimension];
    permuteKernelDimensions(order);
    return generateTensor(
        b_, loc_, type.clone(shape), sizes, kernel,
        AffineMap::get(type.getRank(), 0, places, b_.getContext()),
        [](OpBuilder &, ValueRange elements) { return elements.front(); });
  }

  /// The order of the named op that has the image's layout: a transposed
  /// convolution has inputs and outputs of its kernel the other way round. A
  /// kernel is small beside the work, and a constant one is copied once.
  SmallVector<int64_t> namedKernelOrder(int64_t rank) {
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    bool keepsLayout =
        d_.getInputBatchDimension() == 0 && d_.getOutputBatchDimension() == 0 &&
        d_.getInputFeatureDimension() == d_.getOutputFeatureDimension() &&
        d_.getInputSpatialDimensions() == d_.getOutputSpatialDimensions() &&
        llvm::is_sorted(d_.getInputSpatialDimensions());
    if (groups_ != 1 || spatial_ != 2 || !keepsLayout)
      return order;
    int64_t in = d_.getKernelInputFeatureDimension(),
            out = d_.getKernelOutputFeatureDimension(),
            height = d_.getKernelSpatialDimensions()[0],
            width = d_.getKernelSpatialDimensions()[1];
    if (d_.getInputFeatureDimension() == 1)
      return {out, in, height, width};
    if (d_.getInputFeatureDimension() == 3)
      return {height, width, in, out};
    return order;
  }

  /// Dimension `order[i]` of the kernel is its dimension i from here on.
  void permuteKernelDimensions(ArrayRef<int64_t> order) {
    auto placeOf = [&](int64_t dimension) -> int64_t {
      return llvm::find(order, dimension) - order.begin();
    };
    SmallVector<int64_t> spatial;
    for (int64_t dimension : d_.getKernelSpatialDimensions())
      spatial.push_back(placeOf(dimension));
    d_ = ConvDimensionNumbersAttr::get(
        b_.getContext(), d_.getInputBatchDimension(),
        d_.getInputFeatureDimension(), d_.getInputSpatialDimensions(),
        placeOf(d_.getKernelInputFeatureDimension()),
        placeOf(d_.getKernelOutputFeatureDimension()), spatial,
        d_.getOutputBatchDimension(), d_.getOutputFeatureDimension(),
        d_.getOutputSpatialDimensions());
  }

  SmallVector<OpFoldResult> resultSizes(RankedTensorType type, Value image,
                                        Value kernel) {
    SmallVector<OpFoldResult> in = sizesOf(b_, loc_, image),
                              window = sizesOf(b_, loc_, kernel),
                              out = indices(b_, type.getShape());
    auto set = [&](int64_t dimension, OpFoldResult size) {
      if (type.isDynamicDim(dimension))
        out[dimension] = size;
    };
    set(d_.getOutputBatchDimension(),
        math_.floorDiv(in[d_.getInputBatchDimension()],
                       math_.constant(w_.batchGroups)));
    set(d_.getOutputFeatureDimension(),
        window[d_.getKernelOutputFeatureDimension()]);
    OpFoldResult one = math_.constant(1), zero = math_.constant(0);
    for (int64_t i = 0; i < spatial_; ++i) {
      OpFoldResult reach = math_.add(
          math_.mul(math_.sub(window[d_.getKernelSpatialDimensions()[i]], one),
                    math_.constant(w_.kernelDilation[i])),
          one);
      OpFoldResult room =
          math_.sub(in[d_.getInputSpatialDimensions()[i]], reach);
      OpFoldResult count =
          math_.add(math_.floorDiv(room, math_.constant(w_.strides[i])), one);
      set(d_.getOutputSpatialDimensions()[i], math_.max(count, zero));
    }
    return out;
  }

  /// The image with zeros around and between its elements.
  Value padImage(Value image, ArrayRef<OpFoldResult> low,
                 ArrayRef<OpFoldResult> high) {
    auto type = cast<RankedTensorType>(image.getType());
    OpFoldResult zero = math_.constant(0);
    SmallVector<OpFoldResult> before(type.getRank(), zero), after(before),
        between(before), sizes = sizesOf(b_, loc_, image);
    SmallVector<int64_t> shape(type.getShape());
    bool isPadded = false;
    for (auto [i, dimension] :
         llvm::enumerate(d_.getInputSpatialDimensions())) {
      before[dimension] = low[i];
      after[dimension] = high[i];
      between[dimension] = math_.constant(w_.imageDilation[i] - 1);
      isPadded |= !isZeroInteger(low[i]) || !isZeroInteger(high[i]) ||
                  w_.imageDilation[i] != 1;
      shape[dimension] =
          getConstantIntValue(paddedSize(math_, sizes[dimension], low[i],
                                         high[i], between[dimension]))
              .value_or(ShapedType::kDynamic);
    }
    if (!isPadded)
      return image;
    return padTensor(b_, loc_, type.clone(shape), image,
                     zeroScalar(b_, loc_, type.getElementType()), before, after,
                     between);
  }

  SmallVector<ReassociationIndices> splitGroups(int64_t rank,
                                                int64_t dimension) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, next = 0; i < rank; ++i) {
      groups.push_back({next++});
      if (i == dimension)
        groups.back().push_back(next++);
    }
    return groups;
  }
  RankedTensorType splitType(RankedTensorType type, int64_t dimension) {
    SmallVector<int64_t> shape(type.getShape());
    if (!type.isDynamicDim(dimension))
      shape[dimension] /= groups_;
    shape.insert(shape.begin() + dimension, groups_);
    return type.clone(shape);
  }
  Value split(Value value, int64_t dimension) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<OpFoldResult> sizes = sizesOf(b_, loc_, value);
    sizes[dimension] =
        math_.floorDiv(sizes[dimension], math_.constant(groups_));
    sizes.insert(sizes.begin() + dimension, math_.constant(groups_));
    return tensor::ExpandShapeOp::create(
        b_, loc_, splitType(type, dimension), value,
        splitGroups(type.getRank(), dimension), sizes);
  }

  /// Each feature of the result is made from one of the image.
  bool isDepthwise(Value image, Value kernel) {
    auto sizeIn = [](Value value, int64_t dimension) {
      return cast<RankedTensorType>(value.getType()).getDimSize(dimension);
    };
    return w_.batchGroups == 1 &&
           sizeIn(image, d_.getInputFeatureDimension()) == groups_ &&
           sizeIn(kernel, d_.getKernelOutputFeatureDimension()) == groups_ &&
           sizeIn(kernel, d_.getKernelInputFeatureDimension()) == 1;
  }

  /// A filter of one image without the dimension of that image.
  Value dropInputFeature(Value kernel) {
    auto type = cast<RankedTensorType>(kernel.getType());
    int64_t dropped = d_.getKernelInputFeatureDimension();
    SmallVector<ReassociationIndices> groups(1);
    SmallVector<int64_t> shape;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (i != dropped && llvm::any_of(groups.back(), [&](int64_t other) {
            return other != dropped;
          }))
        groups.emplace_back();
      groups.back().push_back(i);
      if (i != dropped)
        shape.push_back(type.getDimSize(i));
    }
    return tensor::CollapseShapeOp::create(b_, loc_, type.clone(shape), kernel,
                                           groups);
  }

  /// The two layouts of images that linalg has names for.
  Value buildNamed(RankedTensorType type, ArrayRef<OpFoldResult> sizes,
                   Value image, Value kernel) {
    bool isDeep = groups_ > 1 && isDepthwise(image, kernel);
    bool isPlain =
        (groups_ == 1 || isDeep) && spatial_ == 2 &&
        isa<FloatType>(type.getElementType()) &&
        type.getElementType() == getElementTypeOrSelf(image.getType()) &&
        type.getElementType() == getElementTypeOrSelf(kernel.getType()) &&
        sumType(type.getElementType()) == type.getElementType();
    if (!isPlain)
      return Value();
    auto is = [&](ArrayRef<int64_t> in, ArrayRef<int64_t> window,
                  ArrayRef<int64_t> out) {
      SmallVector<int64_t> image{d_.getInputBatchDimension(),
                                 d_.getInputFeatureDimension()},
          kernel{d_.getKernelInputFeatureDimension(),
                 d_.getKernelOutputFeatureDimension()},
          result{d_.getOutputBatchDimension(), d_.getOutputFeatureDimension()};
      llvm::append_range(image, d_.getInputSpatialDimensions());
      llvm::append_range(kernel, d_.getKernelSpatialDimensions());
      llvm::append_range(result, d_.getOutputSpatialDimensions());
      return ArrayRef(image) == in && ArrayRef(kernel) == window &&
             ArrayRef(result) == out;
    };
    Attribute strides = b_.getI64TensorAttr(w_.strides),
              dilations = b_.getI64TensorAttr(w_.kernelDilation);
    auto zeros = [&] {
      return filledTensor(b_, loc_, type, sizes,
                          zeroScalar(b_, loc_, type.getElementType()));
    };
    if (isDeep)
      return buildDepthwise(type, image, kernel, zeros, is, strides, dilations);
    SmallVector<Value> inputs{image, kernel};
    if (is({0, 3, 1, 2}, {2, 3, 0, 1}, {0, 3, 1, 2}))
      return linalg::Conv2DNhwcHwcfOp::create(b_, loc_, type, inputs, zeros(),
                                              strides, dilations)
          .getResult(0);
    if (is({0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 2, 3}))
      return linalg::Conv2DNchwFchwOp::create(b_, loc_, type, inputs, zeros(),
                                              strides, dilations)
          .getResult(0);
    return Value();
  }

  /// The same for one filter to each feature.
  Value
  buildDepthwise(RankedTensorType type, Value image, Value kernel,
                 llvm::function_ref<Value()> zeros,
                 llvm::function_ref<bool(ArrayRef<int64_t>, ArrayRef<int64_t>,
                                         ArrayRef<int64_t>)>
                     is,
                 Attribute strides, Attribute dilations) {
    if (is({0, 3, 1, 2}, {2, 3, 0, 1}, {0, 3, 1, 2}))
      return linalg::DepthwiseConv2DNhwcHwcOp::create(
                 b_, loc_, type, ValueRange{image, dropInputFeature(kernel)},
                 zeros(), strides, dilations)
          .getResult(0);
    if (is({0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 2, 3}))
      return linalg::DepthwiseConv2DNchwChwOp::create(
                 b_, loc_, type, ValueRange{image, dropInputFeature(kernel)},
                 zeros(), strides, dilations)
          .getResult(0);
    return Value();
  }

  OpBuilder &b_;
  Location loc_;
  IndexMath math_;
  const Window &w_;
  ConvDimensionNumbersAttr d_;
  ProductTypes types_;
  int64_t groups_, spatial_;
};

template <typename Op> ProductTypes productTypes(Op op) {
  return {getElementTypeOrSelf(op.getLhs().getType()),
          getElementTypeOrSelf(op.getRhs().getType())};
}

/// A map holds the size of a kernel that is read backwards.
template <typename Op> bool isReversedAtRunTime(Op op, const Window &window) {
  return llvm::is_contained(window.isReversed, true) &&
         !op.getRhs().getType().hasStaticShape();
}

struct ConvertConvolution final : OpPattern<ConvolutionOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ConvolutionOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    Window window(op);
    if (!type || isReversedAtRunTime(op, window))
      return failure();
    SmallVector<int64_t> low(window.strides.size(), 0), high(low);
    if (op.getPadding())
      for (auto [i, width] :
           llvm::enumerate(op.getPadding()->getValues<int64_t>()))
        (i % 2 == 0 ? low : high)[i / 2] = width;
    rewriter.replaceOp(
        op, ConvolutionBuilder(rewriter, op.getLoc(), window, productTypes(op))
                .build(type, adaptor.getLhs(), adaptor.getRhs(),
                       indices(rewriter, low), indices(rewriter, high)));
    return success();
  }
};

struct ConvertDynamicConv final : OpPattern<DynamicConvOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicConvOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    Window window(op);
    if (!type || isReversedAtRunTime(op, window))
      return failure();
    SmallVector<OpFoldResult> low, high;
    for (size_t i = 0; i < 2 * window.strides.size(); ++i)
      (i % 2 == 0 ? low : high)
          .push_back(shapeNumber(rewriter, op.getLoc(), op.getPadding(),
                                 static_cast<int64_t>(i)));
    rewriter.replaceOp(
        op, ConvolutionBuilder(rewriter, op.getLoc(), window, productTypes(op))
                .build(type, adaptor.getLhs(), adaptor.getRhs(), low, high));
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateConvolutionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertConvolution, ConvertDynamicConv>(converter,
                                                       patterns.getContext());
}
