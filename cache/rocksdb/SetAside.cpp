//===- SetAside.cpp - moving files, in an order that a crash may cut ------===//
//
// CURRENT goes last: as long as it is there, the folder holds a database that
// is damaged, and the next start goes on with the rest. Without it, RocksDB
// takes the folder for an empty one.
//
// Only files that RocksDB and the store made are touched: the folder may be the
// root of a disk, with its lost+found, or hold what somebody put there.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/SetAside.h"
#include "cache/rocksdb/Database.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ingot::cache {
namespace {

constexpr char kFolder[] = "damaged";
constexpr char kCurrent[] = "CURRENT";

bool belongsToDatabase(absl::string_view name) {
  for (absl::string_view prefix : {"IDENTITY", "LOG", "MANIFEST-", "OPTIONS-"})
    if (absl::StartsWith(name, prefix))
      return true;
  // LOCK is what keeps other processes out; it holds nothing.
  for (absl::string_view suffix :
       {".sst", ".log", ".blob", ".dbtmp", ".tmp", ".trash", ".note"})
    if (absl::EndsWith(name, suffix))
      return true;
  return name == kCurrent;
}

/// Names of the database's files in a folder, CURRENT at the end.
rocksdb::Status list(rocksdb::Env *env, const std::string &folder,
                     std::vector<std::string> &names) {
  rocksdb::Status status = env->GetChildren(folder, &names);
  names.erase(std::remove_if(names.begin(), names.end(),
                             [](const std::string &name) {
                               return !belongsToDatabase(name);
                             }),
              names.end());
  std::partition(names.begin(), names.end(),
                 [](const std::string &name) { return name != kCurrent; });
  return status;
}

absl::Status notMoved(const std::string &path, const rocksdb::Status &status) {
  return absl::Status(toStatus(status).code(),
                      absl::StrCat("store: ", path,
                                   " is damaged, and cannot be set aside: ",
                                   status.ToString()));
}

} // namespace

absl::StatusOr<FileLock> FileLock::take(const std::string &path,
                                        const std::string &name,
                                        rocksdb::Env *env) {
  rocksdb::FileLock *lock = nullptr;
  rocksdb::Status status = env->LockFile(absl::StrCat(path, "/", name), &lock);
  if (!status.ok())
    return notMoved(path, status);
  return FileLock(env, lock);
}

FileLock::FileLock(FileLock &&other) noexcept
    : env_(other.env_), lock_(std::exchange(other.lock_, nullptr)) {}

FileLock::~FileLock() {
  if (lock_)
    env_->UnlockFile(lock_).PermitUncheckedError();
}

absl::StatusOr<std::string> setAside(const std::string &path,
                                     rocksdb::Env *env) {
  // A daemon that found the damage while it writes has it open still.
  absl::StatusOr<FileLock> unused = FileLock::take(path, kDatabaseLock, env);
  if (!unused.ok())
    return unused.status();
  const std::string folder = absl::StrCat(path, "/", kFolder);
  rocksdb::Status status = env->CreateDirIfMissing(folder);
  std::vector<std::string> names;
  if (status.ok())
    status = list(env, folder, names);
  for (const std::string &name : names)
    if (status.ok())
      status = env->DeleteFile(absl::StrCat(folder, "/", name));
  names.clear();
  if (status.ok())
    status = list(env, path, names);
  for (const std::string &name : names)
    if (status.ok())
      status = env->RenameFile(absl::StrCat(path, "/", name),
                               absl::StrCat(folder, "/", name));
  if (!status.ok())
    return notMoved(path, status);
  return folder;
}

} // namespace ingot::cache
