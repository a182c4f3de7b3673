//===- Elementwise.cpp - one element at a time ----------------------------===//
//
// One linalg.generic per op; what happens to an element is in Scalar*.cpp,
// which the bodies of reductions share. Fusing them is left to
// ingot-fuse-producers, which knows when it pays.
//
// bitcast_convert between widths is the exception: a last dimension holds the
// parts of an element. A complex<f64> is handled by halves, since no target has
// integers of 128 bits.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// The sizes of the first operand that has the result's rank. Where the type of
/// another one knows a size, that one tells it.
static SmallVector<OpFoldResult> commonSizes(ValueRange operands, int64_t rank,
                                             Location loc, OpBuilder &builder) {
  SmallVector<OpFoldResult> sizes;
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (type.getRank() != rank)
      continue;
    if (sizes.empty())
      sizes = sizesOf(builder, loc, operand);
    for (int64_t i = 0; i < rank; ++i)
      if (!type.isDynamicDim(i))
        sizes[i] = builder.getIndexAttr(type.getDimSize(i));
  }
  return sizes;
}

/// `element` of the elements of all operands. An operand without dimensions
/// stands for all elements (select's condition, clamp's bounds).
static Value mapTensors(OpBuilder &builder, Location loc, RankedTensorType type,
                        ValueRange operands, ElementBuilder element) {
  int64_t rank = type.getRank();
  SmallVector<AffineMap> maps;
  for (Value operand : operands) {
    int64_t given = cast<RankedTensorType>(operand.getType()).getRank();
    if (given != rank && given != 0)
      return Value();
    maps.push_back(given == rank
                       ? builder.getMultiDimIdentityMap(rank)
                       : AffineMap::get(rank, 0, builder.getContext()));
  }
  return generateTensor(builder, loc, type,
                        commonSizes(operands, rank, loc, builder), operands,
                        maps, element);
}

namespace {

/// Any op that mapElement() knows.
template <typename Op> struct ConvertElementwise final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = this->resultType(op);
    if (!type)
      return failure();
    Value result =
        mapTensors(rewriter, op.getLoc(), type, adaptor.getOperands(),
                   [&](OpBuilder &builder, ValueRange elements) {
                     return mapElement(op, elements, builder);
                   });
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The region is copied into the loop. One that ScalarRegions.cpp does not know
/// leaves the op as it was.
struct ConvertMap final : OpPattern<MapOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(MapOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Value result =
        mapTensors(rewriter, op.getLoc(), type, adaptor.getInputs(),
                   [&](OpBuilder &builder, ValueRange elements) -> Value {
                     auto values =
                         mapRegion(op.getComputation(), elements, builder);
                     return succeeded(values) ? values->front() : Value();
                   });
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The same bits. Between widths, the last dimension holds the parts of one
/// element, the lowest bits first.
struct ConvertBitcast final : OpPattern<BitcastConvertOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(BitcastConvertOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op), from = typeOf(adaptor.getOperand());
    if (!type || !hasBits(from.getElementType()) ||
        !hasBits(type.getElementType()))
      return failure();
    Value result;
    if (type.getRank() == from.getRank())
      result = mapTensors(rewriter, op.getLoc(), type, adaptor.getOperand(),
                          [&](OpBuilder &b, ValueRange elements) {
                            return bitcast(b, op.getLoc(), elements[0],
                                           type.getElementType());
                          });
    else
      result = type.getRank() > from.getRank()
                   ? split(op, type, adaptor.getOperand(), rewriter)
                   : join(op, type, adaptor.getOperand(), rewriter);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static bool hasBits(Type type) {
    return type.isIntOrFloat() || isa<ComplexType>(type);
  }
  static IntegerType bitsOf(Type type) {
    auto complex = dyn_cast<ComplexType>(type);
    unsigned width = complex
                         ? 2 * complex.getElementType().getIntOrFloatBitWidth()
                         : type.getIntOrFloatBitWidth();
    return IntegerType::get(type.getContext(), width);
  }

  static Value bitcast(OpBuilder &b, Location loc, Value value, Type type) {
    if (value.getType() == type)
      return value;
    return arith::BitcastOp::create(b, loc, type, value);
  }

  /// The real part of a complex number is in the lower bits. Of those with two
  /// f64 no integer is made: no machine has one of 128 bits.
  static Value joinParts(OpBuilder &b, Location loc, Value number) {
    IntegerType whole = bitsOf(number.getType());
    auto bits = [&](Value part) -> Value {
      return arith::ExtUIOp::create(
          b, loc, whole, bitcast(b, loc, part, bitsOf(part.getType())));
    };
    Value half = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(whole, whole.getWidth() / 2));
    Value high = arith::ShLIOp::create(
        b, loc, bits(complex::ImOp::create(b, loc, number)), half);
    Value low = bits(complex::ReOp::create(b, loc, number));
    return arith::OrIOp::create(b, loc, low, high);
  }
  static Value splitParts(OpBuilder &b, Location loc, Value bits,
                          ComplexType type) {
    Type part = type.getElementType();
    auto number = [&](Value whole) {
      Value low = arith::TruncIOp::create(b, loc, bitsOf(part), whole);
      return bitcast(b, loc, low, part);
    };
    Value half = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(bits.getType(), part.getIntOrFloatBitWidth()));
    Value re = number(bits);
    Value im = number(arith::ShRUIOp::create(b, loc, bits, half));
    return complex::CreateOp::create(b, loc, type, re, im);
  }

  /// One of the two complex<f32> in a complex<f64>.
  static Value halfOf(OpBuilder &b, Location loc, Value number, Value place,
                      ComplexType type) {
    Value isFirst =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, place,
                              arith::ConstantIndexOp::create(b, loc, 0));
    Value re = complex::ReOp::create(b, loc, number);
    Value im = complex::ImOp::create(b, loc, number);
    Value half = arith::SelectOp::create(b, loc, isFirst, re, im);
    return splitParts(b, loc, bitcast(b, loc, half, bitsOf(half.getType())),
                      type);
  }
  static Value joinHalves(OpBuilder &b, Location loc, ValueRange halves,
                          ComplexType type) {
    Type part = type.getElementType();
    Value re = bitcast(b, loc, joinParts(b, loc, halves[0]), part);
    Value im = bitcast(b, loc, joinParts(b, loc, halves[1]), part);
    return complex::CreateOp::create(b, loc, type, re, im);
  }

  static Value split(BitcastConvertOp op, RankedTensorType type, Value operand,
                     OpBuilder &builder) {
    Location loc = op.getLoc();
    IntegerType whole = bitsOf(getElementTypeOrSelf(operand.getType())),
                part = bitsOf(type.getElementType());
    SmallVector<OpFoldResult> sizes = sizesOf(builder, loc, operand);
    sizes.push_back(builder.getIndexAttr(type.getShape().back()));
    SmallVector<AffineExpr> source;
    for (int64_t i = 0; i + 1 < type.getRank(); ++i)
      source.push_back(builder.getAffineDimExpr(i));
    AffineMap map =
        AffineMap::get(type.getRank(), 0, source, builder.getContext());
    return generateTensor(
        builder, loc, type, sizes, operand, map,
        [&](OpBuilder &b, ValueRange elements) {
          auto complex = dyn_cast<ComplexType>(type.getElementType());
          Value bits = complex ? Value() : bitcast(b, loc, elements[0], whole);
          Value place = linalg::IndexOp::create(b, loc, type.getRank() - 1);
          if (complex)
            return halfOf(b, loc, elements[0], place, complex);
          place = arith::IndexCastOp::create(b, loc, whole, place);
          Value width = arith::ConstantOp::create(
              b, loc, b.getIntegerAttr(whole, part.getWidth()));
          bits = arith::ShRUIOp::create(
              b, loc, bits, arith::MulIOp::create(b, loc, place, width));
          bits = arith::TruncIOp::create(b, loc, part, bits);
          return bitcast(b, loc, bits, type.getElementType());
        });
  }

  static Value join(BitcastConvertOp op, RankedTensorType type, Value operand,
                    OpBuilder &builder) {
    Location loc = op.getLoc();
    IntegerType part = bitsOf(getElementTypeOrSelf(operand.getType())),
                whole = bitsOf(type.getElementType());
    int64_t count = whole.getWidth() / part.getWidth();
    SmallVector<AffineMap> maps;
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<AffineExpr> place;
      for (int64_t j = 0; j < type.getRank(); ++j)
        place.push_back(builder.getAffineDimExpr(j));
      place.push_back(builder.getAffineConstantExpr(i));
      maps.push_back(
          AffineMap::get(type.getRank(), 0, place, builder.getContext()));
    }
    return generateTensor(
        builder, loc, type, sizesOf(builder, loc, operand),
        SmallVector<Value>(count, operand), maps,
        [&](OpBuilder &b, ValueRange elements) {
          if (auto complex = dyn_cast<ComplexType>(type.getElementType()))
            return joinHalves(b, loc, elements, complex);
          Value all;
          for (auto [i, element] : llvm::enumerate(elements)) {
            Value bits = arith::ExtUIOp::create(b, loc, whole,
                                                bitcast(b, loc, element, part));
            Value offset = arith::ConstantOp::create(
                b, loc,
                b.getIntegerAttr(whole,
                                 static_cast<int64_t>(i * part.getWidth())));
            bits = arith::ShLIOp::create(b, loc, bits, offset);
            all = all ? arith::OrIOp::create(b, loc, all, bits).getResult()
                      : bits;
          }
          return bitcast(b, loc, all, type.getElementType());
        });
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
         NegateOp, NotOp, OrOp, PopcntOp, PowerOp, RealOp, ReducePrecisionOp,
         RemainderOp, RoundNearestAfzOp, RoundNearestEvenOp, RsqrtOp, SelectOp,
         ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp, SignOp,
         SineOp, SqrtOp, SubtractOp, TanOp, TanhOp, XorOp, ingot::chlo::ErfOp>(
      converter, patterns);
  patterns.add<ConvertBitcast, ConvertMap>(converter, patterns.getContext());
}
