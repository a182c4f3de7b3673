//===- ReapiLevelTest.cpp - a second level over REAPI ---------------------===//
//
// Against a server that holds its clients to the protocol, and one that does
// the worst it can: nothing, something else, or too much.
//
//===----------------------------------------------------------------------===//

#include "cache/remote/ReapiLevel.h"
#include "cache/remote/ActionResult.h"
#include "cache/store/TieredStore.h"
#include "tests/fakes/FakeReapiCache.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace ingot::cache {
namespace {

using absl::StatusCode;
using fakes::FakeReapiCache;
using testing::ElementsAre;
using testing::HasSubstr;

/// For what must come; machines are loaded.
constexpr absl::Duration kLong = absl::Seconds(60);

class ReapiLevelTest : public testing::Test {
protected:
  ReapiLevelTest() { options.timeout = kLong; }

  /// A client of `cache`.
  std::unique_ptr<ReapiLevel> open() {
    options.address = cache->address();
    auto level = ReapiLevel::open(options);
    EXPECT_TRUE(level.ok()) << level.status();
    return *std::move(level);
  }

  std::string write(const std::string &name, const std::string &text) {
    const std::string path = folder.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  static SecondLevel::Blob blobOf(const std::string &bytes) {
    return {Digest::of(bytes), std::make_shared<const std::string>(bytes)};
  }

  absl::Status writeLarge(ReapiLevel &level, const std::string &bytes) {
    const Digest digest = *local.putBlob(bytes);
    return level.writeBlob(digest, *local.openBlob(digest, 0));
  }

  TemporaryFolder folder;
  std::unique_ptr<FakeReapiCache> cache =
      std::make_unique<FakeReapiCache>(folder.path() + "/cache");
  ReapiOptions options;
  MemoryStore local, other;
};

TEST_F(ReapiLevelTest, ARecordComesBack) {
  auto level = open();
  ASSERT_TRUE(level->writeBlobs({blobOf("object")}).ok());
  v1::ActionRecord record = recordOf({Digest::of("object")});
  record.set_payload("payload");
  const Digest key = Digest::of("key");
  absl::Status status = level->writeRecord(key, record);
  ASSERT_TRUE(status.ok()) << status;
  auto back = level->readRecord(key);
  ASSERT_TRUE(back.ok() && back->has_value()) << back.status();
  EXPECT_EQ((*back)->SerializeAsString(), record.SerializeAsString());
  EXPECT_FALSE(level->readRecord(Digest::of("other"))->has_value());
}

TEST_F(ReapiLevelTest, WhatComesAsGzipIsNotUnpacked) {
  auto level = open();
  v1::ActionRecord record = recordOf({});
  record.set_payload(std::string(1 << 20, 'p'));
  const Digest key = Digest::of("key");
  ASSERT_TRUE(level->writeRecord(key, record).ok());
  ASSERT_TRUE(level->readRecord(key).ok());
  cache->before = [](const std::string &, grpc::ServerContext &context) {
    context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
    return grpc::Status::OK;
  };
  EXPECT_FALSE(level->readRecord(key).ok()) << "4 MiB of it would be 4 GiB";
}

TEST_F(ReapiLevelTest, ARecordIsWrittenForManyKeys) {
  auto level = open();
  std::vector<Digest> keys;
  for (int i = 0; i < 100; ++i)
    keys.push_back(Digest::of(std::to_string(i)));
  absl::Status status = level->writeRecords(keys, recordOf({}));
  ASSERT_TRUE(status.ok()) << status;
  for (const SecondLevel::FoundRecord &found : level->readRecords(keys))
    EXPECT_TRUE(found.ok() && found->has_value()) << found.status();
}

TEST_F(ReapiLevelTest, AnInstanceIsNamedInEachCall) {
  cache->instance = "ml/ingot";
  options.instance = "ml/ingot";
  auto level = open();
  const std::string large = someBytes(1 << 20, 1);
  ASSERT_TRUE(level->writeBlobs({blobOf("object")}).ok());
  ASSERT_TRUE(writeLarge(*level, large).ok());
  EXPECT_TRUE(level->findMissing({Digest::of("object")})->empty());
  EXPECT_TRUE(level->readBlobs({Digest::of("object")}).ok());
  EXPECT_TRUE(
      level->readBlob(Digest::of(large), *other.createBlob(Digest::of(large)))
          .ok());
  EXPECT_TRUE(level->writeRecord(Digest::of("key"), recordOf({})).ok());
  EXPECT_TRUE(level->readRecord(Digest::of("key"))->has_value());
  options.instance = "another";
  EXPECT_THAT(
      std::string(open()->readRecord(Digest::of("key")).status().message()),
      HasSubstr("second level: no such instance"));
}

TEST_F(ReapiLevelTest, SmallBlobsTravelTogetherInTheOrderAsked) {
  cache->maxBatchBytes = 600 << 10;
  auto level = open();
  std::vector<SecondLevel::Blob> blobs;
  std::vector<Digest> digests;
  for (uint64_t i = 0; i < 5; ++i) {
    blobs.push_back(blobOf(someBytes(200 << 10, i)));
    digests.push_back(blobs.back().digest);
  }
  ASSERT_TRUE(level->writeBlobs(blobs).ok());
  EXPECT_EQ(cache->calls("BatchUpdateBlobs"), 2) << "three and two";
  auto back = level->readBlobs(digests);
  ASSERT_TRUE(back.ok()) << back.status();
  for (size_t i = 0; i < blobs.size(); ++i)
    EXPECT_EQ((*back)[i], *blobs[i].bytes);
  EXPECT_EQ(cache->calls("BatchReadBlobs"), 2);
  EXPECT_EQ(
      level->readBlobs({digests[0], Digest::of("absent")}).status().code(),
      StatusCode::kNotFound);
}

TEST_F(ReapiLevelTest, LargeBlobsAreStreamedAsZstdOrNot) {
  const std::string bytes = someBytes(3 << 20, 1);
  const Digest digest = Digest::of(bytes);
  for (bool isZstd : {true, false}) {
    options.isCompressed = isZstd;
    auto level = open();
    std::filesystem::remove(cache->blobFile(digest));
    absl::Status status = writeLarge(*level, bytes);
    ASSERT_TRUE(status.ok()) << status;
    MemoryStore store;
    status = level->readBlob(digest, *store.createBlob(digest));
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(**store.getBlob(digest), bytes);
    EXPECT_EQ(level
                  ->readBlob(Digest::of("absent"),
                             *store.createBlob(Digest::of("absent")))
                  .code(),
              StatusCode::kNotFound);
  }
}

TEST_F(ReapiLevelTest, WhatIsMissingIsSaid) {
  auto level = open();
  ASSERT_TRUE(level->writeBlobs({blobOf("here")}).ok());
  EXPECT_THAT(*level->findMissing({Digest::of("here"), Digest::of("not here")}),
              ElementsAre(Digest::of("not here")));
}

TEST_F(ReapiLevelTest, MoreBytesThanTheDigestSaysAreRefused) {
  const std::string bytes = someBytes(1 << 20, 1);
  const Digest digest = Digest::of(bytes);
  for (bool isZstd : {true, false}) {
    options.isCompressed = isZstd;
    std::ofstream(cache->blobFile(digest), std::ios::binary)
        << bytes << someBytes(8 << 20, 2);
    EXPECT_EQ(open()->readBlob(digest, *other.createBlob(digest)).code(),
              StatusCode::kInvalidArgument);
    EXPECT_EQ(*other.getBlob(digest), nullptr);
  }
}

TEST_F(ReapiLevelTest, AResultOfAnotherKeyOrSecretIsNone) {
  options.secretFile = write("secret", "0123456789abcdef\n");
  auto level = open();
  const Digest key = Digest::of("key"), another = Digest::of("another");
  ASSERT_TRUE(level->writeRecord(key, recordOf({})).ok());
  EXPECT_TRUE(level->readRecord(key)->has_value());
  std::filesystem::copy_file(cache->resultFile(key),
                             cache->resultFile(another));
  EXPECT_EQ(level->readRecord(another).status().code(), StatusCode::kDataLoss);
  options.secretFile = write("guess", "0123456789abcdeg\n");
  EXPECT_EQ(open()->readRecord(key).status().code(), StatusCode::kDataLoss);
  options.secretFile = "";
  EXPECT_EQ(open()->readRecord(key).status().code(), StatusCode::kDataLoss);
}

TEST_F(ReapiLevelTest, AResultBeyondTheLimitOfAMessageIsAnError) {
  reapi::ActionResult huge;
  huge.set_stdout_raw(std::string(9 << 20, 'x'));
  std::ofstream(cache->resultFile(Digest::of("key")), std::ios::binary)
      << huge.SerializeAsString();
  EXPECT_EQ(open()->readRecord(Digest::of("key")).status().code(),
            StatusCode::kResourceExhausted);
}

TEST_F(ReapiLevelTest, WhoTakesNoResultsIsFoundOut) {
  cache->takesResults = false;
  EXPECT_EQ(open()->checkWritable().code(), StatusCode::kPermissionDenied);
  cache->takesResults = true;
  auto level = open();
  EXPECT_TRUE(level->checkWritable().ok());
  EXPECT_TRUE(level->checkWritable().ok());
  EXPECT_EQ(cache->calls("GetCapabilities"), 2) << "one for each client";
}

TEST_F(ReapiLevelTest, AnotherDigestFunctionIsNotUsed) {
  cache->hasSha256 = false;
  absl::Status status = open()->readRecord(Digest::of("key")).status();
  EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("SHA-256"));
}

TEST_F(ReapiLevelTest, WhatDoesNotAnswerCostsTheDeadline) {
  auto level = open();
  ASSERT_TRUE(level->checkWritable().ok());
  // Answers when its caller has gone.
  cache->before = [](const std::string &, grpc::ServerContext &context) {
    while (!context.IsCancelled())
      std::this_thread::yield();
    return grpc::Status::CANCELLED;
  };
  options.timeout = absl::Milliseconds(20);
  EXPECT_EQ(open()->readRecord(Digest::of("key")).status().code(),
            StatusCode::kDeadlineExceeded);
}

TEST_F(ReapiLevelTest, CancelEndsWhatHangs) {
  auto level = open();
  ASSERT_TRUE(level->checkWritable().ok());
  absl::Mutex mutex;
  bool hasCome = false;
  cache->before = [&](const std::string &, grpc::ServerContext &context) {
    {
      absl::MutexLock lock(&mutex);
      hasCome = true;
    }
    while (!context.IsCancelled())
      std::this_thread::yield();
    return grpc::Status::CANCELLED;
  };
  std::thread thread([&] {
    EXPECT_EQ(level->readRecord(Digest::of("key")).status().code(),
              StatusCode::kCancelled);
  });
  {
    absl::MutexLock lock(&mutex);
    mutex.Await(absl::Condition(&hasCome));
  }
  level->cancel();
  thread.join();
  EXPECT_EQ(level->findMissing({Digest::of("a")}).status().code(),
            StatusCode::kCancelled);
}

TEST_F(ReapiLevelTest, ADeadOneFailsAndALaterOneIsFound) {
  auto level = open();
  ASSERT_TRUE(level->checkWritable().ok());
  const int port = cache->port();
  cache.reset();
  EXPECT_EQ(level->readRecord(Digest::of("key")).status().code(),
            StatusCode::kUnavailable);
  cache = std::make_unique<FakeReapiCache>(folder.path() + "/cache", port);
  absl::Status status;
  for (const absl::Time end = absl::Now() + kLong; absl::Now() < end;) {
    status = level->readRecord(Digest::of("key")).status();
    if (status.ok())
      break;
    std::this_thread::yield();
  }
  EXPECT_TRUE(status.ok()) << status;
}

TEST_F(ReapiLevelTest, AFullOneSaysSo) {
  cache->before = [](const std::string &method, grpc::ServerContext &) {
    return method == "Write" || method == "BatchUpdateBlobs"
               ? grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "full")
               : grpc::Status::OK;
  };
  auto level = open();
  EXPECT_EQ(level->writeBlobs({blobOf("object")}).code(),
            StatusCode::kResourceExhausted);
  EXPECT_EQ(writeLarge(*level, someBytes(1 << 20, 1)).code(),
            StatusCode::kResourceExhausted);
}

TEST_F(ReapiLevelTest, ATokenIsShownAndReadAgainWhenItIsRefused) {
  std::string good = "first";
  cache->before = [&](const std::string &, grpc::ServerContext &context) {
    auto found = context.client_metadata().find("authorization");
    return found != context.client_metadata().end() &&
                   found->second == "Bearer " + good
               ? grpc::Status::OK
               : grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "who?");
  };
  options.tokenFile = write("token", "first\n");
  auto level = open();
  EXPECT_TRUE(level->readRecord(Digest::of("key")).ok());
  good = "second";
  write("token", "second\n");
  EXPECT_EQ(level->readRecord(Digest::of("key")).status().code(),
            StatusCode::kUnauthenticated);
  EXPECT_TRUE(level->readRecord(Digest::of("key")).ok());
}

// The whole way: what one store made, the next one has.
TEST_F(ReapiLevelTest, TwoStoresShareWhatTheyMake) {
  const std::string large = someBytes(1 << 20, 1);
  const Digest key = Digest::of("key");
  {
    TieredStore first(std::make_unique<MemoryStore>(), open(), {});
    const Digest small = *first.putBlob("object"),
                 artifact = *first.putBlob(large);
    ASSERT_TRUE(first
                    .putRecords({{RecordKind::Action, key,
                                  recordOf({small, artifact})}},
                                Durability::OnReturn)
                    .ok());
  } // Drains.
  TieredStoreOptions slowMachine;
  slowMachine.slow = kLong;
  TieredStore second(std::make_unique<MemoryStore>(), open(), slowMachine);
  auto record = second.getRecord(RecordKind::Action, key);
  ASSERT_TRUE(record.ok() && record->has_value()) << record.status();
  EXPECT_EQ(**second.getBlob(Digest::of(large)), large);
  EXPECT_EQ(second.statistics().secondLevel.hits, 1);
}

} // namespace
} // namespace ingot::cache
