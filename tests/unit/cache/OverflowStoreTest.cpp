//===- OverflowStoreTest.cpp - a compile on a full disk -------------------===//

#include "cache/store/OverflowStore.h"
#include "cache/store/HotStore.h"
#include "tests/unit/cache/FaultyDisk.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OverflowStoreTest : public testing::Test {
protected:
  void SetUp() override {
    auto opened = openStores({folder_.path(), 64 << 20, &disk_});
    ASSERT_TRUE(opened.ok()) << opened.status();
    // As the daemon's are: HotStore must not keep what was dropped.
    store_ = std::make_unique<HotStore>(
        std::make_unique<OverflowStore>(*std::move(opened), 1000));
  }

  void fillDisk() { disk_.failAfter(0, rocksdb::Status::NoSpace("no room")); }

  absl::StatusOr<Digest> putStep(const std::string &bytes) {
    return store_->putBlob(bytes, Durability::WithNext);
  }

  FaultyDisk disk_;
  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

TEST_F(OverflowStoreTest, WhatACompileMakesOnAFullDiskCanBeReadAndFetched) {
  fillDisk();
  absl::StatusOr<Digest> object = putStep("object");
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(**store_->getBlob(*object), "object");
  EXPECT_EQ(*(*(*store_->openBlob(*object, 0))->next()), "object");
  EXPECT_EQ(*(*(*store_->openRange(*object, 2))->next()), "ject");
  EXPECT_THAT(*store_->findMissing({*object, Digest::of("other")}),
              ElementsAre(Digest::of("other")));
}

TEST_F(OverflowStoreTest, ItsRecordIsDroppedAndCounted) {
  Digest old = *store_->putBlob("old"), key = Digest::of("key");
  fillDisk();
  Digest made = *putStep("made");
  EXPECT_TRUE(
      store_->putRecords({{RecordKind::Request, key, recordOf({old, made})}})
          .ok());
  EXPECT_FALSE(store_->getRecord(RecordKind::Request, key)->has_value())
      << "it would name what nobody has tomorrow";
  EXPECT_EQ(store_->statistics().droppedRecords, 1);
}

TEST_F(OverflowStoreTest, AnUploadIsToldThatItFailed) {
  fillDisk();
  EXPECT_EQ(store_->putBlob("upload").status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(OverflowStoreTest, MoreThanThereIsRoomForIsRefused) {
  fillDisk();
  EXPECT_EQ(putStep(std::string(2000, 'x')).status().code(),
            absl::StatusCode::kResourceExhausted);
  // Each fits alone; together one pushes the other out.
  EXPECT_EQ(store_
                ->putBlobs({std::string(600, 'y'), std::string(600, 'z')},
                           Durability::WithNext)
                .status()
                .code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(OverflowStoreTest, ARecordThatNamesWhatIsNowhereIsStillRefused) {
  EXPECT_EQ(store_
                ->putRecords({{RecordKind::Action, Digest::of("key"),
                               recordOf({Digest::of("nowhere")})}})
                .code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(store_->statistics().droppedRecords, 0);
}

TEST_F(OverflowStoreTest, PartsOfABlobCanBeReadOnAFullDisk) {
  const std::string bytes = someBytes(5000, 1);
  const Digest blob = *store_->putBlob(bytes);
  fillDisk();
  const std::string part = bytes.substr(100, 400);
  const BlobSlice slice{Digest::of(part), 100};
  EXPECT_EQ(store_->putSlices(blob, {slice}, Durability::OnReturn).code(),
            absl::StatusCode::kResourceExhausted);
  ASSERT_TRUE(store_->putSlices(blob, {slice}, Durability::WithNext).ok());
  EXPECT_EQ(**store_->getBlob(slice.digest), part);
  EXPECT_THAT(*store_->findMissing({slice.digest}), IsEmpty());
  EXPECT_TRUE(store_
                  ->putRecords({{RecordKind::Action, Digest::of("key"),
                                 recordOf({slice.digest})}})
                  .ok());
  EXPECT_EQ(store_->statistics().droppedRecords, 1);
}

TEST_F(OverflowStoreTest, PartsOfABlobThatIsHereCanBeRead) {
  fillDisk();
  const Digest blob = *putStep("made on a full disk");
  const BlobSlice slice{Digest::of("full"), 10};
  ASSERT_TRUE(store_->putSlices(blob, {slice}, Durability::WithNext).ok());
  EXPECT_EQ(**store_->getBlob(slice.digest), "full");
}

TEST_F(OverflowStoreTest, PartsForWhichThereIsNoRoomAreRefused) {
  const std::string bytes = someBytes(5000, 1);
  const Digest blob = *store_->putBlob(bytes);
  fillDisk();
  std::vector<BlobSlice> slices;
  for (int64_t at : {0, 600})
    slices.push_back(
        {Digest::of(bytes.substr(static_cast<size_t>(at), 600)), at});
  EXPECT_EQ(store_->putSlices(blob, slices, Durability::WithNext).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(store_->findMissing({slices[0].digest})->size(), 1u);
}

TEST_F(OverflowStoreTest, PartsThatPushEachOtherOutAreRefused) {
  const std::string bytes = someBytes(1200, 1);
  const Digest blob = *store_->putBlob(bytes);
  const std::string first = bytes.substr(0, 600), second = bytes.substr(600);
  fillDisk();
  ASSERT_TRUE(putStep(first).ok());
  // There is room for the one that is missing, but not for both.
  EXPECT_EQ(store_
                ->putSlices(blob,
                            {{Digest::of(first), 0}, {Digest::of(second), 600}},
                            Durability::WithNext)
                .code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(OverflowStoreTest, PartsAreHeldAgainstTheirDigests) {
  const Digest blob = *store_->putBlob(someBytes(5000, 1));
  fillDisk();
  EXPECT_EQ(store_
                ->putSlices(blob, {{Digest::of("other bytes"), 5}},
                            Durability::WithNext)
                .code(),
            absl::StatusCode::kDataLoss);
}

TEST_F(OverflowStoreTest, PartsOfABlobThatIsGoneAreNoFaultOfTheDisk) {
  EXPECT_EQ(store_
                ->putSlices(Digest::of("gone and long enough"),
                            {{Digest::of("x"), 0}}, Durability::WithNext)
                .code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(OverflowStoreTest, NothingStaysInMemoryWhereTheDiskWorks) {
  Digest stored = *putStep("stored");
  EXPECT_TRUE(store_
                  ->putRecords({{RecordKind::Action, Digest::of("key"),
                                 recordOf({stored})}})
                  .ok());
  EXPECT_EQ(store_->statistics().droppedRecords, 0);
  EXPECT_THAT(*store_->findMissing({stored}), IsEmpty());
}

} // namespace
} // namespace ingot::cache
