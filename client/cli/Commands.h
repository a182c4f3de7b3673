//===- Commands.h - the subcommands that talk to a daemon -------*- C++ -*-===//
//
// Each returns the exit code of the program: 0, 1 when the user's program is at
// fault, 2 for usage (files that cannot be read or written included), 3 when
// the service is.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMMANDS_H
#define INGOT_CLIENT_CLI_COMMANDS_H

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::client {

/// What several commands share.
struct CommonOptions {
  std::string server; ///< Empty: INGOT_SERVER, or a private daemon.
  double timeout = 0; ///< Seconds; 0 is the command's default.
  bool json = false;
  bool quiet = false;
};

/// What `ingot compile` takes; see its --help.
struct CompileCommandOptions {
  CommonOptions common;
  std::string file, target, output, emit = "executable";
  uint64_t constantThreshold = 0;
  std::vector<std::string> inputTypes, legalOps;
  std::string customOpForm;
};

/// What `ingot check` takes.
struct CheckCommandOptions {
  CommonOptions common;
  std::string file, target;
  std::vector<std::string> inputTypes, legalOps;
  std::string customOpForm;
  bool allCustom = false;
};

int compileCommand(const CompileCommandOptions &options);
int checkCommand(const CheckCommandOptions &options);
int targetsCommand(const CommonOptions &common);
int statsCommand(const CommonOptions &common);
int fetchCommand(const CommonOptions &common, const std::string &digest,
                 const std::string &output);
/// `action` is start, stop or status.
int serverCommand(const CommonOptions &common, const std::string &action);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMMANDS_H
