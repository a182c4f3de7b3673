//===- Loaders.cpp - bytes of each form of MLIR to a module ---------------===//
//
// All forms end in MLIR's own parser. What stands around it undoes what other
// versions and tools write: packed booleans, StableHLO of another release, the
// container of jax.export. The parser's verifier is off because ours has more
// to say of ops that PyTorch does not have, and one op of MLIR crashes it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/Loaders.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/UnknownOps.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/HexConstants.h"
#include "pipeline/import/JaxExport.h"
#include "pipeline/import/PackBooleans.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

bool ingot::isBytecode(std::string_view bytes) {
  return startsWith(bytes, kBytecodeMagic);
}

/// Bytes where bytecode wants them: resources in it are aligned. What is there
/// already stays: it outlives the module, and resources point into it.
static std::unique_ptr<llvm::MemoryBuffer>
alignedBuffer(std::string_view bytes) {
  if (ingot::isBytecode(bytes) &&
      llvm::isAddrAligned(llvm::Align(64), bytes.data()))
    return llvm::MemoryBuffer::getMemBuffer(
        llvm::StringRef(bytes.data(), bytes.size()), ingot::kModuleBufferName,
        /*RequiresNullTerminator=*/false);
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      bytes.size(), ingot::kModuleBufferName, llvm::Align(64));
  if (buffer)
    std::memcpy(buffer->getBufferStart(), bytes.data(), bytes.size());
  return buffer;
}

/// True for a transpose without dimensions as linalg defines it: of a tensor
/// into another, which it gives back, or of a memref into another. None of it
/// was verified.
static bool isEmptyTranspose(linalg::TransposeOp op) {
  if (op->getNumOperands() != 2)
    return false;
  Type from = op->getOperand(0).getType(), to = op->getOperand(1).getType();
  if (auto tensor = dyn_cast<RankedTensorType>(from))
    return tensor.getRank() == 0 && to == from && op->getNumResults() == 1 &&
           op->getResult(0).getType() == to &&
           op->getOperand(0) != op->getResult(0);
  auto read = dyn_cast<MemRefType>(from), written = dyn_cast<MemRefType>(to);
  return read && written && read.getRank() == 0 && written.getRank() == 0 &&
         read.getElementType() == written.getElementType() &&
         op->getNumResults() == 0;
}

/// MLIR's verifier asks a transpose for its maps before it looks at the
/// permutation, and reads past the end of an empty one. Right ones become what
/// they mean, others are errors here.
static LogicalResult foldEmptyTransposes(ModuleOp module) {
  SmallVector<linalg::TransposeOp> empty;
  module.walk([&](linalg::TransposeOp op) {
    DenseI64ArrayAttr permutation = op.getPermutationAttr();
    if (permutation && permutation.empty())
      empty.push_back(op);
  });
  for (linalg::TransposeOp op : empty) {
    // Now, for one that was folded may have made another read itself.
    if (!isEmptyTranspose(op))
      return op->emitOpError("has an empty permutation, but does not move one "
                             "value without dimensions into another of its "
                             "type");
    OpBuilder builder(op);
    if (op->getNumResults() == 0)
      linalg::CopyOp::create(builder, op.getLoc(), op->getOperand(0),
                             op->getOperand(1));
    else
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  }
  return success();
}

/// What MLIR's parser makes of it, not verified.
static OwningOpRef<ModuleOp> parseWhole(std::string_view bytes,
                                        MLIRContext *context) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = alignedBuffer(bytes);
  if (!buffer) {
    emitError(UnknownLoc::get(context), "no memory for the module");
    return nullptr;
  }
  // Shared: resources of the module go on pointing into the buffer.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(
      sources, ParserConfig(context, /*verifyAfterParse=*/false));
}

/// The same for text, without its large constants at first; null for text that
/// has none, or of which anything is to be said.
static OwningOpRef<ModuleOp> parseByParts(std::string_view text,
                                          MLIRContext *context) {
  std::optional<ingot::HexConstants> constants = ingot::takeHexConstants(text);
  if (!constants)
    return nullptr;
  bool isSilent = true;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &) {
    isSilent = false;
    return success();
  });
  OwningOpRef<ModuleOp> module = parseWhole(constants->text, context);
  if (!module || !isSilent || failed(putHexConstants(*module, *constants)))
    return nullptr;
  return module;
}

static OwningOpRef<ModuleOp> parse(std::string_view bytes,
                                   MLIRContext *context) {
  OwningOpRef<ModuleOp> module;
  if (!ingot::isBytecode(bytes))
    module = parseByParts(bytes, context);
  if (!module)
    module = parseWhole(bytes, context);
  // Of an op that PyTorch does not have, the verifier says less.
  if (!module ||
      (context->getLoadedDialect<ingot::torch::TorchDialect>() &&
       failed(ingot::torch::checkKnownOps(*module))) ||
      failed(foldEmptyTransposes(*module)) || failed(verify(*module)))
    return nullptr;
  return module;
}

/// Bytecode begins with its magic, its version and, ended by NUL, its producer.
std::optional<std::string_view> ingot::portableRelease(std::string_view bytes) {
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

OwningOpRef<ModuleOp> ingot::loadBytecode(const ModelSource &source,
                                          MLIRContext *context) {
  OwningOpRef<ModuleOp> module = parse(source.bytes, context);
  if (!module || failed(upgrade(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> ingot::loadText(const ModelSource &source,
                                      MLIRContext *context) {
  std::optional<std::string> packed = packBooleans(source.bytes);
  return loadBytecode(packed ? std::string_view(*packed) : source.bytes,
                      context);
}

OwningOpRef<ModuleOp> ingot::loadPortableArtifact(const ModelSource &source,
                                                  MLIRContext *context) {
  if (failed(checkRelease(*portableRelease(source.bytes), context)))
    return nullptr;
  return loadBytecode(source, context);
}

OwningOpRef<ModuleOp> ingot::loadJaxExport(const ModelSource &source,
                                           MLIRContext *context) {
  std::optional<JaxExport> container = readJaxExport(source.bytes);
  if (std::string fault = faultOf(*container); !fault.empty()) {
    emitError(UnknownLoc::get(context), fault);
    return nullptr;
  }
  // JAX writes artifacts; other bytecode, or text, means what it says as well.
  std::string_view inner = container->module;
  OwningOpRef<ModuleOp> module =
      portableRelease(inner) ? loadPortableArtifact(inner, context)
      : isBytecode(inner)    ? loadBytecode(inner, context)
                             : loadText(inner, context);
  if (!module || failed(choosePlatform(*module, *container)))
    return nullptr;
  return module;
}
