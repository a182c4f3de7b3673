//===- ConvertTorchToTosa.cpp - the conversion as a pass ------------------===//
//
// The rows of every dialect, and those that TOSA alone has, through a
// TosaBuilder. What the pass needs and leaves is stated in Passes.td of the
// folder above.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchLowering/TableConversion.h"
#include "pipeline/conversion/TorchToTosa/Tables.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTORCHTOTOSA
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

TorchTarget makeTarget() {
  TorchTarget target;
  populateTorchLowering(target.table);
  populateTosaElements(target.table);
  populateTosaExtremes(target.table);
  populateTosaSpecialOps(target.table);
  target.makeBuilder = makeBuilder<TosaBuilder>;
  target.addLegality = [](ConversionTarget &target) {
    target.addLegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                           tensor::TensorDialect, tosa::TosaDialect>();
  };
  target.refuseElement = [](Type element) -> StringRef {
    return isa<ComplexType>(element) ? "TOSA has no complex numbers" : "";
  };
  return target;
}

/// One warning for each op that stays.
void reportUnconverted(ModuleOp module) {
  module.walk([](Operation *op) {
    auto why = op->getAttrOfType<StringAttr>(kUnconvertedAttr);
    bool hasRegions = isa<PrimIfOp, PrimLoopOp>(op);
    if (!why && !hasRegions)
      return;
    op->emitWarning() << "'" << TorchOp(op).name()
                      << "' is not converted to TOSA: "
                      << (why ? why.getValue()
                              : "TOSA has no type for what it carries");
  });
}

struct ConvertTorchToTosa final
    : ingot::impl::ConvertTorchToTosaBase<ConvertTorchToTosa> {
  void runOnOperation() override {
    static const TorchTarget target = makeTarget();
    if (!usesTorch(getOperation()))
      return;
    if (failed(convertTorch(getOperation(), target)))
      return signalPassFailure();
    reportUnconverted(getOperation());
  }
};
} // namespace
