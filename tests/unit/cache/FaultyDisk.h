//===- FaultyDisk.h - A disk in memory that fails when told -----*- C++ -*-===//
//
// Stands below RocksDB. It can refuse writes from some point on or once, write
// half of what it is given, fail to sync, stop dead as at `kill -9`, and lose
// what was not synced as when the power goes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_CACHE_FAULTYDISK_H
#define INGOT_TESTS_UNIT_CACHE_FAULTYDISK_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <rocksdb/env.h>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ingot::cache {

/// Thread-safe. Names and deletions of files are never lost, only bytes.
class FaultyDisk : public rocksdb::EnvWrapper {
public:
  FaultyDisk();

  /// The next `count` writes succeed, all after them get `error`. Where that is
  /// a lack of room, syncs still succeed: what was written has its room.
  void failAfter(int64_t count, rocksdb::Status error);
  /// Nothing reaches the disk any more, as if the process were dead.
  void stop() { failAfter(0, rocksdb::Status::IOError("the disk stopped")); }
  /// Ends what failAfter() or stop() began.
  void repair();
  /// What it says from now on when it is asked how much room it has.
  void sayFree(uint64_t bytes);
  /// How one operation fails.
  enum class Fault { Error, NoSpace, ShortWrite, FailedSync };
  /// Of the operations from now on, the one after `count` fails, and only that
  /// one. FailedSync counts syncs alone; what was to be synced is lost, though
  /// later syncs succeed, as on Linux.
  void failOnce(int64_t count, Fault fault);
  /// Cuts off what was not synced, or with `random` a part of it. The database
  /// must be closed.
  void losePower(std::mt19937 *random = nullptr);

  int64_t writes() const; ///< That succeeded.
  int64_t failures() const;

  rocksdb::Status
  NewWritableFile(const std::string &name,
                  std::unique_ptr<rocksdb::WritableFile> *result,
                  const rocksdb::EnvOptions &options) override;
  rocksdb::Status GetFreeSpace(const std::string &path,
                               uint64_t *bytes) override;
  rocksdb::Status DeleteFile(const std::string &name) override;
  rocksdb::Status RenameFile(const std::string &from,
                             const std::string &to) override;
  rocksdb::Status LinkFile(const std::string &from,
                           const std::string &to) override;

private:
  class File;

  /// What an operation is.
  enum class Operation { Append, Sync, Other };
  /// The error of an operation that must fail now; of an append, `half` says
  /// whether half of it is written all the same.
  rocksdb::Status begin(Operation operation, bool *half = nullptr);
  rocksdb::Status write() { return begin(Operation::Other); }
  void appended(const std::string &name, size_t bytes);
  void synced(const std::string &name);
  /// What is not synced yet never will be.
  void lost(const std::string &name);

  struct Sizes {
    uint64_t written = 0;
    uint64_t synced = 0;
    /// Begin and end of what a failed sync lost.
    std::vector<std::pair<uint64_t, uint64_t>> lost{};
  };

  const std::unique_ptr<rocksdb::Env> memory_;

  mutable absl::Mutex mutex_;
  std::map<std::string, Sizes> files_ ABSL_GUARDED_BY(mutex_);
  uint64_t free_ ABSL_GUARDED_BY(mutex_) = std::numeric_limits<uint64_t>::max();
  int64_t left_ ABSL_GUARDED_BY(mutex_) = std::numeric_limits<int64_t>::max();
  rocksdb::Status error_ ABSL_GUARDED_BY(mutex_);
  int64_t untilFault_ ABSL_GUARDED_BY(mutex_) = -1; ///< -1: no fault.
  Fault fault_ ABSL_GUARDED_BY(mutex_) = Fault::Error;
  int64_t writes_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t failures_ ABSL_GUARDED_BY(mutex_) = 0;
};

} // namespace ingot::cache

#endif // INGOT_TESTS_UNIT_CACHE_FAULTYDISK_H
