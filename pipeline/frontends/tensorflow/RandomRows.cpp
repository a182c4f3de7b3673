//===- RandomRows.cpp - random numbers ------------------------------------===//
//
// Of a seed, the numbers that TensorFlow gives: operators with a state of their
// own promise a distribution only, and draw from `stablehlo.rng`.
//
// Philox with four words of 32 bits and ten rounds (Salmon et al., "Parallel
// Random Numbers: As Easy as 1, 2, 3", 2011), in the order in which TensorFlow
// hands its numbers out on a CPU: block i of the counter has the numbers from
// 4i on.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Words of 32 bits: a counter, least significant first, and a key. All values
/// are of type ui32 and of equal shapes.
struct Philox {
  Value counter[4], key[2];
};

class Words {
public:
  explicit Words(StablehloBuilder &b)
      : b(b), u32(b.getIntegerType(32, false)),
        u64(b.getIntegerType(64, false)) {}

  Value word(uint32_t number) {
    return b.scalar(u32, static_cast<int64_t>(number));
  }
  Value exclusiveOr(Value x, Value y) {
    return b.elementwise(ElementOp::Xor, x, y);
  }
  Value low(Value x) {
    Value mask = b.scalar(u64, static_cast<int64_t>(0xffffffff));
    return b.convert(b.elementwise(ElementOp::And, x, mask), u32);
  }
  Value high(Value x) {
    Value shift = b.scalar(u64, 32);
    return b.convert(b.elementwise(ElementOp::ShiftRightLogical, x, shift),
                     u32);
  }
  Value join(Value low, Value high) {
    Value shifted = b.elementwise(ElementOp::ShiftLeft, b.convert(high, u64),
                                  b.scalar(u64, 32));
    return b.elementwise(ElementOp::Or, shifted, b.convert(low, u64));
  }
  void runRound(Philox &state);
  void run(Philox &state);

  StablehloBuilder &b;
  Type u32, u64;
};

void Words::runRound(Philox &state) {
  Value *c = state.counter;
  auto product = [&](Value x, uint32_t factor) {
    return b.multiply(b.convert(x, u64),
                      b.scalar(u64, static_cast<int64_t>(factor)));
  };
  Value first = product(c[0], 0xd2511f53), second = product(c[2], 0xcd9e8d57);
  Value next[] = {
      exclusiveOr(exclusiveOr(high(second), c[1]), state.key[0]), low(second),
      exclusiveOr(exclusiveOr(high(first), c[3]), state.key[1]), low(first)};
  std::copy(std::begin(next), std::end(next), c);
}

void Words::run(Philox &state) {
  for (int i = 0; i < 10; ++i) {
    if (i > 0) {
      state.key[0] = b.add(state.key[0], word(0x9e3779b9));
      state.key[1] = b.add(state.key[1], word(0xbb67ae85));
    }
    runRound(state);
  }
}

/// The first `count` words after a counter and a key of 64-bit words.
Value randomWords(Operator &c, Value key, Value counter, Size count) {
  StablehloBuilder &b = c.b;
  Words w(b);
  Size blocks = b.floorDivide(b.add(count, 3), 4);
  auto entry = [&](Value value, int64_t i) {
    return b.convert(b.reshape(b.slice(value, 0, i, i + 1), {}), w.u64);
  };
  Value start = entry(counter, 0), top = entry(counter, 1);
  Value low = b.add(b.iota(blocks, 0, w.u64), start);
  Value carry = b.convert(b.compare(Comparison::LT, low, start), w.u64);
  Value high = b.add(carry, top);
  Value keys = b.full(blocks, entry(key, 0));
  Philox state{{w.low(low), w.high(low), w.low(high), w.high(high)},
               {w.low(keys), w.high(keys)}};
  w.run(state);
  SmallVector<Value> columns;
  for (Value word : state.counter)
    columns.push_back(b.unsqueeze(word, 1));
  Value words = b.reshape(b.concatenate(columns, 1), b.multiply(blocks, 4));
  return b.slice(words, 0, 0, count);
}

struct Seeds {
  Value key, counter;
};

/// Two seeds, mixed by the generator itself.
Seeds mixSeeds(Operator &c, Value seed) {
  StablehloBuilder &b = c.b;
  Words w(b);
  auto entry = [&](int64_t i) {
    Value number = b.reshape(b.slice(seed, 0, i, i + 1), {});
    return b.convert(b.convert(number, b.getI64Type()), w.u64);
  };
  Value first = entry(0), second = entry(1);
  Philox state{{w.low(first), w.high(first), w.low(second), w.high(second)},
               {w.word(0x3ec8f720), w.word(0x02461e29)}};
  w.run(state);
  auto vector = [&](Value value) { return b.reshape(value, Size(1)); };
  Value zero = b.scalar(w.u64, 0);
  Value *mixed = state.counter;
  return {vector(w.join(mixed[0], mixed[1])),
          b.concatenate({vector(zero), vector(w.join(mixed[2], mixed[3]))}, 0)};
}

bool isPairOfSeeds(Operator &c, size_t i) {
  return c.isTensor(i) &&
         c.b.typeOf(c.operand(i)).getShape() == ArrayRef<int64_t>{2};
}

Results convertKeyCounter(Operator &c) {
  if (!isPairOfSeeds(c, 0))
    return c.fail("its seed is no pair of numbers");
  Seeds seeds = mixSeeds(c, c.operand(0));
  return SmallVector<Value>{seeds.key, seeds.counter};
}

/// Philox.
Results convertAlgorithm(Operator &c) {
  return c.b.scalar(c.b.getI32Type(), 1);
}

/// Shape, then seeds: a pair or, in second versions, what became of one.
std::optional<Seeds> seedsOf(Operator &c) {
  if (!c.op().ends_with("V2") && isPairOfSeeds(c, 1))
    return mixSeeds(c, c.operand(1));
  if (c.op().ends_with("V2") && c.isTensor(2) && c.rank(1) == 1 &&
      c.rank(2) == 1)
    return Seeds{c.operand(1), c.operand(2)};
  return std::nullopt;
}

/// From 0 to 1, without 1.
Value toFloats(Operator &c, Value words) {
  Words w(c.b);
  Value mantissa = c.b.elementwise(ElementOp::And, words, w.word(0x7fffff));
  Value bits = c.b.elementwise(ElementOp::Or, mantissa, w.word(0x3f800000));
  RankedTensorType type = c.b.typeOf(bits).clone(c.b.getF32Type());
  Value number = stablehlo::BitcastConvertOp::create(c.b, type, bits);
  return c.b.subtract(number, c.b.scalar(c.b.getF32Type(), 1));
}

constexpr char kNoSeeds[] = "its shape or seeds are not known, or its numbers "
                            "are not of type float";

Results convertUniform(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(0);
  std::optional<Seeds> seeds = seedsOf(c);
  Type element = c.namedType("dtype", c.b.getF32Type());
  if (!sizes || !seeds || !element.isF32())
    return c.fail(kNoSeeds);
  Value words = randomWords(c, seeds->key, seeds->counter, c.b.count(*sizes));
  return c.b.reshape(toFloats(c, words), *sizes);
}

/// Pairs of numbers by Box and Muller's method.
Results convertNormal(Operator &c) {
  StablehloBuilder &b = c.b;
  std::optional<Sizes> sizes = c.sizes(0);
  std::optional<Seeds> seeds = seedsOf(c);
  Type element = c.namedType("dtype", b.getF32Type());
  if (!sizes || !seeds || !element.isF32())
    return c.fail(kNoSeeds);
  Size count = b.count(*sizes);
  Size pairs = b.floorDivide(b.add(count, 1), 2);
  Value words = b.reshape(
      randomWords(c, seeds->key, seeds->counter, b.multiply(pairs, 2)),
      {pairs, Size(2)});
  auto wordsOf = [&](int64_t i) {
    return toFloats(c, b.squeeze(b.slice(words, 1, i, i + 1), 1));
  };
  Value first = b.maximum(wordsOf(0), b.scalar(element, 1e-7));
  Value angle = b.multiply(wordsOf(1), b.scalar(element, 2 * M_PI));
  Value radius = b.elementwise(ElementOp::Sqrt,
                               b.multiply(b.elementwise(ElementOp::Log, first),
                                          b.scalar(element, -2.0)));
  Value sine = b.multiply(b.elementwise(ElementOp::Sine, angle), radius);
  Value cosine = b.multiply(b.elementwise(ElementOp::Cosine, angle), radius);
  Value both = b.concatenate({b.unsqueeze(sine, 1), b.unsqueeze(cosine, 1)}, 1);
  Value flat = b.slice(b.reshape(both, b.multiply(pairs, 2)), 0, 0, count);
  return b.reshape(flat, *sizes);
}

/// From `minval` to `maxval`, without it.
Results convertUniformInt(Operator &c) {
  StablehloBuilder &b = c.b;
  std::optional<Sizes> sizes = c.sizes(0);
  std::optional<Seeds> seeds = seedsOf(c);
  size_t bounds = c.op().ends_with("V2") ? 4 : 2;
  if (!sizes || !seeds || !c.isTensor(bounds) || !c.isTensor(bounds + 1) ||
      !c.elementOf(bounds).isInteger(32))
    return c.fail(kNoSeeds);
  Words w(b);
  Value low = b.convert(b.reshape(c.operand(bounds), {}), w.u32);
  Value high = b.convert(b.reshape(c.operand(bounds + 1), {}), w.u32);
  Value words = randomWords(c, seeds->key, seeds->counter, b.count(*sizes));
  Value rest =
      b.elementwise(ElementOp::Remainder, words, b.subtract(high, low));
  return b.reshape(b.convert(b.add(rest, low), c.elementOf(bounds)), *sizes);
}

//===----------------------------------------------------------------------===//
// A state of the operator's own
//===----------------------------------------------------------------------===//

constexpr char kNoNumbers[] =
    "the number of sizes is not known while the model is read, or its numbers "
    "are of no type that can be drawn";

Value draw(Operator &c, ArrayRef<Size> sizes, Value a, Value b,
           stablehlo::RngDistribution distribution) {
  return stablehlo::RngOp::create(
      c.b, c.b.typeOf(sizes, c.b.elementOf(a)), a, b, c.b.shapeOf(sizes),
      stablehlo::RngDistributionAttr::get(c.b.getContext(), distribution));
}

/// Numbers of the node's type between 0 and 1, or of mean 0 and deviation 1;
/// those of less than 32 bits are drawn in f32. Null if that is not possible.
Value drawFloats(Operator &c, stablehlo::RngDistribution distribution) {
  StablehloBuilder &b = c.b;
  std::optional<Sizes> sizes = c.sizes(0);
  Type element = c.namedType("dtype");
  if (!sizes || !isa_and_nonnull<FloatType>(element))
    return {};
  Type drawn = element.isF64() ? element : Type(b.getF32Type());
  return draw(c, *sizes, b.scalar(drawn, 0), b.scalar(drawn, 1), distribution);
}

template <stablehlo::RngDistribution distribution>
Results convertRandomFloats(Operator &c) {
  Value drawn = drawFloats(c, distribution);
  if (!drawn)
    return c.fail(kNoNumbers);
  auto element = cast<FloatType>(c.namedType("dtype"));
  Value numbers = c.b.convert(drawn, element);
  if (distribution == stablehlo::RngDistribution::NORMAL)
    return numbers;
  // What is just below 1 must not become 1 in a smaller type.
  double below =
      std::ldexp(1.0, -static_cast<int>(element.getFPMantissaWidth()));
  return c.b.minimum(numbers, c.b.scalar(element, 1 - below));
}

/// Normal numbers that lie within two deviations: the quantile of a uniform
/// number between the shares that lie below both ends.
Results convertTruncatedNormal(Operator &c) {
  StablehloBuilder &b = c.b;
  Value drawn = drawFloats(c, stablehlo::RngDistribution::UNIFORM);
  if (!drawn)
    return c.fail(kNoNumbers);
  Type element = b.elementOf(drawn);
  double within = std::erf(std::sqrt(2.0));
  Value share = b.subtract(b.multiply(drawn, b.scalar(element, 2 * within)),
                           b.scalar(element, within));
  Value numbers = b.multiply(b.elementwise(ElementOp::ErfInv, share),
                             b.scalar(element, std::sqrt(2.0)));
  return b.convert(numbers, c.namedType("dtype"));
}

/// Operands: sizes, the least number, and the one behind the greatest.
Results convertRandomIntegers(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(0);
  if (!sizes || c.rank(1) != 0 || c.rank(2) != 0)
    return c.fail(kNoNumbers);
  return draw(c, *sizes, c.operand(1), c.operand(2),
              stablehlo::RngDistribution::UNIFORM);
}

} // namespace

Rows ingot::tensorflow::randomRows() {
  constexpr auto kUniform = stablehlo::RngDistribution::UNIFORM;
  constexpr auto kNormal = stablehlo::RngDistribution::NORMAL;
  static constexpr Row kRows[] = {
      {"RandomStandardNormal", convertRandomFloats<kNormal>, 1},
      {"RandomUniform", convertRandomFloats<kUniform>, 1},
      {"RandomUniformInt", convertRandomIntegers, 3},
      {"StatelessRandomGetAlg", convertAlgorithm, 0},
      {"StatelessRandomGetKeyCounter", convertKeyCounter, 1, "key,counter"},
      {"StatelessRandomNormal", convertNormal, 2},
      {"StatelessRandomNormalV2", convertNormal, 4},
      {"StatelessRandomUniform", convertUniform, 2},
      {"StatelessRandomUniformInt", convertUniformInt, 4},
      {"StatelessRandomUniformIntV2", convertUniformInt, 6},
      {"StatelessRandomUniformV2", convertUniform, 4},
      {"TruncatedNormal", convertTruncatedNormal, 1},
  };
  return kRows;
}
