//===- SetAside.h - A damaged database out of the way -----------*- C++ -*-===//
//
// A store that cannot be opened must not keep the daemon from starting: it is a
// cache. Its files are kept, for whoever wants to know what happened, until the
// next damaged store takes their place.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_SETASIDE_H
#define INGOT_CACHE_ROCKSDB_SETASIDE_H

#include "absl/status/statusor.h"

#include <rocksdb/env.h>

#include <memory>
#include <string>

namespace ingot::cache {

/// The right to set a store aside.
inline constexpr char kSetAsideLock[] = "damaged.lock";
/// RocksDB's own: whoever has the database open holds it.
inline constexpr char kDatabaseLock[] = "LOCK";

/// A locked file in a store's folder; one process at a time has it.
class FileLock {
public:
  /// UNAVAILABLE when another process has it.
  static absl::StatusOr<FileLock>
  take(const std::string &path, const std::string &name, rocksdb::Env *env);
  FileLock(FileLock &&other) noexcept;
  ~FileLock();

private:
  FileLock(rocksdb::Env *env, rocksdb::FileLock *lock)
      : env_(env), lock_(lock) {}

  rocksdb::Env *env_;
  rocksdb::FileLock *lock_; ///< Null once it was moved away.
};

/// Moves the files of the database in `path` to its subfolder `damaged`, whose
/// files before are deleted. Returns that folder's name. UNAVAILABLE when a
/// process has the database open. The caller holds kSetAsideLock.
absl::StatusOr<std::string> setAside(const std::string &path,
                                     rocksdb::Env *env);

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_SETASIDE_H
