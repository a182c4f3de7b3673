//===- ConstantSlotsTest.cpp - executables for any weights ----------------===//

#include "server/core/ConstantSlots.h"

#include "cache/key/Digest.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

/// Constants of these values; an empty one is bound by name.
v1::Manifest manifestOf(const std::vector<std::string> &values) {
  v1::Manifest manifest;
  for (const std::string &value : values) {
    v1::Constant *constant = manifest.add_constants();
    constant->set_name("c" + std::to_string(manifest.constants_size()));
    if (!value.empty())
      *constant->mutable_digest() = Digest::of(value).toProto();
  }
  return manifest;
}

/// As a linker makes it: digests in a table, and in the manifest.
std::string executableOf(const v1::Manifest &manifest) {
  std::string made = "code ";
  for (const v1::Constant &constant : manifest.constants())
    made += constant.digest().hash() + '\0';
  return made + manifest.SerializeAsString();
}

TEST(ConstantSlotsTest, ManifestsOfOtherWeightsBecomeOne) {
  EXPECT_EQ(withSlots(manifestOf({"a", "b"})).SerializeAsString(),
            withSlots(manifestOf({"x", "y"})).SerializeAsString());
}

TEST(ConstantSlotsTest, EqualValuesHaveOneSlot) {
  EXPECT_EQ(withSlots(manifestOf({"a", "b", "a"})).SerializeAsString(),
            withSlots(manifestOf({"x", "y", "x"})).SerializeAsString());
  EXPECT_NE(withSlots(manifestOf({"a", "b", "a"})).SerializeAsString(),
            withSlots(manifestOf({"x", "y", "z"})).SerializeAsString());
}

TEST(ConstantSlotsTest, WhatIsBoundByNameHasNone) {
  const v1::Manifest manifest = manifestOf({""});
  EXPECT_EQ(withSlots(manifest).SerializeAsString(),
            manifest.SerializeAsString());
}

TEST(ConstantSlotsTest, FilledItIsWhatTheDigestsThemselvesWouldHaveMade) {
  for (const auto &values : {std::vector<std::string>{},
                             {"a"},
                             {"a", "", "b", "a"},
                             std::vector<std::string>(300, "same")}) {
    const v1::Manifest manifest = manifestOf(values);
    auto filled = fillSlots(manifest, executableOf(withSlots(manifest)));
    ASSERT_TRUE(filled.ok()) << filled.status();
    EXPECT_EQ(*filled, executableOf(manifest));
  }
}

TEST(ConstantSlotsTest, ASlotTooFewOrTooManyIsInternal) {
  auto less = fillSlots(manifestOf({"a", "b"}),
                        executableOf(withSlots(manifestOf({"a"}))));
  EXPECT_EQ(less.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(less.status().message()), HasSubstr("not name all"));
  auto more = fillSlots(manifestOf({"a"}),
                        executableOf(withSlots(manifestOf({"a", "b"}))));
  EXPECT_EQ(more.status().code(), absl::StatusCode::kInternal);
}

TEST(ConstantSlotsTest, OnlyMachineCodeHasThem) {
  v1::Target target;
  v1::CompileOptions options;
  EXPECT_TRUE(canHaveSlots(target, options));
  options.set_emit(v1::ASSEMBLY);
  EXPECT_FALSE(canHaveSlots(target, options));
  options.set_emit(v1::OBJECT);
  EXPECT_TRUE(canHaveSlots(target, options));
  target.add_plugins();
  EXPECT_FALSE(canHaveSlots(target, options));
  target.clear_plugins();
  target.set_backend("c");
  EXPECT_FALSE(canHaveSlots(target, options));
}

} // namespace
} // namespace ingot::server
