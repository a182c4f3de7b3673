//===- TieredStoreTest.cpp - A store with a second level behind it --------===//

#include "cache/store/TieredStore.h"
#include "cache/key/Lane.h"
#include "tests/fakes/FakeSecondLevel.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace ingot::cache {
namespace {

using testing::IsEmpty;

class TieredStoreTest : public testing::Test {
protected:
  TieredStoreTest() {
    options.clock = [this] { return now; };
    options.breaker = {3, absl::Seconds(1), absl::Seconds(60)};
    options.onChange = [this](const absl::Status &status) {
      changes.push_back(status);
    };
    // As the daemon's is.
    options.writing.retry = {1, absl::Nanoseconds(1), absl::Nanoseconds(1)};
  }

  std::unique_ptr<TieredStore> make(int64_t limitBytes = 64 << 20) {
    auto memory = std::make_unique<MemoryStore>(limitBytes);
    local = memory.get();
    return std::make_unique<TieredStore>(
        std::make_unique<VerifyingStore>(std::move(memory)),
        std::make_unique<FakeSecondLevel>(cache), options);
  }

  /// A result in the second level alone.
  Digest shared(const std::string &name,
                const std::vector<std::string> &blobs) {
    std::vector<Digest> digests;
    for (const std::string &bytes : blobs)
      digests.push_back(cache.put(bytes));
    const Digest key = Digest::of(name);
    cache.put(key, recordOf(digests));
    return key;
  }

  /// All calls but that of the writing thread as it starts, whenever that is.
  std::vector<std::string> asked() {
    std::vector<std::string> calls = cache.calls();
    calls.erase(std::remove(calls.begin(), calls.end(), "checkWritable"),
                calls.end());
    return calls;
  }

  static bool has(Store &store, const Digest &key) {
    auto record = store.getRecord(RecordKind::Action, key);
    EXPECT_TRUE(record.ok()) << record.status();
    return record.ok() && record->has_value();
  }

  absl::Time now = absl::UnixEpoch();
  std::vector<absl::Status> changes;
  SharedCache cache;
  TieredStoreOptions options;
  MemoryStore *local = nullptr;
};

TEST_F(TieredStoreTest, AResultComesWithAllItsBlobsAndStays) {
  auto store = make();
  const std::string large = someBytes(3 << 20, 1);
  const Digest key = shared("key", {"object", large});
  ASSERT_TRUE(has(*store, key));
  EXPECT_EQ(**store->getBlob(Digest::of("object")), "object");
  EXPECT_EQ(**store->getBlob(Digest::of(large)), large);
  const size_t calls = asked().size();
  cache.failWith(absl::UnavailableError("dead"));
  EXPECT_TRUE(has(*store, key));
  EXPECT_EQ(asked().size(), calls) << "a hit here asks nobody";
  const SecondLevelStatistics figures = store->statistics().secondLevel;
  EXPECT_EQ(figures.hits, 1);
  EXPECT_EQ(figures.bytesRead, 6 + (3 << 20));
}

TEST_F(TieredStoreTest, OnlyTheBlobsThatAreMissingHereAreFetched) {
  auto store = make();
  ASSERT_TRUE(store->putBlob("object").ok());
  ASSERT_TRUE(has(*store, shared("key", {"object", "other"})));
  EXPECT_EQ(store->statistics().secondLevel.bytesRead, 5);
}

TEST_F(TieredStoreTest, ARareRecordStaysHere) {
  auto store = make();
  const Digest key = shared("rare", {});
  EXPECT_FALSE(store->getRareRecord(RecordKind::Action, key)->has_value());
  EXPECT_TRUE(asked().empty()) << "nobody else is asked";
  ASSERT_TRUE(store
                  ->putRecords({{RecordKind::Action, key, recordOf({}),
                                 /*isRare=*/true}},
                               Durability::OnReturn)
                  .ok());
  store->writing()->awaitIdle();
  EXPECT_TRUE(store->getRareRecord(RecordKind::Action, key)->has_value());
  EXPECT_EQ(cache.calls("writeRecord"), 0);
}

TEST_F(TieredStoreTest, ResultsOfLanesStayHere) {
  auto store = make();
  const Digest object = *store->putBlob("object"),
               place = keyInLane("pr", Digest::of("key")),
               foreign = keyInLane("pr", Digest::of("other"));
  ASSERT_TRUE(
      store
          ->putRecords({{RecordKind::Action, place, recordOf({object})}},
                       Durability::OnReturn)
          .ok());
  store->writing()->awaitIdle();
  EXPECT_EQ(cache.calls("writeRecord"), 0);
  cache.put(foreign, recordOf({cache.put("x")}));
  EXPECT_TRUE(has(*store, place));
  EXPECT_FALSE(has(*store, foreign));
  EXPECT_THAT(asked(), IsEmpty());
}

TEST_F(TieredStoreTest, WhatWasFetchedIsNotSentBack) {
  auto store = make();
  ASSERT_TRUE(has(*store, shared("key", {"object"})));
  store->writing()->awaitIdle();
  EXPECT_EQ(cache.calls("writeRecord"), 0);
}

TEST_F(TieredStoreTest, WhatIsMadeHereIsSharedWithTheNext) {
  auto first = make();
  const Digest object = *first->putBlob("object"), key = Digest::of("key");
  ASSERT_TRUE(first
                  ->putRecords({{RecordKind::Action, key, recordOf({object})}},
                               Durability::OnReturn)
                  .ok());
  first->writing()->awaitIdle();
  auto second = make();
  EXPECT_TRUE(has(*second, key));
  EXPECT_EQ(**second->getBlob(object), "object");
}

TEST_F(TieredStoreTest, UploadsThatNoResultNamesStayHere) {
  auto store = make();
  ASSERT_TRUE(store->putBlob("a program").ok());
  store->writing()->awaitIdle();
  EXPECT_THAT(cache.blobs(), IsEmpty());
}

TEST_F(TieredStoreTest, AReadOnlyOneWritesNothing) {
  options.isReadOnly = true;
  auto store = make();
  EXPECT_EQ(store->writing(), nullptr);
  ASSERT_TRUE(
      store
          ->putRecords({{RecordKind::Action, Digest::of("k"), recordOf({})}},
                       Durability::OnReturn)
          .ok());
  EXPECT_THAT(cache.calls(), IsEmpty());
  EXPECT_TRUE(has(*store, shared("key", {"object"})));
}

TEST_F(TieredStoreTest, ABlobAloneIsFetchedToo) {
  auto store = make();
  const Digest small = cache.put("artifact");
  EXPECT_EQ(**store->getBlob(small), "artifact");
  const std::string large = someBytes(2 << 20, 1);
  auto reader = store->openBlob(cache.put(large), 1 << 20);
  ASSERT_TRUE(reader.ok() && *reader);
  EXPECT_EQ(*readAll(**reader), large.substr(1 << 20));
  reader = store->openRange(cache.put("0123456789"), 4);
  ASSERT_TRUE(reader.ok() && *reader);
  EXPECT_EQ(*readAll(**reader), "456789");
}

TEST_F(TieredStoreTest, WhatIsExpectedTogetherComesTogether) {
  auto store = make();
  const std::string large = someBytes(1 << 20, 1);
  const Digest whole = shared("whole", {"a", "b", large}),
               other = shared("other", {"c"}), broken = shared("broken", {"d"}),
               here = Digest::of("here"), absent = Digest::of("absent");
  cache.forget(Digest::of("d"));
  ASSERT_TRUE(store
                  ->putRecords({{RecordKind::Action, here, recordOf({})}},
                               Durability::OnReturn)
                  .ok());
  store->expectRecords({here, whole, absent, other, broken});
  EXPECT_TRUE(has(*store, here));
  EXPECT_EQ(cache.calls("readRecords"), 0) << "what is here needs nobody";
  EXPECT_TRUE(has(*store, whole));
  EXPECT_EQ(cache.calls("readRecords"), 1);
  cache.failWith(absl::UnavailableError("dead"));
  EXPECT_TRUE(has(*store, other));
  EXPECT_FALSE(has(*store, absent));
  const SecondLevelStatistics figures = store->statistics().secondLevel;
  EXPECT_EQ(figures.hits, 2);
  EXPECT_EQ(figures.missesAbsent, 1);
  EXPECT_EQ(figures.missesIncomplete, 1);
  EXPECT_EQ(figures.missesFailed, 0);
  EXPECT_EQ(cache.calls("readRecords"), 1);
}

TEST_F(TieredStoreTest, WhatIsMissingIsAskedOfThisMachineAlone) {
  auto store = make();
  const Digest there = cache.put("there");
  EXPECT_EQ(*store->findMissing({there}), std::vector<Digest>{there});
  EXPECT_FALSE(store->touchBlob(there));
  EXPECT_EQ(cache.calls("findMissing"), 0);
}

TEST_F(TieredStoreTest, AbsenceIsRememberedForAMoment) {
  auto store = make();
  const Digest key = Digest::of("key");
  EXPECT_FALSE(has(*store, key));
  EXPECT_FALSE(has(*store, key));
  EXPECT_EQ(cache.calls("readRecords"), 1);
  EXPECT_EQ(store->statistics().secondLevel.missesAbsent, 1);
  now += options.absentFor;
  cache.put(key, recordOf({}));
  EXPECT_TRUE(has(*store, key));
}

TEST_F(TieredStoreTest, WrongBytesAreACountedMissAndNotKept) {
  auto store = make();
  const std::string large = someBytes(1 << 20, 1);
  struct Lie {
    const char *name;
    Digest blob;
    std::string bytes;
  };
  const Lie lies[] = {{"small", Digest::of("object"), "tcejbo"},
                      {"another size", Digest::of("object"), "object and more"},
                      {"large", Digest::of(large), someBytes(1 << 20, 2)},
                      {"oversize", Digest::of(large), large + large},
                      {"cut off", Digest::of(large), large.substr(1)}};
  int64_t count = 0;
  for (const Lie &lie : lies) {
    cache.put(lie.blob, lie.bytes);
    const Digest key = Digest::of(lie.name);
    cache.put(key, recordOf({lie.blob}));
    EXPECT_FALSE(has(*store, key)) << lie.name;
    EXPECT_EQ(store->statistics().secondLevel.missesCorrupt, ++count)
        << lie.name;
    now += absl::Seconds(60); // The breaker lets one in.
  }
  EXPECT_THAT(local->blobs(), IsEmpty());
  EXPECT_EQ(store->statistics().secondLevel.hits, 0);
}

TEST_F(TieredStoreTest, AResultThatIsAnothersIsACountedMiss) {
  auto store = make();
  cache.failOnce("readRecords", absl::DataLossError("the seal is wrong"));
  EXPECT_FALSE(has(*store, shared("key", {"object"})));
  EXPECT_EQ(store->statistics().secondLevel.missesCorrupt, 1);
}

TEST_F(TieredStoreTest, AResultWithoutItsBlobsIsNone) {
  auto store = make();
  for (const std::string &bytes :
       {std::string("object"), someBytes(1 << 20, 1)}) {
    const Digest key = shared("key of " + bytes.substr(0, 6), {bytes});
    cache.forget(Digest::of(bytes));
    EXPECT_FALSE(has(*store, key));
  }
  EXPECT_EQ(store->statistics().secondLevel.missesIncomplete, 2);
  EXPECT_THAT(changes, IsEmpty()) << "eviction is no failure";
}

TEST_F(TieredStoreTest, AResultWithAWrongDigestIsACountedMiss) {
  auto store = make();
  v1::ActionRecord record;
  record.add_outputs()->mutable_digest()->set_hash("no hash");
  cache.put(Digest::of("key"), record);
  EXPECT_FALSE(has(*store, Digest::of("key")));
  EXPECT_EQ(store->statistics().secondLevel.missesCorrupt, 1);
}

TEST_F(TieredStoreTest, AResultThatIsTooLargeIsNotFetched) {
  options.maxResultBytes = 10;
  auto store = make();
  EXPECT_FALSE(has(*store, shared("key", {"123456", "654321"})));
  v1::ActionRecord overflowing = recordOf({Digest::of("a"), Digest::of("b")});
  for (auto &output : *overflowing.mutable_outputs())
    output.mutable_digest()->set_size_bytes(INT64_MAX);
  cache.put(Digest::of("huge"), overflowing);
  EXPECT_FALSE(has(*store, Digest::of("huge")));
  EXPECT_EQ(store->statistics().secondLevel.missesNotKept, 2);
  EXPECT_EQ(cache.calls("readBlobs"), 0);
}

TEST_F(TieredStoreTest, AFullLocalStoreIsNoFailureOfTheOther) {
  auto store = make(1000);
  const std::string large = someBytes(1 << 20, 1);
  for (int i = 0; i < 5; ++i)
    EXPECT_FALSE(has(*store, shared(std::to_string(i), {large})));
  EXPECT_EQ(store->statistics().secondLevel.missesNotKept, 5);
  EXPECT_THAT(changes, IsEmpty());
}

TEST_F(TieredStoreTest, ADeadOneIsNotAskedForAWhile) {
  auto store = make();
  const Digest key = shared("key", {"object"});
  cache.failWith(absl::UnavailableError("dead"));
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(has(*store, key));
  EXPECT_EQ(cache.calls("readRecords"), 3);
  SecondLevelStatistics figures = store->statistics().secondLevel;
  EXPECT_EQ(figures.missesFailed, 3);
  EXPECT_EQ(figures.missesSkipped, 7);
  EXPECT_EQ(figures.breakerOpens, 1);
  EXPECT_EQ(figures.breakerState, 2);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].message(), "dead");

  cache.failWith(absl::OkStatus());
  now += absl::Seconds(1);
  EXPECT_TRUE(has(*store, key));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_TRUE(changes[1].ok());
  EXPECT_EQ(store->statistics().secondLevel.breakerState, 0);
}

TEST_F(TieredStoreTest, ASlowOneIsUsedAndThenNotAsked) {
  int looks = 0;
  // Each look at the clock is a second later than the one before.
  options.clock = [&] { return now + absl::Seconds(looks++); };
  options.breaker.firstWait = absl::Hours(1);
  options.breaker.maxWait = absl::Hours(1);
  auto store = make();
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(has(*store, shared(std::to_string(i), {"object"})));
  EXPECT_FALSE(has(*store, shared("4", {"object"})));
  EXPECT_EQ(store->statistics().secondLevel.missesSkipped, 1);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(TieredStoreTest, OneFetchServesAllWhoWait) {
  options.isReadOnly = true;
  auto store = make();
  const Digest key = shared("key", {"object"});
  cache.closeGate();
  std::vector<std::thread> threads;
  std::atomic<int> found{0};
  for (int i = 0; i < 5; ++i)
    threads.emplace_back([&] { found += has(*store, key); });
  cache.awaitBlocked(1);
  cache.openGate();
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(found, 5);
  EXPECT_EQ(cache.calls("readRecords"), 1);
}

TEST_F(TieredStoreTest, FewMayWaitAndTheNextIsAMissAtOnce) {
  options.isReadOnly = true;
  options.maxReads = 2;
  auto store = make();
  cache.closeGate();
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&store, i] {
      EXPECT_FALSE(has(*store, Digest::of(std::to_string(i))));
    });
  cache.awaitBlocked(2);
  EXPECT_FALSE(has(*store, shared("key", {"object"})));
  EXPECT_EQ(store->statistics().secondLevel.missesSkipped, 1);
  cache.openGate();
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(has(*store, Digest::of("key")));
}

} // namespace
} // namespace ingot::cache
