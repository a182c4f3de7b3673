//===- Import.cpp - bytes of a program to a module ------------------------===//

#include "pipeline/import/Import.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/UnknownOps.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/JaxExport.h"
#include "pipeline/import/PackBooleans.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>
#include <optional>

using namespace mlir;

/// Bytecode begins with these.
static constexpr std::string_view kBytecodeMagic = "ML\xefR";

static bool startsWith(std::string_view bytes, std::string_view prefix) {
  return bytes.substr(0, prefix.size()) == prefix;
}

/// Text is read by a parser that treats NUL as the end.
static bool hasNul(std::string_view bytes) {
  return bytes.find('\0') != std::string_view::npos;
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
  if (hasNul(bytes)) {
    if (std::optional<JaxExport> container = readJaxExport(bytes))
      return faultOf(*container);
    return "the input is neither MLIR text (it holds NUL bytes) nor MLIR "
           "bytecode (it does not begin with 4D 4C EF 52) nor an intact "
           "container of jax.export";
  }
  return "";
}

/// Bytes where bytecode wants them: resources in it are aligned.
static std::unique_ptr<llvm::MemoryBuffer> copyAligned(std::string_view bytes) {
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      bytes.size(), ingot::kModuleBufferName, llvm::Align(64));
  if (buffer)
    std::memcpy(buffer->getBufferStart(), bytes.data(), bytes.size());
  return buffer;
}

static OwningOpRef<ModuleOp> parse(std::string_view bytes,
                                   MLIRContext *context) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = copyAligned(bytes);
  if (!buffer) {
    emitError(UnknownLoc::get(context), "no memory for the module");
    return nullptr;
  }
  // Shared: resources of the module go on pointing into the buffer.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(
      sources, ParserConfig(context, /*verifyAfterParse=*/false));
  // Of an op that PyTorch does not have, the verifier says less.
  if (!module ||
      (context->getLoadedDialect<ingot::torch::TorchDialect>() &&
       failed(ingot::torch::checkKnownOps(*module))) ||
      failed(verify(*module)))
    return nullptr;
  return module;
}

/// The release of StableHLO that wrote an artifact; nothing for other bytes.
/// Bytecode begins with its magic, its version and, ended by NUL, its producer.
static std::optional<std::string_view> portableRelease(std::string_view bytes) {
  constexpr std::string_view kProducer = "StableHLO_v";
  constexpr size_t kMaxHeader = 64;
  if (!startsWith(bytes, kBytecodeMagic))
    return std::nullopt;
  std::string_view header = bytes.substr(0, kMaxHeader);
  size_t start = header.find(kProducer);
  size_t end = header.find('\0', kBytecodeMagic.size() + 1);
  if (start == std::string_view::npos || end == std::string_view::npos ||
      end < start)
    return std::nullopt;
  start += kProducer.size();
  return header.substr(start, end - start);
}

static LogicalResult checkRelease(std::string_view release,
                                  MLIRContext *context) {
  std::optional<ingot::vhlo::Version> version =
      ingot::vhlo::Version::parse(release);
  auto error = [&] { return emitError(UnknownLoc::get(context)); };
  if (!version)
    return error() << "the portable artifact is of a StableHLO that says its "
                      "version is '"
                   << llvm::StringRef(release) << "'";
  if (ingot::vhlo::kNewest < *version)
    return error() << "the portable artifact is of StableHLO v"
                   << llvm::StringRef(release) << "; releases up to v"
                   << ingot::vhlo::kNewest.str() << " are read";
  return success();
}

/// Other forms of StableHLO, which no later phase knows. The result is
/// verified, for the ops of these dialects are not.
static LogicalResult upgrade(ModuleOp module) {
  MLIRContext *context = module.getContext();
  PassManager passes(context);
  if (context->getLoadedDialect<ingot::vhlo::VhloDialect>())
    passes.addPass(ingot::createUpgradeVhlo());
  if (context->getLoadedDialect<ingot::mhlo::MhloDialect>())
    passes.addPass(ingot::createUpgradeMhlo());
  if (context->getLoadedDialect<ingot::sdy::SdyDialect>())
    passes.addPass(ingot::createDropSharding());
  return passes.size() == 0 ? success() : passes.run(module);
}

OwningOpRef<ModuleOp> ingot::importModule(std::string_view bytes,
                                          MLIRContext *context) {
  std::optional<JaxExport> container;
  if (!startsWith(bytes, kBytecodeMagic) && hasNul(bytes))
    container = readJaxExport(bytes);
  if (container) {
    if (std::string fault = faultOf(*container); !fault.empty()) {
      emitError(UnknownLoc::get(context), fault);
      return nullptr;
    }
    bytes = container->module;
  }
  std::optional<std::string_view> release = portableRelease(bytes);
  if (release && failed(checkRelease(*release, context)))
    return nullptr;
  std::optional<std::string> text;
  if (!startsWith(bytes, kBytecodeMagic) && (text = packBooleans(bytes)))
    bytes = *text;
  OwningOpRef<ModuleOp> module = parse(bytes, context);
  if (!module || failed(upgrade(*module)) ||
      (container && failed(choosePlatform(*module, *container))))
    return nullptr;
  return module;
}
