//===- Parts.h - the parts of the daemon, as configured ---------*- C++ -*-===//
//
// What stands below the services. Main.cpp draws the tree and keeps the order.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_PARTS_H
#define INGOT_SERVER_DAEMON_PARTS_H

#include "cache/store/Store.h"
#include "server/admin/HttpServer.h"
#include "server/core/CompileService.h"
#include "server/core/StoreInventory.h"
#include "server/daemon/Configuration.h"
#include "server/rpc/Access.h"
#include "server/rpc/OtlpFile.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/status/statusor.h"

#include <functional>
#include <memory>

namespace ingot::server {

// What is given by reference outlives what is made.

/// The stack of stores; a damaged one is set aside, which the log says.
absl::StatusOr<std::unique_ptr<cache::Store>>
openStore(const Configuration &configuration, Statistics &statistics);

/// Whether workers would start: their program, and the folders of targets and
/// plugins, which it reads.
absl::Status checkPool(const Configuration &configuration);

/// CANCELLED when `signals` became readable before the workers were up.
absl::StatusOr<std::unique_ptr<WorkerPool>>
openPool(const Configuration &configuration, int signals);

absl::StatusOr<std::unique_ptr<Access>>
openAccess(const Configuration &configuration);

/// Null where none is configured.
absl::StatusOr<std::unique_ptr<AuditLog>>
openAuditLog(const Configuration &configuration);

absl::StatusOr<std::unique_ptr<OtlpFile>>
openOtlpFile(const Configuration &configuration);

/// By steadyNow().
std::unique_ptr<StoreInventory> makeInventory(cache::Store &store);

AdminSource makeAdminSource(CompileService &service,
                            const Statistics &statistics, cache::Store &store,
                            StoreInventory &inventory, const WorkerPool &pool);

/// Null where no address is configured.
absl::StatusOr<std::unique_ptr<HttpServer>>
openHttp(const Configuration &configuration, AdminSource source,
         const Statistics &statistics, const Access &access,
         std::function<bool()> isReady);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_PARTS_H
