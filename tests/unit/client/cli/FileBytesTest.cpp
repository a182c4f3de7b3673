//===- FileBytesTest.cpp - the bytes of a file, held or mapped ------------===//

#include "client/cli/ProgramFiles.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <filesystem>
#include <fstream>

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
  const size_t size = FileBytes::kMaxHeldBytes + 4097;
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
  write("small", std::string(1 << 20, 'x'));
  absl::StatusOr<FileBytes> bytes = readLargeFile("small");
  ASSERT_TRUE(bytes.ok());
  FileBytes::release(*bytes);
  EXPECT_EQ(bytes->view(), std::string(1 << 20, 'x'));
  const std::string others(1 << 20, 'y');
  FileBytes::release(others);
  EXPECT_EQ(others[1 << 19], 'y');
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
