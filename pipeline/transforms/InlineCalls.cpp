//===- InlineCalls.cpp - one function per entry point ---------------------===//
//
// Upstream's inliner and symbol elimination walk all attributes of all ops for
// the users of symbols: a twentieth of the plan of a program that calls nothing
// and hides nothing, as most do. So it is looked first.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace ingot {
#define GEN_PASS_DEF_INLINECALLS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

static bool hasCalls(ModuleOp module) {
  return module
      ->walk([](Operation *op) {
        return isa<CallOpInterface>(op) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasPrivateSymbols(ModuleOp module) {
  return llvm::any_of(module.getOps<SymbolOpInterface>(),
                      [](SymbolOpInterface op) { return !op.isPublic(); });
}

namespace {
struct InlineCalls final : ingot::impl::InlineCallsBase<InlineCalls> {
  InlineCalls() {
    // Callees are canonical already.
    inline_.addPass(createInlinerPass({}, [](OpPassManager &) {}));
    dropUnused_.addPass(createSymbolDCEPass());
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    inline_.getDependentDialects(registry);
    dropUnused_.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const bool calls = hasCalls(module), hides = hasPrivateSymbols(module);
    if (!calls && !hides)
      return markAllAnalysesPreserved();
    if ((calls && failed(runPipeline(inline_, module))) ||
        (hides && failed(runPipeline(dropUnused_, module))))
      signalPassFailure();
  }

private:
  OpPassManager inline_{ModuleOp::getOperationName()};
  OpPassManager dropUnused_{ModuleOp::getOperationName()};
};
} // namespace
