//===- FakeSecondLevel.h - another machine's cache, in memory ---*- C++ -*-===//
//
// Does what a SecondLevel may do at worst, when a test says so: fail, lie, hold
// callers at a gate, forget.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_FAKESECONDLEVEL_H
#define INGOT_TESTS_FAKES_FAKESECONDLEVEL_H

#include "cache/store/SecondLevel.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ingot::cache {

/// What a FakeSecondLevel keeps and does; outlives it, for several may share
/// one. Thread-safe.
class SharedCache {
public:
  /// Each call fails with it, until an OK one is set.
  void failWith(absl::Status status) {
    absl::MutexLock lock(&mutex_);
    failure_ = std::move(status);
  }
  /// The first call of `method` from now on fails with it.
  void failOnce(const std::string &method, absl::Status status) {
    absl::MutexLock lock(&mutex_);
    failOnce_[method] = std::move(status);
  }
  /// Whoever reads the record of this key meets a damaged one.
  void damage(const Digest &key) {
    absl::MutexLock lock(&mutex_);
    damaged_.insert(key);
  }
  /// Called first in each call.
  void setOnCall(std::function<void()> onCall) {
    absl::MutexLock lock(&mutex_);
    onCall_ = std::move(onCall);
  }
  /// While the gate is closed, calls wait in it.
  void closeGate() {
    absl::MutexLock lock(&mutex_);
    isOpen_ = false;
  }
  void openGate() {
    absl::MutexLock lock(&mutex_);
    isOpen_ = true;
  }
  /// Waits until so many calls stand at the gate.
  void awaitBlocked(int count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return blocked_ >= count;
    };
    mutex_.Await(absl::Condition(&enough));
  }

  void put(const Digest &digest, std::string bytes) {
    absl::MutexLock lock(&mutex_);
    blobs_[digest] = std::move(bytes);
  }
  Digest put(const std::string &bytes) {
    const Digest digest = Digest::of(bytes);
    put(digest, bytes);
    return digest;
  }
  void put(const Digest &key, const v1::ActionRecord &record) {
    absl::MutexLock lock(&mutex_);
    records_[key] = record;
  }
  void forget(const Digest &name) {
    absl::MutexLock lock(&mutex_);
    blobs_.erase(name);
    records_.erase(name);
  }
  std::map<Digest, std::string> blobs() const {
    absl::MutexLock lock(&mutex_);
    return blobs_;
  }
  std::map<Digest, v1::ActionRecord> records() const {
    absl::MutexLock lock(&mutex_);
    return records_;
  }
  /// The methods that were called, in order.
  std::vector<std::string> calls() const {
    absl::MutexLock lock(&mutex_);
    return calls_;
  }
  int calls(const std::string &method) const {
    int count = 0;
    for (const std::string &call : calls())
      count += call == method;
    return count;
  }

  /// The keys whose records were asked for, in order.
  std::vector<Digest> lookups() const {
    absl::MutexLock lock(&mutex_);
    return lookups_;
  }
  /// A record, as who reads it gets it.
  SecondLevel::FoundRecord look(const Digest &key) {
    absl::MutexLock lock(&mutex_);
    lookups_.push_back(key);
    if (damaged_.count(key) > 0)
      return absl::DataLossError("damaged");
    auto found = records_.find(key);
    return found == records_.end() ? SecondLevel::FoundRecord(std::nullopt)
                                   : SecondLevel::FoundRecord(found->second);
  }

  /// What each call of a FakeSecondLevel does first.
  absl::Status begin(const std::string &method) {
    std::function<void()> onCall;
    {
      absl::MutexLock lock(&mutex_);
      onCall = onCall_;
    }
    if (onCall)
      onCall();
    absl::MutexLock lock(&mutex_);
    calls_.push_back(method);
    ++blocked_;
    auto canGoOn = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return isOpen_ || isCancelled_;
    };
    mutex_.Await(absl::Condition(&canGoOn));
    --blocked_;
    if (isCancelled_)
      return absl::CancelledError("cancelled");
    if (auto once = failOnce_.find(method); once != failOnce_.end()) {
      absl::Status status = once->second;
      failOnce_.erase(once);
      return status;
    }
    return failure_;
  }
  void cancel() {
    absl::MutexLock lock(&mutex_);
    isCancelled_ = true;
  }

private:
  mutable absl::Mutex mutex_;
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, absl::Status> failOnce_ ABSL_GUARDED_BY(mutex_);
  bool isOpen_ ABSL_GUARDED_BY(mutex_) = true;
  bool isCancelled_ ABSL_GUARDED_BY(mutex_) = false;
  int blocked_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<Digest, std::string> blobs_ ABSL_GUARDED_BY(mutex_);
  std::map<Digest, v1::ActionRecord> records_ ABSL_GUARDED_BY(mutex_);
  std::set<Digest> damaged_ ABSL_GUARDED_BY(mutex_);
  std::function<void()> onCall_ ABSL_GUARDED_BY(mutex_);
  std::vector<Digest> lookups_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> calls_ ABSL_GUARDED_BY(mutex_);
};

/// Thread-safe.
class FakeSecondLevel final : public SecondLevel {
public:
  explicit FakeSecondLevel(SharedCache &cache) : cache_(cache) {}

  std::vector<FoundRecord>
  readRecords(const std::vector<Digest> &keys) override {
    absl::Status status = cache_.begin("readRecords");
    std::vector<FoundRecord> found;
    for (const Digest &key : keys)
      found.push_back(status.ok() ? cache_.look(key) : FoundRecord(status));
    return found;
  }

  absl::StatusOr<std::vector<std::string>>
  readBlobs(const std::vector<Digest> &digests) override {
    if (absl::Status status = cache_.begin("readBlobs"); !status.ok())
      return status;
    std::vector<std::string> found;
    auto blobs = cache_.blobs();
    for (const Digest &digest : digests) {
      if (blobs.count(digest) == 0)
        return absl::NotFoundError("no such blob");
      found.push_back(blobs[digest]);
    }
    return found;
  }

  absl::Status readBlob(const Digest &digest,
                        std::unique_ptr<BlobWriter> to) override {
    if (absl::Status status = cache_.begin("readBlob"); !status.ok())
      return status;
    auto blobs = cache_.blobs();
    if (blobs.count(digest) == 0)
      return absl::NotFoundError("no such blob");
    if (absl::Status status = to->append(blobs[digest]); !status.ok())
      return status;
    return to->commit();
  }

  absl::Status checkWritable() override {
    return cache_.begin("checkWritable");
  }

  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override {
    if (absl::Status status = cache_.begin("findMissing"); !status.ok())
      return status;
    std::vector<Digest> missing;
    auto blobs = cache_.blobs();
    for (const Digest &digest : digests)
      if (blobs.count(digest) == 0)
        missing.push_back(digest);
    return missing;
  }

  absl::Status writeBlobs(const std::vector<Blob> &blobs) override {
    if (absl::Status status = cache_.begin("writeBlobs"); !status.ok())
      return status;
    for (const Blob &blob : blobs)
      cache_.put(blob.digest, *blob.bytes);
    return absl::OkStatus();
  }

  absl::Status writeBlob(const Digest &digest,
                         std::unique_ptr<BlobReader> from) override {
    if (absl::Status status = cache_.begin("writeBlob"); !status.ok())
      return status;
    absl::StatusOr<SharedBytes> bytes = readToEnd(*from, digest.size);
    if (!bytes.ok() || !*bytes)
      return absl::DataLossError("no bytes");
    cache_.put(digest, **bytes);
    return absl::OkStatus();
  }

  absl::Status writeRecord(const Digest &key,
                           const v1::ActionRecord &record) override {
    if (absl::Status status = cache_.begin("writeRecord"); !status.ok())
      return status;
    cache_.put(key, record);
    return absl::OkStatus();
  }

  void cancel() override { cache_.cancel(); }

private:
  SharedCache &cache_;
};

} // namespace ingot::cache

#endif // INGOT_TESTS_FAKES_FAKESECONDLEVEL_H
