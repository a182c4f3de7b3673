//===- BlobTransfer.h - blobs to and from a daemon --------------*- C++ -*-===//
//
// Not installed. ByteStream for single blobs, ContentAddressableStorage for
// what is missing and for many small ones. Every blob received is verified.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_BLOBTRANSFER_H
#define INGOT_CLIENT_LIB_BLOBTRANSFER_H

#include "build/bazel/remote/execution/v2/capabilities.grpc.pb.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/key/Digest.h"
#include "client/lib/Client.h"
#include "client/lib/PieceUpload.h"
#include "google/bytestream/bytestream.grpc.pb.h"

#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>

#include <atomic>
#include <set>

namespace ingot::client {

/// Moves blobs over one channel. Thread-safe. NOT_FOUND for a blob that the
/// daemon lacks, DATA_LOSS for one whose bytes are not those of its digest.
class BlobTransfer {
public:
  /// With `inPieces`, large blobs go in pieces: that costs both ends more work
  /// than sending them once more, and a network less.
  BlobTransfer(const std::shared_ptr<grpc::Channel> &channel, bool inPieces);

  absl::StatusOr<std::string> read(const Digest &digest,
                                   const CallOptions &options);

  /// Blobs in the order of their digests.
  absl::StatusOr<std::vector<std::string>>
  readAll(const std::vector<Digest> &digests, const CallOptions &options);

  /// A blob to send; the bytes are the caller's.
  struct Source {
    std::string_view bytes;
    Digest digest;
  };

  /// Asks once which of the blobs the daemon lacks, and writes those.
  absl::Status uploadMissing(const std::vector<Source> &blobs,
                             const CallOptions &options);

private:
  struct Batch;
  absl::Status readBatch(Batch &batch, std::vector<std::string> &blobs,
                         const CallOptions &options);
  /// The digests that the daemon lacks, as HASH/SIZE.
  absl::StatusOr<std::set<std::string>>
  findMissing(const std::vector<Source> &blobs, const CallOptions &options);
  absl::Status write(std::string_view bytes, const Digest &digest,
                     const CallOptions &options, const OnSent &onSent);
  /// Whether the daemon makes a blob of its pieces; asked once.
  bool putsTogether(const CallOptions &options);

  const bool inPieces_;
  grpc::GenericStub generic_;
  std::unique_ptr<google::bytestream::ByteStream::Stub> byteStream_;
  std::unique_ptr<
      build::bazel::remote::execution::v2::ContentAddressableStorage::Stub>
      cas_;
  std::unique_ptr<build::bazel::remote::execution::v2::Capabilities::Stub>
      capabilities_;
  enum class Pieces { Unknown, Taken, NotTaken };
  std::atomic<Pieces> pieces_{Pieces::Unknown};
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_BLOBTRANSFER_H
