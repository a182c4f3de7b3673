//===- Jobs.h - what a compiler is given and gives --------------*- C++ -*-===//
//
// The jobs of Compiler.h, their results, and what is told of them on the way.
// Views outlive the call that they are given to.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_JOBS_H
#define INGOT_PIPELINE_API_JOBS_H

#include "cache/key/Digest.h"
#include "ingot/v1/artifact.pb.h"
#include "ingot/v1/common.pb.h"
#include "ingot/v1/compiler.pb.h"
#include "pipeline/targets/NamedTarget.h"

#include <cstdint>
#include <functional>
#include <map>
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
  /// linked by the backend of `target`, so theirs is one of its family, and the
  /// triple is the same.
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
  /// One that the function uses.
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

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_JOBS_H
