//===- StoreInventoryTest.cpp - what a store keeps, a moment ago ----------===//

#include "server/core/StoreInventory.h"

#include "absl/synchronization/notification.h"

#include "gtest/gtest.h"

#include <atomic>
#include <thread>

namespace ingot::server {
namespace {

/// A store of one kind, with as many entries as it was counted.
class StoreInventoryTest : public testing::Test {
protected:
  v1::DescribeStoreResponse shown() {
    v1::DescribeStoreResponse response;
    inventory.addTo(response);
    return response;
  }

  /// Asks until the inventory of that number is shown.
  void awaitShown(uint64_t number) {
    while (true) {
      const v1::DescribeStoreResponse store = shown();
      if (store.rows_size() == 1 && store.rows(0).entries() == number)
        return;
      std::this_thread::yield();
    }
  }

  absl::StatusOr<InventoryRows> take() {
    const int number = ++taken;
    mayEnd.WaitForNotification();
    seconds += duration;
    if (number == failing)
      return absl::UnavailableError("the disk");
    cache::InventoryRow row;
    row.kind = "object";
    row.entries = number;
    row.bytes = 30;
    row.bytesByAge[1] = 20;
    return InventoryRows{row};
  }

  std::atomic<int> taken{0};
  std::atomic<int64_t> seconds{1000}; ///< The clock.
  int64_t duration = 0;               ///< Of taking one.
  int failing = 0;                    ///< The number of one that fails.
  absl::Notification mayEnd;
  StoreInventory inventory{
      [this] { return take(); },
      [this] { return absl::UnixEpoch() + absl::Seconds(seconds.load()); }};
};

TEST_F(StoreInventoryTest, NobodyWaitsForTheFirst) {
  const v1::DescribeStoreResponse first = shown();
  EXPECT_EQ(first.rows_size(), 0);
  EXPECT_EQ(first.ages_size(), static_cast<int>(cache::kAges));
  mayEnd.Notify();
  awaitShown(1);
  const v1::DescribeStoreResponse::Row row = shown().rows(0);
  EXPECT_EQ(row.kind(), "object");
  EXPECT_EQ(row.bytes(), 30u);
  ASSERT_EQ(row.bytes_by_age_size(), static_cast<int>(cache::kAges));
  EXPECT_EQ(row.bytes_by_age(1), 20u);
}

TEST_F(StoreInventoryTest, OneIsShownForTenSeconds) {
  mayEnd.Notify();
  awaitShown(1);
  seconds += 9;
  for (int i = 0; i < 100; ++i)
    shown();
  EXPECT_EQ(taken, 1);
  seconds += 1;
  awaitShown(2);
  EXPECT_EQ(taken, 2);
}

TEST_F(StoreInventoryTest, WhatTakesLongIsDoneRarely) {
  mayEnd.Notify();
  duration = 60;
  awaitShown(1);
  seconds += 20 * 60 - 1;
  shown();
  EXPECT_EQ(taken, 1);
  seconds += 1;
  awaitShown(2);
}

TEST_F(StoreInventoryTest, OneThatFailsLeavesTheLast) {
  mayEnd.Notify();
  failing = 2;
  awaitShown(1);
  while (taken < 3) {
    seconds += 10;
    const v1::DescribeStoreResponse store = shown();
    ASSERT_EQ(store.rows_size(), 1);
    EXPECT_NE(store.rows(0).entries(), 2u);
    std::this_thread::yield();
  }
  awaitShown(3);
}

} // namespace
} // namespace ingot::server
