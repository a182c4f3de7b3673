//===- FileNameTest.cpp - what a file beside a program may be called ------===//

#include "cache/key/FileName.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <utility>

namespace ingot {
namespace {

using testing::HasSubstr;

TEST(FileNameTest, NamesThatLeadDownwardsAreTaken) {
  for (const char *name :
       {"x", "weights.bin", "variables/variables.data-00000-of-00001",
        "a b/c d", "..hidden", "a..b",
        "\xc3\xa4/\xe6\xbc\xa2/\xf0\x9f\xa6\x8a"})
    EXPECT_EQ(faultOfFileName(name), "") << name;
}

TEST(FileNameTest, NamesThatLeadElsewhereAreRefused) {
  const std::pair<std::string, const char *> cases[] = {
      {"", "empty"},
      {"/etc/passwd", "absolute"},
      {"../x", "'..'"},
      {"a/../x", "'..'"},
      {"a/..", "'..'"},
      {"./x", "'.'"},
      {"a//x", "the part ''"},
      {"a/", "the part ''"},
      {"a\\x", "backslash"},
      {"a\nx", "control"},
      {std::string("a\0x", 3), "control"},
      {std::string(1025, 'a'), "1024 bytes"}};
  for (const auto &[name, fault] : cases)
    EXPECT_THAT(faultOfFileName(name), HasSubstr(fault)) << name;
}

TEST(FileNameTest, NamesAreUtf8) {
  for (const char *name :
       {"\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
        "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xff", "a\xe6\xbc"})
    EXPECT_THAT(faultOfFileName(name), HasSubstr("UTF-8"));
}

} // namespace
} // namespace ingot
