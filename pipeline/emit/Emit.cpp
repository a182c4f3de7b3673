//===- Emit.cpp - LLVM dialect to LLVM IR, objects and text ---------------===//
//
// Kernels are compiled one by one and never see each other, so each takes its
// own copy of the mathematical functions that it calls; the optimiser inlines
// them and drops the rest. Everything but the one exported symbol is hidden.
// LLVM's errors are collected by a handler: without one, LLVM prints them and
// leaves the process.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/Emit.h"
#include "pipeline/emit/ObjectWriter.h"
#include "pipeline/mathlib/MathLibrary.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TimeProfiler.h"

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

void prepare(llvm::Module &module, const Machine &machine) {
  module.setTargetTriple(machine.generator->getTargetTriple());
  module.setDataLayout(machine.generator->createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  llvm::StringRef abi = machine.generator->Options.MCOptions.getABIName();
  if (!abi.empty())
    module.addModuleFlag(llvm::Module::Error, "target-abi",
                         llvm::MDString::get(module.getContext(), abi));
}

/// Lanes of the vectors of machines that lack instructions.
constexpr unsigned kFewLanes = 4;

/// Replaces an intrinsic by a call of the library's function, in vector
/// functions of the library too.
void makeLibraryCall(llvm::Module &module, const LibraryCall &call) {
  llvm::Type *type = call.isDouble
                         ? llvm::Type::getDoubleTy(module.getContext())
                         : llvm::Type::getFloatTy(module.getContext());
  std::string symbol =
      (kMathPrefix + call.name + (call.isDouble ? "" : "f")).str();
  auto replace = [&](llvm::Type *operand, llvm::StringRef name) {
    if (!isInMathLibrary(name.substr(kMathPrefix.size())))
      return;
    if (llvm::Function *function = llvm::Intrinsic::getDeclarationIfExists(
            &module, call.intrinsic, operand))
      function->replaceAllUsesWith(
          module.getOrInsertFunction(name, function->getFunctionType())
              .getCallee());
  };
  replace(type, symbol);
  replace(llvm::FixedVectorType::get(type, kFewLanes),
          vectorForm(symbol, kFewLanes));
}

/// Replaces what the library does by arithmetic by the machine's instruction.
llvm::Error scaleByInstruction(llvm::Module &module) {
  constexpr llvm::StringLiteral byArithmetic = "ingot_scalef";
  constexpr llvm::StringLiteral byInstruction = "ingot_scaleoncef";
  llvm::Function *function = module.getFunction(byArithmetic);
  if (!function)
    return llvm::Error::success();
  function->replaceAllUsesWith(
      module.getOrInsertFunction(byInstruction, function->getFunctionType())
          .getCallee());
  return linkMathLibrary(module);
}

/// Puts the bodies of mathematical functions in.
llvm::Error linkMathematics(llvm::Module &module, const Machine &machine) {
  if (llvm::Error error = linkMathLibrary(module))
    return error;
  if (machine.scalesFloats)
    if (llvm::Error error = scaleByInstruction(module))
      return error;
  if (llvm::Error error = offerVectorForms(
          module, machine.libraryCalls.empty() ? ~0U : kFewLanes))
    return error;
  if (machine.libraryCalls.empty())
    return llvm::Error::success();
  for (const LibraryCall &call : machine.libraryCalls)
    makeLibraryCall(module, call);
  if (llvm::Error error = linkMathLibrary(module))
    return error;
  // Of those that came with the calls.
  return offerVectorForms(module, kFewLanes);
}

void addTargetAttributes(llvm::Function &function, const Machine &machine) {
  function.addFnAttr("target-cpu", machine.generator->getTargetCPU());
  function.addFnAttr("target-features",
                     machine.generator->getTargetFeatureString());
  // Firmware need not hold what unwinds it; `fail` leaves by longjmp.
  if (machine.generator->getTargetTriple().isThumb())
    function.setDoesNotThrow();
  if (!machine.preferredVectorBits.empty())
    function.addFnAttr("prefer-vector-width", machine.preferredVectorBits);
}

/// Objects are made again and again, text seldom.
std::shared_ptr<ObjectWriter> writerOf(const Machine &machine, EmitKind kind) {
  if (kind != EmitKind::Object)
    return std::make_shared<ObjectWriter>(machine.generator,
                                          llvm::CodeGenFileType::AssemblyFile);
  if (!machine.objectWriter)
    machine.objectWriter = std::make_shared<ObjectWriter>(
        machine.generator, llvm::CodeGenFileType::ObjectFile);
  return machine.objectWriter;
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
          const Machine &machine) {
  llvm::TimeTraceScope scope("step", "translate");
  if (mlir::failed(rejectAssembly(module)))
    return llvm::createStringError("the program contains assembly");
  // Verified below, with the bodies of mathematical functions.
  std::unique_ptr<llvm::Module> result = mlir::translateModuleToLLVMIR(
      module, context, "ingot", /*disableVerification=*/true);
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
                  const Machine &machine) {
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

llvm::Expected<std::string> emitModule(llvm::Module &module,
                                       const Machine &machine, EmitKind kind) {
  llvm::TimeTraceScope scope("step", "generate");
  if (kind == EmitKind::LLVMIR) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << module;
    return text;
  }

  std::shared_ptr<ObjectWriter> writer = writerOf(machine, kind);
  if (!writer->isSupported())
    return llvm::createStringError("the target cannot emit this kind of file");
  std::string errors;
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> previous =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<CollectErrors>(errors));
  std::string bytes = writer->write(module);
  context.setDiagnosticHandler(std::move(previous));
  if (errors.empty())
    return bytes;
  machine.objectWriter.reset(); // In whatever state the error left it.
  return llvm::createStringError("code generation failed: " + errors);
}

llvm::Expected<std::string> emit(mlir::ModuleOp module, const Machine &machine,
                                 EmitKind kind) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> translated =
      translate(module, context, machine);
  if (!translated)
    return translated.takeError();
  optimize(**translated, machine);
  return emitModule(**translated, machine, kind);
}

} // namespace ingot::pipeline
