//===- HashThreadsTest.cpp - digests made beside their caller -------------===//

#include "cache/key/HashThreads.h"
#include "tests/unit/SeededRandom.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace ingot {
namespace {

TEST(HashThreadsTest, PiecesOfAnySizeGiveTheDigestOfTheWhole) {
  SeededRandom random(1);
  const std::string bytes = random.bytes(5 << 20);
  HashThreads threads;
  for (int round = 0; round < 20; ++round) {
    BesideHasher hasher(threads);
    for (size_t at = 0; at < bytes.size();) {
      // Some are hashed at once and some beside.
      const size_t size =
          std::min(bytes.size() - at, size_t{random.below(2 << 20)});
      hasher.begin(std::string_view(bytes).substr(at, size));
      at += size;
    }
    EXPECT_EQ(hasher.finish(), Digest::of(bytes));
  }
}

TEST(HashThreadsTest, WhatIsTakenBackIsNoPartOfTheDigest) {
  SeededRandom random(2);
  HashThreads threads;
  for (size_t size : {size_t{10}, size_t{1} << 20}) {
    const std::string first = random.bytes(size), other = random.bytes(size);
    BesideHasher hasher(threads);
    hasher.begin(first);
    hasher.begin(other);
    hasher.takeBack();
    hasher.begin(first);
    EXPECT_EQ(hasher.finish(), Digest::of(first + first)) << size;
  }
}

TEST(HashThreadsTest, MoreBlobsThanThreadsAreAllHashed) {
  SeededRandom random(3);
  constexpr int kBlobs = 64;
  std::vector<std::string> blobs;
  for (int i = 0; i < kBlobs; ++i)
    blobs.push_back(random.bytes(300 << 10));
  HashThreads threads;
  std::vector<std::unique_ptr<BesideHasher>> hashers;
  for (const std::string &blob : blobs) {
    hashers.push_back(std::make_unique<BesideHasher>(threads));
    hashers.back()->begin(blob);
  }
  for (int i = 0; i < kBlobs; ++i)
    EXPECT_EQ(hashers[i]->finish(), Digest::of(blobs[i])) << i;
}

TEST(HashThreadsTest, ASecondBlobAtOnceHasAThreadOfItsOwn) {
  if (std::thread::hardware_concurrency() < 2)
    GTEST_SKIP() << "for two threads";
  const std::string large(64 << 20, 'x');
  HashThreads threads;
  // Again where the first piece was done before the second one began.
  for (int i = 0; i < 20 && threads.threads() < 2; ++i) {
    BesideHasher first(threads), second(threads);
    first.begin(large);
    while (threads.queued() > 0)
      std::this_thread::yield();
    second.begin(large);
  }
  EXPECT_EQ(threads.threads(), 2u);
}

TEST(HashThreadsTest, SmallPiecesMayBeHashedBesideToo) {
  SeededRandom random(7);
  std::vector<std::string> pieces;
  for (size_t i = 0; i < 500; ++i)
    pieces.push_back(random.bytes(i));
  HashThreads threads(3);
  std::vector<std::unique_ptr<BesideHasher>> hashers;
  for (const std::string &piece : pieces) {
    hashers.push_back(std::make_unique<BesideHasher>(threads));
    hashers.back()->beginBeside(piece);
  }
  EXPECT_LE(threads.threads(), 3u);
  for (size_t i = pieces.size(); i-- > 0;)
    EXPECT_EQ(hashers[i]->finish(), Digest::of(pieces[i])) << i;
}

TEST(HashThreadsTest, WhatNoThreadHasBegunIsGivenUp) {
  const std::string bytes(1 << 20, 'x');
  HashThreads threads(1);
  {
    std::vector<std::unique_ptr<BesideHasher>> hashers;
    for (int i = 0; i < 5000; ++i) {
      hashers.push_back(std::make_unique<BesideHasher>(threads));
      hashers.back()->begin(bytes);
    }
    // As many gigabytes are not hashed in a moment.
    EXPECT_GT(threads.queued(), 4000u);
    while (!hashers.empty())
      hashers.pop_back();
    EXPECT_EQ(threads.queued(), 0u);
  }
}

TEST(HashThreadsTest, AHasherThatIsGivenUpWaitsForItsBytes) {
  SeededRandom random(4);
  HashThreads threads;
  for (int i = 0; i < 20; ++i) {
    // Freed after the hasher: a sanitizer sees who reads them later.
    const std::string bytes = random.bytes(300 << 10);
    BesideHasher hasher(threads);
    hasher.begin(bytes);
  }
}

TEST(HashThreadsTest, APieceThatIsKeptGoesOnceItIsHashed) {
  SeededRandom random(5);
  const std::string bytes = random.bytes(1 << 20);
  HashThreads threads;
  std::vector<std::unique_ptr<BesideHasher>> hashers;
  std::vector<std::weak_ptr<const std::string>> pieces;
  for (int i = 0; i < 64; ++i) {
    auto piece = std::make_shared<const std::string>(bytes);
    pieces.push_back(piece);
    hashers.push_back(std::make_unique<BesideHasher>(threads));
    hashers.back()->begin(piece);
    EXPECT_LE(threads.queued(), 16u);
  }
  for (const auto &hasher : hashers)
    hasher->wait();
  for (const auto &piece : pieces)
    EXPECT_TRUE(piece.expired());
  for (const auto &hasher : hashers)
    EXPECT_EQ(hasher->finish(), Digest::of(bytes));
}

} // namespace
} // namespace ingot
