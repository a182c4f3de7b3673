//===- AdminService.cpp - ingot.v1.Admin over gRPC ------------------------===//

#include "server/rpc/AdminService.h"

namespace ingot::server {

grpc::Status requireUnixSocket(const std::string &peer,
                               const std::string &method) {
  if (peer.rfind("unix:", 0) == 0)
    return grpc::Status::OK;
  return {grpc::StatusCode::PERMISSION_DENIED,
          method + " is taken on the daemon's unix socket only: call it on the "
                   "daemon's machine with --server unix:PATH, or send SIGTERM"};
}

grpc::ServerUnaryReactor *
AdminService::GetStatistics(grpc::CallbackServerContext *context,
                            const v1::GetStatisticsRequest *,
                            v1::GetStatisticsResponse *response) {
  *response = collect_();
  auto *reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerUnaryReactor *
AdminService::Drain(grpc::CallbackServerContext *context,
                    const v1::DrainRequest *, v1::DrainResponse *) {
  grpc::Status status = requireUnixSocket(context->peer(), "Drain");
  auto *reactor = context->DefaultReactor();
  reactor->Finish(status);
  if (status.ok())
    drain_();
  return reactor;
}

} // namespace ingot::server
