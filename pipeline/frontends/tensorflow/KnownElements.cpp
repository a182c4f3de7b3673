//===- KnownElements.cpp - integers that are known while reading ----------===//
//
// Each op that shapes are computed with is followed to its operands, as deep as
// chains of shapes go in practice. What is not followed is an element without
// a number.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/KnownElements.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;
using torch::TensorBuilder;

namespace {

using Elements = SmallVector<Element>;
using Followed = std::optional<Elements>;

constexpr int kMaxDepth = 64;
/// Each op has two operands that may be one value: a chain of additions of a
/// value to itself has as many ways through it as its results have bits.
constexpr int kMaxVisited = 1 << 13;

/// Where a question has got to.
struct Walk {
  int depth;
  int &visited; ///< Of the whole question.
};

Followed follow(Value value, Walk walk);

/// A number as an element of the type would hold it.
int64_t wrap(int64_t number, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  APInt bits = APInt(64, number, true).trunc(std::min(width, 64u));
  bool isUnsigned = element.isUnsignedInteger() || width == 1;
  return isUnsigned ? static_cast<int64_t>(bits.getZExtValue())
                    : bits.getSExtValue();
}

Followed followConstant(DenseElementsAttr elements) {
  Elements result;
  bool isUnsigned = elements.getElementType().isUnsignedInteger() ||
                    elements.getElementType().isInteger(1);
  for (const APInt &number : elements.getValues<APInt>())
    result.push_back({isUnsigned ? static_cast<int64_t>(number.getZExtValue())
                                 : number.getSExtValue(),
                      {}});
  return result;
}

Followed followConcatenate(stablehlo::ConcatenateOp op, Walk walk) {
  if (op.getDimension() != 0)
    return std::nullopt;
  Elements result;
  for (Value input : op.getInputs()) {
    Followed part = follow(input, walk);
    if (!part)
      return std::nullopt;
    result.append(part->begin(), part->end());
  }
  return result;
}

Followed followSlice(stablehlo::SliceOp op, Walk walk) {
  Followed source = follow(op.getOperand(), walk);
  if (!source)
    return std::nullopt;
  auto from = cast<RankedTensorType>(op.getOperand().getType());
  auto to = cast<RankedTensorType>(op.getType());
  Elements result;
  SmallVector<int64_t> place(to.getRank(), 0);
  for (int64_t i = 0; i < to.getNumElements(); ++i) {
    int64_t at = 0, rest = i;
    for (int64_t dim = to.getRank() - 1; dim >= 0; --dim) {
      place[dim] = rest % to.getDimSize(dim);
      rest /= to.getDimSize(dim);
    }
    for (int64_t dim = 0; dim < to.getRank(); ++dim)
      at = at * from.getDimSize(dim) + op.getStartIndices()[dim] +
           place[dim] * op.getStrides()[dim];
    // The program is not verified yet.
    if (at < 0 || at >= static_cast<int64_t>(source->size()))
      return std::nullopt;
    result.push_back((*source)[at]);
  }
  return result;
}

std::optional<int64_t> compute(Operation *op, ArrayRef<int64_t> x) {
  auto wrapping = [](uint64_t number) { return static_cast<int64_t>(number); };
  if (isa<stablehlo::AddOp>(op))
    return wrapping(uint64_t(x[0]) + uint64_t(x[1]));
  if (isa<stablehlo::SubtractOp>(op))
    return wrapping(uint64_t(x[0]) - uint64_t(x[1]));
  if (isa<stablehlo::MultiplyOp>(op))
    return wrapping(uint64_t(x[0]) * uint64_t(x[1]));
  if (isa<stablehlo::DivideOp>(op) && x[1] != 0 && x[1] != -1)
    return x[0] / x[1];
  if (isa<stablehlo::RemainderOp>(op) && x[1] != 0 && x[1] != -1)
    return x[0] % x[1];
  if (isa<stablehlo::MaximumOp>(op))
    return std::max(x[0], x[1]);
  if (isa<stablehlo::MinimumOp>(op))
    return std::min(x[0], x[1]);
  if (isa<stablehlo::AndOp>(op))
    return x[0] & x[1];
  if (isa<stablehlo::OrOp>(op))
    return x[0] | x[1];
  if (isa<stablehlo::NotOp>(op))
    return ~x[0];
  if (isa<stablehlo::NegateOp>(op))
    return wrapping(0 - uint64_t(x[0]));
  if (isa<stablehlo::AbsOp>(op))
    return x[0] < 0 ? wrapping(0 - uint64_t(x[0])) : x[0];
  if (isa<stablehlo::ConvertOp>(op))
    return x[0];
  if (isa<stablehlo::SelectOp>(op))
    return x[0] ? x[1] : x[2];
  auto compare = dyn_cast<stablehlo::CompareOp>(op);
  if (!compare)
    return std::nullopt;
  switch (compare.getComparisonDirection()) {
  case stablehlo::ComparisonDirection::EQ:
    return x[0] == x[1];
  case stablehlo::ComparisonDirection::NE:
    return x[0] != x[1];
  case stablehlo::ComparisonDirection::GE:
    return x[0] >= x[1];
  case stablehlo::ComparisonDirection::GT:
    return x[0] > x[1];
  case stablehlo::ComparisonDirection::LE:
    return x[0] <= x[1];
  case stablehlo::ComparisonDirection::LT:
    return x[0] < x[1];
  }
  return std::nullopt;
}

/// Element by element. Where a conversion's operand is a scalar, so is the
/// result.
Followed followElementwise(Operation *op, Walk walk) {
  SmallVector<Elements> operands;
  int64_t count =
      cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
  for (Value operand : op->getOperands()) {
    Followed followed = follow(operand, walk);
    if (!followed || static_cast<int64_t>(followed->size()) != count)
      return std::nullopt;
    operands.push_back(*followed);
  }
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  Elements result(count);
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<int64_t> numbers;
    for (const Elements &operand : operands)
      if (operand[i].known)
        numbers.push_back(*operand[i].known);
    if (numbers.size() == operands.size()) {
      if (std::optional<int64_t> number = compute(op, numbers))
        result[i].known = wrap(*number, element);
    } else if (isa<stablehlo::ConvertOp>(op) && !element.isInteger(1)) {
      result[i].scalar = operands[0][i].scalar;
    }
  }
  return result;
}

Followed followBroadcast(stablehlo::BroadcastInDimOp op, Walk walk) {
  Followed source = follow(op.getOperand(), walk);
  if (!source || source->size() != 1)
    return std::nullopt;
  return Elements(cast<RankedTensorType>(op.getType()).getNumElements(),
                  source->front());
}

Followed followReverse(stablehlo::ReverseOp op, Walk walk) {
  if (cast<RankedTensorType>(op.getType()).getRank() != 1)
    return std::nullopt;
  Followed source = follow(op.getOperand(), walk);
  if (source)
    std::reverse(source->begin(), source->end());
  return source;
}

Followed followIota(stablehlo::IotaOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  if (type.getRank() != 1)
    return std::nullopt;
  Elements result;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    result.push_back({wrap(i, type.getElementType()), {}});
  return result;
}

Followed followOp(Operation *op, Walk walk) {
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return followConstant(constant);
  return llvm::TypeSwitch<Operation *, Followed>(op)
      .Case([&](stablehlo::ConcatenateOp op) {
        return followConcatenate(op, walk);
      })
      .Case([&](stablehlo::SliceOp op) { return followSlice(op, walk); })
      .Case<stablehlo::ReshapeOp, stablehlo::DynamicReshapeOp>(
          [&](auto op) { return follow(op->getOperand(0), walk); })
      .Case([&](stablehlo::BroadcastInDimOp op) {
        return followBroadcast(op, walk);
      })
      .Case([&](stablehlo::ReverseOp op) { return followReverse(op, walk); })
      .Case([&](stablehlo::IotaOp op) { return followIota(op); })
      .Default([&](Operation *op) -> Followed {
        if (op->getNumResults() == 1 && op->hasTrait<OpTrait::Elementwise>())
          return followElementwise(op, walk);
        if (isa<stablehlo::SelectOp>(op))
          return followElementwise(op, walk);
        return std::nullopt;
      });
}

Followed follow(Value value, Walk walk) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() ||
      !isa<IntegerType>(type.getElementType()) ||
      type.getNumElements() > kMaxFollowed || walk.depth > kMaxDepth ||
      ++walk.visited > kMaxVisited)
    return std::nullopt;
  int64_t count = type.getNumElements();
  Followed result;
  if (Operation *op = value.getDefiningOp())
    result = followOp(op, {walk.depth + 1, walk.visited});
  if (!result || static_cast<int64_t>(result->size()) != count)
    result = Elements(count);
  if (type.getRank() == 0 && !result->front().known && !result->front().scalar)
    result->front().scalar = value;
  return result;
}

Followed followAll(Value value) {
  int visited = 0;
  return follow(value, {0, visited});
}

} // namespace

std::optional<SmallVector<Element>> ingot::tensorflow::elementsOf(Value value) {
  return followAll(value);
}

std::optional<SmallVector<int64_t>>
ingot::tensorflow::knownElements(Value value) {
  Followed elements = followAll(value);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const Element &element : *elements) {
    if (!element.known)
      return std::nullopt;
    numbers.push_back(*element.known);
  }
  return numbers;
}

std::optional<torch::Sizes> ingot::tensorflow::sizesIn(TensorBuilder &b,
                                                       Value value) {
  Followed elements = followAll(value);
  if (!elements || b.rankOf(value) > 1)
    return std::nullopt;
  torch::Sizes sizes;
  for (auto [i, element] : llvm::enumerate(*elements)) {
    if (element.known) {
      sizes.push_back(*element.known);
      continue;
    }
    Value scalar = element.scalar;
    if (!scalar)
      scalar = b.reshape(b.slice(value, 0, i, i + 1), {});
    sizes.push_back(b.sizeFrom(scalar));
  }
  return sizes;
}

Value ingot::tensorflow::foldKnown(TensorBuilder &b, Value value) {
  if (!value.getDefiningOp() ||
      matchPattern(value.getDefiningOp(), m_Constant()))
    return value;
  std::optional<SmallVector<int64_t>> numbers = knownElements(value);
  if (!numbers)
    return value;
  Type element = b.elementOf(value);
  SmallVector<APInt> bits;
  for (int64_t number : *numbers)
    bits.push_back(APInt(64, number, true)
                       .trunc(std::min(element.getIntOrFloatBitWidth(), 64u)));
  return b.constant(DenseElementsAttr::get(b.typeOf(value), bits));
}
