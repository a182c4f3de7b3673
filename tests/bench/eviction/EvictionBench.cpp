//===- EvictionBench.cpp - a month of compiles under each policy ----------===//
//
// Asks what a store of a given size answers under each eviction policy, on the
// month that Workload makes. It is a simulation: no store, no compiler. A
// request is answered if its executable is there; else its plan and those of
// its kernels that are absent are made, and it is linked. Weights are read at
// each request, and sent again if they are absent. The first week fills the
// store and is not counted.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/eviction/Policy.h"
#include "tests/bench/eviction/Workload.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

using namespace ingot::bench;

namespace {
struct Figures {
  int64_t requests = 0, hits = 0;
  int64_t kernels = 0, kernelHits = 0;
  double compileSeconds = 0;
  double sentBytes = 0;
  int64_t peakRequestsOfHour = 0;
};
} // namespace

static void answer(Policy &policy, const Program &program, int times,
                   Figures &figures) {
  figures.requests += times;
  if (!policy.access(program.weights))
    figures.sentBytes += static_cast<double>(program.weights.bytes);
  if (policy.access(program.executable)) {
    figures.hits += times;
    return;
  }
  // The others of this moment wait for the first one.
  figures.hits += times - 1;
  figures.compileSeconds += program.executable.seconds;
  if (!policy.access(program.plan))
    figures.compileSeconds += program.plan.seconds;
  for (ArtifactId id : program.kernels) {
    const Artifact kernel = kernelOf(id);
    ++figures.kernels;
    if (policy.access(kernel))
      ++figures.kernelHits;
    else
      figures.compileSeconds += kernel.seconds;
  }
}

static void simulate(const NamedPolicy &named, double gib,
                     const WorkloadOptions &options, int warmUpDays) {
  std::unique_ptr<Policy> policy =
      named.make(static_cast<int64_t>(gib * (int64_t{1} << 30)));
  Workload month(options);
  Figures figures;
  int64_t before = 0, evictions = 0;
  month.run([&](const Program &program,
                int times) { answer(*policy, program, times, figures); },
            [&](int hour) {
              figures.peakRequestsOfHour = std::max(figures.peakRequestsOfHour,
                                                    figures.requests - before);
              before = figures.requests;
              if (hour + 1 != warmUpDays * 24)
                return;
              figures = {};
              before = 0;
              evictions = policy->evictions();
            });
  std::printf(
      "| %s | %.0f | %.2f | %.1f | %.0f | %.2f | %.2f | %.2f | %.0f | %.0f |\n",
      named.name.c_str(), gib,
      100.0 * static_cast<double>(figures.hits) /
          static_cast<double>(figures.requests),
      100.0 * static_cast<double>(figures.kernelHits) /
          static_cast<double>(std::max<int64_t>(figures.kernels, 1)),
      figures.compileSeconds / 3600, figures.sentBytes / 1e12,
      static_cast<double>(policy->evictions() - evictions) / 1e6,
      static_cast<double>(policy->count()) / 1e6,
      static_cast<double>(policy->bytes()) / (1 << 30),
      static_cast<double>(figures.peakRequestsOfHour) / 3600);
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  CLI::App app("A month of a company's compiles, simulated, under each "
               "eviction policy and size of the store");
  WorkloadOptions options;
  std::vector<double> sizes = {100, 500, 1500};
  std::string only;
  int warmUpDays = 7;
  app.add_option("--clients", options.clients, "People and machines that ask")
      ->capture_default_str();
  app.add_option("--days", options.days)->capture_default_str();
  app.add_option("--warm-up-days", warmUpDays, "Days that are not counted")
      ->capture_default_str();
  app.add_option("--sweeps", options.sweepsPerClient,
                 "Sweeps of one-off programs, by client and working day")
      ->capture_default_str();
  app.add_option("--gib", sizes, "Sizes of the store")->capture_default_str();
  app.add_option("--policy", only, "Only the policy of this name");
  app.add_option("--seed", options.seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  std::printf(
      "| policy | store, GiB | answered at once, %% | kernels found of "
      "misses, %% | compiling, CPU hours | weights sent, TB | "
      "evicted, millions | kept, millions | kept, GiB | peak requests/s |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (double gib : sizes)
    for (const NamedPolicy &policy : allPolicies())
      if (only.empty() || only == policy.name)
        simulate(policy, gib, options, warmUpDays);
  return 0;
}
