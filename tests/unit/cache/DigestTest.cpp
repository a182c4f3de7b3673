//===- DigestTest.cpp - known answers and refused spellings ---------------===//

#include "cache/key/Digest.h"

#include <gtest/gtest.h>

namespace ingot {
namespace {

constexpr char kEmpty[] =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr char kAbc[] =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(Digest, KnownAnswers) {
  EXPECT_EQ(Digest::of("").toString(), std::string(kEmpty) + "/0");
  EXPECT_EQ(Digest::of("abc").toString(), std::string(kAbc) + "/3");
}

TEST(Digest, PiecesHashLikeTheWhole) {
  Hasher hasher;
  hasher.update("a");
  hasher.update("");
  hasher.update("bc");
  EXPECT_EQ(hasher.finish(), Digest::of("abc"));
}

TEST(Digest, TextAndWireFormsComeBack) {
  Digest digest = Digest::of("abc");
  EXPECT_EQ(*Digest::parse(digest.toString()), digest);
  EXPECT_EQ(*Digest::fromProto(digest.toProto()), digest);
  EXPECT_EQ(*Digest::fromHex(digest.hex(), digest.size), digest);
}

TEST(Digest, OtherSpellingsAreRefused) {
  std::string upper = kAbc;
  upper[0] = 'B';
  for (const std::string &text :
       {std::string(kAbc), upper + "/3", std::string(kAbc) + "/-3",
        std::string(kAbc) + "/", std::string("abc/3"), std::string(),
        std::string(kAbc) + "0/3", std::string(kAbc) + "/+3",
        std::string(kAbc) + "/ 3", std::string(kAbc) + "/03"})
    EXPECT_EQ(Digest::parse(text).status().code(),
              absl::StatusCode::kInvalidArgument)
        << text;
}

TEST(Digest, PartsThatAreNoDigestAreRefused) {
  std::string upper = kAbc, notHex = kAbc;
  upper[0] = 'B';
  notHex[63] = 'g';
  const struct {
    std::string hex;
    int64_t size;
    const char *says;
  } kCases[] = {{"", 3, "hash has 0 characters"},
                {"abc", 3, "hash has 3 characters"},
                {std::string(kAbc) + "0", 3, "hash has 65 characters"},
                {upper, 3, "something else than 0-9 and a-f"},
                {notHex, 3, "something else than 0-9 and a-f"},
                {kAbc, -1, "size is negative"}};
  for (const auto &each : kCases) {
    absl::Status status = Digest::fromHex(each.hex, each.size).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << each.hex;
    EXPECT_NE(status.message().find(each.says), std::string::npos) << status;
  }
}

TEST(Digest, SizeIsPartOfTheName) {
  Digest other = Digest::of("abc");
  other.size = 4;
  EXPECT_NE(other, Digest::of("abc"));
}

} // namespace
} // namespace ingot
