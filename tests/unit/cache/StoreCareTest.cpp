//===- StoreCareTest.cpp - stats, verify, gc, checkpoint, archives --------===//
//
// On a store on a disk. What is damaged is damaged through a RocksDB handle of
// the test's own while the store is closed.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Database.h"
#include "cache/rocksdb/Format.h"
#include "cache/store/Archive.h"
#include "cache/store/Maintenance.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rocksdb/write_batch.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace ingot::cache {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr size_t kMiB = 1 << 20;

class StoreCareTest : public testing::Test {
protected:
  StoreCareTest() { reopen(); }

  void reopen() {
    store_.reset();
    store_ = openStores({folder_.path(), 256 * kMiB}).value();
  }
  StoreCare &care() { return *store_->care(); }

  /// A record of these blobs.
  void record(const std::string &key, const std::vector<Digest> &blobs) {
    ASSERT_TRUE(store_
                    ->putRecords({{RecordKind::Request, Digest::of(key),
                                   recordOf(blobs)}})
                    .ok());
  }
  bool hasRecord(Store &store, const std::string &key) {
    return store.getRecord(RecordKind::Request, Digest::of(key))->has_value();
  }

  Entry entryOf(const Digest &digest) {
    for (const Entry &entry : care().list())
      if (entry.name.digest == digest)
        return entry;
    ADD_FAILURE() << "no entry " << digest.toString();
    return {};
  }

  /// Replaces the first chunk of a blob.
  void damage(const Digest &digest, const std::string &bytes) {
    store_.reset();
    {
      auto database = Database::open(folder_.path()).value();
      std::string set;
      ASSERT_TRUE(database->db()
                      .Get({}, database->table(Table::Blobs),
                           format::digestKey(digest), &set)
                      .ok());
      rocksdb::WriteBatch batch;
      batch.Put(database->table(Table::Chunks),
                format::chunkKey(*format::parseNumber(set), 0), bytes);
      ASSERT_TRUE(database->write(batch, true).ok());
    }
    reopen();
  }

  std::string exported(ArchiveReport *report = nullptr) {
    std::string archive;
    auto made = exportStore(care(), [&archive](std::string_view bytes) {
      archive.append(bytes);
      return absl::OkStatus();
    });
    EXPECT_TRUE(made.ok()) << made.status();
    if (report)
      *report = *made;
    return archive;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

absl::StatusOr<ArchiveReport> imported(Store &store, std::string_view archive,
                                       size_t step = 1000) {
  ArchiveImport import(store);
  for (; !archive.empty();
       archive.remove_prefix(std::min(step, archive.size())))
    if (absl::Status status = import.add(archive.substr(0, step)); !status.ok())
      return status;
  return import.finish();
}

//===----------------------------------------------------------------------===//
// Pins
//===----------------------------------------------------------------------===//

class PinsTest : public testing::Test {
protected:
  PinsTest() { reopen(); }

  void reopen(int64_t limit = 8 * kMiB) {
    store_.reset();
    store_ = openStores({folder_.path(), limit}, /*hotBytes=*/0).value();
  }
  StoreCare &care() { return *store_->care(); }

  static Pin pinOf(const std::string &key, const std::string &lane = "") {
    return {EntryKind::Request, Digest::of(key), lane, absl::Now()};
  }
  /// A record of one blob of so many MiB.
  void make(const std::string &key, size_t mebibytes, uint64_t seed,
            const std::string &lane = "") {
    auto blob = store_->putBlob(someBytes(mebibytes * kMiB, seed));
    ASSERT_TRUE(blob.ok()) << blob.status();
    v1::ActionRecord record = recordOf({*blob});
    record.set_lane(lane);
    ASSERT_TRUE(store_
                    ->putRecords({{RecordKind::Request,
                                   keyInLane(lane, Digest::of(key)), record}})
                    .ok());
  }
  bool isThere(const std::string &key, const std::string &lane = "") {
    auto record = store_->getRecord(RecordKind::Request,
                                    keyInLane(lane, Digest::of(key)));
    if (!record.ok() || !*record)
      return false;
    return *store_->getBlob(blobsOf(**record)->front()) != nullptr;
  }
  std::string format() {
    store_.reset();
    std::string version;
    {
      auto database = Database::open(folder_.path()).value();
      database->db()
          .Get({}, database->db().DefaultColumnFamily(), format::kVersionKey,
               &version)
          .PermitUncheckedError();
    }
    reopen();
    return version;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

TEST_F(PinsTest, APinnedResultOutlivesWhatIsNewer) {
  make("kept", 3, 1);
  make("not", 1, 2);
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  for (uint64_t i = 0; i < 8; ++i)
    make("new", 2, 10 + i);
  EXPECT_TRUE(isThere("kept"));
  EXPECT_FALSE(isThere("not"));
  auto swept = collectGarbage(care(), {.maxBytes = 0}, absl::Now());
  ASSERT_TRUE(swept.ok());
  EXPECT_TRUE(isThere("kept"));
  EXPECT_GT(swept->bytesLeft, static_cast<int64_t>(3 * kMiB));
}

TEST_F(PinsTest, PinsAndTheirLanesAreThereAfterARestart) {
  make("kept", 1, 1);
  make("kept", 1, 2, "pr");
  ASSERT_TRUE(care().pin(pinOf("kept", "pr")).ok());
  reopen();
  for (uint64_t i = 0; i < 8; ++i)
    make("new", 2, 10 + i);
  EXPECT_FALSE(isThere("kept")) << "that of `trusted`";
  EXPECT_TRUE(isThere("kept", "pr"));
  ASSERT_EQ(care().pins().size(), 1u);
  EXPECT_EQ(care().pins()[0].lane, "pr");
  EXPECT_EQ(care().pins()[0].key, Digest::of("kept"));
  EXPECT_EQ(care().pins()[0].bytes, static_cast<int64_t>(kMiB));
}

TEST_F(PinsTest, WhatIsUnpinnedGoesAsAnythingElse) {
  make("kept", 1, 1);
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  ASSERT_TRUE(care().unpin(pinOf("kept")).ok());
  EXPECT_TRUE(absl::IsNotFound(care().unpin(pinOf("kept"))));
  reopen();
  EXPECT_TRUE(care().pins().empty());
  for (uint64_t i = 0; i < 8; ++i)
    make("new", 2, 10 + i);
  EXPECT_FALSE(isThere("kept"));
}

TEST_F(PinsTest, HalfOfTheStoreStaysForTheRest) {
  make("large", 3, 1);
  make("more", 2, 2);
  ASSERT_TRUE(care().pin(pinOf("large")).ok());
  const absl::Status status = care().pin(pinOf("more"));
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_TRUE(absl::IsNotFound(care().pin(pinOf("absent"))));
  // Opened with less room than is pinned, it serves what it has.
  reopen(2 * kMiB);
  EXPECT_TRUE(isThere("large"));
  EXPECT_TRUE(absl::IsResourceExhausted(store_->putBlob("more").status()));
}

TEST_F(PinsTest, ALaneThatARestartCouldNotReadIsRefused) {
  Pin pin = pinOf("kept");
  pin.lane = std::string(format::kMaxOwnerBytes, 'l');
  make("kept", 1, 1, pin.lane);
  EXPECT_TRUE(care().pin(pin).ok());
  reopen();
  EXPECT_EQ(care().pins().size(), 1u);
  pin.lane += 'l';
  EXPECT_TRUE(absl::IsInvalidArgument(care().pin(pin)));
}

TEST_F(PinsTest, ABlobOfTwoPinsStaysForTheSecond) {
  make("a", 1, 1);
  make("b", 1, 1);
  ASSERT_TRUE(care().pin(pinOf("a")).ok());
  ASSERT_TRUE(care().pin(pinOf("b")).ok());
  ASSERT_TRUE(care().unpin(pinOf("a")).ok());
  for (uint64_t i = 0; i < 8; ++i)
    make("new", 2, 10 + i);
  EXPECT_TRUE(isThere("b"));
}

TEST_F(PinsTest, AResultThatIsMadeAnewIsPinnedWithItsNewBlobs) {
  make("kept", 1, 1);
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  make("kept", 2, 2);
  EXPECT_EQ(care().pins()[0].bytes, static_cast<int64_t>(2 * kMiB));
  for (uint64_t i = 0; i < 8; ++i)
    make("new", 2, 10 + i);
  EXPECT_TRUE(isThere("kept"));
  EXPECT_EQ(*store_->getBlob(Digest::of(someBytes(kMiB, 1))), nullptr);
}

TEST_F(PinsTest, ABlobThatIsGoneIsSaid) {
  make("kept", 1, 1);
  const Digest blob = Digest::of(someBytes(kMiB, 1));
  for (const Entry &entry : care().list())
    if (entry.name.digest == blob)
      ASSERT_TRUE(care().evict(entry));
  const absl::Status status = care().pin(pinOf("kept"));
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(blob.toString()));
}

TEST_F(PinsTest, APinKeepsWhatTheLastOfManyWritersNamed) {
  std::vector<Digest> blobs;
  for (size_t size : {1000, 2000, 3000})
    blobs.push_back(*store_->putBlob(someBytes(size, size)));
  auto write = [&](const Digest &blob) {
    return store_
        ->putRecords(
            {{RecordKind::Request, Digest::of("kept"), recordOf({blob})}},
            Durability::WithNext)
        .ok();
  };
  ASSERT_TRUE(write(blobs[0]));
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> writers;
    for (const Digest &blob : blobs)
      writers.emplace_back([&] {
        for (int i = 0; i < 100; ++i)
          EXPECT_TRUE(write(blob));
      });
    const absl::Status pinned = care().pin(pinOf("kept"));
    for (std::thread &writer : writers)
      writer.join();
    ASSERT_TRUE(pinned.ok()) << pinned;
    auto record =
        store_->getRecord(RecordKind::Request, Digest::of("kept")).value();
    ASSERT_EQ(care().pins()[0].bytes, blobsOf(*record)->front().size);
    ASSERT_TRUE(care().unpin(pinOf("kept")).ok());
  }
}

TEST_F(PinsTest, WhatAPinnedRecordNamesIsNeverWithoutAHold) {
  // Nearly all of the store is pushed out again and again.
  reopen(100'000);
  auto write = [&](uint64_t seed) {
    const auto blob =
        store_->putBlob(someBytes(200, seed), Durability::WithNext);
    return blob.ok() &&
           store_
               ->putRecords({{RecordKind::Request, Digest::of("kept"),
                              recordOf({*blob})}},
                            Durability::WithNext)
               .ok();
  };
  ASSERT_TRUE(write(0));
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  std::atomic<bool> isOver{false};
  std::vector<std::thread> others;
  for (uint64_t t = 0; t < 2; ++t)
    others.emplace_back([&, t] {
      for (uint64_t i = 0; !isOver; ++i)
        EXPECT_TRUE(store_
                        ->putBlob(someBytes(98'000, 1000 + 2 * (i % 50) + t),
                                  Durability::WithNext)
                        .ok());
    });
  int written = 0;
  for (uint64_t seed = 1; seed < 2000 && !HasFailure(); ++seed) {
    // The others may push the blob out before there is a record of it.
    written += write(seed);
    EXPECT_TRUE(isThere("kept")) << "try " << seed;
  }
  isOver = true;
  for (std::thread &other : others)
    other.join();
  EXPECT_GT(written, 100);
}

TEST_F(PinsTest, OneThatCannotBeReadIsDeletedAndCounted) {
  make("kept", 1, 1);
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  store_.reset();
  {
    auto database = Database::open(folder_.path()).value();
    rocksdb::WriteBatch batch;
    batch.Put(database->table(Table::Pins), "no key", "");
    ASSERT_TRUE(database->write(batch, true).ok());
  }
  reopen();
  EXPECT_EQ(store_->statistics().brokenRecords, 1);
  EXPECT_EQ(care().pins().size(), 1u);
  reopen();
  EXPECT_EQ(store_->statistics().brokenRecords, 0);
}

TEST_F(PinsTest, TheFirstPinUpgradesTheStoreInPlace) {
  make("kept", 1, 1);
  EXPECT_EQ(format(), "1") << "older programs may still open it";
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  EXPECT_EQ(format(), "2");
  EXPECT_TRUE(isThere("kept"));
  ASSERT_TRUE(care().unpin(pinOf("kept")).ok());
  EXPECT_EQ(format(), "2");
}

TEST_F(PinsTest, ACheckpointHasThePins) {
  make("kept", 1, 1);
  ASSERT_TRUE(care().pin(pinOf("kept")).ok());
  const std::string copy = folder_.path() + "-copy";
  ASSERT_TRUE(care().checkpoint(copy).ok());
  auto other = openStores({copy, 8 * kMiB}).value();
  EXPECT_EQ(other->care()->pins().size(), 1u);
  other.reset();
  std::filesystem::remove_all(copy);
}

//===----------------------------------------------------------------------===//
// Stats
//===----------------------------------------------------------------------===//

TEST_F(StoreCareTest, InventoryCountsByWhatRecordsCallABlob) {
  const Digest object = *store_->putBlob("object");
  ASSERT_TRUE(store_->putBlob("an upload").ok());
  record("key", {object});
  auto rows = takeInventory(care(), absl::Now());
  ASSERT_TRUE(rows.ok()) << rows.status();
  std::vector<std::string> kinds;
  for (const InventoryRow &row : *rows) {
    kinds.push_back(row.kind);
    EXPECT_EQ(row.entries, 1) << row.kind;
    EXPECT_EQ(row.bytesByAge[0], row.bytes) << "used within the hour";
  }
  EXPECT_THAT(kinds, ElementsAre("object", "request", "unnamed"));
}

TEST_F(StoreCareTest, AgesAreKnownAfterReopening) {
  const Digest blob = *store_->putBlob("blob");
  const absl::Time used = *entryOf(blob).lastUse();
  EXPECT_LT(absl::AbsDuration(absl::Now() - used), absl::Minutes(5));
  reopen();
  EXPECT_LE(*entryOf(blob).lastUse(), used + absl::Seconds(1));
  auto rows = takeInventory(care(), used + absl::Hours(25));
  EXPECT_EQ(rows->front().bytesByAge[2], 4) << "of the last week";
}

TEST(EntryTest, UsesThatWereCountedHaveNoAge) {
  Entry entry;
  entry.used = 4711;
  EXPECT_EQ(entry.lastUse(), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Verify
//===----------------------------------------------------------------------===//

TEST_F(StoreCareTest, VerifyReadsEverythingAndTakesOutWhatIsDamaged) {
  const Digest good = *store_->putBlob("good"), bad = *store_->putBlob("bad!");
  record("good", {good});
  record("bad", {bad});
  damage(bad, "BAD!");
  std::vector<std::string> findings;
  VerifyReport last;
  auto report = verifyStore(
      care(), [&](const VerifyReport &soFar, const std::string &finding) {
        EXPECT_GT(soFar.entries, last.entries);
        last = soFar;
        if (!finding.empty())
          findings.push_back(finding);
        return true;
      });
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->entries, 4);
  EXPECT_EQ(report->bytes, report->totalBytes);
  EXPECT_EQ(report->damaged, 1);
  EXPECT_EQ(report->dangling, 1);
  EXPECT_THAT(findings, ElementsAre("blob " + bad.toString() + " is damaged",
                                    "request " + Digest::of("bad").toString() +
                                        " names a blob that is gone"));
  EXPECT_FALSE(store_->touchBlob(bad));
  EXPECT_TRUE(hasRecord(*store_, "good"));
  EXPECT_FALSE(hasRecord(*store_, "bad"));
  EXPECT_EQ(store_->statistics().brokenRecords, 1);
}

TEST_F(StoreCareTest, VerifyFindsChunksThatAreTooShort) {
  const std::string large = someBytes(3 * kMiB, 1);
  const Digest blob = *store_->putBlob(large);
  damage(blob, "short");
  EXPECT_EQ(*care().check(entryOf(blob)), EntryState::Damaged);
  EXPECT_FALSE(store_->touchBlob(blob));
}

TEST_F(StoreCareTest, VerifyEndsWhenItsListenerIsGone) {
  ASSERT_TRUE(store_->putBlob("one").ok() && store_->putBlob("two").ok());
  int calls = 0;
  auto report =
      verifyStore(care(), [&](const VerifyReport &, const std::string &) {
        ++calls;
        return false;
      });
  EXPECT_TRUE(absl::IsCancelled(report.status()));
  EXPECT_EQ(calls, 1);
}

TEST_F(StoreCareTest, CareIsNoUse) {
  const Digest first = *store_->putBlob("1st"),
               second = *store_->putBlob("2nd");
  EXPECT_EQ(*care().check(entryOf(first)), EntryState::Whole);
  const std::vector<Entry> entries = care().list();
  EXPECT_EQ(entries.front().name.digest, first);
  EXPECT_EQ(entries.back().name.digest, second);
}

//===----------------------------------------------------------------------===//
// Gc
//===----------------------------------------------------------------------===//

TEST_F(StoreCareTest, GcEvictsTheLeastRecentlyUsedDownToAQuota) {
  const Digest old = *store_->putBlob(std::string(100, 'a'));
  record("old", {old});
  const Digest fresh = *store_->putBlob(std::string(100, 'b'));
  CollectOptions options;
  options.maxBytes = 150;
  auto report = collectGarbage(care(), options, absl::Now());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->blobs, 1);
  EXPECT_EQ(report->records, 1) << "which names the blob";
  EXPECT_EQ(report->bytesLeft, 100);
  EXPECT_EQ(store_->statistics().bytes, 100);
  EXPECT_EQ(store_->statistics().evictions, 1);
  EXPECT_TRUE(store_->touchBlob(fresh));
  EXPECT_FALSE(hasRecord(*store_, "old"));
  reopen();
  EXPECT_FALSE(store_->touchBlob(old)) << "gone from the disk too";
}

TEST_F(StoreCareTest, GcByAgeLeavesWhatWasUsedSince) {
  ASSERT_TRUE(store_->putBlob("blob").ok());
  CollectOptions options;
  options.maxAge = absl::Hours(24);
  EXPECT_EQ(collectGarbage(care(), options, absl::Now())->blobs, 0);
  EXPECT_EQ(
      collectGarbage(care(), options, absl::Now() + absl::Hours(25))->blobs, 1);
}

TEST_F(StoreCareTest, AgesAreThoseOfTheStoreAfterTheClockWasAhead) {
  const Digest blob = *store_->putBlob("blob");
  const absl::Time ahead = absl::Now() + absl::Hours(24 * 365);
  store_.reset();
  {
    auto database = Database::open(folder_.path()).value();
    rocksdb::WriteBatch batch;
    batch.Put(
        database->table(Table::Uses), format::useKey({EntryKind::Blob, blob}),
        format::useValue(static_cast<uint64_t>(absl::ToUnixMicros(ahead)), ""));
    ASSERT_TRUE(database->write(batch, true).ok());
  }
  reopen();
  EXPECT_GE(care().now(), ahead);
  CollectOptions options;
  options.maxAge = absl::Hours(24);
  EXPECT_EQ(collectGarbage(care(), options, care().now())->blobs, 0);
  EXPECT_EQ(
      collectGarbage(care(), options, care().now() + absl::Hours(25))->blobs,
      1);
}

TEST_F(StoreCareTest, GcOfWhatNoRecordNamesWaitsForWhoJustUploadedIt) {
  const Digest named = *store_->putBlob("named");
  record("key", {named});
  const Digest upload = *store_->putBlob("upload");
  CollectOptions options;
  options.unnamed = true;
  EXPECT_EQ(collectGarbage(care(), options, absl::Now())->blobs, 0);
  auto report =
      collectGarbage(care(), options, absl::Now() + 2 * kUnnamedGrace);
  EXPECT_EQ(report->blobs, 1);
  EXPECT_FALSE(store_->touchBlob(upload));
  EXPECT_TRUE(hasRecord(*store_, "key"));
}

TEST_F(StoreCareTest, WhatWasUsedSinceItWasListedIsNotEvicted) {
  const Digest blob = *store_->putBlob("blob");
  const Entry listed = entryOf(blob);
  EXPECT_TRUE(store_->touchBlob(blob));
  EXPECT_FALSE(care().evict(listed));
  EXPECT_TRUE(care().evict(entryOf(blob)));
  EXPECT_EQ(*care().check(listed), EntryState::Gone);
}

//===----------------------------------------------------------------------===//
// Checkpoints and archives
//===----------------------------------------------------------------------===//

TEST_F(StoreCareTest, ACheckpointIsAStoreOfThatMoment) {
  const std::string large = someBytes(5 * kMiB, 2);
  const Digest blob = *store_->putBlob(large);
  record("before", {blob});
  TemporaryFolder elsewhere;
  const std::string copy = elsewhere.path() + "/copy";
  auto bytes = care().checkpoint(copy);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_GE(*bytes, static_cast<int64_t>(large.size()));
  record("after", {blob});
  auto restored = openStores({copy, 256 * kMiB});
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_TRUE(hasRecord(**restored, "before"));
  EXPECT_FALSE(hasRecord(**restored, "after"));
  EXPECT_EQ(**(*restored)->getBlob(blob), large);
  EXPECT_TRUE(hasRecord(*store_, "after")) << "the store goes on";
  EXPECT_TRUE(absl::IsAlreadyExists(care().checkpoint(copy).status()));
}

TEST_F(StoreCareTest, AnArchiveHoldsTheWholeStore) {
  const std::string large = someBytes(5 * kMiB + 3, 3);
  const Digest small = *store_->putBlob("small"), big = *store_->putBlob(large),
               empty = *store_->putBlob("");
  record("key", {small, big, empty});
  ArchiveReport report;
  const std::string archive = exported(&report);
  EXPECT_EQ(report.blobs, 3);
  EXPECT_EQ(report.records, 1);
  EXPECT_EQ(archive.size() % kTarBlockBytes, 0u);
  for (size_t step : {size_t{7}, size_t{512}, archive.size()}) {
    TemporaryFolder folder;
    auto other = openStores({folder.path(), 256 * kMiB}).value();
    auto put = imported(*other, archive, step);
    ASSERT_TRUE(put.ok()) << put.status();
    EXPECT_EQ(put->blobs, 3);
    EXPECT_EQ(put->records, 1);
    EXPECT_EQ(put->skipped + put->known, 0);
    EXPECT_TRUE(hasRecord(*other, "key"));
    EXPECT_EQ(**other->getBlob(big), large);
  }
  EXPECT_EQ(imported(*store_, archive)->known, 3);
}

TEST_F(StoreCareTest, WhatIsDamagedDoesNotGoIntoAnArchive) {
  const Digest bad = *store_->putBlob("bad!");
  const Digest large = *store_->putBlob(someBytes(5 * kMiB, 4));
  record("bad", {bad});
  damage(bad, "BAD!");
  damage(large, std::string(kMiB, 'x'));
  ArchiveReport report;
  const std::string archive = exported(&report);
  EXPECT_EQ(report.blobs, 0);
  EXPECT_EQ(report.skipped, 2);
  TemporaryFolder folder;
  auto other = openStores({folder.path(), 256 * kMiB}).value();
  auto put = imported(*other, archive);
  ASSERT_TRUE(put.ok()) << put.status();
  EXPECT_EQ(put->skipped, 1) << "the record of a blob that is not there";
}

TEST_F(StoreCareTest, WhatIsNoArchiveIsRefusedByName) {
  const std::string blob = "blobs/" + Digest::of("x").hex() + "-1";
  const std::string marker =
      tarHeader("ingot-store", 2) + "1\n" + std::string(510, '\0');
  auto file = [](const std::string &name, std::string bytes) {
    const auto size = static_cast<int64_t>(bytes.size());
    bytes.resize((bytes.size() + 511) / 512 * 512, '\0');
    return tarHeader(name, size) + bytes;
  };
  const std::string end(1024, '\0');
  std::string flipped = marker;
  flipped[0] ^= 1;
  for (const auto &[archive, fault] :
       std::vector<std::pair<std::string, std::string>>{
           {"", "cut off"},
           {end, "cut off"},
           {marker, "cut off"},
           {marker + file(blob, "x").substr(0, 513), "cut off"},
           {flipped + end, "a header is damaged"},
           {file("ingot-store", "2\n") + end, "of a version"},
           {file(blob, "x") + end, "comes before ingot-store"},
           {marker + file(blob, "y") + end, "other bytes"},
           {marker + file(blob, "xx") + end, "another size"},
           {marker + file("blobs/none-1", "x") + end, "no such file"},
           {marker + file("../etc/passwd", "x") + end, "no such file"},
           {marker + tarHeader("actions/" + Digest::of("x").hex() + "-1",
                               int64_t{1} << 40),
            "is too large"},
           {marker + file("requests/" + Digest::of("x").hex() + "-1", "\xff"),
            "is no record"}}) {
    auto put = imported(*store_, archive);
    EXPECT_TRUE(absl::IsInvalidArgument(put.status())) << fault;
    EXPECT_THAT(std::string(put.status().message()), HasSubstr(fault));
  }
  EXPECT_TRUE(imported(*store_, marker + file(blob, "x") + end).ok());
}

TEST_F(StoreCareTest, ALargeBlobOfOtherBytesIsNotKept) {
  const std::string bytes = someBytes(3 * kMiB, 5);
  const Digest named = Digest::of(someBytes(3 * kMiB, 6));
  ArchiveImport import(*store_);
  ASSERT_TRUE(import
                  .add(tarHeader("ingot-store", 2) + "1\n" +
                       std::string(510, '\0') +
                       tarHeader("blobs/" + named.hex() + "-" +
                                     std::to_string(named.size),
                                 named.size))
                  .ok());
  EXPECT_THAT(std::string(import.add(bytes).message()),
              HasSubstr("the bytes are not"));
  EXPECT_FALSE(store_->touchBlob(named));
}

TEST(ArchiveTest, SizesBeyondEightGibibytesStandInBinary) {
  const std::string small = tarHeader("a", 8),
                    large = tarHeader("a", int64_t{1} << 33);
  EXPECT_EQ(small.substr(124, 11), "00000000010");
  EXPECT_EQ(small.substr(257, 5), "ustar");
  EXPECT_EQ(large[124], '\x80');
  EXPECT_EQ(large.substr(131, 5), std::string("\2\0\0\0\0", 5));
}

} // namespace
} // namespace ingot::cache
