//===- Targets.cpp - checking targets, making code generators -------------===//

#include "pipeline/targets/Targets.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <map>
#include <mutex>
#include <set>

namespace ingot::pipeline {

void initializeBackends() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeRISCVTarget();
    LLVMInitializeRISCVTargetMC();
    LLVMInitializeRISCVAsmPrinter();
  });
}

namespace {

llvm::Error fieldError(const llvm::Twine &field, const llvm::Twine &what) {
  return llvm::createStringError("target." + field + ": " + what);
}

/// Executables are 64-bit little-endian ELF with the GNU C library's names.
bool isOffered(const llvm::Triple &triple) {
  switch (triple.getArch()) {
  case llvm::Triple::x86_64:
  case llvm::Triple::aarch64:
  case llvm::Triple::riscv64:
    return triple.isOSLinux() && triple.isOSBinFormatELF() &&
           triple.isGNUEnvironment() && !triple.isX32();
  default:
    return false;
  }
}

struct Backend {
  llvm::Triple triple;
  const llvm::Target *target;
};

llvm::Expected<Backend> findBackend(llvm::StringRef text) {
  if (text.empty())
    return fieldError("triple",
                      "missing; for example x86_64-unknown-linux-gnu");
  Backend backend{llvm::Triple(llvm::Triple::normalize(text)), nullptr};
  if (!isOffered(backend.triple))
    return fieldError("triple", "'" + text +
                                    "' is not one of x86_64, aarch64 or "
                                    "riscv64 with linux-gnu");
  initializeBackends();
  std::string error;
  backend.target = llvm::TargetRegistry::lookupTarget(backend.triple, error);
  if (!backend.target)
    return fieldError("triple", error);
  return backend;
}

llvm::Error checkFeatures(const v1::Target &target,
                          const llvm::MCSubtargetInfo &known) {
  for (const std::string &feature : target.features()) {
    if (feature.size() < 2 || (feature[0] != '+' && feature[0] != '-'))
      return fieldError("features",
                        "'" + feature + "' does not start with '+' or '-'");
    bool found = llvm::any_of(known.getAllProcessorFeatures(),
                              [&](const llvm::SubtargetFeatureKV &entry) {
                                return feature.substr(1) == entry.Key;
                              });
    if (!found)
      return fieldError("features",
                        "'" + feature + "' is unknown for " + target.triple());
  }
  return llvm::Error::success();
}

/// Features by name, the last mention of each, in order.
void canonicalizeFeatures(v1::Target &target) {
  std::map<std::string, char> signs;
  for (const std::string &feature : target.features())
    signs[feature.substr(1)] = feature[0];
  target.clear_features();
  for (const auto &[name, sign] : signs)
    target.add_features(sign + name);
}

/// In order, each once. Which ones there are is not known here.
void canonicalizeLegalOps(v1::Target &target) {
  std::set<std::string> names(target.legal_ops().begin(),
                              target.legal_ops().end());
  target.clear_legal_ops();
  for (const std::string &name : names)
    target.add_legal_ops(name);
}

std::string featureString(const v1::Target &target) {
  std::string text;
  for (const std::string &feature : target.features())
    text += (text.empty() ? "" : ",") + feature;
  return text;
}

/// RISC-V's calling convention is not implied by the triple. LLVM's own default
/// ignores the features that a target machine is made with.
std::string abiName(const llvm::Triple &triple,
                    const llvm::MCSubtargetInfo &machine) {
  if (!triple.isRISCV64())
    return "";
  return machine.checkFeatures("+d") ? "lp64d" : "lp64";
}

} // namespace

llvm::Expected<v1::Target> resolveTarget(const v1::Target &target) {
  llvm::Expected<Backend> backend = findBackend(target.triple());
  if (!backend)
    return backend.takeError();
  v1::Target resolved = target;
  resolved.set_triple(backend->triple.str());
  if (target.cpu().empty())
    resolved.set_cpu(backend->triple.isRISCV64() ? "generic-rv64" : "generic");

  // An empty CPU is always known; asking about the real one would already print
  // LLVM's warning.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      backend->target->createMCSubtargetInfo(backend->triple, "", ""));
  if (resolved.cpu() == "native" || resolved.cpu() == "host")
    return fieldError("cpu", "'" + resolved.cpu() +
                                 "' means another machine to everybody; name "
                                 "the CPU, or use the target named host");
  if (!known->isCPUStringValid(resolved.cpu()))
    return fieldError("cpu", "'" + resolved.cpu() + "' is unknown for " +
                                 resolved.triple());
  if (llvm::Error error = checkFeatures(resolved, *known))
    return error;
  canonicalizeFeatures(resolved);
  canonicalizeLegalOps(resolved);
  return resolved;
}

llvm::Error validateTarget(const v1::Target &target) {
  llvm::Expected<v1::Target> resolved = resolveTarget(target);
  if (!resolved)
    return resolved.takeError();
  if (resolved->SerializeAsString() != target.SerializeAsString())
    return llvm::createStringError(
        "target: not resolved (triple normalised, CPU named, features sorted)");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const v1::Target &target, llvm::CodeGenOptLevel level) {
  if (llvm::Error error = validateTarget(target))
    return error;
  llvm::Expected<Backend> backend = findBackend(target.triple());
  if (!backend)
    return backend.takeError();

  std::string features = featureString(target);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      backend->target->createMCSubtargetInfo(backend->triple, target.cpu(),
                                             features));
  if (backend->triple.isX86_64() && !subtarget->checkFeatures("+64bit"))
    return fieldError("cpu", "'" + target.cpu() + "' is a 32-bit CPU");
  if (backend->triple.isRISCV64() && !subtarget->checkFeatures("+64bit"))
    return fieldError("cpu", "'" + target.cpu() + "' is a 32-bit CPU");

  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.MCOptions.ABIName = abiName(backend->triple, *subtarget);
  std::unique_ptr<llvm::TargetMachine> machine(
      backend->target->createTargetMachine(backend->triple, target.cpu(),
                                           features, options, llvm::Reloc::PIC_,
                                           std::nullopt, level));
  if (!machine)
    return fieldError("triple", "no code generator for " + target.triple());
  return machine;
}

unsigned vectorBits(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  const llvm::Triple &triple = machine.getTargetTriple();
  if (triple.isX86())
    return subtarget.checkFeatures("+avx512f") ? 512
           : subtarget.checkFeatures("+avx2")  ? 256
                                               : 128;
  if (triple.isAArch64())
    return subtarget.checkFeatures("+neon") ? 128 : 0;
  return subtarget.checkFeatures("+v") ? 128 : 0;
}

} // namespace ingot::pipeline
