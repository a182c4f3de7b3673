//===- MemoryBudget.cpp - actions that fit the memory together ------------===//
//
// A worker says itself what it took: the daemon may not look into a process
// that hides from others of its user. One that lies has its tenant's actions
// expected to be smaller or larger than they are, which the limits of each
// process, and of all together (WorkerCgroup.h), bound.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/MemoryBudget.h"

#include <algorithm>

namespace ingot::server {
namespace {

/// What an action that took less than expected takes off the difference.
constexpr int64_t kFade = 8;

} // namespace

int64_t MemoryBudget::inputBytes(const Work &work) {
  int64_t bytes = 0;
  for (const Payload &payload : work.payloads)
    bytes += static_cast<int64_t>(payload->size());
  if (work.sealed)
    for (int64_t size : work.sealed->sizes)
      bytes += size;
  return bytes;
}

MemoryBudget::Class MemoryBudget::classOf(const Work &work) {
  int logarithm = 0;
  for (int64_t bytes = inputBytes(work); bytes > 1; bytes >>= 1)
    ++logarithm;
  return {work.tenant.space(), static_cast<int>(work.request.action_case()),
          logarithm};
}

int64_t MemoryBudget::expected(const Work &work) const {
  auto found = seen_.find(classOf(work));
  return found != seen_.end()
             ? found->second.bytes
             : kUnknownBytes + kUnknownTimesInput * inputBytes(work);
}

bool MemoryBudget::fits(const Work &work) const {
  return running_ == 0 || expected(work) <= limitBytes_ - inUse_;
}

int64_t MemoryBudget::take(const Work &work) {
  const int64_t bytes = expected(work);
  inUse_ += bytes;
  ++running_;
  return bytes;
}

void MemoryBudget::give(int64_t bytes) {
  inUse_ -= bytes;
  --running_;
}

void MemoryBudget::observe(const Work &work, int64_t before, int64_t after) {
  if (after <= 0)
    return; // It did not say.
  const Class name = classOf(work);
  auto found = seen_.find(name);
  if (after <= before) {
    if (found != seen_.end())
      found->second.bytes = std::min(found->second.bytes, before);
    return;
  }
  if (found == seen_.end()) {
    if (seen_.size() >= kMaxClasses)
      seen_.erase(std::min_element(seen_.begin(), seen_.end(),
                                   [](const auto &a, const auto &b) {
                                     return a.second.order < b.second.order;
                                   }));
    found = seen_.emplace(name, Seen{}).first;
  }
  Seen &seen = found->second;
  seen.bytes = std::max(after, seen.bytes - (seen.bytes - after) / kFade);
  seen.order = ++observed_;
}

} // namespace ingot::server
