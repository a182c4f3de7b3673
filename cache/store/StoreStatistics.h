//===- StoreStatistics.h - figures of a store -------------------*- C++ -*-===//
//
// What Store::statistics() tells; a snapshot, not kept.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_STORESTATISTICS_H
#define INGOT_CACHE_STORE_STORESTATISTICS_H

#include <cstdint>

namespace ingot::cache {

/// Figures of a second level (TieredStore.h). Counters unless "now".
struct SecondLevelStatistics {
  int64_t hits = 0;             ///< Records and blobs that came from there.
  int64_t missesAbsent = 0;     ///< It does not have it.
  int64_t missesIncomplete = 0; ///< It lacks a blob of a result that it has.
  int64_t missesCorrupt = 0;    ///< The answer cannot be true.
  int64_t missesFailed = 0;     ///< An error, or no answer in time.
  int64_t missesSkipped = 0;    ///< Not asked: it failed, or others ask.
  int64_t missesNotKept = 0;    ///< Too large, or the local disk is full.
  int64_t bytesRead = 0, bytesWritten = 0; ///< Of blobs.
  int64_t recordsWritten = 0;
  int64_t recordsDropped = 0; ///< That were to be written and were not.
  int64_t queuedRecords = 0, queuedBytes = 0; ///< Now, to be written.
  int64_t breakerOpens = 0;
  int64_t breakerState = 0; ///< Now: 0 asked, 1 being tried, 2 not asked.
  int64_t leaseWaits = 0;   ///< Actions that waited for another daemon's.
  int64_t leaseHits = 0;    ///< Whose result was taken then.
};

/// Figures for metrics. "Now" unless a counter.
struct StoreStatistics {
  int64_t bytes = 0; ///< Of blobs and serialized records.
  int64_t limitBytes = 0;
  int64_t blobs = 0;
  int64_t records = 0;
  int64_t evictions = 0;       ///< Counter, blobs.
  int64_t recordEvictions = 0; ///< Counter.
  int64_t brokenRecords = 0;   ///< Counter: blobs and records found damaged.
  int64_t droppedRecords = 0;  ///< Counter: the disk did not take them.
  int64_t ownerEvictions = 0;  ///< Counter: entries of who had too much.
  SecondLevelStatistics secondLevel;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_STORESTATISTICS_H
