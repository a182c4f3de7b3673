//===- Registration.cpp - every dialect, pass and backend -----------------===//
//
// A pass or dialect that is missing here shows only when a program needs it, so
// nothing is registered anywhere else.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Registration.h"
#include "pipeline/api/PhaseTable.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/codegen/SliceSubsets.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/host/Passes.h"
#include "pipeline/targets/Descriptions.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

#include <mutex>

using namespace mlir;
using namespace ingot::pipeline;

namespace {
/// The part of PhaseOptions that a command line can say.
struct PhaseFlags : PassPipelineOptions<PhaseFlags> {
  Option<std::string> target{
      *this, "target", llvm::cl::desc("The registered target to compile for"),
      llvm::cl::init("x86-64")};
  Option<uint64_t> minBytes{
      *this, "min-bytes",
      llvm::cl::desc("Smallest payload that leaves the program, in bytes"),
      llvm::cl::init(ingot::kDefaultConstantThreshold)};
};
} // namespace

void ingot::pipeline::registerDialects(DialectRegistry &registry) {
  registerBackends();
  registerSliceSubsets(registry); // Before upstream's.
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerCodegenDialects(registry);
  registry.insert<chlo::ChloDialect, dialect::IngotDialect, mhlo::MhloDialect,
                  sdy::SdyDialect, stablehlo::StablehloDialect,
                  torch::TorchConversionDialect, torch::TorchDialect,
                  vhlo::VhloDialect>();
  dialect::registerBufferizableOpInterfaceExternalModels(registry);
  for (const std::unique_ptr<Backend> &backend : backends())
    backend->registerDialects(registry);
}

void ingot::pipeline::registerBackends() {
  static std::once_flag once;
  std::call_once(once, [] {
    registerBackendFolders();
    // Whoever adds a description to the build reads this.
    if (llvm::Error error = registerTargets(shippedTargetDescriptions()))
      llvm::report_fatal_error(std::move(error), /*gen_crash_diag=*/false);
  });
}

/// Options come from users too: a target's description may have phases as
/// passes of its own.
static LogicalResult
buildPhase(const Phase &phase, OpPassManager &pm, StringRef text,
           function_ref<LogicalResult(const Twine &)> onError) {
  PhaseFlags flags;
  if (failed(flags.parseFromString(text)))
    return failure();
  std::vector<NamedTarget> all = namedTargets();
  llvm::SmallVector<StringRef> names;
  for (const NamedTarget &named : all) {
    names.push_back(named.name);
    if (named.name != flags.target)
      continue;
    ingot::PhaseOptions options{
        *llvm::cantFail(findBackendOfResolved(named.target)), named.target};
    options.constantThreshold = flags.minBytes;
    phase.build(pm, options);
    return success();
  }
  return onError("ingot-phase-" + Twine(phase.name) + ": there is no target '" +
                 flags.target.getValue() + "'" +
                 didYouMean(flags.target.getValue(), names));
}

static void registerPhase(const Phase &phase) {
  std::string name = std::string("ingot-phase-") + phase.name;
  std::string summary =
      std::string("The phase ") + phase.name + "; after it: " + phase.summary;
  registerPassPipeline(
      name, summary,
      [&phase](OpPassManager &pm, StringRef text,
               function_ref<LogicalResult(const Twine &)> onError) {
        return buildPhase(phase, pm, text, onError);
      },
      [](function_ref<void(const detail::PassOptions &)> onOptions) {
        onOptions(PhaseFlags());
      });
}

void ingot::pipeline::registerPasses() {
  registerAllPasses();
  registerIngotConversionPasses();
  registerIngotHostPasses();
  registerIngotTransformsPasses();
  registerCodegenPasses();
  registerBackends();
  for (const Phase &phase : phases())
    registerPhase(phase);
}
