//===- WorkQueue.cpp - work that waits for a worker -----------------------===//

#include "server/scheduler/WorkQueue.h"

#include <algorithm>

namespace ingot::server {

WorkQueue::Admission WorkQueue::push(std::unique_ptr<Job> &job, int priority) {
  if (closed_)
    return Admission::Closed;
  if (!job->work.isFollowUp && size() >= limit_)
    return Admission::Full;
  WorkerPool::Ticket ticket = job->ticket;
  // Wider than the priority: the smallest one has no negative as an int.
  jobs_.emplace(std::pair(-int64_t{priority}, ticket), std::move(job));
  return Admission::Accepted;
}

std::unique_ptr<Job> WorkQueue::pop() {
  return jobs_.empty() ? nullptr
                       : std::move(jobs_.extract(jobs_.begin()).mapped());
}

std::unique_ptr<Job> WorkQueue::remove(WorkerPool::Ticket ticket) {
  auto found = std::find_if(jobs_.begin(), jobs_.end(), [&](const auto &entry) {
    return entry.first.second == ticket;
  });
  return found == jobs_.end() ? nullptr
                              : std::move(jobs_.extract(found).mapped());
}

std::vector<std::unique_ptr<Job>> WorkQueue::takeAll() {
  std::vector<std::unique_ptr<Job>> all;
  while (std::unique_ptr<Job> job = pop())
    all.push_back(std::move(job));
  return all;
}

} // namespace ingot::server
