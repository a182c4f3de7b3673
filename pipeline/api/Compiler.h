//===- Compiler.h - the compiler as seven kinds of job ----------*- C++ -*-===//
//
// With Jobs.h the only header that code outside pipeline/ includes. No MLIR or
// LLVM type appears here, so that whoever schedules jobs builds without them.
//
// A module becomes an executable in four steps, each a pure function of its
// job: the same job gives the same bytes, whatever ran before on this compiler.
//
//   plan    module             -> host program, kernels, constants, manifest
//   kernel  one kernel         -> object        (independent of each other)
//   host    host program       -> object        (and of the kernels)
//   link    objects            -> executable
//
// For plans for several targets, what they have in common can be a job before
// them:
//
//   import  module             -> what every target's plan begins with
//
// Two more jobs take a module and make nothing to run:
//
//   export  module             -> the program as another tool reads it
//   check   module             -> diagnostics
//
// The host program names each kernel by a symbol that derives from the digest
// of the kernel's bytes, so equal kernels of one module or of two are one.
//
// Crashes: MLIR and LLVM may abort the process on hostile input. That is not
// handled here; run a Compiler in a process that may die.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_COMPILER_H
#define INGOT_PIPELINE_API_COMPILER_H

#include "ingot/v1/compiler.pb.h"
#include "pipeline/api/Jobs.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <memory>
#include <string>
#include <vector>

namespace ingot::pipeline {

/// Runs jobs. One thread at a time; jobs leave nothing behind in it but warmth.
///
/// Status codes of all jobs: INVALID_ARGUMENT (does not parse or verify; bad
/// target or option), FAILED_PRECONDITION (the target cannot take it; every op
/// at fault was reported to the observer), INTERNAL (a bug of ours).
class Compiler {
public:
  /// Loads dialects and registers backends: tens of milliseconds.
  Compiler();
  ~Compiler();
  Compiler(const Compiler &) = delete;
  Compiler &operator=(const Compiler &) = delete;

  /// Compiles a small program end to end so that later jobs find every lazily
  /// made table ready. For the template that workers are forked from.
  absl::Status warmUp();

  /// From here on MLIR's verifier runs after each pass, so that an op which a
  /// pass left invalid is an error, where else it may become wrong code. Takes
  /// a quarter longer. Programs are verified when they are read in any case.
  /// Call it before warmUp() and the first job.
  void verifyPasses();

  /// Adds the descriptions NAME.textproto of a folder to namedTargets(), for
  /// the rest of the process; all or none. INVALID_ARGUMENT names the file and
  /// the field. Call it before the first job.
  absl::Status registerTargetFolder(const std::string &folder);

  /// Reads the plugins NAME.so of a folder for targets to name; none is loaded
  /// before a job of such a target runs, or a description of one is registered.
  /// INVALID_ARGUMENT if the folder or a file of it cannot be read. Call it
  /// before registerTargetFolder().
  absl::Status registerPluginFolder(const std::string &folder);

  absl::StatusOr<ImportedProgram> importProgram(const ImportJob &job,
                                                const Observer &observer);

  absl::StatusOr<Plan> plan(const PlanJob &job, const Observer &observer);

  /// Makes text, or a portable artifact, as options.emit asks.
  absl::StatusOr<ExportedProgram> exportProgram(const ExportJob &job,
                                                const Observer &observer);

  /// OK if there is nothing to report.
  absl::Status check(const CheckJob &job, const Observer &observer);

  /// Returns an object file, or text, as options.emit asks.
  absl::StatusOr<std::string> kernel(const KernelJob &job,
                                     const Observer &observer);

  /// Returns an object file, or text, as options.emit asks. Needs no kernel:
  /// may run beside them.
  absl::StatusOr<std::string> host(const HostJob &job,
                                   const Observer &observer);

  /// Returns what options.emit asks: an executable, an object, or text.
  absl::StatusOr<std::string> link(const LinkJob &job,
                                   const Observer &observer);

  /// Whether passes of a target's own crashed in this process, which was
  /// caught: its memory may be damaged, and it should run no other job.
  bool isDamaged() const;

  struct State; ///< What is kept between jobs.

private:
  std::unique_ptr<State> state_;
};

/// True for STABLEHLO, TOSA, STABLEHLO_PORTABLE, PROGRAM and
/// PROGRAM_AND_WEIGHTS, which exportProgram() makes.
bool isExport(v1::Emit emit);

/// True if no backend of this build wants operators whole by itself. Then plans
/// for all targets without plugins and passes at the point `decompose` can
/// begin with the same import.
bool backendsShareImports();

/// What a module can be printed after, in order: import, constants, legalize,
/// offload, plan, kernels, link.
std::vector<std::string> phaseNames();

/// Everything about this build that can change a result: Ingot's version,
/// LLVM's version.
std::string compilerIdentity();

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_COMPILER_H
