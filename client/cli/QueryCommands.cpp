//===- QueryCommands.cpp - targets, phases, stats, fetch and server -------===//
//
// The commands that ask a daemon for what it has or how it is, and start and
// stop the private one. Lists come from the daemon: the command line keeps no
// copy of what a service knows.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"
#include "client/runtime/Files.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace ingot::client {

namespace {

/// The target of this name; NOT_FOUND lists the names there are.
absl::StatusOr<Target> findTarget(const std::vector<Target> &targets,
                                  const std::string &name) {
  std::vector<std::string> names;
  for (const Target &target : targets) {
    if (target.name == name)
      return target;
    names.push_back(target.name);
  }
  return absl::NotFoundError(absl::StrCat("there is no target named '", name,
                                          "'; there are ",
                                          absl::StrJoin(names, ", ")));
}

/// The fields of a description, a line each; what stands in braces is one.
std::vector<std::string> fieldsOf(const Target &target) {
  std::vector<std::string> fields;
  bool isInside = false;
  for (absl::string_view line :
       absl::StrSplit(target.description, '\n', absl::SkipEmpty())) {
    // `target {` around, and name and summary before it, are no fields of it.
    if (!absl::ConsumePrefix(&line, "  "))
      continue;
    if (isInside)
      absl::StrAppend(&fields.back(), " ", absl::StripAsciiWhitespace(line));
    else
      fields.emplace_back(std::string(line));
    isInside = line == "}" ? false : isInside || absl::EndsWith(line, " {");
  }
  return fields;
}

/// What only one of two has, in the order of the fields.
std::vector<std::string> without(const std::vector<std::string> &fields,
                                 const std::vector<std::string> &others) {
  std::vector<std::string> left;
  for (const std::string &field : fields)
    if (!absl::c_linear_search(others, field))
      left.push_back(field);
  return left;
}

nlohmann::ordered_json toJson(const Target &target) {
  return {{"name", target.name},
          {"triple", target.triple},
          {"cpu", target.cpu},
          {"features", target.features},
          {"legal_ops", target.legalOps},
          {"summary", target.summary}};
}

int describeTarget(const std::vector<Target> &targets,
                   const TargetsCommandOptions &options,
                   const Environment &environment) {
  absl::StatusOr<Target> target = findTarget(targets, options.describe);
  if (!target.ok())
    return failUsage(environment, target.status());
  if (options.common.json) {
    nlohmann::ordered_json json = toJson(*target);
    json["description"] = target->description;
    environment.out << json.dump(2) << "\n";
  } else {
    environment.out << target->description;
  }
  return 0;
}

int diffTargets(const std::vector<Target> &targets,
                const TargetsCommandOptions &options,
                const Environment &environment) {
  absl::StatusOr<Target> first = findTarget(targets, options.diff[0]);
  absl::StatusOr<Target> second = findTarget(targets, options.diff[1]);
  if (!first.ok() || !second.ok())
    return failUsage(environment,
                     first.ok() ? second.status() : first.status());
  std::vector<std::string> before = fieldsOf(*first), after = fieldsOf(*second);
  std::vector<std::string> removed = without(before, after),
                           added = without(after, before);
  if (options.common.json) {
    nlohmann::ordered_json json = {{"removed", removed}, {"added", added}};
    environment.out << json.dump(2) << "\n";
    return 0;
  }
  for (const std::string &field : removed)
    environment.out << "- " << field << "\n";
  for (const std::string &field : added)
    environment.out << "+ " << field << "\n";
  return 0;
}

/// Columns are as wide as the longest entry of each.
void printTable(const std::vector<Target> &targets, std::ostream &out) {
  int name = 0, triple = 0, cpu = 0;
  for (const Target &target : targets) {
    name = std::max(name, static_cast<int>(target.name.size()));
    triple = std::max(triple, static_cast<int>(target.triple.size()));
    cpu = std::max(cpu, static_cast<int>(target.cpu.size()));
  }
  for (const Target &target : targets)
    out << absl::StrFormat("%-*s  %-*s  %-*s  %s\n", name, target.name, triple,
                           target.triple, cpu, target.cpu, target.summary);
}

} // namespace

int targetsCommand(const TargetsCommandOptions &options,
                   const Environment &environment) {
  const CommonOptions &common = options.common;
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  absl::StatusOr<std::vector<Target>> targets =
      (*client)->targets(callOptions(common, kQueryTimeoutSeconds));
  if (!targets.ok())
    return fail(environment, targets.status());
  if (!options.describe.empty())
    return describeTarget(*targets, options, environment);
  if (!options.diff.empty())
    return diffTargets(*targets, options, environment);
  if (!common.json) {
    printTable(*targets, environment.out);
    return 0;
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Target &target : *targets)
    json.push_back(toJson(target));
  environment.out << json.dump(2) << "\n";
  return 0;
}

int phasesCommand(const CommonOptions &common, const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  absl::StatusOr<std::vector<std::string>> phases =
      (*client)->phases(callOptions(common, kQueryTimeoutSeconds));
  if (!phases.ok())
    return fail(environment, phases.status());
  if (common.json)
    environment.out << nlohmann::json(*phases).dump(2) << "\n";
  else
    for (const std::string &phase : *phases)
      environment.out << phase << "\n";
  return 0;
}

int statsCommand(const CommonOptions &common, const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectToOne(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  auto values =
      (*client)->statistics(callOptions(common, kQueryTimeoutSeconds));
  if (!values.ok())
    return fail(environment, values.status());
  nlohmann::ordered_json json;
  for (const auto &[name, value] : *values) {
    // Values come as text; in JSON numbers are numbers.
    auto number = nlohmann::json::parse(value, nullptr, false);
    if (number.is_number())
      json[name] = number;
    else
      json[name] = value;
    if (!common.json)
      environment.out << absl::StrFormat("%-24s %s\n", name, value);
  }
  if (common.json)
    environment.out << json.dump(2) << "\n";
  return 0;
}

int fetchCommand(const CommonOptions &common, const std::string &digest,
                 const std::string &output, const Environment &environment) {
  if (absl::Status status = checkWritable(output); !status.ok())
    return failUsage(environment, status);
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  absl::StatusOr<std::string> bytes =
      (*client)->fetch(digest, callOptions(common));
  // A digest that does not parse.
  if (bytes.status().code() == absl::StatusCode::kInvalidArgument)
    return failUsage(environment, bytes.status());
  if (!bytes.ok())
    return fail(environment, bytes.status());
  if (absl::Status status = runtime::writeFile(output, {*bytes}); !status.ok())
    return failUsage(environment, status);
  return 0;
}

int serverCommand(const CommonOptions &common, const std::string &action,
                  const Environment &environment) {
  std::string address = common.server;
  if (absl::StrContains(address, ','))
    return failUsage(environment,
                     absl::InvalidArgumentError(absl::StrCat(
                         "server ", action, ": takes one address")));
  absl::StatusOr<PrivateDaemonPaths> paths = absl::NotFoundError("");
  if (address.empty()) {
    paths = privateDaemonPaths();
    if (!paths.ok())
      return fail(environment, paths.status());
    address = paths->address();
  }
  if (action == "start") {
    if (!paths.ok())
      return failUsage(environment,
                       absl::InvalidArgumentError(
                           "server start: starts the private daemon and takes "
                           "no --server; start others by `ingotd`"));
    if (absl::Status status = environment.startDaemon(*paths); !status.ok())
      return fail(environment, status);
    environment.out << "running at " << address << "\n";
    return 0;
  }
  // Not connect(), which would start a daemon to ask whether one runs.
  absl::StatusOr<ConnectOptions> options = connectOptions(common, address);
  if (!options.ok())
    return failUsage(environment, options.status());
  absl::StatusOr<std::unique_ptr<Client>> client =
      environment.connect(address, absl::Milliseconds(500), *options);
  if (!client.ok()) {
    environment.out << "not running at " << address << "\n";
    // What was to be stopped is stopped; scripts ask `status` by its exit code.
    return action == "stop" ? 0 : 3;
  }
  if (action == "stop") {
    auto drain = [&] {
      return (*client)->drain(callOptions(common, kQueryTimeoutSeconds));
    };
    // Of the private one the next command may start another.
    absl::StatusOr<bool> isOver = false;
    if (paths.ok())
      isOver = stopPrivateDaemon(*paths, drain);
    else if (absl::Status status = drain(); !status.ok())
      isOver = status;
    if (!isOver.ok())
      return fail(environment, isOver.status());
    environment.out << (*isOver ? "stopped " : "stopping ") << address << "\n";
    return 0;
  }
  environment.out << "running at " << address << "\n";
  CommonOptions same = common;
  same.server = address;
  return common.quiet ? 0 : statsCommand(same, environment);
}

} // namespace ingot::client
