//===- ColdStore.h - A store that pretends to have a disk -------*- C++ -*-===//
//
// MemoryStore answers everything at once, so it cannot show who would have
// waited for a disk. This one can: peeks see nothing while it is cold, calls
// that may block note the thread they came on and wait at a gate while that is
// closed, and readers count what was read.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_COLDSTORE_H
#define INGOT_TESTS_FAKES_COLDSTORE_H

#include "tests/fakes/MemoryStore.h"

#include <atomic>
#include <set>
#include <thread>

namespace ingot::cache {

/// Thread-safe. Warm and open at first.
class ColdStore final : public MemoryStore {
public:
  using MemoryStore::MemoryStore;

  /// Whether peeks see nothing.
  void setCold(bool cold) { cold_ = cold; }

  /// While the gate is closed, calls that may block wait.
  void closeGate() {
    absl::MutexLock lock(&gateMutex_);
    isOpen_ = false;
  }
  void openGate() {
    absl::MutexLock lock(&gateMutex_);
    isOpen_ = true;
  }
  /// Waits until so many calls stand at the gate.
  void awaitBlocked(int count) {
    absl::MutexLock lock(&gateMutex_);
    auto enough = [&]() ABSL_SHARED_LOCKS_REQUIRED(gateMutex_) {
      return blocked_ >= count;
    };
    gateMutex_.Await(absl::Condition(&enough));
  }

  /// The threads that calls which may block came on.
  std::set<std::thread::id> blockingThreads() {
    absl::MutexLock lock(&gateMutex_);
    return threads_;
  }
  /// From now on readers find the blob damaged after so many chunks.
  void damageAfter(int chunks) { goodChunks_ = chunks; }
  /// Chunks that readers returned.
  int chunksRead() const { return chunksRead_; }

  /// Calls of putBlobs(), each of which would wait for the disk once.
  int puts() const { return puts_; }
  /// Calls of createBlob().
  int writers() const { return writers_; }

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override {
    ++puts_;
    block();
    return MemoryStore::putBlobs(blobs, durability);
  }
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override {
    block();
    return MemoryStore::getBlob(digest);
  }
  SharedBytes peekBlob(const Digest &digest) override {
    return cold_ ? nullptr : MemoryStore::peekBlob(digest);
  }
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openBlob(const Digest &digest, int64_t offset) override {
    block();
    auto reader = MemoryStore::openBlob(digest, offset);
    if (!reader.ok() || !*reader)
      return reader;
    return std::make_unique<CountingReader>(*this, *std::move(reader));
  }
  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override {
    ++writers_;
    block();
    auto writer = MemoryStore::createBlob(digest);
    if (!writer.ok())
      return writer;
    return std::make_unique<BlockingWriter>(*this, *std::move(writer));
  }
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override {
    block();
    return MemoryStore::findMissing(digests);
  }
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override {
    block();
    return MemoryStore::getRecord(kind, key);
  }
  std::optional<v1::ActionRecord> peekRecord(RecordKind kind,
                                             const Digest &key) override {
    return cold_ ? std::nullopt : MemoryStore::peekRecord(kind, key);
  }
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override {
    block();
    return MemoryStore::putRecords(entries, durability);
  }

private:
  /// Counts and blocks as the store's own calls do.
  class CountingReader final : public BlobReader {
  public:
    CountingReader(ColdStore &store, std::unique_ptr<BlobReader> reader)
        : store_(store), reader_(std::move(reader)) {}
    absl::StatusOr<SharedBytes> next() override {
      store_.block();
      if (read_++ == store_.goodChunks_)
        return absl::DataLossError("store: the blob is damaged");
      absl::StatusOr<SharedBytes> chunk = reader_->next();
      store_.chunksRead_ += chunk.ok() && *chunk;
      return chunk;
    }
    void reportDamage() override { reader_->reportDamage(); }

  private:
    ColdStore &store_;
    const std::unique_ptr<BlobReader> reader_;
    int read_ = 0;
  };

  /// One on a disk would have to tidy up when it is dropped.
  class BlockingWriter final : public BlobWriter {
  public:
    BlockingWriter(ColdStore &store, std::unique_ptr<BlobWriter> writer)
        : store_(store), writer_(std::move(writer)) {}
    ~BlockingWriter() override { store_.block(); }
    absl::Status append(std::string_view bytes) override {
      store_.block();
      return writer_->append(bytes);
    }
    int64_t size() const override { return writer_->size(); }
    absl::Status commit() override { return writer_->commit(); }

  private:
    ColdStore &store_;
    const std::unique_ptr<BlobWriter> writer_;
  };

  void block() {
    absl::MutexLock lock(&gateMutex_);
    threads_.insert(std::this_thread::get_id());
    ++blocked_;
    gateMutex_.Await(absl::Condition(&isOpen_));
    --blocked_;
  }

  std::atomic<bool> cold_{false};
  std::atomic<int> chunksRead_{0};
  std::atomic<int> puts_{0}, writers_{0};
  std::atomic<int> goodChunks_{-1};

  absl::Mutex gateMutex_;
  bool isOpen_ ABSL_GUARDED_BY(gateMutex_) = true;
  int blocked_ ABSL_GUARDED_BY(gateMutex_) = 0;
  std::set<std::thread::id> threads_ ABSL_GUARDED_BY(gateMutex_);
};

} // namespace ingot::cache

#endif // INGOT_TESTS_FAKES_COLDSTORE_H
