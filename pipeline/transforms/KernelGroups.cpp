//===- KernelGroups.cpp - which ops make a kernel together ----------------===//
//
// Greedy, in the order of the block. A group has one heavy op at most
// (contraction, reduction, pad): two would have to agree on one tiling. An
// elementwise op takes over the group of an operand if it is the only reader
// and reads each element once. So nothing is computed twice, and the value
// between never reaches memory.
//
// Only the ops of the block decide, never names or addresses: a layer must form
// the same groups wherever it stands, or its kernels would not be found in the
// cache.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/KernelGroups.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using ingot::KernelGroup;

std::string KernelGroup::root() const {
  Operation *op = heavy ? heavy : sink();
  return op->getName().getStringRef().str();
}

bool ingot::isCheapProducer(Operation *op) {
  if (isa<tensor::EmptyOp, tensor::ExtractSliceOp>(op))
    return true;
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    Operation *init = fill.getOutputs()[0].getDefiningOp();
    return fill.hasPureTensorSemantics() &&
           isa_and_nonnull<tensor::EmptyOp>(init);
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    // What is still inline after the phase `constants` is small or a splat.
    return !isa<TensorType>(constant.getType()) ||
           isa<DenseElementsAttr>(constant.getValue());
  }
  return false;
}

bool ingot::isKernelOp(Operation *op) {
  if (isa<linalg::FillOp>(op) && isCheapProducer(op))
    // Alone it is a kernel only if somebody outside of kernels needs it.
    return llvm::any_of(op->getUsers(), [](Operation *user) {
      return !isa<linalg::LinalgOp>(user);
    });
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics();
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return static_cast<bool>(pad.getConstantPaddingValue());
  return false;
}

/// Every element of the result is computed once, from the elements at the same
/// place of the operands or of a smaller operand.
static bool isElementwise(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.getNumReductionLoops() == 0 &&
         llvm::all_of(structured.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

namespace {

/// Builds the groups of one block front to back: a group is known by its sink,
/// and an op that uses it alone may take it over.
class Grouping {
public:
  void visit(Operation *op) {
    KernelGroup group;
    group.heavy = isElementwise(op) ? nullptr : op;
    for (OpOperand &operand : op->getOpOperands())
      tryAbsorb(operand, group);
    group.ops.push_back(op);
    index_[op] = groups_.size();
    groups_.push_back(std::move(group));
  }

  SmallVector<KernelGroup> take() {
    SmallVector<KernelGroup> result;
    for (KernelGroup &group : groups_)
      if (!group.ops.empty()) // Taken over by a later one.
        result.push_back(std::move(group));
    return result;
  }

private:
  void tryAbsorb(OpOperand &operand, KernelGroup &group) {
    Operation *producer = operand.get().getDefiningOp();
    auto known = index_.find(producer);
    if (!producer || known == index_.end())
      return;
    KernelGroup &other = groups_[known->second];
    bool onlyUser = llvm::all_of(producer->getUsers(), [&](Operation *user) {
      return user == operand.getOwner();
    });
    if (other.ops.empty() || !onlyUser || !mayJoin(operand, group, other))
      return;
    group.ops.append(other.ops.begin(), other.ops.end());
    if (other.heavy)
      group.heavy = other.heavy;
    other.ops.clear();
  }

  /// Whether the group that computes `operand` may become part of `group`, the
  /// one of its user.
  static bool mayJoin(OpOperand &operand, const KernelGroup &group,
                      const KernelGroup &other) {
    auto user = dyn_cast<linalg::LinalgOp>(operand.getOwner());
    if (!user || (group.heavy && other.heavy))
      return false;
    // What a contraction starts from (a broadcast bias) is written in place.
    if (user.isDpsInit(&operand))
      return true;
    if (!isElementwise(user))
      return false;
    // A user that reads an element twice would have it computed twice.
    return user.getMatchingIndexingMap(&operand).isPermutation();
  }

  SmallVector<KernelGroup> groups_;
  /// Looked up only, never iterated over.
  DenseMap<Operation *, size_t> index_;
};

} // namespace

SmallVector<KernelGroup> ingot::groupKernels(Block &block) {
  Grouping grouping;
  for (Operation &op : block)
    if (isKernelOp(&op))
      grouping.visit(&op);
  return grouping.take();
}
