//===- Session.h - what a compiler keeps, and one job's module --*- C++ -*-===//
//
// The parts that all jobs share: the context and the pipelines that outlive a
// job because they make the next one faster, and a module on its way through
// phases together with what was said about it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_SESSION_H
#define INGOT_PIPELINE_API_SESSION_H

#include "pipeline/api/Compiler.h"
#include "pipeline/api/JobTrace.h"
#include "pipeline/api/PhaseTable.h"
#include "pipeline/frontends/ModelSource.h"
#include "pipeline/import/Diagnostics.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <map>

namespace ingot::pipeline {

/// INVALID_ARGUMENT.
absl::Status invalid(const std::string &message);

/// Turns an error of LLVM into a status.
absl::Status toStatus(llvm::Error error, absl::StatusCode code);

/// INVALID_ARGUMENT for options that name no phase or no release.
absl::Status checkOptions(const v1::CompileOptions &options);

/// The program of a job of any kind that takes files, and the types that it
/// gives to arguments.
template <typename Job, typename Types>
ModelSource sourceOf(const Job &job, const Types &inputTypes) {
  ModelSource source(job.module);
  source.files = job.files;
  source.inputTypes.assign(inputTypes.begin(), inputTypes.end());
  return source;
}

/// What a context keeps of a program, measured by the text that would leave as
/// much. Of a large constant in hexadecimal digits that is half of them, once;
/// of other text up to 20 times as much.
size_t keptBytes(std::string_view program);

/// The same for a job's program with its files.
template <typename Job> size_t programBytes(const Job &job) {
  size_t bytes = keptBytes(job.module);
  for (const auto &[name, contents] : job.files)
    bytes += contents.size();
  return bytes;
}

/// What jobs leave behind: warmth. One thread at a time.
struct Compiler::State {
  State();

  /// The context for a job of so many bytes (keptBytes()). Dialects and
  /// interned types are what makes a second job faster. A context never frees a
  /// constant, so it is made anew once the jobs brought in a fair amount of
  /// them: of text it keeps up to 20 times as much, and a worker's memory is
  /// bounded.
  mlir::MLIRContext *contextFor(size_t bytes);

  /// Makes it anew for the next job, whose answer is the module's text: the
  /// names of resources in it are unique in a context, which forgets none.
  void forgetNames() { forgetsNames_ = true; }

  /// The backend of a target, whose plugins are loaded; INVALID_ARGUMENT,
  /// naming the field, for a target that is not resolved or has legal ops that
  /// do not exist.
  absl::StatusOr<const Backend *> backendOf(const v1::Target &target);

  /// Runs a phase. Pipelines that are kept have their patterns ready, which
  /// takes longer to make than to apply in a small program.
  mlir::LogicalResult run(const Phase &phase, mlir::ModuleOp module,
                          const PhaseOptions &options,
                          PhasePart part = PhasePart::Whole);

  /// Leaves all that a crash may have left half done, for the rest of the
  /// process: not even its memory is given back.
  void abandon();
  bool isDamaged() const { return isDamaged_; }

  /// Of the pipelines that are made from here on.
  bool verifiesPasses = false;

private:
  absl::Status takePlugins(const v1::Target &target);
  /// One that is built by `build`, by whose name it is kept.
  mlir::PassManager &keptPipeline(const std::string &name, BuildPhase *build,
                                  const PhaseOptions &options);

  mlir::DialectRegistry registry_;
  std::unique_ptr<mlir::MLIRContext> context_;
  size_t bytesRead_ = 0;
  bool forgetsNames_ = false;
  /// Pipelines for `context_`, by their text, and those of them that serve a
  /// phase for a target.
  std::map<std::string, std::unique_ptr<mlir::PassManager>> pipelines_;
  std::map<std::pair<std::string, std::string>, mlir::PassManager *> chosen_;
  bool isDamaged_ = false; ///< By a crash that was caught.
  /// The last target that was checked, and its backend.
  std::string checkedTarget_;
  const Backend *checkedBackend_ = nullptr;
};

/// A module between two ends of a job. One thread at a time.
class Session {
public:
  Session(Compiler::State &state, size_t bytes, const Observer &observer);

  /// Finds the backend; INVALID_ARGUMENT for a target or options that are
  /// wrong.
  absl::Status start(const v1::Target &target,
                     const v1::CompileOptions &options);

  /// Says that a phase begins.
  void announce(std::string_view phase);

  /// Parses and verifies.
  absl::Status read(std::string_view bytes);

  /// The same for what comes from users, in which nothing may name files of
  /// this machine. External weights that the source has are bound.
  absl::Status readProgram(const ModelSource &source);

  /// `where` stands before what is said of a failure.
  absl::Status run(const Phase &phase, const PhaseOptions &options,
                   const std::string &where = "",
                   PhasePart part = PhasePart::Whole);

  /// Passes that are no phase.
  mlir::LogicalResult
  run(llvm::function_ref<void(mlir::OpPassManager &)> build);

  /// What to say of a job that failed: its first error. Passes that fail in
  /// silence are ours to mend.
  absl::Status failure(absl::StatusCode code,
                       const std::string &where = "") const;

  /// Whether it is open why a job failed: it had begun, and what is said of it
  /// names no field of the request.
  bool isCauseOpen(const absl::Status &failed) const;

  /// The passes of targets' own that run() ran, for messages; empty if there
  /// were none. REQUIRES: the targets that it was given.
  std::string ownPasses() const;

  const Observer &observer() const { return observer_; }

  /// After start().
  const Backend &backend() const { return *backend_; }

  /// After read().
  mlir::ModuleOp module() { return *module_; }

  /// The module as text.
  std::string print();

private:
  JobTrace trace_; ///< First: what follows goes before it ends.
  Compiler::State &state_;
  const Observer &observer_;
  mlir::MLIRContext *context_;
  DiagnosticCollector diagnostics_;
  const Backend *backend_ = nullptr;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  /// The last phase that ran, as far as it did, and whose passes it has.
  const Phase *phase_ = nullptr;
  TargetPoint passed_ = TargetPoint::Decompose;
  llvm::SmallVector<const v1::Target *> targets_;
};

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_SESSION_H
