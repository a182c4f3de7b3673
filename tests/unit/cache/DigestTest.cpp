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

TEST(Digest, SizeIsPartOfTheName) {
  Digest other = Digest::of("abc");
  other.size = 4;
  EXPECT_NE(other, Digest::of("abc"));
}

} // namespace
} // namespace ingot
