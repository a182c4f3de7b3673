//===- LeaseRecordsTest.cpp - what daemons say to each other --------------===//

#include "cache/store/LeaseRecords.h"

#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

v1::ActionRecord recordOf(std::string payload) {
  v1::ActionRecord record;
  record.set_format(kLeaseFormat);
  record.set_payload(std::move(payload));
  return record;
}

TEST(LeaseRecordsTest, AreReadAsTheyWereWritten) {
  const Digest a = Digest::of("a"), b = Digest::of("b");
  const std::string name(kHolderNameBytes, 'n');
  EXPECT_EQ(parseLease(leaseRecord(name)), name);
  std::optional<LeaseHolderState> holder = parseHolder(holderRecord(7, {a}));
  ASSERT_TRUE(holder);
  EXPECT_EQ(holder->beat, 7u);
  EXPECT_TRUE(holder->holds(a));
  EXPECT_FALSE(holder->holds(b));
  EXPECT_NE(leaseKey(a), leaseKey(b));
  EXPECT_NE(leaseKey(a), a);
}

TEST(LeaseRecordsTest, ALeaseNamesAHolderOfTheRightLength) {
  EXPECT_EQ(parseLease(leaseRecord("short")), "");
  EXPECT_EQ(parseLease(leaseRecord(std::string(kHolderNameBytes + 1, 'n'))),
            "");
  EXPECT_EQ(parseLease(recordOf("\xff")), "");
  v1::ActionRecord result = leaseRecord(std::string(kHolderNameBytes, 'n'));
  result.set_format(1);
  EXPECT_EQ(parseLease(result), "");
}

TEST(LeaseRecordsTest, AHolderSaysABoundedNumberOfKeys) {
  const std::vector<Digest> most(kMaxHeldKeys, Digest::of("k"));
  EXPECT_TRUE(parseHolder(holderRecord(1, most)));
  std::vector<Digest> more = most;
  more.push_back(Digest::of("k"));
  EXPECT_FALSE(parseHolder(holderRecord(1, more)));
  EXPECT_FALSE(parseHolder(recordOf("\xff")));
  // Fields that nobody knows take memory, too.
  v1::ActionRecord long_ = holderRecord(1, {});
  long_.mutable_payload()->append("\x1a\x80\x80\x04" +
                                  std::string(1 << 16, 'x'));
  EXPECT_FALSE(parseHolder(long_));
}

} // namespace
} // namespace ingot::cache
