//===- RendezvousTest.cpp - which daemon a request belongs to -------------===//

#include "client/lib/Rendezvous.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

namespace ingot::client {
namespace {

using ::testing::UnorderedElementsAre;

const std::vector<std::string> kThree = {"a:1", "b:1", "c:1"};

/// The addresses in their order.
std::vector<std::string> orderOf(const std::vector<std::string> &addresses,
                                 const std::string &key) {
  std::vector<std::string> ordered;
  for (size_t i : rendezvousOrder(addresses, key))
    ordered.push_back(addresses[i]);
  return ordered;
}

TEST(Rendezvous, HasEachAddressOnce) {
  EXPECT_THAT(rendezvousOrder(kThree, "key"), UnorderedElementsAre(0, 1, 2));
  EXPECT_THAT(rendezvousOrder({"a"}, "key"), UnorderedElementsAre(0));
}

TEST(Rendezvous, DoesNotDependOnTheListsOrder) {
  for (int key = 0; key < 50; ++key)
    EXPECT_EQ(orderOf({"a:1", "b:1", "c:1"}, std::to_string(key)),
              orderOf({"c:1", "a:1", "b:1"}, std::to_string(key)));
}

TEST(Rendezvous, IsTheSameInEveryVersion) {
  // A client that orders otherwise halves the hits of a mixed fleet.
  std::string firsts;
  for (int key = 0; key < 12; ++key)
    firsts += orderOf(kThree, std::to_string(key)).front()[0];
  EXPECT_EQ(firsts, "acbbbaacccca");
}

TEST(Rendezvous, SpreadsEvenly) {
  std::map<std::string, int> counts;
  for (int key = 0; key < 3000; ++key)
    ++counts[orderOf(kThree, std::to_string(key)).front()];
  for (const std::string &address : kThree)
    EXPECT_NEAR(counts[address], 1000, 120) << address;
}

TEST(Rendezvous, ADaemonThatGoesMovesOnlyItsOwn) {
  int moved = 0, own = 0;
  for (int key = 0; key < 1000; ++key) {
    const std::string name = std::to_string(key);
    const std::string before = orderOf(kThree, name).front();
    const std::string after = orderOf({"a:1", "c:1"}, name).front();
    own += before == "b:1";
    moved += before != after;
    if (before == "b:1")
      EXPECT_EQ(after, orderOf(kThree, name)[1]) << "it goes to the second";
  }
  EXPECT_EQ(moved, own);
}

TEST(PlacementKey, TellsProgramsApartByTheirEndsAndSize) {
  const std::string large(1 << 20, 'x');
  std::string other = large;
  EXPECT_EQ(placementKey(large), placementKey(other));
  other.back() = 'y';
  EXPECT_NE(placementKey(large), placementKey(other));
  other = large + "x";
  EXPECT_NE(placementKey(large), placementKey(other));
  other = large;
  other.front() = 'y';
  EXPECT_NE(placementKey(large), placementKey(other));
  EXPECT_NE(placementKey(""), placementKey("x"));
}

} // namespace
} // namespace ingot::client
