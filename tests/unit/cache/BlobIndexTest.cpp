//===- BlobIndexTest.cpp - claims, room and waiting -----------------------===//

#include "cache/rocksdb/BlobIndex.h"

#include <gtest/gtest.h>

#include <thread>

namespace ingot::cache {
namespace {

Digest sized(const std::string &name, int64_t size) {
  Digest digest = Digest::of(name);
  digest.size = size;
  return digest;
}

TEST(BlobIndex, ABusyBlobIsAbsentUntilItIsWritten) {
  BlobIndex index(100);
  Digest a = sized("a", 10);
  auto change = index.begin({{a, 1}});
  EXPECT_FALSE(index.use(a));
  index.finish(*change, true);
  EXPECT_EQ(index.use(a), std::optional<uint64_t>(1));
  EXPECT_EQ(index.bytes(), 10);
}

TEST(BlobIndex, AFailedChangeIsUndone) {
  BlobIndex index(10);
  index.load({sized("old", 10), 1});
  auto change = index.begin({{sized("new", 10), 2}});
  ASSERT_EQ(change->victims.size(), 1u);
  EXPECT_FALSE(index.contains(sized("old", 10)));
  index.finish(*change, false);
  EXPECT_TRUE(index.contains(sized("old", 10)));
  EXPECT_FALSE(index.contains(sized("new", 10)));
  EXPECT_EQ(index.bytes(), 10);
}

TEST(BlobIndex, WhatOthersWriteTakesRoom) {
  BlobIndex index(10);
  auto first = index.begin({{sized("a", 6), 1}});
  EXPECT_FALSE(index.begin({{sized("b", 6), 2}}));
  index.finish(*first, true);
  EXPECT_TRUE(index.begin({{sized("b", 6), 2}}));
}

TEST(BlobIndex, ASecondWriterWaitsAndFindsItDone) {
  BlobIndex index(10);
  Digest a = sized("a", 6);
  auto first = index.begin({{a, 1}});
  std::thread second([&] {
    auto change = index.begin({{a, 2}});
    EXPECT_TRUE(change && change->missing.empty());
  });
  index.finish(*first, true);
  second.join();
  EXPECT_EQ(index.use(a), std::optional<uint64_t>(1));
}

TEST(BlobIndex, OnlyTheSetThatWasSeenBrokenIsDropped) {
  BlobIndex index(10);
  Digest a = sized("a", 6);
  index.load({a, 2});
  EXPECT_TRUE(index.beginDrop({a, 1}).victims.empty());
  EXPECT_EQ(index.beginDrop({a, 2}).victims.size(), 1u);
  EXPECT_FALSE(index.contains(a));
}

TEST(BlobIndex, UsesAreHandedOutOnce) {
  BlobIndex index(10);
  index.setClock(40);
  Digest a = sized("a", 1);
  index.load({a, 1});
  index.use(a);
  EXPECT_TRUE(index.takeUses(2).empty());
  auto uses = index.takeUses(1);
  ASSERT_EQ(uses.size(), 1u);
  EXPECT_EQ(uses[0].second, 41u);
  EXPECT_TRUE(index.takeUses(1).empty());
}

} // namespace
} // namespace ingot::cache
