//===- Phases.cpp - the phases before code generation, pass by pass -------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToMLProgram/TosaToMLProgram.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// The torch dialect down to the operators that conversions know, but for ops
/// that the target holds legal.
static void addTorchPasses(OpPassManager &pm, ArrayRef<std::string> legalOps) {
  // Before any pass wonders about symbols that are no functions.
  pm.addPass(ingot::createCheckTorchState());
  // Every later pass knows operators by their own names.
  pm.addPass(ingot::createConvertOnnxToTorch());
  pm.addPass(ingot::createRecognizeTorchOperators());
  // While it is still known which arguments a program may write.
  pm.addPass(ingot::createReturnMutatedArguments());
  // Before anything trusts windows that torch-mlir made up.
  pm.addPass(ingot::createRestoreAdaptivePools());
  // Only here it is known what PyTorch's operators were.
  pm.addPass(
      ingot::createTorchDecomposeComplexOps({llvm::to_vector(legalOps)}));
}

/// Torch to StableHLO and CHLO; those of the legal ops that have no conversion
/// become custom ops.
static void addTorchToStablehloPasses(OpPassManager &pm,
                                      ArrayRef<std::string> legalOps,
                                      ingot::torch::CustomForm form) {
  addTorchPasses(pm, legalOps);
  pm.addPass(ingot::createConvertTorchToStablehlo());
  // Only what no conversion took is carried down whole.
  if (!legalOps.empty())
    pm.addPass(ingot::createConvertTorchToStablehloCustom(
        {llvm::to_vector(legalOps), form}));
}

void ingot::buildCustomSurveyPipeline(OpPassManager &pm,
                                      torch::CustomForm form) {
  pm.addPass(createCheckPayloads());
  pm.addPass(createCheckTorchState());
  // Operators by their own names, as whoever implements them knows them.
  pm.addPass(createRecognizeTorchOperators());
  pm.addPass(createReturnMutatedArguments());
  pm.addPass(createSurveyCustomOps({form}));
}

void ingot::buildStablehloPipeline(OpPassManager &pm,
                                   ArrayRef<std::string> legalOps,
                                   torch::CustomForm form) {
  pm.addPass(createCheckPayloads());
  addTorchToStablehloPasses(pm, legalOps, form);
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void ingot::buildTosaPipeline(OpPassManager &pm, ArrayRef<std::string> legalOps,
                              torch::CustomForm form) {
  pm.addPass(createCheckPayloads());
  addTorchPasses(pm, legalOps);
  pm.addPass(createConvertTorchToTosa());
  if (!legalOps.empty())
    pm.addPass(
        createConvertTorchToTosaCustom({llvm::to_vector(legalOps), form}));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void ingot::buildImportPipeline(OpPassManager &pm,
                                ArrayRef<std::string> argumentTypes,
                                ArrayRef<std::string> legalOps,
                                torch::CustomForm form) {
  // First of all: every later pass may read constants.
  pm.addPass(createCheckPayloads());
  pm.addPass(createCheckSizes());
  // Before anything that knows builtin types only.
  addTorchToStablehloPasses(pm, legalOps, form);
  if (!legalOps.empty())
    pm.addPass(createKeepComposites({llvm::to_vector(legalOps)}));
  pm.addPass(createConvertMLProgramToFunc());
  // Variables become globals here and not in `legalize`, so that the phase
  // `constants` sees one kind of state.
  pm.addPass(createTosaToMLProgram());
  pm.addPass(createNormalizeEntryPoints());
  pm.addPass(createAssertBounds());
  // Sizes are followed before callers are told what entry points take and give,
  // and while every constant is in the program; through CHLO's ops as well.
  pm.addPass(createConvertChloToStablehlo());
  RefineShapesOptions options;
  options.argumentTypes.assign(argumentTypes.begin(), argumentTypes.end());
  pm.addPass(createRefineShapes(options));
}

void ingot::buildConstantsPipeline(OpPassManager &pm, uint64_t minBytes) {
  ExternalizeConstantsOptions options;
  options.minBytes = minBytes;
  pm.addPass(createExternalizeConstants(options));
}

/// TOSA to linalg, tensor, arith and scf. What has no such form stays.
static void addTosaPasses(OpPassManager &pm) {
  OpPassManager &function = pm.nest<func::FuncOp>();
  // Linalg has no signed integers; what they mean is in TOSA's ops.
  function.addPass(tosa::createTosaConvertIntegerTypeToSignless());
  function.addPass(tosa::createTosaOptionalDecompositionsPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(tosa::createTosaInferShapesPass());
  // Linalg wants equal ranks where TOSA broadcasts.
  function.addPass(tosa::createTosaMakeBroadcastablePass());
  // Apart from the rest, which would keep a loop from being converted because
  // of an op in it.
  function.addPass(createTosaToSCFPass());
  function.addPass(ingot::createConvertTosa());
}

void ingot::buildLegalizePipeline(OpPassManager &pm) {
  pm.addPass(createConvertStablehloToLinalg());
  addTosaPasses(pm);
  // Tensors that cross the edges of blocks have no buffer; those of loops do.
  pm.addPass(createLiftControlFlowToSCFPass());
  pm.addPass(createExpandSwitches());
  // Frontends leave identity casts behind; the canonicalizer folds them.
  pm.addPass(createCanonicalizerPass());
  // One function per entry point: kernels form across calls.
  // Callees are canonical already.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createDecomposeComposites());
  pm.addPass(createWidenSmallFloats());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCheckSupported());
}

void ingot::buildPlanPipeline(OpPassManager &pm) {
  pm.addPass(createConvertMLProgramToIngot());
  pm.addPass(createAssertShapes());
  // Sizes that are asked of an op's result, by assertions among others, would
  // keep that op from being fused.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createFuseProducers());
  // Fusing asks for sizes too.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createFormKernels());
  // Sizes that were computed for several groups are one again, and what only
  // the groups used is gone. Kernels get their names after this.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCopySharedResults());
  pm.addPass(createNameKernels());
}
