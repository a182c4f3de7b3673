//===- Principal.h - on whose behalf a request is made ----------*- C++ -*-===//

#ifndef INGOT_SERVER_CORE_PRINCIPAL_H
#define INGOT_SERVER_CORE_PRINCIPAL_H

#include "server/scheduler/Tenant.h"

#include <string>

namespace ingot::server {

/// Who makes a request, as far as the core needs to know. Immutable.
struct Principal {
  /// Of equal names, and of one tenant, are equal callers: jobs are theirs
  /// alone.
  std::string name;
  /// Whether work may run for them, or only what is stored is answered.
  bool mayRun = true;
  /// Who pays for what runs for them.
  Tenant tenant = {};
  bool isOperator = false;

  /// Whether they are told of what runs for the tenant of this name.
  bool maySee(const std::string &other) const {
    return isOperator || tenant.name == other;
  }
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_PRINCIPAL_H
