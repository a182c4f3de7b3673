//===- AdminService.cpp - ingot.v1.Admin over gRPC ------------------------===//

#include "server/rpc/AdminService.h"
#include "server/rpc/Status.h"

namespace ingot::server {

template <typename Response, typename Ask>
grpc::ServerUnaryReactor *
AdminService::answer(grpc::CallbackServerContext &context, const char *method,
                     Response &response, Ask ask) {
  absl::StatusOr<Identity> caller = access_.require(context, kReader, method);
  if (caller.ok())
    response = ask(*caller);
  return endAtOnce(context, caller.status());
}

grpc::ServerUnaryReactor *
AdminService::GetStatistics(grpc::CallbackServerContext *context,
                            const v1::GetStatisticsRequest *,
                            v1::GetStatisticsResponse *response) {
  return answer(*context, "GetStatistics", *response,
                [this](const Identity &) { return source_.statistics(); });
}

grpc::ServerUnaryReactor *
AdminService::ListJobs(grpc::CallbackServerContext *context,
                       const v1::ListJobsRequest *,
                       v1::ListJobsResponse *response) {
  return answer(*context, "ListJobs", *response, [this](const Identity &who) {
    return source_.jobs(who.principal());
  });
}

grpc::ServerUnaryReactor *
AdminService::ListCompiles(grpc::CallbackServerContext *context,
                           const v1::ListCompilesRequest *,
                           v1::ListCompilesResponse *response) {
  return answer(*context, "ListCompiles", *response,
                [this](const Identity &who) {
                  return source_.compiles(who.principal());
                });
}

grpc::ServerUnaryReactor *
AdminService::ListCrashes(grpc::CallbackServerContext *context,
                          const v1::ListCrashesRequest *,
                          v1::ListCrashesResponse *response) {
  return answer(
      *context, "ListCrashes", *response,
      [this](const Identity &who) { return source_.crashes(who.principal()); });
}

grpc::ServerUnaryReactor *
AdminService::CancelRequest(grpc::CallbackServerContext *context,
                            const v1::CancelRequestRequest *request,
                            v1::CancelRequestResponse *) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kOperator, "CancelRequest");
  if (!caller.ok())
    return endAtOnce(*context, caller.status());
  AuditedCall audit = access_.audited(*context, *caller, "CancelRequest");
  absl::StatusOr<Digest> digest = Digest::fromProto(request->request());
  absl::Status status = digest.status();
  if (digest.ok()) {
    audit.setKey(digest->toString());
    status = source_.cancelRequest(*digest);
  }
  audit.end(status.code());
  return endAtOnce(*context, status);
}

grpc::ServerUnaryReactor *
AdminService::Drain(grpc::CallbackServerContext *context,
                    const v1::DrainRequest *, v1::DrainResponse *) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kOperator, "Drain");
  const absl::Status status = caller.status();
  if (status.ok())
    access_.audited(*context, *caller, "Drain").end(status.code());
  auto *reactor = endAtOnce(*context, status);
  if (status.ok())
    drain_();
  return reactor;
}

} // namespace ingot::server
