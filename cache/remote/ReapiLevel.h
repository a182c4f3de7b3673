//===- ReapiLevel.h - a second level over REAPI -----------------*- C++ -*-===//
//
// ActionCache, ContentAddressableStorage, ByteStream and Capabilities of the
// Remote Execution API v2 as a SecondLevel: bazel-remote, Buildbarn,
// BuildBuddy, NativeLink, BuildGrid, and an ingotd, of which nothing can be
// written. README.md says how a record becomes a result of theirs.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_REMOTE_REAPILEVEL_H
#define INGOT_CACHE_REMOTE_REAPILEVEL_H

#include "build/bazel/remote/execution/v2/action_cache.grpc.pb.h"
#include "build/bazel/remote/execution/v2/capabilities.grpc.pb.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/remote/ReapiOptions.h"
#include "cache/store/SecondLevel.h"
#include "google/bytestream/bytestream.grpc.pb.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <grpcpp/grpcpp.h>

#include <optional>
#include <set>
#include <string>

namespace ingot::cache {

namespace reapi = build::bazel::remote::execution::v2;

/// Thread-safe. Connects when it is first asked, and again by itself. A call
/// to a cache that cannot be reached fails at once. What the cache can do is
/// asked once, by the first call; FAILED_PRECONDITION for one without SHA-256.
class ReapiLevel final : public SecondLevel {
public:
  /// Reads the files; asks nobody. Errors are those of checkReapiOptions().
  static absl::StatusOr<std::unique_ptr<ReapiLevel>>
  open(const ReapiOptions &options);

  std::vector<FoundRecord>
  readRecords(const std::vector<Digest> &keys) override;
  absl::StatusOr<std::vector<std::string>>
  readBlobs(const std::vector<Digest> &digests) override;
  absl::Status readBlob(const Digest &digest,
                        std::unique_ptr<BlobWriter> to) override;
  absl::Status checkWritable() override;
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override;
  absl::Status writeBlobs(const std::vector<Blob> &blobs) override;
  absl::Status writeBlob(const Digest &digest,
                         std::unique_ptr<BlobReader> from) override;
  absl::Status writeRecord(const Digest &key,
                           const v1::ActionRecord &record) override;
  absl::Status writeRecords(const std::vector<Digest> &keys,
                            const v1::ActionRecord &record) override;
  void cancel() override;

private:
  /// What the other side can do.
  struct Abilities {
    bool isWritable = false;
    bool hasZstd = false;
    int64_t maxBatchBytes = kMaxSmallBlobsBytes;
  };
  class Call;
  struct Lookup;
  struct Update;

  ReapiLevel(ReapiOptions options, std::string secret,
             const std::shared_ptr<grpc::Channel> &channel);

  absl::StatusOr<Abilities> abilities();
  absl::Status readBatch(const Digest *digests, size_t count,
                         std::vector<std::string> &blobs);
  absl::Status writeBatch(const Blob *blobs, size_t count);
  /// [INSTANCE/]KIND[compressed-blobs/zstd or blobs]/HASH/SIZE.
  std::string resource(const std::string &kind, const Digest &digest,
                       bool isZstd) const;
  /// The status of a call, with a word of who says so. Reads the token again
  /// where it was refused.
  absl::Status failure(const grpc::Status &status);

  const ReapiOptions options_;
  const std::string secret_;
  const std::unique_ptr<reapi::ActionCache::Stub> actionCache_;
  const std::unique_ptr<reapi::Capabilities::Stub> capabilities_;
  const std::unique_ptr<reapi::ContentAddressableStorage::Stub> cas_;
  const std::unique_ptr<google::bytestream::ByteStream::Stub> byteStream_;

  absl::Mutex mutex_;
  std::string token_ ABSL_GUARDED_BY(mutex_);
  std::optional<Abilities> abilities_ ABSL_GUARDED_BY(mutex_);
  std::set<grpc::ClientContext *> calls_ ABSL_GUARDED_BY(mutex_);
  bool isCancelled_ ABSL_GUARDED_BY(mutex_) = false;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_REMOTE_REAPILEVEL_H
