//===- Registration.cpp - every dialect and pass, in one place ------------===//

#include "pipeline/api/Registration.h"
#include "pipeline/api/HostPipeline.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

using namespace mlir;

void ingot::pipeline::registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerCodegenDialects(registry);
  registry.insert<dialect::IngotDialect>();
  dialect::registerBufferizableOpInterfaceExternalModels(registry);
}

void ingot::pipeline::registerPasses() {
  registerAllPasses();
  registerIngotConversionPasses();
  registerIngotTransformsPasses();
  registerCodegenPasses();
  static PassPipelineRegistration<> import("ingot-phase-import",
                                           "The phase import, after parsing",
                                           buildImportPipeline);
  static PassPipelineRegistration<> constants(
      "ingot-phase-constants", "The phase constants, at its default threshold",
      [](OpPassManager &pm) {
        buildConstantsPipeline(pm, kDefaultConstantThreshold);
      });
  static PassPipelineRegistration<> legalize(
      "ingot-phase-legalize", "The phase legalize", buildLegalizePipeline);
  static PassPipelineRegistration<> plan("ingot-phase-plan", "The phase plan",
                                         buildPlanPipeline);
  static PassPipelineRegistration<> link(
      "ingot-phase-link", "The phase link: a host program to the LLVM dialect",
      buildHostPipeline);
}
