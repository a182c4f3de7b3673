//===- ConvertTorchToStablehlo.cpp - the conversion as a pass -------------===//
//
// What the pass needs and leaves is stated in Passes.td of the folder above.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchToStablehlo/TableConversion.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTORCHTOSTABLEHLO
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

void ingot::torch::populateAll(ConversionTable &table) {
  populateArithmetic(table);
  populateComparisons(table);
  populateCreation(table);
  populateConvolutionGradients(table);
  populateConvolutions(table);
  populateDeterminants(table);
  populateEmbeddingBags(table);
  populateFunctions(table);
  populateIndexing(table);
  populateMasks(table);
  populateParts(table);
  populatePooling(table);
  populateProducts(table);
  populateRandom(table);
  populateReductions(table);
  populateResampling(table);
  populateScalars(table);
  populateScans(table);
  populateScatters(table);
  populateSorting(table);
  populateSpecialOps(table);
  populateViews(table);
  populateVision(table);
}

namespace {

TorchTarget makeTarget() {
  TorchTarget target;
  populateAll(target.table);
  target.makeBuilder = [](Location loc, const OpBuilder &builder, bool strict,
                          std::string &) {
    return std::make_unique<TensorBuilder>(loc, builder, strict);
  };
  target.addLegality = [](ConversionTarget &target) {
    target.addLegalDialect<chlo::ChloDialect, stablehlo::StablehloDialect>();
  };
  target.illegalParts = "StableHLO cannot say it";
  target.refuseElement = [](Type) { return StringRef(); };
  target.populatePatterns = populateControlFlowPatterns;
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
