//===- ActionCacheService.cpp - results for any REAPI client --------------===//

#include "server/rpc/ActionCacheService.h"
#include "cache/remote/ActionResult.h"
#include "cache/store/KeyHistory.h"
#include "server/rpc/RawCall.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

using GetCall = RawCall<reapi::GetActionResultRequest, reapi::ActionResult>;
using cache::RecordKind;

/// Keys of the two tables never meet: their first part says the kind.
constexpr RecordKind kKinds[] = {RecordKind::Action, RecordKind::Request};

} // namespace

absl::Status ActionCacheService::find(const ActionKey &key, StoreAccess from,
                                      reapi::ActionResult &result) {
  // Whether another lane has something is nobody's to ask.
  if (!isInLane(key.name()))
    for (RecordKind kind : kKinds) {
      auto found = findRecord(store_, kind, key, from);
      if (!found.ok())
        return found.status();
      if (!*found || (*found)->record.format() == cache::kKeyRecordFormat)
        continue; // What is remembered of a tenant's keys is no result.
      result = cache::toActionResult(key.name(), (*found)->record, secret_);
      return absl::OkStatus();
    }
  return absl::NotFoundError(absl::StrCat(
      "no action of the key ", key.name().toString(), " was stored"));
}

grpc::ServerUnaryReactor *
ActionCacheService::GetActionResult(grpc::CallbackServerContext *context,
                                    const grpc::ByteBuffer *request,
                                    grpc::ByteBuffer *response) {
  auto *call = new GetCall(response);
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "GetActionResult");
  reapi::GetActionResultRequest asks; // It may be long; only the key is used.
  absl::Status status =
      caller.ok() ? parseAndRelease(*request, asks) : caller.status();
  absl::StatusOr<Digest> key =
      status.ok() ? cache::fromReapi(asks.action_digest()) : status;
  if (!key.ok()) {
    call->finish(key.status());
    return call;
  }
  const std::string &lane = caller->tenant.lane;
  const ActionKey asked{keyInLane(lane, *key), "", lane, *key};
  if (find(asked, StoreAccess::Memory, call->response).ok()) {
    call->finish(absl::OkStatus());
    return call;
  }
  // What waits for the disk is counted; the rest is over already.
  if (absl::Status tooMany = transfers_.beginQuery(caller->name);
      !tooMany.ok()) {
    call->finish(tooMany);
    return call;
  }
  call->onEnd([this, name = caller->name] { transfers_.endQuery(name); });
  reads_.post(call->guarded([this, call, asked] {
    call->finish(find(asked, StoreAccess::Disk, call->response));
  }));
  return call;
}

grpc::ServerUnaryReactor *
ActionCacheService::UpdateActionResult(grpc::CallbackServerContext *context,
                                       const grpc::ByteBuffer *,
                                       grpc::ByteBuffer *) {
  auto *reactor = context->DefaultReactor();
  reactor->Finish(toGrpc(absl::PermissionDeniedError(
      "results are written by this service alone, when it has compiled them; "
      "send the program to ingot.v1.Compiler instead")));
  return reactor;
}

} // namespace ingot::server
