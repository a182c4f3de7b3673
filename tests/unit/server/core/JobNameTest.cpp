//===- JobNameTest.cpp - names that nobody can guess ----------------------===//

#include "server/core/JobName.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace ingot::server {
namespace {

TEST(JobNameTest, IsALetterAnd128BitsInHexadecimal) {
  const std::string name = newJobName();
  EXPECT_EQ(name.size(), 33u);
  EXPECT_EQ(name[0], 'j');
  EXPECT_EQ(name.find_first_not_of("0123456789abcdef", 1), std::string::npos);
}

TEST(JobNameTest, NoTwoAreAlikeWhoeverAsks) {
  constexpr int kThreads = 4, kNames = 1000;
  std::vector<std::vector<std::string>> names(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<std::string> &own : names)
    threads.emplace_back([&own] {
      for (int i = 0; i < kNames; ++i)
        own.push_back(newJobName());
    });
  for (std::thread &thread : threads)
    thread.join();
  std::set<std::string> all;
  for (const std::vector<std::string> &own : names)
    all.insert(own.begin(), own.end());
  EXPECT_EQ(all.size(), size_t{kThreads} * kNames);
}

TEST(JobNameTest, EachBitIsEitherWayInSome) {
  // Of 200 names, one bit is the same in all by chance once in 2^192 tries.
  std::set<char> digits[32];
  for (int i = 0; i < 200; ++i) {
    const std::string name = newJobName();
    for (size_t at = 0; at < 32; ++at)
      digits[at].insert(name[1 + at]);
  }
  for (const std::set<char> &of : digits)
    EXPECT_GT(of.size(), 8u);
}

} // namespace
} // namespace ingot::server
