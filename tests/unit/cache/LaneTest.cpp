//===- LaneTest.cpp - namespaces of keys ----------------------------------===//

#include "cache/key/Lane.h"

#include "gtest/gtest.h"

namespace ingot {
namespace {

const Digest kKey = Digest::of("key");

TEST(LaneTest, TrustedHasThePlainKeys) {
  EXPECT_EQ(keyInLane("", kKey), kKey);
  EXPECT_FALSE(isInLane(kKey));
}

TEST(LaneTest, EachLaneHasKeysOfItsOwn) {
  const Digest pulls = keyInLane("pr", kKey), forks = keyInLane("fork", kKey);
  EXPECT_NE(pulls, kKey);
  EXPECT_NE(pulls, forks);
  EXPECT_NE(pulls, keyInLane("pr", Digest::of("other")));
  EXPECT_EQ(pulls, keyInLane("pr", kKey));
}

TEST(LaneTest, NoKeyThatACallerAsksForIsOneOfALane) {
  const Digest pulls = keyInLane("pr", kKey);
  EXPECT_TRUE(isInLane(pulls));
  EXPECT_EQ(*Digest::parse(pulls.toString()), pulls);
  EXPECT_EQ(static_cast<int64_t>(static_cast<double>(pulls.size)), pulls.size)
      << "JSON would change it";
}

TEST(LaneTest, KnownAnswer) {
  EXPECT_EQ(keyInLane("pr", kKey).toString(),
            "d54d0993e9f1ea4d69031e0d8086c4455c0730fedce1118cb5c2b9d834795ba6"
            "/4503599627370615");
}

} // namespace
} // namespace ingot
