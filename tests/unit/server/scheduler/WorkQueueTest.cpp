//===- WorkQueueTest.cpp - order, limit and end of the queue --------------===//

#include "server/scheduler/WorkQueue.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <limits>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using Admission = WorkQueue::Admission;

std::unique_ptr<Job> jobOf(WorkerPool::Ticket ticket, bool isFollowUp = false) {
  auto job = std::make_unique<Job>();
  job->ticket = ticket;
  job->work.isFollowUp = isFollowUp;
  return job;
}

Admission push(WorkQueue &queue, WorkerPool::Ticket ticket, int priority = 0,
               bool isFollowUp = false) {
  std::unique_ptr<Job> job = jobOf(ticket, isFollowUp);
  Admission admission = queue.push(job, priority);
  EXPECT_EQ(job == nullptr, admission == Admission::Accepted)
      << "only an accepted job is taken";
  return admission;
}

std::vector<WorkerPool::Ticket> drain(WorkQueue &queue) {
  std::vector<WorkerPool::Ticket> tickets;
  for (const std::unique_ptr<Job> &job : queue.takeAll())
    tickets.push_back(job->ticket);
  return tickets;
}

TEST(WorkQueueTest, HigherPrioritiesComeFirstAndEqualOnesInOrder) {
  WorkQueue queue(10);
  push(queue, 1, 0);
  push(queue, 2, 5);
  push(queue, 3, 0);
  push(queue, 4, 5);
  push(queue, 5, -1);
  EXPECT_THAT(drain(queue), ElementsAre(2, 4, 1, 3, 5));
}

TEST(WorkQueueTest, ExtremePrioritiesKeepTheirOrder) {
  WorkQueue queue(10);
  push(queue, 1, std::numeric_limits<int>::min());
  push(queue, 2, 0);
  push(queue, 3, std::numeric_limits<int>::max());
  EXPECT_THAT(drain(queue), ElementsAre(3, 2, 1));
}

TEST(WorkQueueTest, PopTakesTheFirst) {
  WorkQueue queue(10);
  EXPECT_EQ(queue.pop(), nullptr);
  push(queue, 7);
  push(queue, 8);
  EXPECT_EQ(queue.pop()->ticket, 7u);
  EXPECT_EQ(queue.size(), 1);
}

TEST(WorkQueueTest, FullQueueTakesFollowUpsOnly) {
  WorkQueue queue(2);
  EXPECT_EQ(push(queue, 1), Admission::Accepted);
  EXPECT_EQ(push(queue, 2), Admission::Accepted);
  EXPECT_EQ(push(queue, 3), Admission::Full);
  EXPECT_EQ(push(queue, 4, 0, /*isFollowUp=*/true), Admission::Accepted);
  queue.pop();
  EXPECT_EQ(push(queue, 5), Admission::Full) << "the follow-up counts";
  queue.pop();
  EXPECT_EQ(push(queue, 6), Admission::Accepted);
}

TEST(WorkQueueTest, RemovedJobsDoNotRun) {
  WorkQueue queue(10);
  push(queue, 1, 3);
  push(queue, 2, 7);
  ASSERT_NE(queue.remove(1), nullptr);
  EXPECT_EQ(queue.remove(1), nullptr);
  EXPECT_EQ(queue.remove(99), nullptr);
  EXPECT_THAT(drain(queue), ElementsAre(2));
  EXPECT_TRUE(queue.isEmpty());
}

TEST(WorkQueueTest, ClosedQueueTakesNothingAndKeepsWhatWaits) {
  WorkQueue queue(1);
  push(queue, 1);
  queue.close();
  EXPECT_TRUE(queue.isClosed());
  EXPECT_EQ(push(queue, 2), Admission::Closed) << "and not Full";
  EXPECT_EQ(push(queue, 3, 0, /*isFollowUp=*/true), Admission::Closed);
  EXPECT_THAT(drain(queue), ElementsAre(1));
}

} // namespace
} // namespace ingot::server
