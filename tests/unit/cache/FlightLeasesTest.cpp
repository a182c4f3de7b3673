//===- FlightLeasesTest.cpp - one machine at a time makes a result --------===//
//
// Two daemons' leases over one cache. Times are short, and tests wait for
// answers only.
//
//===----------------------------------------------------------------------===//

#include "cache/store/FlightLeases.h"
#include "tests/fakes/FakeSecondLevel.h"

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ingot::cache {
namespace {

using Answer = FlightLeases::Answer;

/// An answer that comes on another thread.
class Asked {
public:
  FlightLeases::OnAnswer callback() {
    return [this](Answer answer) {
      answer_ = answer;
      isThere_.Notify();
    };
  }
  Answer wait() {
    isThere_.WaitForNotification();
    return answer_;
  }
  bool isThere() const { return isThere_.HasBeenNotified(); }

private:
  absl::Notification isThere_;
  Answer answer_ = Answer::Stopped;
};

/// The leases of one daemon.
class Daemon {
public:
  Daemon(SharedCache &cache, FlightLeaseOptions options)
      : level_(cache), leases(
                           level_, std::move(options),
                           [this](const Digest &key) {
                             absl::MutexLock lock(&mutex_);
                             return pending_.count(key) > 0;
                           },
                           [this](const Digest &key) {
                             absl::MutexLock lock(&mutex_);
                             stored_.push_back(key);
                           }) {}

  Answer ask(const Digest &key) {
    Asked asked;
    leases.begin(key, asked.callback());
    return asked.wait();
  }
  void setPending(const Digest &key, bool isPending) {
    absl::MutexLock lock(&mutex_);
    isPending ? void(pending_.insert(key)) : void(pending_.erase(key));
  }
  std::vector<Digest> stored() {
    absl::MutexLock lock(&mutex_);
    return stored_;
  }

private:
  FakeSecondLevel level_;
  absl::Mutex mutex_;
  std::set<Digest> pending_ ABSL_GUARDED_BY(mutex_);
  std::vector<Digest> stored_ ABSL_GUARDED_BY(mutex_);

public:
  FlightLeases leases;
};

class FlightLeasesTest : public testing::Test {
protected:
  FlightLeasesTest() {
    options.beat = absl::Milliseconds(5);
    options.poll = absl::Milliseconds(1);
    options.lifetime = absl::Seconds(60);
    options.maxWait = absl::InfiniteDuration();
  }

  const Digest key = Digest::of("key");
  SharedCache cache;
  FlightLeaseOptions options;
};

TEST_F(FlightLeasesTest, WhoComesSecondWaitsForTheResult) {
  Daemon a(cache, options), b(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second;
  b.leases.begin(key, second.callback());
  // Other keys go on meanwhile, and what is asked after the second is seen.
  EXPECT_EQ(b.ask(Digest::of("other")), Answer::Ours);
  while (b.leases.waits() == 0)
    std::this_thread::yield();
  EXPECT_FALSE(second.isThere());
  cache.put(key, v1::ActionRecord());
  EXPECT_EQ(second.wait(), Answer::Stored);
  EXPECT_EQ(b.stored(), std::vector<Digest>{key});
  EXPECT_EQ(b.leases.hits(), 1);
  EXPECT_EQ(a.leases.waits(), 0);
}

TEST_F(FlightLeasesTest, WhatEndsWithoutAResultIsTheNextOnes) {
  Daemon a(cache, options), b(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second;
  b.leases.begin(key, second.callback());
  while (b.leases.waits() == 0)
    std::this_thread::yield();
  a.leases.end(key);
  EXPECT_EQ(second.wait(), Answer::Ours);
  EXPECT_EQ(b.leases.hits(), 0);
}

TEST_F(FlightLeasesTest, ALeaseLastsUntilTheResultHasArrived) {
  Daemon a(cache, options), b(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  a.setPending(key, true);
  a.leases.end(key);
  Asked second;
  b.leases.begin(key, second.callback());
  while (b.leases.waits() == 0)
    std::this_thread::yield();
  EXPECT_FALSE(second.isThere());
  cache.put(key, v1::ActionRecord());
  a.setPending(key, false);
  EXPECT_EQ(second.wait(), Answer::Stored);
}

TEST_F(FlightLeasesTest, TheSilentAreTakenForDead) {
  options.lifetime = absl::Milliseconds(20);
  Daemon b(cache, options);
  // As a process leaves them that was killed.
  FlightLeaseOptions silent = options;
  silent.beat = absl::Hours(1);
  Daemon a(cache, silent);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(b.ask(key), Answer::Ours);
  EXPECT_EQ(b.leases.waits(), 1);
}

TEST_F(FlightLeasesTest, TheLivingAreNot) {
  options.lifetime = absl::Milliseconds(500);
  Daemon a(cache, options), b(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second;
  b.leases.begin(key, second.callback());
  while (b.leases.waits() == 0)
    std::this_thread::yield();
  const int calls = cache.calls("writeRecord");
  while (cache.calls("writeRecord") < calls + 150) // Of 5 ms each.
    std::this_thread::yield();
  EXPECT_FALSE(second.isThere());
  a.leases.end(key);
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, NobodyWaitsForLongerThanIsSaid) {
  Daemon a(cache, options);
  options.maxWait = absl::Milliseconds(10);
  Daemon b(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(b.ask(key), Answer::Ours);
}

TEST_F(FlightLeasesTest, AnEndGivesTheLeasesBack) {
  auto a = std::make_unique<Daemon>(cache, options);
  Daemon b(cache, options);
  EXPECT_EQ(a->ask(key), Answer::Ours);
  Asked second;
  b.leases.begin(key, second.callback());
  while (b.leases.waits() == 0)
    std::this_thread::yield();
  a.reset();
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, WhoWaitsAtTheEndIsTold) {
  Daemon a(cache, options);
  auto b = std::make_unique<Daemon>(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second, third;
  b->leases.begin(key, second.callback());
  while (b->leases.waits() == 0)
    std::this_thread::yield();
  b->leases.stop();
  EXPECT_TRUE(second.isThere());
  EXPECT_EQ(second.wait(), Answer::Stopped);
  b->leases.begin(key, third.callback());
  EXPECT_TRUE(third.isThere()) << "in the call";
  EXPECT_EQ(third.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, ADeadSecondLevelCostsAFewCallsAndThenNone) {
  cache.failWith(absl::UnavailableError("dead"));
  options.breaker = {2, absl::Hours(1), absl::Hours(1)};
  Daemon a(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  const size_t calls = cache.calls().size();
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(cache.calls().size(), calls);
}

TEST_F(FlightLeasesTest, ASecondLevelThatDiesWhileOneWaitsLetsItGo) {
  Daemon a(cache, options), b(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second;
  b.leases.begin(key, second.callback());
  while (b.leases.waits() == 0)
    std::this_thread::yield();
  cache.failWith(absl::UnavailableError("dead"));
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, LeasesThatSayNothingHoldNobodyUp) {
  // Every record of the cache is one that no daemon writes.
  Daemon a(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  v1::ActionRecord odd;
  odd.set_format(3);
  odd.set_payload(std::string("\xff\xff\xff", 3));
  for (const auto &[name, record] : cache.records())
    cache.put(name, odd);
  Daemon b(cache, options);
  EXPECT_EQ(b.ask(key), Answer::Ours);
}

TEST_F(FlightLeasesTest, ManyAskAtOnceAndEachResultIsMadeOnce) {
  constexpr int kKeys = 200;
  Daemon a(cache, options), b(cache, options);
  std::atomic<int> ours{0}, stored{0};
  absl::BlockingCounter left(2 * kKeys);
  for (int i = 0; i < kKeys; ++i)
    for (Daemon *daemon : {&a, &b}) {
      const Digest own = Digest::of(std::to_string(i));
      daemon->leases.begin(own, [&, daemon, own](Answer answer) {
        if (answer == Answer::Ours) {
          ++ours;
          cache.put(own, v1::ActionRecord());
          daemon->leases.end(own);
        }
        stored += answer == Answer::Stored;
        left.DecrementCount();
      });
    }
  left.Wait();
  EXPECT_EQ(ours + stored, 2 * kKeys);
  EXPECT_GE(ours, kKeys);
}

} // namespace
} // namespace ingot::cache
