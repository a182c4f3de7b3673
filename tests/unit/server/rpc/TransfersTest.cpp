//===- TransfersTest.cpp - places, of all and of each caller --------------===//

#include "server/rpc/Transfers.h"

#include "absl/synchronization/notification.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

TransferLimits few() {
  TransferLimits limits;
  limits.uploads = 3;
  limits.uploadsPerPeer = 2;
  limits.queries = 2;
  limits.queriesPerPeer = 1;
  limits.uploadIdle = limits.downloadStall = absl::Milliseconds(4);
  return limits;
}

TEST(TransfersTest, OneCallerHasAPartOfThePlaces) {
  Transfers transfers(few());
  EXPECT_TRUE(transfers.beginUpload("a").ok());
  EXPECT_TRUE(transfers.beginUpload("a").ok());
  absl::Status refused = transfers.beginUpload("a");
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr("3 are served, 2 of one caller"));
  EXPECT_TRUE(transfers.beginUpload("b").ok());
  EXPECT_EQ(transfers.uploads(), 3) << "the refused one took no place";
}

TEST(TransfersTest, AllTogetherHaveSoManyPlaces) {
  Transfers transfers(few());
  for (const char *peer : {"a", "b", "c"})
    EXPECT_TRUE(transfers.beginUpload(peer).ok()) << peer;
  EXPECT_FALSE(transfers.beginUpload("d").ok());
  transfers.endUpload("b");
  EXPECT_TRUE(transfers.beginUpload("d").ok());
  EXPECT_FALSE(transfers.beginUpload("b").ok()) << "its place is another's";
}

TEST(TransfersTest, LookupsAndUploadsHavePlacesOfTheirOwn) {
  Transfers transfers(few());
  EXPECT_TRUE(transfers.beginQuery("a").ok());
  EXPECT_EQ(transfers.beginQuery("a").code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(transfers.beginUpload("a").ok());
  EXPECT_TRUE(transfers.beginUpload("a").ok());
  EXPECT_EQ(transfers.uploads(), 2);
  transfers.endQuery("a");
  EXPECT_TRUE(transfers.beginQuery("a").ok());
  EXPECT_TRUE(transfers.beginQuery("b").ok());
  EXPECT_FALSE(transfers.beginQuery("c").ok());
}

TEST(TransfersTest, SplicesAreUploadsOfWhichThereAreFewer) {
  TransferLimits limits = few();
  limits.splices = 2;
  limits.splicesPerPeer = 1;
  Transfers transfers(limits);
  EXPECT_TRUE(transfers.beginSplice("a").ok());
  EXPECT_FALSE(transfers.beginSplice("a").ok());
  EXPECT_TRUE(transfers.beginUpload("a").ok());
  EXPECT_FALSE(transfers.beginUpload("a").ok()) << "two of one caller";
  transfers.endUpload("a");
  EXPECT_TRUE(transfers.beginUpload("b").ok());
  EXPECT_TRUE(transfers.beginUpload("b").ok());
  EXPECT_FALSE(transfers.beginSplice("c").ok()) << "no place as an upload";
  transfers.endUpload("b");
  EXPECT_TRUE(transfers.beginSplice("c").ok()) << "that took none";
  transfers.endSplice("a");
  EXPECT_EQ(transfers.uploads(), 2);
  EXPECT_TRUE(transfers.beginSplice("d").ok());
}

/// Counts ticks.
class Ticked final : public Timed {
public:
  absl::Notification second;
  int ticks = 0; ///< Read after remove().

private:
  void onTick(absl::Time) override {
    if (++ticks == 2)
      second.Notify();
  }
};

TEST(TransfersTest, WhoIsAddedIsToldTheTimeUntilItIsRemoved) {
  Transfers transfers(few());
  Ticked gone, stays;
  transfers.add(gone);
  gone.second.WaitForNotification();
  transfers.remove(gone);
  const int before = gone.ticks;
  transfers.add(stays);
  stays.second.WaitForNotification();
  transfers.remove(stays);
  EXPECT_EQ(gone.ticks, before);
}

} // namespace
} // namespace ingot::server
