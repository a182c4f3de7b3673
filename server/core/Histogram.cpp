//===- Histogram.cpp - how long things take, by label ---------------------===//

#include "server/core/Histogram.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>

namespace ingot::server {
namespace {

/// What a daemon that is asked by name could be made to keep.
constexpr size_t kMaxCombinations = 200;
constexpr size_t kMaxValueBytes = 80;
constexpr absl::string_view kOther = "other";

/// A hit takes a tenth of a millisecond, the run limit is two minutes.
const prometheus::Histogram::BucketBoundaries &bounds() {
  static const prometheus::Histogram::BucketBoundaries all{
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
      0.25,   0.5,     1,      2.5,   5,      10,    30,   60,    120,  600};
  return all;
}

absl::string_view bounded(absl::string_view value) {
  return value.size() <= kMaxValueBytes ? value : kOther;
}

} // namespace

Histogram::Histogram(std::string name, std::string help,
                     std::vector<std::string> labels)
    : name_(std::move(name)), help_(std::move(help)),
      labels_(std::move(labels)) {}

std::string Histogram::keyOf(absl::string_view first, absl::string_view second,
                             absl::string_view third) const {
  constexpr absl::string_view kBetween("\0", 1);
  const absl::string_view rest[] = {second, third};
  std::string key(bounded(first));
  for (size_t i = 1; i < labels_.size(); ++i)
    absl::StrAppend(&key, kBetween, bounded(rest[i - 1]));
  return key;
}

void Histogram::observe(absl::Duration time, absl::string_view first,
                        absl::string_view second, absl::string_view third) {
  std::string key = keyOf(first, second, third);
  prometheus::Histogram *histogram;
  {
    absl::MutexLock lock(&mutex_);
    auto found = byValues_.find(key);
    if (found == byValues_.end()) {
      if (byValues_.size() >= kMaxCombinations)
        key = keyOf(kOther, kOther, kOther);
      found = byValues_.try_emplace(std::move(key)).first;
      if (!found->second)
        found->second = std::make_unique<prometheus::Histogram>(bounds());
    }
    histogram = found->second.get();
  }
  histogram->Observe(absl::ToDoubleSeconds(time));
}

prometheus::MetricFamily Histogram::collect() const {
  prometheus::MetricFamily family;
  family.name = name_;
  family.help = help_;
  family.type = prometheus::MetricType::Histogram;
  std::vector<std::pair<std::vector<std::string>, prometheus::ClientMetric>>
      all;
  {
    absl::MutexLock lock(&mutex_);
    for (const auto &[key, histogram] : byValues_)
      all.emplace_back(absl::StrSplit(key, absl::ByChar('\0')),
                       histogram->Collect());
  }
  std::sort(all.begin(), all.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  for (auto &[values, metric] : all) {
    for (size_t i = 0; i < labels_.size(); ++i)
      metric.label.push_back({labels_[i], values[i]});
    family.metric.push_back(std::move(metric));
  }
  return family;
}

} // namespace ingot::server
