//===- AdminSource.h - what operators ask of a daemon -----------*- C++ -*-===//
//
// The same answers go out by gRPC, as JSON and as a page.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_ADMINSOURCE_H
#define INGOT_SERVER_CORE_ADMINSOURCE_H

#include "cache/key/Digest.h"
#include "ingot/v1/admin.pb.h"
#include "ingot/v1/compiler.pb.h"
#include "ingot/v1/store_admin.pb.h"
#include "server/core/Principal.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <functional>

namespace ingot::server {

/// Thread-safe. None but `explain` blocks on the disk. What nobody asks may be
/// null.
struct AdminSource {
  std::function<v1::GetStatisticsResponse()> statistics = nullptr;
  /// Of the asker's tenant, or of all for an operator, who is told the names of
  /// callers and tenants too.
  std::function<v1::ListJobsResponse(const Principal &asker)> jobs = nullptr;
  std::function<v1::ListCompilesResponse(const Principal &asker)> compiles =
      nullptr;
  std::function<v1::ListCrashesResponse(const Principal &asker)> crashes =
      nullptr;
  /// The store as it was a moment ago. Of `tenants` those of whom the asker may
  /// know, with their lanes.
  std::function<v1::DescribeStoreResponse(const Principal &asker)> tenants =
      nullptr;
  std::function<v1::ListTargetsResponse()> targets = nullptr;
  /// NOT_FOUND for a request that does not run. For operators.
  std::function<absl::Status(const Digest &request)> cancelRequest = nullptr;
  /// As Compiler.Explain.
  std::function<absl::StatusOr<v1::ExplainResponse>(
      const v1::ExplainRequest &request, const Principal &asker)>
      explain = nullptr;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_ADMINSOURCE_H
