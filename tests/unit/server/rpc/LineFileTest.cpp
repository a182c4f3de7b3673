//===- LineFileTest.cpp - lines that a thread of its own appends ----------===//

#include "server/rpc/LineFile.h"
#include "tests/unit/TemporaryFolder.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace ingot::server {
namespace {

class LineFileTest : public testing::Test {
protected:
  std::unique_ptr<LineFile> open() {
    auto file = LineFile::open(path_, "--audit-log");
    EXPECT_TRUE(file.ok()) << file.status();
    return *std::move(file);
  }
  std::string content() const {
    std::stringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/lines";
};

TEST_F(LineFileTest, WhatWasThereStays) {
  open()->append("one");
  open()->append("two");
  EXPECT_EQ(content(), "one\ntwo\n");
}

TEST_F(LineFileTest, BracesAndPercentSignsAreText) {
  open()->append("{} {0} %v %s {:x}");
  EXPECT_EQ(content(), "{} {0} %v %s {:x}\n");
}

TEST_F(LineFileTest, OnlyItsOwnerReadsIt) {
  open();
  struct stat file;
  ASSERT_EQ(stat(path_.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777u, 0600u);
}

TEST_F(LineFileTest, NoLineIsLostOrMixedWithAnother) {
  // More than wait at once, so that callers wait for the thread.
  constexpr int kThreads = 4, kLines = 5000;
  {
    std::unique_ptr<LineFile> file = open();
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&file, t] {
        for (int i = 0; i < kLines; ++i)
          file->append(absl::StrCat(t, " ", i));
      });
    for (std::thread &thread : threads)
      thread.join();
  }
  std::map<int, int> next;
  for (absl::string_view line :
       absl::StrSplit(content(), '\n', absl::SkipEmpty())) {
    const std::vector<std::string> parts = absl::StrSplit(line, ' ');
    ASSERT_EQ(parts.size(), 2u) << line;
    ASSERT_EQ(std::stoi(parts[1]), next[std::stoi(parts[0])]++) << line;
  }
  EXPECT_EQ(next.size(), size_t{kThreads});
  for (const auto &[thread, lines] : next)
    EXPECT_EQ(lines, kLines) << thread;
}

TEST_F(LineFileTest, AFileThatCannotBeIsNamedWithItsSetting) {
  auto file = LineFile::open(folder_.path() + "/none/lines", "--audit-log");
  EXPECT_EQ(file.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(absl::StartsWith(
      file.status().message(),
      absl::StrCat("--audit-log: ", folder_.path(), "/none/lines: ")))
      << file.status();
}

} // namespace
} // namespace ingot::server
