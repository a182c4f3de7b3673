//===- Transfers.cpp - bounds on uploads and downloads --------------------===//
//
// One thread looks at all streams now and then: a timer for each message would
// cost more than the message. It sleeps while there are none.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Transfers.h"
#include "cache/key/SteadyTime.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::server {

/// Calls are counted elsewhere.
static constexpr int64_t kAnyNumber = int64_t{1} << 40;

Transfers::Transfers(const TransferLimits &limits)
    : limits_(limits), downloads_(limits.downloadPieces),
      compressed_(limits.compressed), unread_(limits.unreadBytes),
      messages_({limits.messageBytes, kAnyNumber}), thread_([this] { run(); }) {
}

Transfers::~Transfers() {
  {
    absl::MutexLock lock(&timedMutex_);
    isOver_ = true;
  }
  thread_.join();
}

bool Transfers::Places::take(const std::string &peer, int limit,
                             int peerLimit) {
  auto found = ofPeer.find(peer);
  if (all >= limit || (found != ofPeer.end() && found->second >= peerLimit))
    return false;
  ++all;
  ++ofPeer[peer];
  return true;
}

void Transfers::Places::give(const std::string &peer) {
  --all;
  auto found = ofPeer.find(peer);
  if (--found->second == 0)
    ofPeer.erase(found);
}

static absl::Status tooMany(const char *what, int limit, int peerLimit) {
  return withFault(absl::ResourceExhaustedError(absl::StrCat(
                       "too many ", what, " at once: ", limit, " are served, ",
                       peerLimit, " of one caller; try again later")),
                   WorkFault::FullQueue);
}

absl::Status Transfers::beginUpload(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  if (uploads_.take(peer, limits_.uploads, limits_.uploadsPerPeer))
    return absl::OkStatus();
  return tooMany("uploads", limits_.uploads, limits_.uploadsPerPeer);
}

void Transfers::endUpload(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  uploads_.give(peer);
}

int Transfers::uploads() const {
  absl::MutexLock lock(&mutex_);
  return uploads_.all;
}

absl::Status Transfers::beginSplice(const std::string &peer) {
  {
    absl::MutexLock lock(&mutex_);
    if (!splices_.take(peer, limits_.splices, limits_.splicesPerPeer))
      return tooMany("splices", limits_.splices, limits_.splicesPerPeer);
  }
  absl::Status status = beginUpload(peer);
  if (!status.ok()) {
    absl::MutexLock lock(&mutex_);
    splices_.give(peer);
  }
  return status;
}

void Transfers::endSplice(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  splices_.give(peer);
  uploads_.give(peer);
}

absl::Status Transfers::beginQuery(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  if (queries_.take(peer, limits_.queries, limits_.queriesPerPeer))
    return absl::OkStatus();
  return tooMany("lookups", limits_.queries, limits_.queriesPerPeer);
}

void Transfers::endQuery(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  queries_.give(peer);
}

absl::Status Transfers::beginBatchRead(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  if (batchReads_.take(peer, limits_.batchReads, limits_.batchReadsPerPeer))
    return absl::OkStatus();
  return tooMany("batch reads", limits_.batchReads, limits_.batchReadsPerPeer);
}

void Transfers::endBatchRead(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  batchReads_.give(peer);
}

absl::StatusOr<RequestBudget::Share>
Transfers::holdMessage(const std::string &peer, size_t bytes) {
  auto share = messages_.take(peer, static_cast<int64_t>(bytes));
  if (share.ok())
    return share;
  return withFault(
      absl::ResourceExhaustedError(absl::StrCat(
          "too many large messages wait: ", limits_.messageBytes >> 20,
          " MiB may, half of them of "
          "one caller; try again later")),
      WorkFault::FullQueue);
}

void Transfers::add(Timed &timed) {
  absl::MutexLock lock(&timedMutex_);
  timed_.insert(&timed);
}

void Transfers::remove(Timed &timed) {
  absl::MutexLock lock(&timedMutex_);
  timed_.erase(&timed);
}

void Transfers::run() {
  const absl::Duration interval =
      std::min(limits_.uploadIdle, limits_.downloadStall) / 4;
  absl::MutexLock lock(&timedMutex_);
  auto isNeeded = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(timedMutex_) {
    return isOver_ || !timed_.empty();
  };
  while (true) {
    timedMutex_.Await(absl::Condition(&isNeeded));
    if (isOver_)
      return;
    timedMutex_.AwaitWithTimeout(absl::Condition(&isOver_), interval);
    const absl::Time now = steadyNow();
    for (Timed *timed : timed_)
      timed->onTick(now);
  }
}

} // namespace ingot::server
