//===- CompilerService.cpp - ingot.v1.Compiler over gRPC ------------------===//
//
// gRPC calls neither OnCancel nor OnDone before the handler has returned
// (server_callback.h), so the number to leave by is known when it is needed.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/CompilerService.h"
#include "cache/key/SteadyTime.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/CompileStream.h"
#include "server/rpc/RawCall.h"
#include "server/rpc/Status.h"
#include "server/rpc/UnreadAnswer.h"

#include <memory>
#include <optional>
#include <vector>

namespace ingot::server {
namespace {

using RefusedStream = Refused<grpc::ServerWriteReactor<grpc::ByteBuffer>>;

/// By the clock that deadlines are held against here.
absl::Time deadlineOf(const grpc::CallbackServerContext &context) {
  return steadyTimeOf(absl::FromChrono(context.deadline()));
}

/// What the caller's metadata says of its trace; null if nothing.
std::shared_ptr<RequestTrace>
traceOf(const grpc::CallbackServerContext &context, SpanSink *spans) {
  auto header = context.client_metadata().find("traceparent");
  if (header == context.client_metadata().end())
    return nullptr;
  return RequestTrace::begin(
      TraceContext::parse({header->second.data(), header->second.size()}),
      spans, "ingot.v1.Compiler/Compile", steadyNow());
}

/// An answer that was kept ready. Deletes itself.
class ReadyAnswer final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  ReadyAnswer(const cache::SharedBytes &answer,
              std::unique_ptr<UnreadAnswer> room)
      : room_(std::move(room)) {
    const grpc::Slice slice = toSlice(answer, answer->size());
    message_ = grpc::ByteBuffer(&slice, 1);
    StartWriteAndFinish(&message_, grpc::WriteOptions(), grpc::Status::OK);
  }
  void OnDone() override { delete this; }

private:
  const std::unique_ptr<UnreadAnswer> room_;
  grpc::ByteBuffer message_;
};

/// One check. The service answers exactly once, after a cancel too, so that the
/// call ends by its answer alone. Deletes itself.
class CheckCall final : public grpc::ServerUnaryReactor {
public:
  static CheckCall *start(grpc::CallbackServerContext &context,
                          CompileService &service, Transfers &transfers,
                          const v1::CheckRequest &request,
                          const Principal &principal, AuditedCall audit,
                          grpc::ByteBuffer &response) {
    auto *call = new CheckCall(context, service, transfers,
                               principal.tenant.name, response);
    call->audit_ = std::move(audit);
    call->caller_ = service.check(
        request, [call](CompileOutcome outcome) { call->answer(outcome); },
        principal, deadlineOf(context));
    return call;
  }

private:
  CheckCall(grpc::CallbackServerContext &context, CompileService &service,
            Transfers &transfers, std::string tenant,
            grpc::ByteBuffer &response)
      : context_(context), service_(service), transfers_(transfers),
        tenant_(std::move(tenant)), response_(response) {}

  void answer(const CompileOutcome &outcome) {
    // A program at fault is what was asked about, and no failure of the check.
    const bool atFault =
        outcome.diagnostics.diagnostics_size() > 0 &&
        (outcome.status.code() == absl::StatusCode::kFailedPrecondition ||
         outcome.status.code() == absl::StatusCode::kInvalidArgument);
    absl::Status noRoom;
    if (outcome.status.ok() || atFault)
      noRoom = setResponse(outcome);
    audit_.end(noRoom.ok() ? outcome.status.code() : noRoom.code());
    if (!noRoom.ok())
      Finish(toGrpc(noRoom));
    else if (atFault)
      Finish(grpc::Status::OK);
    else
      Finish(toGrpc(outcome.status, outcome.diagnostics));
  }

  /// RESOURCE_EXHAUSTED when there is no room for it.
  absl::Status setResponse(const CompileOutcome &outcome) {
    v1::CheckResponse response;
    *response.mutable_diagnostics() = outcome.diagnostics.diagnostics();
    if (outcome.description)
      *response.mutable_description() = *outcome.description;
    auto room = UnreadAnswer::take(context_, transfers_, tenant_,
                                   response.ByteSizeLong());
    if (!room.ok())
      return room.status();
    room_ = *std::move(room);
    response_ = serialize(response);
    return absl::OkStatus();
  }

  void OnCancel() override { service_.leave(caller_); }
  void OnDone() override { delete this; }

  grpc::CallbackServerContext &context_;
  CompileService &service_;
  Transfers &transfers_;
  const std::string tenant_;
  grpc::ByteBuffer &response_;
  std::unique_ptr<UnreadAnswer> room_; ///< Of the response.
  AuditedCall audit_;                  ///< Set once, inside the handler.
  CompileService::Caller caller_ = 0;  ///< Set once, inside the handler.
};

/// What the answer to a request is found by. Nothing when gRPC cannot show the
/// bytes; parsing them will say why.
std::optional<Digest> answerName(const Principal &principal,
                                 const grpc::ByteBuffer &bytes) {
  std::vector<grpc::Slice> slices;
  if (!bytes.Dump(&slices).ok())
    return std::nullopt;
  AnswerName name(principal);
  for (const grpc::Slice &slice : slices)
    name.add({reinterpret_cast<const char *>(slice.begin()), slice.size()});
  return name.finish();
}

} // namespace

grpc::ServerWriteReactor<grpc::ByteBuffer> *
CompilerService::Compile(grpc::CallbackServerContext *context,
                         const grpc::ByteBuffer *bytes) {
  // Hits are for readers; the core refuses the rest to who may not compile.
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "Compile");
  if (!caller.ok())
    return new RefusedStream(caller.status());
  const Principal principal = caller->principal();
  const std::optional<Digest> name = answerName(principal, *bytes);
  const std::shared_ptr<RequestTrace> trace = traceOf(*context, spans_);
  if (name)
    if (auto *ready = answerAtOnce(*context, *caller, *name, trace.get()))
      return ready;
  v1::CompileRequest request;
  if (absl::Status status = parseAndRelease(*bytes, request, kMaxCompileFields);
      !status.ok())
    return new RefusedStream(status);
  AuditedCall audit = access_.compile(*context, *caller, "Compile");
  if (trace)
    audit.setTrace(trace->traceId());
  return CompileStream::start(*context,
                              {service_, transfers_, principal.tenant.name,
                               std::move(audit), name, trace},
                              [&](auto onEvent, auto onDone) {
                                return service_.compile(
                                    std::move(request), onEvent, onDone,
                                    principal, deadlineOf(*context), trace);
                              });
}

grpc::ServerWriteReactor<grpc::ByteBuffer> *
CompilerService::answerAtOnce(grpc::CallbackServerContext &context,
                              const Identity &caller, const Digest &name,
                              RequestTrace *trace) {
  std::unique_ptr<UnreadAnswer> room;
  auto takeRoom = [&](const KeptAnswer &kept) {
    auto taken = UnreadAnswer::take(context, transfers_, caller.tenant.name,
                                    kept.bytes->size());
    if (taken.ok())
      room = *std::move(taken);
    return taken.ok(); // The long way goes without the artifact.
  };
  std::optional<KeptAnswer> answer =
      service_.findAnswer(name, caller.tenant.lane, takeRoom);
  if (!answer)
    return nullptr;
  AuditedCall audit = access_.audited(context, caller, "Compile");
  if (trace) {
    audit.setTrace(trace->traceId());
    endTrace(*trace, absl::OkStatus(), v1::HIT);
  }
  audit.setKey(answer->key.toString());
  audit.end(v1::CacheOutcome_Name(v1::HIT));
  return new ReadyAnswer(answer->bytes, std::move(room));
}

grpc::ServerWriteReactor<grpc::ByteBuffer> *
CompilerService::Watch(grpc::CallbackServerContext *context,
                       const grpc::ByteBuffer *bytes) {
  absl::StatusOr<Identity> caller = access_.require(*context, kReader, "Watch");
  v1::WatchRequest request;
  absl::Status status =
      caller.ok() ? parseShort(*bytes, request) : caller.status();
  if (!status.ok())
    return new RefusedStream(status);
  AuditedCall audit = access_.compile(*context, *caller, "Watch");
  audit.setKey(request.job());
  return CompileStream::start(
      *context,
      {service_, transfers_, caller->principal().tenant.name, std::move(audit)},
      [&](auto onEvent, auto onDone) {
        return service_.watch(request.job(), request.max_inline_bytes(),
                              onEvent, onDone, caller->principal());
      });
}

grpc::ServerUnaryReactor *
CompilerService::Cancel(grpc::CallbackServerContext *context,
                        const v1::CancelRequest *request,
                        v1::CancelResponse *) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "Cancel");
  if (!caller.ok())
    return endAtOnce(*context, caller.status());
  absl::Status status = service_.cancel(request->job(), caller->principal());
  AuditedCall audit = access_.audited(*context, *caller, "Cancel");
  audit.setKey(request->job());
  audit.end(status.code());
  return endAtOnce(*context, status);
}

grpc::ServerUnaryReactor *
CompilerService::Check(grpc::CallbackServerContext *context,
                       const grpc::ByteBuffer *bytes,
                       grpc::ByteBuffer *response) {
  v1::CheckRequest request;
  absl::StatusOr<Identity> caller =
      access_.require(*context, kCompiler, "Check");
  absl::Status status =
      caller.ok() ? parseAndRelease(*bytes, request, kMaxCompileFields)
                  : caller.status();
  if (!status.ok())
    return endAtOnce(*context, status);
  return CheckCall::start(
      *context, service_, transfers_, request, caller->principal(),
      access_.audited(*context, *caller, "Check"), *response);
}

grpc::ServerUnaryReactor *
CompilerService::ListTargets(grpc::CallbackServerContext *context,
                             const v1::ListTargetsRequest *,
                             v1::ListTargetsResponse *response) {
  absl::Status status =
      access_.require(*context, kReader, "ListTargets").status();
  if (!status.ok())
    return endAtOnce(*context, status);
  *response->mutable_targets() = pool_.hello().targets();
  *response->mutable_phases() = pool_.hello().phases();
  return endAtOnce(*context, status);
}

grpc::ServerUnaryReactor *
CompilerService::Explain(grpc::CallbackServerContext *context,
                         const v1::ExplainRequest *request,
                         v1::ExplainResponse *response) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "Explain");
  if (!caller.ok())
    return endAtOnce(*context, caller.status());
  // gRPC keeps both messages until the reactor is done.
  auto *reactor = context->DefaultReactor();
  service_.explain(*request, caller->principal(),
                   [reactor, response](auto explained) {
                     if (explained.ok())
                       response->Swap(&*explained);
                     reactor->Finish(toGrpc(explained.status()));
                   });
  return reactor;
}

} // namespace ingot::server
