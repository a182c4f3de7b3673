//===- RetryPolicy.cpp - which failures are worth another try -------------===//
//
// The delay travels in the status, as a payload of the name that its message
// has on the wire, so that every way an error takes keeps it.
//
//===----------------------------------------------------------------------===//

#include "client/lib/RetryPolicy.h"

#include "absl/algorithm/container.h"
#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::client {
namespace {

constexpr char kPayload[] = "type.googleapis.com/google.rpc.RetryInfo";
constexpr char kFinal[] = "ingot/final";
/// A service that asks for more is not believed.
constexpr absl::Duration kMaxAsked = absl::Seconds(30);

} // namespace

const std::vector<ResendRule> &resendRules() {
  using absl::StatusCode;
  static const auto *const rules = new std::vector<ResendRule>{
      {StatusCode::kUnavailable, Resend::Always,
       "the daemon drains, restarts or cannot be reached"},
      {StatusCode::kUnknown, Resend::Always,
       "what gRPC says when a connection broke at the wrong moment"},
      {StatusCode::kAborted, Resend::Always, "the service asks for it"},
      {StatusCode::kDataLoss, Resend::Always,
       "a blob was damaged or evicted; it is made anew"},
      {StatusCode::kCancelled, Resend::UnlessByCaller,
       "a daemon that stops cancels what runs"},
      {StatusCode::kResourceExhausted, Resend::IfInvited,
       "a full queue gets shorter; what ran out of memory would do so again"},
      // Named because somebody might expect otherwise.
      {StatusCode::kInternal, Resend::Never,
       "a worker crashed, and would crash on each daemon in turn"},
      {StatusCode::kDeadlineExceeded, Resend::Never, "the time is spent"},
      {StatusCode::kNotFound, Resend::Never,
       "nobody has it; another daemon is asked, the same one is not"},
  };
  return *rules;
}

bool isWorthResending(const absl::Status &status, bool isCancelled) {
  if (status.ok() || isCancelled || status.GetPayload(kFinal))
    return false;
  const auto &rules = resendRules();
  auto rule = absl::c_find_if(rules, [&](const ResendRule &candidate) {
    return candidate.code == status.code();
  });
  if (rule == rules.end())
    return false;
  switch (rule->when) {
  case Resend::Never:
    return false;
  case Resend::Always:
  case Resend::UnlessByCaller:
    return true;
  case Resend::IfInvited:
    return retryDelayOf(status) > absl::ZeroDuration();
  }
  return false;
}

absl::Duration retryDelayOf(const absl::Status &status) {
  int64_t milliseconds = 0;
  if (auto payload = status.GetPayload(kPayload);
      !payload || !absl::SimpleAtoi(std::string(*payload), &milliseconds) ||
      milliseconds < 0)
    return absl::ZeroDuration();
  return std::min(absl::Milliseconds(milliseconds), kMaxAsked);
}

void setRetryDelay(absl::Status &status, absl::Duration delay) {
  const std::string text = absl::StrCat(absl::ToInt64Milliseconds(delay));
  status.SetPayload(kPayload, absl::Cord(absl::string_view(text)));
}

void forbidResending(absl::Status &status) {
  status.SetPayload(kFinal, absl::Cord());
}

absl::Duration Backoff::wait(int round, double random,
                             absl::Duration asked) const {
  absl::Duration limit = first;
  for (int i = 1; i < round && limit < max; ++i)
    limit *= 2;
  return asked + std::min(limit, max) * random;
}

} // namespace ingot::client
