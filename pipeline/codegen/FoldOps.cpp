//===- FoldOps.cpp - constants folded and dead ops dropped, in two walks --===//
//
// What conversion leaves behind: structures taken apart right after they were
// put together, constants, and what nobody uses. Upstream's canonicaliser finds
// that as well, but looks for patterns, of which the LLVM dialect has none, and
// for dead values by going round all blocks until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"

namespace ingot {
#define GEN_PASS_DEF_FOLDOPS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct FoldOps final : ingot::impl::FoldOpsBase<FoldOps> {
  void runOnOperation() override {
    // Operands before their users: what folds lets the next one fold.
    SmallVector<Operation *> ops = opsWithin();
    OperationFolder folder(&getContext());
    for (Operation *op : ops)
      (void)folder.tryToFold(op);
    // Users before their operands: what goes lets the next one go.
    ops = opsWithin();
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
  }

private:
  SmallVector<Operation *> opsWithin() {
    SmallVector<Operation *> ops;
    getOperation().getBody()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    return ops;
  }
};
} // namespace
