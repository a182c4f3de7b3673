//===- AdminService.cpp - ingot.v1.Admin over gRPC ------------------------===//

#include "server/rpc/AdminService.h"
#include "server/rpc/Status.h"

namespace ingot::server {

grpc::ServerUnaryReactor *
AdminService::GetStatistics(grpc::CallbackServerContext *context,
                            const v1::GetStatisticsRequest *,
                            v1::GetStatisticsResponse *response) {
  absl::Status status =
      access_.require(*context, kReader, "GetStatistics").status();
  if (status.ok())
    *response = collect_();
  auto *reactor = context->DefaultReactor();
  reactor->Finish(toGrpc(status));
  return reactor;
}

grpc::ServerUnaryReactor *
AdminService::Drain(grpc::CallbackServerContext *context,
                    const v1::DrainRequest *, v1::DrainResponse *) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kOperator, "Drain");
  const absl::Status status = caller.status();
  if (status.ok())
    access_.audited(*context, *caller, "Drain").end(status.code());
  auto *reactor = context->DefaultReactor();
  reactor->Finish(toGrpc(status));
  if (status.ok())
    drain_();
  return reactor;
}

} // namespace ingot::server
