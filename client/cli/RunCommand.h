//===- RunCommand.h - ingot run ---------------------------------*- C++ -*-===//
//
// `ingot run` executes a compiled program on .npy files and compares what it
// returns with expected values. This header is all that the command line needs
// to know of it: a plain struct of options and one function.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_RUNCOMMAND_H
#define INGOT_CLIENT_CLI_RUNCOMMAND_H

#include "client/runtime/ResultFolder.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ingot::client {

/// The options of `ingot run`, as the command line gives them.
struct RunOptions {
  std::string executable;
  /// Empty: the only entry.
  std::string entry;
  /// .npy files, one per argument.
  std::vector<std::string> inputs;
  /// Where output_0.npy, ... go; empty: nowhere.
  std::string outputDir;
  /// .npy files, one per result, or none.
  std::vector<std::string> expects;
  double atol = 0;
  double rtol = 0;
  /// 0: as many as the machine has.
  int threads = 1;
  int repeat = 1;
  /// Calls once per step of the arguments' first axis.
  bool frames = false;
  /// A safetensors file; empty: the one beside the executable, if any.
  std::string constants;
  /// Where results of initialisers are kept; empty: INGOT_INITIALISER_CACHE, or
  /// nowhere.
  std::string initialiserCache;
  /// The least recently used of them go when they have more bytes.
  int64_t initialiserCacheBytes = runtime::ResultFolder::kDefaultMaxBytes;
  /// NAME=LIBRARY:SYMBOL: the function of a custom op.
  std::vector<std::string> customOps;
  bool json = false;
  bool quiet = false;
};

/// A path without the ending that outputs of compile have, if it has one.
std::string outputStem(const std::string &output);

/// Where the constants of an executable are looked for: x.safetensors beside
/// x.so, x.c, x.o or x.wasm, or NAME.safetensors beside NAME.
std::string constantsPath(const std::string &executable);

/// Runs the command. Writes to `out`, and messages to `err`. Returns the exit
/// code: 0; 1 if the program, its arguments or its numbers are at fault; 2 if a
/// file cannot be read or written or the options contradict each other.
int runCommand(const RunOptions &options, std::ostream &out, std::ostream &err);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_RUNCOMMAND_H
