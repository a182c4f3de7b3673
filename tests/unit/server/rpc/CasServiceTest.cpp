//===- CasServiceTest.cpp - what is missing, and batches of blobs ---------===//

#include "tests/unit/server/rpc/InProcessServer.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CasServiceTest : public InProcessServer {
protected:
  static void set(reapi::Digest &to, const Digest &digest) {
    to.set_hash(digest.hex());
    to.set_size_bytes(digest.size);
  }
  static reapi::Digest named(const std::string &bytes) {
    reapi::Digest digest;
    set(digest, Digest::of(bytes));
    return digest;
  }
  static reapi::Digest broken() {
    reapi::Digest digest;
    digest.set_hash("no hash");
    return digest;
  }

  grpc::Status findMissing(const std::vector<reapi::Digest> &digests,
                           std::vector<std::string> &missing) {
    reapi::FindMissingBlobsRequest request;
    request.mutable_blob_digests()->Assign(digests.begin(), digests.end());
    reapi::FindMissingBlobsResponse response;
    grpc::ClientContext context;
    grpc::Status status = cas->FindMissingBlobs(&context, request, &response);
    for (const reapi::Digest &digest : response.missing_blob_digests())
      missing.push_back(digest.hash());
    return status;
  }

  grpc::Status read(const std::vector<reapi::Digest> &digests,
                    reapi::BatchReadBlobsResponse &response) {
    reapi::BatchReadBlobsRequest request;
    request.mutable_digests()->Assign(digests.begin(), digests.end());
    grpc::ClientContext context;
    return cas->BatchReadBlobs(&context, request, &response);
  }

  grpc::Status
  update(const std::vector<std::pair<reapi::Digest, std::string>> &blobs,
         reapi::BatchUpdateBlobsResponse &response) {
    reapi::BatchUpdateBlobsRequest request;
    for (const auto &[digest, bytes] : blobs) {
      auto *added = request.add_requests();
      *added->mutable_digest() = digest;
      added->set_data(bytes);
    }
    grpc::ClientContext context;
    return cas->BatchUpdateBlobs(&context, request, &response);
  }
};

TEST_F(CasServiceTest, WhatIsMissingIsListedInOrder) {
  ASSERT_TRUE(store.putBlob("there").ok());
  std::vector<std::string> missing;
  EXPECT_TRUE(
      findMissing({named("b"), named("there"), named("a"), named("")}, missing)
          .ok());
  EXPECT_THAT(missing,
              ElementsAre(Digest::of("b").hex(), Digest::of("a").hex()))
      << "the empty blob is never missing";
}

TEST_F(CasServiceTest, NothingAskedNothingMissing) {
  std::vector<std::string> missing;
  EXPECT_TRUE(findMissing({}, missing).ok());
  EXPECT_THAT(missing, IsEmpty());
}

TEST_F(CasServiceTest, FindMissingRefusesWhatIsNoDigest) {
  std::vector<std::string> missing;
  EXPECT_EQ(findMissing({named("a"), broken()}, missing).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(missing, IsEmpty());
}

TEST_F(CasServiceTest, FindMissingSaysWhenTheStoreFails) {
  store.failWith(absl::UnavailableError("disk"));
  std::vector<std::string> missing;
  grpc::Status status = findMissing({named("a")}, missing);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "disk");
}

TEST_F(CasServiceTest, WhileTheDiskIsSlowOtherCallsAreAnswered) {
  store.closeGate();
  std::vector<std::string> missing;
  std::thread waiting([&] { findMissing({named("a")}, missing); });
  store.awaitBlocked(1);
  grpc::ClientContext context;
  v1::ListTargetsResponse targets;
  EXPECT_TRUE(compiler->ListTargets(&context, {}, &targets).ok());
  store.openGate();
  waiting.join();
  EXPECT_THAT(missing, ElementsAre(Digest::of("a").hex()));
}

TEST_F(CasServiceTest, MessagesThatWaitAreCountedByTheirBytes) {
  const auto half = static_cast<size_t>(transfers.limits().messageBytes / 2);
  std::vector<std::string> missing;
  reapi::BatchUpdateBlobsResponse response;
  auto one = transfers.holdMessage("one", half);
  ASSERT_TRUE(one.ok()) << one.status();
  EXPECT_FALSE(transfers.holdMessage("one", 1).ok()) << "others have the rest";
  auto other = transfers.holdMessage("other", half);
  ASSERT_TRUE(other.ok()) << other.status();
  for (const grpc::Status &status : {findMissing({named("a")}, missing),
                                     update({{named("a"), "a"}}, response)}) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_THAT(status.error_message(), HasSubstr("too many large messages"));
  }
  *one = nullptr;
  EXPECT_TRUE(findMissing({named("a")}, missing).ok());
  EXPECT_TRUE(update({{named("a"), "a"}}, response).ok());
  *other = nullptr;
  const absl::Time end = absl::Now() + absl::Seconds(30);
  for (const char *each : {"one", "other"}) { // A task goes a little later.
    bool isHeld = false;
    while (!isHeld && absl::Now() < end) {
      isHeld = transfers.holdMessage(each, half).ok();
      std::this_thread::yield();
    }
    EXPECT_TRUE(isHeld) << each;
  }
}

TEST_F(CasServiceTest, ARequestThatIsAFewNamesIsShort) {
  const std::string name(200 << 10, 'i');
  std::vector<grpc::Status> statuses;
  {
    grpc::ClientContext context;
    reapi::BatchReadBlobsRequest request;
    request.set_instance_name(name);
    reapi::BatchReadBlobsResponse response;
    statuses.push_back(cas->BatchReadBlobs(&context, request, &response));
  }
  {
    grpc::ClientContext context;
    reapi::GetTreeRequest request;
    request.set_instance_name(name);
    *request.mutable_root_digest() = named("a");
    statuses.push_back(cas->GetTree(&context, request)->Finish());
  }
  const std::string blob =
      name + "/blobs/" + Digest::of("a").toString(); // Which is not there.
  {
    grpc::ClientContext context;
    google::bytestream::ReadRequest request;
    request.set_resource_name(blob);
    statuses.push_back(byteStream->Read(&context, request)->Finish());
  }
  {
    grpc::ClientContext context;
    google::bytestream::QueryWriteStatusRequest request;
    request.set_resource_name(blob);
    google::bytestream::QueryWriteStatusResponse response;
    statuses.push_back(
        byteStream->QueryWriteStatus(&context, request, &response));
  }
  {
    grpc::ClientContext context;
    v1::WatchRequest request;
    request.set_job(name);
    statuses.push_back(compiler->Watch(&context, request)->Finish());
  }
  for (const grpc::Status &status : statuses) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), HasSubstr("has more than"));
  }
}

//===----------------------------------------------------------------------===//
// Blobs put together from others
//===----------------------------------------------------------------------===//

class SpliceTest : public CasServiceTest {
protected:
  grpc::Status splice(const std::string &whole,
                      const std::vector<std::string> &chunks) {
    reapi::SpliceBlobRequest request;
    *request.mutable_blob_digest() = named(whole);
    for (const std::string &chunk : chunks)
      *request.add_chunk_digests() = named(chunk);
    reapi::SpliceBlobResponse response;
    grpc::ClientContext context;
    grpc::Status status = cas->SpliceBlob(&context, request, &response);
    if (status.ok())
      EXPECT_EQ(response.blob_digest().hash(), Digest::of(whole).hex());
    return status;
  }
  bool isStored(const std::string &bytes) {
    return *store.getBlob(Digest::of(bytes)) != nullptr;
  }
};

TEST_F(SpliceTest, ChunksBecomeTheBlob) {
  ASSERT_TRUE(store.putBlobs({"one", "two"}, cache::Durability::OnReturn).ok());
  EXPECT_TRUE(splice("onetwoone", {"one", "two", "", "one"}).ok());
  EXPECT_TRUE(isStored("onetwoone"));
  EXPECT_TRUE(splice("onetwoone", {"one", "two", "one"}).ok()) << "again";
}

TEST_F(SpliceTest, AChunkThatIsNotThereIsNamed) {
  ASSERT_TRUE(store.putBlob("one").ok());
  grpc::Status status = splice("onetwo", {"one", "two"});
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr(Digest::of("two").hex()));
  EXPECT_FALSE(isStored("onetwo"));
}

TEST_F(SpliceTest, OtherBytesAreNotStoredUnderADigest) {
  ASSERT_TRUE(store.putBlobs({"one", "two"}, cache::Durability::OnReturn).ok());
  EXPECT_EQ(splice("twoone", {"one", "two"}).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_FALSE(isStored("twoone"));
  EXPECT_EQ(store.writers(), 0) << "it took no place from others' uploads";
}

TEST_F(SpliceTest, MoreThanAProgramIsRefused) {
  reapi::SpliceBlobRequest request;
  *request.mutable_blob_digest() = named("invented");
  request.mutable_blob_digest()->set_size_bytes((int64_t{16} << 30) + 1);
  reapi::SpliceBlobResponse response;
  grpc::ClientContext context;
  grpc::Status status = cas->SpliceBlob(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("are spliced"));
}

TEST_F(SpliceTest, SizesAreAddedBeforeAnythingIsRead) {
  for (const std::vector<std::string> &chunks :
       {std::vector<std::string>{}, {"one"}, {"one", "two", "x"}}) {
    EXPECT_EQ(splice("onetwo", chunks).error_code(),
              grpc::StatusCode::INVALID_ARGUMENT);
    while (transfers.uploads() > 0) // A call's end comes after its answer.
      std::this_thread::yield();
  }
}

TEST_F(SpliceTest, AFewAtOnceAreEnough) {
  ASSERT_TRUE(store.putBlobs({"one", "two"}, cache::Durability::OnReturn).ok());
  store.closeGate();
  std::vector<std::thread> waiting;
  std::atomic<int> refused{0}, done{0};
  for (int i = 0; i < 12; ++i)
    waiting.emplace_back([&] {
      const grpc::Status status = splice("onetwo", {"one", "two"});
      refused += status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED;
      done += status.ok();
    });
  while (refused < 10)
    std::this_thread::yield();
  store.openGate();
  for (std::thread &thread : waiting)
    thread.join();
  EXPECT_EQ(refused, 10) << "one caller has two";
  EXPECT_EQ(done, 2);
  while (transfers.uploads() > 0) // A call's end comes after its answer.
    std::this_thread::yield();
  EXPECT_TRUE(splice("onetwo", {"one", "two"}).ok()) << "places are given back";
}

TEST_F(SpliceTest, WhatIsNoDigestIsRefused) {
  reapi::SpliceBlobRequest request;
  *request.mutable_blob_digest() = broken();
  reapi::SpliceBlobResponse response;
  grpc::ClientContext context;
  EXPECT_EQ(cas->SpliceBlob(&context, request, &response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

TEST_F(CasServiceTest, EachBlobOfAnUpdateHasItsOwnStatus) {
  reapi::BatchUpdateBlobsResponse response;
  ASSERT_TRUE(update({{named("right"), "right"},
                      {named("right"), "wrong"},
                      {broken(), "x"},
                      {named(""), ""}},
                     response)
                  .ok());
  ASSERT_EQ(response.responses_size(), 4);
  EXPECT_EQ(response.responses(0).status().code(), 0);
  EXPECT_EQ(response.responses(0).digest().hash(), Digest::of("right").hex());
  EXPECT_EQ(response.responses(1).status().code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(response.responses(1).status().message(),
            "the data are not what the digest says");
  EXPECT_EQ(response.responses(2).status().code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(response.responses(3).status().code(), 0);
  EXPECT_EQ(**store.getBlob(Digest::of("right")), "right");
  EXPECT_EQ(*store.getBlob(Digest::of("wrong")), nullptr);
  EXPECT_EQ(statistics.bytesUploaded, 5u);
}

TEST_F(CasServiceTest, AnUpdateIsOneWrite) {
  std::vector<std::pair<reapi::Digest, std::string>> blobs;
  for (int i = 0; i < 1000; ++i)
    blobs.emplace_back(named(std::to_string(i)), std::to_string(i));
  reapi::BatchUpdateBlobsResponse response;
  ASSERT_TRUE(update(blobs, response).ok());
  EXPECT_EQ(store.puts(), 1) << "the disk is waited for once";
  EXPECT_EQ(store.statistics().blobs, 1000);
}

TEST_F(CasServiceTest, AnUpdateOfTooManyIsRefused) {
  const std::pair<reapi::Digest, std::string> nothing{named(""), ""};
  reapi::BatchUpdateBlobsResponse response;
  grpc::Status status = update({1001, nothing}, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("at most 1000 blobs"));
}

TEST_F(CasServiceTest, MessagesOfManyFieldsAreNotParsed) {
  reapi::FindMissingBlobsRequest request;
  for (int i = 0; i < 200001; ++i)
    request.add_blob_digests();
  grpc::ClientContext context;
  reapi::FindMissingBlobsResponse response;
  grpc::Status status = cas->FindMissingBlobs(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("more than 200000 fields"));
}

TEST_F(CasServiceTest, WhoHasLeftCostsNothingMore) {
  store.closeGate();
  std::vector<std::string> missing;
  std::thread waiting([&] { findMissing({named("a")}, missing); });
  store.awaitBlocked(1);
  // Behind it, for there is one thread.
  grpc::ClientContext context;
  std::thread leaving([&] {
    reapi::BatchUpdateBlobsRequest request;
    auto &blob = *request.add_requests();
    *blob.mutable_digest() = named("b");
    blob.set_data("b");
    reapi::BatchUpdateBlobsResponse response;
    EXPECT_EQ(cas->BatchUpdateBlobs(&context, request, &response).error_code(),
              grpc::StatusCode::CANCELLED);
  });
  while (transfers.uploads() == 0)
    std::this_thread::yield();
  context.TryCancel();
  leaving.join();
  // Its place is free before its turn would have come.
  while (transfers.uploads() > 0)
    std::this_thread::yield();
  store.openGate();
  waiting.join();
  awaitExecutors();
  EXPECT_EQ(store.puts(), 0);
}

TEST_F(CasServiceTest, AnUpdateSaysWhenTheStoreFails) {
  store.failWith(absl::ResourceExhaustedError("disk is full"));
  reapi::BatchUpdateBlobsResponse response;
  ASSERT_TRUE(update({{named("a"), "a"}}, response).ok());
  EXPECT_EQ(response.responses(0).status().code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(response.responses(0).status().message(), "disk is full");
}

TEST_F(CasServiceTest, EachBlobOfAReadHasItsOwnStatus) {
  ASSERT_TRUE(store.putBlob("there").ok());
  reapi::BatchReadBlobsResponse response;
  ASSERT_TRUE(
      read({named("there"), named("absent"), named(""), broken()}, response)
          .ok());
  ASSERT_EQ(response.responses_size(), 4);
  EXPECT_EQ(response.responses(0).data(), "there");
  EXPECT_EQ(response.responses(0).status().code(), 0);
  EXPECT_EQ(response.responses(1).status().code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(response.responses(2).status().code(), 0);
  EXPECT_EQ(response.responses(2).data(), "");
  EXPECT_EQ(response.responses(3).status().code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(statistics.bytesDownloaded, 5u);
}

TEST_F(CasServiceTest, ABrokenBlobIsNotHere) {
  Digest digest = *store.putBlob("there");
  store.corruptBlob(digest);
  reapi::BatchReadBlobsResponse response;
  ASSERT_TRUE(read({named("there")}, response).ok());
  EXPECT_EQ(response.responses(0).status().code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(response.responses(0).data(), "");
}

TEST_F(CasServiceTest, AReadSaysWhenTheStoreFails) {
  store.failWith(absl::UnavailableError("disk"));
  reapi::BatchReadBlobsResponse response;
  ASSERT_TRUE(read({named("a")}, response).ok());
  EXPECT_EQ(response.responses(0).status().code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(CasServiceTest, ABatchThatIsTooLargeIsRefusedWithoutTheStore) {
  reapi::Digest half = named("x"), all = half, negative = half;
  half.set_size_bytes(2 << 20);
  all.set_size_bytes((4 << 20) - (256 << 10));
  negative.set_size_bytes(-1);
  const std::vector<reapi::Digest> tooMany(1001, named("")),
      many(1000, named(""));
  struct Case {
    std::vector<reapi::Digest> digests;
    bool isTaken;
  };
  const Case cases[] = {{many, true},          {tooMany, false},
                        {{all}, true},         {{all, named("y")}, false},
                        {{half, half}, false}, {{negative}, false}};
  store.failWith(absl::UnavailableError("disk"));
  for (const Case &c : cases) {
    reapi::BatchReadBlobsResponse response;
    grpc::Status status = read(c.digests, response);
    EXPECT_EQ(status.ok(), c.isTaken) << c.digests.size();
    if (!c.isTaken) {
      EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
      EXPECT_THAT(status.error_message(), HasSubstr("use several, or"));
    }
  }
}

} // namespace
} // namespace ingot::server
