//===- ProgramSupport.h - what commands on programs share -------*- C++ -*-===//
//
// compile, check, inspect and import read a program, ask the service about it
// and report what is wrong with it in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_PROGRAMSUPPORT_H
#define INGOT_CLIENT_CLI_PROGRAMSUPPORT_H

#include "client/cli/CommandSupport.h"

#include <string>
#include <string_view>

namespace ingot::client {

/// `4x8xf32` and MLIR's `tensor<4x8xf32>` are the same type.
std::string tensorType(const std::string &text);

/// Target and types of arguments, for requests of both kinds.
template <typename Request>
absl::Status fillProgram(const ProgramOptions &options, Request &request) {
  absl::StatusOr<Target> target = Target::parse(options.target);
  if (!target.ok())
    return target.status();
  request.target = *std::move(target);
  request.target.legalOps = options.legalOps;
  request.target.customOpForm = options.customOpForm;
  for (const std::string &type : options.inputTypes)
    request.inputTypes.push_back(tensorType(type));
  return absl::OkStatus();
}

/// Reports a compile or check that failed; returns the exit code.
int reportFailure(const Environment &environment, const absl::Status &status,
                  const Failure &failure, const std::string &file,
                  std::string_view module);

/// Prints what a check found, without all but errors if `quiet`; true if there
/// is an error.
bool printFindings(const Environment &environment,
                   const std::vector<Diagnostic> &found,
                   const std::string &file, std::string_view module,
                   bool quiet);

/// True when the result names constants by content.
bool hasConstants(const CompileResult &result);

/// Fetches the result's constants into a safetensors file, unless it holds them
/// already: weights are large and rarely new.
absl::Status writeConstants(Client &client, const CompileResult &result,
                            const std::string &path, const CallOptions &call);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_PROGRAMSUPPORT_H
