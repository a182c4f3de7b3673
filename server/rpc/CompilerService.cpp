//===- CompilerService.cpp - ingot.v1.Compiler over gRPC ------------------===//
//
// A stream has two lives that end apart. gRPC's side ends with OnDone, after
// Finish; the service's side ends with the answer, or with leave(). Callbacks
// of the service come on any thread, also after gRPC's side is gone: they find
// the stream through a handle that both sides share, or find it gone.
//
// gRPC calls neither OnCancel nor OnDone before the handler has returned
// (server_callback.h), so the number to leave by is known when it is needed.
//
// gRPC takes one write at a time: events wait in a queue, bounded by what the
// pool lets one action send.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/CompilerService.h"
#include "cache/key/SteadyTime.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/Status.h"

#include "absl/synchronization/mutex.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ingot::server {
namespace {

class CompileStream;

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

void endTrace(RequestTrace &trace, const absl::Status &status,
              v1::CacheOutcome cache) {
  trace.end(steadyNow(), status,
            {{"rpc.system", "grpc"},
             {"rpc.service", "ingot.v1.Compiler"},
             {"rpc.method", "Compile"},
             {"ingot.cache", status.ok() ? v1::CacheOutcome_Name(cache) : ""}});
}

/// Where the service's callbacks find the stream, which may be gone.
struct StreamHandle {
  absl::Mutex mutex;
  CompileStream *stream ABSL_GUARDED_BY(mutex) = nullptr;
};

/// Writes events one after the other and then the end. Deletes itself.
class CompileStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  using Call = std::function<CompileService::Caller(CompileService::OnEvent,
                                                    CompileService::OnDone)>;

  /// Makes `call` for a new stream, inside the handler.
  /// A hit is kept ready under `name`, if there is one.
  static CompileStream *start(CompileService &service, AuditedCall audit,
                              const Call &call,
                              std::optional<Digest> name = std::nullopt,
                              std::shared_ptr<RequestTrace> trace = nullptr) {
    auto *stream = new CompileStream(service);
    stream->audit_ = std::move(audit);
    stream->name_ = name;
    stream->trace_ = std::move(trace);
    stream->caller_ = call(
        [handle = stream->handle_](const v1::CompileEvent &event) {
          absl::MutexLock lock(&handle->mutex);
          if (handle->stream)
            handle->stream->push(event);
        },
        [handle = stream->handle_](CompileOutcome outcome) {
          absl::MutexLock lock(&handle->mutex);
          if (handle->stream)
            handle->stream->end(std::move(outcome));
        });
    return stream;
  }

  /// A stream that ends at once.
  static CompileStream *refuse(CompileService &service, absl::Status status) {
    auto *stream = new CompileStream(service);
    absl::MutexLock lock(&stream->handle_->mutex);
    stream->end({std::move(status), {}, {}, {}});
    return stream;
  }

private:
  explicit CompileStream(CompileService &service) : service_(service) {
    absl::MutexLock lock(&handle_->mutex);
    handle_->stream = this;
  }

  // push() and end() are called under the handle's mutex, as is what they use.
  void push(const v1::CompileEvent &event) {
    if (ended_)
      return;
    queue_.push_back(event);
    writeNext();
  }

  void end(CompileOutcome outcome) {
    if (ended_)
      return;
    ended_ = true;
    status_ = toGrpc(outcome.status, outcome.diagnostics);
    if (!outcome.key.empty())
      audit_.setKey(std::move(outcome.key));
    if (trace_)
      endTrace(*trace_, outcome.status, outcome.result.cache());
    if (outcome.status.ok())
      audit_.end(v1::CacheOutcome_Name(outcome.result.cache()));
    else
      audit_.end(outcome.status.code());
    if (outcome.status.ok()) {
      v1::CompileEvent event;
      event.mutable_result()->Swap(&outcome.result);
      if (name_ && outcome.stored)
        service_.keepAnswer(*name_, *outcome.stored, event);
      queue_.push_back(std::move(event));
    }
    writeNext();
  }

  void writeNext() {
    if (writing_ || finished_)
      return;
    if (queue_.empty()) {
      if (ended_) {
        finished_ = true;
        Finish(status_);
      }
      return;
    }
    current_ = serialize(queue_.front());
    queue_.pop_front();
    writing_ = true;
    if (queue_.empty() && ended_) {
      // One packet for the result and the end: a hit is this and no more.
      finished_ = true;
      StartWriteAndFinish(&current_, grpc::WriteOptions(), status_);
    } else {
      StartWrite(&current_);
    }
  }

  void OnWriteDone(bool ok) override {
    absl::MutexLock lock(&handle_->mutex);
    writing_ = false;
    if (!ok)
      queue_.clear();
    writeNext();
  }

  void OnCancel() override {
    {
      absl::MutexLock lock(&handle_->mutex);
      end({absl::CancelledError("the caller went away"), {}, {}, {}});
    }
    service_.leave(caller_);
  }

  void OnDone() override {
    {
      absl::MutexLock lock(&handle_->mutex);
      handle_->stream = nullptr;
    }
    delete this;
  }

  CompileService &service_;
  const std::shared_ptr<StreamHandle> handle_ =
      std::make_shared<StreamHandle>();
  // Set once, inside the handler.
  CompileService::Caller caller_ = 0;
  std::optional<Digest> name_;
  std::shared_ptr<RequestTrace> trace_; ///< May be null.

  // Guarded by handle_->mutex.
  AuditedCall audit_;
  std::deque<v1::CompileEvent> queue_;
  grpc::ByteBuffer current_;
  grpc::Status status_;
  bool writing_ = false, ended_ = false, finished_ = false;
};

/// An answer that was kept ready. Deletes itself.
class ReadyAnswer final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  explicit ReadyAnswer(const cache::SharedBytes &answer) {
    const grpc::Slice slice = toSlice(answer, answer->size());
    message_ = grpc::ByteBuffer(&slice, 1);
    StartWriteAndFinish(&message_, grpc::WriteOptions(), grpc::Status::OK);
  }
  void OnDone() override { delete this; }

private:
  grpc::ByteBuffer message_;
};

/// One check. The service answers exactly once, after a cancel too, so that the
/// call ends by its answer alone. Deletes itself.
class CheckCall final : public grpc::ServerUnaryReactor {
public:
  static CheckCall *start(CompileService &service,
                          const v1::CheckRequest &request,
                          const Principal &principal, absl::Time deadline,
                          AuditedCall audit, grpc::ByteBuffer &response) {
    auto *call = new CheckCall(service, response);
    call->audit_ = std::move(audit);
    call->caller_ = service.check(
        request, [call](CompileOutcome outcome) { call->answer(outcome); },
        principal, deadline);
    return call;
  }

private:
  CheckCall(CompileService &service, grpc::ByteBuffer &response)
      : service_(service), response_(response) {}

  void answer(const CompileOutcome &outcome) {
    v1::CheckResponse response;
    *response.mutable_diagnostics() = outcome.diagnostics.diagnostics();
    if (outcome.description)
      *response.mutable_description() = *outcome.description;
    response_ = serialize(response);
    audit_.end(outcome.status.code());
    // A program at fault is what was asked about, and no failure of the check.
    bool atFault =
        outcome.diagnostics.diagnostics_size() > 0 &&
        (outcome.status.code() == absl::StatusCode::kFailedPrecondition ||
         outcome.status.code() == absl::StatusCode::kInvalidArgument);
    Finish(atFault ? grpc::Status::OK
                   : toGrpc(outcome.status, outcome.diagnostics));
  }

  void OnCancel() override { service_.leave(caller_); }
  void OnDone() override { delete this; }

  CompileService &service_;
  grpc::ByteBuffer &response_;
  AuditedCall audit_;                 ///< Set once, inside the handler.
  CompileService::Caller caller_ = 0; ///< Set once, inside the handler.
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

/// A unary call that ends at once.
grpc::ServerUnaryReactor *endAtOnce(grpc::CallbackServerContext &context,
                                    const absl::Status &status) {
  auto *reactor = context.DefaultReactor();
  reactor->Finish(toGrpc(status));
  return reactor;
}

} // namespace

grpc::ServerWriteReactor<grpc::ByteBuffer> *
CompilerService::Compile(grpc::CallbackServerContext *context,
                         const grpc::ByteBuffer *bytes) {
  // Hits are for readers; the core refuses the rest to who may not compile.
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "Compile");
  if (!caller.ok())
    return CompileStream::refuse(service_, caller.status());
  const Principal principal = caller->principal();
  const std::optional<Digest> name = answerName(principal, *bytes);
  const std::shared_ptr<RequestTrace> trace = traceOf(*context, spans_);
  if (name)
    if (std::optional<KeptAnswer> answer =
            service_.findAnswer(*name, principal.tenant.lane)) {
      AuditedCall audit = access_.audited(*context, *caller, "Compile");
      if (trace) {
        audit.setTrace(trace->traceId());
        endTrace(*trace, absl::OkStatus(), v1::HIT);
      }
      audit.setKey(answer->key.toString());
      audit.end(v1::CacheOutcome_Name(v1::HIT));
      return new ReadyAnswer(answer->bytes);
    }
  v1::CompileRequest request;
  if (absl::Status status = parseBounded(*bytes, request); !status.ok())
    return CompileStream::refuse(service_, std::move(status));
  AuditedCall audit = access_.compile(*context, *caller, "Compile");
  if (trace)
    audit.setTrace(trace->traceId());
  return CompileStream::start(
      service_, std::move(audit),
      [&](auto onEvent, auto onDone) {
        return service_.compile(request, onEvent, onDone, principal,
                                deadlineOf(*context), trace);
      },
      name, trace);
}

grpc::ServerWriteReactor<grpc::ByteBuffer> *
CompilerService::Watch(grpc::CallbackServerContext *context,
                       const grpc::ByteBuffer *bytes) {
  absl::StatusOr<Identity> caller = access_.require(*context, kReader, "Watch");
  v1::WatchRequest request;
  absl::Status status =
      caller.ok() ? parseBounded(*bytes, request) : caller.status();
  if (!status.ok())
    return CompileStream::refuse(service_, std::move(status));
  AuditedCall audit = access_.compile(*context, *caller, "Watch");
  audit.setKey(request.job());
  return CompileStream::start(
      service_, std::move(audit), [&](auto onEvent, auto onDone) {
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
      caller.ok() ? parseBounded(*bytes, request) : caller.status();
  if (!status.ok())
    return endAtOnce(*context, status);
  return CheckCall::start(
      service_, request, caller->principal(), deadlineOf(*context),
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
