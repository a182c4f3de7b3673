//===- Call.h - one call to the daemon --------------------------*- C++ -*-===//
//
// Not installed.
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

/// gRPC's context of one call, with the caller's deadline. Ends the call when
/// the caller gives up: gRPC has no flag to look at, so a thread looks, and
/// only where there is a flag.
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
