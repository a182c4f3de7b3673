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
#include "server/scheduler/SerialExecutors.h"

namespace ingot::server {

/// The digest in a resource name ([INSTANCE/]blobs/HASH/SIZE or
/// [INSTANCE/]uploads/UUID/blobs/HASH/SIZE[/...]), or INVALID_ARGUMENT.
absl::StatusOr<Digest> parseResourceName(const std::string &name);

/// Read's messages are left to us, so that a blob is not copied into them.
using ByteStreamBase =
    google::bytestream::ByteStream::WithRawCallbackMethod_Read<
        google::bytestream::ByteStream::WithCallbackMethod_Write<
            google::bytestream::ByteStream::WithCallbackMethod_QueryWriteStatus<
                google::bytestream::ByteStream::Service>>>;

/// Thread-safe. The store is only used on executors. What is given outlives the
/// service, and the executors have ended before it goes.
class ByteStreamService final : public ByteStreamBase {
public:
  ByteStreamService(cache::Store &store, Statistics &statistics,
                    SerialExecutors &executors)
      : store_(store), statistics_(statistics), executors_(executors) {}

  grpc::ServerWriteReactor<grpc::ByteBuffer> *
  Read(grpc::CallbackServerContext *context,
       const grpc::ByteBuffer *serialized) override;
  grpc::ServerReadReactor<google::bytestream::WriteRequest> *
  Write(grpc::CallbackServerContext *context,
        google::bytestream::WriteResponse *response) override;
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
  SerialExecutors &executors_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BYTESTREAMSERVICE_H
