//===- DiskFaultTest.cpp - the store on a disk that fails -----------------===//
//
// Where a write fails, the call says so and nothing of it is there; what was
// there before still is. What the store writes beside a call, for itself, may
// fail without anybody noticing.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Database.h"
#include "tests/unit/cache/FaultyDisk.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rocksdb/write_batch.h>

namespace ingot::cache {
namespace {

using testing::HasSubstr;

class DiskFaultTest : public testing::Test {
protected:
  void SetUp() override { reopen(); }

  void reopen(int64_t limitBytes = 64 << 20) {
    store_.reset();
    disk_.repair();
    auto opened = openStores({folder_.path(), limitBytes, &disk_});
    ASSERT_TRUE(opened.ok()) << opened.status();
    store_ = *std::move(opened);
  }

  bool isPresent(const Digest &digest) {
    return store_->findMissing({digest})->empty();
  }

  /// Entries on the disk, once the store is closed; nothing is tidied up.
  int64_t entries(Table table) {
    store_.reset();
    auto database = Database::open(folder_.path(), &disk_).value();
    std::unique_ptr<rocksdb::Iterator> it(
        database->db().NewIterator({}, database->table(table)));
    int64_t count = 0;
    for (it->SeekToFirst(); it->Valid(); it->Next())
      ++count;
    return count;
  }

  /// Replaces the bytes of all chunks while the store is closed.
  void damageChunks() {
    store_.reset();
    {
      auto database = Database::open(folder_.path(), &disk_).value();
      rocksdb::WriteBatch batch;
      std::unique_ptr<rocksdb::Iterator> it(
          database->db().NewIterator({}, database->table(Table::Chunks)));
      for (it->SeekToFirst(); it->Valid(); it->Next())
        batch.Put(database->table(Table::Chunks), it->key(), "damaged");
      ASSERT_TRUE(database->write(batch, true).ok());
    }
    reopen();
  }

  static rocksdb::Status noSpace() {
    return rocksdb::Status::NoSpace("no room");
  }

  FaultyDisk disk_;
  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

TEST_F(DiskFaultTest, APutThatTheDiskRefusesLeavesNothing) {
  Digest old = *store_->putBlob("old"), key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({old})}}).ok());
  disk_.stop();
  EXPECT_EQ(store_->putBlob("new").status().code(),
            absl::StatusCode::kUnavailable);
  auto writer = *store_->createBlob(Digest::of("upload"));
  ASSERT_TRUE(writer->append("upload").ok());
  EXPECT_EQ(writer->commit().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(
      store_->putRecords({{RecordKind::Request, key, recordOf({old})}}).code(),
      absl::StatusCode::kUnavailable);
  for (bool isReopened : {false, true}) {
    if (isReopened) {
      writer.reset();
      reopen();
    }
    EXPECT_FALSE(isPresent(Digest::of("new")));
    EXPECT_FALSE(isPresent(Digest::of("upload")));
    EXPECT_FALSE(store_->getRecord(RecordKind::Request, key)->has_value());
    EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
    EXPECT_EQ(store_->statistics().blobs, 1);
    EXPECT_EQ(store_->statistics().records, 1);
  }
}

TEST_F(DiskFaultTest, WhatCouldNotBeEvictedIsStillThere) {
  reopen(1500);
  Digest old = *store_->putBlob(std::string(1000, 'o'));
  disk_.stop();
  EXPECT_FALSE(store_->putBlob(std::string(1000, 'n')).ok());
  EXPECT_TRUE(isPresent(old));
  EXPECT_EQ(store_->statistics().bytes, 1000);
  EXPECT_EQ(store_->statistics().evictions, 0);
}

TEST_F(DiskFaultTest, AFullDiskIsSaidToBeFull) {
  disk_.failAfter(0, rocksdb::Status::NoSpace("no room"));
  absl::Status status = store_->putBlob("new").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("store: the disk is full: "));
}

TEST_F(DiskFaultTest, TheDiskIsNotFilledToItsEnd) {
  const std::string bytes = someBytes(1 << 20, 1);
  disk_.sayFree(Database::kReserveBytes + bytes.size() / 2);
  absl::Status status = store_->putBlob(bytes).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("store: the disk is full: it has 64 MiB, and 64"));
  EXPECT_TRUE(store_->putBlob("small").ok());
  disk_.sayFree(Database::kReserveBytes * 2);
  EXPECT_TRUE(store_->putBlob(bytes).ok()) << "there is room again";
}

TEST_F(DiskFaultTest, TheDiskIsNotFilledByALargeUpload) {
  const std::string bytes = someBytes(8 << 20, 1);
  auto upload = [&] {
    auto writer = store_->createBlob(Digest::of(bytes));
    absl::Status status = writer.status();
    for (size_t at = 0; status.ok() && at < bytes.size(); at += 1 << 20)
      status = (*writer)->append(std::string_view(bytes).substr(at, 1 << 20));
    return status.ok() ? (*writer)->commit() : status;
  };
  disk_.sayFree(Database::kReserveBytes + bytes.size() / 16);
  EXPECT_EQ(upload().code(), absl::StatusCode::kResourceExhausted);
  disk_.sayFree(Database::kReserveBytes * 2);
  EXPECT_TRUE(upload().ok()) << "there is room again";
}

TEST_F(DiskFaultTest, AStoreOpensThoughTheDiskIsFull) {
  disk_.sayFree(0);
  reopen();
  EXPECT_FALSE(store_->putBlob("new").ok());
}

/// Writes records until one fails, or the table in memory is full for the first
/// time; then how many writes the disk had before that.
static int64_t fillTable(Database &database, FaultyDisk &disk) {
  const std::string value(1000, 'x');
  uint64_t before = 0;
  for (int i = 0;; ++i) {
    const int64_t writes = disk.writes();
    rocksdb::WriteBatch batch;
    batch.Put(database.table(Table::Actions), std::to_string(i), value);
    if (!database.write(batch, /*durable=*/false).ok())
      return writes;
    uint64_t bytes = 0;
    database.db().GetIntProperty(
        database.table(Table::Actions),
        rocksdb::DB::Properties::kCurSizeActiveMemTable, &bytes);
    if (bytes < before)
      return writes;
    before = bytes;
  }
}

TEST(FullDiskTest, NobodyWaitsForADiskThatGotFullAsATableDid) {
  auto open = [](FaultyDisk &disk, const TemporaryFolder &folder) {
    return Database::open(folder.path(), &disk).value();
  };
  int64_t full = 0; // Writes until the table is.
  {
    FaultyDisk disk;
    const TemporaryFolder folder;
    auto database = open(disk, folder);
    const int64_t opened = disk.writes();
    full = fillTable(*database, disk) - opened;
  }
  for (int64_t after = 0; after < 4; ++after) {
    FaultyDisk disk;
    const TemporaryFolder folder;
    auto database = open(disk, folder);
    disk.failAfter(full + after, rocksdb::Status::NoSpace("no room"));
    fillTable(*database, disk);
    rocksdb::WriteBatch batch;
    batch.Put(database->table(Table::Actions), "key", "value");
    while (database->write(batch, /*durable=*/true).ok()) {
    }
    disk.repair();
    // What Resume() leaves hanging is refused; all else is written.
    rocksdb::WriteBatch later;
    later.Put(database->table(Table::Actions), "later", "value");
    bool isWritten = database->write(later, /*durable=*/true).ok();
    if (!isWritten) // Resume() may just be slow.
      isWritten = database->write(later, /*durable=*/true).ok();
    std::string value;
    database.reset();
    database = open(disk, folder);
    EXPECT_EQ(database->db()
                  .Get({}, database->table(Table::Actions), "later", &value)
                  .ok(),
              isWritten)
        << after;
  }
}

TEST_F(DiskFaultTest, ADiskThatHasRoomAgainIsWrittenTo) {
  disk_.failAfter(0, noSpace());
  EXPECT_FALSE(store_->putBlob("first").ok());
  EXPECT_FALSE(store_->putBlob("second").ok());
  disk_.repair();
  auto third = store_->putBlob("third");
  EXPECT_TRUE(third.ok()) << third.status();
  reopen();
  EXPECT_TRUE(isPresent(Digest::of("third")));
  EXPECT_FALSE(isPresent(Digest::of("first")));
}

TEST_F(DiskFaultTest, AFailedPutLeavesNoChunks) {
  // More than one batch: at each write of the put the disk gets full once.
  const std::string first = someBytes(5 << 20, 1), second = someBytes(9, 2);
  int64_t failures = 0;
  for (int writes = 0; writes < 1000; ++writes) {
    disk_.failAfter(writes, noSpace());
    auto put = store_->putBlobs({first, second}, Durability::OnReturn);
    disk_.repair();
    if (put.ok())
      break;
    ++failures;
    // Takes what is left along.
    auto small = store_->putBlob(std::to_string(writes));
    ASSERT_TRUE(small.ok()) << small.status();
    EXPECT_EQ(entries(Table::Chunks), failures) << "full after " << writes;
    EXPECT_EQ(entries(Table::Uploads), 0) << "full after " << writes;
    reopen();
  }
  EXPECT_GT(failures, 2);
  EXPECT_EQ(entries(Table::Chunks), failures + 5 + 1);
}

TEST_F(DiskFaultTest, AnAbandonedUploadLeavesNoChunksThoughTheDiskIsFull) {
  const std::string large = someBytes(6 << 20, 1);
  auto writer = *store_->createBlob(Digest::of(large));
  ASSERT_TRUE(writer->append(large).ok());
  disk_.failAfter(0, noSpace());
  writer.reset();
  disk_.repair();
  ASSERT_TRUE(store_->putBlob("small").ok());
  EXPECT_EQ(entries(Table::Chunks), 1);
  EXPECT_EQ(entries(Table::Uploads), 0);
}

TEST_F(DiskFaultTest, ABrokenBlobThatCouldNotBeDeletedLeavesNoChunks) {
  const std::string bytes = someBytes(2 << 20, 1);
  Digest digest = *store_->putBlob(bytes);
  damageChunks();
  disk_.failAfter(0, noSpace());
  EXPECT_EQ(*store_->getBlob(digest), nullptr);
  EXPECT_GT(disk_.failures(), 0);
  disk_.repair();
  // Replaces the only entry that names the old chunks.
  ASSERT_TRUE(store_->putBlob(bytes).ok());
  EXPECT_EQ(**store_->getBlob(digest), bytes);
  EXPECT_EQ(entries(Table::Chunks), 2);
}

TEST_F(DiskFaultTest, ABrokenBlobThatCouldNotBeDeletedIsAMissAfterARestart) {
  Digest digest = *store_->putBlob("bytes");
  damageChunks();
  disk_.stop();
  EXPECT_EQ(*store_->getBlob(digest), nullptr);
  reopen();
  EXPECT_EQ(*store_->getBlob(digest), nullptr);
  EXPECT_EQ(entries(Table::Chunks), 0);
}

TEST_F(DiskFaultTest, AnUploadThatTheDiskRefusesEnds) {
  std::string large = someBytes(6 << 20, 1); // More than one batch.
  auto writer = *store_->createBlob(Digest::of(large));
  disk_.stop();
  EXPECT_EQ(writer->append(large).code(), absl::StatusCode::kUnavailable);
  writer.reset();
  reopen();
  EXPECT_FALSE(isPresent(Digest::of(large)));
}

TEST_F(DiskFaultTest, TheOrderOfUseThatCannotBeWrittenFailsNoPut) {
  std::vector<std::string> small;
  for (int i = 0; i < 1100; ++i)
    small.push_back(std::to_string(i));
  auto digests =
      store_->putBlobs({small.begin(), small.end()}, Durability::OnReturn);
  ASSERT_TRUE(digests.ok());
  // How much a put writes that has no uses to write besides.
  int64_t before = disk_.writes();
  ASSERT_TRUE(store_->putBlob("first").ok());
  const int64_t ofOnePut = disk_.writes() - before;

  ASSERT_TRUE(store_->findMissing(*digests)->empty()); // Uses them all.
  disk_.failAfter(ofOnePut, rocksdb::Status::IOError("the disk failed"));
  auto second = store_->putBlob("other");
  EXPECT_TRUE(second.ok()) << second.status();
  EXPECT_GT(disk_.failures(), 0) << "the uses were not written at all";
  reopen();
  EXPECT_TRUE(isPresent(*second));
}

TEST_F(DiskFaultTest, AStoreThatCannotBeOpenedSaysWhy) {
  store_.reset();
  disk_.stop();
  auto opened = openStores({folder_.path(), 1000, &disk_});
  EXPECT_EQ(opened.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(opened.status().message()),
              HasSubstr("the disk stopped"));
}

TEST_F(DiskFaultTest, WhatIsDurableSurvivesALossOfPower) {
  Digest early = *store_->putBlob("early", Durability::WithNext);
  Digest durable = *store_->putBlob("durable");
  Digest late = *store_->putBlob("late", Durability::WithNext);
  disk_.stop();
  store_.reset();
  disk_.losePower();
  reopen();
  EXPECT_TRUE(isPresent(early));
  EXPECT_TRUE(isPresent(durable));
  EXPECT_FALSE(isPresent(late));
}

TEST_F(DiskFaultTest, ALargeUploadSurvivesALossOfPower) {
  const std::string large = someBytes(6 << 20, 1);
  auto writer = *store_->createBlob(Digest::of(large));
  ASSERT_TRUE(writer->append(large).ok());
  ASSERT_TRUE(writer->commit().ok());
  disk_.stop();
  writer.reset();
  store_.reset();
  disk_.losePower();
  reopen();
  auto bytes = store_->getBlob(Digest::of(large));
  ASSERT_TRUE(bytes.ok() && *bytes);
  EXPECT_EQ(**bytes, large);
}

TEST_F(DiskFaultTest, WhatWasThereIsMadeDurableWhenItIsPutAgain) {
  ASSERT_TRUE(store_->putBlob("blob", Durability::WithNext).ok());
  ASSERT_TRUE(store_->putBlob("blob").ok());
  disk_.stop();
  store_.reset();
  disk_.losePower();
  reopen();
  EXPECT_TRUE(isPresent(Digest::of("blob")));
}

} // namespace
} // namespace ingot::cache
