//===- Random.cpp - random bits and numbers -------------------------------===//
//
// Counter-based generators (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", 2011): each element is computed by itself from a key and its
// position. Keys, counters and the order of results are laid out as XLA does,
// so that a state gives the same numbers here and there.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

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
Value flatPosition(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> place,
                   ArrayRef<OpFoldResult> sizes) {
  IndexMath math(b, loc);
  OpFoldResult position = math.constant(0);
  for (auto [index, size] : llvm::zip(place, sizes))
    position = math.add(math.mul(position, size), index);
  return arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                    math.value(position));
}

/// XLA makes two words at a time and lays them out next to each other along
/// the first dimension of even size, or else the longest one.
struct PairLayout {
  PairLayout(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes)
      : half(sizes) {
    IndexMath math(b, loc);
    OpFoldResult none = math.constant(0), one = math.constant(1),
                 two = math.constant(2);
    OpFoldResult isAnyEven = none, longest = none;
    for (OpFoldResult size : sizes) {
      isAnyEven = math.max(isAnyEven, isEven(math, size));
      longest = math.max(longest, size);
    }
    OpFoldResult isFound = none;
    for (auto [size, halved] : llvm::zip(sizes, half)) {
      OpFoldResult isLongest =
          math.selectNonZero(math.sub(longest, size), none, one);
      OpFoldResult isSuch =
          math.selectNonZero(isAnyEven, isEven(math, size), isLongest);
      isHalved.push_back(math.selectNonZero(isFound, none, isSuch));
      isFound = math.max(isFound, isSuch);
      halved =
          math.selectNonZero(isHalved.back(), math.ceilDiv(size, two), size);
    }
  }

  /// 1 for the dimension with pairs, else 0. A scalar has no such dimension.
  SmallVector<OpFoldResult> isHalved;
  /// The sizes of a tensor of pairs.
  SmallVector<OpFoldResult> half;

private:
  static OpFoldResult isEven(IndexMath &math, OpFoldResult size) {
    OpFoldResult two = math.constant(2);
    OpFoldResult rest = math.sub(size, math.mul(math.floorDiv(size, two), two));
    return math.sub(math.constant(1), rest);
  }
};

/// One tensor of random bits, and the state that comes after it.
class BitGenerator {
public:
  /// REQUIRES: isGeneratorState(state's type). Words of 32 bits are halves of
  /// those that the algorithms have, the lower one first.
  BitGenerator(OpBuilder &builder, Location loc, RngAlgorithm algorithm,
               Value state, RankedTensorType type, ArrayRef<OpFoldResult> sizes)
      : loc_(loc), isThreefry_(algorithm == RngAlgorithm::THREE_FRY),
        isWide_(type.getElementType().getIntOrFloatBitWidth() == 64),
        type_(type), sizes_(sizes) {
    auto given = cast<RankedTensorType>(state.getType());
    hasHalves_ = given.getElementType().isInteger(32);
    auto read = [&](int64_t i) -> Value {
      Value place = arith::ConstantIndexOp::create(builder, loc, i);
      return tensor::ExtractOp::create(builder, loc, state, place);
    };
    for (int64_t i = 0; i < given.getDimSize(0); i += hasHalves_ ? 2 : 1)
      state_.push_back(
          hasHalves_ ? Bits(builder, loc).join(read(i), read(i + 1)) : read(i));
  }

  Value bits(OpBuilder &builder) {
    bool hasPairs = isThreefry_ && !isWide_;
    PairLayout layout(builder, loc_,
                      hasPairs ? sizes_ : SmallVector<OpFoldResult>());
    return generateTensor(
        builder, loc_, type_, sizes_, {}, {}, [&](OpBuilder &b, ValueRange) {
          SmallVector<OpFoldResult> place;
          for (int64_t i = 0; i < type_.getRank(); ++i)
            place.push_back(linalg::IndexOp::create(b, loc_, i).getResult());
          // What is called the default is Philox where XLA runs on a CPU.
          return inType(b, isThreefry_ ? threefryAt(b, layout, place)
                                       : philoxAt(b, place));
        });
  }

  Value nextState(OpBuilder &b) {
    SmallVector<Value> words = isThreefry_ ? threefryState(b) : philoxState(b);
    if (!hasHalves_)
      return tensor::FromElementsOp::create(b, loc_, words);
    Bits bits(b, loc_);
    SmallVector<Value> halves;
    for (Value word : words)
      halves.append({bits.low(word), bits.high(word)});
    return tensor::FromElementsOp::create(b, loc_, halves);
  }

private:
  Value inType(OpBuilder &b, Value number) {
    Type type = type_.getElementType();
    unsigned width = type.getIntOrFloatBitWidth();
    if (number.getType().getIntOrFloatBitWidth() > width)
      number =
          arith::TruncIOp::create(b, loc_, b.getIntegerType(width), number);
    return number.getType() == type
               ? number
               : arith::BitcastOp::create(b, loc_, type, number).getResult();
  }

  /// The number of elements of a tensor, as i64.
  Value countOf(OpBuilder &b, ArrayRef<OpFoldResult> sizes) {
    IndexMath math(b, loc_);
    OpFoldResult count = math.constant(1);
    for (OpFoldResult size : sizes)
      count = math.mul(count, size);
    return inWords(b, count);
  }
  Value inWords(OpBuilder &b, OpFoldResult number) {
    if (std::optional<int64_t> known = getConstantIntValue(number))
      return Bits(b, loc_).wide(static_cast<uint64_t>(*known));
    return arith::IndexCastOp::create(b, loc_, b.getI64Type(),
                                      IndexMath(b, loc_).value(number));
  }

  Value threefryAt(OpBuilder &b, const PairLayout &layout,
                   MutableArrayRef<OpFoldResult> place) {
    Bits bits(b, loc_);
    if (isWide_) {
      Value position = flatPosition(b, loc_, place, sizes_);
      auto [x, y] = threefry(bits, state_[0], bits.add(state_[1], position));
      return bits.join(x, y);
    }
    IndexMath math(b, loc_);
    OpFoldResult isSecond = math.constant(0), two = math.constant(2);
    for (auto [index, isHalved] : llvm::zip(place, layout.isHalved)) {
      if (isZeroInteger(isHalved))
        continue;
      Value along = math.value(index);
      OpFoldResult odd = bits.remainder(along, math.value(two));
      isSecond = math.add(math.selectNonZero(isHalved, odd, math.constant(0)),
                          isSecond);
      index = math.selectNonZero(isHalved,
                                 bits.quotient(along, math.value(two)), index);
    }
    Value isFirst =
        bits.isEqual(math.value(isSecond), math.value(math.constant(0)));
    Value position = flatPosition(b, loc_, place, layout.half);
    auto [x, y] = threefry(bits, state_[0], bits.add(state_[1], position));
    return bits.pick(isFirst, x, y);
  }
  SmallVector<Value> threefryState(OpBuilder &b) {
    Value count = countOf(
        b, isWide_ ? ArrayRef<OpFoldResult>(sizes_)
                   : ArrayRef<OpFoldResult>(PairLayout(b, loc_, sizes_).half));
    SmallVector<Value> next(state_);
    next[1] = Bits(b, loc_).add(state_[1], count);
    return next;
  }

  /// The counter: the words behind the key, or, if there is only one, that one
  /// as the lower half and the key as the upper one.
  std::pair<Value, Value> counter() {
    return state_.size() > 2 ? std::pair(state_[1], state_[2])
                             : std::pair(state_[1], state_[0]);
  }
  static std::pair<Value, Value>
  advance(Bits &bits, std::pair<Value, Value> counter, Value distance) {
    Value low = bits.add(counter.first, distance);
    Value carry = bits.isLess(low, counter.first);
    return {low, bits.pick(carry, bits.add(counter.second, bits.wide(1)),
                           counter.second)};
  }
  Value philoxAt(OpBuilder &b, ArrayRef<OpFoldResult> place) {
    Bits bits(b, loc_);
    Value position = flatPosition(b, loc_, place, sizes_);
    Value perBlock = bits.wide(isWide_ ? 2 : 4);
    auto [low, high] =
        advance(bits, counter(), bits.quotient(position, perBlock));
    std::array<Value, 4> words = philox(bits, state_[0], low, high);
    Value lane = bits.remainder(position, perBlock);
    Value isFirst = bits.isEqual(lane, bits.wide(0));
    if (isWide_)
      return bits.pick(isFirst, bits.join(words[0], words[1]),
                       bits.join(words[2], words[3]));
    Value isSecond = bits.isEqual(lane, bits.wide(1)),
          isThird = bits.isEqual(lane, bits.wide(2));
    return bits.pick(
        isFirst, words[0],
        bits.pick(isSecond, words[1], bits.pick(isThird, words[2], words[3])));
  }
  SmallVector<Value> philoxState(OpBuilder &b) {
    Bits bits(b, loc_);
    IndexMath math(b, loc_);
    OpFoldResult count = math.constant(1);
    for (OpFoldResult size : sizes_)
      count = math.mul(count, size);
    Value blocks =
        inWords(b, math.ceilDiv(count, math.constant(isWide_ ? 2 : 4)));
    auto [low, high] = advance(bits, counter(), blocks);
    SmallVector<Value> next(state_);
    next[1] = low;
    if (next.size() > 2)
      next[2] = high;
    return next;
  }

  Location loc_;
  bool isThreefry_;
  /// Whether the state comes in words of 32 bits.
  bool hasHalves_ = false;
  /// Whether an element takes two words.
  bool isWide_;
  RankedTensorType type_;
  SmallVector<OpFoldResult> sizes_;
  SmallVector<Value> state_;
};

/// Two or three words of 64 bits, or twice as many of 32.
bool isGeneratorState(RankedTensorType state) {
  if (!state || state.getRank() != 1 || state.isDynamicDim(0))
    return false;
  int64_t size = state.getDimSize(0);
  if (state.getElementType().isInteger(32))
    return size == 4 || size == 6;
  return state.getElementType().isInteger(64) && size >= 2;
}

struct ConvertBitGenerator final : OpPattern<RngBitGeneratorOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(RngBitGeneratorOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op, 1);
    if (!type || !type.hasStaticShape() ||
        !type.getElementType().isIntOrFloat() ||
        !isGeneratorState(typeOf(adaptor.getInitialState())))
      return failure();
    BitGenerator generator(rewriter, op.getLoc(), op.getRngAlgorithm(),
                           adaptor.getInitialState(), type,
                           indices(rewriter, type.getShape()));
    Value bits = generator.bits(rewriter);
    rewriter.replaceOp(
        op, {castTensor(rewriter, op.getLoc(), generator.nextState(rewriter),
                        resultType(op)),
             bits});
    return success();
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
          SmallVector<OpFoldResult> place;
          for (int64_t i = 0; i < type.getRank(); ++i)
            place.push_back(linalg::IndexOp::create(in, loc, i).getResult());
          Value counter = flatPosition(in, loc, place, sizes);
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

/// What JAX calls where the size of the result is known at run time: the state
/// and the shape.
LogicalResult
ingot::stablehlo::convertDynamicRngBitGenerator(CustomCall &call) {
  auto algorithm = call.op->getAttrOfType<RngAlgorithmAttr>("rng_algorithm");
  if (call.inputs.size() != 2 || call.op->getNumResults() != 2 || !algorithm)
    return failure();
  RankedTensorType state = call.resultType(0), type = call.resultType(1);
  auto shape = dyn_cast<RankedTensorType>(call.inputs[1].getType());
  if (!isGeneratorState(dyn_cast<RankedTensorType>(call.inputs[0].getType())) ||
      !state || !type || !type.getElementType().isIntOrFloat() || !shape ||
      shape.getRank() != 1 || shape.getDimSize(0) != type.getRank())
    return failure();
  Location loc = call.op.getLoc();
  BitGenerator generator(
      call.rewriter, loc, algorithm.getValue(), call.inputs[0], type,
      shapeNumbers(call.rewriter, loc, call.op.getInputs()[1]));
  Value bits = generator.bits(call.rewriter);
  Value next = generator.nextState(call.rewriter);
  call.rewriter.replaceOp(call.op,
                          {castTensor(call.rewriter, loc, next, state), bits});
  return success();
}

void ingot::stablehlo::populateRandomPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<ConvertBitGenerator, ConvertRng>(converter,
                                                patterns.getContext());
}
