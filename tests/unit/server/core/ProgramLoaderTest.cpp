//===- ProgramLoaderTest.cpp - who may hold how much of programs ----------===//

#include "server/core/ProgramLoader.h"

#include "tests/fakes/MemoryStore.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

constexpr int64_t kMiB = 1 << 20;

class ProgramLoaderTest : public testing::Test {
protected:
  /// A program of so many MiB in the store.
  ProgramName program(int64_t mebibytes, char content) {
    return *store_.putBlob(
        std::string(static_cast<size_t>(mebibytes * kMiB), content));
  }

  cache::MemoryStore store_;
  ProgramLoader loader_{store_, 12 * kMiB};
};

TEST_F(ProgramLoaderTest, AFileIsChargedUntilTheLastWhoHoldsItIsGone) {
  ProgramBytes first, second;
  ASSERT_TRUE(loader_.load("t", program(4, 'a'), first).ok());
  EXPECT_EQ(faultOf(loader_.load("t", program(4, 'b'), second)),
            WorkFault::FullQueue);
  std::shared_ptr<const SealedFile> held = first.sealed->file;
  first = {};
  EXPECT_FALSE(loader_.load("t", program(4, 'b'), second).ok());
  EXPECT_EQ(held->size(), 4 * kMiB);
  held.reset();
  EXPECT_TRUE(loader_.load("t", program(4, 'b'), second).ok());
  EXPECT_EQ(FramePayload(second.sealed->file, 5, 3), FramePayload("bbb"));
}

TEST_F(ProgramLoaderTest, SmallProgramsAndCompleteOnesAreNotCharged) {
  ProgramBytes large;
  ASSERT_TRUE(loader_.load("t", program(6, 'a'), large).ok());
  ProgramBytes small;
  EXPECT_TRUE(loader_.load("t", program(1, 's'), small).ok());
  EXPECT_FALSE(small.sealed) << "it is in the memory of the store anyway";
  EXPECT_TRUE(loader_.load("t", program(6, 'a'), large).ok())
      << "nothing is left to do";
}

TEST_F(ProgramLoaderTest, WhatIsMissingHoldsNothing) {
  for (int i = 0; i < 10; ++i) {
    ProgramBytes bytes;
    Digest gone = Digest::of("gone");
    gone.size = 6 * kMiB;
    EXPECT_EQ(loader_.load("t", gone, bytes).code(),
              absl::StatusCode::kNotFound);
  }
  ProgramBytes bytes;
  EXPECT_TRUE(loader_.load("t", program(6, 'a'), bytes).ok());
}

TEST_F(ProgramLoaderTest, TenantsHaveHalfEachAndALargeOneComesAlone) {
  ProgramBytes first, second, third;
  ASSERT_TRUE(loader_.load("a", program(10, 'a'), first).ok());
  EXPECT_FALSE(loader_.load("a", program(2, 'b'), second).ok());
  EXPECT_TRUE(loader_.load("b", program(6, 'c'), second).ok());
  EXPECT_EQ(faultOf(loader_.load("c", program(2, 'd'), third)),
            WorkFault::FullQueue)
      << "all is taken";
}

TEST_F(ProgramLoaderTest, AProgramThatNeverFitsIsToldSo) {
  ProgramBytes bytes;
  absl::Status status = loader_.load("a", program(13, 'a'), bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(status), WorkFault::None) << "to come back does not help";
  EXPECT_THAT(std::string(status.message()), HasSubstr("takes 12 MiB"));
}

TEST_F(ProgramLoaderTest, FilesMayOutliveTheLoader) {
  ProgramBytes bytes;
  {
    ProgramLoader other(store_, 12 * kMiB);
    ASSERT_TRUE(other.load("t", program(4, 'a'), bytes).ok());
  }
  EXPECT_EQ(FramePayload(bytes.sealed->file, 0, 1), FramePayload("a"));
}

} // namespace
} // namespace ingot::server
