//===- SliceStoreTest.cpp - parts of blobs that are blobs -----------------===//

#include "cache/store/SliceStore.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kDurable = Durability::OnReturn;

class SliceStoreTest : public testing::Test {
protected:
  SliceStoreTest() { restart(); }

  /// A store that remembers nothing, on what is kept.
  void restart() {
    if (store_)
      store_.reset();
    auto disk = openRocksDbStore({folder_.path(), 64 << 20});
    ASSERT_TRUE(disk.ok()) << disk.status();
    auto slices = std::make_unique<SliceStore>(*std::move(disk));
    store_ = std::make_unique<VerifyingStore>(std::move(slices));
  }

  /// The part of the blob, made one.
  Digest add(int64_t offset, int64_t size) {
    Digest digest = Digest::of(part(offset, size));
    absl::Status status =
        store_->putSlices(blob_, {{digest, offset}}, kDurable);
    EXPECT_TRUE(status.ok()) << status;
    return digest;
  }

  std::string part(int64_t offset, int64_t size) const {
    return bytes_.substr(static_cast<size_t>(offset),
                         static_cast<size_t>(size));
  }

  bool has(const Digest &digest) {
    return store_->findMissing({digest})->empty();
  }

  void evictAll() {
    for (int i = 0; i < 8; ++i)
      ASSERT_TRUE(store_->putBlob(someBytes(8 << 20, 100 + i)).ok());
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
  const std::string bytes_ = someBytes(3 << 20, 1);
  const Digest blob_ = Digest::of(bytes_);
};

TEST_F(SliceStoreTest, APartIsReadLikeABlob) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  struct {
    int64_t offset, size;
  } cases[] = {{0, 10},
               {100, 1 << 20},
               {(1 << 20) - 1, 2},
               {1 << 20, 1 << 20},
               {5, (3 << 20) - 5},
               {3 << 20, 0}};
  for (auto [offset, size] : cases) {
    SCOPED_TRACE(testing::Message() << offset << " " << size);
    Digest digest = add(offset, size);
    absl::StatusOr<SharedBytes> bytes = store_->getBlob(digest);
    ASSERT_TRUE(bytes.ok() && *bytes) << bytes.status();
    EXPECT_EQ(**bytes, part(offset, size));
    for (int64_t from : {int64_t{0}, size / 2, size}) {
      auto reader = store_->openBlob(digest, from).value();
      ASSERT_TRUE(reader);
      EXPECT_EQ(readAll(*reader).value(), part(offset + from, size - from));
      auto range = store_->openRange(digest, from).value();
      ASSERT_TRUE(range);
      EXPECT_EQ(readAll(*range).value(), part(offset + from, size - from));
    }
    EXPECT_TRUE(has(digest));
    EXPECT_TRUE(store_->touchBlob(digest));
  }
}

TEST_F(SliceStoreTest, APartTakesNoRoom) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  const int64_t before = store_->statistics().bytes;
  add(0, 1 << 20);
  add(1 << 20, 1 << 20);
  EXPECT_LT(store_->statistics().bytes - before, 2000);
}

TEST_F(SliceStoreTest, PartsOutliveTheProcess) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  Digest digest = add(7, 1000);
  restart();
  EXPECT_TRUE(has(digest));
  EXPECT_EQ(**store_->getBlob(digest), part(7, 1000));
}

TEST_F(SliceStoreTest, PartsAreListedOnceEach) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  EXPECT_THAT(*store_->slicesOf(blob_), IsEmpty());
  Digest a = add(7, 1000), b = add(2000, 5);
  add(7, 1000);
  EXPECT_THAT(*store_->slicesOf(blob_),
              ElementsAre(BlobSlice{a, 7}, BlobSlice{b, 2000}));
  restart();
  EXPECT_THAT(*store_->slicesOf(blob_),
              ElementsAre(BlobSlice{a, 7}, BlobSlice{b, 2000}));
  EXPECT_THAT(*store_->slicesOf(Digest::of("another")), IsEmpty());
}

TEST_F(SliceStoreTest, WhatIsNoPartIsRefused) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  Digest digest = Digest::of(part(0, 10));
  for (int64_t offset : {int64_t{-1}, int64_t{3 << 20}, INT64_MAX})
    EXPECT_EQ(store_->putSlices(blob_, {{digest, offset}}, kDurable).code(),
              absl::StatusCode::kOutOfRange)
        << offset;
  EXPECT_EQ(store_
                ->putSlices(Digest::of("gone, and longer than ten"),
                            {{digest, 0}}, kDurable)
                .code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(has(digest));
}

TEST_F(SliceStoreTest, APartGoesWithItsBlob) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  Digest digest = add(7, 1000);
  evictAll();
  EXPECT_FALSE(has(blob_));
  EXPECT_FALSE(has(digest));
  EXPECT_FALSE(store_->touchBlob(digest));
  EXPECT_FALSE(*store_->getBlob(digest));
  EXPECT_FALSE(*store_->openBlob(digest, 0));
  EXPECT_THAT(*store_->slicesOf(blob_), IsEmpty());
}

TEST_F(SliceStoreTest, ABlobLivesAsLongAsAPartIsUsed) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  Digest digest = add(7, 1000);
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(store_->putBlob(someBytes(8 << 20, 100 + i)).ok());
    EXPECT_TRUE(store_->touchBlob(digest)) << i;
  }
  EXPECT_TRUE(has(blob_));
}

TEST_F(SliceStoreTest, ARecordNamesPartsAndKeepsTheirBlob) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  Digest digest = add(7, 1000), other = store_->putBlob("other").value();
  const v1::ActionRecord record = recordOf({other, digest, blob_, digest});
  const Digest key = Digest::of("key");
  ASSERT_TRUE(store_->putRecords({{RecordKind::Action, key, record}}).ok());
  for (int i = 0; i < 2; ++i) {
    auto read = store_->getRecord(RecordKind::Action, key);
    ASSERT_TRUE(read.ok() && read->has_value()) << i;
    EXPECT_EQ((*read)->SerializeAsString(), record.SerializeAsString()) << i;
    EXPECT_TRUE(store_->touchRecord(RecordKind::Action, key,
                                    {other, digest, blob_, digest}))
        << i;
    restart();
    // Without the disk nobody knows of the part yet.
    EXPECT_FALSE(store_->touchRecord(RecordKind::Action, key, {digest})) << i;
  }
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(store_->putBlob(someBytes(8 << 20, 100 + i)).ok());
    EXPECT_TRUE(*store_->getRecord(RecordKind::Action, key)) << i;
  }
  EXPECT_EQ(**store_->getBlob(digest), part(7, 1000));
  evictAll();
  EXPECT_FALSE(*store_->getRecord(RecordKind::Action, key));
}

TEST_F(SliceStoreTest, PartsOfAPartArePartsOfTheBlobAroundIt) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  const Digest outer = add(1000, 1 << 20);
  const Digest inner = Digest::of(part(1500, 300));
  ASSERT_TRUE(store_->putSlices(outer, {{inner, 500}}, kDurable).ok());
  EXPECT_EQ(**store_->getBlob(inner), part(1500, 300));
  EXPECT_THAT(*store_->slicesOf(outer),
              ElementsAre(BlobSlice{outer, 0}, BlobSlice{inner, 500}));
  EXPECT_THAT(*store_->slicesOf(blob_),
              ElementsAre(BlobSlice{outer, 1000}, BlobSlice{inner, 1500}));
  restart();
  EXPECT_THAT(*store_->slicesOf(outer),
              ElementsAre(BlobSlice{outer, 0}, BlobSlice{inner, 500}));
  // Beyond the outer part, though not beyond the blob.
  EXPECT_EQ(store_->putSlices(outer, {{inner, 1 << 20}}, kDurable).code(),
            absl::StatusCode::kOutOfRange);
}

TEST_F(SliceStoreTest, WhatOverlapsAPartIsNoneOfItsParts) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  const Digest outer = add(1000, 1000);
  add(900, 200);
  add(1900, 200);
  add(0, 5);
  EXPECT_THAT(*store_->slicesOf(outer), ElementsAre(BlobSlice{outer, 0}));
}

TEST_F(SliceStoreTest, TheListOfPartsIsBounded) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  auto cut = [&](int64_t size) {
    std::vector<BlobSlice> slices;
    for (int64_t i = 0; i < 20000; ++i) {
      Digest digest = Digest::of(std::to_string(size) + std::to_string(i));
      digest.size = size;
      slices.push_back({digest, i});
    }
    return slices;
  };
  for (int64_t size : {10, 11, 12}) {
    ASSERT_TRUE(store_->putSlices(blob_, cut(size), Durability::WithNext).ok());
    EXPECT_LE(store_->slicesOf(blob_)->size(), 32768u);
    EXPECT_EQ(store_->slicesOf(blob_)->back(), cut(size).back())
        << "the last program's are known";
  }
}

TEST_F(SliceStoreTest, ARecordOfAnArchiveIsReadAsItWasMeant) {
  // As an export of the disk has it, put in through all that stands above.
  HotStore top(std::move(store_), 1 << 20);
  ASSERT_TRUE(top.putBlob(bytes_).ok());
  const Digest digest = Digest::of(part(7, 1000)), key = Digest::of("key");
  v1::ActionRecord onDisk = recordOf({blob_});
  *onDisk.mutable_outputs(0)->mutable_part() = digest.toProto();
  onDisk.mutable_outputs(0)->set_offset(7);
  ASSERT_TRUE(
      top.putRecords({{RecordKind::Action, key, onDisk}}, kDurable).ok());
  for (int i = 0; i < 2; ++i) {
    auto read = top.getRecord(RecordKind::Action, key);
    ASSERT_TRUE(read.ok() && read->has_value()) << i;
    EXPECT_EQ((*read)->SerializeAsString(),
              recordOf({digest}).SerializeAsString())
        << i;
  }
  EXPECT_EQ(**top.getBlob(digest), part(7, 1000));
}

TEST_F(SliceStoreTest, ARecordOfAnArchiveThatNamesNoPartIsNothing) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  const Digest key = Digest::of("key");
  for (uint64_t offset : {uint64_t{3 << 20}, UINT64_MAX}) {
    v1::ActionRecord onDisk = recordOf({blob_});
    *onDisk.mutable_outputs(0)->mutable_part() =
        Digest::of(part(7, 1000)).toProto();
    onDisk.mutable_outputs(0)->set_offset(offset);
    ASSERT_TRUE(
        store_->putRecords({{RecordKind::Action, key, onDisk}}, kDurable).ok());
    EXPECT_FALSE(*store_->getRecord(RecordKind::Action, key)) << offset;
  }
}

TEST_F(SliceStoreTest, ARecordOfWhatIsNotThereIsRefused) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  EXPECT_EQ(store_
                ->putRecords({{RecordKind::Action, Digest::of("key"),
                               recordOf({Digest::of(part(0, 10))})}})
                .code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(SliceStoreTest, APartThatIsABlobAnywayStaysOne) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  Digest digest = store_->putBlob(part(0, 1000)).value();
  EXPECT_EQ(add(0, 1000), digest);
  const Digest key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({digest})}}).ok());
  evictAll();
  ASSERT_TRUE(store_->putBlob(part(0, 1000)).ok());
  EXPECT_EQ(**store_->getBlob(digest), part(0, 1000));
}

TEST_F(SliceStoreTest, APartOfOtherBytesCountsAsAbsent) {
  ASSERT_TRUE(store_->putBlob(bytes_).ok());
  // Whoever says so did not look.
  Digest wrong = Digest::of(part(8, 1000));
  ASSERT_TRUE(store_->putSlices(blob_, {{wrong, 7}}, kDurable).ok());
  EXPECT_FALSE(*store_->getBlob(wrong));
}

TEST(SliceRecords, RememberedPlacesAreBounded) {
  auto memory = std::make_unique<MemoryStore>();
  const std::string bytes = someBytes(1000, 1);
  const Digest blob = memory->putBlob(bytes).value();
  SliceStore store(std::move(memory), /*remembered=*/2);
  std::vector<Digest> parts;
  for (int64_t i = 0; i < 5; ++i) {
    parts.push_back(Digest::of(bytes.substr(static_cast<size_t>(i), 10)));
    ASSERT_TRUE(store.putSlices(blob, {{parts.back(), i}}, kDurable).ok());
  }
  EXPECT_FALSE(store.touchBlob(parts[0])) << "not without the disk";
  EXPECT_TRUE(store.touchBlob(parts[4]));
  EXPECT_THAT(*store.findMissing(parts), IsEmpty());
  EXPECT_EQ(**store.getBlob(parts[0]), bytes.substr(0, 10));
}

TEST(StoreSlices, AStoreThatCannotShareCopies) {
  MemoryStore store;
  const std::string bytes = someBytes(3 << 20, 1);
  const Digest blob = store.putBlob(bytes).value();
  const std::string part = bytes.substr(1000, 2 << 20);
  const BlobSlice slice{Digest::of(part), 1000};
  ASSERT_TRUE(store.putSlices(blob, {slice, slice}, kDurable).ok());
  EXPECT_EQ(**store.getBlob(slice.digest), part);
  EXPECT_EQ(store.statistics().blobs, 2);
  EXPECT_THAT(*store.slicesOf(blob), IsEmpty());
  EXPECT_EQ(
      store.putSlices(blob, {{Digest::of("x"), 3 << 20}}, kDurable).code(),
      absl::StatusCode::kOutOfRange);
  EXPECT_EQ(
      store.putSlices(Digest::of("absent"), {{Digest::of("x"), 0}}, kDurable)
          .code(),
      absl::StatusCode::kFailedPrecondition);
}

} // namespace
} // namespace ingot::cache
