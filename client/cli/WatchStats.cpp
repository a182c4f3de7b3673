//===- WatchStats.cpp - ingot stats --watch -------------------------------===//
//
// `stats` has sums since the daemon's start; whoever looks for what goes on now
// wants their growth. Statistics are counters unless they are in the table
// below: a new one is shown without a change here, and one that shrank, as
// after a restart, is shown from zero.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <ostream>
#include <string_view>

namespace ingot::client {
namespace {

/// What admin.proto calls "Now".
constexpr std::string_view kGauges[] = {"rpcs_in_flight",
                                        "workers",
                                        "workers_busy",
                                        "queue_length",
                                        "worker_memory_bytes",
                                        "store_bytes",
                                        "store_blobs",
                                        "store_records",
                                        "store_limit_bytes",
                                        "second_level_queue_records",
                                        "second_level_queue_bytes",
                                        "second_level_breaker_state",
                                        "remote_actions_running"};

bool isGauge(std::string_view name) {
  return absl::c_linear_search(kGauges, name);
}

/// Statistics that are numbers, in the daemon's order.
using Figures = std::vector<std::pair<std::string, double>>;

absl::StatusOr<Figures> figuresOf(Client &client, const CallOptions &call) {
  auto values = client.statistics(call);
  if (!values.ok())
    return values.status();
  Figures figures;
  for (const auto &[name, value] : *values)
    if (double number; absl::SimpleAtod(value, &number))
      figures.emplace_back(name, number);
  return figures;
}

/// What an interval shows: of counters the growth, of gauges the value.
struct Interval {
  double seconds = 0;
  Figures grown, now;
};

Interval compare(const Figures &before, const Figures &after) {
  const std::map<std::string, double> old(before.begin(), before.end());
  auto oldValue = [&](const std::string &name) {
    auto found = old.find(name);
    return found == old.end() ? 0 : found->second;
  };
  Interval interval;
  bool isRestarted = false;
  for (const auto &[name, value] : after)
    if (name == "uptime_seconds") {
      isRestarted = value < oldValue(name);
      interval.seconds = isRestarted ? value : value - oldValue(name);
    }
  for (const auto &[name, value] : after) {
    if (isGauge(name))
      interval.now.emplace_back(name, value);
    else if (name != "uptime_seconds")
      interval.grown.emplace_back(name,
                                  isRestarted ? value : value - oldValue(name));
  }
  return interval;
}

/// What did not grow is left out, for it is most of them.
void print(std::ostream &out, const Interval &interval) {
  out << absl::StrFormat("in %.1f s\n", interval.seconds);
  for (const auto &[name, growth] : interval.grown)
    if (growth != 0)
      out << absl::StrFormat("  %-24s %+14.0f %12.1f/s\n", name, growth,
                             interval.seconds > 0 ? growth / interval.seconds
                                                  : 0);
  for (const auto &[name, value] : interval.now)
    out << absl::StrFormat("  %-24s %14.0f\n", name, value);
  out.flush();
}

/// A line each, of everything.
void printJson(std::ostream &out, const Interval &interval) {
  nlohmann::ordered_json json = {{"seconds", interval.seconds}};
  for (const Figures *figures : {&interval.grown, &interval.now})
    for (const auto &[name, value] : *figures)
      json[name] = value;
  out << json.dump() << std::endl;
}

} // namespace

int watchStatsCommand(const WatchOptions &options,
                      const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client =
      connectToOne(options.common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  std::optional<Figures> before;
  auto look = [&](const CallOptions &call) {
    absl::StatusOr<Figures> now = figuresOf(**client, call);
    if (!now.ok())
      return now.status();
    if (before) {
      const Interval interval = compare(*before, *now);
      if (options.common.json)
        printJson(environment.out, interval);
      else
        print(environment.out, interval);
    }
    before = *std::move(now);
    return absl::OkStatus();
  };
  // Intervals lie between looks.
  const int looks = options.count == 0 ? 0 : options.count + 1;
  return repeatQuery(options.common, options.interval, looks, environment,
                     look);
}

} // namespace ingot::client
