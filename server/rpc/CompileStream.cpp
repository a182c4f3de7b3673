//===- CompileStream.cpp - the events of one compile ----------------------===//
//
// A stream has two lives that end apart. gRPC's side ends with OnDone, after
// Finish; the service's side ends with the answer, or with leave(). Callbacks
// of the service come on any thread, also after gRPC's side is gone: they find
// the stream through a handle that both sides share, or find it gone.
//
// gRPC takes one write at a time: events wait in a queue. What waits for
// callers to read it has a budget, or callers who read nothing could fill the
// memory; but a few small events of each are free, so that whoever reads can
// always compile. When the budget is used up, a result goes without its
// artifact, which is to be had by its digest. A caller for whom there is no
// room even so is told to come back, and whoever has read nothing for a while
// makes way.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/CompileStream.h"
#include "cache/key/SteadyTime.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/Status.h"
#include "server/rpc/UnreadAnswer.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace ingot::server {

/// Of a stream's small events, in its queue.
static constexpr int64_t kMaxUncountedBytes = 64 << 10;

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
  stream->options_.transfers.add(*stream);
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

absl::Status CompileStream::enqueue(const v1::CompileEvent &event) {
  Waiting waiting{toSlice(event)};
  const int64_t size = waiting.size();
  if (size <= kSmallEventBytes && uncounted_ + size <= kMaxUncountedBytes) {
    uncounted_ += size;
  } else {
    auto share = options_.transfers.unread().take(options_.tenant, size);
    if (!share.ok())
      return share.status();
    waiting.share = *std::move(share);
  }
  queue_.push_back(std::move(waiting));
  return absl::OkStatus();
}

void CompileStream::push(const v1::CompileEvent &event) {
  if (ended_)
    return;
  if (event.has_queued()) { // Who leaves has no result that names it.
    const v1::Digest &key = event.queued().request();
    options_.audit.setKey(absl::StrCat(key.hash(), "/", key.size_bytes()));
  }
  if (absl::Status noRoom = enqueue(event); !noRoom.ok())
    giveUp(noRoom);
  writeNext();
}

bool CompileStream::holdsRoom() const {
  return current_.isCounted() ||
         std::any_of(queue_.begin(), queue_.end(), [](const Waiting &waiting) {
           return waiting.isCounted();
         });
}

void CompileStream::giveUp(const absl::Status &why) {
  // Some of it is its own: that is not waited for.
  if (holdsRoom())
    cancelForRoom(context_, std::string(why.message()));
  ended_ = gaveUp_ = true; // OnDone() leaves the service.
  queue_.clear();
  status_ = toGrpc(why);
  record(why, v1::CACHE_OUTCOME_UNSPECIFIED);
}

void CompileStream::record(const absl::Status &status, v1::CacheOutcome cache) {
  if (options_.trace)
    endTrace(*options_.trace, status, cache);
  if (status.ok())
    options_.audit.end(v1::CacheOutcome_Name(cache));
  else
    options_.audit.end(status.code());
}

absl::Status CompileStream::pushResult(CompileOutcome &outcome) {
  v1::CompileEvent event;
  event.mutable_result()->Swap(&outcome.result);
  if (enqueue(event).ok()) {
    if (options_.name && outcome.stored)
      options_.service.keepAnswer(*options_.name, *outcome.stored, event);
    return absl::OkStatus();
  }
  event.mutable_result()->clear_inline_artifact();
  return enqueue(event);
}

void CompileStream::end(CompileOutcome outcome) {
  if (ended_)
    return;
  ended_ = true;
  status_ = toGrpc(outcome.status, outcome.diagnostics);
  if (!outcome.key.empty())
    options_.audit.setKey(std::move(outcome.key));
  const v1::CacheOutcome cache = outcome.result.cache();
  const absl::Status noRoom =
      outcome.status.ok() ? pushResult(outcome) : absl::OkStatus();
  if (!noRoom.ok())
    giveUp(noRoom);
  else
    record(outcome.status, cache);
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
  if (!current_.isCounted())
    uncounted_ -= current_.size();
  message_ = grpc::ByteBuffer(&current_.bytes, 1);
  writing_ = true;
  writeBegan_ = steadyNow();
  if (queue_.empty() && ended_) {
    // One packet for the result and the end: a hit is this and no more.
    finished_ = true;
    StartWriteAndFinish(&message_, grpc::WriteOptions(), status_);
  } else {
    StartWrite(&message_);
  }
}

void CompileStream::OnWriteDone(bool ok) {
  absl::MutexLock lock(&handle_->mutex);
  writing_ = false;
  current_ = {};
  message_.Clear();
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

void CompileStream::onTick(absl::Time now) {
  bool isStalled;
  {
    absl::MutexLock lock(&handle_->mutex);
    isStalled =
        writing_ && (gaveUp_ || holdsRoom()) &&
        now - writeBegan_ > options_.transfers.limits().downloadStall &&
        options_.transfers.unread().wasShort(options_.tenant, writeBegan_);
  }
  if (isStalled)
    cancelForRoom(context_, kReadsNothing);
}

void CompileStream::OnDone() {
  options_.transfers.remove(*this);
  bool gaveUp;
  {
    absl::MutexLock lock(&handle_->mutex);
    handle_->stream = nullptr;
    gaveUp = gaveUp_;
  }
  if (gaveUp)
    options_.service.leave(caller_);
  delete this;
}

} // namespace ingot::server
