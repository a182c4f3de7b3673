//===- EvictionPolicyTest.cpp - the policies that the simulation compares -===//

#include "tests/bench/eviction/Policy.h"
#include "tests/bench/eviction/Workload.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>

namespace ingot::bench {
namespace {

std::unique_ptr<Policy> make(const std::string &name, int64_t limit) {
  for (const NamedPolicy &policy : allPolicies())
    if (policy.name == name)
      return policy.make(limit);
  return nullptr;
}

Artifact small(ArtifactId id) { return {id, 10, 1}; }

std::vector<ArtifactId> kept(const Policy &policy, ArtifactId end) {
  std::vector<ArtifactId> ids;
  for (ArtifactId id = 0; id < end; ++id)
    if (policy.contains(id))
      ids.push_back(id);
  return ids;
}

TEST(EvictionPolicyTest, EachStaysWithinItsLimitAndCountsWhatItEvicts) {
  for (const NamedPolicy &named : allPolicies()) {
    SCOPED_TRACE(named.name);
    std::unique_ptr<Policy> policy = named.make(1000);
    int64_t sent = 0;
    for (ArtifactId i = 0; i < 5000; ++i) {
      const Artifact artifact{i * 7919 % 400, 1 + i * 7919 % 400 % 90, 1};
      if (!policy->access(artifact))
        sent += artifact.bytes;
      EXPECT_TRUE(policy->contains(artifact.id));
      ASSERT_LE(policy->bytes(), 1000);
    }
    EXPECT_EQ(policy->bytes() + policy->evictedBytes(), sent);
    EXPECT_EQ(policy->count(), static_cast<int64_t>(kept(*policy, 400).size()));
    EXPECT_GT(policy->evictions(), 0);
  }
}

TEST(EvictionPolicyTest, WhatIsLargerThanTheStoreIsKeptAsAllOfIt) {
  for (const NamedPolicy &named : allPolicies()) {
    SCOPED_TRACE(named.name);
    std::unique_ptr<Policy> policy = named.make(100);
    policy->access(small(0));
    EXPECT_FALSE(policy->access({1, 5000, 1}));
    EXPECT_EQ(policy->bytes(), 100);
  }
}

TEST(EvictionPolicyTest, FifoForgetsTheFirstThoughItIsUsed) {
  auto policy = make("FIFO", 30);
  for (ArtifactId id : {0, 1, 2, 0, 3})
    policy->access(small(id));
  EXPECT_THAT(kept(*policy, 4), testing::ElementsAre(1, 2, 3));
}

TEST(EvictionPolicyTest, LruForgetsTheLeastRecentlyUsed) {
  auto policy = make("LRU", 30);
  for (ArtifactId id : {0, 1, 2, 0, 3})
    policy->access(small(id));
  EXPECT_THAT(kept(*policy, 4), testing::ElementsAre(0, 2, 3));
}

TEST(EvictionPolicyTest, S3FifoKeepsWhatIsUsedThroughASweep) {
  auto policy = make("S3-FIFO", 100);
  for (ArtifactId id : {0, 1, 2, 0, 1, 2})
    policy->access(small(id));
  for (ArtifactId id = 100; id < 200; ++id)
    policy->access(small(id));
  EXPECT_THAT(kept(*policy, 3), testing::ElementsAre(0, 1, 2));
  auto lru = make("LRU", 100);
  for (ArtifactId id : {0, 1, 2, 0, 1, 2})
    lru->access(small(id));
  for (ArtifactId id = 100; id < 200; ++id)
    lru->access(small(id));
  EXPECT_THAT(kept(*lru, 3), testing::IsEmpty());
}

TEST(EvictionPolicyTest, GreedyDualSizeForgetsTheLargeOrTheCheapFirst) {
  auto byCount = make("GDSF, by count", 100);
  byCount->access({0, 60, 100});
  byCount->access({1, 20, 1});
  byCount->access({2, 30, 1});
  EXPECT_THAT(kept(*byCount, 3), testing::ElementsAre(1, 2));
  auto bySeconds = make("GDSF, by seconds", 100);
  bySeconds->access({0, 60, 100});
  bySeconds->access({1, 20, 1});
  bySeconds->access({2, 30, 1});
  EXPECT_THAT(kept(*bySeconds, 3), testing::ElementsAre(0, 2));
}

/// The numbers and times of a small month's requests.
std::vector<std::pair<ArtifactId, int>> requestsOf(WorkloadOptions options) {
  options.clients = 40;
  options.days = 8;
  std::vector<std::pair<ArtifactId, int>> requests;
  Workload(options).run(
      [&](const Program &program, int times) {
        requests.emplace_back(program.executable.id, times);
      },
      [](int) {});
  return requests;
}

TEST(WorkloadTest, TheSameSeedGivesTheSameMonth) {
  WorkloadOptions options;
  EXPECT_EQ(requestsOf(options), requestsOf(options));
  WorkloadOptions other;
  other.seed = 2;
  EXPECT_NE(requestsOf(options), requestsOf(other));
}

TEST(WorkloadTest, AnUpgradeOfTheCompilerRenamesEveryProgram) {
  WorkloadOptions options;
  options.clients = 20;
  options.days = 2;
  options.pushesPerClient = options.sweepsPerClient = 0;
  options.upgradeDays = {1};
  std::vector<std::vector<ArtifactId>> nights(1);
  Workload(options).run(
      [&](const Program &program, int) {
        nights.back().push_back(program.executable.id);
        nights.back().insert(nights.back().end(), program.kernels.begin(),
                             program.kernels.end());
      },
      [&](int hour) {
        if (hour == 23)
          nights.emplace_back();
      });
  ASSERT_EQ(nights[0].size(), nights[1].size());
  for (auto &night : nights)
    std::sort(night.begin(), night.end());
  std::vector<ArtifactId> both;
  std::set_intersection(nights[0].begin(), nights[0].end(), nights[1].begin(),
                        nights[1].end(), std::back_inserter(both));
  EXPECT_THAT(both, testing::IsEmpty());
}

} // namespace
} // namespace ingot::bench
