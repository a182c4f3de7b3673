//===- SetAside.cpp - moving files, in an order that a crash may cut ------===//
//
// CURRENT goes last: as long as it is there, the folder holds a database that
// is damaged, and the next start goes on with the rest. Without it, RocksDB
// takes the folder for an empty one.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/SetAside.h"
#include "cache/rocksdb/Database.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ingot::cache {
namespace {

constexpr char kFolder[] = "damaged";
constexpr char kLock[] = "damaged.lock";
constexpr char kCurrent[] = "CURRENT";

/// Names of the files in a folder, `last` at the end.
rocksdb::Status list(rocksdb::Env *env, const std::string &folder,
                     const std::string &last, std::vector<std::string> &names) {
  rocksdb::Status status = env->GetChildren(folder, &names);
  std::partition(names.begin(), names.end(),
                 [&](const std::string &name) { return name != last; });
  return status;
}

bool belongsToDatabase(const std::string &name) {
  // LOCK is what keeps other processes out; it holds nothing.
  return name != "." && name != ".." && name != kFolder && name != kLock &&
         name != "LOCK";
}

} // namespace

absl::StatusOr<FileLock> FileLock::take(const std::string &path,
                                        rocksdb::Env *env) {
  rocksdb::FileLock *lock = nullptr;
  rocksdb::Status status = env->LockFile(absl::StrCat(path, "/", kLock), &lock);
  if (!status.ok())
    return absl::UnavailableError(absl::StrCat(
        "store: ", path,
        " is damaged, and cannot be set aside: ", status.ToString()));
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
  const std::string folder = absl::StrCat(path, "/", kFolder);
  rocksdb::Status status = env->CreateDirIfMissing(folder);
  std::vector<std::string> names;
  if (status.ok())
    status = list(env, folder, kCurrent, names);
  for (const std::string &name : names)
    if (status.ok() && name != "." && name != "..")
      status = env->DeleteFile(absl::StrCat(folder, "/", name));
  names.clear();
  if (status.ok())
    status = list(env, path, kCurrent, names);
  for (const std::string &name : names)
    if (status.ok() && belongsToDatabase(name))
      status = env->RenameFile(absl::StrCat(path, "/", name),
                               absl::StrCat(folder, "/", name));
  if (!status.ok())
    return absl::Status(toStatus(status).code(),
                        absl::StrCat("store: ", path,
                                     " is damaged, and cannot be set aside: ",
                                     status.ToString()));
  return folder;
}

} // namespace ingot::cache
