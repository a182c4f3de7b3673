//===- EntryIndexTest.cpp - claims, room and waiting ----------------------===//

#include "cache/rocksdb/EntryIndex.h"

#include <gtest/gtest.h>

#include <thread>

namespace ingot::cache {
namespace {

Entry blob(const std::string &name, int64_t size, uint64_t set = 1) {
  Digest digest = Digest::of(name);
  digest.size = size;
  return Entry::blob(digest, set);
}

Entry record(const std::string &name, int64_t size, uint64_t version = 1) {
  return {{EntryKind::Action, Digest::of(name)}, version, size};
}

/// The names of the victims, in the order in which they are evicted.
std::vector<EntryName> victims(const EntryChange &change) {
  std::vector<EntryName> names;
  for (const Entry &victim : change.victims)
    names.push_back(victim.name);
  return names;
}

class EntryIndexTest : public testing::Test {
protected:
  void load(const std::vector<Entry> &entries) {
    for (const Entry &entry : entries)
      index_.load(entry);
  }

  EntryIndex index_{100};
};

TEST_F(EntryIndexTest, AnEntryIsAbsentUntilItIsWritten) {
  Entry a = blob("a", 10, 7);
  auto change = index_.begin({a});
  EXPECT_FALSE(index_.use(a.name));
  index_.finish(*change, true);
  EXPECT_EQ(index_.use(a.name), std::optional<uint64_t>(7));
  EXPECT_EQ(index_.bytes(), 10);
  EXPECT_EQ(index_.count(EntryKind::Blob), 1);
}

TEST_F(EntryIndexTest, AFailedChangeIsUndone) {
  Entry old = blob("old", 100), fresh = blob("new", 100);
  load({old});
  auto change = index_.begin({fresh});
  EXPECT_EQ(victims(*change), std::vector<EntryName>{old.name});
  EXPECT_FALSE(index_.contains(old.name));
  index_.finish(*change, false);
  EXPECT_TRUE(index_.contains(old.name));
  EXPECT_FALSE(index_.contains(fresh.name));
  EXPECT_EQ(index_.bytes(), 100);
}

TEST_F(EntryIndexTest, TheOldestMakeRoomAndNoMoreThanThat) {
  Entry a = blob("a", 30), b = record("b", 30), c = blob("c", 30);
  load({a, b, c});
  index_.use(a.name);
  auto change = index_.begin({blob("d", 40)});
  EXPECT_EQ(victims(*change), std::vector<EntryName>{b.name});
  index_.finish(*change, true);
  EXPECT_EQ(index_.bytes(), 100);
  EXPECT_EQ(index_.count(EntryKind::Action), 0);
}

TEST_F(EntryIndexTest, WhatOthersWriteTakesRoom) {
  auto first = index_.begin({blob("a", 60)});
  EXPECT_EQ(index_.begin({blob("b", 60)}).status().code(),
            absl::StatusCode::kResourceExhausted);
  index_.finish(*first, true);
  EXPECT_TRUE(index_.begin({blob("b", 60)}).ok());
}

TEST_F(EntryIndexTest, ASecondWriterWaitsAndFindsItDone) {
  Entry a = blob("a", 6, 1);
  auto first = index_.begin({a});
  std::thread second([&] {
    auto change = index_.begin({blob("a", 6, 2)});
    EXPECT_TRUE(change.ok() && change->writes.empty());
  });
  index_.finish(*first, true);
  second.join();
  EXPECT_EQ(index_.use(a.name), std::optional<uint64_t>(1));
}

TEST_F(EntryIndexTest, AWriterWaitsForTheDeletionOfAVictim) {
  Entry old = blob("old", 100, 1);
  load({old});
  auto evicting = index_.begin({blob("new", 100)});
  std::thread writer([&] {
    auto change = index_.begin({blob("old", 100, 2)});
    ASSERT_TRUE(change.ok());
    index_.finish(*change, true);
  });
  index_.finish(*evicting, true);
  writer.join();
  EXPECT_EQ(index_.use(old.name), std::optional<uint64_t>(2));
}

TEST_F(EntryIndexTest, ARecordIsReadableWhileItIsReplaced) {
  Entry old = record("r", 10, 1), other = record("r", 20, 2);
  load({old, blob("b", 80)});
  auto change = index_.begin({other});
  EXPECT_EQ(index_.use(old.name), std::optional<uint64_t>(1));
  // Nobody evicts or drops it meanwhile.
  auto room = index_.begin({blob("c", 80)});
  EXPECT_EQ(victims(*room), std::vector<EntryName>{blob("b", 80).name});
  EXPECT_TRUE(index_.beginDrop(old).victims.empty());
  index_.finish(*room, true);
  index_.finish(*change, true);
  EXPECT_EQ(index_.use(old.name), std::optional<uint64_t>(2));
  EXPECT_EQ(index_.bytes(), 100);
  EXPECT_EQ(index_.count(EntryKind::Action), 1);
}

TEST_F(EntryIndexTest, ARecordStaysWhenItsReplacementFails) {
  Entry old = record("r", 10, 1);
  load({old});
  auto change = index_.begin({record("r", 20, 2)});
  index_.finish(*change, false);
  EXPECT_EQ(index_.use(old.name), std::optional<uint64_t>(1));
  EXPECT_EQ(index_.bytes(), 10);
  EXPECT_EQ(index_.count(EntryKind::Action), 1);
}

TEST_F(EntryIndexTest, ARecordIsEvictedBeforeItsBlobs) {
  Entry a = blob("a", 40), b = blob("b", 40), r = record("r", 20);
  load({a, b, r});
  EXPECT_TRUE(index_.useRecord(r.name, {a.name.digest, b.name.digest}));
  auto change = index_.begin({blob("c", 50)});
  EXPECT_EQ(victims(*change), (std::vector<EntryName>{r.name, a.name}));
}

TEST_F(EntryIndexTest, ARecordNeedsAllItsBlobs) {
  Entry a = blob("a", 10), r = record("r", 10);
  Digest missing = Digest::of("missing");
  load({a, r});
  EXPECT_FALSE(index_.useRecord(r.name, {a.name.digest, missing}));
  EXPECT_FALSE(index_.useRecord(record("none", 1).name, {a.name.digest}));
  EXPECT_EQ(index_.begin({r}, {a.name.digest, missing}).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(EntryIndexTest, NeededBlobsAreNotEvictedForTheirRecord) {
  Entry a = blob("a", 50), b = blob("b", 50);
  load({a, b});
  auto change = index_.begin({record("r", 10)}, {a.name.digest});
  EXPECT_EQ(victims(*change), std::vector<EntryName>{b.name});
  index_.finish(*change, true);
  EXPECT_EQ(index_.begin({record("s", 60)}, {a.name.digest}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(EntryIndexTest, OnlyTheVersionThatWasSeenBrokenIsDropped) {
  load({blob("a", 6, 2)});
  EXPECT_TRUE(index_.beginDrop(blob("a", 6, 1)).victims.empty());
  EXPECT_EQ(index_.beginDrop(blob("a", 6, 2)).victims.size(), 1u);
  EXPECT_FALSE(index_.contains(blob("a", 6).name));
}

TEST_F(EntryIndexTest, UsesAreHandedOutOnce) {
  Entry a = blob("a", 1);
  load({a});
  index_.use(a.name);
  EXPECT_TRUE(index_.takeUses(2).empty());
  EXPECT_EQ(index_.takeUses(1).size(), 1u);
  EXPECT_TRUE(index_.takeUses(1).empty());
}

TEST_F(EntryIndexTest, UsesAreTimesThatOnlyGrow) {
  absl::Time now = absl::FromUnixMicros(50);
  EntryIndex index(100, [&now] { return now; });
  const Entry a = blob("a", 1);
  index.load(a);
  auto use = [&] {
    index.use(a.name);
    return index.list().front().used;
  };
  EXPECT_EQ(use(), 50u);
  EXPECT_EQ(use(), 51u) << "no two are equal";
  now = absl::FromUnixMicros(-7);
  EXPECT_EQ(use(), 52u) << "a clock that is set back";
  now = absl::FromUnixMicros(90);
  EXPECT_EQ(use(), 90u);
  index.setClock(1000);
  EXPECT_EQ(use(), 1001u) << "after all uses that were loaded";
}

TEST_F(EntryIndexTest, AListIsInTheOrderOfUse) {
  load({blob("a", 1), blob("b", 1)});
  index_.use(blob("a", 1).name);
  const std::vector<Entry> entries = index_.list();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, blob("b", 1).name);
  EXPECT_LT(entries[0].used, entries[1].used);
  index_.list();
  EXPECT_EQ(index_.list()[0].name, blob("b", 1).name) << "a look is no use";
}

TEST_F(EntryIndexTest, OnlyWhatNobodyUsedSinceIsEvicted) {
  load({blob("a", 1)});
  const Entry listed = index_.list().front();
  index_.use(listed.name);
  EXPECT_TRUE(index_.beginEvict(listed).victims.empty());
  EXPECT_EQ(index_.beginEvict(index_.list().front()).victims.size(), 1u);
  EXPECT_FALSE(index_.contains(listed.name));
}

TEST_F(EntryIndexTest, WhatIsThereIsThereByItsVersion) {
  load({blob("a", 6, 2)});
  bool ran = false;
  EXPECT_FALSE(index_.isThere(blob("a", 6, 1), [&ran] { ran = true; }));
  EXPECT_FALSE(ran);
  EXPECT_TRUE(index_.isThere(blob("a", 6, 2), [&ran] { ran = true; }));
  EXPECT_TRUE(ran);
}

} // namespace
} // namespace ingot::cache
