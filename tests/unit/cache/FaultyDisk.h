//===- FaultyDisk.h - A disk in memory that fails when told -----*- C++ -*-===//
//
// Stands below RocksDB. It can refuse writes from some point on, stop dead as
// at `kill -9`, and lose what was not synced as when the power goes.
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
#include <string>

namespace ingot::cache {

/// Thread-safe. Names and deletions of files are never lost, only bytes.
class FaultyDisk : public rocksdb::EnvWrapper {
public:
  FaultyDisk();

  /// The next `count` writes succeed, all after them get `error`.
  void failAfter(int64_t count, rocksdb::Status error);
  /// Nothing reaches the disk any more, as if the process were dead.
  void stop() { failAfter(0, rocksdb::Status::IOError("the disk stopped")); }
  /// Ends what failAfter() or stop() began.
  void repair();
  /// Cuts off what was not synced. The database must be closed.
  void losePower();

  int64_t writes() const; ///< That succeeded.
  int64_t failures() const;

  rocksdb::Status
  NewWritableFile(const std::string &name,
                  std::unique_ptr<rocksdb::WritableFile> *result,
                  const rocksdb::EnvOptions &options) override;
  rocksdb::Status DeleteFile(const std::string &name) override;
  rocksdb::Status RenameFile(const std::string &from,
                             const std::string &to) override;
  rocksdb::Status LinkFile(const std::string &from,
                           const std::string &to) override;

private:
  class File;

  /// The error of a write that must fail now.
  rocksdb::Status write();
  void appended(const std::string &name, size_t bytes);
  void synced(const std::string &name);

  struct Sizes {
    uint64_t written = 0;
    uint64_t synced = 0;
  };

  const std::unique_ptr<rocksdb::Env> memory_;

  mutable absl::Mutex mutex_;
  std::map<std::string, Sizes> files_ ABSL_GUARDED_BY(mutex_);
  int64_t left_ ABSL_GUARDED_BY(mutex_) = std::numeric_limits<int64_t>::max();
  rocksdb::Status error_ ABSL_GUARDED_BY(mutex_);
  int64_t writes_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t failures_ ABSL_GUARDED_BY(mutex_) = 0;
};

} // namespace ingot::cache

#endif // INGOT_TESTS_UNIT_CACHE_FAULTYDISK_H
