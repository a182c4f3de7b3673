//===- TextFuzzer.cpp - programs as text ----------------------------------===//
//
// Parses, verifies and upgrades what the importer would, then prints it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/Import.h"
#include "tests/fuzz/FuzzContext.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  // Bytecode has a target of its own.
  if (text.substr(0, 2) == "ML" || !ingot::foreignFormat(text).empty())
    return 0;
  mlir::MLIRContext &context = ingot::fuzz::freshContext();
  if (auto module = ingot::importModule(text, &context)) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    module->print(stream);
  }
  return 0;
}
