//===- Workload.h - a month of a company's compiles -------------*- C++ -*-===//
//
// Synthetic: repositories of models with branches, whose continuous integration
// compiles all models of the repository at each push; nightly runs for more
// targets; sweeps of programs that nobody asks for again; upgrades of the
// compiler, after which every key is new. Counts scale with the number of
// clients. The same seed gives the same month.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_BENCH_EVICTION_WORKLOAD_H
#define INGOT_TESTS_BENCH_EVICTION_WORKLOAD_H

#include "tests/bench/eviction/Policy.h"

#include <random>
#include <unordered_map>
#include <vector>

namespace ingot::bench {

/// A program for one target, as artifacts.
struct Program {
  Artifact executable, plan, weights;
  std::vector<ArtifactId> kernels;
};

/// Size and time of a kernel.
Artifact kernelOf(ArtifactId id);

/// What the month is made of. Rates are of a working day.
struct WorkloadOptions {
  int clients = 10000;
  int days = 30;
  double pushesPerClient = 1.5; ///< Of people: half of the clients.
  int jobsPerPush = 4;          ///< Each asks for everything.
  double modelsPerRepository = 10;
  double sweepsPerClient = 0.004;
  double programsPerSweep = 500; ///< Median.
  std::vector<int> upgradeDays = {10, 24};
  uint64_t seed = 1;
};

/// Makes the requests of a month, in order. One thread at a time.
class Workload {
public:
  /// Takes a program and how often it is asked for at this moment.
  using Sink = std::function<void(const Program &program, int times)>;

  explicit Workload(const WorkloadOptions &options);

  /// Calls `sink` for every hour's requests; `endOfHour` after each hour.
  void run(const Sink &sink, const std::function<void(int hour)> &endOfHour);

  /// How many artifacts were ever named so far.
  int64_t artifacts() const { return next_; }

private:
  /// A program's parts for all targets: an artifact's number is that of the
  /// part and the target's index.
  struct Version {
    int upgrade = 0; ///< Of which compiler its numbers are.
    ArtifactId executable, plan, weights;
    std::vector<ArtifactId> kernels;
  };
  struct Branch {
    size_t model;
    Version version;
    int pushesLeft;
  };
  struct Repository {
    std::vector<Version> models;
    std::vector<Branch> branches;
  };

  ArtifactId newPart();
  Version newVersion(size_t kernels);
  ArtifactId newKernel();
  /// Some layers become others.
  void edit(Version &version);
  /// The same program for today's compiler.
  void upgrade(Version &version);
  ArtifactId upgraded(ArtifactId id, int upgrade);
  Program programOf(Version &version, int target);

  void push(Repository &repository, const Sink &sink);
  void nightly(const Sink &sink);
  void sweep(const Sink &sink);
  void compileAll(Repository &repository, const Branch *branch, int firstTarget,
                  int targets, int times, const Sink &sink);
  Repository &anyRepository();

  double uniform() { return std::uniform_real_distribution<>()(random_); }
  int poisson(double mean) {
    return mean > 0 ? std::poisson_distribution<int>(mean)(random_) : 0;
  }

  const WorkloadOptions options_;
  std::mt19937_64 random_;
  ArtifactId next_ = 0;
  int upgrade_ = 0;
  /// What became of the numbers at each upgrade, as far as anybody asked.
  std::vector<std::unordered_map<ArtifactId, ArtifactId>> renamed_;
  std::vector<ArtifactId> common_; ///< Kernels that many programs have.
  std::vector<Repository> repositories_;
};

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_EVICTION_WORKLOAD_H
