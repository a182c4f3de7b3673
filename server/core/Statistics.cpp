//===- Statistics.cpp - counters of requests and actions ------------------===//

#include "server/core/Statistics.h"
#include "cache/key/SteadyTime.h"

namespace ingot::server {

std::vector<prometheus::MetricFamily> Histograms::collect() const {
  std::vector<prometheus::MetricFamily> families;
  for (const Histogram *each :
       {&requests, &rpcs, &queue, &actions, &phases, &store})
    families.push_back(each->collect());
  return families;
}

v1::GetStatisticsResponse collect(const Statistics &statistics,
                                  const cache::Store &store,
                                  const WorkerPool &pool) {
  v1::GetStatisticsResponse all;
  all.set_version(INGOT_VERSION);
  all.set_compiler_identity(pool.hello().compiler_identity());
  all.set_uptime_seconds(
      absl::ToDoubleSeconds(steadyNow() - statistics.started));
  all.set_requests(statistics.requests);
  all.set_request_hits(statistics.hits);
  all.set_request_misses(statistics.misses);
  all.set_request_joins(statistics.joins);
  all.set_request_errors(statistics.errors);
  all.set_request_rejections(statistics.rejections);
  all.set_actions_run(statistics.actionsRun);
  all.set_action_hits(statistics.actionHits);
  all.set_kernels_built(statistics.kernelsBuilt);
  all.set_kernels_reused(statistics.kernelsReused);
  all.set_imports_built(statistics.importsBuilt);
  all.set_imports_shared(statistics.importsShared);
  all.set_bytes_uploaded(statistics.bytesUploaded);
  all.set_bytes_downloaded(statistics.bytesDownloaded);
  all.set_lane_requests(statistics.laneRequests);
  all.set_lane_trusted_reads(statistics.laneTrustedReads);
  all.set_lane_own_reads(statistics.laneOwnReads);
  all.set_lane_promotions(statistics.promotions);
  all.set_rpcs_in_flight(static_cast<uint32_t>(statistics.rpcsInFlight));

  WorkerPoolStatistics workers = pool.statistics();
  all.set_worker_crashes(workers.crashes);
  all.set_worker_timeouts(workers.timeouts);
  all.set_worker_memory_limits(workers.memoryLimits);
  all.set_worker_kills(workers.kills);
  all.set_worker_retirements(workers.retirements);
  all.set_worker_memory_waits(workers.memoryWaits);
  all.set_worker_memory_bytes(workers.memoryBytes);
  all.set_workers(workers.workers);
  all.set_workers_busy(workers.busy);
  all.set_queue_length(workers.queued);
  all.set_remote_actions_started(workers.remote.started);
  all.set_remote_actions_completed(workers.remote.completed);
  all.set_remote_actions_failed(workers.remote.failed);
  all.set_remote_actions_hedged(workers.remote.hedged);
  all.set_remote_actions_verified(workers.remote.verified);
  all.set_remote_actions_lies(workers.remote.lies);
  all.set_remote_actions_running(workers.remote.running);

  cache::StoreStatistics kept = store.statistics();
  all.set_store_bytes(kept.bytes);
  all.set_store_limit_bytes(kept.limitBytes);
  all.set_store_blobs(kept.blobs);
  all.set_store_evictions(kept.evictions);
  all.set_store_broken_records(kept.brokenRecords);
  all.set_store_records(kept.records);
  all.set_store_dropped_records(kept.droppedRecords);
  all.set_store_tenant_evictions(kept.ownerEvictions);
  all.set_store_record_evictions(kept.recordEvictions);

  const cache::SecondLevelStatistics &second = kept.secondLevel;
  all.set_second_level_hits(second.hits);
  all.set_second_level_misses_absent(second.missesAbsent);
  all.set_second_level_misses_incomplete(second.missesIncomplete);
  all.set_second_level_misses_corrupt(second.missesCorrupt);
  all.set_second_level_misses_failed(second.missesFailed);
  all.set_second_level_misses_skipped(second.missesSkipped);
  all.set_second_level_misses_not_kept(second.missesNotKept);
  all.set_second_level_bytes_read(second.bytesRead);
  all.set_second_level_bytes_written(second.bytesWritten);
  all.set_second_level_records_written(second.recordsWritten);
  all.set_second_level_records_dropped(second.recordsDropped);
  all.set_second_level_queue_records(second.queuedRecords);
  all.set_second_level_queue_bytes(second.queuedBytes);
  all.set_second_level_breaker_opens(second.breakerOpens);
  all.set_second_level_breaker_state(
      static_cast<uint32_t>(second.breakerState));
  all.set_second_level_lease_waits(second.leaseWaits);
  all.set_second_level_lease_hits(second.leaseHits);
  return all;
}

} // namespace ingot::server
