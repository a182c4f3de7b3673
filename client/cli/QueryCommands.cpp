//===- QueryCommands.cpp - targets, phases, stats, fetch and server -------===//
//
// The commands that ask a daemon for what it has or how it is, and start and
// stop the private one. Lists come from the daemon: the command line keeps no
// copy of what a service knows.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"
#include "client/runtime/Files.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace ingot::client {

int targetsCommand(const CommonOptions &common,
                   const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  absl::StatusOr<std::vector<Target>> targets =
      (*client)->targets(callOptions(common, kQueryTimeoutSeconds));
  if (!targets.ok())
    return fail(environment, targets.status());
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Target &target : *targets) {
    json.push_back({{"name", target.name},
                    {"triple", target.triple},
                    {"cpu", target.cpu},
                    {"features", target.features},
                    {"legal_ops", target.legalOps},
                    {"summary", target.summary}});
    if (!common.json)
      environment.out << absl::StrFormat("%-12s %-28s %-14s %s\n", target.name,
                                         target.triple, target.cpu,
                                         target.summary);
  }
  if (common.json)
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
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
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
  absl::StatusOr<std::unique_ptr<Client>> client =
      environment.connect(address, absl::Milliseconds(500));
  if (!client.ok()) {
    environment.out << "not running at " << address << "\n";
    // What was to be stopped is stopped; scripts ask `status` by its exit code.
    return action == "stop" ? 0 : 3;
  }
  if (action == "stop") {
    if (absl::Status status =
            (*client)->drain(callOptions(common, kQueryTimeoutSeconds));
        !status.ok())
      return fail(environment, status);
    environment.out << "stopping " << address << "\n";
    return 0;
  }
  environment.out << "running at " << address << "\n";
  CommonOptions same = common;
  same.server = address;
  return common.quiet ? 0 : statsCommand(same, environment);
}

} // namespace ingot::client
