//===- WriteBehind.cpp - Results on their way to a second level -----------===//
//
// Records are written in batches: to ask which of the blobs of sixty results
// are missing costs as much as for those of one, and neighbours share blobs.
//
// A failure that may pass gives the batch back until its tries are used up. One
// that will not pass (the other side takes nothing from here) ends writing: a
// queue that nobody empties would only take memory.
//
//===----------------------------------------------------------------------===//

#include "cache/store/WriteBehind.h"

#include "absl/time/clock.h"

#include <algorithm>
#include <utility>

namespace ingot::cache {
namespace {

constexpr size_t kMaxBatchRecords = 64;
/// A record and its place in the queue, beside the bytes that it names.
constexpr int64_t kItemBytes = 256;
/// What gRPC takes in one message, with room for the rest of it.
constexpr int64_t kMaxRecordBytes = 3 << 20;

} // namespace

WriteBehind::WriteBehind(Store &local, SecondLevel &level,
                         WriteBehindOptions options)
    : local_(local), level_(level), options_(std::move(options)),
      breaker_(options_.retry, options_.clock, options_.random),
      thread_([this] { run(); }) {}

WriteBehind::~WriteBehind() {
  int64_t dropped = 0;
  {
    absl::MutexLock lock(&mutex_);
    // What fails now is not worth the wait.
    auto isOver = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return !isBusy_ && (queue_.empty() ||
                          breaker_.state() == CircuitBreaker::State::Open);
    };
    mutex_.AwaitWithTimeout(absl::Condition(&isOver), options_.drain);
    dropped = dropped_;
    dropAll();
    hasEnded_ = true;
  }
  level_.cancel();
  thread_.join();
  if (options_.onLeft && dropped_ > dropped)
    options_.onLeft(dropped_ - dropped);
}

void WriteBehind::add(const Digest &key, const v1::ActionRecord &record) {
  absl::StatusOr<std::vector<Digest>> blobs = blobsOf(record);
  const auto size = static_cast<int64_t>(record.ByteSizeLong());
  if (!blobs.ok() || size > kMaxRecordBytes) {
    ++dropped_;
    return;
  }
  int64_t bytes = size + kItemBytes;
  for (const Digest &digest : *blobs)
    bytes += digest.size;
  absl::MutexLock lock(&mutex_);
  if (isRefused_)
    return;
  if (bytes > options_.maxResultBytes || queue_.size() >= options_.maxRecords ||
      queuedBytes_ + bytes > options_.maxBytes) {
    ++dropped_;
    return;
  }
  queuedBytes_ += bytes;
  ++pending_[key];
  queue_.push_back({key, record, *std::move(blobs), bytes});
}

bool WriteBehind::isPending(const Digest &key) const {
  absl::MutexLock lock(&mutex_);
  return pending_.contains(key);
}

void WriteBehind::forget(const Item &item) {
  auto found = pending_.find(item.key);
  if (found != pending_.end() && --found->second == 0)
    pending_.erase(found);
}

void WriteBehind::addTo(SecondLevelStatistics &figures) const {
  figures.bytesWritten += bytesWritten_;
  figures.recordsWritten += recordsWritten_;
  figures.recordsDropped += dropped_;
  absl::MutexLock lock(&mutex_);
  figures.queuedRecords = static_cast<int64_t>(queue_.size());
  figures.queuedBytes = queuedBytes_;
}

void WriteBehind::awaitIdle() {
  absl::MutexLock lock(&mutex_);
  auto isIdle = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return queue_.empty() && !isBusy_;
  };
  mutex_.Await(absl::Condition(&isIdle));
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void WriteBehind::run() {
  // Asked at once, so that what is wrong is told at the start.
  if (absl::Status status = level_.checkWritable();
      absl::IsPermissionDenied(status))
    refuse(status);
  absl::MutexLock lock(&mutex_);
  while (awaitWork()) {
    std::vector<Item> batch = takeBatch();
    isBusy_ = true;
    mutex_.Unlock();
    absl::Status status = level_.checkWritable();
    if (absl::IsPermissionDenied(status))
      refuse(status);
    else if (status.ok())
      status = write(batch);
    status.ok() ? breaker_.succeeded() : breaker_.failed();
    mutex_.Lock();
    giveBack(std::move(batch));
    isBusy_ = false;
  }
}

bool WriteBehind::awaitWork() {
  auto isDue = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return hasEnded_ || !queue_.empty();
  };
  while (true) {
    mutex_.Await(absl::Condition(&isDue));
    if (hasEnded_)
      return false;
    if (breaker_.admit())
      return true;
    mutex_.AwaitWithTimeout(absl::Condition(&hasEnded_),
                            breaker_.untilAdmitted());
  }
}

std::vector<WriteBehind::Item> WriteBehind::takeBatch() {
  std::vector<Item> batch;
  while (!queue_.empty() && batch.size() < kMaxBatchRecords) {
    queuedBytes_ -= queue_.front().bytes;
    batch.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  return batch;
}

void WriteBehind::giveBack(std::vector<Item> batch) {
  for (auto item = batch.rbegin(); item != batch.rend(); ++item) {
    if (item->isDone) {
      forget(*item);
      continue;
    }
    if (isRefused_ || hasEnded_ || ++item->tries >= options_.tries) {
      ++dropped_;
      forget(*item);
      continue;
    }
    queuedBytes_ += item->bytes;
    queue_.push_front(std::move(*item));
  }
}

void WriteBehind::dropAll() {
  dropped_ += static_cast<int64_t>(queue_.size());
  for (const Item &item : queue_)
    forget(item);
  queue_.clear();
  queuedBytes_ = 0;
}

void WriteBehind::refuse(const absl::Status &why) {
  {
    absl::MutexLock lock(&mutex_);
    if (std::exchange(isRefused_, true))
      return;
    dropAll();
  }
  if (options_.onRefused)
    options_.onRefused(why);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

absl::Status WriteBehind::write(std::vector<Item> &batch) {
  std::vector<Digest> named;
  for (const Item &item : batch)
    named.insert(named.end(), item.blobs.begin(), item.blobs.end());
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  absl::StatusOr<std::vector<Digest>> missing = level_.findMissing(named);
  if (!missing.ok())
    return missing.status();
  Missing gone;
  if (absl::Status status = writeBlobs(*missing, gone); !status.ok())
    return status;
  for (Item &item : batch) {
    if (item.isDone)
      continue;
    if (std::any_of(item.blobs.begin(), item.blobs.end(),
                    [&](const Digest &blob) { return gone.contains(blob); })) {
      item.isDone = true;
      ++dropped_;
      continue;
    }
    if (absl::Status status = level_.writeRecord(item.key, item.record);
        !status.ok())
      return status;
    item.isDone = true;
    ++recordsWritten_;
  }
  return absl::OkStatus();
}

absl::Status WriteBehind::writeBlobs(const std::vector<Digest> &missing,
                                     Missing &gone) {
  std::vector<SecondLevel::Blob> small;
  int64_t bytes = 0;
  auto flush = [&]() -> absl::Status {
    if (small.empty())
      return absl::OkStatus();
    absl::Status status = level_.writeBlobs(small);
    if (status.ok())
      bytesWritten_ += bytes;
    small.clear();
    bytes = 0;
    return status;
  };
  for (const Digest &digest : missing) {
    if (digest.size > kMaxSmallBlobBytes) {
      if (absl::Status status = writeLarge(digest, gone); !status.ok())
        return status;
      continue;
    }
    absl::StatusOr<SharedBytes> kept = local_.getBlob(digest);
    if (!kept.ok() || !*kept) {
      gone.insert(digest);
      continue;
    }
    if (bytes + digest.size > kMaxSmallBlobsBytes)
      if (absl::Status status = flush(); !status.ok())
        return status;
    small.push_back({digest, *std::move(kept)});
    bytes += digest.size;
  }
  return flush();
}

absl::Status WriteBehind::writeLarge(const Digest &digest, Missing &gone) {
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      local_.openBlob(digest, 0);
  if (!reader.ok() || !*reader) {
    gone.insert(digest);
    return absl::OkStatus();
  }
  absl::Status status = level_.writeBlob(digest, *std::move(reader));
  if (status.ok())
    bytesWritten_ += digest.size;
  return status;
}

} // namespace ingot::cache
