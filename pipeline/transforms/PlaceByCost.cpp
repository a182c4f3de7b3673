//===- PlaceByCost.cpp - ops to the target where they cost least ----------===//
//
// What ops cost is TargetCosts' to say and which target is best for all
// together CostPlacement's. Here a block of the program becomes numbers for
// them, and what they say becomes functions. Ops that stay behind one another
// are one function, so that they are fused as if they were alone.
//
// Looked at are pure ops on tensors of known sizes. Control flow stays with the
// request's target, and what stands in it is a block of its own. What constants
// decide is computed when they bind, so it costs nothing and is copied.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/BindTimeOps.h"
#include "pipeline/transforms/CostPlacement.h"
#include "pipeline/transforms/OutlineOps.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/TargetCosts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace ingot {
#define GEN_PASS_DEF_PLACEBYCOST
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

static bool isOfKnownSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// True for an op that could stand in a function of its own.
static bool isPureOp(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, linalg::LinalgDialect,
                         math::MathDialect, tensor::TensorDialect>(
             op->getDialect()) &&
         isMemoryEffectFree(op);
}

namespace {

/// The ops of one block that may be placed, and the choice.
class BlockPlacement {
public:
  BlockPlacement(Block &block, ArrayRef<TargetCosts> targets,
                 const llvm::DenseSet<Operation *> &bindTime)
      : block_(block), targets_(targets), bindTime_(bindTime) {
    problem_.targets = static_cast<unsigned>(targets.size());
    for (Operation &op : block)
      if (isMovable(&op)) {
        numbers_[&op] = static_cast<unsigned>(ops_.size());
        ops_.push_back(&op);
      }
    for (Operation *op : ops_)
      addOp(op);
    for (auto &[value, tensor] : tensors_)
      problem_.tensors.push_back(std::move(tensor));
    placement_ = placeByCost(problem_);
  }

  ArrayRef<Operation *> ops() const { return ops_; }
  unsigned targetOf(Operation *op) const {
    auto number = numbers_.find(op);
    return number == numbers_.end() ? 0 : placement_[number->second];
  }
  PlacementReport reportOf(Operation *op) const;

  /// Ops for one target of which none reads, through ops of others, what
  /// another one makes, in the order of the program.
  struct Group {
    unsigned target;
    SmallVector<Operation *> ops;
  };
  std::vector<Group> groups() const;

  /// Adds to sums over blocks: with all on the request's target, as placed,
  /// and of that what crosses.
  void addCosts(int64_t &alone, int64_t &placed, int64_t &crossing) const {
    alone += totalCost(problem_, CostPlacement(ops_.size(), 0));
    placed += totalCost(problem_, placement_);
    crossing += crossingCost(problem_, placement_);
  }

private:
  bool isMovable(Operation *op) const {
    return isPureOp(op) && !bindTime_.contains(op) && op->getNumResults() > 0 &&
           llvm::all_of(op->getResultTypes(), isOfKnownSize) &&
           llvm::all_of(BindTimeOps::valuesReadBy(op), [](Value value) {
             return !isa<ShapedType>(value.getType()) ||
                    isOfKnownSize(value.getType());
           });
  }

  void addOp(Operation *op) {
    std::vector<int64_t> &costs = problem_.ops.emplace_back();
    for (const TargetCosts &target : targets_)
      costs.push_back(&target != targets_.begin() && target.findForeignType(op)
                          ? CostProblem::kImpossible
                          : target.costOf(op));
    const unsigned number = numbers_.lookup(op);
    for (Value value : BindTimeOps::valuesReadBy(op)) {
      Operation *maker = value.getDefiningOp();
      if (!isOfKnownSize(value.getType()) ||
          (maker && bindTime_.contains(maker)))
        continue;
      CostProblem::Tensor &tensor = tensorOf(value);
      tensor.ops.push_back(number);
      tensor.isOfHost |= !maker || !numbers_.contains(maker);
    }
    for (Value result : op->getResults()) {
      CostProblem::Tensor &tensor = tensorOf(result);
      tensor.ops.push_back(number);
      for (Operation *user : result.getUsers())
        tensor.isOfHost |=
            !numbers_.contains(block_.findAncestorOpInBlock(*user));
    }
  }

  CostProblem::Tensor &tensorOf(Value value) {
    auto [entry, isNew] = tensors_.try_emplace(value);
    if (!isNew)
      return entry->second;
    entry->second.isOfHost = false;
    entry->second.cost = {0};
    for (const TargetCosts &target : targets_.drop_front())
      entry->second.cost.push_back(
          target.crossingCost(cast<RankedTensorType>(value.getType())));
    return entry->second;
  }

  Block &block_;
  const ArrayRef<TargetCosts> targets_; ///< The request's own first.
  const llvm::DenseSet<Operation *> &bindTime_;
  SmallVector<Operation *> ops_;
  llvm::DenseMap<Operation *, unsigned> numbers_; ///< Looked up only.
  llvm::MapVector<Value, CostProblem::Tensor> tensors_;
  CostProblem problem_;
  CostPlacement placement_;
};

} // namespace

/// An open group ends before somebody else reads what it makes, so a call where
/// its last op stands is behind all that it reads and before all that read it.
std::vector<BlockPlacement::Group> BlockPlacement::groups() const {
  std::vector<Group> groups;
  std::vector<std::optional<size_t>> open(targets_.size());
  llvm::DenseMap<Operation *, size_t> groupOf;
  for (Operation &op : block_) {
    const unsigned target = targetOf(&op);
    for (Value value : BindTimeOps::valuesReadBy(&op)) {
      auto maker = groupOf.find(value.getDefiningOp());
      if (maker == groupOf.end())
        continue;
      std::optional<size_t> &group = open[groups[maker->second].target];
      if (group == maker->second && groups[*group].target != target)
        group = std::nullopt;
    }
    if (target == 0)
      continue;
    if (!open[target]) {
      open[target] = groups.size();
      groups.push_back({target, {}});
    }
    groups[*open[target]].ops.push_back(&op);
    groupOf[&op] = *open[target];
  }
  return groups;
}

PlacementReport BlockPlacement::reportOf(Operation *op) const {
  const unsigned number = numbers_.lookup(op), chosen = placement_[number];
  ArrayRef<int64_t> costs = problem_.ops[number];
  const PlacementWork work = workOf(op);
  PlacementReport report{static_cast<uint64_t>(work.multiplications),
                         static_cast<uint64_t>(work.bytes),
                         {}};
  for (auto [i, target] : llvm::enumerate(targets_)) {
    PlacementCandidate candidate;
    candidate.by = target.name.empty() ? kOwnTarget.str()
                                       : (kOwnTarget + " " + target.name).str();
    if (costs[i] == CostProblem::kImpossible) {
      candidate.isAble = false;
      candidate.why = {CauseKind::Type, ""};
      candidate.reason = llvm::formatv("does not compute with elements of {0}",
                                       target.findForeignType(op));
    } else {
      candidate.microseconds = static_cast<double>(costs[i]) / 1e6;
      if (i != chosen) {
        candidate.why = {CauseKind::Work, ""};
        candidate.reason = costs[i] < costs[chosen]
                               ? "is faster so, by less than what would "
                                 "cross costs"
                               : "is estimated to be no faster so";
      }
    }
    report.candidates.push_back(std::move(candidate));
  }
  return report;
}

namespace {

struct PlaceByCost final : ingot::impl::PlaceByCostBase<PlaceByCost> {
  using PlaceByCostBase::PlaceByCostBase;

  void runOnOperation() override {
    SmallVector<TargetCosts> costs;
    for (StringRef text : targets) {
      std::optional<TargetCosts> parsed = TargetCosts::parse(text);
      if (!parsed) {
        emitError(getOperation().getLoc())
            << "ingot-place-by-cost: '" << text
            << "' does not say what work costs on a target";
        return signalPassFailure();
      }
      costs.push_back(*std::move(parsed));
    }
    if (costs.size() < 2)
      return;
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal() && !function->hasAttr(kTargetAttr))
        place(function, costs, symbols);
  }

private:
  void place(func::FuncOp function, ArrayRef<TargetCosts> targets,
             SymbolTable &symbols) {
    const llvm::DenseSet<Operation *> bindTime = findBindTimeOps(function);
    std::vector<BlockPlacement> placements;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isPureOp(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          placements.emplace_back(block, targets, bindTime);
      return WalkResult::advance();
    });
    explain(function, placements);
    for (const BlockPlacement &placement : placements)
      for (const BlockPlacement::Group &group : placement.groups()) {
        numPlaced += group.ops.size();
        outlineOps(group.ops, targets[group.target].name, symbols,
                   [&](Operation *op) { return bindTime.contains(op); });
      }
  }

  /// Constants and what they decide.
  static llvm::DenseSet<Operation *> findBindTimeOps(func::FuncOp function) {
    llvm::DenseSet<Operation *> found;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      const bool isPure = isPureOp(op);
      if ((isPure || isa<ml_program::GlobalLoadConstOp>(op)) &&
          llvm::all_of(BindTimeOps::valuesReadBy(op), [&](Value value) {
            Operation *maker = value.getDefiningOp();
            return maker && found.contains(maker);
          }))
        found.insert(op);
      return isPure ? WalkResult::skip() : WalkResult::advance();
    });
    return found;
  }

  void explain(func::FuncOp function,
               ArrayRef<BlockPlacement> placements) const {
    // Of a function that has nothing to place nothing is said.
    if (which.empty() ||
        llvm::all_of(placements, [](const BlockPlacement &placement) {
          return placement.ops().empty();
        }))
      return;
    int64_t alone = 0, placed = 0, crossing = 0;
    for (const BlockPlacement &placement : placements)
      placement.addCosts(alone, placed, crossing);
    function.emitRemark() << llvm::formatv(
        "is placed by cost: about {0:F1} us on the request's target alone, "
        "{1:F1} us as placed, {2:F1} us of it for what crosses",
        static_cast<double>(alone) / 1e6, static_cast<double>(placed) / 1e6,
        static_cast<double>(crossing) / 1e6);
    Builder builder(function.getContext());
    Attribute before = function->getAttr(kExplainAttr);
    function->setAttr(kExplainAttr,
                      builder.getArrayAttr({builder.getStringAttr(kExplainAll),
                                            builder.getStringAttr("")}));
    for (const BlockPlacement &placement : placements)
      for (Operation *op : placement.ops())
        if (isExplained(op, placement)) {
          explainPlacement(op, placement.reportOf(op));
          // Who computes it on its target is said when it is known.
          op->removeAttr(kExplainedAttr);
        }
    if (before)
      function->setAttr(kExplainAttr, before);
    else
      function->removeAttr(kExplainAttr);
  }

  bool isExplained(Operation *op, const BlockPlacement &placement) const {
    return placement.targetOf(op) != 0 ||
           (which == kExplainAll && workOf(op).multiplications != 0);
  }
};

} // namespace
