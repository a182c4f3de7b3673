//===- Commands.h - the subcommands that talk to a daemon -------*- C++ -*-===//
//
// Each returns the exit code of the program: 0, 1 when the user's program is at
// fault, 2 for usage (files that cannot be read or written included), 3 when
// the service is.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMMANDS_H
#define INGOT_CLIENT_CLI_COMMANDS_H

#include "client/cli/Environment.h"
#include "client/lib/StoreAdmin.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::client {

/// Options that several commands share.
struct CommonOptions {
  /// One address or several by commas. Empty: INGOT_SERVER, or a private
  /// daemon.
  std::string server;
  std::string fallback; ///< none or local; empty: INGOT_FALLBACK, or none.
  double timeout = 0;   ///< Seconds; 0 is the command's default.
  bool json = false;
  bool quiet = false;
  std::string tokenFile; ///< Empty: INGOT_TOKEN_FILE, INGOT_TOKEN, or none.
  std::string credentialHelper; ///< Empty: INGOT_CREDENTIAL_HELPER, or none.
  std::string tlsCa, tlsCert, tlsKey; ///< Empty: INGOT_TLS_CA and so on.
};

/// What a program is compiled or checked for.
struct ProgramOptions {
  std::string file, target;
  std::vector<std::string> inputTypes, legalOps;
  std::string customOpForm;
  std::vector<std::string> files; ///< NAME=PATH.
};

/// Options of `ingot compile`; see its --help.
struct CompileCommandOptions : ProgramOptions {
  CommonOptions common;
  std::vector<std::string> targets; ///< In place of `target`; none is host.
  bool fat = false;                 ///< One file for all targets.
  std::string output, emit = "executable";
  std::string depfile; ///< Empty: none is written.
  uint64_t constantThreshold = 0;
  std::string constantsAs = "safetensors"; ///< Or "npz", "irpa", "c".
  std::vector<std::string> placements;
  std::string offload = "require"; ///< Or "prefer".
  bool profile = false;
  std::string trace; ///< Empty: none is written.
  bool explain = false;
  bool batch = false;
};

/// Options of `ingot check`.
struct CheckCommandOptions : ProgramOptions {
  CommonOptions common;
  bool allCustom = false;
  bool explainPlacement = false;
  std::vector<std::string> placements; ///< As of a compile.
  std::string format = "text"; ///< Or "json" or "sarif", to standard output.
};

/// Options of `ingot inspect`.
struct InspectCommandOptions : ProgramOptions {
  CommonOptions common;
};

/// Options of `ingot import`.
struct ImportCommandOptions : ProgramOptions {
  CommonOptions common;
  std::string output, form = "func";
  uint64_t constantThreshold = 0;
};

/// Options of `ingot rebind`.
struct RebindCommandOptions {
  CommonOptions common; ///< Of which json and quiet are used.
  std::string executable, constants;
  std::string output; ///< Empty: the executable itself.
};

/// Options of `ingot explain`.
struct ExplainCommandOptions {
  CommonOptions common;
  /// One or two: HASH/SIZE of a request or an executable, an executable, or a
  /// file of what `ingot compile --json` printed.
  std::vector<std::string> results;
};
int explainCommand(const ExplainCommandOptions &options,
                   const Environment &environment);

int compileCommand(const CompileCommandOptions &options,
                   const Environment &environment);
int checkCommand(const CheckCommandOptions &options,
                 const Environment &environment);
int inspectCommand(const InspectCommandOptions &options,
                   const Environment &environment);
int importCommand(const ImportCommandOptions &options,
                  const Environment &environment);
int rebindCommand(const RebindCommandOptions &options,
                  const Environment &environment);

/// All targets, one of them, or what two differ in.
struct TargetsCommandOptions {
  CommonOptions common;
  std::string describe;          ///< A name; empty lists all of them.
  std::vector<std::string> diff; ///< Two names, or none.
};
int targetsCommand(const TargetsCommandOptions &options,
                   const Environment &environment);
int phasesCommand(const CommonOptions &common, const Environment &environment);
int statsCommand(const CommonOptions &common, const Environment &environment);

/// Options of `ingot stats --watch`.
struct WatchOptions {
  CommonOptions common;
  double interval = 2; ///< Seconds.
  int count = 0;       ///< How many intervals; 0 is until it is interrupted.
};
/// What each statistic grew by in each interval, or is where it is no counter.
int watchStatsCommand(const WatchOptions &options,
                      const Environment &environment);
int fetchCommand(const CommonOptions &common, const std::string &digest,
                 const std::string &output, const Environment &environment);
int jobsCommand(const CommonOptions &common, const Environment &environment);
/// `request` is a digest or its first digits.
int cancelCommand(const CommonOptions &common, const std::string &request,
                  const Environment &environment);

/// Options of `ingot top`.
struct TopCommandOptions {
  CommonOptions common;
  double interval = 2; ///< Seconds.
  int count = 0;       ///< How often; 0 is until it is interrupted.
};
int topCommand(const TopCommandOptions &options,
               const Environment &environment);
/// What `ingot store` does.
enum class StoreAction {
  Stats,
  Verify,
  Gc,
  Checkpoint,
  Promote,
  Pin,
  Unpin,
  Pins,
  Export,
  Import
};

/// Options of `ingot store`.
struct StoreCommandOptions {
  CommonOptions common;
  StoreAction action = StoreAction::Stats;
  GarbageOptions garbage;
  std::string name; ///< Of a checkpoint or a result, or an archive's file.
  std::string lane; ///< Of the result.
};
int storeCommand(const StoreCommandOptions &options,
                 const Environment &environment);
/// `action` is start, stop or status.
int serverCommand(const CommonOptions &common, const std::string &action,
                  const Environment &environment);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMMANDS_H
