//===- Workload.cpp - pushes, nights, sweeps and upgrades -----------------===//
//
// Sizes and times of artifacts are lognormal, with the medians of the models in
// ../shared/models on two cores: a kernel 12 KiB and 0.08 s, a plan 40 KiB and
// 0.2 s, an executable 300 KiB and 0.05 s; weights are 20 MiB, sent at
// 100 MiB/s. They are functions of an artifact's number.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/eviction/Workload.h"

#include <algorithm>
#include <cmath>

namespace ingot::bench {

/// The first ones are compiled for at each push, all of them at night.
static constexpr int kPushTargets = 3;
static constexpr int kTargets = 6;
static constexpr size_t kCommonKernels = 20000;
static constexpr double kMiB = 1 << 20;

/// A standard normal number that depends on the artifact alone.
static double normalOf(uint64_t id, uint64_t salt) {
  std::mt19937_64::result_type x = (id + 1) * 0x9E3779B97F4A7C15u + salt;
  auto next = [&] { // SplitMix64.
    x += 0x9E3779B97F4A7C15u;
    uint64_t z = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (static_cast<double>((z ^ (z >> 31)) >> 11) + 0.5) /
           9007199254740992.0;
  };
  const double u = next(), v = next();
  return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
}

static double lognormal(ArtifactId id, uint64_t salt, double median,
                        double sigma) {
  return median * std::exp(sigma * normalOf(id, salt));
}

static Artifact artifact(ArtifactId id, double medianBytes, double sigmaBytes,
                         double medianSeconds) {
  return {id, static_cast<int64_t>(lognormal(id, 1, medianBytes, sigmaBytes)),
          lognormal(id, 2, medianSeconds, 0.8)};
}

Artifact kernelOf(ArtifactId id) { return artifact(id, 12 * 1024, 0.8, 0.08); }

Workload::Workload(const WorkloadOptions &options)
    : options_(options), random_(options.seed) {
  for (size_t i = 0; i < kCommonKernels; ++i)
    common_.push_back(newPart());
  const int repositories = std::max(1, options.clients / 20);
  for (int i = 0; i < repositories; ++i) {
    Repository repository;
    const int models = 1 + poisson(options.modelsPerRepository - 1);
    for (int model = 0; model < models; ++model)
      repository.models.push_back(newVersion(static_cast<size_t>(
          std::clamp(lognormal(next_, 3, 60, 0.7), 4.0, 600.0))));
    repositories_.push_back(std::move(repository));
  }
}

ArtifactId Workload::newPart() {
  next_ += kTargets;
  return next_ - kTargets;
}

ArtifactId Workload::newKernel() {
  if (uniform() >= 0.3)
    return newPart();
  // A few common kernels are in most programs.
  const double rank = std::pow(static_cast<double>(kCommonKernels), uniform());
  return common_[std::min(static_cast<size_t>(rank), kCommonKernels) - 1];
}

Workload::Version Workload::newVersion(size_t kernels) {
  Version version;
  version.upgrade = upgrade_;
  version.executable = newPart();
  version.plan = newPart();
  version.weights = newPart();
  for (size_t i = 0; i < kernels; ++i)
    version.kernels.push_back(newKernel());
  return version;
}

void Workload::edit(Version &version) {
  upgrade(version);
  const double kind = uniform();
  if (kind < 0.2)
    return; // Nothing that the compiler sees.
  if (kind < 0.5) {
    version.weights = newPart(); // Trained again: the program is the same.
    return;
  }
  version.executable = newPart();
  version.plan = newPart();
  const int changed = 1 + std::geometric_distribution<int>(0.3)(random_);
  for (int i = 0; i < changed; ++i)
    version.kernels[random_() % version.kernels.size()] = newKernel();
}

ArtifactId Workload::upgraded(ArtifactId id, int upgrade) {
  auto [found, isNew] =
      renamed_[static_cast<size_t>(upgrade)].try_emplace(id, 0);
  if (isNew)
    found->second = newPart();
  return found->second;
}

void Workload::upgrade(Version &version) {
  // Weights are no compiler's.
  for (; version.upgrade < upgrade_; ++version.upgrade) {
    version.executable = upgraded(version.executable, version.upgrade);
    version.plan = upgraded(version.plan, version.upgrade);
    for (ArtifactId &kernel : version.kernels)
      kernel = upgraded(kernel, version.upgrade);
  }
}

Program Workload::programOf(Version &version, int target) {
  upgrade(version);
  const auto t = static_cast<ArtifactId>(target);
  Program program;
  program.executable = artifact(version.executable + t, 300 * 1024, 0.8, 0.05);
  program.plan = artifact(version.plan + t, 40 * 1024, 0.8, 0.2);
  // Weights are the same for all targets.
  program.weights = artifact(version.weights, 20 * kMiB, 1.3, 0);
  program.weights.bytes =
      std::min<int64_t>(program.weights.bytes, int64_t{2} << 30);
  program.weights.seconds =
      static_cast<double>(program.weights.bytes) / (100 * kMiB);
  for (ArtifactId kernel : version.kernels)
    program.kernels.push_back(kernel + t);
  return program;
}

void Workload::compileAll(Repository &repository, const Branch *branch,
                          int firstTarget, int targets, int times,
                          const Sink &sink) {
  for (size_t i = 0; i < repository.models.size(); ++i) {
    Version edited;
    Version *version = &repository.models[i];
    if (branch && branch->model == i) {
      edited = branch->version;
      version = &edited;
    }
    for (int target = 0; target < targets; ++target)
      sink(programOf(*version, firstTarget + target), times);
  }
}

Workload::Repository &Workload::anyRepository() {
  const auto count = static_cast<double>(repositories_.size());
  const double rank = std::pow(count, uniform()); // Zipf, exponent 1.
  return repositories_[std::min(static_cast<size_t>(rank),
                                repositories_.size()) -
                       1];
}

void Workload::push(Repository &repository, const Sink &sink) {
  std::vector<Branch> &branches = repository.branches;
  if (branches.empty() || uniform() < 0.25) {
    const size_t model = random_() % repository.models.size();
    branches.push_back({model, repository.models[model],
                        1 + std::geometric_distribution<int>(0.25)(random_)});
  }
  const size_t index = random_() % branches.size();
  Branch &branch = branches[index];
  edit(branch.version);
  compileAll(repository, &branch, 0, kPushTargets, options_.jobsPerPush, sink);
  if (--branch.pushesLeft > 0)
    return;
  if (uniform() < 0.8) { // Merged; others are given up.
    repository.models[branch.model] = branch.version;
    compileAll(repository, nullptr, 0, kPushTargets, 1, sink);
  }
  branches.erase(branches.begin() + static_cast<std::ptrdiff_t>(index));
}

void Workload::nightly(const Sink &sink) {
  for (Repository &repository : repositories_)
    compileAll(repository, nullptr, 0, kTargets, 1, sink);
}

void Workload::sweep(const Sink &sink) {
  Repository &repository = anyRepository();
  const Version base = repository.models[random_() % repository.models.size()];
  const int programs = static_cast<int>(std::clamp(
      lognormal(next_, 4, options_.programsPerSweep, 1.0), 20.0, 20000.0));
  for (int i = 0; i < programs; ++i) {
    Version version = base;
    upgrade(version);
    version.executable = newPart();
    version.plan = newPart();
    for (ArtifactId &kernel : version.kernels)
      if (uniform() < 0.2)
        kernel = newPart();
    sink(programOf(version, 0), 1);
  }
}

void Workload::run(const Sink &sink,
                   const std::function<void(int hour)> &endOfHour) {
  const double people = options_.clients / 2.0;
  for (int hour = 0; hour < options_.days * 24; ++hour) {
    const int day = hour / 24, ofDay = hour % 24;
    const double weekend = day % 7 >= 5 ? 0.1 : 1.0;
    // Office hours, with a peak before lunch and one before the evening.
    const double load =
        weekend * (ofDay < 8 || ofDay > 19
                       ? 0.01
                       : 0.06 + 0.04 * (ofDay == 11 || ofDay == 16));
    if (ofDay == 0 && std::count(options_.upgradeDays.begin(),
                                 options_.upgradeDays.end(), day) != 0) {
      renamed_.emplace_back();
      for (ArtifactId &kernel : common_)
        kernel = upgraded(kernel, upgrade_);
      ++upgrade_;
    }
    const int pushes = poisson(people * options_.pushesPerClient * load);
    const int sweeps =
        poisson(options_.clients * options_.sweepsPerClient * load);
    // Sweeps come between the pushes of their hour.
    for (int i = 0; i < std::max(pushes, sweeps); ++i) {
      if (i < pushes)
        push(anyRepository(), sink);
      if (i < sweeps)
        sweep(sink);
    }
    if (ofDay == 2)
      nightly(sink);
    endOfHour(hour);
  }
}

} // namespace ingot::bench
