//===- Compiler.cpp - plan, kernel, host and link, phase by phase ---------===//
//
// Each job is one function that reads like the list of its phases.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Compiler.h"
#include "cache/key/Digest.h"
#include "pipeline/api/LegalOps.h"
#include "pipeline/api/Manifest.h"
#include "pipeline/api/Registration.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchLowering/TableConversion.h"
#include "pipeline/emit/Emit.h"
#include "pipeline/emit/PortableArtifact.h"
#include "pipeline/host/HostPipeline.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/Import.h"
#include "pipeline/targets/Targets.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Target/TargetMachine.h"

#include <map>

using namespace mlir;

namespace ingot::pipeline {
namespace {

absl::Status invalid(const std::string &message) {
  return absl::InvalidArgumentError(message);
}

/// Turns an error of LLVM into a status; it is ours unless stated otherwise.
absl::Status toStatus(llvm::Error error, absl::StatusCode code) {
  return absl::Status(code, llvm::toString(std::move(error)));
}

void announce(const Observer &observer, std::string_view phase) {
  if (observer.onPhase)
    observer.onPhase(phase);
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module << "\n";
  return text;
}

/// With what stands in resources, for whoever reads it elsewhere.
std::string printWhole(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  stream << "\n";
  return text;
}

std::string bytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(
          writeBytecodeToFile(module, stream, BytecodeWriterConfig("ingot"))))
    llvm_unreachable("writing bytecode to memory cannot fail");
  return bytes;
}

/// What to say of a job that failed: its first error. Passes that fail in
/// silence are ours to mend.
absl::Status failureOf(absl::StatusCode code,
                       const DiagnosticCollector &diagnostics,
                       const std::string &where = "") {
  if (diagnostics.errorCount() == 0)
    return absl::InternalError(
        where + "the compiler failed without saying why; please report it");
  return absl::Status(code, where + diagnostics.firstError());
}

std::unique_ptr<PassManager>
createPipeline(MLIRContext *context,
               llvm::function_ref<void(OpPassManager &)> build) {
  auto pm = std::make_unique<PassManager>(context);
  // Verifying after each pass would find our bugs, at a fifth of the time; the
  // input is verified when it is read, the result when it is translated.
  pm->enableVerifier(false);
  build(*pm);
  return pm;
}

/// Runs one pipeline; the diagnostics tell why it failed.
LogicalResult run(ModuleOp module,
                  llvm::function_ref<void(OpPassManager &)> build) {
  return createPipeline(module.getContext(), build)->run(module);
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

absl::Status checkOptions(const v1::CompileOptions &options) {
  if (options.emit() == v1::STABLEHLO_PORTABLE) {
    std::string fault = faultOfRelease(options.release());
    return fault.empty() ? absl::OkStatus()
                         : invalid("options.release: " + fault);
  }
  if (options.emit() != v1::MLIR)
    return absl::OkStatus();
  const std::vector<std::string> &names = phaseNames();
  if (llvm::is_contained(names, options.phase()))
    return absl::OkStatus();
  std::string known;
  for (const std::string &name : names)
    known += (known.empty() ? "" : ", ") + name;
  return invalid("options.phase: there is no phase '" + options.phase() +
                 "'; the phases are " + known);
}

/// True if the program is to be what another tool reads: StableHLO or TOSA, and
/// nothing that only this compiler needs.
bool isForOthers(const v1::CompileOptions &options) {
  return options.emit() == v1::STABLEHLO_PORTABLE ||
         wantsText(options, "stablehlo") || wantsText(options, "tosa");
}

/// An error at the first op of each kind that TOSA is not made of.
LogicalResult checkForTosa(ModuleOp module) {
  llvm::StringSet<> seen;
  bool isTosa = true;
  module.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (!llvm::is_contained({"stablehlo", "chlo", "mhlo", "vhlo"}, dialect))
      return;
    isTosa = false;
    if (seen.insert(op->getName().getStringRef()).second)
      op->emitError("has no conversion to TOSA; only programs of PyTorch have");
  });
  return success(isTosa);
}

torch::CustomForm customForm(const v1::Target &target) {
  return target.custom_op_form() == v1::ATTRIBUTES
             ? torch::CustomForm::Attributes
             : torch::CustomForm::AllOperands;
}

absl::StatusOr<std::string>
textForOthers(ModuleOp module, const PlanJob &job,
              const DiagnosticCollector &diagnostics) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto legalOps = llvm::to_vector_of<std::string>(job.target.legal_ops());
  if (job.options.emit() == v1::STABLEHLO_PORTABLE) {
    // What is StableHLO already goes out as it came.
    if (torch::usesTorch(module) && failed(run(module, [&](OpPassManager &pm) {
          buildStablehloPipeline(pm, legalOps, customForm(job.target));
        })))
      return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
    if (failed(writePortableArtifact(module, job.options.release(), stream)))
      return failureOf(absl::StatusCode::kFailedPrecondition, diagnostics);
    return text;
  }
  bool isTosa = job.options.phase() == "tosa";
  if (isTosa && failed(checkForTosa(module)))
    return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
  if (failed(run(module, [&](OpPassManager &pm) {
        if (isTosa)
          buildTosaPipeline(pm, legalOps, customForm(job.target));
        else
          buildStablehloPipeline(pm, legalOps, customForm(job.target));
      })))
    return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
  if (failed(verify(module)))
    return failureOf(absl::StatusCode::kInternal, diagnostics);
  return printWhole(module);
}

} // namespace

/// The context, kept while it is small: dialects and interned types are what
/// makes a second job faster. A context never frees a constant, so it is made
/// anew once the jobs brought in a fair amount of them.
struct Compiler::State {
  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  size_t bytesRead = 0;
  /// Pipelines for `context` that ran already, by name.
  std::map<std::string, std::unique_ptr<PassManager>> pipelines;
  /// By level: the machine of the last job, and what its target was.
  struct Machine {
    std::string target;
    std::unique_ptr<llvm::TargetMachine> machine;
  };
  std::map<llvm::CodeGenOptLevel, Machine> machines;

  State() {
    initializeBackends();
    registerDialects(registry);
  }

  /// The context for a job that reads `bytes`.
  MLIRContext *contextFor(size_t bytes) {
    constexpr size_t kMaxBytesRead = 8 << 20;
    bytesRead += bytes;
    if (!context || bytesRead > kMaxBytesRead) {
      pipelines.clear();
      context.reset(); // Before the new one: both at once may be too much.
      context = std::make_unique<MLIRContext>(registry,
                                              MLIRContext::Threading::DISABLED);
      // The user has the program; an op printed in generic form explains
      // little.
      context->printOpOnDiagnostic(false);
      bytesRead = bytes;
    }
    return context.get();
  }

  /// Runs the pipeline of that name and keeps it: its passes have their
  /// patterns ready then, which takes longer to make than to apply in a small
  /// program.
  LogicalResult runKept(const std::string &name, ModuleOp module,
                        llvm::function_ref<void(OpPassManager &)> build) {
    std::unique_ptr<PassManager> &kept = pipelines[name];
    if (!kept)
      kept = createPipeline(context.get(), build);
    return kept->run(module);
  }

  /// The code generator for `target`, made anew only for another one than last
  /// time: that takes half a millisecond.
  absl::StatusOr<llvm::TargetMachine *>
  machineFor(const v1::Target &target, llvm::CodeGenOptLevel level) {
    Machine &kept = machines[level];
    std::string wanted = target.SerializeAsString();
    if (!kept.machine || kept.target != wanted) {
      auto made = createTargetMachine(target, level);
      if (!made)
        return toStatus(made.takeError(), absl::StatusCode::kInvalidArgument);
      kept = {std::move(wanted), std::move(*made)};
    }
    return kept.machine.get();
  }
};

namespace {

/// What is wrong with a job before anything of it is read.
absl::Status checkJob(const PlanJob &job) {
  if (absl::Status status = checkOptions(job.options); !status.ok())
    return status;
  if (llvm::Error error = validateTarget(job.target))
    return toStatus(std::move(error), absl::StatusCode::kInvalidArgument);
  if (absl::Status status = checkLegalOps(job.target); !status.ok())
    return status;
  std::string fault = foreignFormat(job.module);
  return fault.empty() ? absl::OkStatus() : invalid(fault);
}

} // namespace

Compiler::Compiler() : state_(std::make_unique<State>()) {}
Compiler::~Compiler() = default;

absl::StatusOr<Plan> Compiler::plan(const PlanJob &job,
                                    const Observer &observer) {
  if (absl::Status status = checkJob(job); !status.ok())
    return status;
  MLIRContext *context = state_->contextFor(job.module.size());
  DiagnosticCollector diagnostics(context, observer.onDiagnostic);
  Plan plan;

  announce(observer, "import");
  OwningOpRef<ModuleOp> module = importModule(job.module, context);
  if (!module || failed(rejectAssembly(*module)))
    return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
  if (job.checkOnly && job.allCustom) {
    if (failed(run(*module, [&](OpPassManager &pm) {
          buildCustomSurveyPipeline(pm, customForm(job.target));
        })))
      return failureOf(absl::StatusCode::kFailedPrecondition, diagnostics);
    return plan;
  }
  if (isForOthers(job.options)) {
    auto text = textForOthers(*module, job, diagnostics);
    if (!text.ok())
      return text.status();
    plan.text = *std::move(text);
    return plan;
  }
  if (failed(run(*module, [&](OpPassManager &pm) {
        buildImportPipeline(
            pm, llvm::to_vector_of<std::string>(job.options.input_types()),
            llvm::to_vector_of<std::string>(job.target.legal_ops()),
            customForm(job.target));
      })))
    return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
  describeEntryPoints(*module, plan.manifest);
  if (plan.manifest.entry_points().empty() &&
      job.options.emit() == v1::EXECUTABLE)
    return invalid("the program has no public function with a body, so an "
                   "executable of it could not be called");
  if (wantsText(job.options, "import"))
    return plan.text = print(*module), plan;

  announce(observer, "constants");
  uint64_t threshold = job.options.constant_threshold();
  if (failed(run(*module, [&](OpPassManager &pm) {
        buildConstantsPipeline(pm, threshold ? threshold
                                             : kDefaultConstantThreshold);
      })))
    return failureOf(absl::StatusCode::kInternal, diagnostics);
  if (wantsText(job.options, "constants"))
    return plan.text = print(*module), plan;

  announce(observer, "legalize");
  if (failed(state_->runKept("legalize", *module, buildLegalizePipeline)))
    return failureOf(absl::StatusCode::kFailedPrecondition, diagnostics);
  if (wantsText(job.options, "legalize"))
    return plan.text = print(*module), plan;

  announce(observer, "plan");
  if (failed(state_->runKept("plan", *module, buildPlanPipeline)))
    return failureOf(absl::StatusCode::kFailedPrecondition, diagnostics);
  if (job.checkOnly)
    return Plan();
  if (wantsText(job.options, "plan"))
    return plan.text = print(*module), plan;

  *plan.manifest.mutable_target() = job.target;
  plan.manifest.set_producer(compilerIdentity());
  extractConstants(*module, plan);
  describeCustomOps(*module, plan.manifest);
  extractKernels(*module, plan);
  // A program that was only moved about in its file is the same program.
  stripLocations(*module);
  plan.host = bytecode(*module);
  return plan;
}

absl::StatusOr<std::string> Compiler::kernel(const KernelJob &job,
                                             const Observer &observer) {
  if (absl::Status status = checkOptions(job.options); !status.ok())
    return status;
  absl::StatusOr<llvm::TargetMachine *> machine =
      state_->machineFor(job.target, llvm::CodeGenOptLevel::Aggressive);
  if (!machine.ok())
    return machine.status();

  MLIRContext *context = state_->contextFor(job.module.size());
  DiagnosticCollector diagnostics(context, observer.onDiagnostic);
  announce(observer, "kernels");
  OwningOpRef<ModuleOp> module = importModule(job.module, context);
  if (!module)
    return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
  module->setSymName(
      kernelSymbol(llvm::StringRef(job.module.data(), job.module.size())));
  KernelOptions options;
  options.vectorBits = vectorBits(**machine);
  if (failed(state_->runKept(
          "kernel for " + std::to_string(options.vectorBits) + " bits", *module,
          [&](OpPassManager &pm) { buildKernelPipeline(pm, options); })))
    return failureOf(absl::StatusCode::kInternal, diagnostics,
                     "kernel " + module->getSymName()->str() + ": ");
  if (job.options.emit() == v1::MLIR)
    return print(*module);
  auto code = emit(*module, **machine, emitKind(job.options.emit()));
  if (!code)
    return toStatus(code.takeError(), absl::StatusCode::kInternal);
  return std::move(*code);
}

namespace {

/// The host program runs once per call and is long: code for it is generated
/// fast rather than well.
constexpr llvm::CodeGenOptLevel kHostLevel = llvm::CodeGenOptLevel::Less;

/// Text of all kernels, each under its name, and of the host program.
std::string concatenate(const LinkJob &job) {
  std::string_view comment = job.options.emit() == v1::ASSEMBLY  ? "# "
                             : job.options.emit() == v1::LLVM_IR ? "; "
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

} // namespace

absl::StatusOr<std::string> Compiler::host(const HostJob &job,
                                           const Observer &observer) {
  if (absl::Status status = checkOptions(job.options); !status.ok())
    return status;
  if (wantsText(job.options, "kernels"))
    return ""; // Not part of it.
  absl::StatusOr<llvm::TargetMachine *> machine =
      state_->machineFor(job.target, kHostLevel);
  if (!machine.ok())
    return machine.status();

  MLIRContext *context = state_->contextFor(job.module.size());
  DiagnosticCollector diagnostics(context, observer.onDiagnostic);
  OwningOpRef<ModuleOp> module = importModule(job.module, context);
  if (!module)
    return failureOf(absl::StatusCode::kInvalidArgument, diagnostics);
  attachManifest(*module, job.manifest);
  if (failed(state_->runKept("host", *module, buildHostPipeline)))
    return failureOf(absl::StatusCode::kInternal, diagnostics,
                     "host program: ");
  if (wantsText(job.options, "link"))
    return print(*module);
  auto code = emit(*module, **machine, emitKind(job.options.emit()));
  if (!code)
    return toStatus(code.takeError(), absl::StatusCode::kInternal);
  return std::move(*code);
}

absl::StatusOr<std::string> Compiler::link(const LinkJob &job,
                                           const Observer &observer) {
  if (absl::Status status = checkOptions(job.options); !status.ok())
    return status;
  if (job.kernels.size() != static_cast<size_t>(job.manifest.kernels_size()))
    return invalid("link: as many kernels are needed as the manifest names");
  announce(observer, "link");
  if (wantsText(job.options, "link"))
    return std::string(job.host);
  if (job.options.emit() != v1::EXECUTABLE && job.options.emit() != v1::OBJECT)
    return concatenate(job);

  absl::StatusOr<llvm::TargetMachine *> machine =
      state_->machineFor(job.target, kHostLevel);
  if (!machine.ok())
    return machine.status();
  std::vector<llvm::StringRef> objects{{job.host.data(), job.host.size()}};
  for (std::string_view kernel : job.kernels)
    objects.emplace_back(kernel.data(), kernel.size());
  auto linked = job.options.emit() == v1::OBJECT
                    ? linkRelocatable(objects, **machine)
                    : linkExecutable(objects, **machine);
  if (!linked)
    return toStatus(linked.takeError(), absl::StatusCode::kInternal);
  return std::move(*linked);
}

const std::vector<std::string> &phaseNames() {
  static const auto *const names =
      new std::vector<std::string>{"stablehlo", "tosa", "import",  "constants",
                                   "legalize",  "plan", "kernels", "link"};
  return *names;
}

std::string compilerIdentity() {
  return "ingot " INGOT_VERSION " llvm " LLVM_VERSION_STRING;
}

} // namespace ingot::pipeline
