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

#include "absl/status/status.h"

#include <functional>

namespace ingot::server {

/// Thread-safe. None of it blocks on the disk. What nobody asks may be null.
struct AdminSource {
  std::function<v1::GetStatisticsResponse()> statistics = nullptr;
  /// Callers are named on request: that is for operators.
  std::function<v1::ListJobsResponse(bool withCallers)> jobs = nullptr;
  std::function<v1::ListCompilesResponse()> compiles = nullptr;
  std::function<v1::ListCrashesResponse()> crashes = nullptr;
  std::function<v1::ListTargetsResponse()> targets = nullptr;
  /// NOT_FOUND for a request that does not run. For operators.
  std::function<absl::Status(const Digest &request)> cancelRequest = nullptr;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_ADMINSOURCE_H
