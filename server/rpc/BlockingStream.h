//===- BlockingStream.h - a stream for work that blocks ---------*- C++ -*-===//
//
// Streams of a task that has a thread to itself and may wait for its caller:
// what an operator asks. Streams of clients have states instead (BlobDownload),
// because there are thousands of them.
//
// A stream deletes itself after end(), and not before, also when the caller is
// gone: operations of a call that was cancelled end at once, without success.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_BLOCKINGSTREAM_H
#define INGOT_SERVER_RPC_BLOCKINGSTREAM_H

#include "server/rpc/Status.h"

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"

#include <grpcpp/grpcpp.h>

namespace ingot::server {

/// Waits for one operation of gRPC at a time. Thread-safe.
class OperationGate {
public:
  /// Before an operation is started.
  void begin() {
    absl::MutexLock lock(&mutex_);
    isUnderWay_ = true;
  }
  /// Called by gRPC when it has ended.
  void end(bool ok) {
    absl::MutexLock lock(&mutex_);
    isUnderWay_ = false;
    ok_ = ok;
  }
  /// Waits for the end; whether it worked.
  bool wait() {
    absl::MutexLock lock(&mutex_);
    auto isOver = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return !isUnderWay_;
    };
    mutex_.Await(absl::Condition(&isOver));
    return ok_;
  }

private:
  absl::Mutex mutex_;
  bool isUnderWay_ ABSL_GUARDED_BY(mutex_) = false;
  bool ok_ ABSL_GUARDED_BY(mutex_) = false;
};

/// Messages to a caller. One task uses it, and calls end() last.
template <typename Response>
class BlockingWriter final : public grpc::ServerWriteReactor<Response> {
public:
  /// Waits until the caller took it; false when the caller is gone.
  bool write(const Response &response) {
    gate_.begin();
    this->StartWrite(&response);
    return gate_.wait();
  }
  void end(const absl::Status &status) { this->Finish(toGrpc(status)); }

  void OnWriteDone(bool ok) override { gate_.end(ok); }
  void OnDone() override { delete this; }

private:
  OperationGate gate_;
};

/// Messages from a caller. One task uses it, and calls end() last.
template <typename Request>
class BlockingReader final : public grpc::ServerReadReactor<Request> {
public:
  /// Waits for the next message; false at the end, and when the caller is gone.
  bool read(Request &request) {
    gate_.begin();
    this->StartRead(&request);
    return gate_.wait();
  }
  void end(const absl::Status &status) { this->Finish(toGrpc(status)); }

  void OnReadDone(bool ok) override { gate_.end(ok); }
  void OnDone() override { delete this; }

private:
  OperationGate gate_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BLOCKINGSTREAM_H
