//===- WorkQueueTest.cpp - order, limit and end of the queue --------------===//

#include "server/scheduler/WorkQueue.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <limits>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using Admission = WorkQueue::Admission;

const absl::Time kStart = absl::UnixEpoch() + absl::Hours(1000);

std::unique_ptr<Job> jobOf(WorkerPool::Ticket ticket, Tenant tenant = {}) {
  auto job = std::make_unique<Job>();
  job->ticket = ticket;
  job->work.tenant = std::move(tenant);
  job->submitted = kStart;
  return job;
}

Admission push(WorkQueue &queue, std::unique_ptr<Job> job,
               absl::Time now = kStart) {
  Admission admission = queue.push(job, now);
  EXPECT_EQ(job == nullptr, admission == Admission::Accepted)
      << "only an accepted job is taken";
  return admission;
}

Admission push(WorkQueue &queue, WorkerPool::Ticket ticket, int priority = 0,
               bool isFollowUp = false) {
  std::unique_ptr<Job> job = jobOf(ticket);
  job->priority = priority;
  job->work.isFollowUp = isFollowUp;
  return push(queue, std::move(job));
}

std::vector<WorkerPool::Ticket> drain(WorkQueue &queue) {
  std::vector<WorkerPool::Ticket> tickets;
  for (const std::unique_ptr<Job> &job : queue.takeAll())
    tickets.push_back(job->ticket);
  return tickets;
}

TEST(WorkQueueTest, HigherPrioritiesComeFirstAndEqualOnesInOrder) {
  WorkQueue queue(10, 1);
  push(queue, 1, 0);
  push(queue, 2, 5);
  push(queue, 3, 0);
  push(queue, 4, 5);
  push(queue, 5, -1);
  EXPECT_THAT(drain(queue), ElementsAre(2, 4, 1, 3, 5));
}

TEST(WorkQueueTest, ExtremePrioritiesKeepTheirOrder) {
  WorkQueue queue(10, 1);
  push(queue, 1, std::numeric_limits<int>::min());
  push(queue, 2, 0);
  push(queue, 3, std::numeric_limits<int>::max());
  EXPECT_THAT(drain(queue), ElementsAre(3, 2, 1));
}

TEST(WorkQueueTest, PopTakesTheFirst) {
  WorkQueue queue(10, 1);
  EXPECT_EQ(queue.pop(1, kStart), nullptr);
  push(queue, 7);
  push(queue, 8);
  EXPECT_EQ(queue.pop(0, kStart), nullptr) << "no worker is idle";
  EXPECT_EQ(queue.pop(1, kStart)->ticket, 7u);
  EXPECT_EQ(queue.size(), 1);
}

TEST(WorkQueueTest, FullQueueTakesFollowUpsOnly) {
  WorkQueue queue(2, 1);
  EXPECT_EQ(push(queue, 1), Admission::Accepted);
  EXPECT_EQ(push(queue, 2), Admission::Accepted);
  EXPECT_EQ(push(queue, 3), Admission::Full);
  EXPECT_EQ(push(queue, 4, 0, /*isFollowUp=*/true), Admission::Accepted);
  EXPECT_EQ(queue.takeDisplaced(), nullptr) << "a follow-up costs nobody";
  queue.pop(1, kStart);
  EXPECT_EQ(push(queue, 5), Admission::Full) << "the follow-up counts";
  queue.pop(1, kStart);
  EXPECT_EQ(push(queue, 6), Admission::Accepted);
}

TEST(WorkQueueTest, RemovedJobsDoNotRun) {
  WorkQueue queue(10, 1);
  push(queue, 1, 3);
  push(queue, 2, 7);
  ASSERT_NE(queue.remove(1), nullptr);
  EXPECT_EQ(queue.remove(1), nullptr);
  EXPECT_EQ(queue.remove(99), nullptr);
  EXPECT_THAT(drain(queue), ElementsAre(2));
  EXPECT_TRUE(queue.isEmpty());
}

TEST(WorkQueueTest, OnlyWhatWaitsIsRemoved) {
  WorkQueue queue(10, 1);
  push(queue, jobOf(1, {"a"}));
  push(queue, jobOf(2, {"b"}));
  push(queue, jobOf(3, {"b"}));
  std::unique_ptr<Job> runs = queue.pop(1, kStart);
  ASSERT_EQ(runs->ticket, 1u);
  EXPECT_EQ(queue.remove(1), nullptr) << "it runs";
  queue.putBack(std::move(runs));
  EXPECT_NE(queue.remove(1), nullptr) << "it waits again";
  std::unique_ptr<Job> removed = queue.remove(2);
  ASSERT_NE(removed, nullptr);
  EXPECT_EQ(removed->work.tenant.name, "b");
  EXPECT_EQ(queue.size(), 1);
  drain(queue);
  EXPECT_EQ(queue.remove(3), nullptr) << "it was taken out";
}

TEST(WorkQueueTest, WhatIsForHereIsPassedOverByWhatGoesOut) {
  WorkQueue queue(10, 1);
  for (WorkerPool::Ticket ticket : {1, 2, 3, 4}) {
    auto job = jobOf(ticket, {ticket < 4 ? "a" : "b"});
    job->isForHere = ticket != 3;
    push(queue, std::move(job));
  }
  std::unique_ptr<Job> out = queue.pop(1, kStart, /*isHere=*/false);
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(out->ticket, 3u);
  EXPECT_EQ(queue.pop(1, kStart, /*isHere=*/false), nullptr);
  queue.putBack(std::move(out));
  ASSERT_NE(queue.remove(3), nullptr);
  EXPECT_EQ(queue.pop(1, kStart, /*isHere=*/false), nullptr);
  EXPECT_THAT(drain(queue), ElementsAre(1, 2, 4));
}

TEST(WorkQueueTest, ClosedQueueTakesNothingAndKeepsWhatWaits) {
  WorkQueue queue(1, 1);
  push(queue, 1);
  queue.close();
  EXPECT_TRUE(queue.isClosed());
  EXPECT_EQ(push(queue, 2), Admission::Closed) << "and not Full";
  EXPECT_EQ(push(queue, 3, 0, /*isFollowUp=*/true), Admission::Closed);
  EXPECT_THAT(drain(queue), ElementsAre(1));
}

//===----------------------------------------------------------------------===//
// Tenants
//===----------------------------------------------------------------------===//

/// A queue whose workers always take the same time, which the test counts.
class FairnessTest : public testing::Test {
protected:
  /// The tenant of the next job, which runs for `length`; "" if there is none.
  std::string runOne(absl::Duration length = absl::Milliseconds(100)) {
    std::unique_ptr<Job> job = queue.pop(1, now);
    if (!job)
      return "";
    now += length;
    queue.onEnd(*job, now);
    return job->work.tenant.name;
  }
  void add(const Tenant &tenant, int count = 1) {
    for (int i = 0; i < count; ++i)
      push(queue, jobOf(++ticket, tenant), now);
  }
  /// How many of the next `count` jobs are the tenant's.
  int share(const std::string &tenant, int count) {
    int mine = 0;
    for (int i = 0; i < count; ++i)
      mine += runOne() == tenant;
    return mine;
  }

  WorkQueue queue{1000, 1};
  absl::Time now = kStart;
  WorkerPool::Ticket ticket = 0;
};

TEST_F(FairnessTest, AFloodDelaysANeighbourByNoMoreThanWhatRuns) {
  add({"flood"}, 500);
  runOne();
  add({"neighbour"});
  EXPECT_EQ(runOne(), "neighbour");
}

TEST_F(FairnessTest, WorkersAreSharedByWeight) {
  add({"light", 1}, 400);
  add({"heavy", 3}, 400);
  EXPECT_NEAR(share("heavy", 200), 150, 8);
}

TEST_F(FairnessTest, TimeIsSharedAndNotTheNumberOfActions) {
  add({"slow"}, 100);
  add({"quick"}, 400);
  absl::Duration slow, quick;
  while (now < kStart + absl::Seconds(40)) {
    // Whose turn it is shows only once it began.
    std::unique_ptr<Job> job = queue.pop(1, now);
    bool isSlow = job->work.tenant.name == "slow";
    absl::Duration length = absl::Milliseconds(isSlow ? 1000 : 100);
    now += length;
    (isSlow ? slow : quick) += length;
    queue.onEnd(*job, now);
  }
  EXPECT_NEAR(absl::FDivDuration(slow, quick), 1, 0.2);
}

TEST_F(FairnessTest, WhoWasAwayGetsALeadOfAShortCompileAndNotOfANight) {
  add({"late"}, 1);
  runOne();
  add({"busy"}, 900);
  for (int i = 0; i < 300; ++i)
    runOne();
  add({"late"});
  EXPECT_EQ(runOne(), "late");
  add({"late"});
  EXPECT_EQ(runOne(), "late") << "two in advance";
  add({"late"});
  EXPECT_EQ(runOne(), "busy");
}

TEST_F(FairnessTest, AFloodGetsNoLeadHoweverLongItWasAway) {
  add({"flood"}, 1);
  runOne();
  for (int i = 0; i < 300; ++i) {
    add({"busy"});
    runOne();
  }
  add({"flood"}, 90);
  runOne(absl::Milliseconds(1));
  add({"busy"});
  EXPECT_EQ(runOne(), "busy");
}

TEST_F(FairnessTest, AFloodThatComesRunsNotAheadOfWhoWasBusy) {
  add({"neighbour"}, 50);
  for (int i = 0; i < 50; ++i)
    runOne();
  add({"flood"}, 100);
  add({"neighbour"}, 10);
  EXPECT_GE(share("neighbour", 10), 4) << "it has run for seconds before";
}

TEST_F(FairnessTest, WhoWorkedAloneDoesNotPayForItLater) {
  add({"first"}, 500);
  for (int i = 0; i < 500; ++i)
    runOne();
  now += absl::Seconds(1);
  add({"first"}, 100);
  add({"second"}, 100);
  EXPECT_GE(share("first", 40), 14);
}

TEST_F(FairnessTest, AWorkerIsHeldForTheNextActionOfACompile) {
  add({"flood"}, 100);
  for (int i = 0; i < 5; ++i)
    runOne();
  add({"neighbour"});
  ASSERT_EQ(runOne(), "neighbour");
  EXPECT_EQ(queue.pop(1, now), nullptr) << "its next action is on the way";
  EXPECT_EQ(queue.heldUntil(), now + WorkQueue::kHold);
  EXPECT_NE(queue.pop(2, now), nullptr) << "one of two is held";
  add({"neighbour"});
  EXPECT_EQ(runOne(), "neighbour");
  now += WorkQueue::kHold;
  EXPECT_EQ(runOne(), "flood") << "nothing came";
  EXPECT_EQ(queue.heldUntil(), absl::InfiniteFuture());
}

TEST_F(FairnessTest, NothingIsHeldForATenantThatIsAlone) {
  add({"only"}, 2);
  EXPECT_EQ(runOne(), "only");
  EXPECT_EQ(runOne(), "only");
}

TEST_F(FairnessTest, WhatIsPutBackIsNextAndWasNotCharged) {
  add({"a"});
  add({"b"});
  queue.putBack(queue.pop(1, now));
  EXPECT_EQ(queue.size(), 2);
  EXPECT_EQ(runOne(), "a");
  now += WorkQueue::kHold;
  EXPECT_EQ(runOne(), "b");
}

TEST_F(FairnessTest, BatchWorkWaitsForInteractiveWorkOfAllButNotForever) {
  std::unique_ptr<Job> batch = jobOf(++ticket, {"a"});
  batch->work.isBatch = true;
  push(queue, std::move(batch), now);
  add({"a"});
  add({"b"}, 2);
  EXPECT_EQ(share("b", 3), 2);
  add({"b"}, 100);
  EXPECT_EQ(runOne(), "b");
  now = kStart + WorkQueue::kBatchPatience;
  EXPECT_EQ(runOne(), "a");
}

TEST_F(FairnessTest, BatchWorkThatBecomesInteractiveWaitsNoLonger) {
  std::unique_ptr<Job> batch = jobOf(++ticket, {"a"});
  batch->work.isBatch = true;
  push(queue, std::move(batch), now);
  const WorkerPool::Ticket first = ticket;
  add({"b"}, 100);
  EXPECT_EQ(runOne(), "b");
  queue.makeInteractive(first);
  queue.makeInteractive(first + 1000); // Nobody's.
  EXPECT_EQ(queue.size(), 100);
  EXPECT_EQ(runOne(), "a");
}

TEST_F(FairnessTest, FollowUpsAreChargedToTheirTenant) {
  std::unique_ptr<Job> plan = jobOf(++ticket, {"big"});
  push(queue, std::move(plan), now);
  for (int i = 0; i < 100; ++i) {
    std::unique_ptr<Job> kernel = jobOf(++ticket, {"big"});
    kernel->work.isFollowUp = true;
    kernel->priority = 1;
    push(queue, std::move(kernel), now);
  }
  add({"small"}, 50);
  EXPECT_NEAR(share("small", 40), 20, 2);
}

TEST_F(FairnessTest, AFullQueueTakesANeighbourAndDropsTheNewestOfTheFlood) {
  WorkQueue small(3, 1);
  for (WorkerPool::Ticket i = 1; i <= 3; ++i)
    push(small, jobOf(i, {"flood"}));
  EXPECT_EQ(push(small, jobOf(4, {"flood"})), Admission::Full);
  EXPECT_EQ(small.takeDisplaced(), nullptr);
  EXPECT_EQ(push(small, jobOf(5, {"neighbour"})), Admission::Accepted);
  std::unique_ptr<Job> displaced = small.takeDisplaced();
  ASSERT_NE(displaced, nullptr);
  EXPECT_EQ(displaced->ticket, 3u);
  EXPECT_EQ(small.takeDisplaced(), nullptr);
  EXPECT_EQ(push(small, jobOf(6, {"neighbour"})), Admission::Full)
      << "each has as much as the other";
}

TEST_F(FairnessTest, AnHourOfWorkersIsUsedUpAndComesBack) {
  const Tenant tenant{"bounded", 1, /*workerSecondsPerHour=*/10};
  add(tenant);
  runOne(absl::Seconds(11));
  EXPECT_EQ(push(queue, jobOf(++ticket, tenant), now), Admission::OverQuota);
  std::unique_ptr<Job> followUp = jobOf(++ticket, tenant);
  followUp->work.isFollowUp = true;
  EXPECT_EQ(push(queue, std::move(followUp), now), Admission::Accepted)
      << "what was let in is finished";
  EXPECT_EQ(push(queue, jobOf(++ticket, {"other"}), now), Admission::Accepted);
  now += absl::Minutes(80);
  EXPECT_EQ(push(queue, jobOf(++ticket, tenant), now), Admission::Accepted);
}

TEST_F(FairnessTest, ADeadlineThatCannotBeMetIsRefusedAtOnce) {
  add({"a"}, 21);
  runOne(absl::Seconds(1)); // So 20 seconds wait.
  auto tryDeadline = [&](const Tenant &tenant, int seconds, int others = 0) {
    std::unique_ptr<Job> job = jobOf(++ticket, tenant);
    job->work.deadline = now + absl::Seconds(seconds);
    return queue.push(job, now, others);
  };
  EXPECT_EQ(tryDeadline({"a"}, 19), Admission::TooLate);
  EXPECT_EQ(tryDeadline({"a"}, 9, /*others=*/1), Admission::TooLate);
  EXPECT_EQ(tryDeadline({"a"}, 11, /*others=*/1), Admission::Accepted);
  EXPECT_EQ(tryDeadline({"a"}, 25), Admission::Accepted);
  EXPECT_EQ(tryDeadline({"b"}, 1), Admission::Accepted)
      << "it does not wait for the work of others";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

constexpr int64_t kUnknown = MemoryBudget::kUnknownBytes;

TEST(WorkQueueMemoryTest, NoMoreBeginAtOnceThanFit) {
  WorkQueue queue(10, 4, 2 * kUnknown);
  for (WorkerPool::Ticket ticket : {1, 2, 3})
    push(queue, ticket);
  std::unique_ptr<Job> first = queue.pop(4, kStart),
                       second = queue.pop(3, kStart);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(queue.memoryInUse(), 2 * kUnknown);
  EXPECT_EQ(queue.pop(2, kStart), nullptr);
  EXPECT_EQ(queue.pop(2, kStart), nullptr);
  EXPECT_EQ(queue.memoryWaits(), 1)
      << "one job waits, however often it is asked";
  queue.onEnd(*first, kStart);
  std::unique_ptr<Job> third = queue.pop(3, kStart);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->ticket, 3u);
}

TEST(WorkQueueMemoryTest, WhatDoesNotFitHereMayGoElsewhere) {
  WorkQueue queue(10, 4, kUnknown);
  for (WorkerPool::Ticket ticket : {1, 2})
    push(queue, ticket);
  std::unique_ptr<Job> first = queue.pop(4, kStart);
  ASSERT_TRUE(first);
  EXPECT_FALSE(queue.waitsForMemory());
  EXPECT_EQ(queue.pop(3, kStart), nullptr);
  EXPECT_TRUE(queue.waitsForMemory());
  std::unique_ptr<Job> second = queue.pop(1, kStart, /*isHere=*/false);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->ticket, 2u);
  EXPECT_EQ(queue.pop(3, kStart), nullptr);
  EXPECT_FALSE(queue.waitsForMemory()) << "nothing waits";
}

TEST(WorkQueueMemoryTest, WhatLikeActionsTookDecides) {
  WorkQueue queue(10, 4, 2 * kUnknown);
  for (WorkerPool::Ticket ticket : {1, 2, 3, 4, 5})
    push(queue, ticket);
  std::unique_ptr<Job> first = queue.pop(4, kStart);
  queue.onMemory(*first, 0, kUnknown / 2);
  queue.onEnd(*first, kStart);
  std::vector<std::unique_ptr<Job>> running;
  while (std::unique_ptr<Job> job = queue.pop(4, kStart))
    running.push_back(std::move(job));
  EXPECT_EQ(running.size(), 4u) << "half as much each as was thought";
}

TEST(WorkQueueMemoryTest, SmallerOnesPassForAWhile) {
  WorkQueue queue(10, 4, 2 * kUnknown);
  auto large = [](WorkerPool::Ticket ticket) {
    std::unique_ptr<Job> job = jobOf(ticket, {"large"});
    job->work.payloads.push_back(std::make_shared<const std::string>(
        std::string(kUnknown / MemoryBudget::kUnknownTimesInput, 'x')));
    return job;
  };
  push(queue, jobOf(1, {"small"}));
  std::unique_ptr<Job> running = queue.pop(4, kStart);
  push(queue, large(2));
  push(queue, jobOf(3, {"small"}));
  std::unique_ptr<Job> passed = queue.pop(3, kStart);
  ASSERT_TRUE(passed);
  EXPECT_EQ(passed->ticket, 3u) << "the large one is next, and does not fit";
  queue.onEnd(*passed, kStart);
  push(queue, jobOf(4, {"small"}));
  const absl::Time later = kStart + WorkQueue::kMemoryPatience;
  EXPECT_EQ(queue.pop(3, later), nullptr) << "it has waited enough";
  queue.onEnd(*running, later);
  EXPECT_EQ(queue.pop(4, later)->ticket, 2u);
}

TEST(WorkQueueMemoryTest, WhatIsPutBackTakesNothing) {
  WorkQueue queue(10, 4, kUnknown);
  push(queue, 1);
  queue.putBack(queue.pop(1, kStart));
  EXPECT_EQ(queue.memoryInUse(), 0);
  EXPECT_NE(queue.pop(1, kStart), nullptr);
}

} // namespace
} // namespace ingot::server
