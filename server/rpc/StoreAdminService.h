//===- StoreAdminService.h - ingot.v1.StoreAdmin over gRPC ------*- C++ -*-===//
//
// Care of the store for operators. Each call is a line of the audit log.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_STOREADMINSERVICE_H
#define INGOT_SERVER_RPC_STOREADMINSERVICE_H

#include "cache/store/Store.h"
#include "ingot/v1/store_admin.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/rpc/Access.h"
#include "server/scheduler/SerialExecutors.h"

#include <string>

namespace ingot::server {

/// Thread-safe. What is given outlives it, but for the tasks: the executors end
/// first. They should be its own: its tasks wait for their callers.
class StoreAdminService final : public v1::StoreAdmin::CallbackService {
public:
  /// `checkpoints` is the folder for checkpoints; empty: there are none.
  StoreAdminService(cache::Store &store, Statistics &statistics,
                    SerialExecutors &executors, const Access &access,
                    std::string checkpoints)
      : store_(store), statistics_(statistics), executors_(executors),
        access_(access), checkpoints_(std::move(checkpoints)) {}

  grpc::ServerUnaryReactor *
  DescribeStore(grpc::CallbackServerContext *context,
                const v1::DescribeStoreRequest *,
                v1::DescribeStoreResponse *response) override;
  grpc::ServerWriteReactor<v1::VerifyStoreEvent> *
  VerifyStore(grpc::CallbackServerContext *context,
              const v1::VerifyStoreRequest *) override;
  grpc::ServerUnaryReactor *
  CollectGarbage(grpc::CallbackServerContext *context,
                 const v1::CollectGarbageRequest *request,
                 v1::CollectGarbageResponse *response) override;
  grpc::ServerUnaryReactor *
  CheckpointStore(grpc::CallbackServerContext *context,
                  const v1::CheckpointStoreRequest *request,
                  v1::CheckpointStoreResponse *response) override;
  grpc::ServerUnaryReactor *
  PromoteResult(grpc::CallbackServerContext *context,
                const v1::PromoteResultRequest *request,
                v1::PromoteResultResponse *response) override;
  grpc::ServerUnaryReactor *PinResult(grpc::CallbackServerContext *context,
                                      const v1::PinResultRequest *request,
                                      v1::PinResultResponse *response) override;
  grpc::ServerUnaryReactor *
  UnpinResult(grpc::CallbackServerContext *context,
              const v1::UnpinResultRequest *request,
              v1::UnpinResultResponse *response) override;
  grpc::ServerUnaryReactor *ListPins(grpc::CallbackServerContext *context,
                                     const v1::ListPinsRequest *,
                                     v1::ListPinsResponse *response) override;
  grpc::ServerWriteReactor<v1::StorePiece> *
  ExportStore(grpc::CallbackServerContext *context,
              const v1::ExportStoreRequest *) override;
  grpc::ServerReadReactor<v1::StorePiece> *
  ImportStore(grpc::CallbackServerContext *context,
              v1::ArchiveSummary *response) override;

private:
  /// Runs `task`, which returns a status, for an operator, and ends the call.
  /// `key` and `lane` are what the audit log says of it.
  template <typename Task>
  grpc::ServerUnaryReactor *answer(grpc::CallbackServerContext &context,
                                   const char *method, Task task,
                                   std::string key = "", std::string lane = "");
  /// The same for a stream, which the task is given.
  template <typename Stream, typename Task>
  Stream *stream(grpc::CallbackServerContext &context, const char *method,
                 Task task);
  absl::StatusOr<std::string> checkpointFolder(const std::string &name) const;

  cache::Store &store_;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const Access &access_;
  const std::string checkpoints_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_STOREADMINSERVICE_H
