//===- PortableArtifact.cpp - StableHLO for other tools -------------------===//
//
// An artifact is bytecode of VHLO, whose producer names the release that is to
// read it. Both the ops and the version of the bytecode have to be those of
// that release, so a program that uses something newer is refused op by op.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/PortableArtifact.h"
#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/vhlo/VhloTable.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using ingot::vhlo::Version;

static std::optional<Version> parseRelease(llvm::StringRef text) {
  std::optional<Version> release = Version::parse(text);
  if (!release || *release < ingot::vhlo::kOldest ||
      ingot::vhlo::kNewest < *release)
    return std::nullopt;
  return release;
}

std::string ingot::pipeline::faultOfRelease(llvm::StringRef release) {
  if (parseRelease(release))
    return "";
  return "'" + release.str() +
         "' is no release of StableHLO that can be "
         "written; those are v" +
         ingot::vhlo::kOldest.str() + " to v" + ingot::vhlo::kNewest.str();
}

LogicalResult
ingot::pipeline::writePortableArtifact(ModuleOp module, llvm::StringRef release,
                                       llvm::raw_ostream &stream) {
  std::optional<Version> version = parseRelease(release);
  if (!version)
    return emitError(UnknownLoc::get(module.getContext()))
           << faultOfRelease(release);
  // Artifacts hold what CHLO means, of calls that stand for its ops too.
  PassManager decompose(module.getContext());
  decompose.addPass(createConvertChloToStablehlo());
  if (failed(decompose.run(module)))
    return failure();
  ingot::chlo::decomposeErrorFunctions(module);
  PassManager legalize(module.getContext());
  legalize.addPass(createLegalizeToVhlo({version->str()}));
  if (failed(legalize.run(module)))
    return failure();
  // The configuration does not keep a copy.
  std::string producer = "StableHLO_v" + version->str();
  BytecodeWriterConfig config(producer);
  config.setDesiredBytecodeVersion(ingot::vhlo::bytecodeVersion(*version));
  return writeBytecodeToFile(module, stream, config);
}
