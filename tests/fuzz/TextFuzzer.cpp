//===- TextFuzzer.cpp - programs as text ----------------------------------===//
//
// Parses, verifies and prints programs of our dialects, and reads again what
// was printed.
//
//===----------------------------------------------------------------------===//

#include "tests/fuzz/FuzzContext.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>

using namespace mlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // The lexer stops at a NUL behind the text, which strings have.
  std::string copy(reinterpret_cast<const char *>(data), size);
  StringRef text = copy;
  // Bytecode has a target of its own; NUL is the parser's end.
  if (text.starts_with("ML") || text.contains('\0'))
    return 0;
  MLIRContext &context = ingot::fuzz::freshContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module)
    return 0;
  std::string printed;
  llvm::raw_string_ostream(printed) << *module;
  if (!parseSourceString<ModuleOp>(printed, ParserConfig(&context)))
    std::abort();
  return 0;
}
