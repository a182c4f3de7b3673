//===- AnswerTableTest.cpp - answers kept ready ---------------------------===//

#include "server/core/AnswerTable.h"

#include "ingot/v1/compiler.pb.h"
#include "tests/fakes/MemoryStore.h"

#include "gtest/gtest.h"

namespace ingot::server {
namespace {

Digest nameOf(const std::string &caller, const std::string &request,
              const std::string &tenant = "") {
  AnswerName name(Principal{caller, true, {tenant}});
  name.add(request);
  return name.finish();
}

class AnswerTableTest : public testing::Test {
protected:
  AnswerTableTest() {
    v1::ActionRecord record;
    *record.add_outputs()->mutable_digest() = artifact.toProto();
    EXPECT_TRUE(store.putBlob("artifact").ok());
    EXPECT_TRUE(store
                    .putRecords({{cache::RecordKind::Request, key, record}},
                                cache::Durability::OnReturn)
                    .ok());
  }

  static v1::CompileEvent answerOf(size_t bytes) {
    v1::CompileEvent event;
    event.mutable_result()->set_inline_artifact(std::string(bytes, 'x'));
    return event;
  }

  cache::MemoryStore store{1000};
  const Digest key = Digest::of("request"), artifact = Digest::of("artifact");
  const StoredResult result{key, {artifact}};
  AnswerTable table{store, 1 << 20};
};

TEST(AnswerNameTest, PiecesMakeNoDifference) {
  AnswerName name(Principal{"ann", true, {}});
  name.add("req");
  name.add("uest");
  EXPECT_EQ(name.finish(), nameOf("ann", "request"));
}

TEST(AnswerNameTest, CallerAndRequestNeverRunTogether) {
  EXPECT_NE(nameOf("ann", "1:request"), nameOf("ann1:", "request"));
  EXPECT_NE(nameOf("ann", "request"), nameOf("bob", "request"));
  EXPECT_NE(nameOf("ann", "request"), nameOf("ann", "request2"));
  EXPECT_NE(nameOf("ann", "request"), nameOf("ann", "request", "team"));
}

TEST_F(AnswerTableTest, WhatWasKeptIsFoundAsItWas) {
  EXPECT_FALSE(table.find(nameOf("ann", "r")).has_value());
  table.keep(nameOf("ann", "r"), result, answerOf(10));
  std::optional<KeptAnswer> found = table.find(nameOf("ann", "r"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found->bytes, answerOf(10).SerializeAsString());
  EXPECT_EQ(found->key, key);
}

TEST_F(AnswerTableTest, AnotherCallerDoesNotFindIt) {
  table.keep(nameOf("ann", "r"), result, answerOf(10));
  EXPECT_FALSE(table.find(nameOf("bob", "r")).has_value());
}

TEST_F(AnswerTableTest, AnAnswerIsNoneOnceABlobIsEvicted) {
  table.keep(nameOf("ann", "r"), result, answerOf(10));
  ASSERT_TRUE(store.putBlob(std::string(990, 'y')).ok());
  EXPECT_FALSE(table.find(nameOf("ann", "r")).has_value());
}

TEST_F(AnswerTableTest, AnAnswerIsAUseOfWhatItNames) {
  table.keep(nameOf("ann", "r"), result, answerOf(10));
  ASSERT_TRUE(store.putBlob(std::string(500, 'y')).ok());
  EXPECT_TRUE(table.find(nameOf("ann", "r")).has_value());
  ASSERT_TRUE(store.putBlob(std::string(480, 'z')).ok()) << "evicts one";
  EXPECT_TRUE(table.find(nameOf("ann", "r")).has_value());
}

TEST_F(AnswerTableTest, LargeAnswersAreNotKept) {
  AnswerTable large{store, 64 << 20};
  large.keep(nameOf("ann", "r"), result, answerOf(3 << 20));
  EXPECT_FALSE(large.find(nameOf("ann", "r")).has_value());
}

} // namespace
} // namespace ingot::server
