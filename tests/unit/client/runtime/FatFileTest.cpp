//===- FatFileTest.cpp - executables of several targets in one ------------===//

#include "client/runtime/FatFile.h"

#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <cstdio>

namespace ingot::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// One of an odd and one of an even number of bytes.
std::vector<FatMember> twoMembers() {
  return {{"x86-64-v2", "odd"}, {"aarch64", "even"}};
}

std::string messageOf(const absl::Status &status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  return std::string(status.message());
}

/// What the first line of a command's output is.
std::string outputOf(const std::string &command) {
  FILE *pipe = popen(command.c_str(), "r");
  std::string text;
  char buffer[256];
  while (pipe && fgets(buffer, sizeof(buffer), pipe))
    text += buffer;
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

TEST(FatFileTest, WhatIsWrittenIsRead) {
  auto file = writeFat(twoMembers());
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(isFat(*file));
  EXPECT_FALSE(isFat("\177ELF"));
  EXPECT_FALSE(isFat("!<arch>"));
  auto members = readFat(*file);
  ASSERT_TRUE(members.ok()) << members.status();
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].target, "x86-64-v2");
  EXPECT_EQ((*members)[0].bytes, "odd");
  EXPECT_EQ((*members)[1].target, "aarch64");
  EXPECT_EQ((*members)[1].bytes, "even");
  EXPECT_EQ(*file, *writeFat(twoMembers()));
}

TEST(FatFileTest, TheBytesAreThoseOfTheFormat) {
  EXPECT_EQ(*writeFat(twoMembers()),
            "!<arch>\n"
            "x86-64-v2.so/   0           0     0     100755  3         `\n"
            "odd\n"
            "aarch64.so/     0           0     0     100755  4         `\n"
            "even");
}

TEST(FatFileTest, ArOpensIt) {
  std::string file = write("fat.so", *writeFat(twoMembers()));
  EXPECT_EQ(outputOf("ar t " + file), "x86-64-v2.so\naarch64.so\n");
  EXPECT_EQ(outputOf("ar p " + file + " x86-64-v2.so"), "odd");
  EXPECT_EQ(outputOf("ar p " + file + " aarch64.so"), "even");
}

TEST(FatFileTest, OnlyMachinesThatALoaderCanTellHaveMembers) {
  EXPECT_THAT(fatTargets(),
              ElementsAre("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4",
                          "aarch64", "riscv64", "riscv64-v"));
  EXPECT_THAT(messageOf(writeFat({{"host", "code"}}).status()),
              HasSubstr("no member for 'host'"));
  EXPECT_THAT(messageOf(writeFat({}).status()), HasSubstr("has no member"));
  EXPECT_THAT(
      messageOf(writeFat({{"aarch64", "a"}, {"aarch64", "b"}}).status()),
      HasSubstr("two members for 'aarch64'"));
}

TEST(FatFileTest, DamageIsNamed) {
  const std::string file = *writeFat(twoMembers());
  // Between two members the first alone is a whole file.
  const size_t first = 8 + 60 + 4;
  for (size_t size = 0; size < file.size(); ++size) {
    auto members = readFat(std::string_view(file).substr(0, size));
    if (size == first || size == first - 1)
      EXPECT_TRUE(members.ok()) << size;
    else
      EXPECT_FALSE(members.ok()) << size;
  }
  auto broken = [&](size_t at, std::string_view with) {
    std::string bytes = file;
    bytes.replace(at, with.size(), with);
    return messageOf(readFat(bytes).status());
  };
  EXPECT_THAT(broken(0, "?"), HasSubstr("does not begin like one"));
  EXPECT_THAT(broken(8, "x86-64-v2.o/"), HasSubstr("is no executable"));
  EXPECT_THAT(broken(8, "x86-64-v9"), HasSubstr("no member for 'x86-64-v9'"));
  EXPECT_THAT(broken(8 + 48, "many"), HasSubstr("is no number"));
  EXPECT_THAT(broken(8 + 48, "-3"), HasSubstr("is no number"));
  EXPECT_THAT(broken(8 + 48, "9999999999"), HasSubstr("ends within a member"));
  EXPECT_THAT(broken(8 + 58, "\n\n"), HasSubstr("has no end"));
  EXPECT_THAT(broken(first, "x86-64-v2.so/   "), HasSubstr("two members"));
}

TEST(FatFileTest, TheMemberThatNeedsMostOfTheMachineIsChosen) {
  const std::vector<FatMember> members = {{"x86-64-v4", "4"},
                                          {"x86-64", "1"},
                                          {"x86-64-v3", "3"},
                                          {"riscv64", "r"}};
  auto chosen = [&](std::vector<std::string> runs) {
    auto member = chooseMember(members, [&](std::string_view target) {
      return std::find(runs.begin(), runs.end(), target) != runs.end();
    });
    return member.ok() ? std::string(member->bytes)
                       : std::string(member.status().message());
  };
  EXPECT_EQ(chosen({"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}), "4");
  EXPECT_EQ(chosen({"x86-64", "x86-64-v2", "x86-64-v3"}), "3");
  EXPECT_EQ(chosen({"x86-64", "x86-64-v2"}), "1");
  EXPECT_EQ(chosen({"riscv64", "riscv64-v"}), "r");
  EXPECT_THAT(chosen({"aarch64"}),
              StartsWith("has executables for x86-64-v4, x86-64, x86-64-v3, "
                         "riscv64, none of which runs on this machine"));
}

TEST(FatFileTest, AMachineIsOfOneKind) {
  int kinds =
      machineRuns("x86-64") + machineRuns("aarch64") + machineRuns("riscv64");
  EXPECT_EQ(kinds, 1);
  EXPECT_FALSE(machineRuns("host"));
  // What needs more is never there without what it builds on.
  EXPECT_LE(machineRuns("x86-64-v4"), machineRuns("x86-64-v3"));
  EXPECT_LE(machineRuns("x86-64-v3"), machineRuns("x86-64-v2"));
  EXPECT_LE(machineRuns("x86-64-v2"), machineRuns("x86-64"));
}

} // namespace
} // namespace ingot::runtime
