//===- Call.h - one call to the daemon --------------------------*- C++ -*-===//
//
// Not installed. The synchronous API of gRPC 1.51 can be cancelled from another
// thread only, so one watches the flags of calls that have some.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CALL_H
#define INGOT_CLIENT_LIB_CALL_H

#include "client/lib/Client.h"

#include <grpcpp/client_context.h>

#include <atomic>
#include <memory>

namespace ingot::client {

/// A flag that is not there is not set.
inline bool isSet(const std::atomic<bool> *flag) { return flag && *flag; }
/// The caller gave up.
inline bool isCancelled(const CallOptions &options) {
  return isSet(options.cancelled) || isSet(options.abandoned);
}

/// gRPC's context of one call with the caller's deadline. Cancels the call soon
/// after the caller's flag is set. One thread at a time.
class Call {
public:
  explicit Call(const CallOptions &options);
  ~Call();

  grpc::ClientContext context;

private:
  struct Watching;
  std::unique_ptr<Watching> watching_; ///< Null without a flag.
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CALL_H
