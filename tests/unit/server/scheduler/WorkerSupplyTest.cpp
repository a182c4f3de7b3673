//===- WorkerSupplyTest.cpp - when templates and workers are started ------===//
//
// No process and no clock: a template that hangs for 30 s costs a line.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkerSupply.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;
using State = WorkerSupply::State;

const absl::Time kStart = absl::UnixEpoch();
constexpr int kWorkers = 4;
/// More in a row than are taken for bad luck.
constexpr int kManyExits = 17;

std::string messageOf(const std::optional<absl::Status> &status) {
  return status ? std::string(status->message()) : "none";
}

class WorkerSupplyTest : public testing::Test {
protected:
  void exitEarly(int times) {
    for (int i = 0; i < times; ++i)
      supply_.onWorkerExit(/*isEarly=*/true);
  }

  WorkerSupply supply_{kWorkers, absl::Seconds(30)};
};

TEST_F(WorkerSupplyTest, TemplateThatIsUpHasAllWorkers) {
  EXPECT_EQ(supply_.state(), State::Up);
  EXPECT_FALSE(supply_.needsTemplate(true));
  EXPECT_EQ(supply_.wantedWorkers(false), kWorkers);
  EXPECT_EQ(supply_.deadline(), absl::InfiniteFuture());
  EXPECT_FALSE(supply_.takeRefusal());
}

TEST_F(WorkerSupplyTest, TemplateThatExitsIsStartedAgainAtOnce) {
  supply_.onTemplateGone("killed", kStart);
  EXPECT_EQ(supply_.state(), State::Down);
  EXPECT_TRUE(supply_.needsTemplate(/*hasWork=*/false));
  EXPECT_FALSE(supply_.takeRefusal()) << "what waits goes to the next one";
  EXPECT_EQ(supply_.wantedWorkers(true), 0);
  supply_.onTemplateStarted(kStart);
  EXPECT_EQ(supply_.state(), State::Starting);
  EXPECT_FALSE(supply_.needsTemplate(true));
  EXPECT_EQ(supply_.wantedWorkers(true), 0);
  supply_.onHello();
  EXPECT_EQ(supply_.wantedWorkers(false), kWorkers);
  EXPECT_EQ(supply_.deadline(), absl::InfiniteFuture());
}

TEST_F(WorkerSupplyTest, StartHasADeadline) {
  supply_.onTemplateGone("killed", kStart);
  supply_.onTemplateStarted(kStart);
  EXPECT_EQ(supply_.deadline(), kStart + absl::Seconds(30));
  EXPECT_FALSE(supply_.onTimer(kStart + absl::Seconds(29)));
  EXPECT_TRUE(supply_.onTimer(kStart + absl::Seconds(30)));
}

TEST_F(WorkerSupplyTest, TemplateThatExitsWhileItStartsIsTriedAgain) {
  supply_.onTemplateGone("killed", kStart);
  absl::Time now = kStart;
  for (int milliseconds : {100, 200, 400}) {
    supply_.onTemplateStarted(now);
    supply_.onTemplateGone("it died", now);
    EXPECT_FALSE(supply_.takeRefusal()) << "what waits goes on waiting";
    EXPECT_FALSE(supply_.needsTemplate(/*hasWork=*/true)) << "not at once";
    now += absl::Milliseconds(milliseconds);
    EXPECT_EQ(supply_.deadline(), now);
    EXPECT_FALSE(supply_.onTimer(now));
    EXPECT_FALSE(supply_.needsTemplate(/*hasWork=*/false));
    EXPECT_TRUE(supply_.needsTemplate(/*hasWork=*/true));
    EXPECT_EQ(supply_.deadline(), absl::InfiniteFuture());
  }
  supply_.onTemplateStarted(now);
  supply_.onHello();
  EXPECT_EQ(supply_.wantedWorkers(true), kWorkers);
}

TEST_F(WorkerSupplyTest, TemplateThatKeepsExitingWhileItStartsIsRefused) {
  supply_.onTemplateGone("killed", kStart);
  absl::Time now = kStart;
  for (int i = 0; i < 8; ++i) { // Down all the time: nothing was started.
    supply_.onTemplateGone("no such file", now);
    std::optional<absl::Status> refused = supply_.takeRefusal();
    EXPECT_EQ(refused.has_value(), i >= 3) << i;
    if (refused) {
      EXPECT_THAT(messageOf(refused), HasSubstr("no such file"));
      EXPECT_EQ(refused->code(), absl::StatusCode::kUnavailable);
    }
    EXPECT_FALSE(supply_.takeRefusal()) << "said once";
    EXPECT_LE(supply_.deadline(), now + absl::Seconds(1));
    now = supply_.deadline();
    supply_.onTimer(now);
    EXPECT_TRUE(supply_.needsTemplate(/*hasWork=*/true));
  }
}

TEST_F(WorkerSupplyTest, AHelloEndsTheRowOfFailedStarts) {
  supply_.onTemplateGone("killed", kStart);
  for (int i = 0; i < 6; ++i) {
    supply_.onTemplateStarted(kStart);
    if (i == 2)
      supply_.onHello();
    supply_.onTemplateGone("exited", kStart);
    EXPECT_FALSE(supply_.takeRefusal()) << i;
  }
}

TEST_F(WorkerSupplyTest, TemplateOfNoUseIsRefusedAtOnce) {
  supply_.onTemplateGone("killed", kStart);
  supply_.onTemplateStarted(kStart);
  supply_.onTemplateUseless("another build", kStart);
  EXPECT_THAT(messageOf(supply_.takeRefusal()), HasSubstr("another build"));
  EXPECT_EQ(supply_.state(), State::Down);
  EXPECT_FALSE(supply_.needsTemplate(/*hasWork=*/true)) << "not at once";
  supply_.onTimer(supply_.deadline());
  EXPECT_TRUE(supply_.needsTemplate(/*hasWork=*/true));
}

TEST_F(WorkerSupplyTest, WorkersThatAllExitEarlyAreNotForkedInALoop) {
  exitEarly(kManyExits - 1);
  EXPECT_FALSE(supply_.takeRefusal());
  EXPECT_EQ(supply_.wantedWorkers(false), kWorkers);
  exitEarly(1);
  EXPECT_THAT(messageOf(supply_.takeRefusal()),
              HasSubstr("they end before they do anything"));
  EXPECT_EQ(supply_.wantedWorkers(/*hasWork=*/false), 0);
  EXPECT_EQ(supply_.wantedWorkers(/*hasWork=*/true), 1) << "one is tried";
}

TEST(WorkerSupplyOfManyTest, OneExitOfEachWorkerIsBadLuckAndTwoAreNot) {
  constexpr int kMany = 64;
  WorkerSupply supply(kMany, absl::Seconds(30));
  for (int i = 0; i < 2 * kMany; ++i)
    supply.onWorkerExit(/*isEarly=*/true);
  EXPECT_FALSE(supply.takeRefusal());
  EXPECT_EQ(supply.wantedWorkers(/*hasWork=*/false), kMany);
  supply.onWorkerExit(/*isEarly=*/true);
  EXPECT_TRUE(supply.takeRefusal());
  EXPECT_EQ(supply.wantedWorkers(/*hasWork=*/true), 1);
}

TEST_F(WorkerSupplyTest, AnotherEarlyExitRefusesWhatCameMeanwhile) {
  exitEarly(kManyExits);
  supply_.takeRefusal();
  exitEarly(1);
  EXPECT_TRUE(supply_.takeRefusal());
}

TEST_F(WorkerSupplyTest, FirstOutcomeBringsAllWorkersBack) {
  exitEarly(kManyExits);
  supply_.onOutcome();
  EXPECT_EQ(supply_.wantedWorkers(/*hasWork=*/false), kWorkers);
}

TEST_F(WorkerSupplyTest, OtherExitsInterruptTheRow) {
  exitEarly(kManyExits - 1);
  supply_.onWorkerExit(/*isEarly=*/false);
  exitEarly(kManyExits - 1);
  EXPECT_EQ(supply_.wantedWorkers(false), kWorkers);
}

TEST_F(WorkerSupplyTest, TemplateThatKeepsExitingWaitsForWork) {
  for (int i = 0; i < kManyExits; ++i) {
    EXPECT_EQ(supply_.needsTemplate(/*hasWork=*/false), i > 0) << i;
    supply_.onTemplateStarted(kStart);
    supply_.onHello();
    supply_.onTemplateGone("exited", kStart);
  }
  EXPECT_FALSE(supply_.needsTemplate(/*hasWork=*/false));
  EXPECT_TRUE(supply_.takeRefusal());
  EXPECT_TRUE(supply_.needsTemplate(/*hasWork=*/true));
}

TEST_F(WorkerSupplyTest, SpawnThatFailedIsTriedAgainLater) {
  supply_.onSpawnFailed(kStart);
  EXPECT_EQ(supply_.wantedWorkers(true), 0);
  EXPECT_EQ(supply_.deadline(), kStart + absl::Milliseconds(100));
  EXPECT_FALSE(supply_.onTimer(kStart + absl::Milliseconds(99)));
  EXPECT_EQ(supply_.wantedWorkers(true), 0);
  EXPECT_FALSE(supply_.onTimer(kStart + absl::Milliseconds(100)));
  EXPECT_EQ(supply_.wantedWorkers(true), kWorkers);
  EXPECT_EQ(supply_.deadline(), absl::InfiniteFuture())
      << "or the loop would spin";
}

} // namespace
} // namespace ingot::server
