//===- CommandTable.h - subcommands of ingot and their flags ----*- C++ -*-===//
//
// Where CLI11 puts what was typed, and who tells it what may be. A command's
// options are made when it is typed: those of all of them take as long as a
// call of the service.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMMANDTABLE_H
#define INGOT_CLIENT_CLI_COMMANDTABLE_H

#include "client/cli/Commands.h"
#include "client/cli/RunCommand.h"

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace ingot::client {

/// Options of every command that talks to a daemon.
void addCommon(CLI::App *command, CommonOptions &common, bool json);

/// A number of seconds above 0; CLI11's own check of numbers lets "nan" and
/// "inf" through.
const CLI::Validator &seconds();

/// The command that was typed runs while its options are parsed and leaves its
/// exit code. One thread at a time.
struct CommandTable {
  explicit CommandTable(const Environment &used) : environment(used) {}

  /// Adds all commands to `app`, which must not outlive the table.
  void addTo(CLI::App &app);

  // ProgramOptions.cpp
  void compileOptions(CLI::App *command);
  void explainOptions(CLI::App *command);
  void rebindOptions(CLI::App *command);
  void runOptions(CLI::App *command);
  void inspectOptions(CLI::App *command);
  void importOptions(CLI::App *command);
  void checkOptions(CLI::App *command);
  // ServiceOptions.cpp
  void targetsOptions(CLI::App *command);
  void phasesOptions(CLI::App *command);
  void statsOptions(CLI::App *command);
  void fetchOptions(CLI::App *command);
  void jobsOptions(CLI::App *command);
  void cancelOptions(CLI::App *command);
  void topOptions(CLI::App *command);
  void serverOptions(CLI::App *command);
  void storeOptions(CLI::App *group);
  void addPins(CLI::App &group);
  CLI::App *addStoreAction(CLI::App &group, const char *name, StoreAction what,
                           const char *help);

  const Environment &environment;
  int code = 0;
  CommonOptions common;
  CompileCommandOptions compile;
  CheckCommandOptions check;
  InspectCommandOptions inspect;
  ImportCommandOptions import;
  TargetsCommandOptions targets;
  ExplainCommandOptions explain;
  RebindCommandOptions rebind;
  RunOptions run;
  TopCommandOptions top;
  WatchOptions watch;
  bool isWatched = false;
  StoreCommandOptions store;
  std::string digest, output, action, request, unusedServer;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMMANDTABLE_H
