//===- Emit.cpp - LLVM dialect to LLVM IR, objects and text ---------------===//

#include "pipeline/emit/Emit.h"
#include "pipeline/mathlib/MathLibrary.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

namespace ingot::pipeline {

namespace {

/// Collects what LLVM's code generators report instead of printing it and
/// leaving the process, which is what LLVM does without a handler.
struct CollectErrors final : llvm::DiagnosticHandler {
  explicit CollectErrors(std::string &errors) : errors(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(errors);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      stream << '\n';
    }
    return true;
  }

  std::string &errors;
};

bool isExported(const llvm::GlobalValue &value) {
  return value.getName() == "ingot_executable_v1";
}

void prepare(llvm::Module &module, const llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  llvm::StringRef abi = machine.Options.MCOptions.getABIName();
  if (!abi.empty())
    module.addModuleFlag(llvm::Module::Error, "target-abi",
                         llvm::MDString::get(module.getContext(), abi));
}

/// Calls the library's function where the machine has no instruction for
/// `intrinsic` on `type`: a call that only the code generator made would not
/// vectorise.
void compute(llvm::Module &module, llvm::Intrinsic::ID intrinsic,
             llvm::Type *type, llvm::StringRef name) {
  llvm::Function *function =
      llvm::Intrinsic::getDeclarationIfExists(&module, intrinsic, type);
  if (!function)
    return;
  std::string symbol =
      (kMathPrefix + name + (type->isFloatTy() ? "f" : "")).str();
  llvm::FunctionCallee computed =
      module.getOrInsertFunction(symbol, function->getFunctionType());
  function->replaceAllUsesWith(computed.getCallee());
}

/// Puts the bodies of mathematical functions in.
llvm::Error linkMathematics(llvm::Module &module,
                            const llvm::TargetMachine &machine) {
  if (llvm::Error error = linkMathLibrary(module))
    return error;
  if (!machine.getTargetTriple().isX86())
    return llvm::Error::success();
  llvm::Type *single = llvm::Type::getFloatTy(module.getContext());
  const llvm::MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  if (!features.checkFeatures("+fma"))
    compute(module, llvm::Intrinsic::fma, single, "fma");
  if (!features.checkFeatures("+sse4.1"))
    for (llvm::Type *type :
         {single, llvm::Type::getDoubleTy(module.getContext())}) {
      compute(module, llvm::Intrinsic::ceil, type, "ceil");
      compute(module, llvm::Intrinsic::floor, type, "floor");
      compute(module, llvm::Intrinsic::nearbyint, type, "nearbyint");
      compute(module, llvm::Intrinsic::rint, type, "rint");
      compute(module, llvm::Intrinsic::round, type, "round");
      compute(module, llvm::Intrinsic::roundeven, type, "roundeven");
      compute(module, llvm::Intrinsic::trunc, type, "trunc");
    }
  return linkMathLibrary(module);
}

void addTargetAttributes(llvm::Function &function,
                         const llvm::TargetMachine &machine) {
  function.addFnAttr("target-cpu", machine.getTargetCPU());
  function.addFnAttr("target-features", machine.getTargetFeatureString());
  // Several CPUs with AVX-512 prefer 256 bits by default, which halves the
  // speed of the vectors that our own strategies made.
  if (machine.getTargetTriple().isX86() &&
      machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    function.addFnAttr("prefer-vector-width", "512");
}

} // namespace

mlir::LogicalResult rejectAssembly(mlir::ModuleOp module) {
  bool found = false;
  module->walk([&](mlir::Operation *op) {
    bool isInline = mlir::isa<mlir::LLVM::InlineAsmOp>(op);
    bool isModule =
        op->hasAttr(mlir::LLVM::LLVMDialect::getModuleLevelAsmAttrName());
    if (!isInline && !isModule)
      return;
    op->emitError(isInline ? "inline" : "module-level")
        << " assembly is not accepted: it can name files of the machine that "
           "compiles it";
    found = true;
  });
  return mlir::failure(found);
}

llvm::Expected<std::unique_ptr<llvm::Module>>
translate(mlir::ModuleOp module, llvm::LLVMContext &context,
          const llvm::TargetMachine &machine) {
  if (mlir::failed(rejectAssembly(module)))
    return llvm::createStringError("the program contains assembly");
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "ingot");
  if (!result)
    return llvm::createStringError("translation to LLVM IR failed");

  prepare(*result, machine);
  if (llvm::Error error = linkMathematics(*result, machine))
    return error;
  for (llvm::Function &function : *result)
    if (!function.isDeclaration())
      addTargetAttributes(function, machine);
  for (llvm::GlobalValue &value : result->global_values())
    if (!value.isDeclaration() && !value.hasLocalLinkage() &&
        !isExported(value))
      value.setVisibility(llvm::GlobalValue::HiddenVisibility);

  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(*result, &stream))
    return llvm::createStringError("broken LLVM IR: " + problem);
  return result;
}

llvm::Expected<std::string>
emitMathFunctions(llvm::ArrayRef<llvm::StringRef> names,
                  llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  llvm::Module module("mathlib", context);
  prepare(module, machine);
  if (llvm::Error error = defineMathFunctions(names, module))
    return error;
  for (llvm::Function &function : module)
    addTargetAttributes(function, machine);
  optimize(module, machine);
  return emitModule(module, machine, EmitKind::Object);
}

llvm::Expected<std::string>
emitModule(llvm::Module &module, llvm::TargetMachine &machine, EmitKind kind) {
  if (kind == EmitKind::LLVMIR) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << module;
    return text;
  }

  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  std::string errors;
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> previous =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<CollectErrors>(errors));
  llvm::legacy::PassManager passes;
  bool unsupported = machine.addPassesToEmitFile(
      passes, stream, nullptr,
      kind == EmitKind::Object ? llvm::CodeGenFileType::ObjectFile
                               : llvm::CodeGenFileType::AssemblyFile);
  if (!unsupported)
    passes.run(module);
  context.setDiagnosticHandler(std::move(previous));

  if (unsupported)
    return llvm::createStringError("the target cannot emit this kind of file");
  if (!errors.empty())
    return llvm::createStringError("code generation failed: " + errors);
  return std::string(bytes.begin(), bytes.end());
}

llvm::Expected<std::string> emit(mlir::ModuleOp module,
                                 llvm::TargetMachine &machine, EmitKind kind) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> translated =
      translate(module, context, machine);
  if (!translated)
    return translated.takeError();
  optimize(**translated, machine);
  return emitModule(**translated, machine, kind);
}

} // namespace ingot::pipeline
