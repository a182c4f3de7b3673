//===- ExplainPlacement.cpp - who computes each op, and who could ---------===//
//
// Whoever claims ops knows the reasons, so it says them itself, where it is
// asked to. What is left is said here: kernels of our own, and functions that
// the program or its target asked for.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/ingot/PlacementCost.h"
#include "pipeline/transforms/KernelGroups.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ingot {
#define GEN_PASS_DEF_EXPLAINPLACEMENT
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

namespace {

struct ExplainPlacement final
    : ingot::impl::ExplainPlacementBase<ExplainPlacement> {
  using ExplainPlacementBase::ExplainPlacementBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (which.empty())
        end(function);
      else
        begin(function);
  }

private:
  void begin(func::FuncOp function) {
    Builder builder(&getContext());
    auto target = function->getAttrOfType<StringAttr>(kTargetAttr);
    function->setAttr(
        kExplainAttr,
        builder.getArrayAttr({builder.getStringAttr(which),
                              target ? target : builder.getStringAttr("")}));
  }

  void end(func::FuncOp function) {
    function.walk([&](Operation *op) {
      bool isKernel = isKernelOp(op) && !isa<linalg::FillOp>(op);
      if (op->removeAttr(kExplainedAttr))
        return;
      if (isKernel)
        explainPlacement(op, kernelPlacement(op, vectorBits));
      else if (auto custom = dyn_cast<dialect::CustomOp>(op))
        explainPlacement(op, reportOf(custom));
      op->removeAttr(kExplainedAttr);
    });
    function->removeAttr(kExplainAttr);
  }

  static PlacementReport reportOf(dialect::CustomOp op) {
    bool isOurs = op->hasAttr(dialect::kLibraryFunctionAttr);
    return {0,
            0,
            {{op.getOperatorName().str(), true, 0, std::nullopt,
              isOurs ? "is a function that is linked in"
                     : "is held whole, and whoever loads the executable "
                       "supplies the function"}}};
  }
};

} // namespace
