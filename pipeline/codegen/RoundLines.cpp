//===- RoundLines.cpp - bytes by a line of floats -------------------------===//
//
// A sum of two quantised tensors rounds three times in fixed point, by products
// of 64 bits: some sixty instructions for what is, in the end, a line rounded
// to a byte. Floats do that in ten, with lanes twice as many, and no product of
// 32 bits, which takes two slots with AVX2 and six instructions before. What
// the program says stays the truth: it is evaluated for all pairs of bytes, and
// floats take its place only where they give the same byte for each
// (RoundedLine.h).
//
// Lines are found for sums and differences, products and whatever scales one
// byte: 499 of 500 sums with scales and zero points at random.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteFunction.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RoundedLine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"

#include <cmath>

namespace ingot {
#define GEN_PASS_DEF_ROUNDLINES
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::ByteFunction;

/// Bodies of one kernel that are evaluated, some 20 ms each: more than fused
/// ops of quantised networks have.
static constexpr int kMaxEvaluated = 4;

namespace {
/// What the line is a line of: one value or two, and where they are zero in the
/// reals that bytes stand for.
struct Axes {
  Value x, y;
  int32_t originX = 0, originY = 0;
};

/// `value` times `scale`, and `start`, is what is rounded.
struct Unrounded {
  Value value;
  double scale = 1, start = 0;
};
} // namespace

/// Products of 64 bits are what makes it worth a line.
static bool multipliesWide(const ByteFunction &function) {
  return llvm::any_of(function.ops(), [](Operation *op) {
    return isa<arith::MulIOp>(op) && op->getResult(0).getType().isInteger(64);
  });
}

/// Products of floats below this are those of integers.
static constexpr int64_t kMaxFactor = 4096;

static bool isSmall(int64_t value) {
  return value >= -kMaxFactor && value <= kMaxFactor;
}

/// The zero point of an extended byte.
static int32_t originOf(Value input) {
  for (Operation *user : input.getUsers())
    if (auto sum = dyn_cast<arith::AddIOp>(user)) {
      std::optional<int64_t> number = ByteFunction::constantOf(sum.getRhs());
      if (number && isSmall(*number))
        return static_cast<int32_t>(-*number);
    }
  return 0;
}

/// True if a product of floats is that of integers.
static bool hasSmallValues(const ByteFunction &function, Value factor) {
  return llvm::all_of(function.valuesOf(factor),
                      [](int64_t value) { return isSmall(value); });
}

/// A product of both bytes is one axis, else the bytes are.
static Axes axesOf(const ByteFunction &function) {
  ArrayRef<Value> inputs = function.inputs();
  for (Operation *op : function.ops())
    if (isa<arith::MulIOp>(op) && op->getResult(0).getType().isInteger(32) &&
        function.inputsOf(op->getOperand(0)) != 0 &&
        function.inputsOf(op->getOperand(1)) != 0)
      return {op->getResult(0), Value()};
  if (inputs.size() == 1)
    return {inputs[0], Value(), originOf(inputs[0])};
  return {inputs[0], inputs[1], originOf(inputs[0]), originOf(inputs[1])};
}

/// The value behind shifts, sums with constants and the range. Shifts cut
/// downwards, the last one of a half more: the nearest integer to what is a
/// half less.
static Unrounded unroundedOf(Value result) {
  Unrounded found{result};
  bool isShifted = false;
  while (Operation *op = found.value.getDefiningOp()) {
    std::optional<int64_t> number;
    if (op->getNumOperands() == 2 &&
        !(number = ByteFunction::constantOf(op->getOperand(1))))
      break;
    if (isa<arith::AddIOp>(op)) {
      found.start += found.scale * static_cast<double>(*number);
    } else if (isa<arith::ShRSIOp, arith::ShRUIOp>(op)) {
      if (!isShifted)
        found.start -= 0.5;
      isShifted = true;
      found.scale = std::ldexp(found.scale, -static_cast<int>(*number));
    } else if (!isa<arith::TruncIOp>(op) &&
               (isShifted || !isa<arith::MaxSIOp, arith::MinSIOp>(op))) {
      break;
    }
    found.value = op->getOperand(0);
  }
  return found;
}

/// The line through two points of one sign: rounding adds the sign's half.
static double slopeBetween(ArrayRef<int64_t> x, ArrayRef<int64_t> values) {
  size_t least = 0, most = 0;
  bool isPositive = llvm::any_of(x, [](int64_t value) { return value > 1; });
  auto isFurther = [&](size_t i, size_t than) {
    return isPositive ? x[i] > x[than] : x[i] < x[than];
  };
  auto isOfSign = [&](size_t i) { return isPositive ? x[i] > 0 : x[i] < 0; };
  for (size_t i = 0; i < x.size(); ++i) {
    if (!isOfSign(i))
      continue;
    if (!isOfSign(least) || isFurther(least, i))
      least = i;
    if (!isOfSign(most) || isFurther(i, most))
      most = i;
  }
  if (x[most] == x[least])
    return 0;
  return (double(values[most]) - double(values[least])) /
         double(x[most] - x[least]);
}

/// The line that `function` rounds, if it is one.
static ingot::RealLine realLineOf(const ByteFunction &function,
                                  const Axes &axes, ArrayRef<int64_t> results) {
  Unrounded unrounded = unroundedOf(function.result());
  std::vector<int64_t> exact = function.valuesOf(unrounded.value);
  std::vector<int64_t> x = function.valuesOf(axes.x);
  ingot::RealLine line;
  line.originX = axes.originX;
  line.originY = axes.originY;
  // Bits 0 to 127 are the same numbers with and without a sign.
  constexpr size_t kMost = 127, kRow = ByteFunction::kBytes;
  auto slopeTo = [&](size_t last) {
    return (double(exact[last]) - double(exact[0])) / kMost;
  };
  double start = double(exact[0]);
  if (axes.y) {
    line.x = slopeTo(kMost * kRow);
    line.y = slopeTo(kMost);
    start += line.x * axes.originX + line.y * axes.originY;
  } else if (isa<arith::MulIOp>(axes.x.getDefiningOp())) {
    line.x = slopeBetween(x, exact);
    start = double(exact.back()) - line.x * double(x.back());
  } else {
    line.x = slopeTo(kMost);
    start += line.x * axes.originX;
  }
  line.x *= unrounded.scale;
  line.y *= unrounded.scale;
  // Zero is stored as an integer; what is left is the first of two roundings.
  double stored = start * unrounded.scale + unrounded.start;
  line.start = std::nearbyint(stored);
  line.away = std::abs(stored - line.start);
  line.low = static_cast<int32_t>(*llvm::min_element(results));
  line.high = static_cast<int32_t>(*llvm::max_element(results));
  return line;
}

static std::vector<ingot::LinePoint> pointsOf(const ByteFunction &function,
                                              const Axes &axes,
                                              ArrayRef<int64_t> results) {
  std::vector<int64_t> x = function.valuesOf(axes.x), y(x.size());
  if (axes.y)
    y = function.valuesOf(axes.y);
  std::vector<ingot::LinePoint> points(results.size());
  for (auto [i, point] : llvm::enumerate(points))
    point = {static_cast<int32_t>(x[i]), static_cast<int32_t>(y[i]),
             static_cast<int32_t>(results[i])};
  return points;
}

namespace {
/// Writes ops before one that cuts an integer to a byte.
struct LineWriter {
  OpBuilder b;
  Location loc;

  Value number(float value) {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
  }
  Value integer(Type type, int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  }
  Value integer(int64_t value) { return integer(b.getI32Type(), value); }
  Value add(Value x, Value y) {
    return arith::AddFOp::create(b, loc, x, y, arith::FastMathFlags::contract);
  }

  Value realOf(Value axis);
  Value product(Value axis, float slope, bool mayFuse);
  Value sumOf(const Axes &axes, const ingot::RoundedLine &line);
  Value roundSum(Value sum, const ingot::RoundedLine &line);
  Value byteOf(Value value, const ingot::RealLine &range);
};
} // namespace

/// A byte as f32, by 32 bits whatever it was extended to.
Value LineWriter::realOf(Value axis) {
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  if (axis.getType() != i32) {
    Value byte = axis.getDefiningOp()->getOperand(0);
    axis = isa<arith::ExtSIOp>(axis.getDefiningOp())
               ? arith::ExtSIOp::create(b, loc, i32, byte).getResult()
               : arith::ExtUIOp::create(b, loc, i32, byte).getResult();
  }
  return arith::SIToFPOp::create(b, loc, f32, axis);
}

Value LineWriter::product(Value axis, float slope, bool mayFuse) {
  auto exact = axis.getDefiningOp<arith::MulIOp>();
  Value value = exact ? arith::MulFOp::create(b, loc, realOf(exact.getLhs()),
                                              realOf(exact.getRhs()))
                      : realOf(axis);
  return arith::MulFOp::create(b, loc, value, number(slope),
                               mayFuse ? arith::FastMathFlags::contract
                                       : arith::FastMathFlags::none);
}

/// As RoundedLine says; either product may be fused with its sum.
Value LineWriter::sumOf(const Axes &axes, const ingot::RoundedLine &line) {
  Value rest, first = product(axes.x, line.x, /*mayFuse=*/true);
  if (axes.y)
    rest = product(axes.y, line.y, /*mayFuse=*/line.start != 0);
  if (line.start != 0)
    rest = rest ? add(rest, number(line.start)) : number(line.start);
  return rest ? add(first, rest) : first;
}

/// No fma here: the sum is rounded to a float before it is rounded to an
/// integer.
Value LineWriter::roundSum(Value sum, const ingot::RoundedLine &line) {
  Type i32 = b.getI32Type();
  if (line.half == 0) {
    sum = arith::AddFOp::create(b, loc, sum, number(ingot::kRoundingFloat));
    int64_t zero = llvm::bit_cast<int32_t>(ingot::kRoundingFloat);
    return arith::SubIOp::create(b, loc,
                                 arith::BitcastOp::create(b, loc, i32, sum),
                                 integer(zero - line.offset));
  }
  Value half = math::CopySignOp::create(b, loc, number(line.half), sum);
  sum = arith::AddFOp::create(b, loc, sum, half);
  return arith::AddIOp::create(
      b, loc, arith::FPToSIOp::create(b, loc, i32, sum), integer(line.offset));
}

/// The range of the type first: instructions that make bytes cut to it.
Value LineWriter::byteOf(Value value, const ingot::RealLine &range) {
  Type i8 = b.getI8Type();
  bool isSigned = range.low < 0;
  int64_t least = isSigned ? -128 : 0, most = isSigned ? 127 : 255;
  value = arith::MaxSIOp::create(b, loc, value, integer(least));
  value = arith::MinSIOp::create(b, loc, value, integer(most));
  Value byte = arith::TruncIOp::create(b, loc, i8, value);
  Value low = integer(i8, static_cast<int8_t>(range.low));
  Value high = integer(i8, static_cast<int8_t>(range.high));
  if (range.low > least)
    byte = isSigned ? arith::MaxSIOp::create(b, loc, byte, low).getResult()
                    : arith::MaxUIOp::create(b, loc, byte, low).getResult();
  if (range.high < most)
    byte = isSigned ? arith::MinSIOp::create(b, loc, byte, high).getResult()
                    : arith::MinUIOp::create(b, loc, byte, high).getResult();
  return byte;
}

/// What computes `store`, if it may be a line.
static std::optional<ByteFunction> functionOf(arith::TruncIOp store) {
  std::optional<ByteFunction> function = ByteFunction::of(store.getIn());
  if (!function || !multipliesWide(*function))
    return std::nullopt;
  return function;
}

/// Computes `store`, which is `function`, as a line if it is one.
static void roundLine(arith::TruncIOp store, ByteFunction &function) {
  Axes axes = axesOf(function);
  function.evaluate();
  auto factors = axes.x.getDefiningOp<arith::MulIOp>();
  if (factors && !(hasSmallValues(function, factors.getLhs()) &&
                   hasSmallValues(function, factors.getRhs())))
    return;
  std::vector<int64_t> results = function.valuesOf(store.getIn());
  auto isIn = [&](int64_t low, int64_t high) {
    return llvm::all_of(
        results, [&](int64_t value) { return value >= low && value <= high; });
  };
  if (!isIn(-128, 127) && !isIn(0, 255))
    return;
  ingot::RealLine real = realLineOf(function, axes, results);
  std::optional<ingot::RoundedLine> line =
      ingot::findRoundedLine(pointsOf(function, axes, results), real);
  if (!line)
    return;
  LineWriter writer{OpBuilder(store), store.getLoc()};
  Value sum = writer.sumOf(axes, *line);
  store.replaceAllUsesWith(writer.byteOf(writer.roundSum(sum, *line), real));
}

namespace {
struct RoundLines final : ingot::impl::RoundLinesBase<RoundLines> {
  void runOnOperation() override {
    SmallVector<arith::TruncIOp> stores;
    getOperation().walk([&](arith::TruncIOp op) {
      if (op.getType().isInteger(8) && op->getParentOfType<linalg::GenericOp>())
        stores.push_back(op);
    });
    // What computed them goes with the next simplification.
    int evaluated = 0;
    for (arith::TruncIOp store : stores)
      if (std::optional<ByteFunction> function = functionOf(store))
        if (evaluated++ < kMaxEvaluated)
          roundLine(store, *function);
  }
};
} // namespace
