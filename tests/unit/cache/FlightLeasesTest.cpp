//===- FlightLeasesTest.cpp - one machine at a time makes a result --------===//
//
// Several daemons' leases over one cache. Lifetimes go by a clock of the test;
// beats and polls are short, and tests wait for what is to happen only.
//
//===----------------------------------------------------------------------===//

#include "cache/store/FlightLeases.h"
#include "tests/fakes/FakeSecondLevel.h"

#include "absl/synchronization/notification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ingot::cache {
namespace {

using Answer = FlightLeases::Answer;

class TestClock {
public:
  CircuitBreaker::Clock function() {
    return [this] {
      absl::MutexLock lock(&mutex_);
      return now_;
    };
  }
  void advance(absl::Duration duration) {
    absl::MutexLock lock(&mutex_);
    now_ += duration;
  }

private:
  absl::Mutex mutex_;
  absl::Time now_ ABSL_GUARDED_BY(mutex_) = absl::UnixEpoch();
};

/// A question, and the answer that comes on another thread.
class Asked {
public:
  Asked(FlightLeases &leases, const Digest &key) {
    ticket = leases.begin(key, [state = state_](Answer answer) {
      state->answer = answer;
      state->isThere.Notify();
    });
    if (ticket == 0)
      state_->isThere.Notify();
  }
  Answer wait() {
    state_->isThere.WaitForNotification();
    return state_->answer;
  }
  bool isThere() const { return state_->isThere.HasBeenNotified(); }

  FlightLeases::Ticket ticket = 0;

private:
  struct State {
    absl::Notification isThere;
    Answer answer = Answer::Ours;
  };
  /// Its daemon may end later.
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

template <typename Condition> void awaitThat(const Condition &condition) {
  while (!condition())
    std::this_thread::yield();
}

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

  Answer ask(const Digest &key) { return Asked(leases, key).wait(); }
  void awaitWaits(int64_t count) {
    awaitThat([&] { return leases.waits() >= count; });
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
  /// Of a daemon of this name.
  FlightLeaseOptions options(char name) {
    FlightLeaseOptions options;
    options.beat = absl::Milliseconds(5);
    options.poll = absl::Milliseconds(1);
    options.clock = clock.function();
    options.name = std::string(kHolderNameBytes, name);
    return options;
  }
  /// The keys that a daemon says it makes.
  size_t heldBy(char name) const {
    auto records = cache.records();
    auto record = records.find(holderKey(std::string(kHolderNameBytes, name)));
    return record == records.end() ? 0
                                   : parseHolder(record->second)->keys.size();
  }
  /// A question of the key's, which is to be made there.
  Asked leased(Daemon &daemon) {
    Asked asked(daemon.leases, key);
    EXPECT_EQ(asked.wait(), Answer::Ours);
    return asked;
  }
  /// The same, and a worker has it.
  Asked running(Daemon &daemon) {
    Asked asked = leased(daemon);
    daemon.leases.started(asked.ticket);
    return asked;
  }

  const Digest key = Digest::of("key"), other = Digest::of("other");
  TestClock clock;
  SharedCache cache;
};

TEST_F(FlightLeasesTest, WhoComesSecondWaitsForTheResult) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first = leased(a);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  // Other keys go on meanwhile.
  EXPECT_EQ(b.ask(other), Answer::Ours);
  EXPECT_FALSE(second.isThere());
  cache.put(key, v1::ActionRecord());
  a.leases.end(first.ticket);
  EXPECT_EQ(second.wait(), Answer::Stored);
  EXPECT_EQ(b.stored(), std::vector<Digest>{key});
  EXPECT_EQ(a.leases.waits(), 0);
}

TEST_F(FlightLeasesTest, AResultThatCameBeforeTheQuestionIsTaken) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first = leased(a);
  cache.put(key, v1::ActionRecord());
  a.leases.end(first.ticket);
  awaitThat([&] { return heldBy('a') == 0; });
  ASSERT_EQ(b.ask(key), Answer::Stored);
  awaitThat([&] { return heldBy('b') == 0; });
}

TEST_F(FlightLeasesTest, SoIsOneThatComesWhileTheLeaseIsWritten) {
  Daemon a(cache, options('a'));
  cache.setOnCall([this] {
    if (cache.calls("writeRecord") == 1)
      cache.put(key, v1::ActionRecord());
  });
  EXPECT_EQ(a.ask(key), Answer::Stored);
}

TEST_F(FlightLeasesTest, WhatEndsWithoutAResultIsTheOthers) {
  Daemon a(cache, options('a')), b(cache, options('b')), c(cache, options('c'));
  Asked first = leased(a);
  Asked second(b.leases, key), third(c.leases, key);
  b.awaitWaits(1);
  c.awaitWaits(1);
  a.leases.end(first.ticket);
  // An action that fails is not found to fail by one after another.
  EXPECT_EQ(second.wait(), Answer::Ours);
  EXPECT_EQ(third.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, ALeaseLastsUntilTheResultHasArrived) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first = leased(a);
  a.setPending(key, true);
  a.leases.end(first.ticket);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  EXPECT_FALSE(second.isThere());
  cache.put(key, v1::ActionRecord());
  a.setPending(key, false);
  EXPECT_EQ(second.wait(), Answer::Stored);
}

TEST_F(FlightLeasesTest, ButNotForEver) {
  FlightLeaseOptions patient = options('b');
  patient.lifetime = absl::InfiniteDuration(); // Nobody is silent.
  Daemon a(cache, options('a')), b(cache, patient);
  Asked first = leased(a);
  a.setPending(key, true);
  a.leases.end(first.ticket);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  clock.advance(options('a').maxQueued);
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, WhatWaitsLongForAWorkerIsAnybodys) {
  FlightLeaseOptions patient = options('b');
  patient.lifetime = absl::InfiniteDuration(); // Nobody is silent.
  Daemon a(cache, options('a')), b(cache, patient);
  Asked queued(a.leases, key), running(a.leases, other);
  EXPECT_EQ(queued.wait(), Answer::Ours);
  EXPECT_EQ(running.wait(), Answer::Ours);
  a.leases.started(running.ticket);
  Asked second(b.leases, key), third(b.leases, other);
  b.awaitWaits(2);
  clock.advance(options('a').maxQueued);
  EXPECT_EQ(second.wait(), Answer::Ours);
  EXPECT_FALSE(third.isThere());
  a.leases.started(queued.ticket);
  awaitThat([&] { return heldBy('a') == 2; });
}

TEST_F(FlightLeasesTest, TheSilentAreTakenForDead) {
  FlightLeaseOptions silent = options('a'); // As who was killed.
  silent.beat = absl::InfiniteDuration();
  Daemon a(cache, silent), b(cache, options('b'));
  Asked first = running(a);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  clock.advance(options('b').lifetime);
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, TheLivingAreNot) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first = running(a);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  for (int i = 0; i < 4; ++i) {
    clock.advance(0.9 * options('b').lifetime);
    const int beats = cache.calls("writeRecord");
    awaitThat([&] { return cache.calls("writeRecord") > beats + 1; });
    const int polls = cache.calls("readRecords");
    awaitThat([&] { return cache.calls("readRecords") > polls + 1; });
  }
  EXPECT_FALSE(second.isThere());
  a.leases.end(first.ticket);
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, NobodyWaitsForLongerThanIsSaid) {
  FlightLeaseOptions longLived = options('b');
  longLived.lifetime = absl::InfiniteDuration();
  Daemon a(cache, options('a')), b(cache, longLived);
  Asked first = running(a);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  clock.advance(options('b').maxWait + absl::Seconds(1));
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, AKeyThatIsAskedForTwiceIsHeldByBoth) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first(a.leases, key), second(a.leases, key);
  EXPECT_EQ(first.wait(), Answer::Ours);
  EXPECT_EQ(second.wait(), Answer::Ours);
  a.leases.end(first.ticket);
  EXPECT_EQ(a.ask(other), Answer::Ours) << "with a sign of life before";
  Asked third(b.leases, key);
  awaitThat([&] { return third.isThere() || b.leases.waits() > 0; });
  EXPECT_FALSE(third.isThere());
  a.leases.end(second.ticket);
  EXPECT_EQ(third.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, WhoLeavesIsForgottenAtOnce) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  EXPECT_EQ(a.ask(key), Answer::Ours);
  auto held = std::make_shared<int>();
  std::weak_ptr<int> seen = held;
  const FlightLeases::Ticket ticket =
      b.leases.begin(key, [held = std::move(held)](Answer) { ADD_FAILURE(); });
  b.awaitWaits(1);
  b.leases.end(ticket);
  EXPECT_TRUE(seen.expired());
  // And asks nothing any more.
  auto isIdle = [&] {
    const int polls = cache.calls("readRecords");
    const int beats = cache.calls("writeRecord");
    awaitThat([&] { return cache.calls("writeRecord") > beats + 2; });
    return cache.calls("readRecords") == polls;
  };
  awaitThat(isIdle);
}

TEST_F(FlightLeasesTest, WhoWaitForOneHolderReadOneRecordATime) {
  constexpr int kKeys = 100;
  Daemon a(cache, options('a')), b(cache, options('b'));
  std::vector<std::unique_ptr<Asked>> first, second;
  for (int i = 0; i < kKeys; ++i)
    first.push_back(
        std::make_unique<Asked>(a.leases, Digest::of(std::to_string(i))));
  for (auto &asked : first)
    EXPECT_EQ(asked->wait(), Answer::Ours);
  for (int i = 0; i < kKeys; ++i)
    second.push_back(
        std::make_unique<Asked>(b.leases, Digest::of(std::to_string(i))));
  b.awaitWaits(kKeys);
  const size_t before = cache.lookups().size();
  awaitThat([&] { return cache.lookups().size() >= before + 10; });
  const std::vector<Digest> lookups = cache.lookups();
  EXPECT_THAT(
      std::vector<Digest>(lookups.begin() + static_cast<ptrdiff_t>(before),
                          lookups.end()),
      testing::Each(holderKey(std::string(kHolderNameBytes, 'a'))));
  for (int i = 0; i < kKeys; ++i) {
    cache.put(Digest::of(std::to_string(i)), v1::ActionRecord());
    a.leases.end(first[static_cast<size_t>(i)]->ticket);
  }
  for (auto &asked : second)
    EXPECT_EQ(asked->wait(), Answer::Stored) << "made once";
}

TEST_F(FlightLeasesTest, WhatIsLargeToTakeKeepsNobodyFromHisWork) {
  absl::Notification isTaking, isTaken;
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first = leased(a);
  b.leases.begin(key, [&](Answer) {
    isTaking.Notify();
    isTaken.WaitForNotification();
  });
  b.awaitWaits(1);
  cache.put(key, v1::ActionRecord());
  a.leases.end(first.ticket);
  isTaking.WaitForNotification();
  EXPECT_EQ(b.ask(other), Answer::Ours);
  isTaken.Notify();
}

TEST_F(FlightLeasesTest, AnEndGivesTheLeasesBack) {
  auto a = std::make_unique<Daemon>(cache, options('a'));
  Daemon b(cache, options('b'));
  EXPECT_EQ(a->ask(key), Answer::Ours);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  a.reset();
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, WhoWaitsAtTheEndIsTold) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  b.leases.stop();
  EXPECT_TRUE(second.isThere());
  EXPECT_EQ(second.wait(), Answer::Stopped);
  EXPECT_EQ(Asked(b.leases, key).ticket, 0u);
}

TEST_F(FlightLeasesTest, AnEndWaitsForTwoCallsAtMost) {
  Daemon a(cache, options('a'));
  cache.closeGate();
  Asked first(a.leases, key);
  cache.awaitBlocked(1);
  std::thread end([&] { a.leases.stop(); });
  awaitThat([&] {
    const FlightLeases::Ticket ticket = a.leases.begin(other, [](Answer) {});
    a.leases.end(ticket);
    return ticket == 0;
  });
  cache.openGate();
  end.join();
  EXPECT_EQ(first.wait(), Answer::Stopped);
  EXPECT_LE(cache.calls().size(), 2u);
}

TEST_F(FlightLeasesTest, ADeadSecondLevelCostsAFewCallsAndThenNone) {
  cache.failWith(absl::UnavailableError("dead"));
  FlightLeaseOptions options = this->options('a');
  options.breaker = {2, absl::Hours(1), absl::Hours(1)};
  Daemon a(cache, options);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(Asked(a.leases, key).ticket, 0u);
  EXPECT_EQ(cache.calls().size(), 2u);
}

TEST_F(FlightLeasesTest, SoDoesASlowOne) {
  FlightLeaseOptions options = this->options('a');
  options.breaker = {2, absl::Hours(1), absl::Hours(1)};
  Daemon a(cache, options);
  cache.setOnCall([&] { clock.advance(2 * options.slow); });
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  EXPECT_EQ(Asked(a.leases, key).ticket, 0u);
  EXPECT_EQ(cache.calls().size(), 2u);
}

TEST_F(FlightLeasesTest, ASecondLevelThatDiesWhileOneWaitsLetsItGo) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  cache.failWith(absl::UnavailableError("dead"));
  EXPECT_EQ(second.wait(), Answer::Ours);
}

TEST_F(FlightLeasesTest, OneCallThatFailsEndsNoWait) {
  Daemon a(cache, options('a')), b(cache, options('b'));
  Asked first = leased(a);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  cache.failOnce("readRecords", absl::UnavailableError("once"));
  const int polls = cache.calls("readRecords");
  awaitThat([&] { return cache.calls("readRecords") > polls + 3; });
  EXPECT_FALSE(second.isThere());
  cache.put(key, v1::ActionRecord());
  a.leases.end(first.ticket);
  EXPECT_EQ(second.wait(), Answer::Stored);
}

TEST_F(FlightLeasesTest, ADamagedRecordIsOneResultsMatter) {
  FlightLeaseOptions careful = options('b');
  careful.breaker = {1, absl::Hours(1), absl::Hours(1)};
  Daemon a(cache, options('a')), b(cache, careful);
  EXPECT_EQ(a.ask(key), Answer::Ours);
  Asked second(b.leases, key);
  b.awaitWaits(1);
  cache.damage(other);
  cache.damage(leaseKey(other));
  EXPECT_EQ(b.ask(other), Answer::Ours);
  EXPECT_FALSE(second.isThere());
  EXPECT_NE(Asked(b.leases, Digest::of("third")).ticket, 0u);
}

TEST_F(FlightLeasesTest, LeasesThatSayNothingHoldNobodyUp) {
  // Every record of the cache is one that no daemon writes.
  Daemon a(cache, options('a'));
  EXPECT_EQ(a.ask(key), Answer::Ours);
  a.leases.stop();
  v1::ActionRecord odd;
  odd.set_format(kLeaseFormat);
  odd.set_payload(std::string("\xff\xff\xff", 3));
  for (const auto &[name, record] : cache.records())
    cache.put(name, odd);
  Daemon b(cache, options('b'));
  EXPECT_EQ(b.ask(key), Answer::Ours);
}

} // namespace
} // namespace ingot::cache
