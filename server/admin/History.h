//===- History.h - figures over the last hour -------------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_HISTORY_H
#define INGOT_SERVER_ADMIN_HISTORY_H

#include "ingot/v1/admin.pb.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <deque>
#include <vector>

namespace ingot::server {

/// The statistics of one moment.
struct Sample {
  absl::Time time; ///< Of steadyNow().
  v1::GetStatisticsResponse statistics;
};

/// Thread-safe.
class History {
public:
  /// A sample each five seconds is an hour.
  static constexpr size_t kMaxSamples = 720;
  static constexpr absl::Duration kInterval = absl::Seconds(5);

  void add(absl::Time now, v1::GetStatisticsResponse statistics)
      ABSL_LOCKS_EXCLUDED(mutex_);

  /// Oldest first, at most `count`, evenly thinned; the last one among them.
  std::vector<Sample> samples(size_t count = kMaxSamples) const
      ABSL_LOCKS_EXCLUDED(mutex_);

private:
  mutable absl::Mutex mutex_;
  std::deque<Sample> samples_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HISTORY_H
