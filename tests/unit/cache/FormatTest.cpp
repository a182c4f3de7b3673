//===- FormatTest.cpp - the bytes that FORMAT.md promises -----------------===//

#include "cache/rocksdb/Format.h"

#include <gtest/gtest.h>

namespace ingot::cache::format {
namespace {

TEST(Format, KeysArePinned) {
  EXPECT_EQ(chunkKey(0x0102, 3), std::string("\0\0\0\0\0\0\1\2\0\0\0\3", 12));
  std::string key = digestKey(Digest::of("abc"));
  EXPECT_EQ(key.substr(0, 2), "\xba\x78");
  EXPECT_EQ(key.substr(32), std::string("\0\0\0\0\0\0\0\3", 8));
}

TEST(Format, KeysComeBack) {
  Digest digest = Digest::of("abc");
  EXPECT_EQ(parseDigestKey(digestKey(digest)), digest);
  EXPECT_EQ(parseNumber(numberBytes(~uint64_t{0} - 1)), ~uint64_t{0} - 1);
}

TEST(Format, DamagedKeysAreNothing) {
  std::string key = digestKey(Digest::of("abc"));
  EXPECT_FALSE(parseDigestKey(key.substr(1)));
  key[32] = '\x80'; // A negative size.
  EXPECT_FALSE(parseDigestKey(key));
  EXPECT_FALSE(parseNumber("1234567"));
}

TEST(Format, ASealShowsEveryChange) {
  std::string sealed = seal("payload");
  EXPECT_EQ(unseal(sealed), "payload");
  for (size_t i = 0; i < sealed.size(); ++i) {
    std::string damaged = sealed;
    damaged[i] ^= 1;
    EXPECT_FALSE(unseal(damaged)) << i;
    EXPECT_FALSE(unseal(sealed.substr(0, i))) << i;
  }
}

TEST(Format, ChunksAreCountedUp) {
  EXPECT_EQ(chunkCount(0), 0);
  EXPECT_EQ(chunkCount(kChunkBytes), 1);
  EXPECT_EQ(chunkCount(kChunkBytes + 1), 2);
}

} // namespace
} // namespace ingot::cache::format
