//===- ProcessWorkerPool.h - workers as processes ---------------*- C++ -*-===//
//
// Ties the parts of the pool together:
//
//   submit(), cancel()          any thread
//        |
//    WorkQueue                  under the mutex
//        |
//   EventLoop ------ TemplateProcess ---- WorkerSupply
//        |                                (when to start it, how many workers)
//        +---------- WorkerChannel ------ WorkerLifecycle   one of each a
//        worker |           (its socket)         (its states)
//        v
//   SerialExecutors             callbacks
//
// A RemoteExecutor, if there is one, is a second kind of worker.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_PROCESSWORKERPOOL_H
#define INGOT_SERVER_SCHEDULER_PROCESSWORKERPOOL_H

#include "server/scheduler/EventLoop.h"
#include "server/scheduler/RemoteExecutor.h"
#include "server/scheduler/SerialExecutors.h"
#include "server/scheduler/TemplateProcess.h"
#include "server/scheduler/WorkQueue.h"
#include "server/scheduler/WorkerChannel.h"
#include "server/scheduler/WorkerLifecycle.h"
#include "server/scheduler/WorkerOutput.h"
#include "server/scheduler/WorkerPool.h"
#include "server/scheduler/WorkerSupply.h"

#include "absl/base/thread_annotations.h"
#include "absl/random/random.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ingot::server {

inline constexpr char kTemplateSilent[] =
    "the worker template sent no hello in time";

/// See WorkerPool. PoolTemplate.cpp, PoolWorkers.cpp, PoolAssignment.cpp and
/// PoolRemote.cpp have its parts, ProcessWorkerPool.cpp the queue, the loop and
/// the callbacks.
class ProcessWorkerPool final : public WorkerPool {
public:
  /// Takes a template that said hello.
  ProcessWorkerPool(WorkerPoolOptions options, std::unique_ptr<EventLoop> loop,
                    std::unique_ptr<TemplateProcess> firstTemplate,
                    v1::WorkerHello hello,
                    std::unique_ptr<RemoteExecutor> executor,
                    RemoteOptions remoteOptions);
  ~ProcessWorkerPool() override;

  const v1::WorkerHello &hello() const override { return hello_; }
  Ticket submit(Work work, int priority, Done done) override;
  void cancel(Ticket ticket) override;
  void makeInteractive(Ticket ticket) override;
  WorkerPoolStatistics statistics() const override;

private:
  /// One process, until the template reported its exit.
  struct Worker {
    Worker(const WorkerPoolOptions &options, FileDescriptor socket)
        : life(options), channel(std::move(socket), options.resultLimitBytes) {}

    WorkerLifecycle life;
    WorkerChannel channel;
    EventLoop::Watch watch = 0;
    FileDescriptor pidfd;     ///< Known once the template answered.
    std::unique_ptr<Job> job; ///< While life.hasJob().
    /// Whose bytes it has read, as Tenant::space(); none of a new worker.
    std::optional<std::string> tenant;
    absl::Time lastJob;  ///< When the last one began.
    uint64_t number = 0; ///< By which the template knows it.
  };
  /// By the number that the template knows them by.
  using Workers = std::map<uint64_t, std::unique_ptr<Worker>>;

  // All of these run on the event thread.
  void run();
  absl::Time nextDeadline() const ABSL_LOCKS_EXCLUDED(mutex_);
  void shutDown();

  void startTemplate();
  void adoptTemplate(std::unique_ptr<TemplateProcess> process);
  void readTemplate();
  void readErrors();
  void onTemplateHello(const v1::WorkerHello &hello);
  void onTemplateGone(const std::string &why);
  void onTemplateUseless(const std::string &why);
  void endTemplate(const std::string &why);
  void superviseTemplate();
  void applyRefusal();
  bool hasWork() const ABSL_LOCKS_EXCLUDED(mutex_);
  void refuseWaiting(const absl::Status &why);

  void keepWorkers();
  bool spawnWorker();
  void onWorkerReady(Worker &worker, uint32_t events);
  void readWorker(Worker &worker);
  void writeWorker(Worker &worker);
  void onFrame(Worker &worker, Frame frame);
  void onEvent(Worker &worker, v1::WorkResponse event);
  void onOutcome(Worker &worker, v1::WorkResponse response,
                 std::vector<FramePayload> payloads);
  /// What a worker says it took, as far as it could have.
  int64_t believed(uint64_t bytes) const;
  void onTimer(Worker &worker);
  void onWorkerProcess(uint64_t spawn, FileDescriptor pidfd);
  /// `waitStatus` is unknown when the template is gone.
  void onWorkerExit(uint64_t spawn, std::optional<int> waitStatus);
  void apply(Worker &worker, WorkerActions actions);
  void logExit(uint64_t spawn, const Worker &worker,
               std::optional<int> waitStatus) const;

  void assignWork();
  /// How many jobs may begin now.
  int mayStart() const;
  /// True when one has to go before another can come.
  bool isFull() const;
  /// One that may serve the tenant; null if every idle one served another.
  Worker *workerFor(const std::string &tenant);
  /// Tells the idle worker of a tenant that ran longest ago to go.
  void retireOne();
  /// Sees to it that whoever comes next finds a worker that read nothing.
  void keepOneClean();
  void start(Worker &worker, std::unique_ptr<Job> job);

  void assignRemotely();
  void startRemotely(std::unique_ptr<Job> job);
  void takeRemoteAnswers();
  void onRemoteAnswer(std::unique_ptr<Job> job,
                      absl::StatusOr<RemoteOutput> output);
  void deliver(std::unique_ptr<Job> job, RemoteOutput output);
  /// The job if it is elsewhere, else null.
  std::unique_ptr<Job> takeRemote(Ticket ticket);
  /// Puts it back where it stood in the queue, for a worker of this machine.
  void doHere(std::unique_ptr<Job> job, int64_t RemoteStatistics::*counter);
  void compareWithRemote(const Job &job, const v1::WorkResponse &response,
                         const std::vector<FramePayload> &payloads);
  /// When its answer is late.
  absl::Time hedgeTime(const Job &job) const;
  void hedgeRemote();
  absl::Time remoteDeadline() const;
  void cancelRemote(Ticket ticket, const absl::Status &why);

  void applyCancels(const std::vector<Ticket> &cancels);

  // Any thread.
  void refuse(std::unique_ptr<Job> job, WorkQueue::Admission why)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void finish(std::unique_ptr<Job> job, absl::StatusOr<WorkResult> result)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void post(Ticket ticket, std::function<void()> callback);
  void count(int64_t WorkerPoolStatistics::*counter)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Fixed after construction.
  const WorkerPoolOptions options_;
  const v1::WorkerHello hello_;
  const std::unique_ptr<EventLoop> loop_;
  /// Or null; the destructor ends it first.
  std::unique_ptr<RemoteExecutor> executor_;
  const RemoteOptions remoteOptions_;

  // Synchronised by itself. No lock is taken for each callback: with many of
  // them, threads would queue for it.
  std::atomic<int> callbacks_{0}; ///< Posted and not yet run.

  // The event thread's own.
  std::unique_ptr<TemplateProcess> template_;
  EventLoop::Watch templateWatch_ = 0, errorsWatch_ = 0;
  WorkerOutput output_;
  WorkerSupply supply_;
  Workers workers_;
  uint64_t nextSpawn_ = 1;
  std::map<Ticket, std::unique_ptr<Job>> remote_; ///< That others run.
  double remoteSeconds_ = 0;                      ///< Mean of the last ones.
  absl::BitGen random_;

  mutable absl::Mutex mutex_;
  WorkQueue queue_ ABSL_GUARDED_BY(mutex_);
  std::vector<Ticket> cancels_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::pair<Ticket, absl::StatusOr<RemoteOutput>>>
      answers_ ABSL_GUARDED_BY(mutex_);     ///< Of the executor, not yet taken.
  int awaited_ ABSL_GUARDED_BY(mutex_) = 0; ///< Answers to come.
  Ticket nextTicket_ ABSL_GUARDED_BY(mutex_) = 1;
  WorkerPoolStatistics statistics_ ABSL_GUARDED_BY(mutex_);

  SerialExecutors executors_;
  std::thread thread_; ///< Last: it uses everything above.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_PROCESSWORKERPOOL_H
