//===- Export.cpp - programs for other tools ------------------------------===//
//
// StableHLO and TOSA are forms that other compilers read, so nothing is done to
// the program that only this compiler needs, and the text has what stands in
// resources.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Session.h"
#include "pipeline/conversion/TorchLowering/TableConversion.h"
#include "pipeline/emit/PortableArtifact.h"

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

static absl::StatusOr<std::string>
exportText(Session &session, const PhaseOptions &options, v1::Emit emit) {
  if (emit == v1::TOSA && failed(checkForTosa(session.module())))
    return session.failure(absl::StatusCode::kInvalidArgument);
  auto build = emit == v1::TOSA ? buildTosaPipeline : buildStablehloPipeline;
  if (failed(session.run([&](OpPassManager &pm) { build(pm, options); })))
    return session.failure(absl::StatusCode::kInvalidArgument);
  if (failed(verify(session.module())))
    return session.failure(absl::StatusCode::kInternal);
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Not operator<<, which leaves resources out.
  session.module()->print(stream);
  stream << "\n";
  return text;
}

bool isExport(v1::Emit emit) {
  return emit == v1::STABLEHLO || emit == v1::TOSA ||
         emit == v1::STABLEHLO_PORTABLE;
}

absl::StatusOr<std::string> Compiler::exportProgram(const ExportJob &job,
                                                    const Observer &observer) {
  if (!isExport(job.options.emit()))
    return invalid("options.emit: not a form of programs for other tools");
  Session session(*state_, job.module.size(), observer);
  if (absl::Status status = session.start(job.target, job.options);
      !status.ok())
    return status;
  if (absl::Status status = session.readProgram(job.module); !status.ok())
    return status;
  PhaseOptions options{session.backend(), job.target};
  if (job.options.emit() == v1::STABLEHLO_PORTABLE)
    return exportPortable(session, options, job.options.release());
  return exportText(session, options, job.options.emit());
}

} // namespace ingot::pipeline
