//===- Call.h - one call to the daemon --------------------------*- C++ -*-===//
//
// Not installed. The synchronous API of gRPC 1.51 can be cancelled from another
// thread only, so a call that has a flag to watch has a thread that watches it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CALL_H
#define INGOT_CLIENT_LIB_CALL_H

#include "client/lib/Client.h"

#include <grpcpp/client_context.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ingot::client {

/// gRPC's context of one call with the caller's deadline. Cancels the call soon
/// after the caller's flag is set. One thread at a time.
class Call {
public:
  explicit Call(const CallOptions &options);
  ~Call();

  grpc::ClientContext context;

private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool isOver_ = false;
  std::thread watch_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CALL_H
