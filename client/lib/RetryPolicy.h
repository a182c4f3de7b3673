//===- RetryPolicy.h - which failures are worth another try -----*- C++ -*-===//
//
// Compiles, checks and reads change nothing but caches, and uploads are named
// by their content: all of them are safe to send again. What decides is whether
// another try could end otherwise.
//
// gRPC's own retries (service config) go to the same channel alone, and gRPC
// 1.51 has no hedging in C++. That is why neither is used.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_RETRYPOLICY_H
#define INGOT_CLIENT_LIB_RETRYPOLICY_H

#include "absl/status/status.h"
#include "absl/time/time.h"

#include <vector>

namespace ingot::client {

/// When a call that failed is sent again.
enum class Resend {
  Never,
  Always,
  IfInvited,     ///< The service said when to come back.
  UnlessByCaller ///< The service ended it, and nobody asked for that.
};

/// What a status means for another try. Codes that are not listed: Never.
struct ResendRule {
  absl::StatusCode code;
  Resend when;
  const char *reason;
};

/// The whole table, for tests and documentation.
const std::vector<ResendRule> &resendRules();

/// Whether a call that ended so is sent again. `isCancelled`: its caller gave
/// up.
bool isWorthResending(const absl::Status &status, bool isCancelled);

/// When the service asked to come back; zero if it did not.
absl::Duration retryDelayOf(const absl::Status &status);

/// Attaches what retryDelayOf() returns.
void setRetryDelay(absl::Status &status, absl::Duration delay);

/// Whatever the table says: somebody wanted it to end so.
void forbidResending(absl::Status &status);

/// Waits between rounds of tries: random below a limit that doubles, so that
/// many clients that failed together do not come back together.
struct Backoff {
  absl::Duration first = absl::Milliseconds(50);
  absl::Duration max = absl::Seconds(2);

  /// The wait before round `round`, from 1. `random` is in [0, 1). Never less
  /// than `asked`, what the service asked for.
  absl::Duration wait(int round, double random,
                      absl::Duration asked = absl::ZeroDuration()) const;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_RETRYPOLICY_H
