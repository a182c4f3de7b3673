//===- Registration.cpp - every dialect and pass, in one place ------------===//

#include "pipeline/api/Registration.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/host/HostPipeline.h"
#include "pipeline/host/Passes.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

using namespace mlir;

namespace {
struct ConstantsOptions : PassPipelineOptions<ConstantsOptions> {
  Option<uint64_t> minBytes{
      *this, "min-bytes",
      llvm::cl::desc("Smallest payload that leaves the program, in bytes"),
      llvm::cl::init(ingot::kDefaultConstantThreshold)};
};

struct KernelsOptions : PassPipelineOptions<KernelsOptions> {
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Width of the target's vector registers; 0: none"),
      llvm::cl::init(ingot::KernelOptions().vectorBits)};
};
} // namespace

void ingot::pipeline::registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerCodegenDialects(registry);
  registry.insert<chlo::ChloDialect, dialect::IngotDialect, mhlo::MhloDialect,
                  sdy::SdyDialect, stablehlo::StablehloDialect,
                  torch::TorchConversionDialect, torch::TorchDialect,
                  vhlo::VhloDialect>();
  dialect::registerBufferizableOpInterfaceExternalModels(registry);
}

void ingot::pipeline::registerPasses() {
  registerAllPasses();
  registerIngotConversionPasses();
  registerIngotHostPasses();
  registerIngotTransformsPasses();
  registerCodegenPasses();
  static PassPipelineRegistration<> import(
      "ingot-phase-import", "The phase import, after parsing",
      [](OpPassManager &pm) { buildImportPipeline(pm); });
  static PassPipelineRegistration<ConstantsOptions> constants(
      "ingot-phase-constants", "The phase constants",
      [](OpPassManager &pm, const ConstantsOptions &options) {
        buildConstantsPipeline(pm, options.minBytes);
      });
  static PassPipelineRegistration<> legalize(
      "ingot-phase-legalize", "The phase legalize", buildLegalizePipeline);
  static PassPipelineRegistration<> plan("ingot-phase-plan", "The phase plan",
                                         buildPlanPipeline);
  static PassPipelineRegistration<KernelsOptions> kernels(
      "ingot-phase-kernels",
      "The phase kernels: tensors of one kernel to the LLVM dialect",
      [](OpPassManager &pm, const KernelsOptions &options) {
        KernelOptions kernel;
        kernel.vectorBits = options.vectorBits;
        buildKernelPipeline(pm, kernel);
      });
  static PassPipelineRegistration<> link(
      "ingot-phase-link", "The phase link: a host program to the LLVM dialect",
      buildHostPipeline);
}
