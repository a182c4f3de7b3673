//===- Statistics.h - counters of requests and actions ----------*- C++ -*-===//
//
// The one source of what Admin, /metrics and tests report. Workers and the
// store count for themselves; collect() puts all of it together. Times go into
// histograms, which only Prometheus reads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_STATISTICS_H
#define INGOT_SERVER_CORE_STATISTICS_H

#include "cache/key/SteadyTime.h"
#include "cache/store/Store.h"
#include "ingot/v1/admin.pb.h"
#include "server/core/Histogram.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/time/time.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace ingot::server {

/// Where time goes. Thread-safe. server/admin/README.md has the table of names.
struct Histograms {
  Histogram requests{"ingot_request_duration_seconds",
                     "Time from a request to its answer, by what came of it.",
                     {"method", "outcome", "lane"}};
  Histogram rpcs{"ingot_rpc_duration_seconds",
                 "Time from the start of a gRPC call to its status.",
                 {"method", "code"}};
  Histogram queue{"ingot_action_queue_seconds",
                  "Time that an action waited for a worker.",
                  {"kind"}};
  Histogram actions{"ingot_action_run_seconds",
                    "Time of an action in a worker, or until it failed.",
                    {"kind", "code"}};
  Histogram phases{"ingot_phase_duration_seconds",
                   "Time of a phase of a compile.",
                   {"phase"}};
  Histogram store{"ingot_store_operation_duration_seconds",
                  "Time of an operation of the store below its memory.",
                  {"operation", "outcome"}};

  std::vector<prometheus::MetricFamily> collect() const;
};

/// Thread-safe. Counters only grow.
struct Statistics {
  std::atomic<uint64_t> requests{0}, hits{0}, misses{0}, joins{0}, errors{0},
      rejections{0};
  std::atomic<uint64_t> actionsRun{0}, actionHits{0};
  std::atomic<uint64_t> kernelsBuilt{0}, kernelsReused{0};
  std::atomic<uint64_t> importsBuilt{0}, importsShared{0};
  std::atomic<uint64_t> bytesUploaded{0}, bytesDownloaded{0};
  /// Of callers of other lanes than `trusted`, all of them together.
  std::atomic<uint64_t> laneRequests{0}, laneTrustedReads{0}, laneOwnReads{0},
      promotions{0};
  std::atomic<int64_t> rpcsInFlight{0}; ///< Now.
  Histograms histograms;
  const absl::Time started = steadyNow();

  /// For labels: names of lanes have no bound.
  static const char *laneClass(const std::string &lane) {
    return lane.empty() ? "trusted" : "other";
  }
  void countRequest(const std::string &lane) {
    ++requests;
    laneRequests += !lane.empty();
  }
  /// A caller of `lane` was given a result that is of the lane `of`.
  void countLaneRead(const std::string &of, const std::string &lane) {
    if (!lane.empty())
      ++(of.empty() ? laneTrustedReads : laneOwnReads);
  }
};

/// All figures of the daemon as they are now. Does not block.
v1::GetStatisticsResponse collect(const Statistics &statistics,
                                  const cache::Store &store,
                                  const WorkerPool &pool);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_STATISTICS_H
