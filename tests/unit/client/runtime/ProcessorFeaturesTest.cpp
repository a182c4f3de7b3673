//===- ProcessorFeaturesTest.cpp - code for larger processors -------------===//

#include "client/runtime/ProcessorFeatures.h"
#include "client/runtime/Executable.h"

#include "gmock/gmock.h"

#include <string>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A field that is delimited by its length, which is below 128.
std::string field(int number, const std::string &bytes) {
  return std::string{char(number << 3 | 2), char(bytes.size())} + bytes;
}

/// With a version, a target, an entry point and features.
std::string manifest() {
  const std::string bits = "\x38\x80\x01"; // vector_bits: 128
  return "\x08\x01" + field(2, field(1, "x86_64") + field(2, "znver5") + bits) +
         field(3, field(1, "main")) + field(13, "avx2") + field(13, "fma");
}

TEST(ProcessorFeaturesTest, AManifestSaysWhatCodeUses) {
  CodeNeeds needs = codeNeeds(manifest());
  EXPECT_EQ(needs.cpu, "znver5");
  EXPECT_THAT(needs.features, ElementsAre("avx2", "fma"));
}

TEST(ProcessorFeaturesTest, OlderOnesSayNothing) {
  CodeNeeds needs = codeNeeds(field(2, field(2, "znver5")));
  EXPECT_EQ(needs.cpu, "znver5");
  EXPECT_THAT(needs.features, IsEmpty());
}

TEST(ProcessorFeaturesTest, WhatIsDamagedEndsThere) {
  const std::string whole = manifest();
  const size_t end = whole.size() - field(13, "fma").size();
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(codeNeeds(whole.substr(0, size)).features.size(), size >= end)
        << size;
  EXPECT_THAT(codeNeeds(std::string(40, '\xff')).features, IsEmpty());
  EXPECT_THAT(codeNeeds({}).features, IsEmpty());
}

TEST(ProcessorFeaturesTest, WhatIsMissingIsListed) {
  absl::Status status = checkProcessor(
      {"znver5", {"avx2", "avx512f", "avx512bf16"}},
      [](std::string_view feature) { return feature == "avx2"; });
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("compiled for znver5"),
                    HasSubstr("lacks avx512f, avx512bf16;"),
                    HasSubstr("--target ")));
}

TEST(ProcessorFeaturesTest, NamesThatNobodyKnowsAreNoReason) {
  EXPECT_TRUE(processorHas("64bit"));
  EXPECT_TRUE(processorHas("feature-of-2040"));
}

TEST(ProcessorFeaturesTest, SuchAnExecutableIsRefusedBeforeItRuns) {
  if (processorHas("fma4"))
    GTEST_SKIP() << "a processor with FMA4, or not of x86";
  auto loaded = Executable::load(SAMPLE_FOR_ANOTHER_PROCESSOR);
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(loaded.status().message()),
              AllOf(HasSubstr(SAMPLE_FOR_ANOTHER_PROCESSOR),
                    HasSubstr("compiled for bdver4"), HasSubstr("fma4")));
}

} // namespace
} // namespace ingot::runtime
