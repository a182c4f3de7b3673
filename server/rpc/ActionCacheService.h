//===- ActionCacheService.h - results for any REAPI client ------*- C++ -*-===//
//
// ActionCache of the Remote Execution API, to be read: plans, kernels, links
// and whole requests by their keys, as cache/remote/README.md describes. Nobody
// can write: what stands under a key was made here, which is why a hit can be
// trusted.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ACTIONCACHESERVICE_H
#define INGOT_SERVER_RPC_ACTIONCACHESERVICE_H

#include "build/bazel/remote/execution/v2/action_cache.grpc.pb.h"
#include "cache/store/Store.h"
#include "server/core/LaneRecords.h"
#include "server/rpc/Access.h"
#include "server/rpc/Transfers.h"
#include "server/scheduler/SerialExecutors.h"

#include <string>

namespace ingot::server {

namespace reapi = build::bazel::remote::execution::v2;

/// Messages arrive as bytes, to be counted before they are parsed.
using ActionCacheBase =
    reapi::ActionCache::WithRawCallbackMethod_GetActionResult<
        reapi::ActionCache::WithRawCallbackMethod_UpdateActionResult<
            reapi::ActionCache::Service>>;

/// Thread-safe. What is in memory is answered inside the call, the rest on an
/// executor. What is given outlives the service, and the executors have ended
/// before it goes.
class ActionCacheService final : public ActionCacheBase {
public:
  /// Results are sealed with `secret`, which may be empty.
  ActionCacheService(cache::Store &store, SerialExecutors &reads,
                     const Access &access, Transfers &transfers,
                     std::string secret = "")
      : store_(store), reads_(reads), access_(access), transfers_(transfers),
        secret_(std::move(secret)) {}

  grpc::ServerUnaryReactor *
  GetActionResult(grpc::CallbackServerContext *context,
                  const grpc::ByteBuffer *request,
                  grpc::ByteBuffer *response) override;
  /// PERMISSION_DENIED, whoever asks.
  grpc::ServerUnaryReactor *
  UpdateActionResult(grpc::CallbackServerContext *context,
                     const grpc::ByteBuffer *request,
                     grpc::ByteBuffer *response) override;

private:
  /// The record of this key that a caller of its lane may read; NOT_FOUND where
  /// no action of it was stored.
  absl::Status find(const ActionKey &key, StoreAccess from,
                    reapi::ActionResult &result);

  cache::Store &store_;
  SerialExecutors &reads_;
  const Access &access_;
  Transfers &transfers_;
  const std::string secret_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ACTIONCACHESERVICE_H
