//===- TensorArchivesTest.cpp - constants for other programs --------------===//

#include "client/runtime/TensorArchives.h"
#include "client/runtime/Fingerprint.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/SeededRandom.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <cstdint>
#include <filesystem>

namespace ingot::runtime {
namespace {

class TensorArchivesTest : public testing::Test {
protected:
  void add(const std::string &name, ElementType type,
           const std::vector<int64_t> &shape) {
    tensors_.push_back({name, type, shape, ""});
    bytes_.push_back(random_.bytes(tensors_.back().byteSize()));
  }

  NextBytes next() {
    return
        [this, at = size_t{0}]() mutable -> absl::StatusOr<std::string_view> {
          return bytes_[at++];
        };
  }

  /// That the file has these tensors, where they can be mapped.
  void expectIn(const std::string &file) {
    auto opened = TensorFile::open(file);
    ASSERT_TRUE(opened.ok()) << opened.status();
    EXPECT_EQ((*opened)->tensors().size(), tensors_.size());
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const StoredTensor *tensor = (*opened)->find(tensors_[i].name);
      ASSERT_TRUE(tensor) << tensors_[i].name;
      EXPECT_TRUE(tensor->holds(tensors_[i].type, tensors_[i].shape))
          << tensors_[i].name;
      EXPECT_EQ(tensor->bytes, bytes_[i]) << tensors_[i].name;
      // The file is mapped from its start, which is at a page.
      if (!tensor->bytes.empty())
        EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->bytes.data()) % 64, 0u)
            << tensors_[i].name;
    }
  }

  SeededRandom random_{1};
  std::vector<NamedSize> tensors_;
  std::vector<std::string> bytes_;
};

TEST_F(TensorArchivesTest, WhatIsWrittenIsFoundByAnyTypeAndShape) {
  int count = 0;
  for (ElementType type :
       {INGOT_BOOL, INGOT_I8, INGOT_I16, INGOT_I32, INGOT_I64, INGOT_U8,
        INGOT_U16, INGOT_U32, INGOT_U64, INGOT_F16, INGOT_BF16, INGOT_F32,
        INGOT_F64, INGOT_C64, INGOT_C128})
    for (const std::vector<int64_t> &shape :
         {std::vector<int64_t>{}, {0}, {7}, {3, 5}, {2, 1, 33}})
      add("layer/" + std::to_string(count++) + ".w\xc3\xa4", type, shape);
  ASSERT_TRUE(writeNpz(path("all.npz"), tensors_, next()).ok());
  expectIn(path("all.npz"));
  ASSERT_TRUE(writeIrpa(path("all.irpa"), tensors_, next()).ok());
  expectIn(path("all.irpa"));
}

/// The files are for other programs: numpy has read the first of these, and
/// the runtime of IREE the second.
TEST_F(TensorArchivesTest, EqualTensorsGiveTheBytesTheyGaveBefore) {
  tensors_ = {{"layer/w", INGOT_F32, {2, 3}, ""},
              {"\xc3\xa4", INGOT_I64, {}, ""},
              {"none", INGOT_F16, {0}, ""},
              {"b", INGOT_BOOL, {65}, ""}};
  for (const NamedSize &tensor : tensors_) {
    std::string &bytes = bytes_.emplace_back(tensor.byteSize(), '\0');
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(i % 2);
  }
  ASSERT_TRUE(writeNpz(path("known.npz"), tensors_, next()).ok());
  EXPECT_EQ(hexOf(sha256(read(path("known.npz")))),
            "87c0b347e763230c006dd4a5e7003aebe8113f32bf74d16b30dfda8bde1f80e9");
  ASSERT_TRUE(writeIrpa(path("known.irpa"), tensors_, next()).ok());
  EXPECT_EQ(hexOf(sha256(read(path("known.irpa")))),
            "4f975c5644147c4cd6c7811ad80d8e557080d560d817130d0ff8675a5ddb48c4");
}

TEST_F(TensorArchivesTest, WhatNumpyCannotNameIsRefused) {
  add("w", INGOT_F8E4M3FN, {4});
  EXPECT_THAT(std::string(writeNpz(path("f8.npz"), tensors_, next()).message()),
              testing::HasSubstr("constant 'w' has floats of eight bits"));
  ASSERT_TRUE(writeIrpa(path("f8.irpa"), tensors_, next()).ok());
  expectIn(path("f8.irpa"));
}

TEST_F(TensorArchivesTest, TypesThatNoTensorHasAreRefused) {
  const NamedSize wrong[] = {{"w", INGOT_F32, {-4}, ""},
                             {"w", INGOT_F32, {int64_t{1} << 62, 2}, ""},
                             {"w", 99, {4}, ""}};
  bytes_ = {""};
  for (const NamedSize &tensor : wrong) {
    EXPECT_EQ(tensor.byteSize(), 0u);
    for (const char *name : {"w.npz", "w.irpa"}) {
      auto write = std::string(name) == "w.npz" ? writeNpz : writeIrpa;
      EXPECT_THAT(std::string(write(path(name), {tensor}, next()).message()),
                  testing::HasSubstr("which cannot be written"));
      EXPECT_FALSE(std::filesystem::exists(path(name)));
    }
  }
}

TEST_F(TensorArchivesTest, AnErrorLeavesNothing) {
  add("a", INGOT_F32, {4});
  add("b", INGOT_F32, {4});
  bytes_[1] = "short";
  for (const char *name : {"e.npz", "e.irpa"}) {
    auto write = std::string(name) == "e.npz" ? writeNpz : writeIrpa;
    EXPECT_EQ(write(path(name), tensors_, next()).message(),
              "constant 'b' has 5 bytes, which its type does not have");
    EXPECT_FALSE(std::filesystem::exists(path(name)));
  }
}

} // namespace
} // namespace ingot::runtime
