//===- Tenant.h - whose work it is ------------------------------*- C++ -*-===//

#ifndef INGOT_SERVER_SCHEDULER_TENANT_H
#define INGOT_SERVER_SCHEDULER_TENANT_H

#include <limits>
#include <string>

namespace ingot::server {

/// Callers that trust each other, and what they may take together. Immutable.
struct Tenant {
  /// Of equal names is one tenant. No worker ever serves two.
  std::string name;
  /// Its part of the workers, beside the weights of others that have work.
  double weight = 1;
  /// What its actions may run in an hour, all workers together.
  double workerSecondsPerHour = std::numeric_limits<double>::infinity();
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_TENANT_H
