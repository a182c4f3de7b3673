//===- StoreConformanceTest.cpp - what every store promises ---------------===//
//
// Runs on the daemon's stores and on the fake that other tests use, so the fake
// cannot promise what the real ones do not keep; and on the decorators around
// the fake, which must keep what is promised whatever they stand on.
//
//===----------------------------------------------------------------------===//

#include "cache/store/MeasuredStore.h"
#include "cache/store/TieredStore.h"
#include "tests/fakes/FakeSecondLevel.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gtest/gtest.h>

#include <thread>

namespace ingot::cache {
namespace {

constexpr size_t kMiB = 1 << 20;

enum class Stores { Memory, Decorated, Tiered, Daemon };

class StoreConformance : public testing::TestWithParam<Stores> {
protected:
  void SetUp() override { make(64 * kMiB); }

  void make(int64_t limitBytes) {
    store_.reset();
    if (GetParam() != Stores::Daemon) {
      store_ = std::make_unique<MemoryStore>(limitBytes);
      if (GetParam() == Stores::Decorated)
        store_ = std::make_unique<HotStore>(
            std::make_unique<VerifyingStore>(std::make_unique<MeasuredStore>(
                std::make_unique<SliceStore>(std::move(store_)),
                [] { return absl::UnixEpoch(); },
                [](const char *, const char *, absl::Duration) {})));
      // A second level that has nothing: what is evicted stays away.
      TieredStoreOptions options;
      options.isReadOnly = true;
      if (GetParam() == Stores::Tiered)
        store_ = std::make_unique<TieredStore>(
            std::make_unique<VerifyingStore>(std::move(store_)),
            std::make_unique<FakeSecondLevel>(cache_), options);
      return;
    }
    std::filesystem::remove_all(folder_.path());
    auto opened = openStores({folder_.path(), limitBytes});
    ASSERT_TRUE(opened.ok()) << opened.status();
    store_ = *std::move(opened);
  }

  Digest put(std::string_view bytes) { return store_->putBlob(bytes).value(); }

  absl::Status upload(const Digest &digest, std::string_view bytes,
                      size_t piece) {
    auto writer = store_->createBlob(digest).value();
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
      if (absl::Status status = writer->append(bytes.substr(0, piece));
          !status.ok())
        return status;
    return writer->commit();
  }

  TemporaryFolder folder_;
  SharedCache cache_;
  std::unique_ptr<Store> store_;
};

TEST_P(StoreConformance, BlobsOfAllSizesComeBack) {
  for (size_t size :
       {size_t{0}, size_t{1}, kMiB - 1, kMiB, kMiB + 1, 5 * kMiB + 7}) {
    std::string bytes = someBytes(size, size);
    Digest digest = put(bytes);
    EXPECT_EQ(digest, Digest::of(bytes));
    EXPECT_EQ(*store_->getBlob(digest).value(), bytes) << size;
    auto reader = store_->openBlob(digest, 0).value();
    EXPECT_EQ(readAll(*reader).value(), bytes) << size;
  }
}

TEST_P(StoreConformance, PartsOfABlobAreBlobs) {
  const std::string bytes = someBytes(3 * kMiB, 1);
  const Digest blob = put(bytes);
  std::vector<BlobSlice> slices;
  std::vector<Digest> parts;
  for (size_t offset : {size_t{0}, size_t{10}, kMiB}) {
    parts.push_back(Digest::of(bytes.substr(offset, kMiB + 5)));
    slices.push_back({parts.back(), static_cast<int64_t>(offset)});
  }
  ASSERT_TRUE(store_->putSlices(blob, slices, Durability::OnReturn).ok());
  EXPECT_TRUE(store_->findMissing(parts)->empty());
  const Digest key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf(parts)}}).ok());
  auto record = store_->getRecord(RecordKind::Action, key);
  ASSERT_TRUE(record.ok() && record->has_value());
  EXPECT_EQ(*blobsOf(**record), parts);
  for (const BlobSlice &slice : slices)
    EXPECT_EQ(*store_->getBlob(slice.digest).value(),
              bytes.substr(static_cast<size_t>(slice.offset), kMiB + 5));
}

TEST_P(StoreConformance, UploadsOfAllSizesComeBack) {
  for (size_t size : {size_t{0}, kMiB, kMiB + 1, 9 * kMiB}) {
    std::string bytes = someBytes(size, size + 1);
    Digest digest = Digest::of(bytes);
    ASSERT_TRUE(upload(digest, bytes, 300'000).ok());
    EXPECT_EQ(*store_->getBlob(digest).value(), bytes) << size;
  }
}

TEST_P(StoreConformance, ReadersStartAtTheirOffset) {
  std::string bytes = someBytes(5 * kMiB + 3, 1);
  Digest digest = put(bytes);
  for (size_t offset :
       {size_t{1}, kMiB, kMiB + 5, 5 * kMiB + 2, bytes.size()}) {
    auto reader = store_->openBlob(digest, offset).value();
    EXPECT_EQ(readAll(*reader).value(), bytes.substr(offset)) << offset;
  }
  for (int64_t offset : {int64_t{-1}, digest.size + 1})
    EXPECT_EQ(store_->openBlob(digest, offset).status().code(),
              absl::StatusCode::kOutOfRange);
}

TEST_P(StoreConformance, PiecesAreAtMostOneMiB) {
  auto reader = store_->openBlob(put(someBytes(3 * kMiB, 1)), 0).value();
  for (SharedBytes piece = *reader->next(); piece; piece = *reader->next())
    EXPECT_LE(piece->size(), kMiB);
}

TEST_P(StoreConformance, WhatIsAbsentIsNoError) {
  Digest digest = Digest::of("nobody put this");
  EXPECT_EQ(store_->getBlob(digest).value(), nullptr);
  EXPECT_EQ(store_->openBlob(digest, 0).value(), nullptr);
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, digest)->has_value());
}

TEST_P(StoreConformance, APeekAnswersLikeAGetOrNotAtAll) {
  Digest digest = put("bytes");
  if (SharedBytes bytes = store_->peekBlob(digest))
    EXPECT_EQ(*bytes, "bytes");
  EXPECT_EQ(store_->peekBlob(Digest::of("nobody put this")), nullptr);
  EXPECT_FALSE(store_->peekRecord(RecordKind::Request, digest).has_value());
}

TEST_P(StoreConformance, AWrongUploadLeavesNothing) {
  Digest digest = Digest::of("right");
  EXPECT_EQ(upload(digest, "wrong", 5).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(upload(digest, "righ", 5).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(upload(digest, "right and more", 5).code(),
            absl::StatusCode::kInvalidArgument);
  {
    ASSERT_TRUE(store_->createBlob(digest).value()->append("right").ok());
  }
  EXPECT_EQ(store_->getBlob(digest).value(), nullptr);
  EXPECT_EQ(store_->statistics().blobs, 0);
}

TEST_P(StoreConformance, AWrongUploadDoesNotHarmARightOne) {
  std::string right = someBytes(6 * kMiB, 1), wrong = someBytes(6 * kMiB, 2);
  Digest digest = Digest::of(right);
  auto good = store_->createBlob(digest).value();
  auto bad = store_->createBlob(digest).value();
  ASSERT_TRUE(good->append(right).ok());
  ASSERT_TRUE(bad->append(wrong).ok());
  ASSERT_TRUE(good->commit().ok());
  EXPECT_FALSE(bad->commit().ok());
  EXPECT_EQ(*store_->getBlob(digest).value(), right);
}

TEST_P(StoreConformance, TheSameBlobIsKeptOnce) {
  EXPECT_EQ(store_->putBlobs({"a", "a", "b"})->size(), 3u);
  put("a");
  ASSERT_TRUE(upload(Digest::of("b"), "b", 1).ok());
  EXPECT_EQ(store_->statistics().blobs, 2);
  EXPECT_EQ(store_->statistics().bytes, 2);
}

TEST_P(StoreConformance, MissingBlobsAreNamedInOrder) {
  put("b");
  std::vector<Digest> missing = {Digest::of("c"), Digest::of("a")};
  EXPECT_EQ(*store_->findMissing({missing[0], Digest::of("b"), missing[1]}),
            missing);
}

TEST_P(StoreConformance, RecordsComeBackByKindAndKey) {
  Digest key = Digest::of("key"), blob = put("object");
  v1::ActionRecord record = recordOf({blob});
  record.set_payload("facts");
  ASSERT_TRUE(store_->putRecords({{RecordKind::Action, key, record}}).ok());
  auto found = store_->getRecord(RecordKind::Action, key).value();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->SerializeAsString(), record.SerializeAsString());
  EXPECT_FALSE(store_->getRecord(RecordKind::Request, key)->has_value());
  EXPECT_EQ(store_->statistics().records, 1);
}

TEST_P(StoreConformance, RecordsWithoutTheirBlobsAreRefusedTogether) {
  Digest good = Digest::of("good"), bad = Digest::of("bad");
  absl::Status status = store_->putRecords(
      {{RecordKind::Action, good, recordOf({put("x")})},
       {RecordKind::Request, bad, recordOf({Digest::of("never put")})}});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, good)->has_value());
}

TEST_P(StoreConformance, TheLeastRecentlyUsedGoFirst) {
  // Room for three blobs of 1000 bytes and their records of less than 100.
  make(3200);
  std::string a(1000, 'a'), b(1000, 'b'), c(1000, 'c'), d(1000, 'd');
  Digest keyA = Digest::of("ka"), keyB = Digest::of("kb");
  ASSERT_TRUE(store_
                  ->putRecords({{RecordKind::Action, keyA, recordOf({put(a)})},
                                {RecordKind::Action, keyB, recordOf({put(b)})}})
                  .ok());
  put(c);
  ASSERT_TRUE(store_->getRecord(RecordKind::Action, keyA)->has_value());
  put(d);
  EXPECT_EQ(*store_->findMissing({Digest::of(b)}),
            std::vector<Digest>{Digest::of(b)});
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, keyA)->has_value());
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, keyB)->has_value());
  StoreStatistics statistics = store_->statistics();
  EXPECT_EQ(statistics.evictions, 1);
  EXPECT_EQ(statistics.recordEvictions, 1);
  EXPECT_EQ(statistics.blobs, 3);
  EXPECT_EQ(statistics.records, 1);
  EXPECT_EQ(statistics.brokenRecords, 0);
}

TEST_P(StoreConformance, RecordsCountAndGoBeforeTheirBlobs) {
  make(10'000);
  Digest blob = put("object"), key = Digest::of("key");
  v1::ActionRecord record = recordOf({blob});
  record.set_payload(std::string(4000, 'p'));
  ASSERT_TRUE(store_->putRecords({{RecordKind::Action, key, record}}).ok());
  EXPECT_EQ(store_->statistics().bytes,
            6 + static_cast<int64_t>(record.ByteSizeLong()));
  put(std::string(8000, 'x'));
  EXPECT_FALSE(store_->getRecord(RecordKind::Action, key)->has_value());
  EXPECT_EQ(store_->findMissing({blob})->size(), 0u);
  EXPECT_EQ(store_->statistics().recordEvictions, 1);
  EXPECT_EQ(store_->statistics().bytes, 8006);
}

TEST_P(StoreConformance, TheUseOfARecordKeepsItAndItsBlobs) {
  make(3000);
  Digest used = put(std::string(500, 'u')), key = Digest::of("key");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Request, key, recordOf({used})}}).ok());
  for (int i = 0; i < 20; ++i) {
    put(someBytes(1000, i));
    ASSERT_TRUE(store_->getRecord(RecordKind::Request, key)->has_value()) << i;
  }
  EXPECT_EQ(store_->findMissing({used})->size(), 0u);
  EXPECT_EQ(store_->statistics().recordEvictions, 0);
}

TEST_P(StoreConformance, ARecordIsReplaced) {
  Digest key = Digest::of("key"), first = put("first"), second = put("second");
  v1::ActionRecord longer = recordOf({second});
  longer.set_payload("longer");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({first})}}).ok());
  ASSERT_TRUE(store_->putRecords({{RecordKind::Action, key, longer}}).ok());
  EXPECT_EQ(
      store_->getRecord(RecordKind::Action, key).value()->SerializeAsString(),
      longer.SerializeAsString());
  EXPECT_EQ(store_->statistics().records, 1);
  EXPECT_EQ(store_->statistics().bytes,
            11 + static_cast<int64_t>(longer.ByteSizeLong()));
}

TEST_P(StoreConformance, TheLastRecordOfANameCounts) {
  Digest key = Digest::of("key"), first = put("first"), second = put("second");
  ASSERT_TRUE(store_
                  ->putRecords({{RecordKind::Action, key, recordOf({first})},
                                {RecordKind::Action, key, recordOf({second})}})
                  .ok());
  EXPECT_EQ(
      store_->getRecord(RecordKind::Action, key).value()->SerializeAsString(),
      recordOf({second}).SerializeAsString());
  EXPECT_EQ(store_->statistics().records, 1);
}

TEST_P(StoreConformance, ARecordWithoutDigestsIsRefused) {
  v1::ActionRecord record;
  record.add_outputs()->set_role("artifact");
  absl::Status status =
      store_->putRecords({{RecordKind::Action, Digest::of("key"), record}});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "store: an output of a record has no digest: "
                              "digest: hash has 0 characters, not 64");
}

TEST_P(StoreConformance, TouchingCountsAsUse) {
  make(3200);
  Digest a = put(std::string(1000, 'a')), b = put(std::string(1000, 'b'));
  Digest key = Digest::of("key"), absent = Digest::of("absent");
  ASSERT_TRUE(
      store_->putRecords({{RecordKind::Action, key, recordOf({a})}}).ok());
  put(std::string(1000, 'c'));
  EXPECT_TRUE(store_->touchRecord(RecordKind::Action, key, {a}));
  EXPECT_TRUE(store_->touchBlob(b));
  EXPECT_FALSE(store_->touchBlob(absent));
  EXPECT_FALSE(store_->touchRecord(RecordKind::Action, key, {a, absent}));
  EXPECT_FALSE(store_->touchRecord(RecordKind::Request, key, {a}));
  put(std::string(1000, 'd')); // Takes c, which nobody touched.
  EXPECT_TRUE(store_->findMissing({a, b})->empty());
  EXPECT_TRUE(store_->getRecord(RecordKind::Action, key)->has_value());
}

TEST_P(StoreConformance, WhatCanNeverFitIsRefused) {
  make(1500);
  std::string a(1000, 'a'), b(1000, 'b'), large(1501, 'l');
  put(a);
  EXPECT_EQ(store_->putBlob(large).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(store_->putBlobs({a, b}).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(upload(Digest::of(large), large, 100).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(*store_->getBlob(Digest::of(a)).value(), a);
}

TEST_P(StoreConformance, ManyThreadsPutAndGetTheSameBlobs) {
  make(40'000); // Room for 40 of the 64 blobs: eviction runs all the time.
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        std::string bytes = someBytes(1000, (i * 7 + t) % 64);
        auto digest = store_->putBlob(bytes);
        ASSERT_TRUE(digest.ok()) << digest.status();
        auto got = store_->getBlob(*digest);
        ASSERT_TRUE(got.ok()) << got.status();
        if (*got) {
          ASSERT_EQ(**got, bytes);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(store_->statistics().bytes, 40'000);
  EXPECT_EQ(store_->statistics().brokenRecords, 0);
}

TEST_P(StoreConformance, ManyThreadsReplaceAndReadTheSameRecords) {
  make(20'000); // Eviction takes records and blobs all the time.
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 150; ++i) {
        Digest key = Digest::of(std::to_string((i * 5 + t) % 8));
        Digest blob = put(someBytes(1000, (i * 7 + t) % 32));
        absl::Status stored =
            store_->putRecords({{RecordKind::Action, key, recordOf({blob})}});
        // Another thread's blobs may have pushed this one's out.
        ASSERT_TRUE(stored.ok() || absl::IsFailedPrecondition(stored))
            << stored;
        auto record = store_->getRecord(RecordKind::Action, key);
        ASSERT_TRUE(record.ok()) << record.status();
        if (*record) {
          ASSERT_EQ((*record)->outputs_size(), 1);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(store_->statistics().bytes, 20'000);
  EXPECT_EQ(store_->statistics().brokenRecords, 0);
}

TEST_P(StoreConformance, WhatFitsAloneIsNotRefusedBesideOthers) {
  make(20'000); // Hardly any two of these fit together.
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        auto blob = store_->putBlob(someBytes(12'000, (i * 7 + t) % 16));
        ASSERT_TRUE(blob.ok()) << blob.status();
        absl::Status stored = store_->putRecords(
            {{RecordKind::Action, Digest::of(std::to_string((i + t) % 8)),
              recordOf({*blob})}});
        ASSERT_TRUE(stored.ok() || absl::IsFailedPrecondition(stored))
            << stored;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(store_->statistics().bytes, 20'000);
}

constexpr const char *kStoresNames[] = {"Memory", "Decorated", "Tiered",
                                        "Daemon"};

INSTANTIATE_TEST_SUITE_P(Stores, StoreConformance,
                         testing::Values(Stores::Memory, Stores::Decorated,
                                         Stores::Tiered, Stores::Daemon),
                         [](const auto &info) {
                           return kStoresNames[static_cast<int>(info.param)];
                         });

} // namespace
} // namespace ingot::cache
