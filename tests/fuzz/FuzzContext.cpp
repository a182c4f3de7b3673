//===- FuzzContext.cpp - a context that forgets ---------------------------===//

#include "tests/fuzz/FuzzContext.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"

#include <memory>

using namespace mlir;

MLIRContext &ingot::fuzz::freshContext() {
  constexpr unsigned kRunsOfOne = 2000;
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (context && ++runs % kRunsOfOne != 0)
    return *context;
  DialectRegistry registry;
  registry.insert<func::FuncDialect, stablehlo::StablehloDialect,
                  torch::TorchConversionDialect, torch::TorchDialect,
                  vhlo::VhloDialect, mhlo::MhloDialect, sdy::SdyDialect>();
  context.reset();
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->getDiagEngine().registerHandler([](Diagnostic &) {});
  return *context;
}

// The libraries of LLVM are not instrumented: containers and arenas that cross
// into them would look corrupted. Contexts are freed late.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}
