//===- TensorHashesTest.cpp - hashing beside writing ----------------------===//

#include "client/cli/TensorHashes.h"
#include "cache/key/Digest.h"

#include "gtest/gtest.h"

namespace ingot::client {
namespace {

TEST(TensorHashesTest, DigestsAreInTheOrderOfTheValues) {
  std::vector<std::string> values;
  for (int i = 0; i < 100; ++i)
    values.emplace_back(static_cast<size_t>(i * 7919 % 5000),
                        static_cast<char>(i));
  TensorHashes hashes({values.begin(), values.end()});
  const std::vector<std::string> digests = hashes.finish();
  ASSERT_EQ(digests.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(digests[i], Digest::of(values[i]).hex()) << i;
}

TEST(TensorHashesTest, NoValuesHaveNoDigests) {
  EXPECT_TRUE(TensorHashes({}).finish().empty());
}

TEST(TensorHashesTest, WhatNobodyAsksForIsGivenUp) {
  // Threads that nobody waited for would end the program.
  const std::string value(100, 'x');
  TensorHashes hashes({100, value});
}

} // namespace
} // namespace ingot::client
