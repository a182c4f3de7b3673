//===- FilesTest.cpp - files that are whole or not there ------------------===//

#include "client/runtime/Files.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <filesystem>
#include <sys/stat.h>

namespace ingot::runtime {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FilesTest : public testing::Test {
protected:
  void SetUp() override {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  /// How many files there are, temporary ones included.
  int64_t count() const {
    return std::distance(fs::directory_iterator(folder),
                         fs::directory_iterator());
  }

  const std::string folder = path("files");
};

TEST_F(FilesTest, PiecesFollowEachOther) {
  std::string file = folder + "/a";
  ASSERT_TRUE(
      writeFile(file, {"one", "", "two", std::string_view("\0", 1)}).ok());
  EXPECT_EQ(read(file), std::string("onetwo\0", 7));
  ASSERT_TRUE(writeFile(file, {}).ok());
  EXPECT_EQ(read(file), "");
  EXPECT_EQ(count(), 1) << "no temporary file is left";
}

TEST_F(FilesTest, TheBeginningMayComeLast) {
  OutputFile file(folder + "/a");
  ASSERT_TRUE(file.open().ok() && file.canRestart());
  ASSERT_TRUE(file.write("......").ok() && file.write("text").ok());
  file.restart();
  ASSERT_TRUE(file.write("header").ok());
  ASSERT_TRUE(file.close(0600).ok());
  ASSERT_TRUE(file.keep().ok());
  EXPECT_EQ(read(folder + "/a"), "headertext");
  EXPECT_EQ(count(), 1);
}

TEST_F(FilesTest, WhatIsNotKeptLeavesWhatWasThere) {
  ASSERT_TRUE(writeFile(folder + "/a", {"old"}).ok());
  {
    OutputFile file(folder + "/a");
    ASSERT_TRUE(file.open().ok());
    ASSERT_TRUE(file.write("new").ok());
  }
  EXPECT_EQ(read(folder + "/a"), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(FilesTest, TheModeIsTheOneAskedFor) {
  std::string file = folder + "/a";
  for (mode_t mode : {0600, 0755, 0644}) {
    ASSERT_TRUE(writeFile(file, {"x"}, mode).ok());
    struct stat information{};
    ASSERT_EQ(stat(file.c_str(), &information), 0);
    EXPECT_EQ(information.st_mode & 0777, mode);
  }
}

TEST_F(FilesTest, ReadersOfTheOldFileKeepIt) {
  std::string file = folder + "/a";
  ASSERT_TRUE(writeFile(file, {"old"}).ok());
  std::ifstream reader(file);
  ASSERT_TRUE(writeFile(file, {"new one"}).ok());
  std::string seen;
  reader >> seen;
  EXPECT_EQ(seen, "old");
  EXPECT_EQ(read(file), "new one");
}

TEST_F(FilesTest, DevicesAreWrittenToAndNotReplaced) {
  EXPECT_TRUE(writeFile("/dev/null", {"x"}).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FilesTest, FailuresNameThePathAndLeaveNothingBehind) {
  fs::create_directory(folder + "/taken");
  for (const std::string &file : {folder + "/nowhere/a", folder + "/taken",
                                  folder + "/" + std::string(300, 'a')}) {
    absl::Status status = writeFile(file, {"x"});
    EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied) << file;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr(file + ": cannot be written: "));
  }
  EXPECT_EQ(count(), 1) << "only the folder that was there";
}

TEST_F(FilesTest, AFullDiskIsAnError) {
  EXPECT_EQ(writeFile("/dev/full", {"x"}).code(),
            absl::StatusCode::kPermissionDenied);
}

} // namespace
} // namespace ingot::runtime
