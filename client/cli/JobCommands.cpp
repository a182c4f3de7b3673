//===- JobCommands.cpp - jobs, cancel and top -----------------------------===//
//
// What the admin page shows, in a terminal. A request is named by its digest,
// or by as many of the first digits as tell it apart.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandSupport.h"
#include "client/cli/Console.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <ostream>
#include <set>

namespace ingot::client {
namespace {

constexpr size_t kShownDigits = 12;
/// Home, and everything below erased: what was there does not flicker.
constexpr char kClearScreen[] = "\x1b[H\x1b[J";

std::string progressOf(const RunningJob &job) {
  if (job.phase.empty())
    return "starts";
  return job.total > 1 ? absl::StrCat(job.phase, " ", job.done, "/", job.total)
                       : job.phase;
}

void printJobs(std::ostream &out, const std::vector<RunningJob> &jobs) {
  out << absl::StrFormat("%-12s %9s %7s  %-18s %-24s %s\n", "REQUEST",
                         "SECONDS", "WAITING", "PROGRESS", "TARGET", "CALLERS");
  for (const RunningJob &job : jobs)
    out << absl::StrFormat(
        "%-12s %9.1f %7d  %-18s %-24s %s\n",
        job.request.substr(0, kShownDigits), job.seconds, job.waiting,
        printableLine(progressOf(job)), printableLine(job.target),
        printableLine(absl::StrCat(absl::StrJoin(job.callers, ","),
                                   job.lane.empty() ? "" : " in ", job.lane)));
}

using Figures = std::map<std::string, double>;

/// Growth of a counter a second.
double rate(const Figures &before, const Figures &now, const char *name) {
  auto value = [name](const Figures &figures) {
    auto found = figures.find(name);
    return found == figures.end() ? 0 : found->second;
  };
  const double seconds = now.at("uptime_seconds") - before.at("uptime_seconds");
  return seconds > 0 ? (value(now) - value(before)) / seconds : 0;
}

/// Two lines of figures; rates since `before`.
void printFigures(std::ostream &out, Figures before, Figures now) {
  const double compiles =
      now["request_hits"] + now["request_misses"] + now["request_joins"];
  out << absl::StrFormat(
      "up %.0f s   workers %.0f of %.0f busy   %.0f wait   hits %.1f %%   "
      "store %.1f of %.1f MiB\n",
      now["uptime_seconds"], now["workers_busy"], now["workers"],
      now["queue_length"],
      compiles > 0 ? 100 * now["request_hits"] / compiles : 0,
      now["store_bytes"] / (1 << 20), now["store_limit_bytes"] / (1 << 20));
  out << absl::StrFormat(
      "a second: %.1f requests   %.1f hits   %.1f errors   %.1f kernels built  "
      " "
      "%.1f reused\n\n",
      rate(before, now, "requests"), rate(before, now, "request_hits"),
      rate(before, now, "request_errors"), rate(before, now, "kernels_built"),
      rate(before, now, "kernels_reused"));
}

absl::StatusOr<Figures> figuresOf(Client &client, const CallOptions &call) {
  auto values = client.statistics(call);
  if (!values.ok())
    return values.status();
  Figures figures{{"uptime_seconds", 0}};
  for (const auto &[name, value] : *values)
    if (double number; absl::SimpleAtod(value, &number))
      figures[name] = number;
  return figures;
}

} // namespace

int jobsCommand(const CommonOptions &common, const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  absl::StatusOr<std::vector<RunningJob>> jobs =
      (*client)->jobs(callOptions(common, kQueryTimeoutSeconds));
  if (!jobs.ok())
    return fail(environment, jobs.status());
  if (!common.json) {
    printJobs(environment.out, *jobs);
    return 0;
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const RunningJob &job : *jobs)
    json.push_back({{"request", job.request},
                    {"program", job.program},
                    {"target", job.target},
                    {"emit", job.emit},
                    {"phase", job.phase},
                    {"done", job.done},
                    {"total", job.total},
                    {"seconds", job.seconds},
                    {"waiting", job.waiting},
                    {"callers", job.callers},
                    {"lane", job.lane}});
  environment.out << json.dump(2) << "\n";
  return 0;
}

int cancelCommand(const CommonOptions &common, const std::string &request,
                  const Environment &environment) {
  absl::StatusOr<std::unique_ptr<Client>> client = connect(common, environment);
  if (!client.ok())
    return fail(environment, client.status());
  const CallOptions call = callOptions(common, kQueryTimeoutSeconds);
  absl::StatusOr<std::vector<RunningJob>> jobs = (*client)->jobs(call);
  if (!jobs.ok())
    return fail(environment, jobs.status());
  std::set<std::string> found; // One may run at several daemons and in lanes.
  for (const RunningJob &job : *jobs)
    if (absl::StartsWith(job.request, request))
      found.insert(job.request);
  if (found.size() != 1)
    return failUsage(
        environment,
        absl::NotFoundError(
            found.empty() ? absl::StrCat("no request runs that begins with '",
                                         request, "'; `ingot jobs` lists them")
                          : absl::StrCat(found.size(), " requests begin with '",
                                         request, "': give more digits")));
  if (absl::Status status = (*client)->cancelRequest(*found.begin(), call);
      !status.ok())
    return fail(environment, status);
  if (!common.quiet)
    environment.err << "cancelled " << *found.begin() << "\n";
  return 0;
}

int topCommand(const TopCommandOptions &options,
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
    absl::StatusOr<std::vector<RunningJob>> jobs = (*client)->jobs(call);
    if (!jobs.ok())
      return jobs.status();
    if (environment.isTerminal)
      environment.out << kClearScreen;
    printFigures(environment.out, before.value_or(*now), *now);
    printJobs(environment.out, *jobs);
    environment.out.flush();
    before = *std::move(now);
    return absl::OkStatus();
  };
  return repeatQuery(options.common, options.interval, options.count,
                     environment, look);
}

} // namespace ingot::client
