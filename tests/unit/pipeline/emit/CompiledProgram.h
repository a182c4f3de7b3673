//===- CompiledProgram.h - LLVM dialect as machine code ---------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_EMIT_COMPILEDPROGRAM_H
#define INGOT_TESTS_UNIT_PIPELINE_EMIT_COMPILEDPROGRAM_H

#include "pipeline/emit/Emit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "gtest/gtest.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::pipeline {

/// A program with one function, ingot_executable_v1.
class CompiledProgram {
public:
  CompiledProgram(const char *text, const Machine &machine) {
    mlir::DialectRegistry registry;
    registry.insert<mlir::LLVM::LLVMDialect>();
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    code = llvm::cantFail(emit(*module, machine, EmitKind::LLVMIR));
    std::string object =
        llvm::cantFail(emit(*module, machine, EmitKind::Object));
    linked_ = llvm::cantFail(
        linkExecutable(llvm::ArrayRef<llvm::StringRef>(object), machine));
  }
  CompiledProgram(const CompiledProgram &) = delete;
  ~CompiledProgram() {
    if (library_)
      dlclose(library_);
  }

  /// The function, once, of a machine that is this one. It goes with the
  /// program.
  template <typename Function> Function *load() {
    int file = memfd_create("program", MFD_CLOEXEC);
    EXPECT_EQ(write(file, linked_.data(), linked_.size()),
              static_cast<ssize_t>(linked_.size()));
    library_ = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(),
                      RTLD_NOW | RTLD_LOCAL);
    close(file);
    if (library_)
      return reinterpret_cast<Function *>(
          dlsym(library_, "ingot_executable_v1"));
    ADD_FAILURE() << dlerror();
    return nullptr;
  }

  std::string code; ///< LLVM IR.

private:
  std::string linked_;
  void *library_ = nullptr;
};

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_EMIT_COMPILEDPROGRAM_H
