//===- RequestBudget.h - what requests hold in the front --------*- C++ -*-===//
//
// A request holds memory of the front from its arrival to its end: itself, and
// the program that came with it. The pool's queue bounds what waits for a
// worker, but not what waits for its lookup, nor bytes. Here both are, of all
// tenants together and of each: whoever sends thousands of large programs is
// told to come back, and leaves room for others.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_REQUESTBUDGET_H
#define INGOT_SERVER_CORE_REQUESTBUDGET_H

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ingot::server {

/// Whether a budget had no room for the bytes of a request: without its
/// program, which can be uploaded, there may be some.
bool isForBytes(const absl::Status &status);

/// Thread-safe. A tenant has at most half of all, so that others find some.
class RequestBudget {
public:
  /// Of all requests that are held.
  struct Limits {
    int64_t bytes = int64_t{96} << 20;
    /// Each with its call has room in what the front lets calls hold
    /// (server/daemon/ConnectionGuard.cpp): who waits is not cut off.
    int64_t requests = 10240;
  };
  /// What was taken; given back with the last copy, which may be after the
  /// budget is gone.
  using Share = std::shared_ptr<const void>;

  RequestBudget() : RequestBudget(Limits()) {}
  explicit RequestBudget(const Limits &limits);

  /// RESOURCE_EXHAUSTED, with WorkFault::FullQueue, if the tenant or all
  /// tenants hold too much; isForBytes() if too many bytes. For no request
  /// where these bytes are of one that is held already.
  absl::StatusOr<Share> take(const std::string &tenant, int64_t bytes,
                             int64_t requests = 1);

  /// Of all tenants, now.
  Limits held() const;

private:
  struct Books;
  const std::shared_ptr<Books> books_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_REQUESTBUDGET_H
