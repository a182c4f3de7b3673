//===- History.cpp - figures over the last hour ---------------------------===//

#include "server/admin/History.h"

#include <algorithm>

namespace ingot::server {

void History::add(absl::Time now, v1::GetStatisticsResponse statistics) {
  absl::MutexLock lock(&mutex_);
  samples_.push_back({now, std::move(statistics)});
  if (samples_.size() > kMaxSamples)
    samples_.pop_front();
}

std::vector<Sample> History::samples(size_t count) const {
  if (count == 0)
    return {};
  absl::MutexLock lock(&mutex_);
  const size_t size = samples_.size();
  const size_t step = std::max<size_t>(1, (size + count - 1) / count);
  std::vector<Sample> thinned;
  // Counted from the last one.
  for (size_t i = size == 0 ? 0 : (size - 1) % step; i < size; i += step)
    thinned.push_back(samples_[i]);
  return thinned;
}

} // namespace ingot::server
