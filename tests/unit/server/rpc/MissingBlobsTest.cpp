//===- MissingBlobsTest.cpp - FindMissingBlobs as bytes -------------------===//
//
// Held against what protobuf makes of the same messages.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/MissingBlobs.h"

#include "build/bazel/remote/execution/v2/content_addressable_storage.pb.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <limits>

namespace ingot::server {
namespace {

namespace reapi = build::bazel::remote::execution::v2;
using testing::HasSubstr;
using testing::IsEmpty;

grpc::ByteBuffer bytesOf(const std::string &bytes) {
  grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

std::string textOf(const grpc::ByteBuffer &bytes) {
  grpc::Slice slice;
  EXPECT_TRUE(bytes.DumpToSingleSlice(&slice).ok());
  return {reinterpret_cast<const char *>(slice.begin()), slice.size()};
}

std::vector<Digest> someDigests() {
  std::vector<Digest> digests = {Digest::of("a"), Digest::of("b"),
                                 Digest::of("c"), Digest::empty()};
  digests[1].size = 300;
  digests[2].size = std::numeric_limits<int64_t>::max();
  return digests;
}

reapi::FindMissingBlobsRequest question(const std::vector<Digest> &digests) {
  reapi::FindMissingBlobsRequest request;
  for (const Digest &digest : digests) {
    request.add_blob_digests()->set_hash(digest.hex());
    request.mutable_blob_digests()->rbegin()->set_size_bytes(digest.size);
  }
  return request;
}

TEST(MissingBlobsTest, DigestsComeInTheirOrder) {
  reapi::FindMissingBlobsRequest request = question(someDigests());
  request.set_instance_name("instance");
  auto parsed = parseQuestion(bytesOf(request.SerializeAsString()));
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, someDigests());
  EXPECT_THAT(*parseQuestion(grpc::ByteBuffer(bytesOf(""))), IsEmpty());
}

TEST(MissingBlobsTest, SlicesMayCutAnything) {
  std::vector<grpc::Slice> slices;
  for (char byte : question(someDigests()).SerializeAsString())
    slices.emplace_back(std::string(1, byte));
  auto parsed = parseQuestion(grpc::ByteBuffer(slices.data(), slices.size()));
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, someDigests());
}

/// A field of less than 128 bytes within a message.
std::string field(int number, const std::string &bytes) {
  return std::string{static_cast<char>(number << 3 | 2),
                     static_cast<char>(bytes.size())} +
         bytes;
}

TEST(MissingBlobsTest, FieldsHaveNoOrderTheLastCountsAndUnknownOnesAreSkipped) {
  const Digest digest = Digest::of("a");
  const std::string size = {2 << 3, 1};
  const std::string bytes =
      field(9, "unknown") +
      field(2, size + field(1, "short") + field(7, "unknown") +
                   field(1, digest.hex()));
  reapi::FindMissingBlobsRequest reference;
  ASSERT_TRUE(reference.ParseFromString(bytes));
  ASSERT_EQ(reference.blob_digests(0).hash(), digest.hex());
  auto parsed = parseQuestion(bytesOf(bytes));
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, std::vector<Digest>{digest});
}

TEST(MissingBlobsTest, WhatIsNoDigestIsNamed) {
  auto messageOf = [](const std::string &hash, int64_t size) {
    reapi::FindMissingBlobsRequest request = question({Digest::of("a")});
    request.add_blob_digests()->set_hash(hash);
    request.mutable_blob_digests(1)->set_size_bytes(size);
    const absl::Status status =
        parseQuestion(bytesOf(request.SerializeAsString())).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  };
  EXPECT_THAT(messageOf("abc", 1), HasSubstr("hash has 3 characters"));
  EXPECT_THAT(messageOf("", 0), HasSubstr("hash has 0 characters"));
  EXPECT_THAT(messageOf(std::string(100000, 'a'), 1),
              HasSubstr("hash has 100000 characters"));
  EXPECT_THAT(messageOf(std::string(64, 'A'), 1), HasSubstr("0-9 and a-f"));
  EXPECT_THAT(messageOf(std::string(64, 'a'), -1), HasSubstr("is negative"));
}

TEST(MissingBlobsTest, WhatIsCutShortOrChangedIsReadAsByProtobufOrRefused) {
  const std::string good = question(someDigests()).SerializeAsString();
  auto check = [](const std::string &bytes) {
    auto parsed = parseQuestion(bytesOf(bytes));
    reapi::FindMissingBlobsRequest reference;
    if (!parsed.ok()) {
      EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
      return;
    }
    ASSERT_TRUE(reference.ParseFromString(bytes));
    EXPECT_EQ(question(*parsed).blob_digests_size(),
              reference.blob_digests_size());
    for (int i = 0; i < reference.blob_digests_size(); ++i)
      EXPECT_EQ((*parsed)[static_cast<size_t>(i)].hex(),
                reference.blob_digests(i).hash());
  };
  for (size_t i = 0; i < good.size(); ++i) {
    check(good.substr(0, i));
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = good;
      changed[i] = static_cast<char>(changed[i] ^ 1 << bit);
      check(changed);
    }
  }
}

TEST(MissingBlobsTest, TheAnswerIsWhatProtobufReads) {
  reapi::FindMissingBlobsResponse response;
  ASSERT_TRUE(
      response.ParseFromString(textOf(serializeMissing(someDigests()))));
  ASSERT_EQ(response.missing_blob_digests_size(), 4);
  for (int i = 0; i < 4; ++i) {
    const Digest expected = someDigests()[static_cast<size_t>(i)];
    EXPECT_EQ(response.missing_blob_digests(i).hash(), expected.hex());
    EXPECT_EQ(response.missing_blob_digests(i).size_bytes(), expected.size);
  }
  EXPECT_EQ(textOf(serializeMissing({})), "");
}

} // namespace
} // namespace ingot::server
