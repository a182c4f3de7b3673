//===- ConvertChloToStablehlo.cpp - the decomposition as a pass -----------===//
//
// Runs in the phase import, so that everything after it knows StableHLO only,
// and the error function.
// Portable artifacts hold calls in the place of CHLO's ops; these are turned
// back first, since only the op says what is meant. The driver visits ops of
// CHLO and what becomes of them; the rest of the program is not simplified
// here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTCHLOTOSTABLEHLO
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct ConvertChloToStablehlo final
    : ingot::impl::ConvertChloToStablehloBase<ConvertChloToStablehlo> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    ingot::chlo::populateBitPatterns(patterns);
    ingot::chlo::populateBroadcastPatterns(patterns);
    ingot::chlo::populateFunctionPatterns(patterns);
    ingot::chlo::populateRaggedDotPatterns(patterns);
    ingot::chlo::populateScanPatterns(patterns);
    ingot::chlo::populateTensorPatterns(patterns);

    SmallVector<Operation *> ops;
    getOperation()->walk([](ingot::stablehlo::CustomCallOp call) {
      ingot::chlo::recoverOp(call);
    });
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<ingot::chlo::ChloDialect>(op->getDialect()))
        ops.push_back(op);
    });
    // Only these and what becomes of them: the rest of the program is not ours
    // to simplify.
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
