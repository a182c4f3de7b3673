//===- CachePropertyTest.cpp - bounded maps and breakers against models ---===//
//
// Long runs of random calls, each held against a model that is too simple to be
// wrong and too slow to be used.
//
//===----------------------------------------------------------------------===//

#include "cache/store/CircuitBreaker.h"
#include "cache/store/LruCache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace ingot::cache {
namespace {

/// Entries in the order of use, the last used one last.
class LruModel {
public:
  explicit LruModel(int64_t limit) : limit_(limit) {}

  std::optional<int> get(int key) {
    auto found = find(key);
    if (found == entries_.end())
      return std::nullopt;
    std::rotate(found, found + 1, entries_.end());
    return entries_.back().value;
  }
  void put(int key, int value, int64_t cost) {
    erase(key);
    entries_.push_back({key, value, cost});
    if (cost > limit_)
      entries_.pop_back();
    while (total() > limit_)
      entries_.erase(entries_.begin());
  }
  void erase(int key) {
    if (auto found = find(key); found != entries_.end())
      entries_.erase(found);
  }

private:
  struct Entry {
    int key, value;
    int64_t cost;
  };

  std::vector<Entry>::iterator find(int key) {
    return std::find_if(entries_.begin(), entries_.end(),
                        [&](const Entry &entry) { return entry.key == key; });
  }
  int64_t total() const {
    int64_t sum = 0;
    for (const Entry &entry : entries_)
      sum += entry.cost;
    return sum;
  }

  const int64_t limit_;
  std::vector<Entry> entries_;
};

TEST(LruCachePropertyTest, ItIsTheModelAfterAnyCalls) {
  std::mt19937 random(11);
  for (int64_t limit : {0, 1, 7, 40}) {
    LruCache<int, int> cache(limit);
    LruModel model(limit);
    for (int step = 0; step < 5000; ++step) {
      const int key = static_cast<int>(random() % 12);
      // Costs of nothing and of more than the limit among them.
      const int64_t cost = random() % 10;
      switch (random() % 4) {
      case 0:
      case 1:
        cache.put(key, std::make_shared<const int>(step), cost);
        model.put(key, step, cost);
        break;
      case 2: {
        auto got = cache.get(key);
        EXPECT_EQ(got ? std::optional(*got) : std::nullopt, model.get(key))
            << "limit " << limit << ", step " << step;
        break;
      }
      case 3:
        cache.erase(key);
        model.erase(key);
        break;
      }
    }
    for (int key = 0; key < 12; ++key)
      EXPECT_EQ(cache.get(key) != nullptr, model.get(key).has_value()) << key;
  }
}

TEST(LruCachePropertyTest, ValuesOutliveTheirPlace) {
  LruCache<int, int> cache(1);
  cache.put(1, std::make_shared<const int>(4711), 1);
  const std::shared_ptr<const int> held = cache.get(1);
  cache.put(2, std::make_shared<const int>(0), 1);
  EXPECT_EQ(cache.get(1), nullptr);
  EXPECT_EQ(*held, 4711);
}

TEST(LruCachePropertyTest, ThreadsSeeWholeValuesOfTheirKey) {
  LruCache<int, std::pair<int, int>> cache(8);
  std::vector<std::thread> threads;
  for (uint32_t seed = 0; seed < 4; ++seed)
    threads.emplace_back([&cache, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 3000; ++i) {
        const int key = static_cast<int>(random() % 16);
        if (random() % 2)
          cache.put(key, std::make_shared<const std::pair<int, int>>(key, i),
                    1 + random() % 3);
        else if (auto got = cache.get(key))
          EXPECT_EQ(got->first, key);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

class BreakerPropertyTest : public testing::Test {
protected:
  using State = CircuitBreaker::State;

  uint32_t below(uint32_t bound) { return random() % bound; }

  std::mt19937 random{13};
  absl::Time now = absl::UnixEpoch();
  const CircuitBreaker::Options options{3, absl::Seconds(1), absl::Seconds(20)};
  CircuitBreaker breaker{options, [this] { return now; },
                         [this] { return below(1000) / 1000.0; }};
};

TEST_F(BreakerPropertyTest, WhatItPromisesHoldsAfterAnyCalls) {
  int failuresInARow = 0, opened = 0, closed = 0;
  for (int step = 0; step < 20000; ++step) {
    const State before = breaker.state();
    switch (below(6)) {
    case 0: {
      const bool isDue = breaker.untilAdmitted() == absl::ZeroDuration();
      const bool isAdmitted = breaker.admit();
      EXPECT_EQ(isAdmitted,
                before == State::Closed || (before == State::Open && isDue));
      EXPECT_EQ(breaker.state(), before == State::Closed ? State::Closed
                                 : isAdmitted            ? State::HalfOpen
                                                         : before);
      break;
    }
    case 1:
      EXPECT_EQ(breaker.succeeded(), before != State::Closed);
      EXPECT_EQ(breaker.state(), State::Closed);
      closed += before != State::Closed;
      failuresInARow = 0;
      break;
    case 2:
    case 3: {
      failuresInARow += before == State::Closed;
      const bool opens =
          before == State::Closed && failuresInARow == options.failures;
      EXPECT_EQ(breaker.failed(), opens);
      if (opens || before == State::HalfOpen) {
        EXPECT_EQ(breaker.state(), State::Open);
        EXPECT_GE(breaker.untilAdmitted(), options.firstWait / 2);
        EXPECT_LE(breaker.untilAdmitted(), options.maxWait);
        failuresInARow = 0;
      } else {
        EXPECT_EQ(breaker.state(), before);
      }
      opened += opens;
      break;
    }
    case 4:
      breaker.abandoned();
      EXPECT_EQ(breaker.state(),
                before == State::HalfOpen ? State::Open : before);
      break;
    case 5:
      now += absl::Milliseconds(below(4000));
      break;
    }
    if (breaker.state() == State::Closed) {
      EXPECT_EQ(breaker.untilAdmitted(), absl::ZeroDuration());
    }
  }
  EXPECT_GT(opened, 100);
  EXPECT_GT(closed, 100);
}

TEST_F(BreakerPropertyTest, OfManyThreadsOneTries) {
  for (int i = 0; i < options.failures; ++i) {
    ASSERT_TRUE(breaker.admit());
    breaker.failed();
  }
  now += options.maxWait;
  std::atomic<int> admitted{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] { admitted += breaker.admit(); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(admitted, 1);
}

} // namespace
} // namespace ingot::cache
