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

TEST_F(EntryIndexTest, WhatIsPinnedIsNoVictim) {
  Entry pinned = blob("pinned", 40), other = blob("other", 40);
  load({pinned, other});
  ASSERT_TRUE(index_.pinPresent({pinned.name}, 50).ok());
  auto change = index_.begin({blob("new", 30)});
  ASSERT_TRUE(change.ok()) << change.status();
  EXPECT_EQ(victims(*change), std::vector<EntryName>{other.name});
  index_.finish(*change, true);
  EXPECT_TRUE(index_.beginEvict(index_.list().back()).victims.empty());
  EXPECT_EQ(index_.begin({blob("large", 61)}).status().message(),
            "store: what is written does not fit the size limit, of which 40 "
            "bytes are pinned or in use");
  EXPECT_TRUE(index_.begin({blob("fits", 60)}).ok());
}

TEST_F(EntryIndexTest, WhatIsUnpinnedAsOftenAsItWasPinnedMayGo) {
  Entry a = blob("a", 40), b = blob("b", 40);
  load({a, b});
  index_.pin({a.name});
  index_.pin({a.name});
  index_.unpin({a.name});
  EXPECT_EQ(victims(*index_.begin({blob("c", 30)})),
            std::vector<EntryName>{b.name});
  index_.unpin({a.name, blob("never pinned", 1).name});
  EXPECT_EQ(victims(*index_.begin({blob("d", 50)})),
            std::vector<EntryName>{a.name});
}

TEST_F(EntryIndexTest, APinHoldsWhatComesLater) {
  Entry later = record("r", 10);
  index_.pin({later.name});
  auto change = index_.begin({later});
  index_.finish(*change, true);
  // Replaced by a larger one, and once in vain.
  Entry larger = record("r", 30, 2);
  auto replaced = index_.begin({larger});
  index_.finish(*replaced, true);
  auto failed = index_.begin({record("r", 50, 3)});
  index_.finish(*failed, false);
  EXPECT_EQ(index_.bytes(), 30);
  EXPECT_FALSE(index_.begin({blob("large", 71)}).ok());
  ASSERT_TRUE(index_.begin({blob("fits", 70)}).ok());
  EXPECT_TRUE(index_.contains(later.name));
}

TEST_F(EntryIndexTest, NoMoreIsPinnedThanMayBe) {
  Entry a = blob("a", 30), b = blob("b", 30);
  load({a, b});
  EXPECT_TRUE(
      absl::IsResourceExhausted(index_.pinPresent({a.name, b.name}, 59)));
  EXPECT_TRUE(absl::IsFailedPrecondition(
      index_.pinPresent({a.name, blob("c", 1).name}, 59)));
  EXPECT_TRUE(index_.pinPresent({a.name}, 59).ok());
  EXPECT_TRUE(index_.pinPresent({a.name}, 59).ok()) << "counts once";
  EXPECT_EQ(victims(*index_.begin({blob("c", 65)})),
            std::vector<EntryName>{b.name})
      << "nothing of what was refused is pinned";
}

TEST_F(EntryIndexTest, WhatIsPinnedAndDamagedIsDroppedAndComesBackPinned) {
  Entry a = blob("a", 40);
  load({a});
  index_.pin({a.name});
  EntryChange dropped = index_.beginDrop(a);
  EXPECT_EQ(dropped.victims.size(), 1u);
  index_.finish(dropped, true);
  EXPECT_EQ(index_.bytes(), 0);
  auto again = index_.begin({blob("a", 40, 2)});
  index_.finish(*again, true);
  EXPECT_FALSE(index_.begin({blob("large", 61)}).ok());
}

class OwnersTest : public testing::Test {
protected:
  void write(const Entry &entry) {
    auto change = index_.begin({entry});
    ASSERT_TRUE(change.ok());
    index_.finish(*change, true);
  }
  EntryChange own(const std::string &owner, const Entry &entry,
                  int64_t limit = 100) {
    return index_.own({owner, limit}, {entry.name});
  }
  /// What an owner has, as "BYTES in ENTRIES".
  std::string useOf(const std::string &owner) {
    for (const OwnerUse &use : index_.owners())
      if (use.name == owner)
        return std::to_string(use.bytes) + " in " + std::to_string(use.entries);
    return "";
  }

  absl::Time now_ = absl::UnixEpoch() + absl::Hours(400000);
  EntryIndex index_{1000, [this] { return now_; }};
};

TEST_F(OwnersTest, WhoComesFirstPays) {
  Entry a = blob("a", 10), b = blob("b", 20);
  write(a);
  write(b);
  own("ml", a);
  own("other", a);
  own("other", b);
  own("", b);
  own("ml", blob("absent", 5));
  EXPECT_EQ(useOf("ml"), "10 in 1");
  EXPECT_EQ(useOf("other"), "20 in 1");
  EXPECT_EQ(index_.owners().size(), 2u);
  EXPECT_EQ(index_.owners()[0].limitBytes, 100);
}

TEST_F(OwnersTest, WhoHasTooMuchLosesItsOldest) {
  Entry first = blob("first", 40), second = blob("second", 40),
        others = blob("others", 90), third = blob("third", 40);
  for (const Entry &entry : {first, others, second}) {
    write(entry);
    now_ += absl::Seconds(1);
  }
  own("ml", first);
  own("other", others);
  own("ml", second);
  now_ += absl::Minutes(5);
  write(third);
  EntryChange change = own("ml", third);
  EXPECT_EQ(victims(change), std::vector<EntryName>{first.name});
  EXPECT_EQ(useOf("ml"), "80 in 2");
  index_.finish(change, true);
  EXPECT_FALSE(index_.contains(first.name));
  EXPECT_TRUE(index_.contains(others.name)) << "another's, and older";
}

TEST_F(OwnersTest, WhatWasUsedJustNowStays) {
  Entry a = blob("a", 80), b = blob("b", 80);
  write(a);
  own("ml", a);
  write(b);
  EXPECT_TRUE(own("ml", b).victims.empty());
  now_ += absl::Minutes(2);
  index_.use(b.name);
  EXPECT_EQ(victims(own("ml", b)), std::vector<EntryName>{a.name});
}

TEST_F(OwnersTest, WhatWasUsedWhileTheClockWasAheadMayGo) {
  Entry a = blob("a", 80), b = blob("b", 80);
  const absl::Time ahead = now_ + absl::Hours(24 * 365);
  a.used = static_cast<uint64_t>(absl::ToUnixMicros(ahead));
  index_.load(a, "ml");
  index_.setClock(a.used);
  now_ += absl::Minutes(2);
  write(b);
  EXPECT_EQ(victims(own("ml", b)), std::vector<EntryName>{a.name})
      << "for a year nothing would have been old enough";
}

TEST_F(OwnersTest, WhatIsReplacedStaysItsOwners) {
  Entry old = record("r", 10), fresh = record("r", 30, 2);
  write(old);
  own("ml", old);
  index_.takeUses(0);
  write(fresh);
  EXPECT_EQ(useOf("ml"), "30 in 1");
  auto uses = index_.takeUses(1);
  ASSERT_EQ(uses.size(), 1u) << "the disk forgot the owner with the record";
  EXPECT_EQ(uses[0].owner, "ml");
  auto dropped = index_.beginDrop(fresh);
  index_.finish(dropped, true);
  EXPECT_EQ(useOf("ml"), "");
}

TEST_F(OwnersTest, UsesNameTheOwner) {
  Entry a = blob("a", 10), b = blob("b", 10);
  index_.load(a, "ml");
  index_.load(b);
  EXPECT_EQ(useOf("ml"), "10 in 1");
  index_.use(a.name);
  index_.use(b.name);
  for (const EntryUse &use : index_.takeUses(1))
    EXPECT_EQ(use.owner, use.name == a.name ? "ml" : "");
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

// Whoever waits may begin after the others are done, but not each time.
constexpr int kRaces = 200;

TEST_F(EntryIndexTest, WhoNeedsTheRoomThatOthersWriteToWaitsForThem) {
  for (int i = 0; i < kRaces; ++i) {
    EntryIndex index(100);
    auto first = index.begin({blob("a", 60)});
    std::thread second([&] {
      auto change = index.begin({blob("b", 60)});
      ASSERT_TRUE(change.ok()) << change.status();
      EXPECT_EQ(victims(*change), std::vector<EntryName>{blob("a", 60).name});
      index.finish(*change, true);
    });
    std::this_thread::yield();
    index.finish(*first, true);
    second.join();
    EXPECT_EQ(index.bytes(), 60);
  }
}

TEST_F(EntryIndexTest, WhoNeedsTheRoomOfNeededBlobsWaitsForTheirRecord) {
  Entry code = blob("code", 30), result = record("result", 5);
  for (int i = 0; i < kRaces; ++i) {
    EntryIndex index(100);
    index.load(code);
    auto change = index.begin({result}, {code.name.digest});
    std::thread upload([&] {
      auto made = index.begin({blob("large", 90)});
      ASSERT_TRUE(made.ok()) << made.status();
      EXPECT_EQ(victims(*made),
                (std::vector<EntryName>{result.name, code.name}));
      index.finish(*made, true);
    });
    std::this_thread::yield();
    index.finish(*change, true);
    upload.join();
  }
}

TEST_F(EntryIndexTest, TheWaitForOthersEnds) {
  EntryIndex index(100, steadyNow, absl::ZeroDuration());
  auto first = index.begin({blob("a", 60)});
  EXPECT_EQ(index.begin({blob("b", 60)}).status().code(),
            absl::StatusCode::kResourceExhausted);
  index.finish(*first, true);
  EXPECT_TRUE(index.begin({blob("b", 60)}).ok());
}

TEST_F(EntryIndexTest, NobodyWaitsForPins) {
  EntryIndex index(100, steadyNow, absl::InfiniteDuration());
  Entry pinned = blob("pinned", 20), needed = blob("needed", 20);
  index.load(pinned);
  index.load(needed);
  index.pin({pinned.name});
  auto change = index.begin({record("r", 5)}, {needed.name.digest});
  EXPECT_EQ(index.begin({blob("large", 81)}).status().code(),
            absl::StatusCode::kResourceExhausted);
  index.finish(*change, true);
}

// Each thread's work fits alone, hardly any two do.
TEST_F(EntryIndexTest, WhatFitsAloneIsNeitherRefusedNorStuck) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([this, t] {
      for (int i = 0; i < 300; ++i) {
        const Entry code = blob(std::to_string((t * 7 + i) % 9), 55);
        auto stored = index_.begin({code, blob("own" + std::to_string(t), 40)});
        ASSERT_TRUE(stored.ok()) << stored.status();
        index_.finish(*stored, i % 5 != 0);
        auto made = index_.begin({record(std::to_string(i % 4), 10, i)},
                                 {code.name.digest});
        if (made.ok()) // Another may have taken its blob.
          index_.finish(*made, true);
        else
          ASSERT_TRUE(absl::IsFailedPrecondition(made.status()))
              << made.status();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(index_.bytes(), 100);
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

TEST_F(EntryIndexTest, NeededBlobsStayWhileTheirRecordIsWritten) {
  Entry code = blob("code", 10);
  load({code});
  auto change = index_.begin({record("result", 5)}, {code.name.digest});
  ASSERT_TRUE(change.ok()) << change.status();
  // Whoever lists now does not see the record.
  EXPECT_TRUE(index_.beginEvict(index_.list().front()).victims.empty());
  index_.finish(*change, true);
  EXPECT_EQ(victims(index_.beginEvict(index_.list().back())),
            std::vector<EntryName>{code.name});
}

TEST_F(EntryIndexTest, NeededBlobsAreNobodysVictimsWhileTheirRecordIsWritten) {
  Entry code = blob("code", 10), other = blob("other", 30);
  load({code, other});
  auto change = index_.begin({record("result", 5)}, {code.name.digest});
  ASSERT_TRUE(change.ok()) << change.status();
  // The oldest by now, but for what is needed.
  index_.use(other.name);
  auto room = index_.begin({blob("new", 70)});
  ASSERT_TRUE(room.ok()) << room.status();
  EXPECT_EQ(victims(*room), std::vector<EntryName>{other.name});
  index_.finish(*room, true);
  index_.finish(*change, true);
  EXPECT_TRUE(index_.begin({blob("large", 90)}).ok());
}

TEST_F(EntryIndexTest, ARecordStandsBeforeItsBlobsFromTheFirstMoment) {
  Entry a = blob("a", 40), b = blob("b", 40), r = record("r", 10);
  load({a, b});
  auto change = index_.begin({r}, {a.name.digest, b.name.digest});
  ASSERT_TRUE(change.ok()) << change.status();
  index_.finish(*change, true);
  EXPECT_EQ(victims(*index_.begin({blob("c", 60)})),
            (std::vector<EntryName>{r.name, a.name}));
}

TEST_F(EntryIndexTest, ABlobThatTwoRecordsNeedIsHeldUntilBothAreThere) {
  Entry code = blob("code", 10), other = blob("other", 10);
  load({code, other});
  auto first = index_.begin({record("first", 5)}, {code.name.digest});
  auto second = index_.begin({record("second", 5)}, {code.name.digest});
  ASSERT_TRUE(first.ok() && second.ok());
  index_.finish(*first, true);
  EXPECT_EQ(victims(*index_.begin({blob("new", 80)})),
            (std::vector<EntryName>{other.name}));
  index_.finish(*second, false); // The disk refused it.
  EXPECT_EQ(victims(*index_.begin({record("large", 10)})),
            (std::vector<EntryName>{record("first", 5).name}));
}

TEST_F(EntryIndexTest, WhatIsNeededIsNotCountedAsPinned) {
  Entry needed = blob("needed", 30), pinned = blob("pinned", 30);
  load({needed, pinned});
  auto change = index_.begin({record("r", 5)}, {needed.name.digest});
  EXPECT_TRUE(index_.pinPresent({pinned.name}, 50).ok());
  EXPECT_FALSE(index_.pinPresent({needed.name}, 50).ok());
  ASSERT_TRUE(index_.pinPresent({needed.name}, 60).ok());
  index_.finish(*change, true);
  for (const Entry &entry : index_.list())
    EXPECT_EQ(index_.beginEvict(entry).victims.size(),
              entry.name.kind == EntryKind::Blob ? 0u : 1u)
        << "a pin stays when the change ends";
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
