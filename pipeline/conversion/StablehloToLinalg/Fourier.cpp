//===- Fourier.cpp - fft of all kinds -------------------------------------===//
//
// A transform of length n = p * q is one of length p along columns, a product
// with roots of unity and one of length q along rows (Cooley and Tukey, "An
// algorithm for the machine calculation of complex Fourier series", 1965). What
// has no small factor is summed as it is defined.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace ingot::stablehlo;

/// Lengths up to this are summed directly, and taken as factors of longer ones.
static constexpr int64_t kMaxSum = 16;
/// So many roots are written in the order in which they are read: a loop over
/// them has no division and gathers nothing.
static constexpr int64_t kMaxRoots = 1 << 17;

static double cosine(double angle) { return std::cos(angle); }
static double sine(double angle) { return std::sin(angle); }

namespace {

class FourierBuilder {
public:
  FourierBuilder(OpBuilder &builder, Location loc, ComplexType element,
                 bool isInverse)
      : b_(builder), loc_(loc), element_(element), isInverse_(isInverse) {}

  /// The transform along one dimension, of static size; the inverse one is
  /// divided by the length.
  Value transform(Value value, int64_t dimension) {
    int64_t length = typeOf(value).getDimSize(dimension);
    value = transformUnscaled(value, dimension);
    if (!isInverse_ || length <= 1)
      return value;
    return mapElements(value, typeOf(value), [&](OpBuilder &b, Value number) {
      Value scale = arith::ConstantOp::create(
          b, loc_,
          b.getFloatAttr(element_.getElementType(),
                         1.0 / static_cast<double>(length)));
      return complex::CreateOp::create(
                 b, loc_, element_,
                 arith::MulFOp::create(
                     b, loc_, complex::ReOp::create(b, loc_, number), scale),
                 arith::MulFOp::create(
                     b, loc_, complex::ImOp::create(b, loc_, number), scale))
          .getResult();
    });
  }

  /// Real numbers as complex ones.
  Value toComplex(Value value) {
    auto type = RankedTensorType::get(typeOf(value).getShape(), element_);
    return mapElements(value, type, [&](OpBuilder &b, Value number) {
      Value zero = zeroScalar(b, loc_, element_.getElementType());
      return complex::CreateOp::create(b, loc_, element_, number, zero)
          .getResult();
    });
  }

  Value realPart(Value value) {
    auto type = RankedTensorType::get(typeOf(value).getShape(),
                                      element_.getElementType());
    return mapElements(value, type, [&](OpBuilder &b, Value number) {
      return complex::ReOp::create(b, loc_, number).getResult();
    });
  }

  /// The first `count` elements of the last dimension.
  Value takeFirst(Value value, int64_t count) {
    SmallVector<OpFoldResult> sizes = sizesOf(b_, loc_, value),
                              zeros(sizes.size(), b_.getIndexAttr(0)),
                              ones(sizes.size(), b_.getIndexAttr(1));
    sizes.back() = b_.getIndexAttr(count);
    SmallVector<int64_t> shape(typeOf(value).getShape());
    shape.back() = count;
    return sliceTensor(b_, loc_, typeOf(value).clone(shape), value, zeros,
                       sizes, ones);
  }

  /// All `length` values of a spectrum of real numbers, of which the first half
  /// is given: the others are the conjugates in reverse.
  Value completeSpectrum(Value half, int64_t length) {
    SmallVector<OpFoldResult> sizes = sizesOf(b_, loc_, half);
    sizes.back() = b_.getIndexAttr(length);
    SmallVector<int64_t> shape(typeOf(half).getShape());
    shape.back() = length;
    auto type = RankedTensorType::get(shape, element_);
    int64_t given = length / 2 + 1;
    return generateTensor(
        b_, loc_, type, sizes, {}, {}, [&](OpBuilder &b, ValueRange) {
          IndexMath math(b, loc_);
          SmallVector<Value> place;
          for (int64_t i = 0; i < type.getRank(); ++i)
            place.push_back(linalg::IndexOp::create(b, loc_, i));
          Value isGiven = arith::CmpIOp::create(
              b, loc_, arith::CmpIPredicate::slt, place.back(),
              math.value(math.constant(given)));
          Value mirrored =
              math.value(math.sub(math.constant(length), place.back()));
          place.back() =
              arith::SelectOp::create(b, loc_, isGiven, place.back(), mirrored);
          Value number = tensor::ExtractOp::create(b, loc_, half, place);
          Value conjugate = complex::ConjOp::create(b, loc_, number);
          return arith::SelectOp::create(b, loc_, isGiven, number, conjugate)
              .getResult();
        });
  }

private:
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }

  Value mapElements(Value value, RankedTensorType type,
                    llvm::function_ref<Value(OpBuilder &, Value)> element) {
    return generateTensor(b_, loc_, type, sizesOf(b_, loc_, value), value,
                          b_.getMultiDimIdentityMap(type.getRank()),
                          [&](OpBuilder &b, ValueRange elements) {
                            return element(b, elements.front());
                          });
  }

  Value transformUnscaled(Value value, int64_t dimension) {
    int64_t length = typeOf(value).getDimSize(dimension);
    if (length <= 1)
      return value;
    int64_t columns = 1;
    for (int64_t i = 2; i <= kMaxSum; ++i)
      if (length % i == 0)
        columns = i;
    if (length <= kMaxSum || columns == 1)
      return sumDirectly(value, dimension);
    int64_t rows = length / columns;

    SmallVector<OpFoldResult> sizes = sizesOf(b_, loc_, value), split(sizes);
    split[dimension] = b_.getIndexAttr(rows);
    split.insert(split.begin() + dimension, b_.getIndexAttr(columns));
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, next = 0; i < typeOf(value).getRank(); ++i) {
      groups.push_back({next++});
      if (i == dimension)
        groups.back().push_back(next++);
    }
    SmallVector<int64_t> shape(typeOf(value).getShape());
    shape[dimension] = rows;
    shape.insert(shape.begin() + dimension, columns);
    auto splitType = RankedTensorType::get(shape, element_);
    Value grid = tensor::ExpandShapeOp::create(b_, loc_, splitType, value,
                                               groups, split);
    grid = sumDirectly(grid, dimension);
    grid = twist(grid, dimension, length);
    grid = transformUnscaled(grid, dimension + 1);

    SmallVector<int64_t> permutation =
        llvm::to_vector(llvm::seq<int64_t>(0, splitType.getRank()));
    std::swap(permutation[dimension], permutation[dimension + 1]);
    std::swap(shape[dimension], shape[dimension + 1]);
    std::swap(split[dimension], split[dimension + 1]);
    auto turned = RankedTensorType::get(shape, element_);
    Value result =
        linalg::TransposeOp::create(
            b_, loc_, grid, emptyTensor(b_, loc_, turned, split), permutation)
            ->getResult(0);
    return tensor::CollapseShapeOp::create(b_, loc_, value.getType(), result,
                                           groups);
  }

  /// Cosines or sines of 2 pi i / length.
  Value table(int64_t length, double (*function)(double)) {
    return table({length}, llvm::to_vector(llvm::seq<int64_t>(0, length)),
                 length, function);
  }

  /// Those of 2 pi i * j / length, i below `rows` and j below `columns`.
  Value table(int64_t rows, int64_t columns, int64_t length,
              double (*function)(double)) {
    SmallVector<int64_t> places;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        places.push_back(i * j % length);
    return table({rows, columns}, places, length, function);
  }

  Value table(ArrayRef<int64_t> shape, ArrayRef<int64_t> places, int64_t length,
              double (*function)(double)) {
    SmallVector<Attribute> numbers;
    for (int64_t i : places) {
      double angle =
          2 * M_PI * static_cast<double>(i) / static_cast<double>(length);
      // Where the exact value is 0, 1 or -1, so is the number.
      double value =
          4 * i % length == 0 ? std::round(function(angle)) : function(angle);
      numbers.push_back(b_.getFloatAttr(element_.getElementType(), value));
    }
    auto type = RankedTensorType::get(shape, element_.getElementType());
    return arith::ConstantOp::create(b_, loc_,
                                     DenseElementsAttr::get(type, numbers));
  }

  /// The root of unity number a * b of the tables' length.
  Value root(OpBuilder &b, Value cosines, Value sines, Value i, Value j) {
    IndexMath math(b, loc_);
    Value length = math.value(math.constant(typeOf(cosines).getDimSize(0)));
    Value place = arith::RemUIOp::create(
        b, loc_, arith::MulIOp::create(b, loc_, i, j), length);
    return root(b, tensor::ExtractOp::create(b, loc_, cosines, place),
                tensor::ExtractOp::create(b, loc_, sines, place));
  }

  Value root(OpBuilder &b, Value re, Value im) {
    if (!isInverse_)
      im = arith::NegFOp::create(b, loc_, im);
    return complex::CreateOp::create(b, loc_, element_, re, im);
  }

  /// result[k] = sum of value[j] * root(j * k).
  Value sumDirectly(Value value, int64_t dimension) {
    RankedTensorType type = typeOf(value);
    int64_t rank = type.getRank(), length = type.getDimSize(dimension);
    bool isWritten = length <= kMaxRoots / length;
    SmallVector<AffineExpr> source;
    for (int64_t i = 0; i < rank; ++i)
      source.push_back(b_.getAffineDimExpr(i == dimension ? rank : i));
    SmallVector<AffineMap> maps{
        AffineMap::get(rank + 1, 0, source, b_.getContext())};
    SmallVector<Value> operands{value}, tables;
    for (auto *function : {cosine, sine})
      if (isWritten)
        operands.push_back(table(length, length, length, function));
      else
        tables.push_back(table(length, function));
    maps.append(operands.size() - 1,
                AffineMap::get(
                    rank + 1, 0,
                    {b_.getAffineDimExpr(rank), b_.getAffineDimExpr(dimension)},
                    b_.getContext()));
    maps.push_back(b_.getMultiDimIdentityMap(rank + 1).getMajorSubMap(rank));
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    kinds.push_back(utils::IteratorType::reduction);
    Value zeros = filledTensor(b_, loc_, type, sizesOf(b_, loc_, value),
                               zeroScalar(b_, loc_, element_));
    return linalg::GenericOp::create(
               b_, loc_, type, operands, zeros, maps, kinds,
               [&](OpBuilder &b, Location, ValueRange elements) {
                 Value factor;
                 if (isWritten) {
                   factor = root(b, elements[1], elements[2]);
                 } else {
                   Value k = linalg::IndexOp::create(b, loc_, dimension);
                   Value j = linalg::IndexOp::create(b, loc_, rank);
                   factor = root(b, tables[0], tables[1], j, k);
                 }
                 Value product =
                     complex::MulOp::create(b, loc_, elements[0], factor);
                 linalg::YieldOp::create(
                     b, loc_,
                     complex::AddOp::create(b, loc_, elements.back(), product)
                         .getResult());
               })
        .getResult(0);
  }

  /// Each element times root(column * row) of the whole length.
  Value twist(Value grid, int64_t dimension, int64_t length) {
    RankedTensorType type = typeOf(grid);
    int64_t rank = type.getRank(), columns = type.getDimSize(dimension),
            rows = type.getDimSize(dimension + 1);
    AffineMap all = b_.getMultiDimIdentityMap(rank);
    AffineMap place = all.getSubMap({static_cast<unsigned>(dimension),
                                     static_cast<unsigned>(dimension + 1)});
    return generateTensor(
        b_, loc_, type, sizesOf(b_, loc_, grid),
        {grid, table(columns, rows, length, cosine),
         table(columns, rows, length, sine)},
        {all, place, place}, [&](OpBuilder &b, ValueRange elements) {
          return complex::MulOp::create(b, loc_, elements[0],
                                        root(b, elements[1], elements[2]))
              .getResult();
        });
  }

  OpBuilder &b_;
  Location loc_;
  ComplexType element_;
  bool isInverse_;
};

struct ConvertFft final : OpPattern<FftOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(FftOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    Value value = adaptor.getOperand();
    if (!type)
      return failure();
    auto element = dyn_cast<ComplexType>(getElementTypeOrSelf(value));
    if (!element)
      element = dyn_cast<ComplexType>(type.getElementType());
    ArrayRef<int64_t> lengths = op.getFftLength();
    auto count = static_cast<int64_t>(lengths.size());
    int64_t first = type.getRank() - count;
    if (!element || lengths.empty() || first < 0)
      return failure();
    bool isInverse =
        op.getFftType() == FftType::IFFT || op.getFftType() == FftType::IRFFT;
    FourierBuilder fourier(rewriter, op.getLoc(), element, isInverse);
    value = withLengths(op, value, rewriter);
    if (op.getFftType() == FftType::RFFT)
      value = fourier.toComplex(value);
    int64_t last = type.getRank() - 1;
    if (op.getFftType() == FftType::IRFFT) {
      for (int64_t i = 0; i + 1 < count; ++i)
        value = fourier.transform(value, first + i);
      value = fourier.completeSpectrum(value, lengths.back());
      value = fourier.realPart(fourier.transform(value, last));
    } else {
      value = fourier.transform(value, last);
      if (op.getFftType() == FftType::RFFT)
        value = fourier.takeFirst(value, lengths.back() / 2 + 1);
      for (int64_t i = 0; i + 1 < count; ++i)
        value = fourier.transform(value, first + i);
    }
    rewriter.replaceOp(op, castTensor(rewriter, op.getLoc(), value, type));
    return success();
  }

private:
  /// The operand in the sizes that its type may leave open: the op has them.
  static Value withLengths(FftOp op, Value value, OpBuilder &builder) {
    SmallVector<int64_t> shape(typeOf(value).getShape());
    SmallVector<int64_t> lengths(op.getFftLength());
    if (op.getFftType() == FftType::IRFFT)
      lengths.back() = lengths.back() == 0 ? 0 : lengths.back() / 2 + 1;
    SmallVector<OpFoldResult> sizes = sizesOf(builder, op.getLoc(), value);
    size_t first = shape.size() - lengths.size();
    for (auto [i, length] : llvm::enumerate(lengths)) {
      if (!ShapedType::isDynamic(shape[first + i]))
        continue;
      shape[first + i] = length;
      // (C4) and (C5), for a length that only the run knows.
      RunTimeChecks(builder, op)
          .require(arith::CmpIPredicate::eq, sizes[first + i],
                   builder.getIndexAttr(length),
                   "the operand has another length than the spectrum");
    }
    return castTensor(builder, op.getLoc(), value, typeOf(value).clone(shape));
  }
};

} // namespace

void ingot::stablehlo::populateFourierPatterns(const TypeConverter &converter,
                                               RewritePatternSet &patterns) {
  patterns.add<ConvertFft>(converter, patterns.getContext());
}
