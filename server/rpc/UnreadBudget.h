//===- UnreadBudget.h - what callers have not read --------------*- C++ -*-===//
//
// Events and answers wait until their caller reads them. One budget for all
// bounds that, and remembers when it was used up: then those who read nothing
// make way.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_UNREADBUDGET_H
#define INGOT_SERVER_RPC_UNREADBUDGET_H

#include "cache/key/SteadyTime.h"
#include "server/core/RequestBudget.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <cstdint>
#include <map>
#include <string>

namespace ingot::server {

/// What is no larger costs less than its call.
constexpr int64_t kSmallEventBytes = 16 << 10;

/// Bytes, of a tenant at most half. Thread-safe.
class UnreadBudget {
public:
  using Share = RequestBudget::Share;

  explicit UnreadBudget(int64_t bytes)
      : bytes_(bytes), budget_({bytes, kAnyNumber}) {}

  /// RESOURCE_EXHAUSTED, to come back later, when there is no room.
  absl::StatusOr<Share> take(const std::string &tenant, int64_t bytes) {
    absl::StatusOr<Share> share = budget_.take(tenant, bytes);
    if (share.ok())
      return share;
    const bool isAllUsed = budget_.held().bytes + bytes > bytes_;
    absl::MutexLock lock(&mutex_);
    (isAllUsed ? lastShort_ : lastShortOf_[tenant]) = steadyNow();
    return withFault(
        absl::ResourceExhaustedError("too much waits for callers that do not "
                                     "read it; try again later"),
        WorkFault::FullQueue);
  }

  /// Whether somebody found no room since then because of what the tenant
  /// holds.
  bool wasShort(const std::string &tenant, absl::Time since) const {
    absl::MutexLock lock(&mutex_);
    auto own = lastShortOf_.find(tenant);
    return lastShort_ >= since ||
           (own != lastShortOf_.end() && own->second >= since);
  }

  int64_t held() const { return budget_.held().bytes; }

private:
  /// Streams are bounded elsewhere.
  static constexpr int64_t kAnyNumber = int64_t{1} << 40;

  const int64_t bytes_;
  RequestBudget budget_;
  mutable absl::Mutex mutex_;
  /// When there was no room: of all, and of a tenant.
  absl::Time lastShort_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  std::map<std::string, absl::Time> lastShortOf_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_UNREADBUDGET_H
