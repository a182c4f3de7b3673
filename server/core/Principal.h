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

  /// Whether they are told of what runs for the tenants of this space().
  bool maySee(const std::string &space) const {
    return isOperator || tenant.space() == space;
  }
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_PRINCIPAL_H
