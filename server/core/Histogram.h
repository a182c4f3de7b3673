//===- Histogram.h - how long things take, by label -------------*- C++ -*-===//
//
// A family of histograms for Prometheus: one for each combination of label
// values that was seen. The library's own family makes a map of strings for
// each lookup, which a hit would feel; here an observation is one hash and two
// short locks.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_HISTOGRAM_H
#define INGOT_SERVER_CORE_HISTOGRAM_H

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <prometheus/histogram.h>
#include <prometheus/metric_family.h>

#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// Times in seconds, in buckets from 0.1 ms to 10 min. Thread-safe.
class Histogram {
public:
  /// `labels` has one to three names.
  Histogram(std::string name, std::string help,
            std::vector<std::string> labels);

  /// Counts one time; a value for each label, and no more. Values may come from
  /// outside: those that are too long or too many count as "other".
  void observe(absl::Duration time, absl::string_view first,
               absl::string_view second = {}, absl::string_view third = {})
      ABSL_LOCKS_EXCLUDED(mutex_);

  /// All that was counted. In the order of the label values.
  prometheus::MetricFamily collect() const ABSL_LOCKS_EXCLUDED(mutex_);

private:
  /// One value for each label, NUL between them.
  std::string keyOf(absl::string_view first, absl::string_view second,
                    absl::string_view third) const;

  const std::string name_, help_;
  const std::vector<std::string> labels_;

  mutable absl::Mutex mutex_;
  /// As keyOf() names them.
  absl::flat_hash_map<std::string, std::unique_ptr<prometheus::Histogram>>
      byValues_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_HISTOGRAM_H
