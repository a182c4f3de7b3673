//===- FileBytesTest.cpp - the bytes of a file, held or mapped ------------===//

#include "client/cli/ProgramFiles.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ingot::client {
namespace {

using FileBytesTest = CommandTest;

/// The pages of a file that this process has in memory, in KiB.
long mappedKiB() {
  std::ifstream status("/proc/self/status");
  std::string word;
  long kib = 0;
  while (status >> word)
    if (word == "RssFile:")
      status >> kib;
  return kib;
}

TEST_F(FileBytesTest, WhatIsLargeIsMappedAndReadAgainAfterItWasReleased) {
  const size_t size = (size_t{64} << 20) + 4097;
  write("large", "begin");
  std::filesystem::resize_file("large", size);
  absl::StatusOr<FileBytes> bytes = readLargeFile("large");
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  ASSERT_EQ(bytes->size(), size);
  const long before = mappedKiB();
  size_t zeros = 0;
  for (char byte : bytes->view())
    zeros += byte == 0;
  EXPECT_EQ(zeros, size - 5);
  EXPECT_GT(mappedKiB(), before + (60 << 10));
  FileBytes::release(*bytes);
  EXPECT_LT(mappedKiB(), before + (2 << 10));
  EXPECT_EQ(bytes->view().substr(0, 5), "begin");
}

TEST_F(FileBytesTest, WhatIsHeldIsNotReleased) {
  write("small", std::string(FileBytes::kMaxHeldBytes, 'x'));
  absl::StatusOr<FileBytes> bytes = readLargeFile("small");
  ASSERT_TRUE(bytes.ok());
  FileBytes::release(*bytes);
  EXPECT_EQ(bytes->view(), std::string(FileBytes::kMaxHeldBytes, 'x'));
  const std::string others(1 << 20, 'y');
  FileBytes::release(others);
  EXPECT_EQ(others[1 << 19], 'y');
}

TEST_F(FileBytesTest, WhatGetsShorterIsNamedWhenItIsRead) {
  write("shrinks", std::string(4 << 20, 'x'));
  absl::StatusOr<FileBytes> bytes = readLargeFile("shrinks");
  ASSERT_TRUE(bytes.ok());
  std::filesystem::resize_file("shrinks", 1 << 20);
  EXPECT_EXIT(EXPECT_EQ(bytes->view()[3 << 20], 'x'),
              testing::ExitedWithCode(3),
              "ingot: error: shrinks: cannot be read any more");
}

TEST_F(FileBytesTest, WhatIsWrittenToIsNamed) {
  write("large", std::string(4 << 20, 'x'));
  {
    absl::StatusOr<FileBytes> bytes = readLargeFile("large");
    ASSERT_TRUE(bytes.ok());
    EXPECT_EQ(FileBytes::changedFile(), "");
    std::ofstream("large", std::ios::app) << "more";
    EXPECT_EQ(FileBytes::changedFile(), "large");
  }
  EXPECT_EQ(FileBytes::changedFile(), "") << "nobody reads it now";
}

TEST_F(FileBytesTest, WhatIsNoFileByNowIsNotMapped) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  EXPECT_EQ(FileBytes::map(pipe[0], "pipe").size(), 0u);
  close(pipe[0]);
  close(pipe[1]);
}

TEST_F(FileBytesTest, TextsAreFoundWhereverTheyStand) {
  std::string bytes(48 << 20, ' ');
  EXPECT_FALSE(contains(bytes, "needle"));
  for (size_t at : {size_t{0}, size_t{(16 << 20) - 3}, bytes.size() - 6}) {
    std::string with = bytes;
    with.replace(at, 6, "needle");
    EXPECT_TRUE(contains(with, "needle")) << at;
  }
  EXPECT_FALSE(contains("", "needle"));
}

TEST_F(FileBytesTest, CopiesOutliveTheFirst) {
  FileBytes copy;
  {
    FileBytes bytes(std::string("bytes"));
    copy = bytes;
  }
  EXPECT_EQ(copy, "bytes");
  EXPECT_EQ(FileBytes().size(), 0u);
}

TEST_F(FileBytesTest, WhatIsNoFileIsSaid) {
  EXPECT_FALSE(readLargeFile("gone").ok());
  std::filesystem::create_directory("folder");
  EXPECT_FALSE(readLargeFile("folder").ok());
}

} // namespace
} // namespace ingot::client
