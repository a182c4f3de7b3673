//===- ActionResultTest.cpp - records as results of REAPI -----------------===//

#include "cache/remote/ActionResult.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::cache {
namespace {

using testing::HasSubstr;

v1::ActionRecord someRecord() {
  v1::ActionRecord record;
  record.set_format(1);
  record.set_payload("facts");
  for (const char *role : {"host", "kernel 0", ""}) {
    v1::ActionRecord::Output *output = record.add_outputs();
    output->set_role(role);
    *output->mutable_digest() = Digest::of(role).toProto();
  }
  return record;
}

const Digest kKey = Digest::of("key");

TEST(ActionResultTest, ARecordComesBackAsItWas) {
  auto back = fromActionResult(
      kKey, toActionResult(kKey, someRecord(), "secret"), "secret");
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->SerializeAsString(), someRecord().SerializeAsString());
}

TEST(ActionResultTest, OutputsAreFilesThatACacheKeeps) {
  const reapi::ActionResult result = toActionResult(kKey, someRecord(), "");
  ASSERT_EQ(result.output_files_size(), 3);
  EXPECT_EQ(result.output_files(0).path(), "000000/host");
  EXPECT_EQ(result.output_files(1).digest().hash(),
            Digest::of("kernel 0").hex());
  EXPECT_EQ(result.output_files(2).path(), "000002/blob");
}

TEST(ActionResultTest, WhatIsNotThisActionsIsDamage) {
  reapi::ActionResult changed = toActionResult(kKey, someRecord(), "secret");
  changed.mutable_stdout_raw()->back() ^= 1;
  struct Case {
    const char *name;
    reapi::ActionResult result;
  };
  const Case cases[] = {
      {"of another key",
       toActionResult(Digest::of("other"), someRecord(), "secret")},
      {"sealed with another secret", toActionResult(kKey, someRecord(), "no")},
      {"changed", changed},
      {"of another program", reapi::ActionResult()}};
  for (const Case &each : cases) {
    auto back = fromActionResult(kKey, each.result, "secret");
    EXPECT_EQ(back.status().code(), absl::StatusCode::kDataLoss) << each.name;
  }
}

TEST(ActionResultTest, DigestsThatAreNoneAreRefused) {
  reapi::Digest digest = toReapi(kKey);
  EXPECT_EQ(*fromReapi(digest), kKey);
  digest.set_size_bytes(-1);
  EXPECT_EQ(fromReapi(digest).status().code(),
            absl::StatusCode::kInvalidArgument);
  digest = toReapi(kKey);
  digest.set_hash("ABC");
  EXPECT_EQ(fromReapi(digest).status().code(),
            absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace ingot::cache
