//===- CompilerService.cpp - ingot.v1.Compiler over gRPC ------------------===//

#include "server/rpc/CompilerService.h"
#include "server/rpc/Status.h"

#include "absl/synchronization/mutex.h"

#include <deque>
#include <memory>

namespace ingot::server {
namespace {

class CompileStream;

/// What callbacks of the service hold: they may come after the stream is gone.
struct StreamHandle {
  absl::Mutex mutex;
  CompileStream *stream ABSL_GUARDED_BY(mutex) = nullptr;
};

/// Writes events one after the other and then the end. Deletes itself.
class CompileStream final : public grpc::ServerWriteReactor<v1::CompileEvent> {
public:
  explicit CompileStream(CompileService &service)
      : service_(service), handle_(std::make_shared<StreamHandle>()) {
    absl::MutexLock lock(&handle_->mutex);
    handle_->stream = this;
  }

  CompileService::OnEvent onEvent() {
    return [handle = handle_](const v1::CompileEvent &event) {
      absl::MutexLock lock(&handle->mutex);
      if (handle->stream)
        handle->stream->push(event);
    };
  }

  CompileService::OnDone onDone() {
    return [handle = handle_](CompileOutcome outcome) {
      absl::MutexLock lock(&handle->mutex);
      if (handle->stream)
        handle->stream->end(std::move(outcome));
    };
  }

  void setCaller(CompileService::Caller caller) { caller_ = caller; }

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
    service_.leave(caller_);
    absl::MutexLock lock(&handle_->mutex);
    end({absl::CancelledError("the caller went away"), {}, {}});
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
  CompileService::Caller caller_ = 0; ///< Set before the stream is bound.

  // Guarded by handle_->mutex.
  std::deque<v1::CompileEvent> queue_;
  v1::CompileEvent current_;
  grpc::Status status_;
  bool writing_ = false, ended_ = false, finished_ = false;
};

} // namespace

grpc::ServerWriteReactor<v1::CompileEvent> *
CompilerService::Compile(grpc::CallbackServerContext *,
                         const v1::CompileRequest *request) {
  auto *stream = new CompileStream(service_);
  stream->setCaller(
      service_.compile(*request, stream->onEvent(), stream->onDone()));
  return stream;
}

grpc::ServerWriteReactor<v1::CompileEvent> *
CompilerService::Watch(grpc::CallbackServerContext *,
                       const v1::WatchRequest *request) {
  auto *stream = new CompileStream(service_);
  stream->setCaller(service_.watch(request->job(), request->max_inline_bytes(),
                                   stream->onEvent(), stream->onDone()));
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
  auto *reactor = context->DefaultReactor();
  service_.check(*request, [reactor, response](CompileOutcome outcome) {
    *response->mutable_diagnostics() = outcome.diagnostics.diagnostics();
    // A program at fault is what was asked about, and no failure of the check.
    bool atFault =
        outcome.diagnostics.diagnostics_size() > 0 &&
        (outcome.status.code() == absl::StatusCode::kFailedPrecondition ||
         outcome.status.code() == absl::StatusCode::kInvalidArgument);
    reactor->Finish(atFault ? grpc::Status::OK
                            : toGrpc(outcome.status, outcome.diagnostics));
  });
  return reactor;
}

grpc::ServerUnaryReactor *
CompilerService::ListTargets(grpc::CallbackServerContext *context,
                             const v1::ListTargetsRequest *,
                             v1::ListTargetsResponse *response) {
  *response->mutable_targets() = pool_.hello().targets();
  auto *reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

} // namespace ingot::server
