//===- LeaseHoldersTest.cpp - what other daemons were seen to do ----------===//

#include "cache/store/LeaseHolders.h"

#include "absl/strings/str_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

const Digest key = Digest::of("key");
const absl::Time start = absl::UnixEpoch();

TEST(LeaseHoldersTest, EachOtherDaemonIsReadOnce) {
  LeaseHolders holders("self", absl::Seconds(3));
  EXPECT_THAT(holders.toRead({"b", "", "self", "a", "b"}),
              testing::ElementsAre("a", "b"));
}

TEST(LeaseHoldersTest, WhoSaysNothingNewIsDeadInTheEnd) {
  LeaseHolders holders("self", absl::Seconds(3));
  holders.note("a", holderRecord(1, {key}), start);
  EXPECT_TRUE(holders.isHeld(key, "a", start + absl::Seconds(2)));
  EXPECT_FALSE(holders.isHeld(Digest::of("other"), "a", start));
  holders.note("a", holderRecord(1, {key}), start + absl::Seconds(2));
  EXPECT_FALSE(holders.isHeld(key, "a", start + absl::Seconds(3)));
  holders.note("a", holderRecord(2, {key}), start + absl::Seconds(3));
  EXPECT_TRUE(holders.isHeld(key, "a", start + absl::Seconds(5)));
  holders.note("a", std::nullopt, start + absl::Seconds(5));
  EXPECT_FALSE(holders.isHeld(key, "a", start + absl::Seconds(5)));
}

TEST(LeaseHoldersTest, ABoundedNumberIsRemembered) {
  LeaseHolders holders("self", absl::Seconds(3));
  std::vector<std::string> many;
  for (size_t i = 0; i < 2 * LeaseHolders::kMaxHolders; ++i)
    many.push_back(absl::StrFormat("%04d", i));
  const std::vector<std::string> few = holders.toRead(many);
  EXPECT_EQ(few.size(), LeaseHolders::kMaxHolders);
  for (const std::string &name : few)
    holders.note(name, holderRecord(1, {key}), start);
  EXPECT_FALSE(holders.isHeld(key, many.back(), start));
  // Who comes now takes the place of those that nobody asks about.
  EXPECT_THAT(holders.toRead({many.back()}), testing::ElementsAre(many.back()));
  EXPECT_FALSE(holders.isHeld(key, few.front(), start));
}

} // namespace
} // namespace ingot::cache
