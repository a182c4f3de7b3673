//===- Emit.h - LLVM dialect to objects, text and executables ---*- C++ -*-===//
//
// The last steps: a module of the LLVM dialect becomes LLVM IR, is optimised,
// and leaves as an object or as text; objects become one ELF shared object.
// Everything happens in memory: no file is opened but memfds, so it works in a
// process that may open none.
//
// Same input, same bytes. Nothing here prints; errors come back.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_EMIT_EMIT_H
#define INGOT_PIPELINE_EMIT_EMIT_H

#include "pipeline/emit/EmitKind.h"
#include "pipeline/emit/Machine.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ingot::pipeline {

/// Reports, as diagnostics, every inline or module-level assembly in `module`:
/// it could read the host's files (.incbin), and nobody can check it. Call it
/// on what comes from users before anything is translated.
mlir::LogicalResult rejectAssembly(mlir::ModuleOp module);

/// Translates a module of the LLVM dialect, and puts in what it calls of the
/// mathematical library. Functions that are defined get the
/// target's attributes; symbols other than `ingot_executable_v1` are hidden, so
/// that objects see each other and nobody else sees them. Refuses assembly.
llvm::Expected<std::unique_ptr<llvm::Module>>
translate(mlir::ModuleOp module, llvm::LLVMContext &context,
          const Machine &machine);

/// Runs a selection of LLVM's passes: few where `machine` is at the lowest level
/// of code generation, which is for code without loops.
void optimize(llvm::Module &module, const Machine &machine);

/// Generates code, or prints the IR.
llvm::Expected<std::string> emitModule(llvm::Module &module,
                                       const Machine &machine, EmitKind kind);

/// translate, optimize, emitModule.
llvm::Expected<std::string> emit(mlir::ModuleOp module, const Machine &machine,
                                 EmitKind kind);

/// An object that defines functions of C's mathematics (those that
/// isInMathLibrary() knows), hidden.
llvm::Expected<std::string>
emitMathFunctions(llvm::ArrayRef<llvm::StringRef> names,
                  const Machine &machine);

/// Links objects of one target into a shared object that exports
/// `ingot_executable_v1` alone. Mathematics that they lack is put in. It names
/// libc and the compiler's support library as needed when, and only when, it
/// uses something of theirs; any other undefined symbol is an error. The
/// process's standard output is pointed elsewhere while this runs: one thread
/// at a time.
llvm::Expected<std::string>
linkExecutable(llvm::ArrayRef<llvm::StringRef> objects, const Machine &machine);

/// Links objects of one target into one relocatable object. As above.
llvm::Expected<std::string>
linkRelocatable(llvm::ArrayRef<llvm::StringRef> objects,
                const Machine &machine);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_EMIT_H
