//===- ExecutionSettings.cpp - the flags of --execution -------------------===//

#include "server/daemon/ExecutionSettings.h"

#include "absl/strings/str_cat.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace ingot::server {
namespace {

/// More threads than that are no use to one daemon.
constexpr int kMaxJobs = 1024;

absl::Status invalid(const char *setting, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(setting, ": ", why));
}

absl::Status parseProperties(ExecutionSettings &s) {
  s.properties.clear();
  for (const std::string &text : s.propertyTexts) {
    const size_t at = text.find('=');
    if (at == 0 || at == std::string::npos)
      return invalid("execution-property",
                     absl::StrCat("'", text, "' is not NAME=VALUE"));
    s.properties.emplace_back(text.substr(0, at), text.substr(at + 1));
  }
  return absl::OkStatus();
}

absl::Status validateAddress(const ExecutionSettings &s) {
  absl::StatusOr<cache::ReapiOptions> address =
      cache::parseReapiAddress(s.address);
  if (!address.ok())
    return invalid("execution", address.status().message());
  if (!address->isTls && !cache::isThisMachine(address->address))
    return invalid("execution",
                   absl::StrCat("whoever is on the way to ", address->address,
                                " could answer with machine code; use "
                                "grpcs://"));
  if (absl::Status status = cache::checkReapiOptions(reapiOptionsOf(s));
      !status.ok())
    return invalid("execution", status.message());
  return absl::OkStatus();
}

} // namespace

void addExecutionOptions(CLI::App &app, ExecutionSettings &s) {
  app.add_option("--execution", s.address,
                 "Compile what waits for a worker on a cluster that speaks the "
                 "Remote Execution API, grpc[s]://HOST:PORT[/INSTANCE]; its "
                 "machines need the libraries of ingot-worker");
  app.add_option("--execution-jobs", s.jobs, "Actions there at once")
      ->capture_default_str();
  app.add_option("--execution-verify", s.verifiedShare,
                 "Share of its answers that is computed here as well and "
                 "compared, 0 to 1")
      ->capture_default_str();
  app.add_option("--execution-property", s.propertyTexts,
                 "What a machine must have, NAME=VALUE; repeatable")
      ->allow_extra_args(false);
  app.add_option("--execution-queue", s.queueLimit,
                 "Seconds that an action may wait there for a machine")
      ->capture_default_str();
  addReapiOptions(app, "execution", s);
}

absl::Status validateExecution(ExecutionSettings &s) {
  if (!s.isUsed()) {
    if (absl::Status status = requireReapiFlag("execution", s); !status.ok())
      return status;
    return s.propertyTexts.empty()
               ? absl::OkStatus()
               : invalid("execution-property", "takes --execution");
  }
  if (s.jobs < 1 || s.jobs > kMaxJobs)
    return invalid("execution-jobs", "must be 1 to 1024");
  // Written so that "not a number" is refused too.
  if (!(s.verifiedShare >= 0 && s.verifiedShare <= 1))
    return invalid("execution-verify", "must be 0 to 1");
  if (!(s.queueLimit > 0) || !std::isfinite(s.queueLimit))
    return invalid("execution-queue", "must be more than 0 seconds");
  if (absl::Status status = parseProperties(s); !status.ok())
    return status;
  return validateAddress(s);
}

cache::ReapiOptions reapiOptionsOf(const ExecutionSettings &s) {
  cache::ReapiOptions options = *parseReapiSettings(s);
  // Nobody waits for a lookup here: the action itself takes longer.
  options.timeout = absl::Seconds(5);
  return options;
}

} // namespace ingot::server
