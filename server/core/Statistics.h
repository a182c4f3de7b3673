//===- Statistics.h - counters of requests and actions ----------*- C++ -*-===//
//
// The one source of what Admin, /metrics and tests report. Workers and the
// store count for themselves; collect() puts all of it together.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_STATISTICS_H
#define INGOT_SERVER_CORE_STATISTICS_H

#include "cache/store/Store.h"
#include "ingot/v1/admin.pb.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/time/clock.h"
#include "absl/time/time.h"

#include <atomic>
#include <cstdint>

namespace ingot::server {

/// Thread-safe. Counters only grow.
struct Statistics {
  std::atomic<uint64_t> requests{0}, hits{0}, misses{0}, joins{0}, errors{0},
      rejections{0};
  std::atomic<uint64_t> actionsRun{0}, actionHits{0};
  std::atomic<uint64_t> kernelsBuilt{0}, kernelsReused{0};
  std::atomic<uint64_t> bytesUploaded{0}, bytesDownloaded{0};
  const absl::Time started = absl::Now();
};

/// All figures of the daemon as they are now. Does not block.
v1::GetStatisticsResponse collect(const Statistics &statistics,
                                  const cache::Store &store,
                                  const WorkerPool &pool);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_STATISTICS_H
