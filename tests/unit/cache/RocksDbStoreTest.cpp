//===- RocksDbStoreTest.cpp - damage, restart and refusal -----------------===//
//
// What only a store on a disk can get wrong. Damage is done through a RocksDB
// handle of the test's own while the store is closed.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Database.h"
#include "cache/rocksdb/Format.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rocksdb/write_batch.h>

#include <algorithm>
#include <filesystem>

namespace ingot::cache {
namespace {

using testing::HasSubstr;

constexpr size_t kMiB = 1 << 20;

class RocksDbStoreTest : public testing::Test {
protected:
  void SetUp() override { reopen(); }

  void reopen(int64_t limitBytes = 64 * kMiB) {
    store_.reset();
    auto opened = openStores({folder_.path(), limitBytes});
    ASSERT_TRUE(opened.ok()) << opened.status();
    store_ = *std::move(opened);
  }

  /// Closes the store, lets `change` at the tables, opens it again.
  template <typename Change> void tamper(Change change) {
    store_.reset();
    {
      auto database = Database::open(folder_.path()).value();
      rocksdb::WriteBatch batch;
      change(*database, batch);
      ASSERT_TRUE(database->write(batch, true).ok());
    }
    reopen();
  }

  /// Replaces a chunk of the only blob; an empty one removes it.
  void replaceChunk(int64_t number, const std::string &bytes) {
    tamper([&](Database &database, rocksdb::WriteBatch &batch) {
      std::unique_ptr<rocksdb::Iterator> it(
          database.db().NewIterator({}, database.table(Table::Blobs)));
      it->SeekToFirst();
      ASSERT_TRUE(it->Valid());
      uint64_t set = *format::parseNumber(it->value().ToString());
      std::string key = format::chunkKey(set, number);
      if (bytes.empty())
        batch.Delete(database.table(Table::Chunks), key);
      else
        batch.Put(database.table(Table::Chunks), key, bytes);
    });
  }

  int64_t entries(Table table) {
    auto database = Database::open(folder_.path()).value();
    std::unique_ptr<rocksdb::Iterator> it(
        database->db().NewIterator({}, database->table(table)));
    int64_t count = 0;
    for (it->SeekToFirst(); it->Valid(); it->Next())
      ++count;
    return count;
  }

  /// Files of uploads that are under way.
  int64_t uploadFiles() {
    std::vector<std::string> names;
    EXPECT_TRUE(
        rocksdb::Env::Default()->GetChildren(folder_.path(), &names).ok());
    return std::count_if(names.begin(), names.end(), [](const auto &name) {
      return name.rfind("upload-", 0) == 0;
    });
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

TEST_F(RocksDbStoreTest, PeeksSeeWhatWasReadOrWrittenLately) {
  Digest blob = *store_->putBlob("artifact");
  v1::ActionRecord record;
  record.set_payload("result");
  *record.add_outputs()->mutable_digest() = blob.toProto();
  Digest key = Digest::of("key");
  ASSERT_TRUE(store_->putRecords({{RecordKind::Request, key, record}}).ok());
  EXPECT_EQ(*store_->peekBlob(blob), "artifact");
  EXPECT_EQ(store_->peekRecord(RecordKind::Request, key)->payload(), "result");

  reopen();
  EXPECT_EQ(store_->peekBlob(blob), nullptr);
  EXPECT_FALSE(store_->peekRecord(RecordKind::Request, key).has_value());
  ASSERT_TRUE(store_->getRecord(RecordKind::Request, key).ok());
  ASSERT_TRUE(store_->getBlob(blob).ok());
  EXPECT_EQ(*store_->peekBlob(blob), "artifact");
  EXPECT_EQ(store_->peekRecord(RecordKind::Request, key)->payload(), "result");
}

TEST_F(RocksDbStoreTest, EverythingIsThereAfterReopening) {
  std::string large = someBytes(5 * kMiB, 1);
  Digest blob = *store_->putBlob(large), key = Digest::of("key");
  v1::ActionRecord record = recordOf({blob});
  ASSERT_TRUE(store_->putRecords({{RecordKind::Request, key, record}}).ok());
  reopen();
  EXPECT_EQ(**store_->getBlob(blob), large);
  EXPECT_TRUE(store_->getRecord(RecordKind::Request, key)->has_value());
  EXPECT_EQ(store_->statistics().bytes,
            int64_t(large.size() + record.ByteSizeLong()));
  EXPECT_EQ(store_->statistics().records, 1);
}

/// A line of it that finds no room makes the next one abort the process.
TEST_F(RocksDbStoreTest, RocksDbWritesNoInfoLog) {
  reopen();
  for (const auto &file : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_THAT(file.path().filename().string(),
                testing::Not(testing::StartsWith("LOG")));
}

TEST_F(RocksDbStoreTest, WhatWasLeftToTheNextWriteIsThereAfterReopening) {
  Digest blob = *store_->putBlob("object", Durability::WithNext);
  Digest key = Digest::of("key");
  ASSERT_TRUE(store_
                  ->putRecords({{RecordKind::Action, key, recordOf({blob})}},
                               Durability::WithNext)
                  .ok());
  // Again, and durable this time: there is nothing to write, but to sync.
  EXPECT_EQ(*store_->putBlob("object"), blob);
  reopen();
  EXPECT_EQ(**store_->getBlob(blob), "object");
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
}

TEST_F(RocksDbStoreTest, ADamagedBlobIsAMissThatHeals) {
  std::string bytes = someBytes(1000, 1), other = bytes;
  other[500] ^= 1;
  for (const std::string &chunk : {other, bytes.substr(1), std::string()}) {
    Digest digest = *store_->putBlob(bytes);
    replaceChunk(0, chunk);
    EXPECT_EQ(*store_->getBlob(digest), nullptr);
    EXPECT_EQ(store_->statistics().brokenRecords, 1);
    EXPECT_EQ(store_->statistics().blobs, 0);
    EXPECT_EQ(*store_->putBlob(bytes), digest);
    EXPECT_EQ(**store_->getBlob(digest), bytes);
  }
}

TEST_F(RocksDbStoreTest, ADamagedBlobIsNeverStreamedWhole) {
  std::string bytes = someBytes(6 * kMiB, 1), first = bytes.substr(0, kMiB);
  first[0] ^= 1;
  for (int64_t offset : {int64_t{0}, int64_t(2 * kMiB), int64_t(6 * kMiB)}) {
    Digest digest = *store_->putBlob(bytes);
    replaceChunk(0, first);
    auto reader = *store_->openBlob(digest, offset);
    ASSERT_TRUE(reader);
    EXPECT_EQ(readAll(*reader).status().code(), absl::StatusCode::kDataLoss);
    EXPECT_EQ(reader->next().status().code(), absl::StatusCode::kDataLoss);
    EXPECT_EQ(*store_->openBlob(digest, offset), nullptr);
  }
}

TEST_F(RocksDbStoreTest, ARecordFallsWithItsDamagedBlob) {
  Digest blob = *store_->putBlob("object"), key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({blob})}}).ok());
  replaceChunk(0, "objecT");
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
  EXPECT_EQ(*store_->getBlob(blob), nullptr);
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, key)->has_value());
  EXPECT_EQ(store_->statistics().records, 0);
}

TEST_F(RocksDbStoreTest, UnfinishedUploadsStayWithinTheSizeLimit) {
  reopen(16 * kMiB);
  std::string bytes(10 * kMiB, 'u');
  auto digestOf = [&](char last) {
    bytes.back() = last;
    return Digest::of(bytes);
  };
  auto first = store_->createBlob(digestOf('1'));
  auto second = store_->createBlob(digestOf('2'));
  ASSERT_TRUE((*first)->append(bytes).ok());
  EXPECT_EQ((*second)->append(bytes).code(),
            absl::StatusCode::kResourceExhausted);
  first->reset(); // Whoever gives up makes room.
  auto third = store_->createBlob(digestOf('3'));
  ASSERT_TRUE((*third)->append(bytes).ok());
  EXPECT_TRUE((*third)->commit().ok());
}

TEST_F(RocksDbStoreTest, ADamagedRecordIsAMiss) {
  Digest key = Digest::of("key");
  auto record = recordOf({*store_->putBlob("object")});
  ASSERT_TRUE(store_->putRecords({{RecordKind::Action, key, record}}).ok());
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    std::string bytes = format::seal(record.SerializeAsString());
    bytes.back() ^= 1;
    batch.Put(database.table(Table::Actions), format::digestKey(key), bytes);
  });
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, key)->has_value());
  EXPECT_EQ(store_->statistics().brokenRecords, 1);
  EXPECT_EQ(store_->statistics().records, 0);
}

TEST_F(RocksDbStoreTest, AnUnfinishedUploadIsRemovedAtOpen) {
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    batch.Put(database.table(Table::Uploads), format::numberBytes(77), "");
    batch.Put(database.table(Table::Chunks), format::chunkKey(77, 0), "half");
  });
  store_.reset();
  EXPECT_EQ(entries(Table::Uploads), 0);
  EXPECT_EQ(entries(Table::Chunks), 0);
}

TEST_F(RocksDbStoreTest, AnAbandonedUploadLeavesNoChunk) {
  std::string bytes = someBytes(6 * kMiB, 1);
  auto writer = *store_->createBlob(Digest::of(bytes));
  ASSERT_TRUE(writer->append(bytes).ok());
  writer.reset();
  store_.reset();
  EXPECT_EQ(entries(Table::Chunks), 0);
}

TEST_F(RocksDbStoreTest, ALargeUploadIsThereAfterReopening) {
  const std::string bytes = someBytes(6 * kMiB + 5, 1);
  const Digest digest = Digest::of(bytes);
  auto writer = *store_->createBlob(digest);
  ASSERT_TRUE(writer->append(bytes.substr(0, 10)).ok());
  ASSERT_TRUE(writer->append(bytes.substr(10)).ok());
  ASSERT_TRUE(writer->commit().ok());
  writer.reset();
  EXPECT_EQ(**store_->getBlob(digest), bytes);
  EXPECT_EQ(uploadFiles(), 0);
  reopen();
  EXPECT_EQ(**store_->getBlob(digest), bytes);
  store_.reset();
  EXPECT_EQ(entries(Table::Uploads), 0);
  EXPECT_EQ(entries(Table::Chunks), 7);
}

TEST_F(RocksDbStoreTest, OfTwoLargeUploadsOfOneBlobOneStays) {
  const std::string bytes = someBytes(6 * kMiB, 1);
  const Digest digest = Digest::of(bytes);
  auto first = *store_->createBlob(digest);
  auto second = *store_->createBlob(digest);
  for (auto *writer : {first.get(), second.get()}) {
    ASSERT_TRUE(writer->append(bytes).ok());
    EXPECT_TRUE(writer->commit().ok());
  }
  first.reset();
  second.reset();
  EXPECT_EQ(**store_->getBlob(digest), bytes);
  store_.reset();
  EXPECT_EQ(entries(Table::Chunks), 6);
}

TEST_F(RocksDbStoreTest, FilesOfLargeUploadsAreRemoved) {
  const std::string bytes = someBytes(6 * kMiB, 1);
  auto writer = *store_->createBlob(Digest::of(bytes));
  ASSERT_TRUE(writer->append(bytes).ok());
  EXPECT_EQ(uploadFiles(), 1);
  writer.reset();
  EXPECT_EQ(uploadFiles(), 0) << "with the upload";
  ASSERT_TRUE(rocksdb::WriteStringToFile(rocksdb::Env::Default(), "half",
                                         folder_.path() + "/upload-7.tmp")
                  .ok());
  reopen();
  EXPECT_EQ(uploadFiles(), 0) << "at open, if the program had ended";
}

TEST_F(RocksDbStoreTest, EvictionDeletesTheChunks) {
  reopen(2 * kMiB);
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(store_->putBlob(someBytes(kMiB, i)).ok());
  EXPECT_EQ(store_->statistics().evictions, 8);
  store_.reset();
  EXPECT_EQ(entries(Table::Chunks), 2);
  EXPECT_EQ(entries(Table::Uses), 2);
}

TEST_F(RocksDbStoreTest, AReaderFinishesThoughItsBlobIsEvicted) {
  reopen(8 * kMiB);
  std::string bytes = someBytes(6 * kMiB, 1);
  auto reader = *store_->openBlob(*store_->putBlob(bytes), 0);
  ASSERT_TRUE(store_->putBlob(someBytes(6 * kMiB, 2)).ok());
  EXPECT_EQ(*store_->getBlob(Digest::of(bytes)), nullptr);
  EXPECT_EQ(*readAll(*reader), bytes);
}

TEST_F(RocksDbStoreTest, TheOrderOfUseSurvivesAndALowerLimitEvicts) {
  Digest a = *store_->putBlob(std::string(1000, 'a'));
  Digest b = *store_->putBlob(std::string(1000, 'b'));
  ASSERT_TRUE(store_->getBlob(a).ok());
  reopen(1500);
  EXPECT_EQ(*store_->findMissing({a, b}), std::vector<Digest>{b});
}

TEST_F(RocksDbStoreTest, TheOrderOfRecordsSurvivesReopening) {
  reopen(3000);
  v1::ActionRecord record = recordOf({*store_->putBlob("object")});
  record.set_payload(std::string(1000, 'p'));
  Digest a = Digest::of("a"), b = Digest::of("b");
  ASSERT_TRUE(store_
                  ->putRecords({{RecordKind::Action, a, record},
                                {RecordKind::Action, b, record}})
                  .ok());
  ASSERT_TRUE(store_->getRecord(RecordKind::Action, a)->has_value());
  reopen(3000);
  EXPECT_EQ(store_->statistics().records, 2);
  ASSERT_TRUE(store_->putBlob(std::string(1000, 'x')).ok());
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, a)->has_value());
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, b)->has_value());
}

TEST_F(RocksDbStoreTest, RecordsOfEarlierProgramsStandBeforeTheirBlobs) {
  // Those wrote no order of use for records.
  Digest old = *store_->putBlob(std::string(1000, 'o'));
  Digest object = *store_->putBlob("object"), key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({object})}}).ok());
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    batch.Delete(database.table(Table::Uses),
                 format::useKey({EntryKind::Action, key}));
  });
  reopen(1200); // Room for all but a little.
  ASSERT_TRUE(store_->putBlob(std::string(500, 'n')).ok());
  EXPECT_EQ(*store_->findMissing({old, object}), std::vector<Digest>{old});
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
}

TEST_F(RocksDbStoreTest, BlobsStandBehindTheirRecordThoughACrashLostTheirUses) {
  const Digest object = *store_->putBlob("object"), key = Digest::of("key");
  const Digest other = *store_->putBlob(std::string(1000, 'o'));
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({object})}}).ok());
  // As after a crash: the record's use is noted with it, not that of its blob.
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    batch.Put(database.table(Table::Uses),
              format::useKey({EntryKind::Blob, object}),
              format::numberBytes(1));
  });
  std::vector<EntryName> names;
  for (const Entry &entry : store_->care()->list())
    names.push_back(entry.name);
  EXPECT_THAT(names, testing::ElementsAre(EntryName{EntryKind::Blob, other},
                                          EntryName{EntryKind::Action, key},
                                          EntryName{EntryKind::Blob, object}));
  reopen(1200); // Room for all but a little.
  ASSERT_TRUE(store_->putBlob(std::string(500, 'n')).ok());
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
  EXPECT_EQ(*store_->findMissing({other, object}), std::vector<Digest>{other});
}

TEST_F(RocksDbStoreTest, OwnersAreKnownAfterARestart) {
  const Digest blob = *store_->putBlob("object"), key = Digest::of("key");
  ASSERT_TRUE(store_->putBlob("a program that is nobody's").ok());
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({blob})}}).ok());
  store_->own({"ml/pr", 1 << 20},
              {{EntryKind::Blob, blob}, entryName(RecordKind::Action, key)});
  auto useOf = [this] { return store_->care()->owners(); };
  ASSERT_EQ(useOf().size(), 1u);
  const int64_t bytes = useOf()[0].bytes;
  EXPECT_EQ(useOf()[0].limitBytes, 1 << 20);
  for (int i = 0; i < 2; ++i) {
    reopen();
    ASSERT_EQ(useOf().size(), 1u) << i;
    EXPECT_EQ(useOf()[0].name, "ml/pr");
    EXPECT_EQ(useOf()[0].bytes, bytes);
    EXPECT_EQ(useOf()[0].entries, 2);
    EXPECT_EQ(useOf()[0].limitBytes, std::numeric_limits<int64_t>::max())
        << "that is the caller's to say";
    EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
  }
}

TEST_F(RocksDbStoreTest, ATenantThatHasTooMuchLosesItsOldest) {
  // Uses of before microseconds were counted are old, whatever the clock says.
  const Digest old = *store_->putBlob(std::string(600, 'o')),
               others = *store_->putBlob(std::string(600, 'x'));
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    for (const Digest &digest : {old, others})
      batch.Put(database.table(Table::Uses),
                format::useKey({EntryKind::Blob, digest}),
                format::useValue(7, digest == old ? "ml" : "other"));
  });
  const Digest fresh = *store_->putBlob(std::string(600, 'f'));
  store_->own({"ml", 1000}, {{EntryKind::Blob, fresh}});
  EXPECT_EQ(*store_->findMissing({old, others, fresh}),
            std::vector<Digest>{old});
  EXPECT_EQ(store_->statistics().ownerEvictions, 1);
  EXPECT_EQ(store_->statistics().evictions, 1);
}

TEST_F(RocksDbStoreTest, NotesOnWhatIsGoneAreDeletedAtOpen) {
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    for (EntryKind kind : {EntryKind::Blob, EntryKind::Request})
      batch.Put(database.table(Table::Uses),
                format::useKey({kind, Digest::of("gone")}),
                format::numberBytes(7));
    batch.Put(database.table(Table::Uses), "no key", format::numberBytes(7));
  });
  store_.reset();
  EXPECT_EQ(entries(Table::Uses), 0);
}

TEST_F(RocksDbStoreTest, ARecordWithoutItsBlobIsDeletedAtOpen) {
  Digest blob = *store_->putBlob("object"), key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({blob})}}).ok());
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    batch.Delete(database.table(Table::Blobs), format::digestKey(blob));
    batch.Put(database.table(Table::Blobs), "no key", "no set");
  });
  EXPECT_EQ(store_->statistics().records, 0);
  EXPECT_EQ(store_->statistics().blobs, 0);
  EXPECT_EQ(store_->statistics().brokenRecords, 1) << "the entry without a key";
  store_.reset();
  EXPECT_EQ(entries(Table::Actions), 0);
}

TEST_F(RocksDbStoreTest, ADamagedRecordOnDiskIsReplacedByANewOne) {
  Digest blob = *store_->putBlob("object"), key = Digest::of("key");
  const v1::ActionRecord record = recordOf({blob});
  tamper([&](Database &database, rocksdb::WriteBatch &batch) {
    batch.Put(database.table(Table::Requests), format::digestKey(key), "bad");
  });
  EXPECT_FALSE(store_->getRecord(RecordKind::Request, key)->has_value());
  ASSERT_TRUE(store_->putRecords({{RecordKind::Request, key, record}}).ok());
  reopen();
  EXPECT_TRUE(store_->getRecord(RecordKind::Request, key)->has_value());
}

TEST_F(RocksDbStoreTest, TwoAtOnceIsRefused) {
  auto second = openStores({folder_.path()});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr("is in use by another process"));
}

TEST_F(RocksDbStoreTest, AnUnknownFormatIsRefused) {
  store_.reset();
  {
    auto database = Database::open(folder_.path()).value();
    rocksdb::WriteBatch batch;
    batch.Put(format::kVersionKey, "3");
    ASSERT_TRUE(database->write(batch, true).ok());
  }
  auto opened = openStores({folder_.path()});
  EXPECT_EQ(opened.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(opened.status().message()),
              HasSubstr("has format 3; this program reads formats 1 to 2"));
}

TEST_F(RocksDbStoreTest, AFolderThatCannotBeMadeIsUnavailable) {
  auto opened = openStores({"/dev/null/store"});
  EXPECT_EQ(opened.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(opened.status().message()),
              HasSubstr("store: cannot create /dev/null/store"));
}

} // namespace
} // namespace ingot::cache
