//===- FingerprintTest.cpp - fast names of bytes under a secret -----------===//

#include "client/runtime/Fingerprint.h"

#include "gtest/gtest.h"

#include <set>

namespace ingot::runtime {
namespace {

const Fingerprinter::Secret kSecret = {0, 1, 2,  3,  4,  5,  6,  7,
                                       8, 9, 10, 11, 12, 13, 14, 15};

TEST(FingerprintTest, AreTheseNumbers) {
  EXPECT_EQ(hexOf(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  // SHA-256 of "0\n", and of "3\n" and the GMAC of "abc" with a nonce of zeros.
  const Fingerprinter fingerprinter(kSecret);
  EXPECT_EQ(hexOf(fingerprinter.of("", nullptr)), hexOf(sha256("0\n")));
  EXPECT_EQ(hexOf(fingerprinter.of("abc", nullptr)),
            "9be9a3345152bc135b88aafc7a9f3df5ac3d892028744f8a7c9dccd548d04335");
}

TEST(FingerprintTest, TellBytesLengthsAndSecretsApart) {
  Fingerprinter::Secret other = kSecret;
  other[15] ^= 1;
  const Fingerprinter one(kSecret), two(other);
  std::set<Fingerprint> seen;
  const std::string zeros(64, '\0');
  for (size_t size = 0; size <= zeros.size(); ++size) {
    seen.insert(one.of({zeros.data(), size}, nullptr));
    seen.insert(two.of({zeros.data(), size}, nullptr));
  }
  EXPECT_EQ(seen.size(), 2 * 65 - 1u) << "nothing is nothing to all";
}

TEST(FingerprintTest, LongOnesAreTheSameForAnyNumberOfThreads) {
  const Fingerprinter fingerprinter(kSecret);
  std::string bytes((size_t{9} << 20) + 5, 'w');
  const Fingerprint alone = fingerprinter.of(bytes, nullptr);
  for (int threads : {1, 2, 7}) {
    ThreadPool pool(threads);
    EXPECT_EQ(fingerprinter.of(bytes, &pool), alone);
  }
  // The first and last byte, and those around the end of a slice.
  for (size_t place :
       {size_t{0}, (size_t{4} << 20) - 1, size_t{4} << 20, bytes.size() - 1}) {
    bytes[place] ^= 1;
    EXPECT_NE(fingerprinter.of(bytes, nullptr), alone) << place;
    bytes[place] ^= 1;
  }
  // Slices in another order.
  std::string swapped = bytes;
  swapped[0] = 'a', swapped[size_t{4} << 20] = 'b';
  std::string back = bytes;
  back[0] = 'b', back[size_t{4} << 20] = 'a';
  EXPECT_NE(fingerprinter.of(swapped, nullptr),
            fingerprinter.of(back, nullptr));
}

} // namespace
} // namespace ingot::runtime
