//===- RawCall.h - calls whose messages are bytes ---------------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_RAWCALL_H
#define INGOT_SERVER_RPC_RAWCALL_H

#include "server/rpc/BoundedMessage.h"
#include "server/rpc/Status.h"

#include <google/protobuf/arena.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <functional>
#include <memory>

namespace ingot::server {

/// One call with its messages, as bytes outside and parsed within. Finish() is
/// called once: by a task, or, if the call is cancelled before that begins, at
/// once, so that its place is free. Then it deletes itself. The messages lie in
/// an arena, as they may have thousands of parts, and end with finish().
template <typename Request, typename Response>
class RawCall : public grpc::ServerUnaryReactor {
  google::protobuf::Arena arena_; ///< Before the messages, which lie in it.

public:
  explicit RawCall(grpc::ByteBuffer *serialized) : serialized_(serialized) {}

  Request &request = *google::protobuf::Arena::CreateMessage<Request>(&arena_);
  Response &response =
      *google::protobuf::Arena::CreateMessage<Response>(&arena_);

  bool isCancelled() const { return isCancelled_; }

  /// Runs at the end of the call.
  void onEnd(std::function<void()> task) { onEnd_ = std::move(task); }

  /// The task, which finishes the call, unless that is over before.
  std::function<void()> guarded(std::function<void()> task) {
    return [hasBegun = hasBegun_, task = std::move(task)] {
      if (!hasBegun->exchange(true))
        task();
    };
  }

  void finish(const absl::Status &status) {
    *hasBegun_ = true;
    if (status.ok())
      *serialized_ = serialize(response);
    arena_.Reset(); // A client may take its time to read the answer.
    Finish(toGrpc(status));
  }

protected:
  void OnCancel() override {
    isCancelled_ = true;
    if (!hasBegun_->exchange(true))
      finish(absl::CancelledError("the caller went away"));
  }
  void OnDone() override {
    if (onEnd_)
      onEnd_();
    delete this;
  }

private:
  grpc::ByteBuffer *const serialized_;
  std::function<void()> onEnd_; ///< Set inside the handler.
  std::atomic<bool> isCancelled_{false};
  /// Shared with the task, which may find the call gone.
  const std::shared_ptr<std::atomic<bool>> hasBegun_ =
      std::make_shared<std::atomic<bool>>(false);
};

/// A stream that ends at once.
template <typename Reactor> class Refused final : public Reactor {
public:
  explicit Refused(const absl::Status &status) { this->Finish(toGrpc(status)); }
  void OnDone() override { delete this; }
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_RAWCALL_H
