//===- HotStoreTest.cpp - memory in front of a store ----------------------===//

#include "cache/store/HotStore.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

constexpr size_t kMiB = 1 << 20;

/// Counts what reaches the store below.
class CountingStore : public StoreDecorator {
public:
  using StoreDecorator::StoreDecorator;

  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override {
    ++gets;
    return StoreDecorator::getBlob(digest);
  }
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openBlob(const Digest &digest, int64_t offset) override {
    ++gets;
    return StoreDecorator::openBlob(digest, offset);
  }
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override {
    ++gets;
    return StoreDecorator::getRecord(kind, key);
  }

  int gets = 0;
};

class HotStoreTest : public testing::Test {
protected:
  void SetUp() override { make(64 * kMiB, 32 * kMiB); }

  void make(int64_t limitBytes, int64_t hotBytes) {
    auto memory = std::make_unique<MemoryStore>(limitBytes);
    memory_ = memory.get();
    auto counting = std::make_unique<CountingStore>(std::move(memory));
    below_ = counting.get();
    hot_ = std::make_unique<HotStore>(std::move(counting), hotBytes);
  }

  /// Stores without the memory in between.
  Digest putBelow(std::string_view bytes) {
    return memory_->putBlob(bytes).value();
  }
  void putRecordBelow(const Digest &key, const v1::ActionRecord &record) {
    ASSERT_TRUE(memory_
                    ->putRecords({{RecordKind::Action, key, record}},
                                 Durability::OnReturn)
                    .ok());
  }

  std::unique_ptr<HotStore> hot_;
  CountingStore *below_ = nullptr;
  MemoryStore *memory_ = nullptr;
  const Digest key_ = Digest::of("key");
};

TEST_F(HotStoreTest, WhatWasWrittenIsReadFromMemory) {
  Digest blob = *hot_->putBlob("object");
  ASSERT_TRUE(hot_->putRecords({{RecordKind::Action, key_, recordOf({blob})}},
                               Durability::OnReturn)
                  .ok());
  EXPECT_EQ(**hot_->getBlob(blob), "object");
  EXPECT_EQ(*readAll(**hot_->openBlob(blob, 2)), "ject");
  EXPECT_TRUE(hot_->getRecord(RecordKind::Action, key_)->has_value());
  EXPECT_EQ(below_->gets, 0);
}

TEST_F(HotStoreTest, WhatWasReadOnceIsReadFromMemory) {
  Digest blob = putBelow("object");
  putRecordBelow(key_, recordOf({blob}));
  EXPECT_FALSE(hot_->peekBlob(blob));
  EXPECT_FALSE(hot_->peekRecord(RecordKind::Action, key_));
  EXPECT_EQ(below_->gets, 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(**hot_->getBlob(blob), "object");
    EXPECT_TRUE(hot_->getRecord(RecordKind::Action, key_)->has_value());
  }
  EXPECT_EQ(below_->gets, 2);
  EXPECT_EQ(*hot_->peekBlob(blob), "object");
  EXPECT_TRUE(hot_->peekRecord(RecordKind::Action, key_));
}

TEST_F(HotStoreTest, LargeBlobsAreNotKept) {
  Digest large = *hot_->putBlob(someBytes(4 * kMiB + 1, 1));
  EXPECT_FALSE(hot_->peekBlob(large));
  EXPECT_TRUE(*hot_->getBlob(large));
  EXPECT_TRUE(*hot_->openBlob(large, 0));
  EXPECT_EQ(below_->gets, 2);
}

TEST_F(HotStoreTest, MemoryIsBounded) {
  make(64 * kMiB, 4 * kMiB); // Three for blobs.
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(hot_->putBlob(someBytes(kMiB, i)).ok());
  EXPECT_FALSE(hot_->peekBlob(Digest::of(someBytes(kMiB, 0))));
  EXPECT_TRUE(hot_->peekBlob(Digest::of(someBytes(kMiB, 1))));
}

TEST_F(HotStoreTest, ReadersHandOutPieces) {
  std::string bytes = someBytes(2 * kMiB + 5, 1);
  auto reader = *hot_->openBlob(*hot_->putBlob(bytes), 3);
  EXPECT_EQ((*reader->next())->size(), kMiB);
  EXPECT_EQ(*readAll(*reader), bytes.substr(3 + kMiB));
  EXPECT_EQ(hot_->openBlob(Digest::of(bytes), -1).status().code(),
            absl::StatusCode::kOutOfRange);
}

TEST_F(HotStoreTest, WhatTheBaseEvictedIsAbsent) {
  make(1500, 32 * kMiB);
  Digest old = *hot_->putBlob(std::string(1000, 'o'));
  ASSERT_TRUE(hot_->putRecords({{RecordKind::Action, key_, recordOf({old})}},
                               Durability::OnReturn)
                  .ok());
  putBelow(std::string(1000, 'n'));
  EXPECT_FALSE(hot_->peekBlob(old));
  EXPECT_FALSE(*hot_->getBlob(old));
  EXPECT_FALSE(hot_->peekRecord(RecordKind::Action, key_));
  EXPECT_FALSE(hot_->getRecord(RecordKind::Action, key_)->has_value());
}

TEST_F(HotStoreTest, UsesOfMemoryCountBelow) {
  make(2500, 32 * kMiB);
  Digest a = *hot_->putBlob(std::string(1000, 'a'));
  ASSERT_TRUE(hot_->putBlob(std::string(1000, 'b')).ok());
  ASSERT_TRUE(hot_->peekBlob(a));
  putBelow(std::string(1000, 'c')); // Takes b.
  EXPECT_TRUE(hot_->peekBlob(a));
}

TEST_F(HotStoreTest, AReplacedRecordIsReplacedInMemory) {
  Digest blob = *hot_->putBlob("object");
  v1::ActionRecord first = recordOf({blob}), second = first;
  second.set_payload("second");
  for (const v1::ActionRecord &record : {first, second}) {
    ASSERT_TRUE(hot_->putRecords({{RecordKind::Action, key_, record}},
                                 Durability::OnReturn)
                    .ok());
    EXPECT_EQ(hot_->peekRecord(RecordKind::Action, key_)->payload(),
              record.payload());
  }
}

TEST_F(HotStoreTest, ARareRecordTakesNoMemory) {
  const Digest key = Digest::of("key");
  auto put = [&](const char *payload, bool isRare) {
    v1::ActionRecord record;
    record.set_payload(payload);
    return hot_->putRecords({{RecordKind::Action, key, record, isRare}},
                            Durability::OnReturn);
  };
  ASSERT_TRUE(put("common", false).ok());
  ASSERT_TRUE(put("rare", true).ok());
  EXPECT_FALSE(hot_->peekRecord(RecordKind::Action, key).has_value());
  EXPECT_EQ((*hot_->getRareRecord(RecordKind::Action, key))->payload(), "rare");
  EXPECT_FALSE(hot_->peekRecord(RecordKind::Action, key).has_value());
}

TEST_F(HotStoreTest, WhatTheBaseRefusedIsNotKept) {
  Digest blob = *hot_->putBlob("object");
  memory_->failWith(absl::UnavailableError("the disk failed"));
  EXPECT_FALSE(hot_->putBlob("other").ok());
  EXPECT_FALSE(hot_->putRecords({{RecordKind::Action, key_, recordOf({blob})}},
                                Durability::OnReturn)
                   .ok());
  EXPECT_FALSE(hot_->peekBlob(Digest::of("other")));
  EXPECT_FALSE(hot_->peekRecord(RecordKind::Action, key_));
  EXPECT_EQ(hot_->getBlob(Digest::of("other")).status().message(),
            "the disk failed");
  EXPECT_EQ(hot_->openBlob(Digest::of("other"), 0).status().message(),
            "the disk failed");
  // What is in memory needs no disk.
  EXPECT_EQ(**hot_->getBlob(blob), "object");
}

} // namespace
} // namespace ingot::cache
