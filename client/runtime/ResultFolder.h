//===- ResultFolder.h - results of initialisers as files --------*- C++ -*-===//
//
// What initialisers make of weights is kept in a folder, so that the next
// process maps it instead of making it again, and those that run at the same
// time share its pages. It is a cache: whatever is wrong with a file, it is
// made again, and where nothing can be written nothing is kept.
//
// The folder and all in it belong to one user and are open to nobody else.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_RESULTFOLDER_H
#define INGOT_CLIENT_RUNTIME_RESULTFOLDER_H

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "client/runtime/Fingerprint.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// The results of one initialiser, mapped. Valid as long as `mapping` lives.
struct MappedResults {
  std::vector<const void *> data; ///< At multiples of 64.
  std::shared_ptr<const void> mapping;
};

/// Results by key. Thread-safe, and any number of processes may use one folder.
class ResultFolder {
public:
  static constexpr int64_t kDefaultMaxBytes = int64_t{8} << 30;

  /// A folder, which is made if it is not there. The least recently used files
  /// go when they had more than `maxBytes` together, but for those of the last
  /// minute; what has no room is not kept. Of several processes that write at
  /// once, each counts what it saw and wrote itself.
  ///
  /// FAILED_PRECONDITION when the path is a symbolic link, no folder, of
  /// another owner, open to others, on a file system of a network or in FUSE,
  /// or has something else in the place of its secret. One that cannot be made
  /// or written is no error: it keeps nothing.
  static absl::StatusOr<std::shared_ptr<ResultFolder>>
  open(const std::string &path, int64_t maxBytes = kDefaultMaxBytes);
  ~ResultFolder();

  /// Whether other hosts may change what is on a file system of this type, by
  /// statfs(): a file that one of them removes is gone from under its mapping.
  static bool isRemote(int64_t fileSystemType);

  /// Names the inputs of initialisers. Null where nothing can be kept.
  const Fingerprinter *fingerprinter() const { return fingerprinter_.get(); }

  /// The results that put() was given, which are read once to see that they are
  /// whole; nothing when they are not there. A damaged file is removed.
  /// `threads` may be null.
  std::optional<MappedResults> find(const Fingerprint &key,
                                    const std::vector<int64_t> &sizes,
                                    ThreadPool *threads);

  /// Keeps results and maps them; those that another process kept meanwhile,
  /// so that all share one file. Nothing when they cannot be kept.
  std::optional<MappedResults> put(const Fingerprint &key,
                                   const std::vector<std::string_view> &results,
                                   ThreadPool *threads);

private:
  ResultFolder(int folder, int64_t maxBytes);

  /// NOT_FOUND, or FAILED_PRECONDITION when something else is in its place.
  absl::Status readSecret();
  /// Unless there is one, which may be another process's.
  bool makeSecret();
  int makeTemporary(std::string &name) const;
  bool makeRoom(int64_t bytes) ABSL_LOCKS_EXCLUDED(mutex_);
  std::string headerOf(const Fingerprint &key,
                       const std::vector<std::string_view> &results,
                       ThreadPool *threads) const;

  const int folder_; ///< A descriptor; -1 where nothing can be kept.
  const int64_t maxBytes_;
  std::unique_ptr<const Fingerprinter> fingerprinter_;

  absl::Mutex mutex_;
  /// What the files have together; -1 before they were looked at.
  int64_t used_ ABSL_GUARDED_BY(mutex_) = -1;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_RESULTFOLDER_H
