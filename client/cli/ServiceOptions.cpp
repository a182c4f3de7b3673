//===- ServiceOptions.cpp - flags of commands on the service --------------===//
//
// One function for each command that asks the service about itself or has it
// do something to its jobs and its store.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandTable.h"

#include <CLI/CLI.hpp>

namespace ingot::client {

void CommandTable::targetsOptions(CLI::App *command) {
  CLI::Option *describe = command->add_option(
      "--describe", targets.describe,
      "Print all of one target, as a description that compiles to the same");
  command
      ->add_option("--diff", targets.diff,
                   "Print what the second of two targets has other than the "
                   "first")
      ->expected(2)
      ->excludes(describe);
  addCommon(command, targets.common, true);
  command->callback([this] { code = targetsCommand(targets, environment); });
}

void CommandTable::phasesOptions(CLI::App *command) {
  addCommon(command, common, true);
  command->callback([this] { code = phasesCommand(common, environment); });
}

void CommandTable::statsOptions(CLI::App *command) {
  command->add_flag("--watch", isWatched,
                    "Again and again: what grew since the last look");
  command->add_option("--interval", watch.interval, "Seconds between two looks")
      ->check(seconds())
      ->capture_default_str();
  command->add_option("--count", watch.count, "End after so many; 0 is never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  addCommon(command, watch.common, true);
  command->callback([this] {
    code = isWatched ? watchStatsCommand(watch, environment)
                     : statsCommand(watch.common, environment);
  });
}

void CommandTable::fetchOptions(CLI::App *command) {
  command->add_option("DIGEST", digest, "HASH/SIZE")->required();
  command->add_option("-o,--output", output, "File to write")->required();
  addCommon(command, common, false);
  command->callback(
      [this] { code = fetchCommand(common, digest, output, environment); });
}

void CommandTable::jobsOptions(CLI::App *command) {
  addCommon(command, common, true);
  command->callback([this] { code = jobsCommand(common, environment); });
}

void CommandTable::cancelOptions(CLI::App *command) {
  command
      ->add_option("REQUEST", request,
                   "Its digest as `ingot jobs` has it, or the first digits")
      ->required();
  addCommon(command, common, false);
  command->callback(
      [this] { code = cancelCommand(common, request, environment); });
}

void CommandTable::topOptions(CLI::App *command) {
  command->add_option("--interval", top.interval, "Seconds between two looks")
      ->check(seconds())
      ->capture_default_str();
  command->add_option("--count", top.count, "End after so many; 0 is never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  addCommon(command, top.common, false);
  command->callback([this] { code = topCommand(top, environment); });
}

void CommandTable::serverOptions(CLI::App *command) {
  command->add_option("ACTION", action, "start, stop or status")
      ->required()
      ->check(CLI::IsMember({"start", "stop", "status"}));
  addCommon(command, common, true);
  command->callback(
      [this] { code = serverCommand(common, action, environment); });
}

CLI::App *CommandTable::addStoreAction(CLI::App &group, const char *name,
                                       StoreAction what, const char *help) {
  CLI::App *command = group.add_subcommand(name, help);
  addCommon(command, store.common, true);
  command->callback([this, what] {
    store.action = what;
    code = storeCommand(store, environment);
  });
  return command;
}

void CommandTable::addPins(CLI::App &group) {
  for (const auto &[name, action, text] :
       {std::tuple("pin", StoreAction::Pin,
                   "Keep a result and what it names from being evicted"),
        std::tuple("unpin", StoreAction::Unpin, "Let it be evicted again")}) {
    CLI::App *pin = addStoreAction(group, name, action, text);
    pin->add_option("KEY", store.name,
                    "Of the request or action, HASH/SIZE, as `ingot jobs`, the "
                    "audit log and the page show it")
        ->required();
    pin->add_option("--lane", store.lane,
                    "That has the result; default `trusted`");
  }
  addStoreAction(group, "pins", StoreAction::Pins,
                 "List the results that are kept");
}

void CommandTable::storeOptions(CLI::App *group) {
  group->require_subcommand(1);
  addStoreAction(*group, "stats", StoreAction::Stats,
                 "What is kept, by kind and by last use");
  addStoreAction(*group, "verify", StoreAction::Verify,
                 "Read everything and take out what is damaged; exit code 3 "
                 "when something was");
  CLI::App *gc = addStoreAction(*group, "gc", StoreAction::Gc,
                                "Evict what the options say");
  gc->add_option("--max-bytes", store.garbage.maxBytes,
                 "The least recently used, until so many bytes are left")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::NonNegativeNumber);
  gc->add_option("--max-age", store.garbage.maxAgeSeconds,
                 "What was not used for so many seconds, or 36h, 30d")
      ->transform(CLI::AsNumberWithUnit(
          std::map<std::string, int64_t>{
              {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}},
          CLI::AsNumberWithUnit::CASE_INSENSITIVE))
      ->check(CLI::NonNegativeNumber);
  gc->add_flag("--unnamed", store.garbage.unnamed,
               "Programs and weights that were uploaded more than an hour ago "
               "and that no result names");
  addStoreAction(*group, "checkpoint", StoreAction::Checkpoint,
                 "Copy the store into the service's --checkpoints")
      ->add_option("NAME", store.name, "Of the folder that is made")
      ->required();
  CLI::App *promote =
      addStoreAction(*group, "promote", StoreAction::Promote,
                     "Make a result of a lane, such as a pull request's, one "
                     "that all callers use");
  promote
      ->add_option("KEY", store.name,
                   "Of the request or action, HASH/SIZE, as `ingot jobs`, the "
                   "audit log and the page show it")
      ->required();
  promote->add_option("--lane", store.lane, "That has the result")->required();
  addPins(*group);
  addStoreAction(*group, "export", StoreAction::Export,
                 "Write the store into a tar archive")
      ->add_option("FILE", store.name, "File to write")
      ->required();
  addStoreAction(*group, "import", StoreAction::Import,
                 "Put such an archive into the store; every digest is verified")
      ->add_option("FILE", store.name, "File to read")
      ->required();
}

} // namespace ingot::client
