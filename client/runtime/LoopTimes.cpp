//===- LoopTimes.cpp - which loops are worth other threads ----------------===//
//
// A loop that is long on all threads is longer on one: it is never tried alone.
// A shared loop must be clearly faster, for what it wrote on other cores its
// reader has to fetch, and that is not in its own time.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/LoopTimes.h"

#include <algorithm>

namespace ingot::runtime {

/// From here on waking threads is a small part of it.
static constexpr int64_t kLongNanoseconds = 300'000;
/// Calls at first, by turns; the first of each way finds nothing in the caches.
static constexpr uint32_t kTrials = 4;
/// Calls between two trials of the slower way.
static constexpr uint32_t kCallsPerTrial = 256;
/// Shared calls in a row that may find others asleep without being counted.
static constexpr uint32_t kWakings = 4;
/// A shared loop takes at most this part of the time that it takes alone.
static constexpr double kWorthwhile = 0.85;
/// Programs of unknown sizes have a loop for each count.
static constexpr size_t kMaxLoops = 4096;

LoopWay LoopTimes::fasterWay(const Entry &entry) {
  auto [shared, alone] = entry.times;
  return static_cast<double>(shared) <= kWorthwhile * static_cast<double>(alone)
             ? LoopWay::Shared
             : LoopWay::Alone;
}

LoopWay LoopTimes::choose(const void *loop, int64_t count) {
  if (loops_.size() >= kMaxLoops && loops_.count({loop, count}) == 0)
    loops_.clear();
  Entry &entry = loops_[{loop, count}];
  if (entry.asleep > 0)
    return LoopWay::Shared;
  uint32_t call = entry.calls++;
  if (entry.times[0] >= kLongNanoseconds || call == 0)
    return LoopWay::Shared;
  if (call < kTrials || entry.times[0] == 0 || entry.times[1] == 0)
    return call % 2 == 0 ? LoopWay::Shared : LoopWay::Alone;
  LoopWay way = fasterWay(entry);
  if (call % kCallsPerTrial == 0)
    return way == LoopWay::Shared ? LoopWay::Alone : LoopWay::Shared;
  return way;
}

void LoopTimes::record(const void *loop, int64_t count, LoopWay way,
                       int64_t nanoseconds, bool wereAwake) {
  auto known = loops_.find({loop, count});
  if (known == loops_.end())
    return;
  if (way == LoopWay::Shared && !wereAwake && known->second.asleep < kWakings) {
    ++known->second.asleep;
    return;
  }
  known->second.asleep = 0;
  int64_t &time = known->second.times[static_cast<int>(way)];
  nanoseconds = std::max<int64_t>(1, nanoseconds);
  // The shortest counts, for whatever else the machine does only adds; but it
  // is forgotten by and by, for the machine may have become slower.
  time = time == 0 || nanoseconds < time ? nanoseconds
                                         : time + (nanoseconds - time) / 16;
}

} // namespace ingot::runtime
