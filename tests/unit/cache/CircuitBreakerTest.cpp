//===- CircuitBreakerTest.cpp - When to ask what failed -------------------===//

#include "cache/store/CircuitBreaker.h"

#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

using State = CircuitBreaker::State;

class CircuitBreakerTest : public testing::Test {
protected:
  void fail(int times) {
    for (int i = 0; i < times; ++i) {
      ASSERT_TRUE(breaker.admit());
      breaker.failed();
    }
  }

  absl::Time now = absl::UnixEpoch();
  double random = 1; // The whole wait.
  CircuitBreaker breaker{{3, absl::Seconds(1), absl::Seconds(5)},
                         [this] { return now; },
                         [this] { return random; }};
};

TEST_F(CircuitBreakerTest, OpensAfterFailuresInARow) {
  fail(2);
  EXPECT_FALSE(breaker.succeeded()) << "it was closed all the time";
  fail(2);
  EXPECT_EQ(breaker.state(), State::Closed) << "a success was between them";
  ASSERT_TRUE(breaker.admit());
  EXPECT_TRUE(breaker.failed());
  EXPECT_EQ(breaker.state(), State::Open);
  EXPECT_FALSE(breaker.admit());
  EXPECT_FALSE(breaker.failed()) << "a late one changes nothing";
}

TEST_F(CircuitBreakerTest, OneTriesWhenTheWaitIsOver) {
  fail(3);
  EXPECT_EQ(breaker.untilAdmitted(), absl::Seconds(1));
  now += absl::Seconds(1);
  EXPECT_EQ(breaker.untilAdmitted(), absl::ZeroDuration());
  EXPECT_TRUE(breaker.admit());
  EXPECT_EQ(breaker.state(), State::HalfOpen);
  EXPECT_FALSE(breaker.admit()) << "one at a time";
  EXPECT_TRUE(breaker.succeeded());
  EXPECT_EQ(breaker.state(), State::Closed);
  EXPECT_TRUE(breaker.admit());
  EXPECT_TRUE(breaker.admit());
}

TEST_F(CircuitBreakerTest, TheWaitDoublesUpToItsLimitAndBeginsAnew) {
  fail(3);
  for (int seconds : {1, 2, 4, 5, 5}) {
    EXPECT_EQ(breaker.untilAdmitted(), absl::Seconds(seconds));
    now += absl::Seconds(seconds) - absl::Milliseconds(1);
    EXPECT_FALSE(breaker.admit());
    now += absl::Milliseconds(1);
    fail(1);
  }
  now += absl::Seconds(5);
  ASSERT_TRUE(breaker.admit());
  breaker.succeeded();
  fail(3);
  EXPECT_EQ(breaker.untilAdmitted(), absl::Seconds(1));
}

TEST_F(CircuitBreakerTest, TheWaitIsRandomBelowItsLimit) {
  random = 0;
  fail(3);
  EXPECT_EQ(breaker.untilAdmitted(), absl::Milliseconds(500));
}

TEST_F(CircuitBreakerTest, ATryThatSaysNothingIsLeftToTheNext) {
  fail(3);
  now += absl::Seconds(1);
  ASSERT_TRUE(breaker.admit());
  breaker.abandoned();
  EXPECT_TRUE(breaker.admit());
}

TEST_F(CircuitBreakerTest, ALateSuccessIsNews) {
  ASSERT_TRUE(breaker.admit());
  fail(3);
  EXPECT_TRUE(breaker.succeeded());
  EXPECT_TRUE(breaker.admit());
}

} // namespace
} // namespace ingot::cache
