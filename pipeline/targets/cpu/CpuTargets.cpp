//===- CpuTargets.cpp - checking CPUs, describing machines ----------------===//
//
// Every fact that differs between architectures stands here: which triples are
// offered, the calling convention, the linker's emulation, the width of vectors
// and the instructions that are missing. A description is checked in full
// before LLVM sees it, because LLVM only warns.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/cpu/CpuTargets.h"
#include "pipeline/targets/Backend.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

#include <array>
#include <map>
#include <mutex>

namespace ingot::pipeline {

namespace {

/// Makes LLVM's code generators known. More than once does no harm.
void initializeGenerators() {
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
    LLVMInitializeARMTargetInfo();
    LLVMInitializeARMTarget();
    LLVMInitializeARMTargetMC();
    LLVMInitializeARMAsmPrinter();
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeRISCVTarget();
    LLVMInitializeRISCVTargetMC();
    LLVMInitializeRISCVAsmPrinter();
    LLVMInitializeWebAssemblyTargetInfo();
    LLVMInitializeWebAssemblyTarget();
    LLVMInitializeWebAssemblyTargetMC();
    LLVMInitializeWebAssemblyAsmPrinter();
  });
}

/// LLVM's code generator for an architecture.
struct Generator {
  llvm::Triple triple;
  const llvm::Target *target;

  /// The last one is kept: a job asks for that of its target several times, and
  /// the next job is for the same target as a rule.
  std::shared_ptr<const llvm::MCSubtargetInfo>
  subtarget(llvm::StringRef cpu, llvm::StringRef features) const {
    thread_local std::array<std::string, 3> name;
    thread_local std::shared_ptr<const llvm::MCSubtargetInfo> last;
    std::array<std::string, 3> asked{triple.str(), cpu.str(), features.str()};
    if (!last || name != asked) {
      last.reset(target->createMCSubtargetInfo(triple, cpu, features));
      name = std::move(asked);
    }
    return last;
  }
};

llvm::Expected<Generator> findGenerator(llvm::StringRef text) {
  initializeGenerators();
  Generator generator{llvm::Triple(llvm::Triple::normalize(text)), nullptr};
  std::string error;
  generator.target =
      llvm::TargetRegistry::lookupTarget(generator.triple, error);
  if (!generator.target)
    return targetError("triple", error);
  return generator;
}

std::string nearestFeature(llvm::StringRef feature,
                           const llvm::MCSubtargetInfo &known) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const llvm::SubtargetFeatureKV &entry : known.getAllProcessorFeatures())
    names.push_back(entry.Key);
  return didYouMean(feature.drop_front(), names);
}

std::string nearestCpu(llvm::StringRef cpu,
                       const llvm::MCSubtargetInfo &known) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const llvm::SubtargetSubTypeKV &entry :
       known.getAllProcessorDescriptions())
    names.push_back(entry.Key);
  return didYouMean(cpu, names);
}

llvm::Error checkFeatures(const v1::Target &target,
                          const llvm::MCSubtargetInfo &known) {
  for (int i = 0; i < target.features_size(); ++i) {
    const std::string &feature = target.features(i);
    if (feature.size() < 2 || (feature[0] != '+' && feature[0] != '-'))
      return targetError("features[" + llvm::Twine(i) + "]",
                         "'" + feature +
                             "' is not '+' or '-' and the name of a feature");
    bool found = llvm::any_of(known.getAllProcessorFeatures(),
                              [&](const llvm::SubtargetFeatureKV &entry) {
                                return feature.substr(1) == entry.Key;
                              });
    if (!found)
      return targetError("features[" + llvm::Twine(i) + "]",
                         "'" + feature + "' is unknown for " + target.triple() +
                             nearestFeature(feature, known));
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

std::string featureString(const v1::Target &target) {
  std::string text;
  for (const std::string &feature : target.features())
    text += (text.empty() ? "" : ",") + feature;
  return text;
}

/// The width of the vector registers that the features promise.
unsigned widestVectorBits(const llvm::Triple &triple,
                          const llvm::MCSubtargetInfo &subtarget) {
  if (triple.isX86())
    return subtarget.checkFeatures("+avx512f") ? 512
           : subtarget.checkFeatures("+avx2")  ? 256
                                               : 128;
  llvm::StringRef feature = triple.isAArch64() ? "+neon"
                            : triple.isThumb() ? "+mve"
                            : triple.isWasm()  ? "+simd128"
                                               : "+v";
  return subtarget.checkFeatures(feature) ? 128 : 0;
}

llvm::Error checkVectorBits(const v1::Target &target, unsigned widest) {
  uint64_t bits = target.vector_bits();
  if (bits == 0 ||
      (bits <= widest && (bits == 128 || bits == 256 || bits == 512)))
    return llvm::Error::success();
  return targetError("vector_bits", llvm::Twine(bits) +
                                        " is not 128, 256 or 512 and at most " +
                                        llvm::Twine(widest) +
                                        ", which the features have");
}

/// RISC-V's calling convention is not implied by the triple. LLVM's own default
/// ignores the features that a target machine is made with.
std::string abiName(const llvm::Triple &triple,
                    const llvm::MCSubtargetInfo &subtarget) {
  if (!triple.isRISCV64())
    return "";
  return subtarget.checkFeatures("+d") ? "lp64d" : "lp64";
}

llvm::StringRef linkerEmulation(const llvm::Triple &triple) {
  if (triple.isWasm())
    return "wasm32";
  if (triple.isThumb())
    return "armelf";
  if (triple.isAArch64())
    return "aarch64linux";
  return triple.isRISCV() ? "elf64lriscv" : "elf_x86_64";
}

/// AArch64 and RISC-V have instructions for all of these, WebAssembly for most.
std::vector<LibraryCall> libraryCalls(const llvm::Triple &triple,
                                      const llvm::MCSubtargetInfo &subtarget) {
  namespace id = llvm::Intrinsic;
  std::vector<LibraryCall> calls;
  if (triple.isWasm())
    return {{id::fma, false, "fma"},    {id::round, false, "round"},
            {id::round, true, "round"}, {id::maxnum, false, "fmax"},
            {id::maxnum, true, "fmax"}, {id::minnum, false, "fmin"},
            {id::minnum, true, "fmin"}};
  if (!triple.isX86())
    return calls;
  if (!subtarget.checkFeatures("+fma"))
    calls.push_back({id::fma, false, "fma"});
  if (!subtarget.checkFeatures("+sse4.1"))
    for (bool isDouble : {false, true})
      llvm::append_values(calls, LibraryCall{id::ceil, isDouble, "ceil"},
                          LibraryCall{id::floor, isDouble, "floor"},
                          LibraryCall{id::nearbyint, isDouble, "nearbyint"},
                          LibraryCall{id::rint, isDouble, "rint"},
                          LibraryCall{id::round, isDouble, "round"},
                          LibraryCall{id::roundeven, isDouble, "roundeven"},
                          LibraryCall{id::trunc, isDouble, "trunc"});
  return calls;
}

/// Several CPUs with AVX-512 prefer 256 bits by default, which halves the speed
/// of the vectors that our own strategies made.
std::string preferredVectorBits(const v1::Target &target,
                                const llvm::Triple &triple,
                                const llvm::MCSubtargetInfo &subtarget) {
  if (!triple.isX86())
    return "";
  if (target.vector_bits() != 0)
    return std::to_string(target.vector_bits());
  return subtarget.checkFeatures("+avx512f") ? "512" : "";
}

} // namespace

bool isOfferedCpu(const llvm::Triple &triple) {
  switch (triple.getArch()) {
  case llvm::Triple::x86_64:
  case llvm::Triple::aarch64:
  case llvm::Triple::riscv64:
    return triple.isOSLinux() && triple.isOSBinFormatELF() &&
           triple.isGNUEnvironment() && !triple.isX32();
  case llvm::Triple::wasm32:
    return triple.getOS() == llvm::Triple::UnknownOS;
  case llvm::Triple::thumb:
    return triple.getOS() == llvm::Triple::UnknownOS &&
           triple.isOSBinFormatELF() &&
           (triple.getEnvironment() == llvm::Triple::EABI ||
            triple.getEnvironment() == llvm::Triple::EABIHF);
  default:
    return false;
  }
}

llvm::Expected<v1::Target> resolveCpu(const v1::Target &target) {
  llvm::Expected<Generator> generator = findGenerator(target.triple());
  if (!generator)
    return generator.takeError();
  v1::Target resolved = target;
  resolved.set_triple(generator->triple.str());
  if (target.cpu().empty())
    resolved.set_cpu(generator->triple.isRISCV64() ? "generic-rv64"
                                                   : "generic");

  if (resolved.cpu() == "native" || resolved.cpu() == "host")
    return targetError("cpu", "'" + resolved.cpu() +
                                  "' means another machine to everybody; name "
                                  "the CPU, or use the target named host");
  // An empty CPU is always known; asking about the real one would already print
  // LLVM's warning.
  std::shared_ptr<const llvm::MCSubtargetInfo> known =
      generator->subtarget("", "");
  if (!known->isCPUStringValid(resolved.cpu()))
    return targetError("cpu", "'" + resolved.cpu() + "' is unknown for " +
                                  resolved.triple() +
                                  nearestCpu(resolved.cpu(), *known));
  if (llvm::Error error = checkFeatures(resolved, *known))
    return error;
  canonicalizeFeatures(resolved);
  std::shared_ptr<const llvm::MCSubtargetInfo> machine =
      generator->subtarget(resolved.cpu(), featureString(resolved));
  // LLVM knows 32-bit CPUs by the same architectures as these.
  bool hasBoth = generator->triple.isX86() || generator->triple.isRISCV64();
  if (hasBoth && !machine->checkFeatures("+64bit"))
    return targetError("cpu", "'" + resolved.cpu() + "' is a 32-bit CPU");
  if (llvm::Error error = checkVectorBits(
          resolved, widestVectorBits(generator->triple, *machine)))
    return error;
  return resolved;
}

llvm::Expected<Machine> createMachine(const v1::Target &target,
                                      llvm::CodeGenOptLevel level) {
  llvm::Expected<Generator> generator = findGenerator(target.triple());
  if (!generator)
    return generator.takeError();
  const llvm::Triple &triple = generator->triple;
  std::string features = featureString(target);
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget =
      generator->subtarget(target.cpu(), features);

  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.MCOptions.ABIName = abiName(triple, *subtarget);
  // For the stack that `ingot inspect` tells: frames, and sections of their
  // own, so that calls of functions beside them are left to the linker, too.
  options.EmitStackSizeSection = triple.isThumb();
  options.FunctionSections = triple.isThumb();
  // A module of WebAssembly has its memory to itself, and so has firmware.
  llvm::Reloc::Model relocation = triple.isWasm() || triple.isThumb()
                                      ? llvm::Reloc::Static
                                      : llvm::Reloc::PIC_;
  // Columns are stored element by element: scatters of AVX-512 took longer (a
  // padded copy of 20x20x256 24.6 us instead of 20.9, Zen 4).
  if (triple.isX86())
    features +=
        (features.empty() ? "" : ",") + std::string("+prefer-no-scatter");
  Machine machine;
  machine.generator.reset(generator->target->createTargetMachine(
      triple, target.cpu(), features, options, relocation, std::nullopt,
      level));
  if (!machine.generator)
    return targetError("triple", "no code generator for " + target.triple());
  machine.linkerEmulation = linkerEmulation(triple);
  machine.preferredVectorBits = preferredVectorBits(target, triple, *subtarget);
  machine.libraryCalls = libraryCalls(triple, *subtarget);
  machine.scalesFloats =
      triple.isX86() && subtarget->checkFeatures("+avx512f,+avx512vl");
  // LLVM 22's code generator for WebAssembly never ends on a comparison of
  // vectors of f16 whose result selects among them.
  machine.takesHalvesOneByOne = triple.isWasm();
  machine.lacksExtrema = triple.isThumb();
  return machine;
}

unsigned vectorBits(const v1::Target &target) {
  if (target.vector_bits() != 0)
    return static_cast<unsigned>(target.vector_bits());
  Generator generator = llvm::cantFail(findGenerator(target.triple()));
  return widestVectorBits(
      generator.triple,
      *generator.subtarget(target.cpu(), featureString(target)));
}

std::vector<std::string> processorFeatures(const v1::Target &target) {
  Generator generator = llvm::cantFail(findGenerator(target.triple()));
  std::vector<std::string> names;
  if (!generator.triple.isOSLinux())
    return names;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget =
      generator.subtarget(target.cpu(), featureString(target));
  llvm::FeatureBitset bits = subtarget->getFeatureBits();
  for (const llvm::SubtargetSubTypeKV &cpu :
       subtarget->getAllProcessorDescriptions())
    if (target.cpu() == cpu.Key)
      bits &= ~cpu.TuneImplies.getAsBitset();
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget->getAllProcessorFeatures())
    if (bits.test(feature.Value))
      names.push_back(feature.Key);
  return names;
}

bool foldsExtremaByIntegers(const v1::Target &target) {
  return llvm::Triple(target.triple()).isX86() && vectorBits(target) >= 256;
}

unsigned laneBits(const v1::Target &target) {
  bool isWide = vectorBits(target) >= 256;
  return llvm::Triple(target.triple()).isX86() && isWide ? 128 : 0;
}

const DotInstruction *dotInstruction(const v1::Target &target) {
  Generator generator = llvm::cantFail(findGenerator(target.triple()));
  unsigned bits = vectorBits(target);
  if (generator.triple.isWasm() && bits >= 128)
    return findDotInstruction("i32x4.dot-128");
  if (!generator.triple.isX86())
    return nullptr;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget =
      generator.subtarget(target.cpu(), featureString(target));
  auto has = [&](const char *feature) {
    return subtarget->checkFeatures(feature);
  };
  bool isWide = has("+avx512vnni");
  if (bits >= 512 && isWide && has("+avx512bw"))
    return findDotInstruction("vpdpbusd-512");
  if (bits >= 256 && (has("+avxvnni") || (isWide && has("+avx512vl"))))
    return findDotInstruction("vpdpbusd-256");
  if (bits >= 512 && has("+avx512bw"))
    return findDotInstruction("pmaddwd-512");
  if (bits >= 256 && has("+avx2"))
    return findDotInstruction("pmaddwd-256");
  if (bits >= 128 && has("+sse2"))
    return findDotInstruction("pmaddwd-128");
  return nullptr;
}

const DotInstruction *bfloatDotInstruction(const v1::Target &target) {
  Generator generator = llvm::cantFail(findGenerator(target.triple()));
  if (!generator.triple.isX86())
    return nullptr;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget =
      generator.subtarget(target.cpu(), featureString(target));
  unsigned bits = vectorBits(target);
  if (!subtarget->checkFeatures("+avx512bf16") || bits < 256)
    return nullptr;
  if (bits >= 512)
    return findDotInstruction("vdpbf16ps-512");
  return subtarget->checkFeatures("+avx512vl")
             ? findDotInstruction("vdpbf16ps-256")
             : nullptr;
}

MatrixTiles matrixTiles(const v1::Target &target) {
  Generator generator = llvm::cantFail(findGenerator(target.triple()));
  if (!generator.triple.isX86())
    return {};
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget =
      generator.subtarget(target.cpu(), featureString(target));
  // What fills tiles is written for registers of 512 bits.
  if (!subtarget->checkFeatures("+amx-tile") ||
      !subtarget->checkFeatures("+avx512bw") || vectorBits(target) < 512)
    return {};
  return {subtarget->checkFeatures("+amx-int8"),
          subtarget->checkFeatures("+amx-bf16")};
}

} // namespace ingot::pipeline
