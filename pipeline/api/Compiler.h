//===- Compiler.h - The compiler as seven kinds of job ------------*- C++
//-*-===//
//
// The only header that code outside pipeline/ includes. No MLIR or LLVM type
// appears here, so that whoever schedules jobs builds without them.
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

#include "cache/key/Digest.h"
#include "ingot/v1/artifact.pb.h"
#include "ingot/v1/common.pb.h"
#include "ingot/v1/compiler.pb.h"
#include "pipeline/targets/NamedTarget.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::pipeline {

/// A part of a job and the time that it took by itself, without the parts
/// within it.
struct TracedPart {
  std::string group; ///< "step", "MLIR pass", "LLVM pass", "code generation".
  std::string name;
  uint32_t count = 0;
  double milliseconds = 0;
};

/// Called, on the thread that runs the job, as things happen.
struct Observer {
  /// A phase of phaseNames() begins.
  std::function<void(std::string_view name)> onPhase;
  /// The program is at fault, or a warning. Errors come before the job fails.
  std::function<void(const v1::Diagnostic &)> onDiagnostic;
  /// Of a check that is to describe the program, once it is read.
  std::function<void(const v1::ProgramDescription &)> onDescription = {};
  /// When the job ends: where its time went, longest part first. It is measured
  /// only if somebody listens.
  std::function<void(const std::vector<TracedPart> &)> onParts = {};
};

/// The files beside a module, by the relative paths by which it knows them.
/// Nothing here opens a path.
using NamedFiles = std::map<std::string, std::string_view, std::less<>>;

/// Step one. Bytes of modules need no alignment; they are copied where MLIR
/// wants 64. options.emit is none of isExport().
struct PlanJob {
  std::string_view module; ///< In one of the forms that pipeline/import reads.
  v1::Target target;       ///< Resolved.
  v1::CompileOptions options;
  NamedFiles files = {};
  /// The targets that options.placements names, resolved. What they make is
  /// linked by the backend of `target`, so theirs is the same, and the triple.
  std::vector<NamedTarget> parts = {};
  /// Constants that stand in `module` or a file as they are become views of it,
  /// and have no digest in the manifest: nobody need read them to plan.
  bool borrowsConstants = false;
  /// If `module` is that of an import job: what it found out. Its options were
  /// the same, and there are no parts. The plan is that of the program itself.
  std::optional<v1::Manifest> imported = std::nullopt;
};

/// A kernel that the plan cut out.
struct PlannedKernel {
  std::string symbol; ///< What the host program calls.
  std::string module; ///< Bytecode, without names and locations.
  std::string root;   ///< The op at its heart.
  uint32_t uses = 0;  ///< Call sites.
  /// The part whose target the kernel job has; empty: the plan's. Equal kernels
  /// are one, of the target that launches it first.
  std::string target;
};

/// A tensor that left the program.
struct PlannedConstant {
  std::string name;  ///< As in the manifest.
  std::string bytes; ///< Dense row-major, little-endian; the blob.
  /// In place of `bytes`, if the job asked for it: a part of its input. Such a
  /// one is the only constant of its name, and may equal others.
  std::string_view borrowed = {};
  /// In place of `bytes`, in a plan of what an import job made: it is the
  /// constant of that name of the import.
  bool imported = false;
};

/// A function of the program as it was read, for who asks what is another.
struct PlannedFunction {
  struct Constant {
    std::string name;  ///< Its type if the program has no name for it.
    std::string value; ///< Of one that is code; else its type.
    bool isCode = false;
  };
  std::string name;
  Digest digest; ///< Of its text without names, places and constants.
  std::vector<Constant> constants;
};

/// A call of a kernel in the host program.
struct PlannedLaunch {
  uint32_t kernel = 0;  ///< Index into Plan::kernels.
  std::string function; ///< Of the host program.
  std::string node;     ///< The model's name of the place; may be empty.
};

/// Before plans for several targets that share it (backendsShareImports()). Of
/// the target only the legal ops matter.
struct ImportJob {
  std::string_view module;
  v1::Target target;
  v1::CompileOptions options;
  NamedFiles files = {};
  bool borrowsConstants = false; ///< As of a plan.
};

/// What an import job makes.
struct ImportedProgram {
  std::string module; ///< Bytecode; of large constants only the names.
  std::vector<PlannedConstant> constants; ///< Not distinct by content.
  v1::Manifest manifest;                  ///< Has the entry points.
  std::vector<PlannedFunction> functions; ///< As of a plan.
};

/// What a plan job makes. With options.emit == MLIR and a phase up to `plan`
/// only `text` is set: the module after that phase.
struct Plan {
  std::string host;                   ///< Bytecode.
  std::vector<PlannedKernel> kernels; ///< In order of first use; distinct.
  /// Distinct by content, but for borrowed ones.
  std::vector<PlannedConstant> constants;
  v1::Manifest manifest; ///< Complete: goes to host and link.
  std::string text;
  /// Not of an exported program, nor of one that was imported before.
  std::vector<PlannedFunction> functions;
  std::vector<PlannedLaunch> launches;
};

/// Step two.
struct KernelJob {
  std::string_view module; ///< PlannedKernel.module.
  v1::Target target;
  v1::CompileOptions options;
};

/// Beside step two.
struct HostJob {
  std::string_view module; ///< Plan.host.
  v1::Manifest manifest;
  v1::Target target;
  v1::CompileOptions options;
};

/// Step three.
struct LinkJob {
  /// What the host job made: an object, or text for an emit kind that is text.
  std::string_view host;
  /// What the kernel jobs made, likewise, in the order of Plan.kernels.
  std::vector<std::string_view> kernels;
  v1::Manifest manifest;
  v1::Target target;
  v1::CompileOptions options;
};

/// What an export job makes.
struct ExportedProgram {
  std::string text; ///< Or a portable artifact.
  /// Of PROGRAM_AND_WEIGHTS: the weights that the text names.
  std::vector<PlannedConstant> constants;
  v1::Manifest manifest; ///< Likewise: only its constants are set.
};

/// A program for other tools: options.emit is one of isExport().
struct ExportJob {
  std::string_view module;
  v1::Target target; ///< Only its legal ops matter.
  v1::CompileOptions options;
  NamedFiles files = {};
};

/// What a check is about.
enum class CheckSubject {
  Lowering, ///< What could not be compiled for the target.
  /// Which operators of PyTorch could not be custom ops, if the target held
  /// every one of them legal.
  CustomOps
};

/// Reports everything at fault and makes nothing.
struct CheckJob {
  std::string_view module;
  v1::Target target;
  std::vector<std::string> inputTypes; ///< As in CompileOptions.
  CheckSubject subject = CheckSubject::Lowering;
  NamedFiles files = {};
  /// Describes the program to Observer::onDescription, also if it will turn out
  /// to be at fault.
  bool describe = false;
  /// A remark at each op, if the program lowers, of who computes it; otherwise
  /// only at those that libraries of the target compute.
  bool explainPlacement = false;
  std::vector<std::string> placements = {}; ///< As in CompileOptions.
  std::vector<NamedTarget> parts = {};      ///< As of a plan.
};

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
