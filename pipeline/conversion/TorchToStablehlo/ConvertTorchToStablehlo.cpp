//===- ConvertTorchToStablehlo.cpp - the conversion as a pass -------------===//
//
// The rows of every dialect, and those that StableHLO alone has, through a
// StablehloBuilder. What the pass needs and leaves is stated in Passes.td of
// the folder above.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchLowering/TableConversion.h"
#include "pipeline/conversion/TorchToStablehlo/Tables.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTORCHTOSTABLEHLO
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

TorchTarget makeTarget() {
  TorchTarget target;
  populateTorchLowering(target.table);
  populateStablehloBits(target.table);
  populateStablehloConvolutionGradients(target.table);
  populateStablehloRandom(target.table);
  populateStablehloSorting(target.table);
  populateStablehloVision(target.table);
  target.makeBuilder = makeBuilder<StablehloBuilder>;
  target.addLegality = [](ConversionTarget &target) {
    target.addLegalDialect<chlo::ChloDialect, stablehlo::StablehloDialect>();
  };
  target.refuseElement = [](Type) { return StringRef(); };
  return target;
}

struct ConvertTorchToStablehlo final
    : ingot::impl::ConvertTorchToStablehloBase<ConvertTorchToStablehlo> {
  void runOnOperation() override {
    static const TorchTarget target = makeTarget();
    if (usesTorch(getOperation()) &&
        failed(convertTorch(getOperation(), target)))
      signalPassFailure();
  }
};
} // namespace
