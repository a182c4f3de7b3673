//===- AdminService.h - ingot.v1.Admin over gRPC ----------------*- C++ -*-===//
//
// Figures go to every reader, and what runs to those of its tenant; what
// changes the daemon is an operator's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ADMINSERVICE_H
#define INGOT_SERVER_RPC_ADMINSERVICE_H

#include "ingot/v1/admin.grpc.pb.h"
#include "server/core/AdminSource.h"
#include "server/rpc/Access.h"

#include <functional>

namespace ingot::server {

/// Thread-safe. What is given outlives it.
class AdminService final : public v1::Admin::CallbackService {
public:
  /// `drain` starts the shutdown and returns at once.
  AdminService(AdminSource source, std::function<void()> drain,
               const Access &access)
      : source_(std::move(source)), drain_(std::move(drain)), access_(access) {}

  grpc::ServerUnaryReactor *
  GetStatistics(grpc::CallbackServerContext *context,
                const v1::GetStatisticsRequest *,
                v1::GetStatisticsResponse *response) override;
  grpc::ServerUnaryReactor *ListJobs(grpc::CallbackServerContext *context,
                                     const v1::ListJobsRequest *,
                                     v1::ListJobsResponse *response) override;
  grpc::ServerUnaryReactor *
  ListCompiles(grpc::CallbackServerContext *context,
               const v1::ListCompilesRequest *,
               v1::ListCompilesResponse *response) override;
  grpc::ServerUnaryReactor *
  ListCrashes(grpc::CallbackServerContext *context,
              const v1::ListCrashesRequest *,
              v1::ListCrashesResponse *response) override;
  grpc::ServerUnaryReactor *
  CancelRequest(grpc::CallbackServerContext *context,
                const v1::CancelRequestRequest *request,
                v1::CancelRequestResponse *) override;
  grpc::ServerUnaryReactor *Drain(grpc::CallbackServerContext *context,
                                  const v1::DrainRequest *,
                                  v1::DrainResponse *) override;

private:
  /// Answers a reader with what `ask` gives.
  template <typename Response, typename Ask>
  grpc::ServerUnaryReactor *answer(grpc::CallbackServerContext &context,
                                   const char *method, Response &response,
                                   Ask ask);

  const AdminSource source_;
  const std::function<void()> drain_;
  const Access &access_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ADMINSERVICE_H
