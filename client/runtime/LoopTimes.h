//===- LoopTimes.h - which loops are worth other threads --------*- C++ -*-===//
//
// A compiler knows how much a loop computes, not what waking a thread costs
// here, how busy the machine is and in whose cache the loop's data lie. So the
// pool measures: a short loop is tried both ways a few times, and then it runs
// the way that was faster. Results are the same either way.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_LOOPTIMES_H
#define INGOT_CLIENT_RUNTIME_LOOPTIMES_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace ingot::runtime {

/// On which threads a loop runs.
enum class LoopWay { Shared, Alone };

/// What is known of loops by the time they took. One thread at a time.
class LoopTimes {
public:
  /// The way in which the loop `loop` of `count` iterations is to run now: as
  /// it was faster, or the other way once in a while to see whether that still
  /// holds. The first call is shared.
  LoopWay choose(const void *loop, int64_t count);

  /// It took `nanoseconds`, `way`. Where other threads were asleep as a shared
  /// loop began, the time says how long they take to wake, and the next call is
  /// shared again: they are awake while loops follow each other. If they sleep
  /// each time, that is what sharing costs.
  void record(const void *loop, int64_t count, LoopWay way, int64_t nanoseconds,
              bool wereAwake = true);

  /// Loops that are known; bounded.
  size_t size() const { return loops_.size(); }

private:
  /// What is known of one loop.
  struct Entry {
    uint32_t calls = 0;
    /// Shared calls in a row that found others asleep.
    uint32_t asleep = 0;
    /// Nanoseconds by LoopWay; 0: not measured.
    int64_t times[2] = {0, 0};
  };

  static LoopWay fasterWay(const Entry &entry);

  std::map<std::pair<const void *, int64_t>, Entry> loops_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_LOOPTIMES_H
