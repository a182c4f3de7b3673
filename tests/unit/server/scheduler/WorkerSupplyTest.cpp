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
  supply_.onTemplateGone("killed");
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
  supply_.onTemplateGone("killed");
  supply_.onTemplateStarted(kStart);
  EXPECT_EQ(supply_.deadline(), kStart + absl::Seconds(30));
  EXPECT_FALSE(supply_.onTimer(kStart + absl::Seconds(29)));
  EXPECT_TRUE(supply_.onTimer(kStart + absl::Seconds(30)));
}

TEST_F(WorkerSupplyTest, TemplateThatDoesNotStartIsTriedWhenWorkComes) {
  supply_.onTemplateGone("killed");
  supply_.onTemplateStarted(kStart);
  supply_.onTemplateGone("it is no ingot-worker");
  std::optional<absl::Status> refusal = supply_.takeRefusal();
  EXPECT_THAT(messageOf(refusal), HasSubstr("it is no ingot-worker"));
  EXPECT_EQ(refusal->code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(supply_.takeRefusal()) << "said once";
  EXPECT_FALSE(supply_.needsTemplate(/*hasWork=*/false));
  EXPECT_TRUE(supply_.needsTemplate(/*hasWork=*/true));
}

TEST_F(WorkerSupplyTest, ProgramThatCannotBeExecutedIsRefusedEachTime) {
  supply_.onTemplateGone("killed");
  for (int i = 0; i < 3; ++i) { // Down all the time: nothing was started.
    supply_.onTemplateGone("no such file");
    EXPECT_THAT(messageOf(supply_.takeRefusal()), HasSubstr("no such file"));
    EXPECT_FALSE(supply_.needsTemplate(/*hasWork=*/false));
  }
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
    supply_.onTemplateGone("exited");
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
