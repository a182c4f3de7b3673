//===- ProgramSupport.h - what commands on programs share -------*- C++ -*-===//
//
// compile, check, inspect and import read a program, ask the service about it
// and report what is wrong with it in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_PROGRAMSUPPORT_H
#define INGOT_CLIENT_CLI_PROGRAMSUPPORT_H

#include "client/cli/CommandSupport.h"
#include "client/cli/ProgramFiles.h"

#include <memory>
#include <string>
#include <string_view>

namespace ingot::client {

/// `4x8xf32` and MLIR's `tensor<4x8xf32>` are the same type.
std::string tensorType(const std::string &text);

/// The target that --target names: a file NAME.textproto with a description, or
/// what Target::parse() reads.
absl::StatusOr<Target> readTarget(const std::string &text);

/// Fills the target of a request of either kind from what --target says and
/// what the options add to it.
template <typename Request>
absl::Status setTarget(const ProgramOptions &options, const std::string &text,
                       Request &request) {
  absl::StatusOr<Target> target = readTarget(text);
  if (!target.ok())
    return target.status();
  request.target = *std::move(target);
  request.target.legalOps = options.legalOps;
  request.target.customOpForm = options.customOpForm;
  return absl::OkStatus();
}

/// Reads the program that the options name, and fills target, types of
/// arguments and files of a request of either kind. The files are the returned
/// program's. Every error is a mistake in the command.
template <typename Request>
absl::StatusOr<Program> readProgramFor(const ProgramOptions &options,
                                       Request &request) {
  absl::StatusOr<Program> program = readProgram(options.file, options.files);
  if (!program.ok())
    return program;
  if (absl::Status status = setTarget(options, options.target, request);
      !status.ok())
    return status;
  for (const std::string &type : options.inputTypes)
    request.inputTypes.push_back(tensorType(type));
  request.files = program->namedFiles();
  return program;
}

/// Connects; the request's deadline counts from then on.
template <typename Request>
absl::StatusOr<std::unique_ptr<Client>>
connectFor(const CommonOptions &common, const Environment &environment,
           Request &request) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  static_cast<CallOptions &>(request) = callOptions(common);
  return client;
}

/// INVALID_ARGUMENT when text and JSON would both go to standard output.
absl::Status checkTextOutput(const CommonOptions &common);

/// Prints the text that was asked for; returns the exit code.
int printText(const Environment &environment, const std::string &text);

/// Reports a result that could not be fetched or written; returns the exit
/// code.
int failResult(const Environment &environment, const absl::Status &status);

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

/// Fetches the result's constants into a file, unless it holds them already:
/// weights are large and rarely new. The ending of `path` says of which format,
/// npz, irpa or safetensors; only the last one tells what it holds.
absl::Status writeConstants(Client &client, const CompileResult &result,
                            const std::string &path, const CallOptions &call);

/// Fetches the result's constants into a source of C (ConstantsAsC.h).
absl::Status writeConstantsAsC(Client &client, const CompileResult &result,
                               const std::string &path,
                               const CallOptions &call);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_PROGRAMSUPPORT_H
