//===- AdminService.h - ingot.v1.Admin over gRPC ----------------*- C++ -*-===//
//
// TCP says nothing about who calls; the unix socket is a file with an owner. So
// figures go to anybody, and what changes the daemon is refused over TCP.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ADMINSERVICE_H
#define INGOT_SERVER_RPC_ADMINSERVICE_H

#include "ingot/v1/admin.grpc.pb.h"
#include "server/core/Statistics.h"

#include <functional>
#include <string>

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
                v1::GetStatisticsResponse *response) override;

  grpc::ServerUnaryReactor *Drain(grpc::CallbackServerContext *context,
                                  const v1::DrainRequest *,
                                  v1::DrainResponse *) override;

private:
  const Collect collect_;
  const std::function<void()> drain_;
};

/// OK for a caller on a unix socket, PERMISSION_DENIED for others. `peer` is
/// ServerContext::peer(). Every method of Admin that changes something asks it.
grpc::Status requireUnixSocket(const std::string &peer,
                               const std::string &method);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ADMINSERVICE_H
