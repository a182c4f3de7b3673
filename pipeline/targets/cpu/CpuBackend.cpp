//===- CpuBackend.cpp - machines that LLVM makes code for -----------------===//
//
// The phases up to `plan` already make what a CPU takes, so nothing is added to
// them. Kernels go through pipeline/codegen, and all code through
// pipeline/emit.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/cpu/CpuBackend.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/emit/Emit.h"
#include "pipeline/targets/cpu/CpuTargets.h"
#include "pipeline/targets/cpu/SmallPointers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace ingot::pipeline {

namespace {

/// True if `blocks`, which lead back to each other, look at elements. What
/// copies or calls takes its time elsewhere.
bool touchesElements(llvm::ArrayRef<mlir::Block *> blocks) {
  return llvm::any_of(blocks, [](mlir::Block *block) {
    return llvm::any_of(*block, [](mlir::Operation &op) {
      return llvm::isa<mlir::LLVM::LoadOp, mlir::LLVM::StoreOp>(op);
    });
  });
}

/// Loops over elements (of scatters, say) take up to four times as long at the
/// lowest level.
bool loopsOverElements(mlir::ModuleOp program) {
  return llvm::any_of(
      program.getOps<mlir::LLVM::LLVMFuncOp>(),
      [](mlir::LLVM::LLVMFuncOp function) {
        if (function.isExternal())
          return false;
        auto component = llvm::scc_begin(&function.getBody());
        while (!component.isAtEnd() &&
               !(component.hasCycle() && touchesElements(*component)))
          ++component;
        return !component.isAtEnd();
      });
}

/// A host program without them checks sizes, launches kernels and copies parts.
/// To choose its instructions and registers with care took half of the time
/// that it needs to compile, for some nanoseconds of a call. On machines
/// without Linux its size counts.
llvm::CodeGenOptLevel levelOf(mlir::ModuleOp program, CodeKind code,
                              const v1::Target &target) {
  if (code == CodeKind::Kernel)
    return llvm::CodeGenOptLevel::Aggressive;
  return !llvm::Triple(target.triple()).isOSLinux() ||
                 loopsOverElements(program)
             ? llvm::CodeGenOptLevel::Less
             : llvm::CodeGenOptLevel::None;
}

/// The machine of a thread's last job of that level, made anew only for another
/// target: making one takes half a millisecond.
llvm::Expected<const Machine *> machineFor(const v1::Target &target,
                                           llvm::CodeGenOptLevel level) {
  struct Kept {
    std::string target;
    Machine machine;
  };
  thread_local std::map<llvm::CodeGenOptLevel, Kept> all;
  Kept &kept = all[level];
  std::string wanted = target.SerializeAsString();
  if (!kept.machine.generator || kept.target != wanted) {
    llvm::Expected<Machine> made = createMachine(target, level);
    if (!made)
      return made.takeError();
    kept = {std::move(wanted), std::move(*made)};
  }
  return &kept.machine;
}

/// Host programs are made for 64 bits.
void adapt(mlir::ModuleOp program, const llvm::Triple &triple) {
  if (!triple.isArch64Bit())
    padPointers(program);
  if (triple.isWasm())
    inlineLongFunctions(program);
}

} // namespace

llvm::Expected<v1::Target> CpuBackend::resolve(const v1::Target &target) const {
  if (target.emit() == v1::Target::C_SOURCE)
    return targetError("emit", "C_SOURCE is what the backend 'c' makes");
  return resolveCpu(target);
}

unsigned CpuBackend::layoutVectorBits(const v1::Target &target) const {
  return vectorBits(target);
}

std::vector<std::string>
CpuBackend::processorFeatures(const v1::Target &target) const {
  return pipeline::processorFeatures(target);
}

static bool hasOwnCodegen(const v1::Target &target) {
  return llvm::any_of(target.phases(), [](const auto &phase) {
    return phase.name() == "codegen";
  });
}

bool CpuBackend::needsMachineState(mlir::ModuleOp program,
                                   const v1::Target &target) const {
  MatrixTiles tiles = matrixTiles(target);
  // Passes of the target's own may make products that are none yet.
  return (tiles.bytes || tiles.bfloats) &&
         (hasOwnCodegen(target) || mayUseTiles(program));
}

ProductInstructions
CpuBackend::productInstructions(const v1::Target &target) const {
  MatrixTiles tiles = matrixTiles(target);
  // Where addresses have 32 bits, memory is too short for weights twice.
  // Passes of the target's own look for products as the program has them.
  bool packsFloats =
      llvm::Triple(target.triple()).isArch64Bit() && !hasOwnCodegen(target);
  return {tiles.bytes, tiles.bfloats, dotInstruction(target),
          bfloatDotInstruction(target), packsFloats ? vectorBits(target) : 0};
}

void CpuBackend::addKernelPasses(mlir::OpPassManager &pm,
                                 const v1::Target &target) const {
  KernelOptions options;
  options.vectorBits = vectorBits(target);
  if (target.l1_cache_bytes() != 0)
    options.cacheBytes = static_cast<unsigned>(target.l1_cache_bytes());
  if (target.l2_cache_bytes() != 0)
    options.secondCacheBytes = static_cast<unsigned>(target.l2_cache_bytes());
  if (target.alignment() != 0)
    options.alignment = target.alignment();
  ProductInstructions products = productInstructions(target);
  options.tilesBytes = products.bytes;
  options.tilesBFloats = products.bfloats;
  options.dots = products.dots;
  options.bfloatDots = products.bfloatDots;
  options.foldsExtremaByIntegers = foldsExtremaByIntegers(target);
  options.laneBits = laneBits(target);
  buildKernelPipeline(pm, options);
}

llvm::Expected<std::string> CpuBackend::emit(mlir::ModuleOp module,
                                             CodeKind code,
                                             const v1::Target &target,
                                             EmitKind kind) const {
  llvm::Expected<const Machine *> machine =
      machineFor(target, levelOf(module, code, target));
  if (!machine)
    return machine.takeError();
  if (code == CodeKind::Host)
    adapt(module, (*machine)->generator->getTargetTriple());
  return pipeline::emit(module, **machine, kind);
}

llvm::Expected<std::string>
CpuBackend::link(llvm::ArrayRef<llvm::StringRef> objects,
                 const v1::Target &target, EmitKind kind) const {
  // For stub libraries and mathematics, neither of which is hot.
  llvm::Expected<const Machine *> machine =
      machineFor(target, llvm::CodeGenOptLevel::Less);
  if (!machine)
    return machine.takeError();
  if (kind != EmitKind::Object &&
      (*machine)->generator->getTargetTriple().isThumb())
    return llvm::createStringError(
        "without a system the program is linked with the firmware: ask for "
        "an object (--emit object)");
  return kind == EmitKind::Object ? linkRelocatable(objects, **machine)
                                  : linkExecutable(objects, **machine);
}

namespace {
/// That of targets which name no other.
class PlainCpu final : public CpuBackend {
public:
  llvm::StringRef name() const override { return "cpu"; }
  llvm::StringRef triples() const override {
    return "x86_64, aarch64 or riscv64 with linux-gnu, "
           "wasm32-unknown-unknown, or thumb with none-eabi or none-eabihf";
  }
  bool takes(const llvm::Triple &triple) const override {
    return isOfferedCpu(triple);
  }
  std::vector<NamedTarget> namedTargets() const override { return {hostCpu()}; }
};
} // namespace

namespace cpu {
void registerFolder() { registerBackend(std::make_unique<PlainCpu>()); }
} // namespace cpu

} // namespace ingot::pipeline
