//===- Random.cpp - random bits and numbers -------------------------------===//
//
// Counter-based generators (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", 2011): each element is computed by itself from a key and its
// position. Keys, counters and the order of results are laid out as XLA does,
// so that a state gives the same numbers here and there.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// Arithmetic on i32 and i64, modulo their size.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc) : b_(builder), loc_(loc) {}

  Value word(uint64_t number) { return constant(b_.getI32Type(), number); }
  Value wide(uint64_t number) { return constant(b_.getI64Type(), number); }
  Value add(Value a, Value c) { return arith::AddIOp::create(b_, loc_, a, c); }
  Value mul(Value a, Value c) { return arith::MulIOp::create(b_, loc_, a, c); }
  Value exclusive(Value a, Value c) {
    return arith::XOrIOp::create(b_, loc_, a, c);
  }
  Value low(Value wide) {
    return arith::TruncIOp::create(b_, loc_, b_.getI32Type(), wide);
  }
  Value high(Value number) {
    return low(arith::ShRUIOp::create(b_, loc_, number, wide(32)));
  }
  Value extend(Value number) {
    return arith::ExtUIOp::create(b_, loc_, b_.getI64Type(), number);
  }
  Value join(Value lowHalf, Value highHalf) {
    return arith::OrIOp::create(
        b_, loc_, extend(lowHalf),
        arith::ShLIOp::create(b_, loc_, extend(highHalf), wide(32)));
  }
  Value rotateLeft(Value number, unsigned distance) {
    return arith::OrIOp::create(
        b_, loc_, arith::ShLIOp::create(b_, loc_, number, word(distance)),
        arith::ShRUIOp::create(b_, loc_, number, word(32 - distance)));
  }
  Value pick(Value isFirst, Value first, Value second) {
    return arith::SelectOp::create(b_, loc_, isFirst, first, second);
  }
  Value isLess(Value a, Value c) {
    return arith::CmpIOp::create(b_, loc_, arith::CmpIPredicate::ult, a, c);
  }
  Value isEqual(Value a, Value c) {
    return arith::CmpIOp::create(b_, loc_, arith::CmpIPredicate::eq, a, c);
  }
  Value remainder(Value a, Value c) {
    return arith::RemUIOp::create(b_, loc_, a, c);
  }
  Value quotient(Value a, Value c) {
    return arith::DivUIOp::create(b_, loc_, a, c);
  }

private:
  Value constant(Type type, uint64_t number) {
    return arith::ConstantOp::create(
        b_, loc_,
        b_.getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(), number,
                                      /*isSigned=*/false,
                                      /*implicitTrunc=*/true)));
  }

  OpBuilder &b_;
  Location loc_;
};

/// Threefry-2x32 with 20 rounds: two words from a key of 64 bits and a counter
/// of 64 bits.
std::pair<Value, Value> threefry(Bits &bits, Value key, Value counter) {
  static constexpr unsigned kRotations[2][4] = {{13, 15, 26, 6},
                                                {17, 29, 16, 24}};
  Value keys[3] = {bits.low(key), bits.high(key), Value()};
  keys[2] =
      bits.exclusive(bits.exclusive(keys[0], keys[1]), bits.word(0x1BD11BDA));
  Value x = bits.add(bits.low(counter), keys[0]),
        y = bits.add(bits.high(counter), keys[1]);
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned rotation : kRotations[group % 2]) {
      x = bits.add(x, y);
      y = bits.exclusive(bits.rotateLeft(y, rotation), x);
    }
    x = bits.add(x, keys[(group + 1) % 3]);
    y = bits.add(bits.add(y, keys[(group + 2) % 3]), bits.word(group + 1));
  }
  return {x, y};
}

/// Philox-4x32 with 10 rounds: four words from a key of 64 bits and a counter
/// of 128 bits.
std::array<Value, 4> philox(Bits &bits, Value key, Value counterLow,
                            Value counterHigh) {
  std::array<Value, 4> state = {bits.low(counterLow), bits.high(counterLow),
                                bits.low(counterHigh), bits.high(counterHigh)};
  Value keyLow = bits.low(key), keyHigh = bits.high(key);
  for (int round = 0; round < 10; ++round) {
    Value first = bits.mul(bits.extend(state[0]), bits.wide(0xD2511F53)),
          second = bits.mul(bits.extend(state[2]), bits.wide(0xCD9E8D57));
    state = {
        bits.exclusive(bits.exclusive(bits.high(second), state[1]), keyLow),
        bits.low(second),
        bits.exclusive(bits.exclusive(bits.high(first), state[3]), keyHigh),
        bits.low(first)};
    keyLow = bits.add(keyLow, bits.word(0x9E3779B9));
    keyHigh = bits.add(keyHigh, bits.word(0xBB67AE85));
  }
  return state;
}

/// The position of an element in row-major order, as i64.
Value flatPosition(OpBuilder &b, Location loc, ValueRange indices,
                   ArrayRef<int64_t> shape) {
  IndexMath math(b, loc);
  OpFoldResult position = math.constant(0);
  for (auto [index, size] : llvm::zip(indices, shape))
    position = math.add(math.mul(position, math.constant(size)), index);
  return arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                    math.value(position));
}

/// XLA makes two words at a time and lays them out next to each other along
/// the first dimension of even size, or else the longest one.
struct PairLayout {
  explicit PairLayout(ArrayRef<int64_t> shape) : half(shape) {
    for (auto [i, size] : llvm::enumerate(shape))
      if (dimension < 0 && size % 2 == 0)
        dimension = static_cast<int64_t>(i);
    if (dimension < 0)
      for (auto [i, size] : llvm::enumerate(shape))
        if (dimension < 0 || size > shape[dimension])
          dimension = static_cast<int64_t>(i);
    if (dimension >= 0)
      half[dimension] = (half[dimension] + 1) / 2;
  }
  int64_t count() const {
    int64_t product = 1;
    for (int64_t size : half)
      product *= size;
    return product;
  }

  SmallVector<int64_t> half;
  int64_t dimension = -1; // -1 for a scalar
};

struct ConvertBitGenerator final : OpPattern<RngBitGeneratorOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(RngBitGeneratorOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op, 1);
    RankedTensorType state = typeOf(adaptor.getInitialState());
    if (!type || !type.hasStaticShape() || state.getRank() != 1 ||
        !type.getElementType().isIntOrFloat() ||
        !state.getElementType().isInteger(64) || state.getDimSize(0) < 2)
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> words;
    for (int64_t i = 0; i < state.getDimSize(0); ++i) {
      Value place = arith::ConstantIndexOp::create(rewriter, loc, i);
      words.push_back(tensor::ExtractOp::create(
          rewriter, loc, adaptor.getInitialState(), place));
    }
    // What is called the default is Philox where XLA runs on a CPU.
    bool isThreefry = op.getRngAlgorithm() == RngAlgorithm::THREE_FRY;
    bool isWide = type.getElementType().getIntOrFloatBitWidth() == 64;
    Value bits = generateTensor(
        rewriter, loc, type, indices(rewriter, type.getShape()), {}, {},
        [&](OpBuilder &b, ValueRange) {
          SmallVector<Value> place;
          for (int64_t i = 0; i < type.getRank(); ++i)
            place.push_back(linalg::IndexOp::create(b, loc, i));
          Value number = isThreefry
                             ? threefryAt(b, loc, type, words, place, isWide)
                             : philoxAt(b, loc, type, words, place, isWide);
          return inType(b, loc, number, type.getElementType());
        });
    Value next = isThreefry ? threefryState(rewriter, loc, type, words, isWide)
                            : philoxState(rewriter, loc, type, words, isWide);
    rewriter.replaceOp(op,
                       {castTensor(rewriter, loc, next, resultType(op)), bits});
    return success();
  }

private:
  static Value inType(OpBuilder &b, Location loc, Value number, Type type) {
    unsigned width = type.getIntOrFloatBitWidth();
    if (number.getType().getIntOrFloatBitWidth() > width)
      number = arith::TruncIOp::create(b, loc, b.getIntegerType(width), number);
    return number.getType() == type
               ? number
               : arith::BitcastOp::create(b, loc, type, number).getResult();
  }

  static Value threefryAt(OpBuilder &b, Location loc, RankedTensorType type,
                          ArrayRef<Value> state, MutableArrayRef<Value> place,
                          bool isWide) {
    Bits bits(b, loc);
    if (isWide) {
      Value position = flatPosition(b, loc, place, type.getShape());
      auto [x, y] = threefry(bits, state[0], bits.add(state[1], position));
      return bits.join(x, y);
    }
    PairLayout layout(type.getShape());
    Value isFirst = arith::ConstantIntOp::create(b, loc, 1, 1);
    if (layout.dimension >= 0) {
      IndexMath math(b, loc);
      Value two = math.value(math.constant(2)), along = place[layout.dimension];
      isFirst = bits.isEqual(bits.remainder(along, two),
                             math.value(math.constant(0)));
      place[layout.dimension] = bits.quotient(along, two);
    }
    Value position = flatPosition(b, loc, place, layout.half);
    auto [x, y] = threefry(bits, state[0], bits.add(state[1], position));
    return bits.pick(isFirst, x, y);
  }
  static Value threefryState(OpBuilder &b, Location loc, RankedTensorType type,
                             ArrayRef<Value> state, bool isWide) {
    Bits bits(b, loc);
    int64_t count =
        isWide ? type.getNumElements() : PairLayout(type.getShape()).count();
    SmallVector<Value> next(state);
    next[1] = bits.add(state[1], bits.wide(static_cast<uint64_t>(count)));
    return tensor::FromElementsOp::create(b, loc, next);
  }

  /// The counter: the words behind the key, or, if there is only one, that one
  /// as the lower half and the key as the upper one.
  static std::pair<Value, Value> counterOf(ArrayRef<Value> state) {
    return state.size() > 2 ? std::pair(state[1], state[2])
                            : std::pair(state[1], state[0]);
  }
  static std::pair<Value, Value>
  advance(Bits &bits, std::pair<Value, Value> counter, Value distance) {
    Value low = bits.add(counter.first, distance);
    Value carry = bits.isLess(low, counter.first);
    return {low, bits.pick(carry, bits.add(counter.second, bits.wide(1)),
                           counter.second)};
  }
  static Value philoxAt(OpBuilder &b, Location loc, RankedTensorType type,
                        ArrayRef<Value> state, ArrayRef<Value> place,
                        bool isWide) {
    Bits bits(b, loc);
    Value position = flatPosition(b, loc, place, type.getShape());
    Value perBlock = bits.wide(isWide ? 2 : 4);
    auto [low, high] =
        advance(bits, counterOf(state), bits.quotient(position, perBlock));
    std::array<Value, 4> words = philox(bits, state[0], low, high);
    Value lane = bits.remainder(position, perBlock);
    Value isFirst = bits.isEqual(lane, bits.wide(0));
    if (isWide)
      return bits.pick(isFirst, bits.join(words[0], words[1]),
                       bits.join(words[2], words[3]));
    Value isSecond = bits.isEqual(lane, bits.wide(1)),
          isThird = bits.isEqual(lane, bits.wide(2));
    return bits.pick(
        isFirst, words[0],
        bits.pick(isSecond, words[1], bits.pick(isThird, words[2], words[3])));
  }
  static Value philoxState(OpBuilder &b, Location loc, RankedTensorType type,
                           ArrayRef<Value> state, bool isWide) {
    Bits bits(b, loc);
    int64_t perBlock = isWide ? 2 : 4;
    auto blocks = static_cast<uint64_t>(
        llvm::divideCeil(type.getNumElements(), perBlock));
    auto [low, high] = advance(bits, counterOf(state), bits.wide(blocks));
    SmallVector<Value> next(state);
    next[1] = low;
    if (next.size() > 2)
      next[2] = high;
    return tensor::FromElementsOp::create(b, loc, next);
  }
};

/// The hidden state is a key for each op of the program: every run gives the
/// same numbers, and no two ops share theirs.
struct ConvertRng final : OpPattern<RngOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(RngOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type || !type.getElementType().isIntOrFloat())
      return failure();
    bool isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
    bool isFloat = isa<FloatType>(type.getElementType());
    Type given = getElementTypeOrSelf(op.getType());
    bool isUnsigned = given.isUnsignedInteger() || given.isInteger(1);
    if (isNormal && !isFloat)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        shapeNumbers(rewriter, loc, op.getShape());
    Value a = tensor::ExtractOp::create(rewriter, loc, adaptor.getA());
    Value b = tensor::ExtractOp::create(rewriter, loc, adaptor.getB());
    uint64_t key = numberOf(op);
    Value result = generateTensor(
        rewriter, loc, type, sizes, {}, {}, [&](OpBuilder &in, ValueRange) {
          Bits bits(in, loc);
          IndexMath math(in, loc);
          OpFoldResult position = math.constant(0);
          for (int64_t i = 0; i < type.getRank(); ++i)
            position =
                math.add(math.mul(position, sizes[i]),
                         linalg::IndexOp::create(in, loc, i).getResult());
          Value counter = arith::IndexCastOp::create(in, loc, in.getI64Type(),
                                                     math.value(position));
          auto [x, y] = threefry(bits, bits.wide(key), counter);
          if (!isFloat)
            return uniformInteger(in, loc, bits.join(x, y), a, b, isUnsigned);
          return isNormal ? normal(in, loc, x, y, a, b)
                          : uniformFloat(in, loc, bits.join(x, y), a, b);
        });
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static uint64_t numberOf(RngOp op) {
    uint64_t number = 0;
    op->getParentOfType<ModuleOp>().walk([&](RngOp other) {
      if (other == op)
        return WalkResult::interrupt();
      ++number;
      return WalkResult::advance();
    });
    return number;
  }

  static Value uniformInteger(OpBuilder &b, Location loc, Value bits, Value low,
                              Value high, bool isUnsigned) {
    Type type = low.getType();
    auto widen = [&](Value value) -> Value {
      if (type == bits.getType())
        return value;
      if (isUnsigned)
        return arith::ExtUIOp::create(b, loc, bits.getType(), value);
      return arith::ExtSIOp::create(b, loc, bits.getType(), value);
    };
    Value wideLow = widen(low), wideHigh = widen(high);
    Value span = arith::SubIOp::create(b, loc, wideHigh, wideLow);
    Value one = Bits(b, loc).wide(1);
    span = arith::MaxUIOp::create(b, loc, span, one);
    Value number = arith::AddIOp::create(
        b, loc, wideLow, arith::RemUIOp::create(b, loc, bits, span));
    if (type == bits.getType())
      return number;
    return arith::TruncIOp::create(b, loc, type, number);
  }

  /// In [0, 1), with as many random bits as the type has digits.
  static Value unit(OpBuilder &b, Location loc, Value bits, FloatType type) {
    unsigned digits = type.getFPMantissaWidth();
    unsigned width = bits.getType().getIntOrFloatBitWidth();
    digits = std::min(digits, width);
    Value kept = arith::ShRUIOp::create(
        b, loc, bits,
        arith::ConstantOp::create(
            b, loc, b.getIntegerAttr(bits.getType(), width - digits)));
    Value number = arith::UIToFPOp::create(b, loc, type, kept);
    return arith::MulFOp::create(
        b, loc, number,
        arith::ConstantOp::create(
            b, loc,
            b.getFloatAttr(type, std::ldexp(1.0, -static_cast<int>(digits)))));
  }

  static Value uniformFloat(OpBuilder &b, Location loc, Value bits, Value low,
                            Value high) {
    auto type = cast<FloatType>(low.getType());
    Value span = arith::SubFOp::create(b, loc, high, low);
    return arith::AddFOp::create(
        b, loc, low,
        arith::MulFOp::create(b, loc, span, unit(b, loc, bits, type)));
  }

  /// Box and Muller, "A note on the generation of random normal deviates".
  static Value normal(OpBuilder &b, Location loc, Value x, Value y, Value mean,
                      Value deviation) {
    auto type = b.getF64Type();
    auto constant = [&](double number) {
      return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, number));
    };
    // 1 - u is not 0, which has no logarithm.
    Value first =
        arith::SubFOp::create(b, loc, constant(1), unit(b, loc, x, type));
    Value radius = math::SqrtOp::create(
        b, loc,
        arith::MulFOp::create(b, loc, constant(-2),
                              math::LogOp::create(b, loc, first)));
    Value angle = arith::MulFOp::create(b, loc, constant(2 * M_PI),
                                        unit(b, loc, y, type));
    Value number = arith::MulFOp::create(b, loc, radius,
                                         math::CosOp::create(b, loc, angle));
    if (mean.getType() != type)
      number = arith::TruncFOp::create(b, loc, mean.getType(), number);
    return arith::AddFOp::create(
        b, loc, mean, arith::MulFOp::create(b, loc, deviation, number));
  }
};

} // namespace

void ingot::stablehlo::populateRandomPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<ConvertBitGenerator, ConvertRng>(converter,
                                                patterns.getContext());
}
