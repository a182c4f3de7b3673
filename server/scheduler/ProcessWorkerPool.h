//===- ProcessWorkerPool.h - the pool's event loop --------------*- C++ -*-===//
//
// One thread owns all processes and sockets; callers hand it work and
// cancellations through a queue. What happened to a process is learned from its
// socket (it ended, it sent nonsense) and from the template (its wait status),
// in either order.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_PROCESSWORKERPOOL_H
#define INGOT_SERVER_SCHEDULER_PROCESSWORKERPOOL_H

#include "server/scheduler/SerialExecutors.h"
#include "server/scheduler/TemplateProcess.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <map>
#include <thread>
#include <utility>
#include <vector>

namespace ingot::server {

/// See WorkerPool.
class ProcessWorkerPool final : public WorkerPool {
public:
  ProcessWorkerPool(WorkerPoolOptions options,
                    std::unique_ptr<TemplateProcess> firstTemplate);
  ~ProcessWorkerPool() override;

  const v1::WorkerHello &hello() const override { return hello_; }
  Ticket submit(Work work, int priority, Done done) override;
  void cancel(Ticket ticket) override;
  WorkerPoolStatistics statistics() const override;

private:
  /// Work on its way from submit() to its callback.
  struct Job {
    Ticket ticket = 0;
    Work work;
    Done done;
    absl::Time submitted, started;
    int64_t eventBytes = 0; ///< Came so far.
  };
  /// Pending work: by falling priority, then in the order it came.
  using Queue = std::map<std::pair<int, Ticket>, Job>;

  /// One process. Lives until the template reported its end.
  struct Worker {
    uint64_t spawn = 0;
    FileDescriptor socket; ///< Closed when the worker is of no more use.
    FileDescriptor pidfd;  ///< Known once the template answered.
    FrameDecoder decoder;
    std::string outgoing;
    FileDescriptor outgoingMemfd;
    std::unique_ptr<Job> job;
    absl::Time killAt = absl::InfiniteFuture();
    bool killed = false;
    int actions = 0;
    explicit Worker(int64_t resultLimit) : decoder(resultLimit) {}
  };
  using Workers = std::map<uint64_t, std::unique_ptr<Worker>>;

  // All of these run on the event thread.
  void run();
  void keepWorkers();
  bool spawnWorker();
  void restartTemplate();
  void failPending();
  void readTemplate();
  void readWorker(Worker &worker);
  void writeWorker(Worker &worker);
  void takeEvent(Worker &worker, v1::WorkResponse event);
  void takeFrame(Worker &worker, Frame frame);
  void assignWork();
  void start(Worker &worker, std::unique_ptr<Job> job);
  void expire();
  void applyCancels();
  void kill(Worker &worker, absl::Status verdict);
  void retire(Worker &worker);
  /// `waitStatus` is unknown when the template is gone.
  void buried(uint64_t spawn, std::optional<int> waitStatus);
  void finish(std::unique_ptr<Job> job, absl::StatusOr<WorkResult> result);
  absl::Status classify(const Worker &worker, std::optional<int> waitStatus);
  int timeoutMilliseconds() ABSL_LOCKS_EXCLUDED(mutex_);
  void wake();
  void setMask(Worker &worker);
  void shutDown();

  // Fixed after construction.
  const WorkerPoolOptions options_;
  const v1::WorkerHello hello_;
  FileDescriptor epoll_, wakeup_;

  // The event thread's own.
  std::unique_ptr<TemplateProcess> template_;
  Workers workers_;
  uint64_t nextSpawn_ = 2; ///< 0 and 1 name the other descriptors in epoll.
  bool isShortOfWorkers_ = false; ///< One could not be forked just now.
  std::string templateFault_;     ///< Why there is no template.
  int barren_ = 0; ///< Workers in a row that ended before they did anything.

  mutable absl::Mutex mutex_;
  Queue queue_ ABSL_GUARDED_BY(mutex_);
  std::vector<Ticket> cancels_ ABSL_GUARDED_BY(mutex_);
  Ticket nextTicket_ ABSL_GUARDED_BY(mutex_) = 1;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  WorkerPoolStatistics statistics_ ABSL_GUARDED_BY(mutex_);

  SerialExecutors completions_;
  std::thread thread_; ///< Last: it uses everything above.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_PROCESSWORKERPOOL_H
