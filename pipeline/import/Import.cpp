//===- Import.cpp - bytes of a program to a module ------------------------===//

#include "pipeline/import/Import.h"
#include "pipeline/import/Diagnostics.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>

using namespace mlir;

/// Bytecode begins with these.
static constexpr std::string_view kBytecodeMagic = "ML\xefR";

static bool startsWith(std::string_view bytes, std::string_view prefix) {
  return bytes.substr(0, prefix.size()) == prefix;
}

std::string ingot::foreignFormat(std::string_view bytes) {
  if (startsWith(bytes, kBytecodeMagic))
    return "";
  if (bytes.empty())
    return "the input is empty; expected MLIR text or bytecode";
  if (startsWith(bytes, "\x7f"
                        "ELF"))
    return "the input is an ELF file, perhaps an executable that was compiled "
           "already; expected MLIR text or bytecode";
  if (startsWith(bytes, "BC\xc0\xde"))
    return "the input is LLVM bitcode; expected MLIR text or bytecode";
  if (bytes.size() > 8 && bytes.substr(4, 4) == "TFL3")
    return "the input is a TFLite model, which this version does not read; "
           "convert it to TOSA and pass the MLIR";
  // Text is read by a parser that treats NUL as the end.
  if (bytes.find('\0') != std::string_view::npos)
    return "the input is neither MLIR text (it holds NUL bytes) nor MLIR "
           "bytecode (it does not begin with 4D 4C EF 52)";
  return "";
}

OwningOpRef<ModuleOp> ingot::importModule(std::string_view bytes,
                                          MLIRContext *context) {
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      bytes.size(), kModuleBufferName, llvm::Align(64));
  if (!buffer) {
    emitError(UnknownLoc::get(context), "no memory for the module");
    return nullptr;
  }
  std::memcpy(buffer->getBufferStart(), bytes.data(), bytes.size());
  // Shared: resources of the module go on pointing into the buffer.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}
