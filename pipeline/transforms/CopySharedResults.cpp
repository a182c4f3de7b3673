//===- CopySharedResults.cpp - what callers get, and what stays theirs ----===//
//
// Ownership at the C ABI is simple: a result belongs to the caller, an argument
// stays the caller's. Bufferization knows neither rule; it shares memory
// wherever reads and writes do not conflict. So copies are put in before it, as
// allocations that copy a value, and it cannot merge them again.
//
// A value that is plainly the only use of a launch's result needs no copy. That
// is the common case: a program whose results are the results of different
// kernels gets none. What a loop writes into step by step is copied before the
// loop, for bufferization would have to copy it there too, unless it is fresh.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace ingot {
#define GEN_PASS_DEF_COPYSHAREDRESULTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// True when nothing else can share the memory of `value`: the whole result of
/// a launch, perhaps in another shape or with parts written over, or memory of
/// its own with parts put there, that nobody else looks at.
static bool isUnshared(Value value) {
  while (value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<ingot::dialect::CustomOp, ingot::dialect::DispatchOp>(
            op))
      return true;
    if (isa_and_nonnull<tensor::EmptyOp>(op))
      return true;
    if (auto insert = dyn_cast_if_present<tensor::InsertSliceOp>(op)) {
      value = insert.getDest();
      continue;
    }
    if (!isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::CastOp>(op))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// True when `value` is `carried` with nothing but elements and parts written
/// over: then it can be nobody's memory but that of `carried`.
static bool isWrittenOver(Value value, Value carried) {
  while (value != carried) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    Operation *op = result.getOwner();
    unsigned number = result.getResultNumber();
    if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
      value = insert.getDest();
    } else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op)) {
      value = slice.getDest();
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (!isWrittenOver(loop.getYieldedValues()[number],
                         loop.getRegionIterArg(number)))
        return false;
      value = loop.getInitArgs()[number];
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      return llvm::all_of(branch->getRegions(), [&](Region &region) {
        return isWrittenOver(region.front().getTerminator()->getOperand(number),
                             carried);
      });
    } else {
      return false;
    }
  }
  return true;
}

/// What a loop begins with whose result `value` is, if it only writes into that
/// and nobody else looks at the result; null otherwise.
static OpOperand *startOfLoop(Value value) {
  auto loop = value.getDefiningOp<scf::ForOp>();
  if (!loop || !value.hasOneUse())
    return nullptr;
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (!isWrittenOver(loop.getYieldedValues()[number],
                     loop.getRegionIterArg(number)))
    return nullptr;
  return &loop.getInitArgsMutable()[number];
}

namespace {
struct CopySharedResults final
    : ingot::impl::CopySharedResultsBase<CopySharedResults> {
  using CopySharedResultsBase::CopySharedResultsBase;

  void runOnOperation() override {
    // Not those of kernels: they write into and return their destinations.
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      if (function.isPublic() || function->hasAttr(ingot::kInitialiserAttr))
        keepArguments(function);
      function.walk([](func::ReturnOp exit) { copyShared(exit); });
      function.walk([](tensor::EmptyOp empty) { splitEmpty(empty); });
    }
  }

private:
  /// Bufferization takes arguments for memory that it may write to. A caller's
  /// are the caller's, and those of initialisers are constants.
  static void keepArguments(func::FuncOp function) {
    Builder builder(function.getContext());
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (isa<TensorType>(function.getArgument(i).getType()))
        function.setArgAttr(
            i, bufferization::BufferizationDialect::kWritableAttrName,
            builder.getBoolAttr(false));
  }

  /// Simplification merges empty tensors. Where one of them is carried by a
  /// loop, or given to one op twice, bufferization does not see that two uses
  /// must not share memory, for nobody reads what is empty.
  static void splitEmpty(tensor::EmptyOp empty) {
    if (empty->hasOneUse())
      return;
    OpBuilder builder(empty);
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses())) {
      Operation *user = use.getOwner();
      if (llvm::count(user->getOperands(), use.get()) == 1 &&
          !isa<LoopLikeOpInterface>(user))
        continue;
      builder.setInsertionPoint(user);
      use.set(bufferization::AllocTensorOp::create(
          builder, user->getLoc(), empty.getType(), empty.getDynamicSizes()));
    }
  }

  static void copyShared(func::ReturnOp exit) {
    for (OpOperand &result : exit->getOpOperands()) {
      OpOperand *shared = &result;
      if (OpOperand *start = startOfLoop(result.get()))
        shared = start;
      auto type = dyn_cast<RankedTensorType>(shared->get().getType());
      if (!type || isUnshared(shared->get()))
        continue;
      OpBuilder builder(shared->getOwner());
      shared->set(bufferization::AllocTensorOp::create(
          builder, exit.getLoc(), type, ValueRange(), shared->get()));
    }
  }
};
} // namespace
