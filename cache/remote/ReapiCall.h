//===- ReapiCall.h - one call to a second level -----------------*- C++ -*-===//
//
// Of ReapiLevel's own sources alone.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_REMOTE_REAPICALL_H
#define INGOT_CACHE_REMOTE_REAPICALL_H

#include "cache/remote/ReapiLevel.h"

namespace ingot::cache {

/// A way that is slower than this is not worth its while.
inline constexpr double kBytesPerSecond = 4 << 20;

/// gRPC's context with deadline and token, in the list that cancel() goes
/// through. One thread at a time.
class ReapiLevel::Call {
public:
  /// `bytes` of blobs move by it.
  explicit Call(ReapiLevel &level, int64_t bytes = 0);
  ~Call();

  grpc::ClientContext context;

private:
  ReapiLevel &level_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_REMOTE_REAPICALL_H
