//===- WorkQueue.h - work that waits for a worker ---------------*- C++ -*-===//
//
// Order, limit and end of the queue, apart from threads and processes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKQUEUE_H
#define INGOT_SERVER_SCHEDULER_WORKQUEUE_H

#include "server/scheduler/WorkerPool.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ingot::server {

/// Work on its way from submit() to its callback.
struct Job {
  WorkerPool::Ticket ticket = 0;
  Work work;
  WorkerPool::Done done;
  absl::Time submitted, started;
};

/// Jobs by falling priority; equal ones in the order of their tickets. One
/// thread at a time.
class WorkQueue {
public:
  enum class Admission { Accepted, Full, Closed };

  /// `limit` bounds how many jobs wait; follow-ups are let in beyond it.
  explicit WorkQueue(int limit) : limit_(limit) {}

  /// Takes the job if it is accepted and leaves it with the caller if not.
  Admission push(std::unique_ptr<Job> &job, int priority);

  /// The next job to run, or null.
  std::unique_ptr<Job> pop();

  /// Takes out one job; null when it does not wait here.
  std::unique_ptr<Job> remove(WorkerPool::Ticket ticket);

  /// Takes out all jobs, in the order in which they would have run.
  std::vector<std::unique_ptr<Job>> takeAll();

  /// Nothing is accepted any more. What waits stays.
  void close() { closed_ = true; }
  bool isClosed() const { return closed_; }

  int size() const { return static_cast<int>(jobs_.size()); }
  bool isEmpty() const { return jobs_.empty(); }

private:
  const int limit_;
  bool closed_ = false;
  /// By negated priority, then ticket.
  std::map<std::pair<int64_t, WorkerPool::Ticket>, std::unique_ptr<Job>> jobs_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKQUEUE_H
