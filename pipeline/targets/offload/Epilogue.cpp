//===- Epilogue.cpp - elementwise ops that a library does at its stores ---===//
//
// A chain: from the value that is yielded back to the block argument of the
// result, each op has the value before it and something that does not depend on
// it, a number or another operand.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/Epilogue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot::offload;

/// More than any network has; the library has a limit of its own.
static constexpr size_t kMaxSteps = 8;

/// The step's name, or nothing for another op.
static std::optional<StringRef> nameOf(Operation *op) {
  if (isa<arith::AddFOp>(op))
    return "add";
  if (isa<arith::SubFOp>(op))
    return "sub";
  if (isa<arith::MulFOp>(op))
    return "mul";
  // Of NaN the library makes what its instructions make of it.
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return "max";
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    return "min";
  return std::nullopt;
}

/// The elementwise op that alone reads `value`, dimension by dimension; null if
/// another reads it.
static linalg::LinalgOp onlyReader(Value value) {
  if (!value.hasOneUse())
    return {};
  OpOperand &use = *value.getUses().begin();
  auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!reader || reader.getNumReductionLoops() != 0 ||
      !reader.hasPureTensorSemantics() || reader->getNumResults() != 1 ||
      reader.isDpsInit(&use))
    return {};
  return reader;
}

namespace {
/// Reads one elementwise op. What it finds is given to the call at the end.
class Chain {
public:
  Chain(linalg::LinalgOp op, Value of, size_t firstOperand, int64_t dim)
      : op_(op), of_(of), next_(firstOperand), dim_(dim) {}

  bool read() {
    if (!isSameOrder())
      return false;
    Operation *yield = op_.getBlock()->getTerminator();
    Value at = yield->getOperand(0);
    while (true) {
      if (auto argument = dyn_cast<BlockArgument>(at))
        return isResult(argument) && steps.size() <= kMaxSteps;
      Operation *step = at.getDefiningOp();
      std::optional<StringRef> name = step ? nameOf(step) : std::nullopt;
      if (!name || !step->hasOneUse() || step->getBlock() != op_.getBlock())
        return false;
      Value left = step->getOperand(0), right = step->getOperand(1);
      // What is taken away from cannot be the other one.
      if (isOther(left) && *name != "sub")
        std::swap(left, right);
      if (!isOther(right) || !addStep(*name, right))
        return false;
      at = left;
    }
  }

  SmallVector<llvm::json::Object> steps; ///< The last one first.
  SmallVector<Value> operands;

private:
  bool isSameOrder() {
    AffineMap out = op_.getMatchingIndexingMap(op_.getDpsInitOperand(0));
    return out.isIdentity() && of_.getType() == op_->getResult(0).getType() &&
           llvm::all_of(op_.getDpsInputOperands(), [&](OpOperand *operand) {
             return operand->get() != of_ ||
                    op_.getMatchingIndexingMap(operand) == out;
           });
  }

  OpOperand *operandOf(BlockArgument argument) {
    return argument.getOwner() == op_.getBlock()
               ? op_.getMatchingOpOperand(argument)
               : nullptr;
  }
  bool isResult(BlockArgument argument) {
    OpOperand *operand = operandOf(argument);
    return operand && operand->get() == of_;
  }
  /// True for what does not depend on the result before: numbers and operands.
  bool isOther(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return operandOf(argument) && !isResult(argument);
    return matchPattern(value, m_Constant());
  }

  bool addStep(StringRef name, Value other) {
    llvm::json::Object step{{"op", name}};
    FloatAttr number;
    if (matchPattern(other, m_Constant(&number))) {
      if (!number.getValue().isFinite())
        return false; // JSON has no word for it.
      step["number"] = number.getValueAsDouble();
      steps.push_back(std::move(step));
      return true;
    }
    auto argument = dyn_cast<BlockArgument>(other);
    OpOperand *operand = argument ? operandOf(argument) : nullptr;
    if (!operand || op_.isDpsInit(operand))
      return false;
    auto type = dyn_cast<RankedTensorType>(operand->get().getType());
    if (!type || !type.getElementType().isF32())
      return false;
    AffineMap map = op_.getMatchingIndexingMap(operand);
    if (!map.isIdentity()) {
      // Dimensions of size one beside it do not matter.
      std::optional<int64_t> along;
      for (auto [index, size] :
           llvm::zip_equal(map.getResults(), type.getShape())) {
        auto loop = dyn_cast<AffineDimExpr>(index);
        if (size == 1)
          continue;
        if (!loop || along)
          return false;
        along = loop.getPosition();
      }
      if (along != dim_)
        return false;
      step["along"] = true;
    }
    step["operand"] = static_cast<int64_t>(next_ + operands.size());
    operands.push_back(operand->get());
    steps.push_back(std::move(step));
    return true;
  }

  linalg::LinalgOp op_;
  Value of_;
  size_t next_;
  int64_t dim_;
};
} // namespace

bool ingot::offload::takeEpilogue(LibraryCall &call, int64_t dim) {
  linalg::LinalgOp reader = onlyReader(call.result());
  if (!reader || reader->getBlock() != call.ops.back()->getBlock())
    return true;
  Chain chain(reader, call.result(), call.operands.size(), dim);
  if (!chain.read())
    return false;
  llvm::json::Array steps;
  for (llvm::json::Object &step : llvm::reverse(chain.steps))
    steps.push_back(std::move(step));
  if (!steps.empty())
    call.attributes["steps"] = std::move(steps);
  llvm::append_range(call.operands, chain.operands);
  call.ops.push_back(reader);
  return true;
}
