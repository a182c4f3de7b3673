//===- RetryPolicyTest.cpp - which failures are worth another try ---------===//

#include "client/lib/RetryPolicy.h"
#include "client/lib/Convert.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

#include "gtest/gtest.h"

#include <set>

namespace ingot::client {
namespace {

TEST(RetryPolicy, EachStatusIsResentAsTheTableSays) {
  const std::set<absl::StatusCode> resent = {
      absl::StatusCode::kUnavailable, absl::StatusCode::kUnknown,
      absl::StatusCode::kAborted, absl::StatusCode::kDataLoss,
      absl::StatusCode::kCancelled};
  for (int code = 0; code <= 16; ++code) {
    const auto status = static_cast<absl::StatusCode>(code);
    EXPECT_EQ(isWorthResending(absl::Status(status, "why"), false),
              resent.count(status) > 0)
        << absl::StatusCodeToString(status);
    EXPECT_FALSE(isWorthResending(absl::Status(status, "why"), true))
        << "the caller gave up: " << absl::StatusCodeToString(status);
  }
}

TEST(RetryPolicy, TheTableHasEachCodeOnce) {
  std::set<absl::StatusCode> seen;
  for (const ResendRule &rule : resendRules()) {
    EXPECT_TRUE(seen.insert(rule.code).second)
        << absl::StatusCodeToString(rule.code);
    EXPECT_NE(std::string(rule.reason), "");
  }
}

TEST(RetryPolicy, AFullQueueInvitesAndUsedUpMemoryDoesNot) {
  absl::Status full = absl::ResourceExhaustedError("the queue is full");
  EXPECT_FALSE(isWorthResending(full, false));
  setRetryDelay(full, absl::Seconds(2));
  EXPECT_TRUE(isWorthResending(full, false));
  EXPECT_EQ(retryDelayOf(full), absl::Seconds(2));
}

TEST(RetryPolicy, WhatSomebodyCancelledStaysCancelled) {
  absl::Status cancelled = absl::CancelledError("the daemon stops");
  EXPECT_TRUE(isWorthResending(cancelled, false));
  forbidResending(cancelled);
  EXPECT_FALSE(isWorthResending(cancelled, false));
}

TEST(RetryPolicy, ACancelByRequestIsKnownByItsDetails) {
  for (auto [domain, reason, isFinal] :
       {std::tuple("ingot", "CANCELLED_BY_REQUEST", true),
        std::tuple("ingot", "ANOTHER", false),
        std::tuple("another", "CANCELLED_BY_REQUEST", false)}) {
    google::rpc::ErrorInfo info;
    info.set_domain(domain);
    info.set_reason(reason);
    google::rpc::Status details;
    details.add_details()->PackFrom(info);
    const Failure failure = toFailure(
        {grpc::StatusCode::CANCELLED, "why", details.SerializeAsString()});
    EXPECT_EQ(isWorthResending(failure.status, false), !isFinal)
        << domain << " " << reason;
  }
}

TEST(RetryPolicy, AnAbsurdDelayIsNotBelieved) {
  absl::Status status = absl::ResourceExhaustedError("");
  setRetryDelay(status, absl::Hours(24));
  EXPECT_EQ(retryDelayOf(status), absl::Seconds(30));
  setRetryDelay(status, -absl::Seconds(1));
  EXPECT_EQ(retryDelayOf(status), absl::ZeroDuration());
}

TEST(RetryPolicy, TheDelayIsReadFromTheWire) {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(3);
  retry.mutable_retry_delay()->set_nanos(500'000'000);
  google::rpc::Status details;
  details.add_details()->PackFrom(retry);
  Failure failure =
      toFailure(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                             "the queue is full", details.SerializeAsString()));
  EXPECT_EQ(retryDelayOf(failure.status), absl::Milliseconds(3500));
  EXPECT_EQ(failure.status.message(), "the queue is full");
}

TEST(Backoff, DoublesUpToItsLimit) {
  Backoff backoff{absl::Milliseconds(100), absl::Milliseconds(350)};
  EXPECT_EQ(backoff.wait(1, 1), absl::Milliseconds(100));
  EXPECT_EQ(backoff.wait(2, 1), absl::Milliseconds(200));
  EXPECT_EQ(backoff.wait(3, 1), absl::Milliseconds(350));
  EXPECT_EQ(backoff.wait(1000, 1), absl::Milliseconds(350));
}

TEST(Backoff, IsRandomFromNothingOn) {
  Backoff backoff{absl::Milliseconds(100), absl::Seconds(1)};
  EXPECT_EQ(backoff.wait(2, 0), absl::ZeroDuration());
  EXPECT_EQ(backoff.wait(2, 0.25), absl::Milliseconds(50));
}

TEST(Backoff, WaitsAtLeastAsLongAsTheServiceAsks) {
  Backoff backoff{absl::Milliseconds(100), absl::Seconds(1)};
  EXPECT_EQ(backoff.wait(1, 0, absl::Seconds(3)), absl::Seconds(3));
  EXPECT_EQ(backoff.wait(1, 0.5, absl::Seconds(3)),
            absl::Seconds(3) + absl::Milliseconds(50));
}

} // namespace
} // namespace ingot::client
