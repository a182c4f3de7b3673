//===- MeasuredStoreTest.cpp - what is told of each call ------------------===//

#include "cache/store/MeasuredStore.h"
#include "tests/fakes/MemoryStore.h"

#include "absl/strings/str_cat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ingot::cache {
namespace {

using testing::ElementsAre;

class MeasuredStoreTest : public testing::Test {
protected:
  /// What was told since the last time.
  std::vector<std::string> told() { return std::exchange(told_, {}); }

  std::vector<std::string> told_;
  absl::Time now_ = absl::UnixEpoch();
  /// Each look at the clock takes a second.
  MeasuredStore store_{
      std::make_unique<MemoryStore>(),
      [this] { return now_ += absl::Seconds(1); },
      [this](const char *operation, const char *outcome, absl::Duration time) {
        told_.push_back(absl::StrCat(operation, " ", outcome, " ",
                                     absl::FormatDuration(time)));
      }};
};

TEST_F(MeasuredStoreTest, LookupsSayWhetherItWasThere) {
  const Digest digest = store_.putBlob("bytes").value();
  EXPECT_THAT(told(), ElementsAre("put_blobs ok 1s"));
  EXPECT_TRUE(*store_.getBlob(digest));
  EXPECT_FALSE(*store_.getBlob(Digest::of("other")));
  EXPECT_THAT(told(), ElementsAre("get_blob found 1s", "get_blob absent 1s"));
  EXPECT_FALSE(store_.getRecord(RecordKind::Action, digest)->has_value());
  EXPECT_TRUE(
      store_
          .putRecords({{RecordKind::Action, digest, {}}}, Durability::OnReturn)
          .ok());
  EXPECT_TRUE(store_.getRecord(RecordKind::Action, digest)->has_value());
  EXPECT_THAT(told(), ElementsAre("get_record absent 1s", "put_records ok 1s",
                                  "get_record found 1s"));
}

TEST_F(MeasuredStoreTest, StreamsAreMeasuredAtTheirEnds) {
  const Digest digest = Digest::of("bytes");
  auto writer = store_.createBlob(digest).value();
  EXPECT_TRUE(writer->append("bytes").ok());
  EXPECT_TRUE(writer->commit().ok());
  EXPECT_THAT(told(), ElementsAre("create_blob ok 1s", "commit_blob ok 1s"));
  auto wrong = store_.createBlob(Digest::of("other")).value();
  EXPECT_FALSE(wrong->commit().ok());
  EXPECT_THAT(told(), ElementsAre("create_blob ok 1s", "commit_blob error 1s"));
  EXPECT_TRUE(*store_.openBlob(digest, 0));
  EXPECT_TRUE(*store_.openRange(digest, 2));
  EXPECT_THAT(told(), ElementsAre("open_blob found 1s", "open_range found 1s"));
}

TEST_F(MeasuredStoreTest, WhatNeverBlocksIsNotMeasured) {
  const Digest digest = store_.putBlob("bytes").value();
  told();
  store_.peekBlob(digest);
  store_.touchBlob(digest);
  store_.statistics();
  EXPECT_TRUE(told().empty());
}

} // namespace
} // namespace ingot::cache
