//===- Tenant.h - whose work it is ------------------------------*- C++ -*-===//

#ifndef INGOT_SERVER_SCHEDULER_TENANT_H
#define INGOT_SERVER_SCHEDULER_TENANT_H

#include <cstdint>
#include <limits>
#include <string>

namespace ingot::server {

/// Callers that trust each other, and what they may take together. Immutable.
struct Tenant {
  /// Of equal names is one tenant. No worker ever serves two, or two lanes.
  std::string name;
  /// Its part of the workers, beside the weights of others that have work.
  double weight = 1;
  /// What its actions may run in an hour, all workers together.
  double workerSecondsPerHour = std::numeric_limits<double>::infinity();
  /// What is kept of what it wrote first, each of its lanes for itself.
  int64_t storeBytes = std::numeric_limits<int64_t>::max();
  /// Of the caller, if it is another than `trusted`: what its results are kept
  /// apart by (cache/key/Lane.h).
  std::string lane = {};

  /// Names who may share processes, jobs and lists: callers of one tenant and
  /// one lane. A worker that read what a pull request sent would have the last
  /// word on what it makes for others.
  std::string space() const { return lane.empty() ? name : name + "/" + lane; }

  /// The same, for a caller of this lane.
  Tenant inLane(const std::string &other) const {
    Tenant same = *this;
    same.lane = other;
    return same;
  }
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_TENANT_H
