//===- ByteStreamService.h - blobs of any size ------------------*- C++ -*-===//
//
// google.bytestream.ByteStream, with the resource names of the Remote Execution
// API (build/bazel/remote/execution/v2/remote_execution.proto, section
// ContentAddressableStorage). What clients send is verified against its digest
// by the store. Executors wait for the disk, not gRPC's threads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_BYTESTREAMSERVICE_H
#define INGOT_SERVER_RPC_BYTESTREAMSERVICE_H

#include "google/bytestream/bytestream.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/rpc/Access.h"
#include "server/rpc/Transfers.h"
#include "server/scheduler/SerialExecutors.h"

namespace ingot::server {

/// What a resource name names.
struct ResourceName {
  Digest digest;       ///< Of the blob, as it is stored.
  bool isZstd = false; ///< Compressed on its way.
};

/// Reads [INSTANCE/]blobs/HASH/SIZE, [INSTANCE/]uploads/UUID/blobs/HASH/SIZE
/// [/...], or either with compressed-blobs/zstd in place of blobs.
/// INVALID_ARGUMENT for anything else.
absl::StatusOr<ResourceName> parseResourceName(const std::string &name);

/// The messages of Read and Write are left to us, so that a blob is not copied
/// into them.
using ByteStreamBase =
    google::bytestream::ByteStream::WithRawCallbackMethod_Read<
        google::bytestream::ByteStream::WithRawCallbackMethod_Write<
            google::bytestream::ByteStream::WithCallbackMethod_QueryWriteStatus<
                google::bytestream::ByteStream::Service>>>;

/// Thread-safe. The store is only used on executors: uploads have their own, so
/// that whoever reads does not wait for them. What is given outlives the
/// service, and the executors have ended before it goes.
class ByteStreamService final : public ByteStreamBase {
public:
  ByteStreamService(cache::Store &store, Statistics &statistics,
                    SerialExecutors &reads, SerialExecutors &uploads,
                    const Access &access, Transfers &transfers)
      : store_(store), statistics_(statistics), reads_(reads),
        uploads_(uploads), access_(access), transfers_(transfers) {}

  grpc::ServerWriteReactor<grpc::ByteBuffer> *
  Read(grpc::CallbackServerContext *context,
       const grpc::ByteBuffer *serialized) override;
  grpc::ServerReadReactor<grpc::ByteBuffer> *
  Write(grpc::CallbackServerContext *context,
        grpc::ByteBuffer *response) override;
  grpc::ServerUnaryReactor *QueryWriteStatus(
      grpc::CallbackServerContext *context,
      const google::bytestream::QueryWriteStatusRequest *request,
      google::bytestream::QueryWriteStatusResponse *response) override;

private:
  absl::Status
  queryStatus(const google::bytestream::QueryWriteStatusRequest &request,
              google::bytestream::QueryWriteStatusResponse &response);

  cache::Store &store_;
  Statistics &statistics_;
  SerialExecutors &reads_, &uploads_;
  const Access &access_;
  Transfers &transfers_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BYTESTREAMSERVICE_H
