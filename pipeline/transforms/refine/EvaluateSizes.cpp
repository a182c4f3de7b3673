//===- EvaluateSizes.cpp - arithmetic on sizes, before run time -----------===//
//
// An interpreter of integer ops on constants. Programs compute sizes with the
// ops that compute data, so only tensors of at most 64 elements are evaluated:
// a list of sizes has one per dimension, and a hostile program cannot make the
// compiler run its loops. The ops have no general folders for the same reason.
//
// Numbers are kept in int64 and wrapped to the element type after each op, as
// the run would. What has no result at run time (division by 0) is left to it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/refine/EvaluateSizes.h"
#include "pipeline/dialects/stablehlo/ElementTypes.h"
#include "pipeline/dialects/stablehlo/Shapes.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#include <functional>

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

constexpr int64_t kMaxElements = 64;

using Numbers = SmallVector<int64_t>;
using Result = std::optional<Numbers>;

/// A tensor of integers whose size is known and small; null for others.
RankedTensorType smallType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !isa<IntegerType>(tensor.getElementType()) ||
      !groupOf(tensor.getElementType()))
    return {};
  // Not getNumElements: hostile sizes overflow.
  int64_t count = 1;
  for (int64_t size : tensor.getShape()) {
    if (size > kMaxElements)
      return {};
    count *= size;
    if (count > kMaxElements)
      return {};
  }
  return tensor;
}

bool isUnsigned(Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

/// The number that the low bits of `value` are in type `element`.
int64_t wrap(uint64_t value, Type element) {
  APInt bits(64, value);
  unsigned width = element.getIntOrFloatBitWidth();
  bits = isUnsigned(element) ? bits.trunc(width).zext(64)
                             : bits.trunc(width).sext(64);
  return bits.getSExtValue();
}

/// Elements of the operands, all of them constant.
class Operands {
public:
  static std::optional<Operands> of(Operation *op) {
    Operands operands;
    for (Value value : op->getOperands()) {
      RankedTensorType type = smallType(value.getType());
      Result numbers = type ? constantSizes(value) : std::nullopt;
      if (!numbers)
        return std::nullopt;
      operands.types_.push_back(type);
      operands.numbers_.push_back(*numbers);
    }
    return operands;
  }

  RankedTensorType type(size_t operand) const { return types_[operand]; }
  Type element(size_t operand) const {
    return types_[operand].getElementType();
  }
  const Numbers &all(size_t operand) const { return numbers_[operand]; }
  /// A scalar stands for all elements.
  int64_t at(size_t operand, size_t i) const {
    const Numbers &numbers = numbers_[operand];
    return types_[operand].getRank() == 0 ? numbers.front() : numbers[i];
  }
  size_t size() const { return types_.size(); }

private:
  SmallVector<RankedTensorType> types_;
  SmallVector<Numbers> numbers_;
};

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

bool isLess(int64_t a, int64_t b, Type element) {
  return isUnsigned(element)
             ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b)
             : a < b;
}

/// Quotient or remainder; none where run time has no value.
std::optional<int64_t> divide(int64_t a, int64_t b, Type element,
                              bool wantsRemainder) {
  if (b == 0)
    return std::nullopt;
  if (isUnsigned(element)) {
    uint64_t left = a, right = b;
    return wantsRemainder ? left % right : left / right;
  }
  if (b == -1) // The least number has no quotient that fits.
    return wantsRemainder ? 0 : wrap(0 - static_cast<uint64_t>(a), element);
  return wantsRemainder ? a % b : a / b;
}

std::optional<int64_t> shift(Operation *op, uint64_t a, int64_t by,
                             Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  // A shift by the width or more is undefined in C++ and in LLVM; StableHLO
  // defines it.
  bool isAll = by < 0 || by >= static_cast<int64_t>(width);
  if (isa<ShiftLeftOp>(op))
    return isAll ? 0 : wrap(a << by, element);
  APInt bits = APInt(64, a).trunc(width);
  bits = isa<ShiftRightArithmeticOp>(op)
             ? bits.ashr(isAll ? width - 1 : by)
             : (isAll ? APInt(width, 0) : bits.lshr(by));
  return wrap(bits.zext(64).getZExtValue(), element);
}

bool compare(int64_t a, int64_t b, ComparisonDirection direction,
             Type element) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return a == b;
  case ComparisonDirection::NE:
    return a != b;
  case ComparisonDirection::LT:
    return isLess(a, b, element);
  case ComparisonDirection::LE:
    return !isLess(b, a, element);
  case ComparisonDirection::GT:
    return isLess(b, a, element);
  case ComparisonDirection::GE:
    return !isLess(a, b, element);
  }
  return false;
}

std::optional<int64_t> applyBinary(Operation *op, int64_t a, int64_t b,
                                   Type element) {
  uint64_t left = a, right = b;
  // On booleans addition is `or` and multiplication is `and`.
  bool isBoolean = element.isInteger(1);
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case([&](AddOp) {
        return isBoolean ? a | b : wrap(left + right, element);
      })
      .Case([&](SubtractOp) { return wrap(left - right, element); })
      .Case([&](MultiplyOp) { return wrap(left * right, element); })
      .Case([&](DivideOp) { return divide(a, b, element, false); })
      .Case([&](RemainderOp) { return divide(a, b, element, true); })
      .Case([&](MaximumOp) { return isLess(a, b, element) ? b : a; })
      .Case([&](MinimumOp) { return isLess(b, a, element) ? b : a; })
      .Case([&](AndOp) { return a & b; })
      .Case([&](OrOp) { return a | b; })
      .Case([&](XorOp) { return wrap(left ^ right, element); })
      .Case<ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp>(
          [&](Operation *op) { return shift(op, left, b, element); })
      .Case([&](CompareOp op) {
        return compare(a, b, op.getComparisonDirection(), element);
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<int64_t> applyUnary(Operation *op, int64_t a, Type from,
                                  Type to) {
  uint64_t bits = a;
  bool isNegative = !isUnsigned(from) && a < 0;
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case([&](ConvertOp) {
        return to.isInteger(1) ? int64_t(a != 0) : wrap(bits, to);
      })
      .Case([&](NegateOp) { return wrap(0 - bits, to); })
      .Case([&](NotOp) { return wrap(~bits, to); })
      .Case([&](AbsOp) { return isNegative ? wrap(0 - bits, to) : a; })
      .Case([&](SignOp) { return isNegative ? -1 : int64_t(a != 0); })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<int64_t> applyTernary(Operation *op, int64_t a, int64_t b,
                                    int64_t c, Type element) {
  if (isa<SelectOp>(op))
    return a ? b : c;
  if (!isa<ClampOp>(op))
    return std::nullopt;
  int64_t atLeast = isLess(b, a, element) ? a : b;
  return isLess(c, atLeast, element) ? c : atLeast;
}

Result evaluateElementwise(Operation *op, const Operands &operands,
                           RankedTensorType type) {
  Numbers result;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    std::optional<int64_t> number;
    if (operands.size() == 1)
      number = applyUnary(op, operands.at(0, i), operands.element(0),
                          type.getElementType());
    else if (operands.size() == 2)
      number = applyBinary(op, operands.at(0, i), operands.at(1, i),
                           operands.element(0));
    else if (operands.size() == 3)
      number = applyTernary(op, operands.at(0, i), operands.at(1, i),
                            operands.at(2, i), operands.element(1));
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

Result evaluate(ConcatenateOp op, const Operands &operands) {
  // What each operand has in a row, for each step of the dimensions before.
  ArrayRef<int64_t> shape = op.getType().getShape();
  int64_t steps = 1;
  for (int64_t size : shape.take_front(op.getDimension()))
    steps *= size;
  Numbers result;
  for (int64_t step = 0; step < steps; ++step)
    for (size_t i = 0; i < operands.size(); ++i) {
      size_t row = operands.all(i).size() / steps;
      llvm::append_range(result,
                         ArrayRef(operands.all(i)).slice(step * row, row));
    }
  return result;
}

Result evaluate(SliceOp op, const Operands &operands) {
  if (op.getType().getRank() != 1)
    return std::nullopt;
  Numbers result;
  for (int64_t i = 0; i < op.getType().getNumElements(); ++i)
    result.push_back(
        operands.at(0, op.getStartIndices()[0] + i * op.getStrides()[0]));
  return result;
}

/// A scalar, or a list of one element, repeated.
Result evaluate(BroadcastInDimOp op, const Operands &operands) {
  int64_t count = op.getType().getNumElements();
  const Numbers &numbers = operands.all(0);
  if (numbers.size() == 1)
    return Numbers(count, numbers.front());
  if (op.getType().getShape() == operands.type(0).getShape() &&
      operands.type(0).getRank() == 1)
    return numbers;
  return std::nullopt;
}

Result evaluate(IotaOp op, const Operands &) {
  if (op.getType().getRank() != 1)
    return std::nullopt;
  Numbers result;
  for (int64_t i = 0; i < op.getType().getNumElements(); ++i)
    result.push_back(wrap(i, op.getType().getElementType()));
  return result;
}

Result evaluate(DynamicSliceOp op, const Operands &operands) {
  if (op.getType().getRank() != 1)
    return std::nullopt;
  int64_t count = op.getType().getNumElements();
  int64_t most = operands.type(0).getNumElements() - count;
  int64_t start = operands.at(1, 0);
  // The largest numbers of ui64 are negative here.
  if (start < 0 && isUnsigned(operands.element(1)))
    start = most;
  start = std::clamp<int64_t>(start, 0, most);
  return Numbers(ArrayRef(operands.all(0)).slice(start, count));
}

/// A list folded to a number by the one op in the body: the product of sizes.
Result evaluate(ReduceOp op, const Operands &operands) {
  Block &body = op.getBody().front();
  Type element = operands.element(0);
  if (operands.size() != 2 || operands.type(0).getRank() != 1 ||
      op.getDimensions().size() != 1 || body.getOperations().size() != 2 ||
      operands.element(1) != element ||
      body.front().getOperands() != ValueRange(body.getArguments()) ||
      body.back().getOperands() != ValueRange(body.front().getResults()) ||
      getElementTypeOrSelf(op.getResultTypes().front()) != element)
    return std::nullopt;
  int64_t folded = operands.at(1, 0);
  for (int64_t number : operands.all(0)) {
    std::optional<int64_t> next =
        applyBinary(&body.front(), folded, number, element);
    if (!next || isa<CompareOp>(body.front()))
      return std::nullopt;
    folded = *next;
  }
  return Numbers{folded};
}

Result evaluate(GetDimensionSizeOp op) {
  int64_t size = op.getOperand().getType().getDimSize(op.getDimension());
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  return Numbers{size};
}

Result evaluateOp(Operation *op, RankedTensorType type) {
  if (auto size = dyn_cast<GetDimensionSizeOp>(op))
    return evaluate(size);
  std::optional<Operands> operands = Operands::of(op);
  if (!operands)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<ConcatenateOp, SliceOp, BroadcastInDimOp, IotaOp, DynamicSliceOp,
            ReduceOp>([&](auto op) { return evaluate(op, *operands); })
      .Case([&](ReshapeOp) { return operands->all(0); })
      .Default([&](Operation *op) {
        return evaluateElementwise(op, *operands, type);
      });
}

} // namespace

DenseElementsAttr ingot::evaluateSizes(Operation *op) {
  if (op->getNumResults() != 1 || isa<ConstantOp>(op) ||
      !isa<StablehloDialect>(op->getDialect()))
    return {};
  RankedTensorType type = smallType(op->getResult(0).getType());
  if (!type)
    return {};
  Result numbers = evaluateOp(op, type);
  if (!numbers ||
      static_cast<int64_t>(numbers->size()) != type.getNumElements())
    return {};
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  SmallVector<APInt> elements;
  for (int64_t number : *numbers)
    elements.push_back(APInt(64, number).trunc(width));
  return DenseElementsAttr::get(type, elements);
}
