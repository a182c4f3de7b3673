//===- CompileOutput.h - what ingot compile leaves behind -------*- C++ -*-===//
//
// Names the files, writes them and says what was made: a file for each target,
// or one fat file of all of them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMPILEOUTPUT_H
#define INGOT_CLIENT_CLI_COMPILEOUTPUT_H

#include "client/cli/Commands.h"
#include "client/lib/Client.h"

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <optional>
#include <string>
#include <vector>

namespace ingot::client {

/// What compiling for one target gave.
struct TargetOutput {
  std::string target; ///< As --target has it; may be empty for one.
  CompileResult result;
  std::vector<ActionProfile> profile;
  /// Why it was no hit, if that was asked for and it was none.
  std::optional<absl::StatusOr<Explanation>> explanation = std::nullopt;
};

/// Where the results for the targets go, one for each or one for all; an empty
/// one is standard output. An error is a mistake in the command.
absl::StatusOr<std::vector<std::string>>
outputPaths(const CompileCommandOptions &options);

/// Writes results and their constants to what outputPaths() gave, then a
/// summary or JSON; returns the exit code. `paths` become those that were
/// written: where the user named none, the ending is that of what was made.
/// Constants are written before the executable, so that an executable that
/// exists can be run.
int writeOutputs(const Environment &environment, Client &client,
                 const CompileCommandOptions &options, const CallOptions &call,
                 const std::vector<TargetOutput> &outputs,
                 std::vector<std::string> &paths, absl::Duration elapsed);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMPILEOUTPUT_H
