//===- CBackend.cpp - programs as portable C11 ----------------------------===//
//
// Everything up to the LLVM dialect is shared with the CPUs: the host program,
// its descriptors, assertions and state, kernels as scalar loops. It becomes
// LLVM IR with our own mathematics, is cleaned up, and is printed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Pipelines.h"
#include "pipeline/emit/Emit.h"
#include "pipeline/mathlib/MathLibrary.h"
#include "pipeline/targets/Backend.h"
#include "pipeline/targets/c/Assemble.h"
#include "pipeline/targets/c/PrintModule.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"

namespace ingot::pipeline {

namespace {

constexpr llvm::StringLiteral kArch = "c";
/// The wrappers of entry points and initialisers, by ingot-emit-entry-points.
constexpr llvm::StringLiteral kWrapper = "ingot.entry.";
/// Pieces of a host program's fragment beside code.
constexpr llvm::StringLiteral kManifestPiece = "manifest",
                              kWrapperPiece = "wrapper";

/// What LLVM is told of the machine. C leaves the sizes of types to its own
/// compiler, so machines of 32 bits take it too.
constexpr llvm::StringLiteral kDataLayout =
    "e-m:e-p:64:64-i64:64-i128:128-n8:16:32:64-S128";

/// No pass that makes instructions of other machines (vectors, words of odd
/// widths): the compiler of the C does all that.
constexpr llvm::StringLiteral kCleanUp =
    "function(sroa,early-cse,instsimplify,simplifycfg)";
/// What nobody reads any more.
constexpr llvm::StringLiteral kSweep = "function(adce),globaldce";

/// C has none, and what only they read would be a variable that nobody reads.
void dropAssumptions(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (llvm::isa<llvm::AssumeInst>(instruction))
        instruction.eraseFromParent();
}

llvm::Error runPasses(llvm::Module &module, llvm::StringRef pipeline) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, pipeline))
    return error;
  passes.run(module, modules);
  return llvm::Error::success();
}

llvm::Error cleanUp(llvm::Module &module) {
  if (llvm::Error error = runPasses(module, kCleanUp))
    return error;
  dropAssumptions(module); // Cleaning up makes some.
  return runPasses(module, kSweep);
}

/// What is not a kernel's own name begins with it, so that names of two kernels
/// never meet. Mathematics, which comes later, is the same for all. A host
/// program's name is the user's and means nothing.
void prefixNames(llvm::Module &module, llvm::StringRef prefix) {
  for (llvm::GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && value.getName() != prefix)
      value.setName(prefix + "." + value.getName());
}

llvm::Expected<std::unique_ptr<llvm::Module>>
translateForC(mlir::ModuleOp module, CodeKind code,
              llvm::LLVMContext &context) {
  if (mlir::failed(rejectAssembly(module)))
    return llvm::createStringError("the program contains assembly");
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "ingot");
  if (!result)
    return llvm::createStringError("translation to LLVM IR failed");
  result->setDataLayout(kDataLayout);
  if (code == CodeKind::Kernel && module.getSymName())
    prefixNames(*result, *module.getSymName());
  if (llvm::Error error = linkMathLibrary(*result))
    return error;
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(*result, &stream))
    return llvm::createStringError("broken LLVM IR: " + problem);
  if (llvm::Error error = cleanUp(*result))
    return error;
  return result;
}

/// Takes the table out of a host program and leaves what it pointed to. Returns
/// the manifest's bytes; the wrappers' names in order.
std::string takeTable(mlir::ModuleOp module,
                      std::vector<std::string> &wrappers) {
  std::string manifest;
  for (auto function :
       llvm::make_early_inc_range(module.getOps<mlir::LLVM::LLVMFuncOp>())) {
    if (function.getName() == "ingot_executable_v1")
      function.erase();
    else if (function.getName().starts_with(kWrapper)) {
      function.setLinkage(mlir::LLVM::Linkage::External);
      wrappers.push_back(function.getName().str());
    }
  }
  for (auto global : module.getOps<mlir::LLVM::GlobalOp>())
    if (global.getSection() == ".ingot.manifest")
      if (auto bytes =
              mlir::dyn_cast_or_null<mlir::StringAttr>(global.getValueAttr()))
        manifest = bytes.str();
  return manifest;
}

class CBackend final : public Backend {
public:
  llvm::StringRef name() const override { return "c"; }
  llvm::StringRef triples() const override { return "c-unknown-unknown"; }
  bool takes(const llvm::Triple &triple) const override {
    return triple.getArchName() == kArch;
  }

  llvm::Expected<v1::Target> resolve(const v1::Target &target) const override {
    if (target.cpu() != "generic" && !target.cpu().empty())
      return targetError("cpu", "'" + target.cpu() +
                                    "': C is for every CPU; say generic");
    if (!target.features().empty())
      return targetError("features[0]", "C is for every CPU and has none");
    if (target.vector_bits() != 0)
      return targetError("vector_bits", "C11 has no vectors");
    if (target.emit() != v1::Target::C_SOURCE &&
        target.emit() != v1::Target::EXECUTABLE)
      return targetError("emit", "the backend 'c' makes C_SOURCE");
    v1::Target resolved = target;
    resolved.set_triple(llvm::Triple::normalize(target.triple()));
    resolved.set_cpu("generic");
    return resolved;
  }

  void addKernelPasses(mlir::OpPassManager &pm,
                       const v1::Target &target) const override {
    KernelOptions options;
    options.vectorBits = 0;
    buildKernelStrategyPipeline(pm, options);
    BufferizeOptions bufferize;
    if (target.alignment() != 0)
      bufferize.alignment = target.alignment();
    buildBufferizePipeline(pm, bufferize);
    buildLowerToLLVMPipeline(pm, {}); // Loops in place of tasks.
  }

  llvm::Expected<std::string> emit(mlir::ModuleOp module, CodeKind code,
                                   const v1::Target &,
                                   EmitKind kind) const override {
    std::vector<std::string> wrappers;
    std::string manifest;
    if (code == CodeKind::Host)
      manifest = takeTable(module, wrappers);
    llvm::LLVMContext context;
    auto translated = translateForC(module, code, context);
    if (!translated)
      return translated.takeError();
    if (kind == EmitKind::LLVMIR) {
      std::string text;
      llvm::raw_string_ostream(text) << **translated;
      return text;
    }
    llvm::Expected<c::Fragment> fragment = c::printModule(**translated);
    if (!fragment)
      return fragment.takeError();
    if (kind == EmitKind::Assembly)
      return c::joinFragments({*fragment});
    if (code == CodeKind::Host) {
      fragment->add(kManifestPiece, kManifestPiece, manifest);
      c::CNames names;
      for (const std::string &wrapper : wrappers)
        fragment->add(kWrapperPiece, kWrapperPiece,
                      names.of(*(*translated)->getFunction(wrapper)));
    }
    return fragment->serialize();
  }

  llvm::Expected<std::string> link(llvm::ArrayRef<llvm::StringRef> objects,
                                   const v1::Target &,
                                   EmitKind) const override {
    std::vector<c::Fragment> fragments;
    v1::Manifest manifest;
    std::vector<std::string> wrappers;
    for (llvm::StringRef object : objects) {
      llvm::Expected<c::Fragment> fragment = c::Fragment::parse(object);
      if (!fragment)
        return fragment.takeError();
      for (const c::Fragment::Piece &piece : fragment->pieces) {
        if (piece.kind == kManifestPiece &&
            !manifest.ParseFromString(piece.text))
          return llvm::createStringError("c: a manifest that does not parse");
        if (piece.kind == kWrapperPiece)
          wrappers.push_back(piece.text);
      }
      fragments.push_back(std::move(*fragment));
    }
    return c::assembleFile(manifest, wrappers, fragments);
  }
};

} // namespace

namespace c {
void registerFolder() { registerBackend(std::make_unique<CBackend>()); }
} // namespace c

} // namespace ingot::pipeline
