//===- KnownElements.cpp - the elements of small integer tensors ----------===//
//
// Models compute shapes: SHAPE, STRIDED_SLICE, PACK, RESHAPE. Following such
// lists through the ops that were made for them gives sizes that are known, or
// scalars of the run; without it most dynamic models would have no static
// dimension left.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ConstantBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Longer lists are data.
static constexpr int64_t kMaxElements = 64;
static constexpr unsigned kMaxSteps = 64;
/// Of one question. Each value is followed once.
static constexpr unsigned kMaxVisited = 1024;

namespace {

/// Follows one list. Gives nothing where it cannot see through an op.
class Follower {
public:
  explicit Follower(TensorBuilder &b) : b(b) {}

  std::optional<Sizes> elements(Value value, unsigned steps);

private:
  std::optional<Sizes> follow(Value value, Operation *op, unsigned steps);
  std::optional<Sizes> binary(Operation *op, unsigned steps);
  std::optional<Sizes> slice(stablehlo::SliceOp op, unsigned steps);

  TensorBuilder &b;
  /// Both operands of an op may be one value, so that the ways through a chain
  /// double with each op; all of them would be taken apart by ops of their own.
  llvm::DenseMap<Value, Sizes> known_;
};

std::optional<Sizes> constantElements(Operation *op) {
  DenseIntElementsAttr numbers;
  if (!matchPattern(op, m_Constant(&numbers)))
    return std::nullopt;
  bool isUnsigned = numbers.getElementType().isUnsignedInteger() ||
                    numbers.getElementType().isInteger(1);
  Sizes result;
  for (const APInt &number : numbers.getValues<APInt>())
    result.push_back(isUnsigned ? static_cast<int64_t>(number.getZExtValue())
                                : number.getSExtValue());
  return result;
}

std::optional<Size> combine(TensorBuilder &b, Operation *op, Size x, Size y) {
  if (isa<stablehlo::AddOp>(op))
    return b.add(x, y);
  if (isa<stablehlo::SubtractOp>(op))
    return b.subtract(x, y);
  if (isa<stablehlo::MultiplyOp>(op))
    return b.multiply(x, y);
  if (isa<stablehlo::MaximumOp>(op))
    return b.maximum(x, y);
  if (isa<stablehlo::MinimumOp>(op))
    return b.minimum(x, y);
  // Rounds towards zero, which is the same of what is not negative.
  if (isa<stablehlo::DivideOp>(op) && x.isKnown() && y.isKnown() &&
      x.known() >= 0 && y.known() > 0)
    return b.floorDivide(x, y);
  return std::nullopt;
}

std::optional<Sizes> Follower::binary(Operation *op, unsigned steps) {
  std::optional<Sizes> x = elements(op->getOperand(0), steps);
  std::optional<Sizes> y = elements(op->getOperand(1), steps);
  if (!x || !y || x->size() != y->size())
    return std::nullopt;
  Sizes result;
  for (auto [a, c] : llvm::zip_equal(*x, *y)) {
    std::optional<Size> size = combine(b, op, a, c);
    if (!size)
      return std::nullopt;
    result.push_back(*size);
  }
  return result;
}

std::optional<Sizes> Follower::slice(stablehlo::SliceOp op, unsigned steps) {
  std::optional<Sizes> all = elements(op.getOperand(), steps);
  // The program is not verified yet.
  if (!all || op.getStartIndices().size() != 1 || op.getStrides()[0] < 1 ||
      op.getStartIndices()[0] < 0 ||
      op.getLimitIndices()[0] > static_cast<int64_t>(all->size()))
    return std::nullopt;
  Sizes result;
  for (int64_t i = op.getStartIndices()[0]; i < op.getLimitIndices()[0];
       i += op.getStrides()[0])
    result.push_back((*all)[i]);
  return result;
}

std::optional<Sizes> Follower::follow(Value value, Operation *op,
                                      unsigned steps) {
  if (std::optional<Sizes> known = constantElements(op))
    return known;
  if (isa<stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::MultiplyOp,
          stablehlo::MaximumOp, stablehlo::MinimumOp, stablehlo::DivideOp>(op))
    return binary(op, steps);
  if (isa<stablehlo::ReshapeOp>(op))
    return elements(op->getOperand(0), steps);
  if (auto convert = dyn_cast<stablehlo::ConvertOp>(op)) {
    // Sizes fit every type that models hold them in.
    auto from = dyn_cast<IntegerType>(
        cast<RankedTensorType>(convert.getOperand().getType())
            .getElementType());
    if (from && from.getWidth() >= 32 &&
        TensorBuilder::elementOf(value).getIntOrFloatBitWidth() >= 32)
      return elements(op->getOperand(0), steps);
    return std::nullopt;
  }
  if (auto reverse = dyn_cast<stablehlo::ReverseOp>(op)) {
    std::optional<Sizes> list = elements(op->getOperand(0), steps);
    if (list && TensorBuilder::rankOf(value) == 1)
      std::reverse(list->begin(), list->end());
    return TensorBuilder::rankOf(value) == 1 ? list : std::nullopt;
  }
  if (auto sliced = dyn_cast<stablehlo::SliceOp>(op))
    return slice(sliced, steps);
  if (auto list = dyn_cast<stablehlo::ConcatenateOp>(op)) {
    if (TensorBuilder::rankOf(value) != 1)
      return std::nullopt;
    Sizes result;
    for (Value part : list.getInputs()) {
      std::optional<Sizes> sizes = elements(part, steps);
      if (!sizes)
        return std::nullopt;
      result.append(*sizes);
    }
    return result;
  }
  if (isa<stablehlo::BroadcastInDimOp>(op)) {
    std::optional<Sizes> one = elements(op->getOperand(0), steps);
    if (one && one->size() == 1)
      return Sizes(TensorBuilder::typeOf(value).getNumElements(), one->front());
  }
  return std::nullopt;
}

/// Each element taken out by ops.
Sizes takeOut(TensorBuilder &b, Value value) {
  int64_t count = TensorBuilder::typeOf(value).getNumElements();
  Value list = b.reshape(value, Size(count));
  Sizes result;
  for (int64_t i = 0; i < count; ++i)
    result.push_back(b.sizeFrom(b.reshape(b.slice(list, 0, i, i + 1), {})));
  return result;
}

std::optional<Sizes> Follower::elements(Value value, unsigned steps) {
  RankedTensorType type = TensorBuilder::typeOf(value);
  if (!isa<IntegerType>(type.getElementType()) || !type.hasStaticShape() ||
      type.getNumElements() > kMaxElements)
    return std::nullopt;
  if (auto known = known_.find(value); known != known_.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  std::optional<Sizes> found;
  if (op && steps > 0 && known_.size() < kMaxVisited)
    found = follow(value, op, steps - 1);
  if (!found)
    found = takeOut(b, value);
  return known_[value] = *std::move(found);
}

} // namespace

std::optional<Sizes> ingot::tflite::elementsOf(TensorBuilder &b, Value value) {
  return Follower(b).elements(value, kMaxSteps);
}
