//===- AdminService.h - ingot.v1.Admin over gRPC ----------------*- C++ -*-===//
//
// Figures go to every reader; what changes the daemon is an operator's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ADMINSERVICE_H
#define INGOT_SERVER_RPC_ADMINSERVICE_H

#include "ingot/v1/admin.grpc.pb.h"
#include "server/core/Statistics.h"
#include "server/rpc/Access.h"

#include <functional>

namespace ingot::server {

/// Thread-safe. What is given outlives it.
class AdminService final : public v1::Admin::CallbackService {
public:
  using Collect = std::function<v1::GetStatisticsResponse()>;

  /// `drain` starts the shutdown and returns at once.
  AdminService(Collect collect, std::function<void()> drain,
               const Access &access)
      : collect_(std::move(collect)), drain_(std::move(drain)),
        access_(access) {}

  grpc::ServerUnaryReactor *
  GetStatistics(grpc::CallbackServerContext *context,
                const v1::GetStatisticsRequest *,
                v1::GetStatisticsResponse *response) override;

  grpc::ServerUnaryReactor *Drain(grpc::CallbackServerContext *context,
                                  const v1::DrainRequest *,
                                  v1::DrainResponse *) override;

private:
  const Collect collect_;
  const std::function<void()> drain_;
  const Access &access_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ADMINSERVICE_H
