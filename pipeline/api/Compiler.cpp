//===- Compiler.cpp - import, plan, check, kernel, host, link -------------===//
//
// Each job is one function that reads like the list of what it does: check what
// was asked for, read the module, run the phases of the table (PhaseTable.h),
// describe or emit the result. What jobs share is in Session.h; programs for
// other tools are in Export.cpp.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Compiler.h"
#include "pipeline/api/Description.h"
#include "pipeline/api/Manifest.h"
#include "pipeline/api/NamedConstants.h"
#include "pipeline/api/OwnPasses.h"
#include "pipeline/api/ProgramParts.h"
#include "pipeline/api/Session.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/dialects/ingot/Causes.h"
#include "pipeline/transforms/Passes.h"

#include "proto/abi/executable.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TimeProfiler.h"

#include <set>

using namespace mlir;

namespace ingot::pipeline {
namespace {

std::string bytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(
          writeBytecodeToFile(module, stream, BytecodeWriterConfig("ingot"))))
    llvm_unreachable("writing bytecode to memory cannot fail");
  return bytes;
}

/// What to make: who asks for an executable gets what the target has for one.
v1::Emit emitOf(const v1::Target &target, const v1::CompileOptions &options) {
  if (options.emit() != v1::EXECUTABLE)
    return options.emit();
  switch (target.emit()) {
  case v1::Target::OBJECT:
    return v1::OBJECT;
  case v1::Target::ASSEMBLY:
    return v1::ASSEMBLY;
  default:
    return v1::EXECUTABLE;
  }
}

EmitKind emitKind(v1::Emit emit) {
  switch (emit) {
  case v1::ASSEMBLY:
    return EmitKind::Assembly;
  case v1::LLVM_IR:
    return EmitKind::LLVMIR;
  default:
    return EmitKind::Object;
  }
}

/// True when `options` asks for the module's text after `phase`.
bool wantsText(const v1::CompileOptions &options, std::string_view phase) {
  return options.emit() == v1::MLIR && options.phase() == phase;
}

PhaseOptions phaseOptions(const Backend &backend, const v1::Target &target,
                          const v1::CompileOptions &options) {
  PhaseOptions result{backend, target};
  result.argumentTypes.assign(options.input_types().begin(),
                              options.input_types().end());
  if (options.constant_threshold() != 0)
    result.constantThreshold = options.constant_threshold();
  result.placements.assign(options.placements().begin(),
                           options.placements().end());
  return result;
}

/// What a module has to be before it goes further than `import`.
absl::Status checkEntryPoints(const v1::Manifest &manifest, v1::Emit emit) {
  if (emit == v1::EXECUTABLE && manifest.entry_points().empty())
    return invalid("the program has no public function with a body, so an "
                   "executable of it could not be called");
  return absl::OkStatus();
}

/// True for phases that an import runs, the last of them as far as it is the
/// same for all targets.
bool isOfImport(const Phase &phase) { return &phase <= findPhase("legalize"); }

/// Runs the phases of a plan, or those after an import, to the end or to the
/// one whose text is wanted, which is in `plan` then. `named`, which may be
/// null, follows the program's constants.
absl::Status runPlanPhases(Session &session, const PhaseOptions &phaseOptions,
                           const v1::CompileOptions &options, bool isImported,
                           Plan &plan, NamedConstants *named) {
  for (const Phase &phase : phases()) {
    if (phase.job != PhaseJob::Plan)
      break;
    if (phase.isView && !wantsText(options, phase.name))
      continue;
    if (isImported && isOfImport(phase) && !phase.buildCommon)
      continue;
    // Reading the program was the first part of `import`.
    bool isImport = &phase == phases().begin();
    if (!isImport)
      session.announce(phase.name);
    if (absl::Status status =
            session.run(phase, phaseOptions, "",
                        isImported ? PhasePart::Rest : PhasePart::Whole);
        !status.ok())
      return status;
    if (named)
      named->observe(phase.name, session.module(),
                     phaseOptions.constantThreshold);
    if (isImport) {
      // Before `legalize`, which makes unsigned types signless.
      describeEntryPoints(session.module(), plan.manifest);
      plan.functions =
          describeFunctions(session.module(), phaseOptions.constantThreshold);
      if (absl::Status status = checkEntryPoints(plan.manifest, options.emit());
          !status.ok())
        return status;
    }
    if (wantsText(options, phase.name)) {
      plan.text = session.print();
      break;
    }
  }
  return absl::OkStatus();
}

/// What the plan needs of the memory that the target limits.
absl::Status checkMemory(const v1::Manifest &manifest,
                         const v1::Target &target) {
  for (const v1::MemorySpace &space : target.memory_spaces()) {
    uint64_t needed = 0;
    if (space.name() == "constants")
      for (const v1::Constant &constant : manifest.constants())
        needed = llvm::SaturatingAdd<uint64_t>(
            needed, static_cast<uint64_t>(abiByteSize(constant.type())));
    if (space.name() == "state")
      for (const v1::State &state : manifest.states())
        needed = llvm::SaturatingAdd<uint64_t>(
            needed, static_cast<uint64_t>(abiByteSize(state.type())));
    if (needed > space.bytes())
      return absl::FailedPreconditionError(
          "target.memory_spaces: '" + space.name() + "' has " +
          std::to_string(space.bytes()) + " bytes, and the program takes " +
          std::to_string(needed));
  }
  return absl::OkStatus();
}

/// What constants may be views of.
template <typename Job> std::vector<std::string_view> inputsOf(const Job &job) {
  std::vector<std::string_view> inputs;
  if (!job.borrowsConstants)
    return inputs;
  inputs.push_back(job.module);
  for (const auto &[name, bytes] : job.files)
    inputs.push_back(bytes);
  return inputs;
}

/// Parts that got something. Which kernel is whose is not looked at.
SmallVector<const PartTarget *> placedParts(const PhaseOptions &options,
                                            const v1::Manifest &manifest) {
  SmallVector<const PartTarget *> placed;
  for (const PartTarget &part : options.parts)
    if (llvm::any_of(manifest.parts(), [&](const v1::Part &described) {
          return described.name() == part.name;
        }))
      placed.push_back(&part);
  return placed;
}

/// What any kernel of the program would ask for on one of its targets.
bool needsMachineState(ModuleOp module, const PhaseOptions &options,
                       const v1::Manifest &manifest) {
  return options.backend.needsMachineState(module, options.target) ||
         llvm::any_of(
             placedParts(options, manifest), [&](const PartTarget *part) {
               return part->backend->needsMachineState(module, *part->target);
             });
}

void describeProcessor(const PhaseOptions &options, v1::Manifest &manifest) {
  std::set<std::string> features;
  auto add = [&](const Backend &backend, const v1::Target &target) {
    for (std::string &name : backend.processorFeatures(target))
      features.insert(std::move(name));
  };
  add(options.backend, options.target);
  for (const PartTarget *part : placedParts(options, manifest))
    add(*part->backend, *part->target);
  for (const std::string &name : features)
    manifest.add_processor_features(name);
}

/// Takes a planned module apart.
void extractPlan(ModuleOp module, const PhaseOptions &options,
                 const PlanJob &job, Plan &plan) {
  const v1::Target &target = job.target;
  llvm::TimeTraceScope scope("step", "write");
  *plan.manifest.mutable_target() = target;
  plan.manifest.set_producer(compilerIdentity());
  describeProcessor(options, plan.manifest);
  extractConstants(module, inputsOf(job), job.imported.has_value(), plan);
  describeCustomOps(module, plan.manifest);
  extractInitialisers(module, plan.manifest);
  if (needsMachineState(module, options, plan.manifest))
    plan.manifest.set_abi_version(INGOT_EXECUTABLE_ABI_VERSION_STATE);
  extractKernels(module, plan);
  plan.launches = describeLaunches(module, plan);
  // A program that was only moved about in its file is the same program.
  stripLocations(module);
  dropModelNames(module);
  plan.host = bytecode(module);
}

} // namespace

Compiler::Compiler() : state_(std::make_unique<State>()) {}
Compiler::~Compiler() = default;

void Compiler::verifyPasses() { state_->verifiesPasses = true; }

/// The targets of a job's parts, with their backends.
template <typename Job>
static absl::Status addParts(Compiler::State &state, const Job &job,
                             PhaseOptions &options) {
  for (const NamedTarget &part : job.parts) {
    absl::StatusOr<const Backend *> backend = state.backendOf(part.target);
    if (!backend.ok())
      return backend.status();
    if ((*backend)->family() != options.backend.family() ||
        part.target.triple() != job.target.triple())
      return invalid("options.placements: '" + part.name +
                     "' cannot be linked with the program, which is for " +
                     job.target.triple() + " by the backend '" +
                     options.backend.name().str() + "'");
    options.parts.push_back(
        {part.name, *backend, &part.target,
         llvm::is_contained(options.placements, kByCost.str() + part.name)});
  }
  return absl::OkStatus();
}

static bool hasOwnLegalOps(const v1::Target &target) {
  llvm::Expected<const Backend *> backend = findBackend(target);
  if (backend)
    return !(*backend)->legalOps(target).empty();
  llvm::consumeError(backend.takeError());
  return true;
}

bool backendsShareImports() {
  return llvm::none_of(namedTargets(), [](const NamedTarget &named) {
    return named.target.plugins().empty() && hasOwnLegalOps(named.target);
  });
}

/// True if nothing that belongs to the target alone happens in an import.
static bool sharesImport(const v1::Target &target) {
  return target.plugins().empty() && !hasOwnLegalOps(target) &&
         llvm::none_of(target.phases(), [](const v1::TargetPhase &phase) {
           return phase.name() == "decompose";
         });
}

absl::StatusOr<ImportedProgram>
Compiler::importProgram(const ImportJob &job, const Observer &observer) {
  if (!sharesImport(job.target) || !job.options.placements().empty())
    return invalid("import: the target or its parts have passes of their own "
                   "before others");
  state_->forgetNames();
  Session session(*state_, programBytes(job), observer);
  if (absl::Status status = session.start(job.target, job.options);
      !status.ok())
    return status;
  if (absl::Status status =
          session.readProgram(sourceOf(job, job.options.input_types()));
      !status.ok())
    return status;
  PhaseOptions options =
      phaseOptions(session.backend(), job.target, job.options);
  ImportedProgram imported;
  NamedConstants named(session.module());
  for (const Phase &phase : phases()) {
    if (!isOfImport(phase))
      break;
    bool isFirst = &phase == phases().begin();
    if (!isFirst)
      session.announce(phase.name);
    if (absl::Status status =
            session.run(phase, options, "", PhasePart::Common);
        !status.ok())
      return status;
    named.observe(phase.name, session.module(), options.constantThreshold);
    if (!isFirst)
      continue;
    describeEntryPoints(session.module(), imported.manifest);
    imported.functions =
        describeFunctions(session.module(), options.constantThreshold);
  }
  named.describe(imported.manifest);
  llvm::TimeTraceScope scope("step", "write");
  extractImported(session.module(), inputsOf(job), imported.constants);
  imported.module = bytecode(session.module());
  return imported;
}

/// Reads the program, or what an import made of it.
static absl::Status readFor(Session &session, const PlanJob &job) {
  if (!job.imported)
    return session.readProgram(sourceOf(job, job.options.input_types()));
  if (!job.parts.empty() || !sharesImport(job.target))
    return invalid("plan: the target has passes before those of an import");
  return session.read(job.module);
}

static absl::StatusOr<Plan> planIn(Session &session, Compiler::State &state,
                                   const PlanJob &job) {
  if (absl::Status status = session.start(job.target, job.options);
      !status.ok())
    return status;
  if (absl::Status status = readFor(session, job); !status.ok())
    return status;
  PhaseOptions options =
      phaseOptions(session.backend(), job.target, job.options);
  if (absl::Status status = addParts(state, job, options); !status.ok())
    return status;
  Plan plan;
  if (job.imported) {
    plan.manifest = *job.imported;
    if (absl::Status status =
            checkEntryPoints(plan.manifest, job.options.emit());
        !status.ok())
      return status;
  }
  const ConstantElements elements(session.module());
  std::optional<NamedConstants> named;
  if (!job.imported) // Else the import followed them.
    named.emplace(session.module());
  if (absl::Status status =
          runPlanPhases(session, options, job.options, job.imported.has_value(),
                        plan, named ? &*named : nullptr);
      !status.ok())
    return status;
  if (plan.text.empty()) {
    if (named)
      named->describe(plan.manifest);
    describeParts(session.module(), job.parts, plan.manifest);
    extractPlan(session.module(), options, job, plan);
    elements.describe(plan.manifest);
  }
  if (absl::Status status = checkMemory(plan.manifest, job.target);
      !status.ok())
    return status;
  return plan;
}

absl::StatusOr<Plan> Compiler::plan(const PlanJob &job,
                                    const Observer &observer) {
  if (isExport(job.options.emit()))
    return invalid("options.emit: a program for other tools has no plan");
  if (job.options.emit() == v1::MLIR)
    state_->forgetNames();
  return runJob(*state_, programBytes(job), job, observer,
                [&](Session &session, const PlanJob &tried) {
                  return planIn(session, *state_, tried);
                });
}

/// Which placements a check says.
static std::string explanationOf(const CheckJob &job) {
  auto hasLibraries = [](const v1::Target &target) {
    return !target.libraries().empty();
  };
  if (job.explainPlacement)
    return kExplainAll.str();
  bool anyHas = hasLibraries(job.target) ||
                llvm::any_of(job.parts, [&](const NamedTarget &part) {
                  return hasLibraries(part.target);
                });
  return anyHas ? kExplainClaimed.str() : "";
}

static absl::Status checkIn(Session &session, Compiler::State &state,
                            const CheckJob &job) {
  const Observer &observer = session.observer();
  v1::CompileOptions compile;
  compile.mutable_input_types()->Assign(job.inputTypes.begin(),
                                        job.inputTypes.end());
  compile.mutable_placements()->Assign(job.placements.begin(),
                                       job.placements.end());
  if (absl::Status status = session.start(job.target, compile); !status.ok())
    return status;
  if (absl::Status status = session.readProgram(sourceOf(job, job.inputTypes));
      !status.ok())
    return status;
  if (job.describe && observer.onDescription)
    observer.onDescription(describeProgram(session.module(), job.module));
  PhaseOptions options = phaseOptions(session.backend(), job.target, compile);
  if (absl::Status status = addParts(state, job, options); !status.ok())
    return status;
  options.explain = explanationOf(job);
  if (job.subject == CheckSubject::Lowering) {
    Plan plan;
    return runPlanPhases(session, options, compile, /*isImported=*/false, plan,
                         /*named=*/nullptr);
  }
  return succeeded(session.run([&](OpPassManager &pm) {
    buildCustomSurveyPipeline(pm, options);
  }))
             ? absl::OkStatus()
             : session.failure(absl::StatusCode::kFailedPrecondition);
}

absl::Status Compiler::check(const CheckJob &job, const Observer &observer) {
  return runJob(*state_, programBytes(job), job, observer,
                [&](Session &session, const CheckJob &tried) {
                  return checkIn(session, *state_, tried);
                });
}

static absl::StatusOr<std::string> kernelIn(Session &session,
                                            const KernelJob &job) {
  const Phase &phase = *findPhase("kernels");
  if (absl::Status status = session.start(job.target, job.options);
      !status.ok())
    return status;
  session.announce(phase.name);
  if (absl::Status status = session.read(job.module); !status.ok())
    return status;
  std::string symbol =
      kernelSymbol(llvm::StringRef(job.module.data(), job.module.size()));
  session.module().setSymName(symbol);
  if (absl::Status status = session.run(phase, {session.backend(), job.target},
                                        "kernel " + symbol + ": ");
      !status.ok())
    return status;
  if (job.options.emit() == v1::MLIR)
    return session.print();
  auto code =
      session.backend().emit(session.module(), CodeKind::Kernel, job.target,
                             emitKind(emitOf(job.target, job.options)));
  if (!code)
    return toStatus(code.takeError(), absl::StatusCode::kInternal);
  return std::move(*code);
}

absl::StatusOr<std::string> Compiler::kernel(const KernelJob &job,
                                             const Observer &observer) {
  return runJob(*state_, job.module.size(), job, observer, kernelIn);
}

static absl::StatusOr<std::string> hostIn(Session &session,
                                          const HostJob &job) {
  if (absl::Status status = session.start(job.target, job.options);
      !status.ok())
    return status;
  if (absl::Status status = session.read(job.module); !status.ok())
    return status;
  attachManifest(session.module(), job.manifest);
  if (absl::Status status =
          session.run(*findPhase("link"), {session.backend(), job.target},
                      "host program: ");
      !status.ok())
    return status;
  if (wantsText(job.options, "link"))
    return session.print();
  auto code =
      session.backend().emit(session.module(), CodeKind::Host, job.target,
                             emitKind(emitOf(job.target, job.options)));
  if (!code)
    return toStatus(code.takeError(), absl::StatusCode::kInternal);
  return std::move(*code);
}

absl::StatusOr<std::string> Compiler::host(const HostJob &job,
                                           const Observer &observer) {
  if (wantsText(job.options, "kernels"))
    return ""; // Not part of it.
  return runJob(*state_, job.module.size(), job, observer, hostIn);
}

bool Compiler::isDamaged() const { return state_->isDamaged(); }

/// Text of all kernels, each under its name, and of the host program.
static std::string concatenate(const LinkJob &job) {
  v1::Emit emit = emitOf(job.target, job.options);
  std::string_view comment = emit == v1::ASSEMBLY  ? "# "
                             : emit == v1::LLVM_IR ? "; "
                                                   : "// ";
  std::string text;
  for (int i = 0; i < job.manifest.kernels_size(); ++i) {
    const v1::Kernel &kernel = job.manifest.kernels(i);
    text.append(comment)
        .append(kernel.symbol() + ": " + kernel.root() + ", used " +
                std::to_string(kernel.uses()) + " times\n")
        .append(job.kernels[i]);
  }
  return text.append(comment).append("host program\n").append(job.host);
}

absl::StatusOr<std::string> Compiler::link(const LinkJob &job,
                                           const Observer &observer) {
  if (absl::Status status = checkOptions(job.options); !status.ok())
    return status;
  if (job.kernels.size() != static_cast<size_t>(job.manifest.kernels_size()))
    return invalid("link: as many kernels are needed as the manifest names");
  JobTrace trace(observer);
  if (observer.onPhase)
    observer.onPhase("link");
  if (wantsText(job.options, "link"))
    return std::string(job.host);
  v1::Emit emit = emitOf(job.target, job.options);
  if (emit != v1::EXECUTABLE && emit != v1::OBJECT)
    return concatenate(job);

  absl::StatusOr<const Backend *> backend = state_->backendOf(job.target);
  if (!backend.ok())
    return backend.status();
  std::vector<llvm::StringRef> objects{{job.host.data(), job.host.size()}};
  for (std::string_view kernel : job.kernels)
    objects.emplace_back(kernel.data(), kernel.size());
  auto linked = (*backend)->link(objects, job.target,
                                 emit == v1::OBJECT ? EmitKind::Object
                                                    : EmitKind::Executable);
  if (linked)
    return std::move(*linked);
  absl::Status failed =
      toStatus(linked.takeError(), absl::StatusCode::kInternal);
  // Ours call nothing that the linker does not find.
  const std::string passes = passesBefore(job);
  return !passes.empty() &&
                 failed.message().find("undefined symbol") != std::string::npos
             ? blameOwnPasses(failed,
                              "behind the target's own passes, " + passes +
                                  ", something is called that nobody has",
                              observer)
             : failed;
}

std::string compilerIdentity() {
  return "ingot " INGOT_VERSION " llvm " LLVM_VERSION_STRING;
}

} // namespace ingot::pipeline
