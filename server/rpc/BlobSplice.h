//===- BlobSplice.h - a blob put together from others -----------*- C++ -*-===//
//
// SpliceBlob of the Remote Execution API: who changed a part of a large file
// sends that part, and names the rest. The result is held against its digest
// like any upload.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_BLOBSPLICE_H
#define INGOT_SERVER_RPC_BLOBSPLICE_H

#include "build/bazel/remote/execution/v2/content_addressable_storage.pb.h"
#include "cache/store/Store.h"
#include "server/rpc/AuditLog.h"
#include "server/rpc/RawCall.h"
#include "server/scheduler/SerialExecutors.h"

#include <memory>
#include <vector>

namespace ingot::server {

/// One call; deletes itself. Each task moves one piece, so that other uploads
/// get their turn.
class BlobSplice final
    : public RawCall<build::bazel::remote::execution::v2::SpliceBlobRequest,
                     build::bazel::remote::execution::v2::SpliceBlobResponse> {
public:
  /// Chunks are looked at on `reads`, and written on `uploads`.
  BlobSplice(cache::Store &store, SerialExecutors &reads,
             SerialExecutors &uploads, cache::StoreOwner owner,
             AuditedCall audit, grpc::ByteBuffer *serialized)
      : RawCall(serialized), store_(store), reads_(reads), uploads_(uploads),
        owner_(std::move(owner)), audit_(std::move(audit)) {}

  /// Begins with the request, serialized; ends the call.
  void start(const grpc::ByteBuffer &bytes);

private:
  absl::Status begin(const grpc::ByteBuffer &bytes);
  absl::Status openNext();
  /// Hashes the next piece, or in the second round writes it.
  absl::Status move();
  absl::Status beginToWrite();
  void step();
  void end(const absl::Status &status);

  cache::Store &store_;
  SerialExecutors &reads_, &uploads_;
  const cache::StoreOwner owner_;
  AuditedCall audit_;

  // The tasks', one at a time.
  Digest digest_;
  std::vector<Digest> chunks_;
  size_t next_ = 0; ///< Of `chunks_`, to be read.
  std::unique_ptr<cache::BlobReader> reader_;
  Hasher hasher_;
  std::unique_ptr<cache::BlobWriter> writer_; ///< Of the second round.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BLOBSPLICE_H
