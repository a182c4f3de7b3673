//===- RecognizeTorchOperators.cpp - operators by name to ops -------------===//
//
// A name alone is not enough: importers may come from another release than our
// table, so operands and results have to fit the schema too. What does not fit
// stays a torch.operator, and the report quotes the schema.
//
// Importers leave two more things that only the operator tells: `detach_` of a
// tensor that nobody changes, and results without a rank where the operator can
// have but one: cross_entropy becomes a sum of all elements.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/BitVector.h"

namespace ingot {
#define GEN_PASS_DEF_RECOGNIZETORCHOPERATORS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// It shares its operand's elements; where nobody writes any, the two are one.
static constexpr StringLiteral kDetachInPlace = "torch.aten.detach_";
static constexpr StringLiteral kDetach = "torch.aten.detach";

static bool isDetachOfValue(ingot::torch::OperatorOp op) {
  return op.getName() == kDetachInPlace && op->getNumOperands() == 1 &&
         op->getNumResults() == 1 && op->getNumRegions() <= 1 &&
         llvm::all_of(op->getRegions(),
                      [](Region &region) { return region.empty(); }) &&
         isa<ingot::torch::ValueTensorType>(op->getOperand(0).getType()) &&
         isa<ingot::torch::ValueTensorType>(op->getResult(0).getType());
}

/// Operators whose result has no dimensions, whatever their operands.
static bool givesNumber(StringRef name) {
  static constexpr StringLiteral kNames[] = {
      "torch.aten.all",    "torch.aten.any",
      "torch.aten.max",    "torch.aten.mean",
      "torch.aten.median", "torch.aten.min",
      "torch.aten.prod",   "torch.aten.scalar_tensor",
      "torch.aten.sum",    "torch.prim.NumToTensor.Scalar"};
  return llvm::is_contained(kNames, name);
}

/// Functions, branches, loops and copies have the same type elsewhere, too.
static bool isForOperators(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return user->getName().getStringRef().starts_with("torch.aten.");
  });
}

/// The sizes of an operator's only result, where it has but one set of them.
static std::optional<SmallVector<int64_t>> sizesOf(Operation *op) {
  ingot::torch::TorchOp sum(op);
  if (givesNumber(sum.name()))
    return SmallVector<int64_t>();
  if (sum.name() != "torch.aten.sum.dim_IntList")
    return std::nullopt;
  auto from =
      dyn_cast<ingot::torch::TorchTensorType>(sum.operand("self").getType());
  std::optional<SmallVector<int64_t>> dims =
      ingot::torch::matchIntList(sum.operand("dim"));
  std::optional<bool> keeps = ingot::torch::matchBool(sum.operand("keepdim"));
  if (!from || !from.hasRank() || !dims || dims->empty() || !keeps)
    return std::nullopt;
  SmallVector<int64_t> sizes(*from.getSizes());
  llvm::BitVector isSummed(sizes.size());
  for (int64_t dim : *dims) {
    std::optional<int64_t> normal =
        ingot::torch::normalizeDim(dim, from.getRank());
    if (!normal || from.getRank() == 0)
      return std::nullopt;
    isSummed.set(*normal);
  }
  for (unsigned dim : llvm::reverse(llvm::to_vector(isSummed.set_bits()))) {
    if (*keeps)
      sizes[dim] = 1;
    else
      sizes.erase(sizes.begin() + dim);
  }
  return sizes;
}

static void stateRank(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<ingot::torch::ValueTensorType>(op->getResult(0).getType()))
    return;
  Value result = op->getResult(0);
  auto type = cast<ingot::torch::TorchTensorType>(result.getType());
  if (type.hasRank() || !type.getDtype() || !isForOperators(result))
    return;
  if (std::optional<SmallVector<int64_t>> sizes = sizesOf(op))
    result.setType(type.withSizes(*sizes));
}

namespace {
struct RecognizeTorchOperators final
    : ingot::impl::RecognizeTorchOperatorsBase<RecognizeTorchOperators> {
  using RecognizeTorchOperatorsBase::RecognizeTorchOperatorsBase;

  void runOnOperation() override {
    SmallVector<ingot::torch::OperatorOp> known;
    getOperation()->walk([&](ingot::torch::OperatorOp op) {
      if (ingot::torch::getSchema(op) || isDetachOfValue(op))
        known.push_back(op);
    });
    for (ingot::torch::OperatorOp op : known) {
      OpBuilder builder(op);
      StringRef name = isDetachOfValue(op)
                           ? StringRef(kDetach)
                           : StringRef(ingot::torch::getSchema(op)->opName);
      OperationState state(op.getLoc(), name, op.getOperands(),
                           op.getResultTypes(),
                           op->getDiscardableAttrDictionary().getValue());
      op->replaceAllUsesWith(builder.create(state));
      op->erase();
    }
    getOperation()->walk(stateRank);
  }
};
} // namespace
