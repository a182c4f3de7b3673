//===- BundleTest.cpp - the variables of a SavedModel ---------------------===//

#include "pipeline/frontends/tensorflow/Bundle.h"
#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"

#include <gmock/gmock.h>

using namespace ingot;
using namespace ingot::tensorflow;
using testing::HasSubstr;

namespace {

std::string messageOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}

/// A checkpoint and the source that has its files.
class BundleTest : public testing::Test {
protected:
  llvm::Expected<Bundle> read() {
    ModelSource source("");
    for (const auto &[name, bytes] : files)
      source.files[name] = bytes;
    return Bundle::read(source, "variables/variables");
  }
  std::string &index() { return files["variables/variables.index"]; }
  std::string &shard() {
    return files["variables/variables.data-00000-of-00001"];
  }

  std::map<std::string, std::string> files =
      writeCheckpoint({{"a", {1, 2}}, {"b", {3, 4, 5}}});
};

TEST_F(BundleTest, ChecksumOfLevelDb) {
  // "123456789" has the CRC-32C 0xe3069283; this is its mask.
  EXPECT_EQ(maskedCrc32c("123456789"),
            ((0xe3069283u >> 15) | (0xe3069283u << 17)) + 0xa282ead8u);
}

TEST_F(BundleTest, RowsOfATable) {
  auto rows = readTable(writeTable({{"one", "1"}, {"two", "22"}}));
  ASSERT_TRUE(static_cast<bool>(rows));
  EXPECT_EQ(*rows,
            (std::map<std::string, std::string>{{"one", "1"}, {"two", "22"}}));
}

TEST_F(BundleTest, TensorsByName) {
  auto bundle = read();
  ASSERT_TRUE(static_cast<bool>(bundle));
  const format::BundleEntry *entry = bundle->find("b");
  ASSERT_NE(entry, nullptr);
  auto bytes = bundle->bytesOf(*entry);
  ASSERT_TRUE(static_cast<bool>(bytes));
  ASSERT_EQ(bytes->size(), 12u);
  float last;
  memcpy(&last, bytes->data() + 8, 4);
  EXPECT_EQ(last, 5);
  EXPECT_EQ(bundle->find("c"), nullptr);
}

TEST_F(BundleTest, WithoutAnIndex) {
  files.clear();
  EXPECT_THAT(messageOf(read().takeError()), HasSubstr("is not there"));
}

TEST_F(BundleTest, ADamagedBlockIsTold) {
  index()[3] ^= 1;
  EXPECT_THAT(messageOf(read().takeError()), HasSubstr("checksum"));
}

TEST_F(BundleTest, ADamagedTensorIsTold) {
  shard()[0] ^= 1;
  auto bundle = read();
  ASSERT_TRUE(static_cast<bool>(bundle));
  EXPECT_THAT(messageOf(bundle->bytesOf(*bundle->find("a")).takeError()),
              HasSubstr("checksum"));
}

TEST_F(BundleTest, ATensorBeyondItsFile) {
  shard().resize(4);
  auto bundle = read();
  ASSERT_TRUE(static_cast<bool>(bundle));
  EXPECT_THAT(messageOf(bundle->bytesOf(*bundle->find("b")).takeError()),
              HasSubstr("outside of its file"));
}

TEST_F(BundleTest, AShardThatIsMissing) {
  files.erase("variables/variables.data-00000-of-00001");
  auto bundle = read();
  ASSERT_TRUE(static_cast<bool>(bundle));
  EXPECT_THAT(messageOf(bundle->bytesOf(*bundle->find("a")).takeError()),
              HasSubstr("is missing"));
}

TEST_F(BundleTest, EveryTruncationIsAnAnswer) {
  std::string whole = index();
  for (size_t size = 0; size < whole.size(); ++size) {
    index() = whole.substr(0, size);
    auto bundle = read();
    EXPECT_FALSE(static_cast<bool>(bundle)) << size;
    llvm::consumeError(bundle.takeError());
  }
}

TEST_F(BundleTest, EveryFlippedByteIsAnAnswer) {
  std::string whole = index();
  for (size_t at = 0; at < whole.size(); ++at) {
    index() = whole;
    index()[at] ^= 0x55;
    auto bundle = read();
    if (!bundle)
      llvm::consumeError(bundle.takeError());
  }
}

} // namespace
