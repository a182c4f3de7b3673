//===- Export.cpp - programs for other tools ------------------------------===//
//
// StableHLO and TOSA are forms that other compilers read, so nothing is done to
// the program that only this compiler needs, and the text has what stands in
// resources.
//
// A program of a framework goes out as its reader made it: functions of
// StableHLO and TOSA, with operators of PyTorch and ONNX converted. With its
// weights apart, globals have their values in a file that the caller writes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Session.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/TorchLowering/TableConversion.h"
#include "pipeline/emit/PortableArtifact.h"
#include "pipeline/import/ExternalWeights.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/Payloads.h"

#include "cache/key/Digest.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace ingot::pipeline {

/// An error at the first op of each kind that TOSA is not made of.
static LogicalResult checkForTosa(ModuleOp module) {
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

static absl::StatusOr<std::string> exportPortable(Session &session,
                                                  const PhaseOptions &options,
                                                  const std::string &release) {
  // What is StableHLO already goes out as it came.
  if (torch::usesTorch(session.module()) &&
      failed(session.run(
          [&](OpPassManager &pm) { buildStablehloPipeline(pm, options); })))
    return session.failure(absl::StatusCode::kInvalidArgument);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writePortableArtifact(session.module(), release, stream)))
    return session.failure(absl::StatusCode::kFailedPrecondition);
  return bytes;
}

static absl::StatusOr<std::string> printVerified(Session &session) {
  if (failed(verify(session.module())))
    return session.failure(absl::StatusCode::kInternal);
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Not operator<<, which leaves resources out.
  session.module()->print(stream);
  stream << "\n";
  return text;
}

static absl::StatusOr<std::string>
exportText(Session &session, const PhaseOptions &options, v1::Emit emit) {
  if (emit == v1::TOSA && failed(checkForTosa(session.module())))
    return session.failure(absl::StatusCode::kInvalidArgument);
  auto build = emit == v1::TOSA ? buildTosaPipeline : buildStablehloPipeline;
  if (failed(session.run([&](OpPassManager &pm) { build(pm, options); })))
    return session.failure(absl::StatusCode::kInvalidArgument);
  return printVerified(session);
}

static llvm::StringSet<> namesOfGlobals(ModuleOp module) {
  llvm::StringSet<> names;
  for (auto global : module.getOps<ml_program::GlobalOp>())
    names.insert(global.getSymName());
  return names;
}

/// Moves the values of immutable globals out of the text, those of `known` as
/// globals of the program itself.
static void extractWeights(ModuleOp module, const llvm::StringSet<> &known,
                           ExportedProgram &program) {
  for (auto global : module.getOps<ml_program::GlobalOp>()) {
    auto type = dyn_cast<RankedTensorType>(global.getType());
    auto payload =
        dyn_cast_or_null<ElementsAttr>(global.getValue().value_or(Attribute()));
    if (global.getIsMutable() || !payload || !type ||
        payload.getType() != type || !abiElementType(type.getElementType()))
      continue;
    std::string bytes = payloadBytes(payload);
    v1::Constant *constant = program.manifest.add_constants();
    constant->set_name(global.getSymName().str());
    *constant->mutable_type() = abiTensorType(type);
    *constant->mutable_digest() = Digest::of(bytes).toProto();
    program.constants.push_back({constant->name(), std::move(bytes), {}});
    global.setValueAttr(ml_program::ExternAttr::get(module.getContext(), type));
    if (!known.contains(global.getSymName()))
      global->setAttr(kWasConstantAttr, UnitAttr::get(module.getContext()));
  }
}

static absl::StatusOr<ExportedProgram>
exportProgramText(Session &session, const PhaseOptions &options,
                  const v1::CompileOptions &asked) {
  const bool weightsApart = asked.emit() == v1::PROGRAM_AND_WEIGHTS;
  if (failed(session.run(
          [&](OpPassManager &pm) { buildProgramPipeline(pm, options); })))
    return session.failure(absl::StatusCode::kInvalidArgument);
  ExportedProgram program;
  if (weightsApart) {
    llvm::StringSet<> known = namesOfGlobals(session.module());
    // Just that: what else the phase does to constants is for kernels.
    if (failed(session.run([&](OpPassManager &pm) {
          pm.addPass(createExternalizeConstants({options.constantThreshold}));
        })))
      return session.failure(absl::StatusCode::kInvalidArgument);
    extractWeights(session.module(), known, program);
  }
  absl::StatusOr<std::string> text = printVerified(session);
  if (!text.ok())
    return text.status();
  program.text = *std::move(text);
  return program;
}

/// Other tools get the text and, of the latter, the weights.
static bool isProgram(v1::Emit emit) {
  return emit == v1::PROGRAM || emit == v1::PROGRAM_AND_WEIGHTS;
}

bool isExport(v1::Emit emit) {
  return emit == v1::STABLEHLO || emit == v1::TOSA ||
         emit == v1::STABLEHLO_PORTABLE || isProgram(emit);
}

static absl::StatusOr<ExportedProgram>
withoutWeights(absl::StatusOr<std::string> text) {
  if (!text.ok())
    return text.status();
  ExportedProgram program;
  program.text = *std::move(text);
  return program;
}

absl::StatusOr<ExportedProgram>
Compiler::exportProgram(const ExportJob &job, const Observer &observer) {
  const v1::Emit emit = job.options.emit();
  if (!isExport(emit))
    return invalid("options.emit: not a form of programs for other tools");
  state_->forgetNames();
  Session session(*state_, programBytes(job), observer);
  if (absl::Status status = session.start(job.target, job.options);
      !status.ok())
    return status;
  if (absl::Status status =
          session.readProgram(sourceOf(job, job.options.input_types()));
      !status.ok())
    return status;
  PhaseOptions options{session.backend(), job.target};
  options.argumentTypes.assign(job.options.input_types().begin(),
                               job.options.input_types().end());
  if (job.options.constant_threshold() != 0)
    options.constantThreshold = job.options.constant_threshold();
  if (isProgram(emit))
    return exportProgramText(session, options, job.options);
  return withoutWeights(
      emit == v1::STABLEHLO_PORTABLE
          ? exportPortable(session, options, job.options.release())
          : exportText(session, options, emit));
}

} // namespace ingot::pipeline
