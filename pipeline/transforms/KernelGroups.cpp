//===- KernelGroups.cpp - which ops make a kernel together ----------------===//
//
// Chains over rows first, from the last op of the block to the first: an op
// joins the chain of all its readers. A chain that the second step would do as
// well is dropped again.
//
// Then trees, greedy, in the order of the block. A tree has one heavy op at
// most (contraction, reduction, pad): two would have to agree on one tiling. An
// elementwise op takes over the group of an operand if it is the only reader
// and reads each element once. So nothing is computed twice, and the value
// between never reaches memory. A pad takes over the group of its source: that
// is computed between the padding at once. One that has no such source, or one
// that only arranges elements, belongs to windows that can mostly do without it
// (PaddedWindows.h).
//
// Only the ops of the block decide, never names or addresses: a layer must form
// the same groups wherever it stands, or its kernels would not be found in the
// cache.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/KernelGroups.h"
#include "pipeline/codegen/PaddedWindows.h"
#include "pipeline/codegen/RowChain.h"
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
    if (!isa<TensorType>(constant.getType()))
      return true;
    // By now all is folded that can be, however the program was spelled.
    auto payload = dyn_cast<DenseElementsAttr>(constant.getValue());
    return payload && !ingot::isWeightPayload(payload);
  }
  return false;
}

tensor::EmptyOp ingot::memoryOf(Value value) {
  while (auto op = value.getDefiningOp<linalg::LinalgOp>())
    value =
        op.getDpsInitOperand(cast<OpResult>(value).getResultNumber())->get();
  return value.getDefiningOp<tensor::EmptyOp>();
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

/// True for an elementwise op that a contraction, a convolution or a pad, which
/// nobody else reads, can take along: it is computed where their results still
/// are in registers.
static bool belongsToContraction(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    auto producer = input->get().getDefiningOp<linalg::LinalgOp>();
    return producer && producer.getNumReductionLoops() > 0 &&
           !ingot::isRowReduction(producer) && input->get().hasOneUse() &&
           op.getMatchingIndexingMap(input).isPermutation();
  });
}

namespace {

/// Finds the chains over rows of one block, back to front.
class ChainFinder {
public:
  explicit ChainFinder(Block &block) {
    for (Operation &op : llvm::reverse(block))
      if (auto structured = dyn_cast<linalg::LinalgOp>(op);
          structured && ingot::isKernelOp(&op))
        visit(structured);
  }

  /// The group of the chain that ends in `op`; none if there is no such chain
  /// or if it is not worth a kernel.
  std::optional<KernelGroup> groupOf(Operation *op) const {
    auto known = chainOf_.find(op);
    if (known == chainOf_.end())
      return std::nullopt;
    const ingot::RowChain &chain = chains_[known->second];
    if (chain.ops().front() != op || !chain.isWorthOneKernel())
      return std::nullopt;
    KernelGroup group;
    for (linalg::LinalgOp member : llvm::reverse(chain.ops())) {
      group.ops.push_back(member);
      if (member.getNumReductionLoops() > 0)
        group.heavy = member;
    }
    return group;
  }

  bool isTaken(Operation *op) const {
    auto known = chainOf_.find(op);
    return known != chainOf_.end() && chains_[known->second].isWorthOneKernel();
  }

private:
  void visit(linalg::LinalgOp op) {
    if (!(ingot::isRowReduction(op) || ingot::isRowwiseElementwise(op)) ||
        belongsToContraction(op))
      return;
    std::optional<size_t> readers;
    for (Operation *user : op->getUsers()) {
      auto known = chainOf_.find(user);
      if (known != chainOf_.end())
        readers = known->second;
    }
    if (readers && chains_[*readers].ops().size() < kMaxOps &&
        chains_[*readers].tryAdd(op)) {
      chainOf_[op] = *readers;
      return;
    }
    chainOf_[op] = chains_.size();
    chains_.emplace_back(op);
  }

  /// Longer chains would be one kernel that takes long to compile.
  static constexpr size_t kMaxOps = 32;

  SmallVector<ingot::RowChain, 0> chains_;
  /// Looked up only, never iterated over.
  DenseMap<Operation *, size_t> chainOf_;
};

/// Builds the trees of one block front to back: a group is known by its sink,
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

  void add(KernelGroup group) { groups_.push_back(std::move(group)); }

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
    // Of a pad and what it holds, or what reads it, it is the other op.
    if (other.heavy && (!group.heavy || isa<tensor::PadOp>(group.heavy)))
      group.heavy = other.heavy;
    other.ops.clear();
  }

  /// Whether the group that computes `operand` may become part of `group`, the
  /// one of its user.
  static bool mayJoin(OpOperand &operand, const KernelGroup &group,
                      const KernelGroup &other) {
    if (auto pad = dyn_cast<tensor::PadOp>(other.sink())) {
      if (other.ops.size() > 1)
        return false; // Its place in the padded result is all it knows.
      if (ingot::splitPaddedWindows(pad))
        return true;
    }
    if (auto pad = dyn_cast<tensor::PadOp>(operand.getOwner()))
      return !isOnlyArranged(other, pad) && mayBePadded(operand, other);
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

  /// Whether `other` is a copy that only arranges elements, for windows that
  /// need no padded image: a copy of whole rows is faster than one between
  /// padding.
  static bool isOnlyArranged(const KernelGroup &other, tensor::PadOp pad) {
    auto copy = dyn_cast<linalg::GenericOp>(other.sink());
    return other.ops.size() == 1 && copy && isElementwise(copy) &&
           copy.getBlock()->getOperations().size() == 1 &&
           llvm::all_of(copy.getIndexingMapsArray(),
                        [](AffineMap map) { return map.isPermutation(); }) &&
           ingot::splitPaddedWindows(pad);
  }

  /// Whether `source`, the operand of a pad, can be computed where it will
  /// stand between the padding: all that its group writes to is fresh memory.
  static bool mayBePadded(OpOperand &source, const KernelGroup &other) {
    Operation *producer = source.get().getDefiningOp();
    if (source.getOperandNumber() != 0 || producer->getNumResults() != 1)
      return false;
    Value value = source.get();
    while (auto op = value.getDefiningOp<linalg::LinalgOp>()) {
      if (!llvm::is_contained(other.ops, op.getOperation()) &&
          !ingot::isCheapProducer(op))
        return false;
      value =
          op.getDpsInitOperand(cast<OpResult>(value).getResultNumber())->get();
    }
    return isa_and_nonnull<tensor::EmptyOp>(value.getDefiningOp());
  }

  SmallVector<KernelGroup> groups_;
  /// Looked up only, never iterated over.
  DenseMap<Operation *, size_t> index_;
};

} // namespace

SmallVector<KernelGroup> ingot::groupKernels(Block &block) {
  ChainFinder chains(block);
  Grouping grouping;
  for (Operation &op : block) {
    if (std::optional<KernelGroup> chain = chains.groupOf(&op))
      grouping.add(std::move(*chain));
    else if (isKernelOp(&op) && !chains.isTaken(&op))
      grouping.visit(&op);
  }
  return grouping.take();
}
