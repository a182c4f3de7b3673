//===- WorkQueue.h - work that waits for a worker ---------------*- C++ -*-===//
//
// Who runs next, who must wait and who is refused, apart from threads and
// processes. Weighted fair queueing between tenants: each action is charged to
// its tenant by the time that it ran, divided by the tenant's weight, and the
// tenant that was charged least is next. A tenant that was away comes back with
// what it had, but at most kCreditSeconds behind the others: what it did not
// use in the night is lost, and a short compile runs ahead of a flood. A tenant
// of which more requests wait than there are workers is not behind the others
// at all: a flood does not run ahead of compiles.
//
// What does not fit the memory beside what runs is passed over for a while, and
// then nothing begins until it does.
//
// The actions of a compile follow each other, with a moment between them in
// which nothing of it waits. A worker is held for that moment if the tenant
// would be next: else a compile would wait for an action of others at each of
// its steps.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKQUEUE_H
#define INGOT_SERVER_SCHEDULER_WORKQUEUE_H

#include "server/scheduler/MemoryBudget.h"
#include "server/scheduler/RemoteExecutor.h"
#include "server/scheduler/WorkerPool.h"

#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace ingot::server {

/// Work on its way from submit() to its callback.
struct Job {
  WorkerPool::Ticket ticket = 0;
  Work work;
  WorkerPool::Done done;
  int priority = 0;
  absl::Time submitted;
  absl::Time started = absl::InfiniteFuture(); ///< Until a worker has it.
  double charged = 0;     ///< Seconds that its tenant paid when it started.
  bool isForHere = false; ///< Does not go to other machines (any more).
  /// What another machine answered, to be compared with a worker's answer.
  std::unique_ptr<RemoteOutput> remoteOutput;
  int64_t memory = -1; ///< Bytes that it is expected to take here, if it runs.
};

/// Between tenants by what they were charged. Within one: interactive before
/// batch, then by falling priority, equal ones in the order of their tickets.
/// Batch work of a tenant waits for interactive work of all, but not longer
/// than kBatchPatience. One thread at a time; the time is the caller's.
class WorkQueue {
public:
  enum class Admission { Accepted, Full, Closed, OverQuota, TooLate };

  /// How far behind the others a tenant may come back.
  static constexpr double kCreditSeconds = 0.15;
  /// How long a worker is held for the next action of a compile.
  static constexpr absl::Duration kHold = absl::Milliseconds(20);
  static constexpr absl::Duration kBatchPatience = absl::Seconds(60);
  /// How long others may begin before what waits for memory.
  static constexpr absl::Duration kMemoryPatience = absl::Seconds(10);

  /// `limit` bounds how many jobs wait; follow-ups are let in beyond it.
  /// `memoryBytes` is what those that run are expected to take together.
  WorkQueue(int limit, int workers,
            int64_t memoryBytes = std::numeric_limits<int64_t>::max())
      : limit_(limit), workers_(workers), memory_(memoryBytes) {}

  /// Takes the job if it is accepted and leaves it with the caller if not:
  ///   Full       the queue is, and no tenant has more of it than this one
  ///   OverQuota  the tenant's hour is used up
  ///   TooLate    its own tenant's work alone takes until after the deadline
  /// After Accepted, takeDisplaced() says who has to go. `others` is how much
  /// runs on other machines at once.
  Admission push(std::unique_ptr<Job> &job, absl::Time now, int others = 0);

  /// Once after a push(): the newest job of the tenant that has most of a queue
  /// that was full; null if it was not, or only follow-ups wait.
  std::unique_ptr<Job> takeDisplaced();

  /// The next job to run while `idle` workers have none; null if nothing waits,
  /// or the worker is held. The job counts as running until onEnd().
  /// Elsewhere, what is for here is passed over, and no memory is taken.
  std::unique_ptr<Job> pop(int idle, absl::Time now, bool isHere = true);
  /// Undoes the pop() that gave this job; it stands where it stood.
  void putBack(std::unique_ptr<Job> job);
  /// When a pop() that held a worker is to be repeated.
  absl::Time heldUntil() const { return heldUntil_; }
  /// Whether the last pop() for this machine gave nothing for want of memory.
  bool waitsForMemory() const { return waitsForMemory_; }

  /// A job that pop() gave has ended.
  void onEnd(const Job &job, absl::Time now);
  /// What memory it took; MemoryBudget::observe().
  void onMemory(const Job &job, int64_t before, int64_t after) {
    memory_.observe(job.work, before, after);
  }
  /// Whether there is memory for it beside what runs.
  bool fits(const Job &job) const { return memory_.fits(job.work); }
  /// Expected of what runs.
  int64_t memoryInUse() const { return memory_.inUse(); }
  /// How often a job was next and had to wait for memory.
  int64_t memoryWaits() const { return memoryWaits_; }

  /// Takes out one job; null when it does not wait here.
  std::unique_ptr<Job> remove(WorkerPool::Ticket ticket);

  /// A job that waits is no batch work any more.
  void makeInteractive(WorkerPool::Ticket ticket);

  /// Takes out all jobs, those of each tenant in the order in which they would
  /// have run.
  std::vector<std::unique_ptr<Job>> takeAll();

  /// Nothing is accepted any more. What waits stays.
  void close() { closed_ = true; }
  bool isClosed() const { return closed_; }

  int size() const { return static_cast<int>(places_.size()); }
  bool isEmpty() const { return places_.empty(); }

private:
  /// Interactive first, higher priorities first, then in order. Wider than the
  /// priority: the smallest one has no negative as an int.
  using Position = std::tuple<bool, int64_t, WorkerPool::Ticket>;
  static Position positionOf(const Job &job);

  /// Worker seconds of the last sixty minutes, nearly: the hour before counts
  /// as far as it is not over an hour ago.
  struct Usage {
    absl::Time hour = absl::InfinitePast();
    double current = 0, before = 0;
    void advance(absl::Time now);
    double lastHour(absl::Time now);
  };
  /// A tenant: what it was charged, and what of it waits.
  struct Account {
    double weight = 1;
    double charged = 0;     ///< Seconds by weight; comparable between tenants.
    double meanSeconds = 0; ///< Of its last actions.
    int running = 0;
    int requests = 0; ///< Of `jobs`, without follow-ups.
    absl::Time lastEnd = absl::InfinitePast();
    Usage usage;
    std::map<Position, std::unique_ptr<Job>> jobs;
    std::set<Position> outgoing; ///< Of those that are not for here alone.

    bool isBusy() const { return running > 0 || !jobs.empty(); }
    double waitingByWeight() const {
      return static_cast<double>(jobs.size()) / weight;
    }
  };
  using Accounts = std::map<std::string, Account>;

  /// Where a job waits. Accounts of those that do are not erased.
  struct Place {
    Account *account;
    Position position;
  };

  void insert(Account &account, std::unique_ptr<Job> job);
  std::unique_ptr<Job> extract(const Place &place);
  Account &open(const Tenant &tenant, absl::Time now);
  Admission admit(const Job &job, Account &account, absl::Time now, int others);
  bool isBetween(const Account &account, absl::Time now) const;
  /// What may be next: all that waits, what fits the memory, what may go out.
  enum class Among { All, Fitting, Outgoing };
  /// The account's first job; null if there is none.
  const Job *first(const Account &account, Among among) const;
  /// The account whose first job is next; null if nothing waits.
  Account *next(absl::Time now, Among among = Among::All);
  /// The same, but for what has to wait for memory.
  Account *nextThatFits(absl::Time now);
  /// Brings virtualTime_ up to what tenants with work were charged at least.
  void advance();
  void forgetIdle(absl::Time now);

  const int limit_, workers_;
  MemoryBudget memory_;
  WorkerPool::Ticket blocked_ = 0; ///< The job that waits for memory.
  absl::Time blockedSince_;
  int64_t memoryWaits_ = 0;
  bool closed_ = false;
  bool isOver_ = false; ///< A new request was let into a full queue.
  absl::Time heldUntil_ = absl::InfiniteFuture();
  bool waitsForMemory_ = false;
  double virtualTime_ = 0; ///< Of Account::charged; never falls.
  Accounts accounts_;
  /// Of all that waits: who cancels a flood must not search it for each.
  std::unordered_map<WorkerPool::Ticket, Place> places_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKQUEUE_H
