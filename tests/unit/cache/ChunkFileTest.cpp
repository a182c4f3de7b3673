//===- ChunkFileTest.cpp - chunks of an upload in a file of their own -----===//

#include "cache/rocksdb/ChunkFile.h"
#include "cache/rocksdb/Format.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gtest/gtest.h>

#include <fstream>

namespace ingot::cache {
namespace {

class ChunkFileTest : public testing::Test {
protected:
  std::unique_ptr<ChunkFile> create(uint64_t set) {
    auto file = ChunkFile::create(*database_, set);
    EXPECT_TRUE(file.ok()) << file.status();
    return *std::move(file);
  }
  /// A chunk of the table, or "none".
  std::string chunk(uint64_t set, int64_t number) {
    std::string bytes;
    rocksdb::Status status = database_->db().Get(
        rocksdb::ReadOptions(), database_->table(Table::Chunks),
        format::chunkKey(set, number), &bytes);
    return status.ok() ? bytes : "none";
  }
  /// How many files of uploads there are.
  size_t files() const {
    size_t count = 0;
    for (const auto &file : std::filesystem::directory_iterator(folder_.path()))
      count += file.path().filename().string().rfind("upload-", 0) == 0;
    return count;
  }

  const TemporaryFolder folder_;
  std::unique_ptr<Database> database_ = Database::open(folder_.path()).value();
};

TEST_F(ChunkFileTest, ChunksAreInTheTableOnceAdded) {
  const std::string large = someBytes(1 << 20, 1);
  std::unique_ptr<ChunkFile> file = create(7);
  EXPECT_TRUE(file->append(large).ok());
  EXPECT_TRUE(file->append("the end").ok());
  EXPECT_EQ(chunk(7, 0), "none");
  ASSERT_TRUE(file->addToTable().ok());
  EXPECT_EQ(chunk(7, 0), large);
  EXPECT_EQ(chunk(7, 1), "the end");
  EXPECT_EQ(chunk(7, 2), "none");
  EXPECT_EQ(chunk(8, 0), "none");
}

TEST_F(ChunkFileTest, WhatWasAddedIsThereAfterAnotherStart) {
  {
    std::unique_ptr<ChunkFile> file = create(1);
    ASSERT_TRUE(file->append("bytes").ok());
    ASSERT_TRUE(file->addToTable().ok());
  }
  database_.reset();
  database_ = Database::open(folder_.path()).value();
  EXPECT_EQ(chunk(1, 0), "bytes");
}

TEST_F(ChunkFileTest, AnUploadThatIsGivenUpLeavesNoFile) {
  std::unique_ptr<ChunkFile> file = create(1);
  ASSERT_TRUE(file->append("bytes").ok());
  EXPECT_EQ(files(), 1u);
  file.reset();
  EXPECT_EQ(files(), 0u);
  EXPECT_EQ(chunk(1, 0), "none");
}

TEST_F(ChunkFileTest, WhatAProgramThatEndedLeftIsDeletedAndNothingElse) {
  std::unique_ptr<ChunkFile> added = create(1);
  ASSERT_TRUE(added->append("kept").ok());
  ASSERT_TRUE(added->addToTable().ok());
  for (const char *name : {"upload-5.tmp", "upload-6.tmp", "upload-6.other"})
    std::ofstream(folder_.path() + "/" + name) << "left";
  ASSERT_TRUE(ChunkFile::removeAll(*database_).ok());
  EXPECT_EQ(files(), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/upload-6.other"));
  EXPECT_EQ(chunk(1, 0), "kept");
}

TEST_F(ChunkFileTest, AnEmptyUploadCannotBeAdded) {
  // RocksDB has no file without keys; who uploads nothing needs none.
  EXPECT_FALSE(create(1)->addToTable().ok());
}

} // namespace
} // namespace ingot::cache
