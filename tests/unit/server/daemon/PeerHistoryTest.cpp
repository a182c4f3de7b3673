//===- PeerHistoryTest.cpp - who begins many connections, who waits -------===//

#include "server/daemon/PeerHistory.h"

#include "gtest/gtest.h"

#include <string>

namespace ingot::server {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1000);
constexpr absl::Duration kMoment = absl::Milliseconds(1);

TEST(PeerHistoryTest, WhoBeginsMoreThanTwoInASecondBeginsMany) {
  PeerHistory history;
  EXPECT_FALSE(history.begin("a", kNow));
  EXPECT_FALSE(history.begin("a", kNow + kMoment));
  EXPECT_TRUE(history.begin("a", kNow + 2 * kMoment));
  EXPECT_TRUE(history.begin("a", kNow + kNewFor));
}

TEST(PeerHistoryTest, TwoEachSecondAreNeverMany) {
  PeerHistory history;
  for (int second = 0; second < 100; ++second) {
    const absl::Time then = kNow + second * (kNewFor + kMoment);
    EXPECT_FALSE(history.begin("a", then));
    EXPECT_FALSE(history.begin("a", then + kNewFor / 2));
  }
}

TEST(PeerHistoryTest, PeersBeginEachForThemselves) {
  PeerHistory history;
  for (int i = 0; i < 10; ++i)
    history.begin("a", kNow);
  EXPECT_FALSE(history.begin("b", kNow));
  EXPECT_TRUE(history.begin("a", kNow));
}

TEST(PeerHistoryTest, TheThirdEndInTenSecondsHoldsBackForOne) {
  PeerHistory history;
  EXPECT_EQ(history.heldBackUntil("a"), absl::InfinitePast());
  history.end("a", kNow);
  history.end("a", kNow + absl::Seconds(5));
  EXPECT_EQ(history.heldBackUntil("a"), absl::InfinitePast());
  const absl::Time third = kNow + absl::Seconds(10);
  history.end("a", third);
  EXPECT_EQ(history.heldBackUntil("a"), third + kHoldBack);
  EXPECT_EQ(history.heldBackUntil("b"), absl::InfinitePast());
}

TEST(PeerHistoryTest, EndsLongAgoDoNotCount) {
  PeerHistory history;
  history.end("a", kNow);
  history.end("a", kNow);
  history.end("a", kNow + kEndsCountFor + kMoment);
  EXPECT_EQ(history.heldBackUntil("a"), absl::InfinitePast());
}

TEST(PeerHistoryTest, SoManyPeersAreKeptAndNoMore) {
  PeerHistory history;
  for (int i = 0; i <= kManyBegins; ++i)
    history.begin("a", kNow);
  for (size_t i = 1; i < PeerHistory::kMaxPeers; ++i)
    history.begin(std::to_string(i), kNow);
  // One too many: all begin anew.
  history.begin("b", kNow);
  EXPECT_FALSE(history.begin("a", kNow));
}

} // namespace
} // namespace ingot::server
