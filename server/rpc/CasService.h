//===- CasService.h - small blobs, and what is missing ----------*- C++ -*-===//
//
// ContentAddressableStorage of the Remote Execution API: which blobs the store
// lacks, batches of small ones, and trees of directories.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_CASSERVICE_H
#define INGOT_SERVER_RPC_CASSERVICE_H

#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/rpc/Access.h"
#include "server/rpc/Transfers.h"
#include "server/scheduler/SerialExecutors.h"

#include <functional>
#include <string>

namespace ingot::server {

namespace reapi = build::bazel::remote::execution::v2;

/// Messages arrive as bytes, to be counted before they are parsed.
using CasBase =
    reapi::ContentAddressableStorage::WithRawCallbackMethod_FindMissingBlobs<
        reapi::ContentAddressableStorage::
            WithRawCallbackMethod_BatchUpdateBlobs<
                reapi::ContentAddressableStorage::
                    WithRawCallbackMethod_BatchReadBlobs<
                        reapi::ContentAddressableStorage::
                            WithRawCallbackMethod_GetTree<
                                reapi::ContentAddressableStorage::
                                    WithRawCallbackMethod_SpliceBlob<
                                        reapi::ContentAddressableStorage::
                                            Service>>>>>;

/// Sum of what one BatchReadBlobs answers: with digests and statuses around it
/// an answer stays under the 4 MiB that clients take by default.
inline constexpr int64_t kMaxBatchBytes = (4 << 20) - (256 << 10);

/// Thread-safe. The store is only used on executors: uploads have their own, so
/// that whoever reads does not wait for them. What is given outlives the
/// service, and the executors have ended before it goes.
class CasService final : public CasBase {
public:
  CasService(cache::Store &store, Statistics &statistics,
             SerialExecutors &reads, SerialExecutors &uploads,
             const Access &access, Transfers &transfers)
      : store_(store), statistics_(statistics), reads_(reads),
        uploads_(uploads), access_(access), transfers_(transfers) {}

  grpc::ServerUnaryReactor *
  FindMissingBlobs(grpc::CallbackServerContext *context,
                   const grpc::ByteBuffer *request,
                   grpc::ByteBuffer *response) override;
  grpc::ServerUnaryReactor *
  BatchUpdateBlobs(grpc::CallbackServerContext *context,
                   const grpc::ByteBuffer *request,
                   grpc::ByteBuffer *response) override;
  grpc::ServerUnaryReactor *BatchReadBlobs(grpc::CallbackServerContext *context,
                                           const grpc::ByteBuffer *request,
                                           grpc::ByteBuffer *response) override;
  grpc::ServerUnaryReactor *SpliceBlob(grpc::CallbackServerContext *context,
                                       const grpc::ByteBuffer *request,
                                       grpc::ByteBuffer *response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer> *
  GetTree(grpc::CallbackServerContext *context,
          const grpc::ByteBuffer *request) override;

private:
  absl::Status findMissing(const reapi::FindMissingBlobsRequest &request,
                           reapi::FindMissingBlobsResponse &response);
  absl::Status update(const reapi::BatchUpdateBlobsRequest &request,
                      const cache::StoreOwner &owner,
                      const std::function<bool()> &isCancelled,
                      reapi::BatchUpdateBlobsResponse &response);
  absl::Status read(const reapi::Digest &digest, std::string &data);

  cache::Store &store_;
  Statistics &statistics_;
  SerialExecutors &reads_, &uploads_;
  const Access &access_;
  Transfers &transfers_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_CASSERVICE_H
