//===- LegalizeTosa.cpp - TOSA to linalg, tensor, arith and scf -----------===//
//
// Six passes, each of which looks for its patterns in every op of a program. So
// they run only if an op of TOSA is there: without them a program of another
// dialect has a twentieth less to wait for its plan.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace ingot {
#define GEN_PASS_DEF_LEGALIZETOSA
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct LegalizeTosa final : ingot::impl::LegalizeTosaBase<LegalizeTosa> {
  LegalizeTosa() {
    passes_.addNestedPass<func::FuncOp>(
        tosa::createTosaOptionalDecompositionsPass());
    passes_.addPass(ingot::createCanonicalize());
    OpPassManager &function = passes_.nest<func::FuncOp>();
    function.addPass(tosa::createTosaInferShapesPass());
    // Linalg wants equal ranks where TOSA broadcasts.
    function.addPass(tosa::createTosaMakeBroadcastablePass());
    // Apart from the rest, which would keep a loop from being converted because
    // of an op in it.
    function.addPass(createTosaToSCFPass());
    function.addPass(ingot::createConvertTosa());
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    passes_.getDependentDialects(registry);
  }

  void runOnOperation() override {
    auto isTosa = [](Operation *op) {
      return isa_and_present<tosa::TosaDialect>(op->getDialect())
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    if (!getOperation()->walk(isTosa).wasInterrupted())
      return markAllAnalysesPreserved();
    if (failed(runPipeline(passes_, getOperation())))
      signalPassFailure();
  }

private:
  OpPassManager passes_{ModuleOp::getOperationName()};
};
} // namespace
