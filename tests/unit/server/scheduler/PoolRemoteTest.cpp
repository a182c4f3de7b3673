//===- PoolRemoteTest.cpp - work that other machines do -------------------===//
//
// One real worker of the fake worker program, which hangs, and a cluster that
// answers when the test says so.
//
//===----------------------------------------------------------------------===//

#include "tests/fakes/FakeRemoteExecutor.h"

#include "absl/synchronization/notification.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;

Work planOf(const std::string &module) {
  Work work;
  work.request.mutable_plan();
  work.payloads.push_back(std::make_shared<const std::string>(module));
  return work;
}

/// What the fake compiler says of a module of one line "kernel NAME".
RemoteOutput outputOf(const std::string &name) {
  RemoteOutput output;
  output.compilerIdentity = "fake 1";
  output.responses.emplace_back().set_phase("import");
  auto *kernel = output.responses.emplace_back().mutable_plan()->add_kernels();
  kernel->set_symbol(name);
  kernel->set_uses(1);
  output.payloads = {"host(kernel " + name + ")", "kernel " + name};
  return output;
}

RemoteOutput empty() {
  RemoteOutput output;
  output.compilerIdentity = "fake 1";
  return output;
}

class PoolRemoteTest : public testing::Test {
protected:
  struct Outcome {
    absl::Notification ready;
    absl::StatusOr<WorkResult> result = absl::UnknownError("nothing yet");

    absl::StatusOr<WorkResult> &wait() {
      ready.WaitForNotification();
      return result;
    }
  };

  static WorkerPoolOptions oneWorker() {
    WorkerPoolOptions options;
    options.workers = 1;
    return options;
  }
  void start(RemoteOptions remote, int slots = 2,
             WorkerPoolOptions options = oneWorker()) {
    auto made = std::make_unique<FakeRemoteExecutor>(slots);
    executor = made.get();
    options.workerProgram = INGOT_FAKE_WORKER;
    auto pool = createWorkerPool(options, std::move(made), remote);
    ASSERT_TRUE(pool.ok()) << pool.status();
    this->pool = *std::move(pool);
  }

  WorkerPool::Ticket submit(Work work, Outcome &outcome) {
    return pool->submit(std::move(work), 0, [&](auto result) {
      outcome.result = std::move(result);
      outcome.ready.Notify();
    });
  }

  /// Keeps the one worker busy until freeWorker().
  void occupyWorker() {
    absl::Notification running;
    Work work = planOf("events 1\nhang");
    work.onEvent = [&running](const v1::WorkResponse &response) {
      if (response.has_diagnostic())
        running.Notify();
    };
    hanging = submit(std::move(work), hung.emplace());
    running.WaitForNotification();
  }
  void freeWorker() {
    pool->cancel(hanging);
    EXPECT_TRUE(absl::IsCancelled(hung->wait().status()));
  }

  static RemoteOptions unverified() {
    RemoteOptions options;
    options.verifiedShare = 0;
    return options;
  }

  std::optional<Outcome> hung;
  WorkerPool::Ticket hanging = 0;
  FakeRemoteExecutor *executor = nullptr;
  std::unique_ptr<WorkerPool> pool; ///< Goes first.
};

TEST_F(PoolRemoteTest, AnIdleWorkerIsAskedFirst) {
  start(unverified());
  Outcome outcome;
  submit(planOf("kernel a"), outcome);
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_EQ(pool->statistics().remote.started, 0);
}

TEST_F(PoolRemoteTest, WhatWaitsGoesOutAndItsAnswerIsThatOfAWorker) {
  start(unverified());
  occupyWorker();
  Outcome outcome;
  std::vector<std::string> phases;
  Work work = planOf("kernel a");
  work.onEvent = [&](const v1::WorkResponse &event) {
    phases.push_back(event.phase());
  };
  absl::Notification hasStarted;
  work.onStart = [&] { hasStarted.Notify(); };
  submit(std::move(work), outcome);
  EXPECT_THAT(executor->await(1), ElementsAre("kernel a"));
  hasStarted.WaitForNotification();
  EXPECT_EQ(pool->statistics().remote.running, 1);
  executor->answer(outputOf("a"));
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_EQ(outcome.result->response.plan().kernels(0).symbol(), "a");
  EXPECT_THAT(outcome.result->payloads,
              ElementsAre("host(kernel a)", "kernel a"));
  EXPECT_THAT(phases, ElementsAre("import"));
  EXPECT_EQ(pool->statistics().remote.completed, 1);
  freeWorker();
}

TEST_F(PoolRemoteTest, NoMoreGoesOutThanThereAreSlots) {
  start(unverified(), /*slots=*/2);
  occupyWorker();
  Outcome outcomes[3];
  for (int i = 0; i < 3; ++i)
    submit(planOf("kernel " + std::to_string(i)), outcomes[i]);
  EXPECT_THAT(executor->await(2), ElementsAre("kernel 0", "kernel 1"));
  EXPECT_EQ(pool->statistics().queued, 1);
  executor->answer(outputOf("0"));
  EXPECT_TRUE(outcomes[0].wait().ok());
  EXPECT_THAT(executor->await(2), ElementsAre("kernel 1", "kernel 2"));
  executor->answer(outputOf("1"));
  executor->answer(outputOf("2"));
  EXPECT_TRUE(outcomes[1].wait().ok());
  EXPECT_TRUE(outcomes[2].wait().ok());
  freeWorker();
}

TEST_F(PoolRemoteTest, WhatTheExecutorDoesNotTakeWaitsForAWorker) {
  start(unverified());
  occupyWorker();
  Outcome outcome;
  Work work = planOf("kernel a");
  work.endsWorker = true;
  submit(std::move(work), outcome);
  freeWorker();
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_EQ(pool->statistics().remote.started, 0);
}

TEST_F(PoolRemoteTest, WhatWaitsForAWorkerHoldsUpNobody) {
  start(unverified());
  occupyWorker();
  Outcome here, there;
  Work work = planOf("kernel a");
  work.endsWorker = true;
  submit(std::move(work), here);
  submit(planOf("kernel b"), there);
  EXPECT_THAT(executor->await(1), ElementsAre("kernel b"));
  executor->answer(outputOf("b"));
  EXPECT_TRUE(there.wait().ok()) << there.wait().status();
  freeWorker();
  EXPECT_TRUE(here.wait().ok()) << here.wait().status();
}

TEST_F(PoolRemoteTest, AFailureElsewhereIsTriedHere) {
  const absl::StatusOr<RemoteOutput> failures[] = {
      absl::UnavailableError("the bot is gone"),
      empty(),
      [] { // Of another build.
        RemoteOutput output = outputOf("a");
        output.compilerIdentity = "fake 2";
        return output;
      }(),
      [] { // Says that the program is at fault.
        RemoteOutput output = empty();
        output.responses.emplace_back().mutable_failure()->set_code(3);
        return output;
      }(),
      [] { // No outcome at its end.
        RemoteOutput output = empty();
        output.responses.emplace_back().set_phase("import");
        return output;
      }(),
  };
  for (const absl::StatusOr<RemoteOutput> &failure : failures) {
    start(unverified());
    occupyWorker();
    Outcome outcome;
    submit(planOf("kernel a"), outcome);
    executor->await(1);
    executor->answer(failure);
    executor->awaitNone();
    freeWorker();
    ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
    EXPECT_EQ(pool->statistics().remote.failed, 1);
    EXPECT_EQ(pool->statistics().remote.started, 1) << "not sent again";
    pool.reset();
  }
}

TEST_F(PoolRemoteTest, ATrueAnswerIsComparedAndUsed) {
  RemoteOptions options;
  options.verifiedShare = 1;
  start(options);
  Outcome before, outcome;
  submit(planOf("kernel a"), before);
  ASSERT_TRUE(before.wait().ok()) << before.wait().status();
  RemoteOutput truth = empty();
  truth.responses.push_back(before.result->response);
  for (const FramePayload &payload : before.result->payloads)
    truth.payloads.push_back(*payload.copy());
  occupyWorker();
  submit(planOf("kernel a"), outcome);
  executor->await(1);
  executor->answer(truth);
  freeWorker();
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_EQ(pool->statistics().remote.verified, 1);
  EXPECT_EQ(pool->statistics().remote.lies, 0);
  EXPECT_FALSE(executor->isDistrusted());
}

TEST_F(PoolRemoteTest, ALieIsFoundAndNotUsed) {
  RemoteOptions options;
  options.verifiedShare = 1;
  start(options);
  occupyWorker();
  Outcome outcome;
  submit(planOf("kernel a"), outcome);
  executor->await(1);
  RemoteOutput lie = outputOf("a");
  lie.payloads[1] = "kernel evil";
  executor->answer(lie);
  freeWorker();
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_THAT(outcome.result->payloads,
              ElementsAre("host(kernel a)", "kernel a"));
  EXPECT_EQ(pool->statistics().remote.lies, 1);
  EXPECT_TRUE(executor->isDistrusted());
}

TEST_F(PoolRemoteTest, WhatIsLateIsDoneHereByAnIdleWorker) {
  RemoteOptions options = unverified();
  options.minHedge = absl::ZeroDuration();
  start(options);
  occupyWorker();
  Outcome outcome;
  submit(planOf("kernel a"), outcome);
  executor->await(1);
  freeWorker();
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_EQ(pool->statistics().remote.hedged, 1);
  executor->awaitNone();
}

TEST_F(PoolRemoteTest, WhatIsLateStaysWhereItIsWhileThereIsNoMemoryForIt) {
  RemoteOptions remote = unverified();
  remote.minHedge = absl::ZeroDuration();
  WorkerPoolOptions options;
  options.workers = 2;
  options.memoryTotalBytes = 1; // For one at a time.
  start(remote, /*slots=*/2, options);
  occupyWorker();
  Outcome outcome;
  submit(planOf("kernel a"), outcome);
  executor->await(1);
  // When a second one is cancelled, the pool has looked once at least.
  for (int i = 0; i < 2; ++i) {
    Outcome other;
    const WorkerPool::Ticket ticket = submit(planOf("kernel b"), other);
    pool->cancel(ticket);
    EXPECT_TRUE(absl::IsCancelled(other.wait().status()));
  }
  ASSERT_EQ(pool->statistics().remote.hedged, 0);
  executor->answer(outputOf("a"));
  ASSERT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  EXPECT_EQ(pool->statistics().remote.hedged, 0);
  EXPECT_EQ(pool->statistics().remote.completed, 1);
  freeWorker();
}

TEST_F(PoolRemoteTest, CancelReachesTheOtherMachine) {
  start(unverified());
  occupyWorker();
  Outcome outcome;
  WorkerPool::Ticket ticket = submit(planOf("kernel a"), outcome);
  executor->await(1);
  pool->cancel(ticket);
  EXPECT_TRUE(absl::IsCancelled(outcome.wait().status()));
  executor->awaitNone();
  freeWorker();
}

TEST_F(PoolRemoteTest, ThePoolEndsWithWorkOutside) {
  start(unverified());
  occupyWorker();
  Outcome outcome;
  submit(planOf("kernel a"), outcome);
  executor->await(1);
  pool.reset();
  EXPECT_TRUE(absl::IsCancelled(outcome.wait().status()));
  EXPECT_TRUE(absl::IsCancelled(hung->wait().status()));
}

} // namespace
} // namespace ingot::server
