//===- Backend.h - what differs between kinds of machines -------*- C++ -*-===//
//
// A backend is all that the compiler knows of one kind of machine: which
// descriptions of it are complete, which ops it wants whole, which passes it
// adds to the phases, and how code becomes bytes. The phases are the same for
// everybody and ask the backend of their target at marked points:
//
//   import    legalOps           operators that no conversion may take
//   legalize  addLegalizePasses  before CheckSupported reports what is left
//   plan      lowerFunctions     before producers are fused and kernels formed
//             layoutVectorBits   how many channels fill a vector
//             productInstructions  what constants are packed for
//   kernels   addKernelPasses    all of it
//   kernels, link  emitModule    the last passes over what becomes bytes
//             emit, link         instructions, and the executable around them
//
// A pipeline is kept and used again for every target for which the backend adds
// the same passes. They are told apart by their text, so whatever of a target
// changes what a pass does has to be an option of that pass.
//
// Of a program in parts the request's backend says what stays whole (legalOps)
// and how tensors lie (layoutVectorBits), and makes and links the host program.
// All else is asked of each part's backend, about the part's functions and
// kernels.
//
// pipeline/targets/cpu is the first backend. Every other one is a folder beside
// it that the build finds by itself: pipeline/CONTRIBUTING.md, "A backend".
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_BACKEND_H
#define INGOT_PIPELINE_TARGETS_BACKEND_H

#include "pipeline/codegen/ProductInstructions.h"
#include "pipeline/emit/EmitKind.h"
#include "pipeline/targets/NamedTarget.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace ingot::pipeline {

/// The two kinds of code of an executable. The host program runs once per call
/// and is long: code for it is generated fast rather than well.
enum class CodeKind { Host, Kernel };

/// One kind of machine. Thread-safe: it has no state but caches. All functions
/// but takes() and resolve() are given targets that resolve() returned.
class Backend {
public:
  virtual ~Backend() = default;

  /// Unique among the registered ones.
  virtual llvm::StringRef name() const = 0;

  /// Backends of which this is one can share a program: each emits what the
  /// others link.
  virtual llvm::StringRef family() const { return name(); }

  /// The triples that it takes, as a message lists them; empty for one that
  /// targets have to name.
  virtual llvm::StringRef triples() const = 0;

  /// True if targets of this (normalised) triple are its own. At most one
  /// backend says so of any triple.
  virtual bool takes(const llvm::Triple &triple) const = 0;

  /// Completes a target that a user wrote: normalises the triple, names the
  /// CPU, orders features. Fails with targetError() on what does not exist.
  /// Legal ops are the caller's business.
  virtual llvm::Expected<v1::Target>
  resolve(const v1::Target &target) const = 0;

  /// Those of its targets that no file can describe, being different on every
  /// machine. Jobs for the first one are warmed up when a worker starts.
  virtual std::vector<NamedTarget> namedTargets() const { return {}; }

  /// Operators of PyTorch, by their full names, that it wants whole besides
  /// those that the target lists.
  virtual std::vector<std::string> legalOps(const v1::Target &target) const {
    return {};
  }

  /// Conversions of ops that only this backend takes to ops that every later
  /// phase knows.
  virtual void addLegalizePasses(mlir::OpPassManager &pm,
                                 const v1::Target &target) const {}

  /// Bits of its vectors, which say how convolutions are laid out; 0 leaves
  /// them as programs have them.
  virtual unsigned layoutVectorBits(const v1::Target &target) const {
    return 0;
  }

  /// True if kernels of the planned `program` use registers that the operating
  /// system gives only to those who ask (INGOT_STATE_TILES).
  virtual bool needsMachineState(mlir::ModuleOp program,
                                 const v1::Target &target) const {
    return false;
  }

  /// What code for the target may use of a processor that a loader can ask, by
  /// LLVM's names.
  virtual std::vector<std::string>
  processorFeatures(const v1::Target &target) const {
    return {};
  }

  /// Passes over the whole program that claim functions or groups of ops before
  /// others are fused: what they make calls of libraries (ingot.custom) no
  /// later phase touches.
  virtual void lowerFunctions(mlir::OpPassManager &pm,
                              const v1::Target &target) const {}

  /// What its kernels multiply numbers by: constants are packed for that when
  /// they bind.
  virtual ProductInstructions
  productInstructions(const v1::Target &target) const {
    return {};
  }

  /// From one kernel (pipeline/codegen/Pipelines.h says what that is) to what
  /// emit() takes.
  virtual void addKernelPasses(mlir::OpPassManager &pm,
                               const v1::Target &target) const = 0;

  /// The last passes over each module before emit(), and over its host program
  /// in the LLVM dialect.
  virtual void emitModule(mlir::OpPassManager &pm, CodeKind code,
                          const v1::Target &target) const {}

  /// Dialects that its passes leave in kernels.
  virtual void registerDialects(mlir::DialectRegistry &registry) const {}

  /// Bytes of a kernel, or of a host program in the LLVM dialect. May change
  /// the module.
  virtual llvm::Expected<std::string> emit(mlir::ModuleOp module, CodeKind code,
                                           const v1::Target &target,
                                           EmitKind kind) const = 0;

  /// Joins a host program's object and kernels' objects, in this order. `kind`
  /// is Executable or Object.
  virtual llvm::Expected<std::string>
  link(llvm::ArrayRef<llvm::StringRef> objects, const v1::Target &target,
       EmitKind kind) const = 0;
};

/// Adds a backend, for the rest of the process. Not thread-safe: call it before
/// the first job.
void registerBackend(std::unique_ptr<Backend> backend);

/// Registers those of the folders beside this file, for the rest of the
/// process. Made by the build; call it once.
void registerBackendFolders();

/// All of them, in the order of registration.
llvm::ArrayRef<std::unique_ptr<Backend>> backends();

/// The backend of a target that a user wrote, by its name or by the triple;
/// fails on what none of them takes.
llvm::Expected<const Backend *> findBackend(const v1::Target &target);

/// Backend::resolve() of the target's backend, and what means the same for all
/// of them checked and in order: legal ops, caches, memory, element types.
llvm::Expected<v1::Target> resolveTarget(const v1::Target &target);

/// The backend of a target; fails unless it is what resolveTarget() returns for
/// it.
llvm::Expected<const Backend *> findBackendOfResolved(const v1::Target &target);

/// An error that names a field of a target: `target.FIELD: WHAT`.
llvm::Error targetError(const llvm::Twine &field, const llvm::Twine &what);

/// The one of `known` that is most like `name`, as the end of a message:
/// "; did you mean 'legalize'?". Empty if none is like it.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_BACKEND_H
