//===- WriteBehindTest.cpp - Results on their way to a second level -------===//

#include "cache/store/WriteBehind.h"
#include "tests/fakes/FakeSecondLevel.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;

class WriteBehindTest : public testing::Test {
protected:
  WriteBehindTest() {
    options.retry = {1, absl::Nanoseconds(1), absl::Nanoseconds(1)};
    options.onRefused = [this](const absl::Status &why) { refused = why; };
  }

  WriteBehind &start() {
    writing.emplace(local, level, options);
    return *writing;
  }

  /// Stores a result of such blobs and queues it.
  Digest add(const std::string &name, const std::vector<std::string> &blobs) {
    std::vector<Digest> digests;
    for (const std::string &bytes : blobs)
      digests.push_back(*local.putBlob(bytes));
    const Digest key = Digest::of(name);
    writing->add(key, recordOf(digests));
    return key;
  }

  SecondLevelStatistics figures() {
    SecondLevelStatistics all;
    writing->addTo(all);
    return all;
  }

  MemoryStore local;
  SharedCache cache;
  FakeSecondLevel level{cache};
  WriteBehindOptions options;
  absl::Status refused;
  std::optional<WriteBehind> writing;
};

TEST_F(WriteBehindTest, BlobsGoFirstAndTheResultLast) {
  start();
  const std::string large = someBytes(kMaxSmallBlobBytes + 1, 1);
  const Digest key = add("key", {"object", large});
  writing->awaitIdle();
  EXPECT_EQ(cache.blobs()[Digest::of("object")], "object");
  EXPECT_EQ(cache.blobs()[Digest::of(large)], large);
  EXPECT_EQ(*blobsOf(cache.records()[key]),
            (std::vector<Digest>{Digest::of("object"), Digest::of(large)}));
  EXPECT_EQ(cache.calls().back(), "writeRecord");
  EXPECT_EQ(figures().recordsWritten, 1);
  EXPECT_EQ(figures().bytesWritten, 6 + kMaxSmallBlobBytes + 1);
  EXPECT_EQ(figures().queuedRecords, 0);
  EXPECT_EQ(figures().queuedBytes, 0);
}

TEST_F(WriteBehindTest, WhatIsThereIsNotSentAgain) {
  cache.put("object");
  start();
  const Digest key = add("key", {"object"});
  writing->awaitIdle();
  EXPECT_EQ(cache.calls("writeBlobs"), 0);
  EXPECT_EQ(cache.records().count(key), 1u);
  EXPECT_EQ(figures().bytesWritten, 0);
}

TEST_F(WriteBehindTest, ManyResultsAskOnceWhatIsMissing) {
  cache.closeGate();
  start();
  cache.awaitBlocked(1); // Whether it may write.
  for (int i = 0; i < 50; ++i)
    add(std::to_string(i), {"shared", "blob " + std::to_string(i)});
  cache.openGate();
  writing->awaitIdle();
  EXPECT_EQ(cache.calls("findMissing"), 1);
  EXPECT_EQ(cache.calls("writeBlobs"), 1);
  EXPECT_THAT(cache.records(), SizeIs(50));
}

TEST_F(WriteBehindTest, AFailureThatPassesIsTriedAgain) {
  cache.failOnce("findMissing", absl::UnavailableError("restarting"));
  cache.failOnce("writeRecord", absl::DeadlineExceededError("slow"));
  start();
  const Digest key = add("key", {"object"});
  writing->awaitIdle();
  EXPECT_EQ(cache.records().count(key), 1u);
  EXPECT_EQ(figures().recordsDropped, 0);
}

TEST_F(WriteBehindTest, AfterSomeTriesItIsDroppedAndCounted) {
  cache.failWith(absl::ResourceExhaustedError("full"));
  start();
  add("key", {"object"});
  writing->awaitIdle();
  EXPECT_EQ(figures().recordsDropped, 1);
  EXPECT_EQ(figures().recordsWritten, 0);
  cache.failWith(absl::OkStatus());
  const Digest next = add("next", {"object"});
  writing->awaitIdle();
  EXPECT_EQ(cache.records().count(next), 1u);
}

TEST_F(WriteBehindTest, AFullQueueDropsWhatComes) {
  options.maxRecords = 2;
  cache.closeGate();
  start();
  cache.awaitBlocked(1);
  for (const char *name : {"a", "b", "c"})
    add(name, {name});
  EXPECT_EQ(figures().queuedRecords, 2);
  EXPECT_EQ(figures().recordsDropped, 1);
  cache.openGate();
  writing->awaitIdle();
  EXPECT_EQ(cache.records().count(Digest::of("c")), 0u);
  EXPECT_EQ(figures().recordsWritten, 2);
}

TEST_F(WriteBehindTest, TheQueueIsBoundedByBytesOfBlobsToo) {
  options.maxBytes = 10000;
  options.maxResultBytes = 6000;
  cache.closeGate();
  start();
  cache.awaitBlocked(1);
  add("fits", {someBytes(5000, 1)});
  add("the queue is full", {someBytes(5000, 2)});
  add("too large by itself", {someBytes(7000, 3)});
  EXPECT_EQ(figures().queuedRecords, 1);
  EXPECT_EQ(figures().recordsDropped, 2);
  EXPECT_GT(figures().queuedBytes, 5000);
  cache.openGate();
}

TEST_F(WriteBehindTest, AResultWhoseBlobIsGoneIsDroppedAlone) {
  cache.closeGate();
  start();
  cache.awaitBlocked(1);
  writing->add(Digest::of("gone"), recordOf({Digest::of("evicted")}));
  const Digest key = add("key", {"object"});
  cache.openGate();
  writing->awaitIdle();
  EXPECT_EQ(cache.records().count(key), 1u);
  EXPECT_EQ(cache.records().count(Digest::of("gone")), 0u);
  EXPECT_EQ(figures().recordsDropped, 1);
}

TEST_F(WriteBehindTest, WhoTakesNothingIsNotAskedAgain) {
  cache.failWith(absl::PermissionDeniedError("read-only"));
  start();
  add("key", {"object"});
  writing->awaitIdle();
  // Refused at the start, or by the first result.
  writing->add(Digest::of("later"), recordOf({}));
  EXPECT_EQ(figures().queuedRecords, 0);
  writing.reset();
  EXPECT_EQ(refused.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(cache.records(), IsEmpty());
}

TEST_F(WriteBehindTest, TheDestructorWritesWhatIsQueued) {
  cache.closeGate();
  start();
  cache.awaitBlocked(1);
  const Digest key = add("key", {"object"});
  cache.openGate();
  writing.reset();
  EXPECT_EQ(cache.records().count(key), 1u);
}

TEST_F(WriteBehindTest, TheDestructorEndsWhatHangs) {
  options.drain = absl::Milliseconds(1);
  cache.closeGate(); // For good.
  start();
  cache.awaitBlocked(1);
  add("key", {"object"});
  writing.reset();
  EXPECT_THAT(cache.records(), IsEmpty());
}

TEST_F(WriteBehindTest, TheDestructorDoesNotWaitForWhatIsDead) {
  options.drain = absl::Hours(1);
  options.retry = {1, absl::Hours(1), absl::Hours(1)};
  cache.failWith(absl::UnavailableError("dead"));
  start();
  add("key", {"object"});
  writing.reset();
  EXPECT_THAT(cache.calls(), Contains("checkWritable"));
}

} // namespace
} // namespace ingot::cache
