//===- AdminService.h - ingot.v1.Admin over gRPC ----------------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_ADMINSERVICE_H
#define INGOT_SERVER_RPC_ADMINSERVICE_H

#include "ingot/v1/admin.grpc.pb.h"
#include "server/core/Statistics.h"

#include <functional>

namespace ingot::server {

/// Thread-safe.
class AdminService final : public v1::Admin::CallbackService {
public:
  using Collect = std::function<v1::GetStatisticsResponse()>;

  /// `drain` starts the shutdown and returns at once.
  AdminService(Collect collect, std::function<void()> drain)
      : collect_(std::move(collect)), drain_(std::move(drain)) {}

  grpc::ServerUnaryReactor *
  GetStatistics(grpc::CallbackServerContext *context,
                const v1::GetStatisticsRequest *,
                v1::GetStatisticsResponse *response) override {
    *response = collect_();
    auto *reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  grpc::ServerUnaryReactor *Drain(grpc::CallbackServerContext *context,
                                  const v1::DrainRequest *,
                                  v1::DrainResponse *) override {
    auto *reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    drain_();
    return reactor;
  }

private:
  const Collect collect_;
  const std::function<void()> drain_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ADMINSERVICE_H
