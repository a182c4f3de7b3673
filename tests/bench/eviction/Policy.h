//===- Policy.h - what a full store lets go ---------------------*- C++ -*-===//
//
// Eviction policies over numbered artifacts, for the simulation of a month. A
// policy keeps no bytes, only which artifacts would be there. Artifacts are
// numbered from 0 without gaps, so what a policy knows of one stands in arrays.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_BENCH_EVICTION_POLICY_H
#define INGOT_TESTS_BENCH_EVICTION_POLICY_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ingot::bench {

using ArtifactId = uint32_t;

/// What an artifact is to a policy.
struct Artifact {
  ArtifactId id;
  int64_t bytes;
  double seconds; ///< To make or to send it again.
};

/// Decides what stays. One thread at a time.
class Policy {
public:
  explicit Policy(int64_t limitBytes) : limit_(limitBytes) {}
  virtual ~Policy() = default;

  /// Asks for an artifact and stores it if it is absent. True if it was there.
  bool access(const Artifact &artifact);

  /// Whether it is there; no use.
  bool contains(ArtifactId id) const {
    return id < bytes_.size() && bytes_[id] != 0;
  }

  int64_t bytes() const { return total_; }
  int64_t count() const { return count_; }
  int64_t evictions() const { return evictions_; }
  int64_t evictedBytes() const { return evictedBytes_; }

protected:
  virtual void use(const Artifact &artifact) = 0;
  /// REQUIRES: access() has made room, by evict().
  virtual void insert(const Artifact &artifact) = 0;
  /// Names the next victim. REQUIRES: something is there.
  virtual ArtifactId chooseVictim() = 0;

  int64_t bytesOf(ArtifactId id) const { return bytes_[id]; }
  int64_t limit() const { return limit_; }

private:
  const int64_t limit_;
  std::vector<uint32_t> bytes_; ///< By artifact; 0 if absent.
  int64_t total_ = 0, count_ = 0, evictions_ = 0, evictedBytes_ = 0;
};

/// A policy by its name, for the table.
struct NamedPolicy {
  std::string name;
  std::function<std::unique_ptr<Policy>(int64_t limitBytes)> make;
};

/// Those that are compared, the simplest first.
std::vector<NamedPolicy> allPolicies();

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_EVICTION_POLICY_H
