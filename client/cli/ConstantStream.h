//===- ConstantStream.h - constants on their way to a file ------*- C++ -*-===//
//
// The constants of a model may be larger than the memory of this machine, and
// take as long to fetch as to write. So some are fetched, several at once,
// while those before are written, and no more are held than that takes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_CONSTANTSTREAM_H
#define INGOT_CLIENT_CLI_CONSTANTSTREAM_H

#include "client/lib/Client.h"
#include "client/runtime/TensorFile.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ingot::client {

/// Constants that a file has already: of a program that was changed a little
/// since it was written, most of them. Immutable.
class OldConstants {
public:
  /// None.
  OldConstants() = default;
  /// There need be no file.
  explicit OldConstants(const std::string &path);

  /// A copy of the bytes of this digest, which is held against it: somebody may
  /// write to the file. (It must not become shorter meanwhile; writers here put
  /// another in its place.)
  std::optional<std::string> find(const std::string &digest) const;

private:
  std::shared_ptr<const runtime::TensorFile> file_;
  std::map<std::string, std::string_view> byHash_;
};

/// Blobs in the order in which they are wanted, each fetched once, those that
/// `old` has not at all. One thread at a time; what is referred to outlives it.
class ConstantStream {
public:
  /// `digests` are HASH/SIZE.
  ConstantStream(Client &client, const OldConstants &old,
                 std::vector<std::string> digests, const CallOptions &call);
  /// Waits for what is being fetched.
  ~ConstantStream();

  /// The bytes of the next one, until the call after this. Call as often as
  /// there are digests at most.
  absl::StatusOr<std::string_view> next();

private:
  /// Blobs that are asked for together, for a call costs more than small ones.
  struct Group {
    size_t first; ///< Place of the first in the order.
    int64_t bytes = 0;
    std::vector<std::string> digests;
  };
  using Bytes = std::shared_ptr<const absl::StatusOr<std::string>>;
  /// One of them, however often it is wanted.
  struct Blob {
    size_t uses = 0; ///< That next() has not passed.
    Bytes bytes;     ///< Null until it is fetched.
  };

  void fetch();
  bool isNextDue() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  std::vector<Bytes> fetchGroup(const Group &group);

  // Fixed after construction.
  Client &client_;
  const OldConstants &old_;
  const CallOptions call_;
  const std::vector<std::string> digests_;
  std::vector<Group> groups_;

  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, Blob> blobs_ ABSL_GUARDED_BY(mutex_);
  size_t nextGroup_ ABSL_GUARDED_BY(mutex_) = 0; ///< To be fetched.
  size_t wanted_ ABSL_GUARDED_BY(mutex_) = 0;    ///< Place that next() is at.
  int64_t held_ ABSL_GUARDED_BY(mutex_) = 0;     ///< Bytes, or under way.
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  Bytes current_; ///< What next() returned last.

  std::vector<std::thread> threads_; ///< Last: they use everything above.
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_CONSTANTSTREAM_H
