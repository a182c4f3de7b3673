//===- WorkerLifecycleTest.cpp - each event in each state -----------------===//
//
// No process and no clock: the time is a number that the test chooses.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkerLifecycle.h"
#include "server/worker/ExitCodes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;
using State = WorkerState;

const absl::Time kStart = absl::UnixEpoch();

int exited(int code) { return code << 8; }
int signalled(int signal) { return signal; }

class WorkerLifecycleTest : public testing::Test {
protected:
  WorkerLifecycleTest() {
    options_.runLimit = absl::Seconds(10);
    options_.eventLimitBytes = 1000;
    options_.actionsPerWorker = 3;
  }

  /// A worker with a process, brought into a state.
  WorkerLifecycle in(State state) {
    WorkerLifecycle life(options_);
    life.onProcess();
    switch (state) {
    case State::Idle:
      break;
    case State::Busy:
      life.onJob(kStart);
      break;
    case State::Disconnected:
      life.onJob(kStart);
      life.onDisconnect(kStart);
      break;
    case State::Leaving:
      life.onDisconnect(kStart);
      break;
    case State::Killed:
      life.onMalformed("garbage");
      break;
    }
    EXPECT_EQ(life.state(), state);
    return life;
  }

  WorkerPoolOptions options_;
};

constexpr State kAllStates[] = {State::Idle, State::Busy, State::Disconnected,
                                State::Leaving, State::Killed};

TEST_F(WorkerLifecycleTest, NewWorkerTakesWorkBeforeItsProcessIsKnown) {
  WorkerLifecycle life(options_);
  EXPECT_EQ(life.state(), State::Idle);
  EXPECT_TRUE(life.isConnected());
  EXPECT_FALSE(life.hasJob());
  EXPECT_EQ(life.deadline(), absl::InfiniteFuture());
  life.onJob(kStart);
  EXPECT_EQ(life.state(), State::Busy);
  EXPECT_FALSE(life.onProcess().sendKill);
}

TEST_F(WorkerLifecycleTest, OutcomeMakesItIdleAgain) {
  WorkerLifecycle life = in(State::Busy);
  EXPECT_EQ(life.deadline(), kStart + absl::Seconds(10));
  WorkerActions actions = life.onOutcome(kStart + absl::Seconds(1));
  EXPECT_FALSE(actions.closeSocket || actions.sendKill || actions.verdict);
  EXPECT_EQ(life.state(), State::Idle);
  EXPECT_EQ(life.deadline(), absl::InfiniteFuture());
}

TEST_F(WorkerLifecycleTest, ItLeavesAfterItsShareOfActions) {
  WorkerLifecycle life = in(State::Idle);
  for (int i = 0; i < 2; ++i) {
    life.onJob(kStart);
    EXPECT_FALSE(life.onOutcome(kStart).closeSocket) << i;
  }
  life.onJob(kStart);
  WorkerActions actions = life.onOutcome(kStart);
  EXPECT_TRUE(actions.closeSocket);
  EXPECT_FALSE(actions.verdict) << "the pool delivers the outcome";
  EXPECT_EQ(life.state(), State::Leaving);
}

TEST_F(WorkerLifecycleTest, ItLeavesWhenItsOutcomeSaysSo) {
  WorkerLifecycle life = in(State::Busy);
  EXPECT_TRUE(life.onOutcome(kStart, /*isLast=*/true).closeSocket);
  EXPECT_EQ(life.state(), State::Leaving);
}

TEST_F(WorkerLifecycleTest, ItLeavesAfterAJobThatNobodyMayFollow) {
  WorkerLifecycle life = in(State::Idle);
  life.onJob(kStart, /*isLast=*/true);
  EXPECT_TRUE(life.onOutcome(kStart).closeSocket);
  EXPECT_EQ(life.state(), State::Leaving);
}

TEST_F(WorkerLifecycleTest, ARetiredWorkerLeavesAndIsKilledIfItStays) {
  WorkerLifecycle life = in(State::Idle);
  WorkerActions actions = life.onRetire(kStart);
  EXPECT_TRUE(actions.closeSocket);
  EXPECT_FALSE(actions.sendKill || actions.verdict);
  EXPECT_EQ(life.state(), State::Leaving);
  EXPECT_TRUE(life.onTimer(life.deadline()).sendKill);
}

TEST_F(WorkerLifecycleTest, RunLimitEndsTheJobAtItsDeadlineAndNotBefore) {
  WorkerLifecycle life = in(State::Busy);
  WorkerActions early = life.onTimer(life.deadline() - absl::Nanoseconds(1));
  EXPECT_FALSE(early.sendKill || early.verdict);
  WorkerActions actions = life.onTimer(life.deadline());
  EXPECT_TRUE(actions.sendKill);
  EXPECT_TRUE(actions.closeSocket);
  ASSERT_TRUE(actions.verdict);
  EXPECT_EQ(actions.verdict->code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_THAT(std::string(actions.verdict->message()), HasSubstr("10s"));
  EXPECT_EQ(faultOf(*actions.verdict), WorkFault::Hang);
  EXPECT_EQ(life.deadline(), absl::InfiniteFuture()) << "killed once";
}

TEST_F(WorkerLifecycleTest, SocketThatEndsLeavesTheVerdictToTheExit) {
  WorkerLifecycle life = in(State::Busy);
  WorkerActions actions = life.onDisconnect(kStart + absl::Seconds(2));
  EXPECT_TRUE(actions.closeSocket);
  EXPECT_FALSE(actions.verdict);
  EXPECT_EQ(life.state(), State::Disconnected);
  EXPECT_TRUE(life.hasJob());
  EXPECT_EQ(life.deadline(), kStart + absl::Seconds(3));
}

TEST_F(WorkerLifecycleTest, DisconnectDoesNotProlongTheRunLimit) {
  WorkerLifecycle life = in(State::Busy);
  life.onDisconnect(kStart + absl::Seconds(9.5));
  EXPECT_EQ(life.deadline(), kStart + absl::Seconds(10));
}

TEST_F(WorkerLifecycleTest, DisconnectedWorkerThatDoesNotExitIsKilled) {
  WorkerLifecycle life = in(State::Disconnected);
  WorkerActions actions = life.onTimer(life.deadline());
  EXPECT_TRUE(actions.sendKill);
  EXPECT_FALSE(actions.closeSocket) << "it is closed already";
  ASSERT_TRUE(actions.verdict);
  EXPECT_EQ(actions.verdict->code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(actions.verdict->message()),
              HasSubstr("did not exit"));
  EXPECT_EQ(faultOf(*actions.verdict), WorkFault::Crash);
}

TEST_F(WorkerLifecycleTest, LeavingWorkerThatDoesNotExitIsKilled) {
  WorkerLifecycle life = in(State::Leaving);
  EXPECT_EQ(life.deadline(), kStart + absl::Seconds(1));
  WorkerActions actions = life.onTimer(life.deadline());
  EXPECT_TRUE(actions.sendKill);
  EXPECT_FALSE(actions.verdict) << "it has no job";
  EXPECT_EQ(life.state(), State::Killed);
}

TEST_F(WorkerLifecycleTest, EventsAreCountedPerJob) {
  WorkerLifecycle life = in(State::Busy);
  for (int i = 0; i < 3; ++i) // 256 bytes and the 44 of the event each.
    EXPECT_FALSE(life.onEvent(44).verdict) << i;
  life.onOutcome(kStart);
  life.onJob(kStart);
  for (int i = 0; i < 3; ++i)
    EXPECT_FALSE(life.onEvent(44).verdict) << i;
  WorkerActions actions = life.onEvent(44);
  ASSERT_TRUE(actions.verdict);
  EXPECT_TRUE(actions.sendKill);
  EXPECT_THAT(std::string(actions.verdict->message()),
              HasSubstr("too many events"));
}

TEST_F(WorkerLifecycleTest, MalformedMessageKillsInAnyConnectedState) {
  for (State state : {State::Idle, State::Busy}) {
    WorkerLifecycle life = in(state);
    WorkerActions actions = life.onMalformed("a malformed frame");
    EXPECT_TRUE(actions.sendKill && actions.closeSocket);
    EXPECT_EQ(actions.verdict.has_value(), state == State::Busy);
    EXPECT_EQ(life.state(), State::Killed);
  }
  absl::Status verdict = *in(State::Busy).onMalformed("a bad frame").verdict;
  EXPECT_EQ(verdict.message(), "the worker sent a bad frame");
  EXPECT_EQ(faultOf(verdict), WorkFault::Crash);
}

TEST_F(WorkerLifecycleTest, CancelEndsTheJobAtOnce) {
  for (State state : {State::Busy, State::Disconnected}) {
    WorkerLifecycle life = in(state);
    WorkerActions actions = life.onCancel();
    EXPECT_TRUE(actions.sendKill);
    ASSERT_TRUE(actions.verdict);
    EXPECT_EQ(actions.verdict->code(), absl::StatusCode::kCancelled);
    EXPECT_EQ(faultOf(*actions.verdict), WorkFault::None);
    EXPECT_FALSE(life.hasJob());
  }
}

TEST_F(WorkerLifecycleTest, SignalWaitsUntilTheProcessIsKnown) {
  WorkerLifecycle life(options_);
  life.onJob(kStart);
  WorkerActions actions = life.onCancel();
  EXPECT_FALSE(actions.sendKill) << "nobody knows whom to signal";
  EXPECT_TRUE(actions.verdict) << "the caller does not wait for that";
  EXPECT_TRUE(life.onProcess().sendKill);
}

TEST_F(WorkerLifecycleTest, KilledWorkerIsLeftAlone) {
  WorkerLifecycle life = in(State::Killed);
  for (const WorkerActions &actions :
       {life.onCancel(), life.onMalformed("more"), life.onDisconnect(kStart),
        life.onTimer(kStart + absl::Hours(1))})
    EXPECT_FALSE(actions.sendKill || actions.verdict || actions.closeSocket);
  EXPECT_EQ(life.state(), State::Killed);
}

TEST_F(WorkerLifecycleTest, SecondDisconnectChangesNothing) {
  for (State state : {State::Disconnected, State::Leaving, State::Killed}) {
    WorkerLifecycle life = in(state);
    absl::Time before = life.deadline();
    EXPECT_FALSE(life.onDisconnect(kStart + absl::Seconds(5)).closeSocket);
    EXPECT_EQ(life.state(), state);
    EXPECT_EQ(life.deadline(), before);
  }
}

TEST_F(WorkerLifecycleTest, JobAndConnectionFollowFromTheState) {
  for (State state : kAllStates) {
    WorkerLifecycle life = in(state);
    EXPECT_EQ(life.hasJob(),
              state == State::Busy || state == State::Disconnected);
    EXPECT_EQ(life.isConnected(), state == State::Idle || state == State::Busy);
  }
}

TEST_F(WorkerLifecycleTest, ExitIsEarlyWhenNothingWasDoneAndNobodyIsToBlame) {
  struct {
    State state;
    int waitStatus;
    bool isEarly;
  } const kCases[] = {
      {State::Idle, exited(1), true},
      {State::Idle, signalled(9), true},
      {State::Leaving, exited(0), true},
      {State::Busy, signalled(11), false}, // The job's crash.
      {State::Disconnected, exited(1), false},
      {State::Killed, signalled(9), false}, // Ours.
      // The sandbox failed; the job has no part in it.
      {State::Busy, exited(kExitSandbox), true},
      {State::Disconnected, exited(kExitSandbox), true},
  };
  for (const auto &test : kCases)
    EXPECT_EQ(in(test.state).isEarlyExit(test.waitStatus), test.isEarly)
        << static_cast<int>(test.state) << " with " << test.waitStatus;
}

TEST_F(WorkerLifecycleTest, ExitAfterAnActionIsNotEarly) {
  WorkerLifecycle life = in(State::Busy);
  life.onOutcome(kStart);
  EXPECT_FALSE(life.isEarlyExit(exited(0)));
}

} // namespace
} // namespace ingot::server
