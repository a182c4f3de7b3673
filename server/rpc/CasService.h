//===- CasService.h - small blobs, and what is missing ----------*- C++ -*-===//
//
// ContentAddressableStorage of the Remote Execution API: which blobs the store
// lacks, and batches of small ones.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_CASSERVICE_H
#define INGOT_SERVER_RPC_CASSERVICE_H

#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/scheduler/SerialExecutors.h"

namespace ingot::server {

namespace reapi = build::bazel::remote::execution::v2;

/// Thread-safe. The store is only used on executors. What is given outlives the
/// service, and the executors have ended before it goes.
class CasService final
    : public reapi::ContentAddressableStorage::CallbackService {
public:
  CasService(cache::Store &store, Statistics &statistics,
             SerialExecutors &executors)
      : store_(store), statistics_(statistics), executors_(executors) {}

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
  absl::Status findMissing(const reapi::FindMissingBlobsRequest &request,
                           reapi::FindMissingBlobsResponse &response);
  absl::Status update(const std::string &data, const reapi::Digest &digest);
  absl::Status read(const reapi::Digest &digest, std::string &data);

  cache::Store &store_;
  Statistics &statistics_;
  SerialExecutors &executors_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_CASSERVICE_H
