//===- CompileStream.cpp - the events of one compile ----------------------===//
//
// A stream has two lives that end apart. gRPC's side ends with OnDone, after
// Finish; the service's side ends with the answer, or with leave(). Callbacks
// of the service come on any thread, also after gRPC's side is gone: they find
// the stream through a handle that both sides share, or find it gone.
//
// gRPC takes one write at a time: events wait in a queue. All that waits for
// callers to read it has a budget, or callers who read nothing could fill the
// memory. When it is used up, a result goes without its artifact, which is to
// be had by its digest; a caller for whom there is no room even so is given up.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/CompileStream.h"
#include "cache/key/SteadyTime.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/Status.h"

#include <utility>

namespace ingot::server {

void endTrace(RequestTrace &trace, const absl::Status &status,
              v1::CacheOutcome cache) {
  trace.end(steadyNow(), status,
            {{"rpc.system", "grpc"},
             {"rpc.service", "ingot.v1.Compiler"},
             {"rpc.method", "Compile"},
             {"ingot.cache", status.ok() ? v1::CacheOutcome_Name(cache) : ""}});
}

CompileStream::CompileStream(grpc::CallbackServerContext &context,
                             CompileStreamOptions options)
    : context_(context), options_(std::move(options)) {
  absl::MutexLock lock(&handle_->mutex);
  handle_->stream = this;
}

CompileStream *CompileStream::start(grpc::CallbackServerContext &context,
                                    CompileStreamOptions options,
                                    const Call &call) {
  auto *stream = new CompileStream(context, std::move(options));
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

bool CompileStream::enqueue(const v1::CompileEvent &event) {
  Waiting waiting{serialize(event), nullptr};
  absl::StatusOr<RequestBudget::Share> share = options_.unread.take(
      options_.tenant, static_cast<int64_t>(waiting.bytes.Length()));
  if (!share.ok())
    return false;
  waiting.share = *std::move(share);
  queue_.push_back(std::move(waiting));
  return true;
}

void CompileStream::push(const v1::CompileEvent &event) {
  if (ended_)
    return;
  if (!enqueue(event)) {
    options_.audit.end(absl::StatusCode::kResourceExhausted);
    giveUp();
  }
  writeNext();
}

void CompileStream::giveUp() {
  constexpr char kWhy[] =
      "too much waits for callers that do not read it; try again later";
  ended_ = true;
  queue_.clear();
  status_ = grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, kWhy);
  // As TryCancel() does, but says why. OnCancel() leaves the service.
  grpc_call_cancel_with_status(context_.c_call(),
                               GRPC_STATUS_RESOURCE_EXHAUSTED, kWhy, nullptr);
}

void CompileStream::pushResult(CompileOutcome outcome) {
  v1::CompileEvent event;
  event.mutable_result()->Swap(&outcome.result);
  if (enqueue(event)) {
    if (options_.name && outcome.stored)
      options_.service.keepAnswer(*options_.name, *outcome.stored, event);
    return;
  }
  event.mutable_result()->clear_inline_artifact();
  if (!enqueue(event))
    giveUp();
}

void CompileStream::end(CompileOutcome outcome) {
  if (ended_)
    return;
  ended_ = true;
  status_ = toGrpc(outcome.status, outcome.diagnostics);
  if (!outcome.key.empty())
    options_.audit.setKey(std::move(outcome.key));
  if (options_.trace)
    endTrace(*options_.trace, outcome.status, outcome.result.cache());
  if (outcome.status.ok())
    options_.audit.end(v1::CacheOutcome_Name(outcome.result.cache()));
  else
    options_.audit.end(outcome.status.code());
  if (outcome.status.ok())
    pushResult(std::move(outcome));
  writeNext();
}

void CompileStream::writeNext() {
  if (writing_ || finished_)
    return;
  if (queue_.empty()) {
    if (ended_) {
      finished_ = true;
      Finish(status_);
    }
    return;
  }
  current_ = std::move(queue_.front());
  queue_.pop_front();
  writing_ = true;
  if (queue_.empty() && ended_) {
    // One packet for the result and the end: a hit is this and no more.
    finished_ = true;
    StartWriteAndFinish(&current_.bytes, grpc::WriteOptions(), status_);
  } else {
    StartWrite(&current_.bytes);
  }
}

void CompileStream::OnWriteDone(bool ok) {
  absl::MutexLock lock(&handle_->mutex);
  writing_ = false;
  if (!ok)
    queue_.clear();
  writeNext();
}

void CompileStream::OnCancel() {
  {
    absl::MutexLock lock(&handle_->mutex);
    end({absl::CancelledError("the caller went away"), {}, {}, {}});
  }
  options_.service.leave(caller_);
}

void CompileStream::OnDone() {
  {
    absl::MutexLock lock(&handle_->mutex);
    handle_->stream = nullptr;
  }
  delete this;
}

} // namespace ingot::server
