//===- LruCacheTest.cpp - bounded by cost, oldest out ---------------------===//

#include "cache/store/LruCache.h"

#include <gtest/gtest.h>

#include <string>

namespace ingot::cache {
namespace {

using Cache = LruCache<int, std::string>;

std::shared_ptr<const std::string> text(const char *value) {
  return std::make_shared<const std::string>(value);
}

TEST(LruCache, TheLeastRecentlyUsedMakesRoom) {
  Cache cache(2);
  cache.put(1, text("one"), 1);
  cache.put(2, text("two"), 1);
  EXPECT_EQ(*cache.get(1), "one");
  cache.put(3, text("three"), 1);
  EXPECT_EQ(cache.get(2), nullptr);
  EXPECT_EQ(*cache.get(1), "one");
  EXPECT_EQ(*cache.get(3), "three");
}

TEST(LruCache, AnEntryIsReplacedAndItsCostGivenBack) {
  Cache cache(2);
  cache.put(1, text("a"), 2);
  cache.put(1, text("b"), 1);
  cache.put(2, text("c"), 1);
  EXPECT_EQ(*cache.get(1), "b");
  EXPECT_EQ(*cache.get(2), "c");
}

TEST(LruCache, WhatIsTooLargeIsNotKeptAndEvictsNothing) {
  Cache cache(2);
  cache.put(1, text("a"), 2);
  cache.put(2, text("b"), 3);
  EXPECT_EQ(cache.get(2), nullptr);
  EXPECT_EQ(*cache.get(1), "a");
  cache.erase(1);
  EXPECT_EQ(cache.get(1), nullptr);
}

} // namespace
} // namespace ingot::cache
