//===- Session.cpp - what a compiler keeps, and one job's module ----------===//
//
// A pipeline is kept by its text and not by its target: legalize, for one, is
// the same for all CPUs, and a worker that was warmed up for one of them should
// be warm for all. Building the text costs as much as building the pipeline, so
// it is asked for once per phase and target.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Session.h"
#include "pipeline/api/LegalOps.h"
#include "pipeline/api/Registration.h"
#include "pipeline/emit/Emit.h"
#include "pipeline/emit/PortableArtifact.h"
#include "pipeline/import/ExternalWeights.h"
#include "pipeline/import/Import.h"
#include "pipeline/targets/Descriptions.h"
#include "pipeline/targets/Plugins.h"
#include "pipeline/transforms/RunTargetPhase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TimeProfiler.h"

#include <mutex>
#include <utility>

using namespace mlir;

namespace ingot::pipeline {

absl::Status invalid(const std::string &message) {
  return absl::InvalidArgumentError(message);
}

absl::Status toStatus(llvm::Error error, absl::StatusCode code) {
  return absl::Status(code, llvm::toString(std::move(error)));
}

absl::Status checkOptions(const v1::CompileOptions &options) {
  if (options.emit() == v1::STABLEHLO_PORTABLE) {
    std::string fault = faultOfRelease(options.release());
    return fault.empty() ? absl::OkStatus()
                         : invalid("options.release: " + fault);
  }
  if (options.emit() != v1::MLIR || findPhase(options.phase()))
    return absl::OkStatus();
  return invalid("options.phase: there is no phase '" + options.phase() +
                 "'; the phases are " + llvm::join(phaseNames(), ", "));
}

static std::unique_ptr<PassManager>
createPipeline(MLIRContext *context, bool verifiesPasses,
               llvm::function_ref<void(OpPassManager &)> build) {
  auto pm = std::make_unique<PassManager>(context);
  pm->enableVerifier(verifiesPasses);
  pm->addInstrumentation(createPassTracer());
  build(*pm);
  return pm;
}

Compiler::State::State() { registerDialects(registry_); }

/// Passes are known by name only to targets that have some of their own.
static absl::Status checkPhasesOf(const v1::Target &target,
                                  const DialectRegistry &registry) {
  if (target.phases().empty())
    return absl::OkStatus();
  static std::once_flag once;
  std::call_once(once, registerPasses);
  if (llvm::Error error = checkTargetPhases(target, registry))
    return toStatus(std::move(error), absl::StatusCode::kInvalidArgument);
  return absl::OkStatus();
}

/// Of a description: its own pipelines, then the whole.
static llvm::Expected<v1::Target> resolveWithPhases(const v1::Target &whole,
                                                    const v1::Target &own) {
  DialectRegistry registry;
  registerDialects(registry);
  if (llvm::Expected<bool> isLoaded = loadPlugins(whole, registry); !isLoaded)
    return isLoaded.takeError();
  if (absl::Status status = checkPhasesOf(own, registry); !status.ok())
    return llvm::createStringError(std::string(status.message()));
  return resolveTarget(whole);
}

absl::Status Compiler::registerTargetFolder(const std::string &folder) {
  auto descriptions = readTargetDescriptions(folder);
  if (!descriptions)
    return toStatus(descriptions.takeError(),
                    absl::StatusCode::kInvalidArgument);
  auto resolve = [](const v1::Target &whole, const v1::Target &own) {
    if (whole.plugins().empty())
      return resolveWithPhases(whole, own);
    // What they bring has to go again: workers are forked from this process.
    return resolveApart([&] { return resolveWithPhases(whole, own); });
  };
  if (llvm::Error error = registerTargets(*std::move(descriptions), resolve))
    return toStatus(std::move(error), absl::StatusCode::kInvalidArgument);
  return absl::OkStatus();
}

absl::Status Compiler::registerPluginFolder(const std::string &folder) {
  if (llvm::Error error = readPlugins(folder))
    return toStatus(std::move(error), absl::StatusCode::kInvalidArgument);
  return absl::OkStatus();
}

size_t keptBytes(std::string_view program) {
  constexpr size_t kMaxSearched = 64 << 20, kMinDigits = 4096,
                   kDigitsAByte = 32;
  size_t kept = program.size();
  if (kept > kMaxSearched)
    return kept;
  constexpr char kQuote = '"';
  for (size_t begin = program.find(kQuote); begin != std::string_view::npos;) {
    const size_t end = program.find(kQuote, begin + 1);
    if (end == std::string_view::npos)
      break;
    const size_t digits = end - begin - 1;
    if (digits >= kMinDigits && program.substr(begin + 1, 2) == "0x")
      kept -= digits - digits / kDigitsAByte;
    begin = program.find(kQuote, end + 1);
  }
  return kept;
}

MLIRContext *Compiler::State::contextFor(size_t bytes) {
  constexpr size_t kMaxBytesRead = 8 << 20;
  bytesRead_ += bytes;
  const bool forgets = std::exchange(forgetsNames_, false);
  if (!context_ || forgets || bytesRead_ > kMaxBytesRead) {
    chosen_.clear();
    pipelines_.clear();
    context_.reset(); // Before the new one: both at once may be too much.
    context_ = std::make_unique<MLIRContext>(registry_,
                                             MLIRContext::Threading::DISABLED);
    // The user has the program; an op printed in generic form explains little.
    context_->printOpOnDiagnostic(false);
    bytesRead_ = bytes;
  }
  return context_.get();
}

void Compiler::State::abandon() {
  isDamaged_ = true;
  (void)new auto(std::move(pipelines_));
  pipelines_.clear();
  chosen_.clear();
  (void)context_.release();
}

absl::Status Compiler::State::takePlugins(const v1::Target &target) {
  llvm::Expected<bool> isNew = loadPlugins(target, registry_);
  if (!isNew)
    return toStatus(isNew.takeError(), absl::StatusCode::kInvalidArgument);
  if (*isNew && context_)
    context_->appendDialectRegistry(registry_);
  return absl::OkStatus();
}

absl::StatusOr<const Backend *>
Compiler::State::backendOf(const v1::Target &target) {
  std::string wanted = target.SerializeAsString();
  if (!checkedBackend_ || checkedTarget_ != wanted) {
    if (absl::Status status = takePlugins(target); !status.ok())
      return status;
    llvm::Expected<const Backend *> found = findBackendOfResolved(target);
    if (!found)
      return toStatus(found.takeError(), absl::StatusCode::kInvalidArgument);
    if (absl::Status status = checkLegalOps(target); !status.ok())
      return status;
    if (absl::Status status = checkPhasesOf(target, registry_); !status.ok())
      return status;
    checkedBackend_ = *found;
    checkedTarget_ = std::move(wanted);
  }
  return checkedBackend_;
}

PassManager &Compiler::State::keptPipeline(const std::string &name,
                                           BuildPhase *build,
                                           const PhaseOptions &options) {
  std::string targets = options.target.SerializeAsString() + options.explain;
  for (const PartTarget &part : options.parts)
    targets += '\0' + part.name + (part.isByCost ? "*" : "") + '\0' +
               part.target->SerializeAsString();
  PassManager *&chosen = chosen_[{name, targets}];
  if (chosen)
    return *chosen;
  std::unique_ptr<PassManager> made =
      createPipeline(context_.get(), verifiesPasses,
                     [&](OpPassManager &pm) { build(pm, options); });
  std::string text;
  llvm::raw_string_ostream stream(text);
  made->printAsTextualPipeline(stream);
  std::unique_ptr<PassManager> &kept = pipelines_[text];
  if (!kept)
    kept = std::move(made);
  chosen = kept.get();
  return *chosen;
}

LogicalResult Compiler::State::run(const Phase &phase, ModuleOp module,
                                   const PhaseOptions &options,
                                   PhasePart part) {
  // Kept apart, the first is one for all targets.
  if (phase.buildCommon) {
    const std::string name = phase.name;
    if (part != PhasePart::Rest &&
        failed(keptPipeline(name + " common", phase.buildCommon, options)
                   .run(module)))
      return failure();
    if (part == PhasePart::Common)
      return success();
    return keptPipeline(name, phase.buildRest, options).run(module);
  }
  // Types of arguments and thresholds come from requests, and there are any
  // number; nearly all requests have none.
  bool isUsual = options.argumentTypes.empty() && options.placements.empty() &&
                 options.constantThreshold == kDefaultConstantThreshold;
  if ((isUsual || !phase.hasRequestOptions) && options.explain.empty())
    return keptPipeline(phase.name, phase.build, options).run(module);
  return createPipeline(context_.get(), verifiesPasses,
                        [&](OpPassManager &pm) { phase.build(pm, options); })
      ->run(module);
}

Session::Session(Compiler::State &state, size_t bytes, const Observer &observer)
    : trace_(observer), state_(state), observer_(observer),
      context_(state.contextFor(bytes)),
      diagnostics_(context_, observer.onDiagnostic) {}

absl::Status Session::start(const v1::Target &target,
                            const v1::CompileOptions &options) {
  if (absl::Status status = checkOptions(options); !status.ok())
    return status;
  absl::StatusOr<const Backend *> backend = state_.backendOf(target);
  if (backend.ok())
    backend_ = *backend;
  return backend.status();
}

void Session::announce(std::string_view phase) {
  if (observer_.onPhase)
    observer_.onPhase(phase);
}

absl::Status Session::read(std::string_view bytes) {
  llvm::TimeTraceScope scope("step", "read");
  module_ = importModule(bytes, context_);
  return module_ ? absl::OkStatus()
                 : failure(absl::StatusCode::kInvalidArgument);
}

absl::Status Session::readProgram(const ModelSource &source) {
  announce("import");
  llvm::TimeTraceScope scope("step", "read");
  module_ = importModule(source, context_);
  if (!module_ || failed(bindExternalWeights(*module_, source)))
    return failure(absl::StatusCode::kInvalidArgument);
  return succeeded(rejectAssembly(*module_))
             ? absl::OkStatus()
             : failure(absl::StatusCode::kInvalidArgument);
}

absl::Status Session::run(const Phase &phase, const PhaseOptions &options,
                          const std::string &where, PhasePart part) {
  // Apart, so that it is known which of them fails.
  if (phase.buildCommon && part == PhasePart::Whole) {
    absl::Status status = run(phase, options, where, PhasePart::Common);
    return status.ok() ? run(phase, options, where, PhasePart::Rest) : status;
  }
  phase_ = &phase;
  passed_ =
      part == PhasePart::Common ? TargetPoint::Decompose : phase.lastPoint;
  targets_ = {&options.target};
  for (const PartTarget &part : options.parts)
    targets_.push_back(part.target);
  return succeeded(state_.run(phase, *module_, options, part))
             ? absl::OkStatus()
             : failure(phase.failure, where);
}

/// Whether a message begins with a field, as `target.memory.name: `.
static bool beginsWithField(llvm::StringRef message) {
  auto [field, rest] = message.split(": ");
  return !rest.empty() && llvm::all_of(field, [](char c) {
    return llvm::isLower(c) || llvm::isDigit(c) ||
           llvm::is_contained("_.[]", c);
  });
}

bool Session::isCauseOpen(const absl::Status &failed) const {
  return !failed.ok() && backend_ &&
         !beginsWithField(diagnostics_.firstError()) &&
         !beginsWithField(
             llvm::StringRef(failed.message().data(), failed.message().size()));
}

std::string Session::ownPasses() const {
  if (!phase_ || phase_->job == PhaseJob::Host)
    return "";
  return describeOwnPasses(targets_,
                           phase_->job == PhaseJob::Kernel
                               ? TargetPoint::Codegen
                               : TargetPoint::Decompose,
                           passed_);
}

LogicalResult Session::run(llvm::function_ref<void(OpPassManager &)> build) {
  return createPipeline(context_, state_.verifiesPasses, build)->run(*module_);
}

absl::Status Session::failure(absl::StatusCode code,
                              const std::string &where) const {
  if (diagnostics_.errorCount() == 0)
    return absl::InternalError(
        where + "the compiler failed without saying why; please report it");
  // The passes of a target are the caller's, in every phase, and so are its
  // limits.
  llvm::StringRef first = diagnostics_.firstError();
  if (first.starts_with("target.phases"))
    code = absl::StatusCode::kInvalidArgument;
  if (first.starts_with("target.memory_spaces:"))
    code = absl::StatusCode::kFailedPrecondition;
  return absl::Status(code, where + diagnostics_.firstError());
}

std::string Session::print() {
  std::string text;
  llvm::raw_string_ostream(text) << *module_ << "\n";
  return text;
}

} // namespace ingot::pipeline
