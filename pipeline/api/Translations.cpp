//===- Translations.cpp - formats by name ---------------------------------===//
//
// Importing and exporting without a job around it, for tests and for a closer
// look: a failure shows where it happens and not as a status.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Registration.h"
#include "pipeline/emit/PortableArtifact.h"
#include "pipeline/import/Formats.h"
#include "pipeline/import/Import.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static OwningOpRef<Operation *> import(const llvm::SourceMgr &sources,
                                       MLIRContext *context) {
  llvm::StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  std::string_view bytes(text.data(), text.size());
  DialectRegistry registry;
  ingot::pipeline::registerDialects(registry);
  context->appendDialectRegistry(registry);
  return ingot::importModule(bytes, context).release().getOperation();
}

void ingot::pipeline::registerTranslations() {
  static llvm::cl::opt<std::string> release(
      "portable-release", llvm::cl::init("1.15.0"),
      llvm::cl::desc("The release of StableHLO to write for"));
  static const std::string summary =
      "A program in any form that is read: " + ingot::readableFormats();
  static TranslateToMLIRRegistration fromAnything("import", summary, import);
  static TranslateFromMLIRRegistration toPortable(
      "export-portable", "A portable artifact of StableHLO",
      [](ModuleOp module, llvm::raw_ostream &stream) {
        return writePortableArtifact(module, release, stream);
      },
      registerDialects);
}
