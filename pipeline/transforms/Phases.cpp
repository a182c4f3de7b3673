//===- Phases.cpp - the phases before code generation, pass by pass -------===//
//
// The shared prefix of every target's pipelines: no line here tells machines
// apart. What a backend adds is asked for at the lines marked `Backend:`, and
// each place is chosen so that the ops that the backend wants still exist
// there.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Phases.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/RunOnPart.h"
#include "pipeline/transforms/RunOnRepeats.h"
#include "pipeline/transforms/RunTargetPhase.h"
#include "pipeline/transforms/TargetCosts.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToMLProgram/TosaToMLProgram.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

using ingot::PhaseOptions;

/// Backend: the operators that it wants whole besides those of the target.
static SmallVector<std::string> legalOps(const PhaseOptions &options) {
  auto all = llvm::to_vector(options.backend.legalOps(options.target));
  llvm::append_range(all, options.target.legal_ops());
  return all;
}

/// Backend: what fills its vectors, unless the target says how tensors lie.
static unsigned layoutVectorBits(const PhaseOptions &options) {
  switch (options.target.layout()) {
  case ingot::v1::Target::AS_GIVEN:
    return 0;
  case ingot::v1::Target::CHANNELS_LAST:
    return 8; // One lane: nothing speaks for another layout.
  default:
    return options.backend.layoutVectorBits(options.target);
  }
}

static ingot::torch::CustomForm customForm(const PhaseOptions &options) {
  return options.target.custom_op_form() == ingot::v1::ATTRIBUTES
             ? ingot::torch::CustomForm::Attributes
             : ingot::torch::CustomForm::AllOperands;
}

/// What `build` adds for a target and its backend: for each target of a program
/// that is placed on several, on its own functions.
static void addForTargets(
    OpPassManager &pm, const PhaseOptions &options,
    function_ref<void(OpPassManager &, const ingot::PartTarget &)> build) {
  ingot::PartTarget main{"", &options.backend, &options.target};
  if (options.parts.empty())
    return build(pm, main);
  auto add = [&](const ingot::PartTarget &part) {
    OpPassManager passes(ModuleOp::getOperationName());
    build(passes, part);
    if (!passes.empty())
      ingot::addOnPart(pm, part.name, passes);
  };
  add(main);
  llvm::for_each(options.parts, add);
}

/// What costs on the targets that ops may be placed on, the request's first;
/// empty if none of them is there by cost.
static SmallVector<std::string> placementCosts(const PhaseOptions &options) {
  SmallVector<std::string> costs;
  auto add = [&](const ingot::PartTarget &part) {
    costs.push_back(ingot::TargetCosts::textOf(
        part.name, *part.target, part.backend->layoutVectorBits(*part.target)));
  };
  add({"", &options.backend, &options.target});
  for (const ingot::PartTarget &part : options.parts)
    if (part.isByCost)
      add(part);
  if (costs.size() == 1)
    costs.clear();
  return costs;
}

/// `TARGET=NAME` of each target that has a memory of its own.
static SmallVector<std::string> memoriesOfParts(const PhaseOptions &options) {
  SmallVector<std::string> memories;
  for (const ingot::PartTarget &part : options.parts)
    if (part.target->has_memory())
      memories.push_back(part.name + "=" + part.target->memory().name());
  return memories;
}

/// The torch dialect down to the operators that conversions know, but for ops
/// that the target holds legal.
static void addTorchPasses(OpPassManager &pm, const PhaseOptions &options) {
  // Before any pass wonders about symbols that are no functions.
  pm.addPass(ingot::createCheckTorchState());
  // Every later pass knows operators by their own names.
  pm.addPass(ingot::createConvertOnnxToTorch());
  pm.addPass(ingot::createRecognizeTorchOperators());
  // While it is still known which arguments a program may write.
  pm.addPass(ingot::createReturnMutatedArguments());
  // Before anything trusts windows that torch-mlir made up.
  pm.addPass(ingot::createRestoreAdaptivePools());
  if (!options.explain.empty())
    pm.addPass(ingot::createExplainPlacement({options.explain, 0}));
  addTargetPhases(pm, options.target, ingot::TargetPoint::Decompose);
  // Only here it is known what PyTorch's operators were.
  pm.addPass(ingot::createTorchDecomposeComplexOps({legalOps(options)}));
}

/// Torch to StableHLO and CHLO; those of the legal ops that have no conversion
/// become custom ops.
static void addTorchToStablehloPasses(OpPassManager &pm,
                                      const PhaseOptions &options) {
  addTorchPasses(pm, options);
  pm.addPass(ingot::createConvertTorchToStablehlo());
  // Only what no conversion took is carried down whole.
  if (SmallVector<std::string> legal = legalOps(options); !legal.empty())
    pm.addPass(ingot::createConvertTorchToStablehloCustom(
        {legal, customForm(options)}));
}

void ingot::buildCustomSurveyPipeline(OpPassManager &pm,
                                      const PhaseOptions &options) {
  pm.addPass(createCheckPayloads());
  pm.addPass(createCheckTorchState());
  // Operators by their own names, as whoever implements them knows them.
  pm.addPass(createRecognizeTorchOperators());
  pm.addPass(createReturnMutatedArguments());
  pm.addPass(createSurveyCustomOps({customForm(options)}));
}

void ingot::buildStablehloPipeline(OpPassManager &pm,
                                   const PhaseOptions &options) {
  pm.addPass(createCheckPayloads());
  addTorchToStablehloPasses(pm, options);
  if (!options.argumentTypes.empty())
    pm.addPass(createRefineShapes({llvm::to_vector(options.argumentTypes)}));
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
}

void ingot::buildProgramPipeline(OpPassManager &pm,
                                 const PhaseOptions &options) {
  pm.addPass(createCheckPayloads());
  addTorchToStablehloPasses(pm, options);
  // Other tools have no dynamic op where a static one would do.
  pm.addPass(createRefineShapes({llvm::to_vector(options.argumentTypes)}));
}

void ingot::buildTosaPipeline(OpPassManager &pm, const PhaseOptions &options) {
  pm.addPass(createCheckPayloads());
  addTorchPasses(pm, options);
  pm.addPass(createConvertTorchToTosa());
  if (SmallVector<std::string> legal = legalOps(options); !legal.empty())
    pm.addPass(createConvertTorchToTosaCustom({legal, customForm(options)}));
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
}

void ingot::buildImportPipeline(OpPassManager &pm,
                                const PhaseOptions &options) {
  // First of all: every later pass may read constants.
  pm.addPass(createCheckPayloads());
  pm.addPass(createCheckSizes());
  // Before anything that knows builtin types only.
  addTorchToStablehloPasses(pm, options);
  if (SmallVector<std::string> legal = legalOps(options); !legal.empty())
    pm.addPass(createKeepComposites({legal}));
  pm.addPass(createConvertMLProgramToFunc());
  // Variables become globals here and not in `legalize`, so that the phase
  // `constants` sees one kind of state.
  pm.addPass(createTosaToMLProgram());
  pm.addPass(createNormalizeEntryPoints());
  pm.addPass(createAssertBounds());
  // Sizes are followed before callers are told what entry points take and give,
  // and while every constant is in the program; through CHLO's ops as well.
  pm.addPass(createConvertChloToStablehlo());
  pm.addPass(createRefineShapes({llvm::to_vector(options.argumentTypes)}));
  // While ops have the names that people know, and constants are beside them.
  // Without placements too: a program may say itself whose its functions are.
  pm.addPass(createAssignTargets({llvm::to_vector(options.placements)}));
}

void ingot::buildConstantsPipeline(OpPassManager &pm,
                                   const PhaseOptions &options) {
  // Only what the ABI has elements for can leave.
  pm.addPass(createWholeByteConstants({options.constantThreshold}));
  pm.addPass(createExternalizeConstants({options.constantThreshold}));
}

void ingot::buildLegalizePipeline(OpPassManager &pm,
                                  const PhaseOptions &options) {
  buildCommonLegalizePipeline(pm, options);
  buildTargetLegalizePipeline(pm, options);
}

/// From any accepted dialect to linalg, tensor, arith and scf.
static void addLegalizePasses(OpPassManager &pm) {
  pm.addPass(ingot::createConvertStablehloToLinalg());
  // Linalg has no signed integers; what they mean is in TOSA's ops.
  pm.addNestedPass<func::FuncOp>(
      tosa::createTosaConvertIntegerTypeToSignless());
  pm.addPass(ingot::createLegalizeTosa());
  // Tensors that cross the edges of blocks have no buffer; those of loops do.
  pm.addPass(createLiftControlFlowToSCFPass());
  pm.addPass(ingot::createExpandSwitches());
  // Frontends leave identity casts behind; the canonicalizer folds them.
  pm.addPass(ingot::createCanonicalize());
  // One function per entry point: kernels form across calls.
  pm.addPass(ingot::createInlineCalls());
  pm.addPass(ingot::createDecomposeComposites());
  pm.addPass(ingot::createWidenSmallFloats());
  pm.addPass(ingot::createCanonicalize());
  pm.addPass(createCSEPass());
}

void ingot::buildCommonLegalizePipeline(OpPassManager &pm,
                                        const PhaseOptions &) {
  OpPassManager passes(ModuleOp::getOperationName());
  addLegalizePasses(passes);
  addOnRepeats(pm, passes);
}

void ingot::buildTargetLegalizePipeline(OpPassManager &pm,
                                        const PhaseOptions &options) {
  // When all forms of programs are the same ops, and before targets see theirs.
  if (SmallVector<std::string> costs = placementCosts(options); !costs.empty())
    pm.addPass(createPlaceByCost({costs, options.explain}));
  // Backend: ops that only it takes, before they are reported.
  addForTargets(pm, options, [](OpPassManager &passes, const PartTarget &part) {
    part.backend->addLegalizePasses(passes, *part.target);
    addTargetPhases(passes, *part.target, TargetPoint::Legalize);
  });
  pm.addPass(createCheckSupported());
  // What is known by now is what kernels will be made of.
  if (!options.target.element_types().empty())
    pm.addPass(createCheckElementTypes(
        {llvm::to_vector(options.target.element_types())}));
}

void ingot::buildOffloadPipeline(OpPassManager &pm,
                                 const PhaseOptions &options) {
  pm.addPass(createConvertMLProgramToIngot());
  pm.addPass(createAssertShapes());
  // Sizes that are asked of an op's result, by assertions among others, would
  // keep that op from being fused.
  pm.addPass(createResolveSizes());
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
  // When calls of parts are what they will be, and before passes of targets
  // could claim what is sent.
  if (SmallVector<std::string> memories = memoriesOfParts(options);
      !memories.empty())
    pm.addPass(createTransferOperands({memories}));
  // Backend: the groups that it claims, before anything else fuses them.
  addForTargets(pm, options, [](OpPassManager &passes, const PartTarget &part) {
    part.backend->lowerFunctions(passes, *part.target);
    addTargetPhases(passes, *part.target, TargetPoint::Offload);
  });
}

/// Fewer passes over memory.
static void addFusionPasses(OpPassManager &pm) {
  // Twice: what fusing leaves of the arithmetic on shapes is values after it,
  // by which broadcasts of unknown sizes turn out to be none, and reshapes to
  // keep what they were not known to keep.
  for (int round = 0; round < 2; ++round) {
    // First: what stands between reshapes has neighbours then.
    pm.addPass(ingot::createCancelReshapes());
    pm.addPass(ingot::createFuseProducers());
    // Fusing asks for sizes too.
    pm.addPass(ingot::createResolveSizes());
    pm.addPass(ingot::createCanonicalize());
    pm.addPass(createCSEPass());
    pm.addPass(ingot::createGroupReshapes());
  }
}

void ingot::buildPlanPipeline(OpPassManager &pm, const PhaseOptions &options) {
  buildOffloadPipeline(pm, options);
  // When equal sizes are one value, and before anything follows tensors.
  pm.addPass(createGroupReshapes());
  // Before layouts are chosen, which differ for depthwise convolutions.
  pm.addPass(createDropUnitGroups());
  // Before anything is fused across the ops that move. Backend: what fills its
  // vectors.
  if (unsigned bits = layoutVectorBits(options)) {
    pm.addPass(createChooseLayouts({bits}));
    pm.addPass(createCanonicalize());
  }
  OpPassManager fusion(ModuleOp::getOperationName());
  addFusionPasses(fusion);
  addOnRepeats(pm, fusion);
  const bool isExplained = !options.explain.empty();
  if (isExplained)
    pm.addPass(createExplainPlacement({options.explain, 0}));
  addForTargets(pm, options,
                [=](OpPassManager &passes, const PartTarget &part) {
                  addTargetPhases(passes, *part.target, TargetPoint::Plan);
                  if (isExplained)
                    passes.addPass(createExplainPlacement(
                        {"", part.backend->layoutVectorBits(*part.target)}));
                });
  // When products are what they will be. Backend: what it multiplies by.
  addForTargets(pm, options, [](OpPassManager &passes, const PartTarget &part) {
    ProductInstructions machine =
        part.backend->productInstructions(*part.target);
    auto nameOf = [](const DotInstruction *dots) {
      return dots ? dots->name.str() : std::string();
    };
    if (machine.any())
      passes.addPass(createPackWeights(
          {machine.bytes, machine.bfloats, nameOf(machine.dots),
           nameOf(machine.bfloatDots), machine.floatBits}));
  });
  pm.addPass(createFormKernels());
  // Sizes that were computed for several groups are one again, and what only
  // the groups used is gone. Kernels get their names after this.
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
  // When equal sizes are one and dead launches gone, and before results are
  // copied, which would hide launches from it.
  pm.addPass(createHoistInitialisers());
  pm.addPass(createShareTransposes());
  pm.addPass(createCopySharedResults());
  pm.addPass(createNameKernels());
}
