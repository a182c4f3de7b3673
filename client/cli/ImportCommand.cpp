//===- ImportCommand.cpp - ingot import -----------------------------------===//
//
// The program as MLIR that other tools read. Its weights are in the text, or in
// a safetensors file beside it that `ingot compile` finds by its name.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ProgramSupport.h"
#include "client/runtime/Files.h"

#include "absl/strings/str_cat.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace ingot::client {
namespace {

/// What can be refused before a connection is made.
absl::Status checkOptions(const ImportCommandOptions &options) {
  if (options.output.empty()) {
    if (options.form == "ml_program")
      return absl::InvalidArgumentError(
          "--form ml_program writes two files; name the first by -o");
    return checkTextOutput(options.common);
  }
  return checkWritable(options.output);
}

/// Weights before the text, so that a program that exists can be compiled.
absl::Status writeFiles(Client &client, const ImportCommandOptions &options,
                        const CallOptions &call, const CompileResult &result,
                        std::string &weights) {
  if (hasConstants(result)) {
    weights = weightsPath(options.output);
    if (absl::Status status = writeConstants(client, result, weights, call);
        !status.ok())
      return status;
  }
  return runtime::writeFile(options.output, {result.artifact});
}

void printSummary(const Environment &environment,
                  const ImportCommandOptions &options,
                  const CompileResult &result, const std::string &weights) {
  if (options.common.json) {
    nlohmann::ordered_json json = {{"cache", result.cache},
                                   {"output", options.output}};
    if (!weights.empty())
      json["weights"] = weights;
    environment.out << json.dump(2, ' ', false,
                                 nlohmann::json::error_handler_t::replace)
                    << "\n";
    return;
  }
  if (options.common.quiet)
    return;
  environment.err << options.file << ": " << options.output;
  if (!weights.empty())
    environment.err << ", weights in " << weights;
  environment.err << "\n";
}

} // namespace

int importCommand(const ImportCommandOptions &options,
                  const Environment &environment) {
  CompileOptions compile;
  absl::StatusOr<Program> program = readProgramFor(options, compile);
  if (!program.ok())
    return failUsage(environment, program.status());
  if (absl::Status status = checkOptions(options); !status.ok())
    return failUsage(environment, status);
  compile.emit =
      options.form == "ml_program" ? "program-and-weights" : "program";
  compile.constantThreshold = options.constantThreshold;
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectFor(options.common, environment, compile);
  if (!client.ok())
    return fail(environment, client.status());
  Failure failure;
  absl::StatusOr<CompileResult> result =
      (*client)->compile(program->module, compile, {}, &failure);
  if (!result.ok())
    return reportFailure(environment, result.status(), failure, options.file,
                         program->module);
  if (options.output.empty())
    return printText(environment, result->artifact);
  std::string weights;
  if (absl::Status status =
          writeFiles(**client, options, compile, *result, weights);
      !status.ok())
    return failResult(environment, status);
  printSummary(environment, options, *result, weights);
  return 0;
}

} // namespace ingot::client
