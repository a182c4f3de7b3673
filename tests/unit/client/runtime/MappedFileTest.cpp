//===- MappedFileTest.cpp - all of a file, in memory ----------------------===//

#include "client/runtime/MappedFile.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <unistd.h>

namespace ingot::runtime {
namespace {

/// Maps a file and closes and deletes it.
std::shared_ptr<const MappedFile> mapOnce(const std::string &file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_GE(descriptor, 0);
  std::shared_ptr<const MappedFile> mapped = MappedFile::map(descriptor);
  EXPECT_EQ(close(descriptor), 0) << "it is the caller's";
  unlink(file.c_str());
  return mapped;
}

TEST(MappedFileTest, OutlivesDescriptorAndName) {
  const std::string bytes = std::string(5000, 'x') + '\0' + "end";
  std::shared_ptr<const MappedFile> mapped = mapOnce(write("whole", bytes));
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped->bytes(), bytes);
}

TEST(MappedFileTest, NothingIsNull) {
  EXPECT_FALSE(mapOnce(write("empty", "")));
  EXPECT_FALSE(MappedFile::map(-1));
}

} // namespace
} // namespace ingot::runtime
