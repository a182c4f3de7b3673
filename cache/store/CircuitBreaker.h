//===- CircuitBreaker.h - When to ask what failed ---------------*- C++ -*-===//
//
// A cache that is away costs each miss its deadline. After a few failures in a
// row it is not asked for a while; then one caller tries, and its outcome
// decides for all. The wait doubles, and is random below its limit, so that
// many daemons that lost the same cache do not come back together.
//
//   closed ── failures in a row ──> open ── the wait is over ──> half-open
//     ^                              ^                              │
//     └───────── success ────────────┼──────────────────────────────┤
//                                    └────────── failure ───────────┘
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_CIRCUITBREAKER_H
#define INGOT_CACHE_STORE_CIRCUITBREAKER_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <functional>

namespace ingot::cache {

/// Thread-safe; never blocks.
class CircuitBreaker {
public:
  enum class State { Closed, HalfOpen, Open };

  /// When it opens, and how long it stays so: waits double from first to most.
  struct Options {
    int failures = 3; ///< In a row, to open.
    absl::Duration firstWait = absl::Seconds(1);
    absl::Duration maxWait = absl::Seconds(60);
  };
  using Clock = std::function<absl::Time()>;
  /// In [0, 1).
  using Random = std::function<double()>;

  CircuitBreaker(const Options &options, Clock clock, Random random)
      : options_(options), clock_(std::move(clock)),
        random_(std::move(random)) {}

  /// Whether the caller may ask. Who was told so says how it went, by one of
  /// the three below.
  bool admit();

  /// True when this closed it.
  bool succeeded();
  /// True when this opened it from closed.
  bool failed();
  /// The outcome says nothing about what was asked.
  void abandoned();

  State state() const;
  /// Until admit() may say yes again; zero when it would now.
  absl::Duration untilAdmitted() const;

private:
  void open() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Options options_;
  const Clock clock_;
  const Random random_;

  mutable absl::Mutex mutex_;
  State state_ ABSL_GUARDED_BY(mutex_) = State::Closed;
  int failures_ ABSL_GUARDED_BY(mutex_) = 0; ///< In a row, while closed.
  /// The limit of the last wait; zero while closed.
  absl::Duration limit_ ABSL_GUARDED_BY(mutex_);
  absl::Time probeAt_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_CIRCUITBREAKER_H
