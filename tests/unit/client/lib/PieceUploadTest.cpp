//===- PieceUploadTest.cpp - large blobs in pieces ------------------------===//

#include "client/lib/PieceUpload.h"
#include "client/lib/BlobTransfer.h"
#include "client/lib/Chunks.h"
#include "tests/unit/client/lib/ClientTesting.h"

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <set>
#include <thread>

namespace ingot::client {
namespace {

namespace reapi = build::bazel::remote::execution::v2;

std::string randomBytes(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (size_t i = 0; i + 8 <= size; i += 8) {
    const uint64_t value = random();
    std::memcpy(&bytes[i], &value, 8);
  }
  return bytes;
}

std::string joined(const std::vector<std::string_view> &pieces) {
  std::string all;
  for (std::string_view piece : pieces)
    all += piece;
  return all;
}

/// Bytes of the second's pieces that the first has not.
size_t newBytes(const std::string &before, const std::string &after) {
  const std::vector<std::string_view> old = cutPieces(before);
  const std::set<std::string_view> known(old.begin(), old.end());
  size_t count = 0;
  for (std::string_view piece : cutPieces(after))
    count += known.count(piece) ? 0 : piece.size();
  return count;
}

TEST(Chunks, PiecesAreTheBytesAndWithinTheirBounds) {
  for (size_t size : {size_t{0}, size_t{1}, kMinPieceBytes - 1, kMinPieceBytes,
                      kMinPieceBytes + 1, kMaxPieceBytes, size_t{20'000'000}}) {
    const std::string bytes = randomBytes(size, size);
    const std::vector<std::string_view> pieces = cutPieces(bytes);
    EXPECT_EQ(joined(pieces), bytes) << size;
    for (size_t i = 0; i < pieces.size(); ++i) {
      EXPECT_LE(pieces[i].size(), kMaxPieceBytes);
      EXPECT_TRUE(pieces[i].size() >= kMinPieceBytes || i + 1 == pieces.size());
    }
  }
}

TEST(Chunks, EqualBytesAreCutAtTheLargest) {
  for (std::string_view piece : cutPieces(std::string(3 * kMaxPieceBytes, 'a')))
    EXPECT_EQ(piece.size(), kMaxPieceBytes);
}

TEST(Chunks, AChangeMovesTheCutsNearIt) {
  const std::string before = randomBytes(64 << 20, 1);
  std::string changed = before;
  changed.replace(30 << 20, 4 << 20, randomBytes(4 << 20, 2));
  EXPECT_LE(newBytes(before, changed), size_t{4 << 20} + 3 * kMaxPieceBytes);
  // And what stands behind bytes that came in is found again.
  const std::string moved = "a longer header" + before;
  EXPECT_LE(newBytes(before, moved), 3 * kMaxPieceBytes);
}

class PieceUploadTest : public ClientTest {
protected:
  absl::Status upload(const std::string &bytes) {
    return uploadPieces(*cas_, bytes, Digest::of(bytes), {},
                        [this](uint64_t sent) { told_ += sent; });
  }

  std::unique_ptr<reapi::ContentAddressableStorage::Stub> cas_ =
      reapi::ContentAddressableStorage::NewStub(grpc::CreateChannel(
          service_.address(), grpc::InsecureChannelCredentials()));
  uint64_t told_ = 0;
};

TEST_F(PieceUploadTest, TheBlobIsThereAndWasToldOfToItsEnd) {
  const std::string bytes = randomBytes(20 << 20, 1);
  ASSERT_TRUE(upload(bytes).ok());
  EXPECT_TRUE(service_.has(Digest::of(bytes).toString()));
  EXPECT_EQ(told_, bytes.size());
  EXPECT_EQ(service_.bytesUpdated, bytes.size());
}

TEST_F(PieceUploadTest, OnlyWhatChangedIsSent) {
  std::string bytes = randomBytes(40 << 20, 1);
  ASSERT_TRUE(upload(bytes).ok());
  service_.bytesUpdated = 0;
  told_ = 0;
  bytes.replace(10 << 20, 1 << 20, randomBytes(1 << 20, 2));
  ASSERT_TRUE(upload(bytes).ok());
  EXPECT_TRUE(service_.has(Digest::of(bytes).toString()));
  EXPECT_LE(service_.bytesUpdated, size_t{1 << 20} + 3 * kMaxPieceBytes);
  EXPECT_EQ(told_, bytes.size());
}

TEST_F(PieceUploadTest, EqualPiecesAreSentOnce) {
  ASSERT_TRUE(upload(std::string(10 * kMaxPieceBytes, 'a')).ok());
  EXPECT_EQ(service_.bytesUpdated, kMaxPieceBytes);
}

TEST_F(PieceUploadTest, WhatBrokeOffGoesOnWhereItWas) {
  const std::string bytes = randomBytes(40 << 20, 1);
  std::atomic<int> left{3};
  service_.beforeUpdate = [&left](grpc::ServerContext &) -> grpc::Status {
    if (left-- > 0)
      return grpc::Status::OK;
    return {grpc::StatusCode::PERMISSION_DENIED, "enough for now"};
  };
  EXPECT_TRUE(absl::IsPermissionDenied(upload(bytes)));
  const uint64_t sent = service_.bytesUpdated;
  EXPECT_GT(sent, 0u);
  service_.beforeUpdate = nullptr;
  ASSERT_TRUE(upload(bytes).ok());
  EXPECT_EQ(service_.bytesUpdated, bytes.size()) << "nothing twice";
}

TEST_F(PieceUploadTest, AConnectionThatBreaksIsNoEnd) {
  std::atomic<int> calls{0};
  service_.beforeUpdate = [&calls](grpc::ServerContext &) -> grpc::Status {
    return ++calls % 3 == 0
               ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "restarted")
               : grpc::Status::OK;
  };
  const std::string bytes = randomBytes(20 << 20, 1);
  ASSERT_TRUE(upload(bytes).ok());
  EXPECT_TRUE(service_.has(Digest::of(bytes).toString()));
}

/// A daemon that has too much to do now, and says so.
grpc::Status busy() {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_nanos(1000000);
  google::rpc::Status details;
  details.set_code(grpc::StatusCode::RESOURCE_EXHAUSTED);
  details.add_details()->PackFrom(retry);
  return {grpc::StatusCode::RESOURCE_EXHAUSTED, "busy",
          details.SerializeAsString()};
}

TEST_F(PieceUploadTest, ABusyDaemonIsCalledLessOften) {
  std::atomic<int> calls{0}, active{0}, most{0};
  service_.beforeUpdate = [&](grpc::ServerContext &) -> grpc::Status {
    if (++calls <= 4)
      return busy();
    most = std::max<int>(most, ++active);
    std::this_thread::yield();
    --active;
    return grpc::Status::OK;
  };
  const std::string bytes = randomBytes(40 << 20, 1);
  const absl::Status status = upload(bytes);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(most, 1);
  EXPECT_EQ(service_.bytesUpdated, bytes.size());
}

TEST_F(PieceUploadTest, ABusySpliceIsAskedForAgain) {
  int calls = 0;
  service_.beforeSplice = [&calls]() -> grpc::Status {
    if (++calls == 3)
      return {grpc::StatusCode::UNAVAILABLE, "restarted"};
    return calls < 3 ? busy() : grpc::Status::OK;
  };
  const std::string bytes = randomBytes(20 << 20, 1);
  ASSERT_TRUE(upload(bytes).ok());
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(service_.bytesUpdated, bytes.size());
}

TEST_F(PieceUploadTest, ADaemonThatWasBusyAndIsGoneIsGivenUp) {
  int calls = 0;
  service_.beforeSplice = [&calls]() -> grpc::Status {
    if (++calls <= 4)
      return busy();
    return {grpc::StatusCode::UNAVAILABLE, "gone"};
  };
  EXPECT_TRUE(absl::IsUnavailable(upload(randomBytes(20 << 20, 1))));
  EXPECT_EQ(calls, 8) << "as often as if it had not been busy before";
}

TEST_F(PieceUploadTest, AFullStoreIsSaid) {
  service_.beforeSplice = []() -> grpc::Status {
    return {grpc::StatusCode::RESOURCE_EXHAUSTED, "store: full"};
  };
  EXPECT_TRUE(absl::IsResourceExhausted(upload(randomBytes(20 << 20, 1))));
}

//===----------------------------------------------------------------------===//
// Whole or in pieces
//===----------------------------------------------------------------------===//

class PiecesOrWholeTest : public ClientTest {
protected:
  absl::Status upload(const std::string &bytes) {
    CallOptions options;
    options.onUpload = [this](uint64_t done, uint64_t) {
      told_.push_back(done);
    };
    return blobs_.uploadMissing({{bytes, Digest::of(bytes)}}, options);
  }

  BlobTransfer blobs_{grpc::CreateChannel(service_.address(),
                                          grpc::InsecureChannelCredentials()),
                      /*inPieces=*/true};
  std::vector<uint64_t> told_;
};

TEST_F(PiecesOrWholeTest, AnOlderDaemonGetsNoPieces) {
  service_.canSplice = false;
  for (uint64_t seed : {1, 2}) {
    const std::string bytes = randomBytes(kMinBytesForPieces, seed);
    ASSERT_TRUE(upload(bytes).ok());
    EXPECT_TRUE(service_.has(Digest::of(bytes).toString()));
  }
  EXPECT_EQ(service_.bytesUpdated, 0u);
  EXPECT_EQ(service_.capabilitiesAsked, 1);
}

TEST_F(PiecesOrWholeTest, WherePiecesDoNotStayItIsSentWholeFromItsBegin) {
  service_.beforeSplice = []() -> grpc::Status {
    return {grpc::StatusCode::NOT_FOUND, "evicted"};
  };
  const std::string bytes = randomBytes(kMinBytesForPieces, 1);
  ASSERT_TRUE(upload(bytes).ok());
  EXPECT_TRUE(service_.has(Digest::of(bytes).toString()));
  EXPECT_EQ(told_.back(), bytes.size());
  // All pieces, and the end of the whole.
  EXPECT_EQ(std::count(told_.begin(), told_.end(), bytes.size()), 2);
}

} // namespace
} // namespace ingot::client
