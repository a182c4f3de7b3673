#include "proto/text/NearestName.h"

#include "gtest/gtest.h"

namespace ingot {
namespace {

TEST(NearestNameTest, IsWhatFewLettersTellApart) {
  EXPECT_EQ(nearestName("planing", {"emit", "plan", "legalize"}), "plan");
  EXPECT_EQ(nearestName("x86-65", {"aarch64", "x86-64", "x86-64-v3"}),
            "x86-64");
  EXPECT_EQ(nearestName("gpu", {"emit", "plan"}), "");
  EXPECT_EQ(nearestName("abc", {}), "");
}

TEST(NearestNameTest, OneMayBeginWithTheOther) {
  EXPECT_EQ(nearestName("plan", {"emit", "planning-passes"}),
            "planning-passes");
  EXPECT_EQ(nearestName("avx22", {"avx", "avx2"}), "avx2") << "a letter";
  EXPECT_EQ(nearestName("pl", {"emit", "planning"}), "") << "too short";
}

TEST(NearestNameTest, CaseDoesNotCount) {
  EXPECT_EQ(nearestName("object", {"EXECUTABLE", "OBJECT"}), "OBJECT");
}

TEST(NearestNameTest, LongNamesHaveNone) {
  EXPECT_EQ(nearestName(std::string(65, 'a'), {"aaa"}), "");
}

} // namespace
} // namespace ingot
