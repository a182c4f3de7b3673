//===- PieceBudgetTest.cpp - memory of all downloads together -------------===//

#include "server/rpc/PieceBudget.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PieceBudgetTest : public testing::Test {
protected:
  /// True if it was granted at once; otherwise noted when it is.
  bool take(const std::string &peer, int pieces, const std::string &name) {
    ticket =
        budget.take(peer, pieces, [this, name] { granted.push_back(name); });
    return ticket == 0;
  }

  PieceBudget budget{8};
  PieceBudget::Ticket ticket = 0;
  std::vector<std::string> granted;
};

TEST_F(PieceBudgetTest, OnePeerHasHalfAtMost) {
  EXPECT_TRUE(take("a", 4, "a1"));
  EXPECT_FALSE(take("a", 1, "a2"));
  EXPECT_TRUE(budget.hasWaiters());
  EXPECT_TRUE(take("b", 3, "b1")) << "who waits for its own share is passed";
  EXPECT_EQ(budget.inUse(), 7);
  budget.give("b", 3);
  EXPECT_THAT(granted, IsEmpty());
  budget.give("a", 1);
  EXPECT_THAT(granted, ElementsAre("a2"));
  EXPECT_EQ(budget.inUse(), 4);
}

TEST_F(PieceBudgetTest, WhoWaitsIsServedInOrder) {
  ASSERT_TRUE(take("a", 4, "a"));
  ASSERT_TRUE(take("b", 4, "b"));
  EXPECT_FALSE(take("c", 3, "c"));
  EXPECT_FALSE(take("d", 1, "d"));
  budget.give("a", 4);
  EXPECT_THAT(granted, ElementsAre("c", "d"));
  EXPECT_FALSE(budget.hasWaiters());
}

TEST_F(PieceBudgetTest, WhoWaitsNoLongerIsGrantedNothing) {
  ASSERT_TRUE(take("a", 4, "a1"));
  ASSERT_FALSE(take("a", 1, "a2"));
  EXPECT_TRUE(budget.cancel(ticket));
  budget.give("a", 4);
  EXPECT_THAT(granted, IsEmpty());
  EXPECT_FALSE(budget.cancel(ticket));
  EXPECT_EQ(budget.inUse(), 0);
}

TEST_F(PieceBudgetTest, ReadingAheadLeavesHalfToOthers) {
  int taken = 0;
  while (budget.takeSpare(taken % 2 ? "a" : "b"))
    ++taken;
  EXPECT_EQ(taken, 4);
  EXPECT_TRUE(take("c", 4, "c"));
}

TEST_F(PieceBudgetTest, WhatIsMoreThanAShareIsAShare) {
  EXPECT_TRUE(take("a", 100, "a"));
  EXPECT_EQ(budget.inUse(), 4);
  budget.give("a", 100);
  EXPECT_EQ(budget.inUse(), 0);
}

} // namespace
} // namespace ingot::server
