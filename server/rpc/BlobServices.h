//===- BlobServices.h - blobs to and from clients ---------------*- C++ -*-===//
//
// google.bytestream.ByteStream for blobs of any size and REAPI's
// ContentAddressableStorage for asking what is missing and for small ones. What
// clients send is verified against its digest by the store.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_BLOBSERVICES_H
#define INGOT_SERVER_RPC_BLOBSERVICES_H

#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "server/core/Statistics.h"

namespace ingot::server {

/// The digest in a resource name ([INSTANCE/]blobs/HASH/SIZE or
/// [INSTANCE/]uploads/UUID/blobs/HASH/SIZE[/...]), or INVALID_ARGUMENT.
absl::StatusOr<Digest> parseResourceName(const std::string &name);

/// Thread-safe.
class ByteStreamService final
    : public google::bytestream::ByteStream::CallbackService {
public:
  ByteStreamService(cache::Store &store, Statistics &statistics)
      : store_(store), statistics_(statistics) {}

  grpc::ServerWriteReactor<google::bytestream::ReadResponse> *
  Read(grpc::CallbackServerContext *context,
       const google::bytestream::ReadRequest *request) override;
  grpc::ServerReadReactor<google::bytestream::WriteRequest> *
  Write(grpc::CallbackServerContext *context,
        google::bytestream::WriteResponse *response) override;
  grpc::ServerUnaryReactor *QueryWriteStatus(
      grpc::CallbackServerContext *context,
      const google::bytestream::QueryWriteStatusRequest *request,
      google::bytestream::QueryWriteStatusResponse *response) override;

private:
  cache::Store &store_;
  Statistics &statistics_;
};

namespace reapi = build::bazel::remote::execution::v2;

/// Thread-safe.
class CasService final
    : public reapi::ContentAddressableStorage::CallbackService {
public:
  CasService(cache::Store &store, Statistics &statistics)
      : store_(store), statistics_(statistics) {}

  grpc::ServerUnaryReactor *
  FindMissingBlobs(grpc::CallbackServerContext *context,
                   const reapi::FindMissingBlobsRequest *request,
                   reapi::FindMissingBlobsResponse *response) override;
  grpc::ServerUnaryReactor *
  BatchUpdateBlobs(grpc::CallbackServerContext *context,
                   const reapi::BatchUpdateBlobsRequest *request,
                   reapi::BatchUpdateBlobsResponse *response) override;
  grpc::ServerUnaryReactor *
  BatchReadBlobs(grpc::CallbackServerContext *context,
                 const reapi::BatchReadBlobsRequest *request,
                 reapi::BatchReadBlobsResponse *response) override;

private:
  cache::Store &store_;
  Statistics &statistics_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BLOBSERVICES_H
