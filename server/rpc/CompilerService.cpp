//===- CompilerService.cpp - ingot.v1.Compiler over gRPC ------------------===//

#include "server/rpc/CompilerService.h"
#include "server/rpc/Status.h"

#include "absl/synchronization/mutex.h"

#include <deque>
#include <functional>
#include <memory>

namespace ingot::server {
namespace {

class CompileStream;

/// What callbacks of the service hold: they may come after the stream is gone.
struct StreamHandle {
  absl::Mutex mutex;
  CompileStream *stream ABSL_GUARDED_BY(mutex) = nullptr;
  CompileService::Caller caller ABSL_GUARDED_BY(mutex) = 0;
  bool isCancelled ABSL_GUARDED_BY(mutex) = false;
};

/// Writes events one after the other and then the end. Deletes itself.
class CompileStream final : public grpc::ServerWriteReactor<v1::CompileEvent> {
public:
  using Call = std::function<CompileService::Caller(CompileService::OnEvent,
                                                    CompileService::OnDone)>;

  explicit CompileStream(CompileService &service)
      : service_(service), handle_(std::make_shared<StreamHandle>()) {
    absl::MutexLock lock(&handle_->mutex);
    handle_->stream = this;
  }

  std::shared_ptr<StreamHandle> handle() const { return handle_; }

  /// Makes `call` for the stream of `handle`, on any thread; the stream may be
  /// cancelled or gone by then.
  static void begin(CompileService &service,
                    const std::shared_ptr<StreamHandle> &handle,
                    const Call &call) {
    {
      absl::MutexLock lock(&handle->mutex);
      if (handle->isCancelled)
        return;
    }
    CompileService::Caller caller = call(
        [handle](const v1::CompileEvent &event) {
          absl::MutexLock lock(&handle->mutex);
          if (handle->stream)
            handle->stream->push(event);
        },
        [handle](CompileOutcome outcome) {
          absl::MutexLock lock(&handle->mutex);
          if (handle->stream)
            handle->stream->end(std::move(outcome));
        });
    {
      absl::MutexLock lock(&handle->mutex);
      handle->caller = caller;
      if (!handle->isCancelled)
        return;
    }
    service.leave(caller);
  }

private:
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
    if (outcome.status.ok()) {
      v1::CompileEvent event;
      event.mutable_result()->Swap(&outcome.result);
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
    current_.Swap(&queue_.front());
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
    CompileService::Caller caller;
    {
      absl::MutexLock lock(&handle_->mutex);
      handle_->isCancelled = true;
      caller = handle_->caller;
      end({absl::CancelledError("the caller went away"), {}, {}});
    }
    service_.leave(caller);
  }

  void OnDone() override {
    {
      absl::MutexLock lock(&handle_->mutex);
      handle_->stream = nullptr;
    }
    delete this;
  }

  CompileService &service_;
  const std::shared_ptr<StreamHandle> handle_;

  // Guarded by handle_->mutex.
  std::deque<v1::CompileEvent> queue_;
  v1::CompileEvent current_;
  grpc::Status status_;
  bool writing_ = false, ended_ = false, finished_ = false;
};

/// One check. The service answers exactly once, after a cancel too, so that the
/// call ends by its answer alone. Deletes itself.
class CheckCall final : public grpc::ServerUnaryReactor {
public:
  CheckCall(CompileService &service, v1::CheckResponse &response)
      : service_(service), response_(response) {}

  /// The request lives as long as the call.
  void begin(const v1::CheckRequest &request) {
    // The answer may have ended this object when check() returns.
    std::shared_ptr<Handle> handle = handle_;
    CompileService &service = service_;
    CompileService::Caller caller = service.check(
        request, [this](CompileOutcome outcome) { answer(outcome); });
    {
      absl::MutexLock lock(&handle->mutex);
      handle->caller = caller;
      if (!handle->isCancelled)
        return;
    }
    service.leave(caller);
  }

private:
  struct Handle {
    absl::Mutex mutex;
    CompileService::Caller caller ABSL_GUARDED_BY(mutex) = 0;
    bool isCancelled ABSL_GUARDED_BY(mutex) = false;
  };

  void answer(const CompileOutcome &outcome) {
    *response_.mutable_diagnostics() = outcome.diagnostics.diagnostics();
    // A program at fault is what was asked about, and no failure of the check.
    bool atFault =
        outcome.diagnostics.diagnostics_size() > 0 &&
        (outcome.status.code() == absl::StatusCode::kFailedPrecondition ||
         outcome.status.code() == absl::StatusCode::kInvalidArgument);
    Finish(atFault ? grpc::Status::OK
                   : toGrpc(outcome.status, outcome.diagnostics));
  }

  void OnCancel() override {
    CompileService::Caller caller;
    {
      absl::MutexLock lock(&handle_->mutex);
      handle_->isCancelled = true;
      caller = handle_->caller;
    }
    service_.leave(caller);
  }
  void OnDone() override { delete this; }

  CompileService &service_;
  v1::CheckResponse &response_;
  const std::shared_ptr<Handle> handle_ = std::make_shared<Handle>();
};

} // namespace

grpc::ServerWriteReactor<v1::CompileEvent> *
CompilerService::Compile(grpc::CallbackServerContext *,
                         const v1::CompileRequest *request) {
  auto *stream = new CompileStream(service_);
  if (request->module().has_digest()) {
    // The request is copied, for gRPC may end the stream before the task
    // runs.
    executors_.post([this, handle = stream->handle(), copy = *request] {
      CompileStream::begin(service_, handle, [&](auto onEvent, auto onDone) {
        return service_.compile(copy, onEvent, onDone);
      });
    });
    return stream;
  }
  CompileStream::begin(service_, stream->handle(),
                       [&](auto onEvent, auto onDone) {
                         return service_.compile(*request, onEvent, onDone);
                       });
  return stream;
}

grpc::ServerWriteReactor<v1::CompileEvent> *
CompilerService::Watch(grpc::CallbackServerContext *,
                       const v1::WatchRequest *request) {
  auto *stream = new CompileStream(service_);
  CompileStream::begin(
      service_, stream->handle(), [&](auto onEvent, auto onDone) {
        return service_.watch(request->job(), request->max_inline_bytes(),
                              onEvent, onDone);
      });
  return stream;
}

grpc::ServerUnaryReactor *
CompilerService::Cancel(grpc::CallbackServerContext *context,
                        const v1::CancelRequest *request,
                        v1::CancelResponse *) {
  auto *reactor = context->DefaultReactor();
  reactor->Finish(toGrpc(service_.cancel(request->job())));
  return reactor;
}

grpc::ServerUnaryReactor *
CompilerService::Check(grpc::CallbackServerContext *context,
                       const v1::CheckRequest *request,
                       v1::CheckResponse *response) {
  auto *call = new CheckCall(service_, *response);
  if (request->module().has_digest())
    executors_.post([call, request] { call->begin(*request); });
  else
    call->begin(*request);
  return call;
}

grpc::ServerUnaryReactor *
CompilerService::ListTargets(grpc::CallbackServerContext *context,
                             const v1::ListTargetsRequest *,
                             v1::ListTargetsResponse *response) {
  *response->mutable_targets() = pool_.hello().targets();
  *response->mutable_phases() = pool_.hello().phases();
  auto *reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

} // namespace ingot::server
