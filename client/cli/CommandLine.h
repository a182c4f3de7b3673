//===- CommandLine.h - flags and subcommands of ingot -----------*- C++ -*-===//
//
// The whole program but for its streams.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMMANDLINE_H
#define INGOT_CLIENT_CLI_COMMANDLINE_H

#include "client/cli/Environment.h"

namespace ingot::client {

/// Parses the arguments, runs the subcommand and returns the exit code, see
/// Commands.h.
int runCommandLine(int argc, const char *const *argv,
                   const Environment &environment);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMMANDLINE_H
