//===- OutlineParallel.cpp - bodies of scf.forall become tasks ------------===//
//
// All dimensions of a forall are flattened into one range, because the caller's
// parallel_for knows one. A task recovers its indices by division, once per
// iteration: an iteration is a tile, so that costs nothing.
//
// Handing out a loop takes microseconds if the other threads sleep, and what
// they computed lies in their caches. A loop that is shorter than some forty
// stays a loop: whether it is does not depend on the number of threads. Where
// the number of iterations is known to the run only, so is that.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/WorkEstimate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

#include <cmath>

namespace ingot {
#define GEN_PASS_DEF_OUTLINEPARALLEL
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// What a task needs from outside: values to pass and constants to repeat.
struct Captures {
  SmallVector<Value> values;
  SmallVector<Operation *> constants;
};

static Captures findCaptures(scf::ForallOp forall, Value call) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(forall.getRegion(), used);
  // The bounds are needed to recover the indices.
  for (OpFoldResult bound : llvm::concat<OpFoldResult>(
           forall.getMixedLowerBound(), forall.getMixedUpperBound(),
           forall.getMixedStep()))
    if (auto value = dyn_cast<Value>(bound))
      used.insert(value);
  used.remove(call);

  Captures captures;
  for (Value value : used) {
    Operation *definition = value.getDefiningOp();
    if (definition && definition->hasTrait<OpTrait::ConstantLike>())
      captures.constants.push_back(definition);
    else
      captures.values.push_back(value);
  }
  return captures;
}

/// The number of iterations per dimension.
static SmallVector<Value> tripCounts(OpBuilder &builder, Location loc,
                                     scf::ForallOp forall,
                                     const IRMapping &mapping) {
  auto materialize = [&](OpFoldResult bound) {
    if (auto value = dyn_cast<Value>(bound))
      return mapping.lookupOrDefault(value);
    return getValueOrCreateConstantIndexOp(builder, loc, bound);
  };
  SmallVector<Value> counts;
  for (auto [lower, upper, step] :
       llvm::zip(forall.getMixedLowerBound(), forall.getMixedUpperBound(),
                 forall.getMixedStep())) {
    Value span = arith::SubIOp::create(builder, loc, materialize(upper),
                                       materialize(lower));
    Value count =
        arith::CeilDivSIOp::create(builder, loc, span, materialize(step));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    counts.push_back(arith::MaxSIOp::create(builder, loc, count, zero));
  }
  return counts;
}

/// Induction variables of flattened iteration `index`, last dimension fastest.
static SmallVector<Value> recoverIndices(OpBuilder &builder, Location loc,
                                         scf::ForallOp forall, Value index,
                                         ValueRange counts,
                                         const IRMapping &mapping) {
  SmallVector<Value> indices(counts.size());
  SmallVector<OpFoldResult> lowers = forall.getMixedLowerBound();
  SmallVector<OpFoldResult> steps = forall.getMixedStep();
  auto materialize = [&](OpFoldResult bound) {
    if (auto value = dyn_cast<Value>(bound))
      return mapping.lookupOrDefault(value);
    return getValueOrCreateConstantIndexOp(builder, loc, bound);
  };
  for (int64_t i = counts.size() - 1; i >= 0; --i) {
    Value position = index;
    if (i > 0) {
      position = arith::RemUIOp::create(builder, loc, index, counts[i]);
      index = arith::DivUIOp::create(builder, loc, index, counts[i]);
    }
    Value scaled =
        arith::MulIOp::create(builder, loc, position, materialize(steps[i]));
    indices[i] =
        arith::AddIOp::create(builder, loc, scaled, materialize(lowers[i]));
  }
  return indices;
}

/// The number of all iterations; nothing if only the run knows it.
static std::optional<int64_t> staticCount(scf::ForallOp forall) {
  int64_t count = 1;
  for (auto [lower, upper, step] :
       llvm::zip(forall.getMixedLowerBound(), forall.getMixedUpperBound(),
                 forall.getMixedStep())) {
    std::optional<int64_t> first = getConstantIntValue(lower);
    std::optional<int64_t> end = getConstantIntValue(upper);
    std::optional<int64_t> by = getConstantIntValue(step);
    if (!first || !end || !by || *by <= 0)
      return std::nullopt;
    int64_t trips = *end > *first ? llvm::divideCeil(*end - *first, *by) : 0;
    if (llvm::MulOverflow(count, trips, count))
      return std::nullopt;
  }
  return count;
}

/// What one iteration takes of the stack the next one takes again, instead of
/// more; an iteration reads nothing that it has not written.
static void hoistAllocas(Operation *loop, Block *entry) {
  SmallVector<memref::AllocaOp> allocas;
  loop->walk([&](memref::AllocaOp alloca) {
    if (alloca->getNumOperands() == 0)
      allocas.push_back(alloca);
  });
  for (memref::AllocaOp alloca : llvm::reverse(allocas))
    alloca->moveBefore(&entry->front());
}

namespace {
struct OutlineParallel final
    : ingot::impl::OutlineParallelBase<OutlineParallel> {
  using OutlineParallelBase::OutlineParallelBase;

  void runOnOperation() override {
    SmallVector<scf::ForallOp> outer, inner;
    bool failed = false;
    getOperation().walk([&](scf::ForallOp forall) {
      if (forall.getNumResults() != 0) {
        forall.emitError("still has tensor results");
        failed = true;
      }
      bool nested = forall->getParentOfType<scf::ForallOp>() != nullptr;
      (nested ? inner : outer).push_back(forall);
    });
    if (failed)
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    for (scf::ForallOp forall : inner)
      if (llvm::failed(makeLoops(rewriter, forall)))
        return signalPassFailure();
    for (scf::ForallOp forall : outer) {
      Value call = ingot::enclosingCall(forall);
      if (!call)
        return signalPassFailure();
      int64_t least = leastIterations(forall);
      std::optional<int64_t> count = staticCount(forall);
      if (!count || *count >= least) {
        outline(forall, call, count ? 0 : least);
        continue;
      }
      Block &entry = forall->getParentOfType<func::FuncOp>().front();
      SmallVector<Operation *> loops;
      if (llvm::failed(makeLoops(rewriter, forall, &loops)))
        return signalPassFailure();
      if (!loops.empty())
        hoistAllocas(loops.front(), &entry);
    }
  }

private:
  static LogicalResult makeLoops(IRRewriter &rewriter, scf::ForallOp forall,
                                 SmallVector<Operation *> *loops = nullptr) {
    rewriter.setInsertionPoint(forall);
    return scf::forallToForLoop(rewriter, forall, loops);
  }

  /// The iterations from which on other threads are worth their waking.
  int64_t leastIterations(scf::ForallOp forall) const {
    double each = std::max(1.0, ingot::estimateNanoseconds(forall.getRegion()));
    return std::max<int64_t>(
        2, static_cast<int64_t>(std::ceil(minNanoseconds / each)));
  }

  /// Moves the body into a task and calls that; with less than `least`
  /// iterations, here.
  void outline(scf::ForallOp forall, Value call, int64_t least) {
    Captures captures = findCaptures(forall, call);
    func::FuncOp task = makeTask(forall, call, captures);

    OpBuilder builder(forall);
    Location loc = forall.getLoc();
    Value count = arith::ConstantIndexOp::create(builder, loc, 1);
    for (Value dimension : tripCounts(builder, loc, forall, IRMapping()))
      count = arith::MulIOp::create(builder, loc, count, dimension);
    SmallVector<Value> arguments = {call};
    llvm::append_range(arguments, captures.values);
    arguments.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
    arguments.push_back(count);
    if (least == 0) {
      func::CallOp::create(builder, loc, task, arguments);
    } else {
      Value isShort = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, count,
          arith::ConstantIndexOp::create(builder, loc, least));
      scf::IfOp::create(
          builder, loc, isShort,
          [&](OpBuilder &here, Location loc) {
            func::CallOp::create(here, loc, task, arguments)
                ->setAttr(ingot::kSerialAttribute, here.getUnitAttr());
            scf::YieldOp::create(here, loc);
          },
          [&](OpBuilder &here, Location loc) {
            func::CallOp::create(here, loc, task, arguments);
            scf::YieldOp::create(here, loc);
          });
    }
    forall.erase();
  }

  /// func @F_taskN(%call, captures..., %begin: index, %end: index)
  func::FuncOp makeTask(scf::ForallOp forall, Value call,
                        const Captures &captures) {
    Location loc = forall.getLoc();
    auto parent = forall->getParentOfType<func::FuncOp>();
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(parent);
    SmallVector<Type> types = {call.getType()};
    llvm::append_range(types, ValueRange(captures.values).getTypes());
    types.append(2, builder.getIndexType());
    auto task = func::FuncOp::create(builder, loc, taskName(parent),
                                     builder.getFunctionType(types, {}));
    task.setPrivate();
    task->setAttr(ingot::kTaskAttribute, builder.getUnitAttr());
    task->setAttr("llvm.linkage", LLVM::LinkageAttr::get(
                                      &getContext(), LLVM::Linkage::Internal));

    Block *entry = task.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    IRMapping mapping;
    mapping.map(call, entry->getArgument(0));
    for (auto [index, value] : llvm::enumerate(captures.values)) {
      mapping.map(value, entry->getArgument(index + 1));
      if (isNoAlias(parent, forall, value))
        task.setArgAttr(index + 1, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
    }
    for (Operation *constant : captures.constants)
      builder.clone(*constant, mapping);
    fillTask(builder, forall, entry, mapping);
    func::ReturnOp::create(builder, loc);
    return task;
  }

  /// True for a destination of the kernel of which no view is made outside of
  /// the forall: the task might be given both.
  static bool isNoAlias(func::FuncOp parent, scf::ForallOp forall,
                        Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &parent.front() ||
        !parent.getArgAttr(argument.getArgNumber(),
                           LLVM::LLVMDialect::getNoAliasAttrName()))
      return false;
    return llvm::none_of(value.getUsers(), [&](Operation *user) {
      return !forall->isAncestor(user) &&
             llvm::any_of(user->getResultTypes(),
                          [](Type type) { return isa<BaseMemRefType>(type); });
    });
  }

  static void fillTask(OpBuilder &builder, scf::ForallOp forall, Block *entry,
                       IRMapping &mapping) {
    Location loc = forall.getLoc();
    unsigned count = entry->getNumArguments();
    SmallVector<Value> counts = tripCounts(builder, loc, forall, mapping);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto loop = scf::ForOp::create(builder, loc, entry->getArgument(count - 2),
                                   entry->getArgument(count - 1), one);
    OpBuilder body = OpBuilder::atBlockBegin(loop.getBody());
    SmallVector<Value> indices = recoverIndices(
        body, loc, forall, loop.getInductionVar(), counts, mapping);
    for (auto [variable, value] : llvm::zip(forall.getInductionVars(), indices))
      mapping.map(variable, value);
    for (Operation &op : forall.getBody()->without_terminator())
      body.clone(op, mapping);
    hoistAllocas(loop, entry);
  }

  std::string taskName(func::FuncOp parent) {
    SymbolTable symbols(getOperation());
    std::string base = parent.getSymName().str() + "_task";
    unsigned number = 0;
    while (symbols.lookup(base + std::to_string(number)))
      ++number;
    return base + std::to_string(number);
  }
};
} // namespace
