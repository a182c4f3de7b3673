//===- ResolveTargetTest.cpp - passes of requests and of targets ----------===//
//
// What a request says of libraries, and where its target hands ops to them. The
// one form of targets is seen by KeysTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "server/core/ResolveTarget.h"
#include "server/core/Keys.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

v1::Target target() {
  v1::Target made;
  made.set_triple("x86_64-unknown-linux-gnu");
  made.set_cpu("znver4");
  return made;
}

v1::WorkerHello helloWithTarget() {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("npu");
  *named->mutable_target() = target();
  return hello;
}

/// The same with a pass at a point.
v1::Target withPhase(v1::Target made, const char *point, const char *pipeline) {
  made.add_phases()->set_name(point);
  made.mutable_phases()->rbegin()->set_pipeline(pipeline);
  return made;
}

TEST(ResolveTargetTest,
     WhatMayBeAbsentIsSaidAtDecomposeWhereOpsAreHandedOverThere) {
  v1::WorkerHello hello;
  for (const char *point : {"plan", "decompose"}) {
    auto *named = hello.add_targets();
    named->set_name(point);
    *named->mutable_target() =
        withPhase(target(), point, "ingot-offload{library=a}");
    v1::Target prefers;
    prefers.set_base(point);
    prefers = withPhase(prefers, "offload", "ingot-prefer-offload");
    const auto resolved = resolveTarget(hello, true, prefers, "", {});
    ASSERT_TRUE(resolved.ok()) << resolved.status();
    v1::Target expected =
        withPhase(named->target(), "offload", "ingot-prefer-offload");
    if (named->name() == "decompose")
      expected = withPhase(expected, "decompose", "ingot-prefer-offload");
    EXPECT_EQ(resolved->SerializeAsString(),
              canonicalTarget(expected)->SerializeAsString());
    EXPECT_EQ(Keys(*resolved, {}, "id").sharesImport(),
              named->name() == "plan");
  }
}

TEST(ResolveTargetTest, NoPartsBesideATargetThatHandsOpsOverBeforeThereAreAny) {
  v1::CompileOptions options;
  options.add_placements("@f=npu");
  const v1::Target main =
      withPhase(target(), "decompose", "ingot-offload{library=a}");
  EXPECT_TRUE(resolveParts(helloWithTarget(), main, {}).ok());
  absl::Status status =
      resolveParts(helloWithTarget(), main, options.placements()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("has ingot-offload at the point decompose"));
  EXPECT_TRUE(resolveParts(helloWithTarget(),
                           withPhase(target(), "decompose", "cse"),
                           options.placements())
                  .ok());
  v1::WorkerHello hello = helloWithTarget();
  *hello.mutable_targets(0)->mutable_target() = main;
  status = resolveParts(hello, target(), options.placements()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("npu has ingot-offload at the point decompose"));
}

} // namespace
} // namespace ingot::server
