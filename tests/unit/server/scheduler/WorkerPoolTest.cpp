//===- WorkerPoolTest.cpp - every way in which a worker can end -----------===//
//
// Real processes of the fake worker program: what happens to one piece of work
// must not touch another. No test sleeps; each waits for callbacks.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkerPool.h"
#include "server/worker/FileDescriptor.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <sys/resource.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;

/// One result to wait for.
class Outcome {
public:
  WorkerPool::Done done() {
    return [this](absl::StatusOr<WorkResult> result) {
      result_ = std::move(result);
      ready_.Notify();
    };
  }
  absl::StatusOr<WorkResult> &wait() {
    ready_.WaitForNotification();
    return result_;
  }
  bool isReady() const { return ready_.HasBeenNotified(); }

private:
  absl::Notification ready_;
  absl::StatusOr<WorkResult> result_ = absl::UnknownError("nothing yet");
};

/// Keeps what is logged.
class TextSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
  std::string text() const {
    absl::MutexLock lock(&textMutex_);
    return text_;
  }
  void await(const std::string &part) const {
    absl::MutexLock lock(&textMutex_);
    auto isThere = [&]() ABSL_SHARED_LOCKS_REQUIRED(textMutex_) {
      return text_.find(part) != std::string::npos;
    };
    textMutex_.Await(absl::Condition(&isThere));
  }

private:
  void sink_it_(const spdlog::details::log_msg &message) override {
    absl::MutexLock lock(&textMutex_);
    text_.append(message.payload.data(), message.payload.size());
    text_ += '\n';
  }
  void flush_() override {}

  mutable absl::Mutex textMutex_;
  std::string text_ ABSL_GUARDED_BY(textMutex_);
};

/// The line of a worker that warmed up. It does after a fifth of a second, if
/// it got no work: where the test's thread was stopped for as long.
constexpr char kWarm[] = "event=worker-stderr text=\"warm\"";

/// What is logged, level info and above, while this lives.
class CapturedLog {
public:
  CapturedLog() {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink_));
  }
  ~CapturedLog() { spdlog::set_default_logger(before_); }

  std::string text() const { return sink_->text(); }
  /// The lines but for those of workers that had time to warm up.
  std::string textWithoutWarmUps() const {
    std::string text;
    for (absl::string_view line : absl::StrSplit(sink_->text(), '\n'))
      if (!line.empty() && !absl::StrContains(line, kWarm))
        absl::StrAppend(&text, line, "\n");
    return text;
  }
  /// Waits until this was logged.
  void await(const std::string &part) const { sink_->await(part); }

private:
  const std::shared_ptr<TextSink> sink_ = std::make_shared<TextSink>();
  const std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

Work planOf(const std::string &module) {
  Work work;
  work.request.mutable_plan();
  work.payloads.push_back(std::make_shared<const std::string>(module));
  return work;
}

class WorkerPoolTest : public testing::Test {
protected:
  void start(WorkerPoolOptions options = {}) {
    options.workerProgram = INGOT_FAKE_WORKER;
    auto made = createWorkerPool(options);
    ASSERT_TRUE(made.ok()) << made.status();
    pool = *std::move(made);
  }

  absl::StatusOr<WorkResult> run(const std::string &module) {
    Outcome outcome;
    pool->submit(planOf(module), 0, outcome.done());
    return std::move(outcome.wait());
  }

  /// Submits work that reports it is running before it hangs.
  WorkerPool::Ticket submitHang(Outcome &outcome, absl::Notification &running) {
    Work work = planOf("events 1\nhang");
    work.onEvent = [&running](const v1::WorkResponse &response) {
      if (response.has_diagnostic())
        running.Notify();
    };
    return pool->submit(std::move(work), 0, outcome.done());
  }

  std::unique_ptr<WorkerPool> pool;
};

TEST_F(WorkerPoolTest, HelloComesFromTheTemplate) {
  start();
  EXPECT_EQ(pool->hello().compiler_identity(), "fake 1");
  EXPECT_EQ(pool->hello().targets(0).name(), "host");
}

TEST_F(WorkerPoolTest, WorkComesBackWithItsPayloads) {
  start();
  auto result = run("kernel a\nconstant w bytes");
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->response.plan().kernels(0).symbol(), "a");
  EXPECT_THAT(result->payloads,
              testing::ElementsAre("host(kernel a\nconstant w bytes)",
                                   "kernel a", "bytes"));
}

TEST_F(WorkerPoolTest, LargePayloadsTravelBothWays) {
  start();
  std::string large(3 << 20, 'x');
  auto result = run(large);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->payloads[0].size(), static_cast<int64_t>(large.size() + 6));
}

TEST_F(WorkerPoolTest, PayloadsInASealedFileAreThoseOfTheRequest) {
  start();
  const std::vector<std::string> parts = {std::string(2 << 20, 'a'), "",
                                          std::string(70000, 'b'), "c"};
  Work work;
  work.request.mutable_link(); // Gives them back, one after the other.
  SealedPayloads sealed;
  std::string expected;
  for (const std::string &part : parts) {
    sealed.sizes.push_back(static_cast<int64_t>(part.size()));
    expected += part + "\n";
  }
  int64_t total = 0;
  sealed.offsets = payloadOffsets(sealed.sizes, total);
  auto writer = SealedFileWriter::create(total);
  ASSERT_TRUE(writer.ok()) << writer.status();
  for (size_t i = 0; i < parts.size(); ++i)
    ASSERT_TRUE(writer->write(sealed.offsets[i], parts[i]).ok());
  sealed.file = *writer->seal();
  work.sealed = sealed;
  for (int i = 0; i < 2; ++i) { // The file can be sent again.
    Outcome outcome;
    pool->submit(work, 0, outcome.done());
    auto &result = outcome.wait();
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(*result->payloads.at(0).copy(), expected);
  }
}

/// While it lives, this process can make no file larger than `bytes`.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) {
    handler_ = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }

private:
  rlimit before_;
  void (*handler_)(int);
};

TEST_F(WorkerPoolTest, WorkThatCannotBeSentHoldsNothingUp) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  Outcome hung, large, next;
  absl::Notification running;
  WorkerPool::Ticket ticket = submitHang(hung, running);
  running.WaitForNotification();
  FileSizeLimit limit(1 << 20);
  pool->submit(planOf(std::string(3 << 20, 'x')), 0, large.done());
  pool->submit(planOf("kernel a"), 0, next.done());
  pool->cancel(ticket);
  EXPECT_FALSE(large.wait().ok());
  EXPECT_TRUE(next.wait().ok()) << next.wait().status();
  EXPECT_EQ(hung.wait().status().code(), absl::StatusCode::kCancelled);
}

TEST_F(WorkerPoolTest, EventsComeInOrderBeforeTheResult) {
  start();
  std::vector<std::string> seen;
  Work work = planOf("events 100");
  work.onEvent = [&](const v1::WorkResponse &response) {
    seen.push_back(response.has_phase() ? response.phase()
                                        : response.diagnostic().message());
  };
  Outcome outcome;
  pool->submit(std::move(work), 0, outcome.done());
  ASSERT_TRUE(outcome.wait().ok());
  ASSERT_EQ(seen.size(), 101u);
  EXPECT_EQ(seen[0], "import");
  EXPECT_EQ(seen[100], "99");
}

TEST_F(WorkerPoolTest, WorkHearsThatAWorkerHasIt) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  absl::Notification running;
  Outcome hanging, outcome;
  const WorkerPool::Ticket ticket = submitHang(hanging, running);
  running.WaitForNotification();
  std::atomic<bool> hasStarted{false};
  Work work = planOf("kernel a");
  work.onStart = [&] {
    hasStarted = true;
    EXPECT_FALSE(outcome.isReady());
  };
  pool->submit(std::move(work), 0, outcome.done());
  EXPECT_FALSE(hasStarted);
  pool->cancel(ticket);
  EXPECT_TRUE(outcome.wait().ok());
  EXPECT_TRUE(hasStarted);
  hanging.wait();
}

TEST_F(WorkerPoolTest, TooManyEventsEndTheWorker) {
  WorkerPoolOptions options;
  options.eventLimitBytes = 100000;
  start(options);
  EXPECT_TRUE(run("events 100").ok());
  auto result = run("events 1000000");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr("too many events"));
  EXPECT_TRUE(run("events 100").ok()) << "the worker was replaced";
}

TEST_F(WorkerPoolTest, WorkersHaveTheNicenessAskedFor) {
  WorkerPoolOptions options;
  options.nice = 7;
  start(options);
  EXPECT_TRUE(run("nice 7").ok());
  EXPECT_EQ(run("nice 0").status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(WorkerPoolTest, WorkersThatWaitWarmUp) {
  // The worker says on stderr that it did, and what it says is logged.
  CapturedLog log;
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  log.await(kWarm);
  EXPECT_TRUE(run("warm").ok());
  pool.reset();
}

TEST_F(WorkerPoolTest, FailureOfTheProgramKeepsItsCode) {
  start();
  auto result = run("fail 9 not for this target");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr("not for this target"));
}

TEST_F(WorkerPoolTest, CrashIsInternalAndNamesTheSignal) {
  start();
  auto result = run("crash");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(result.status().message()), HasSubstr("SIGSEGV"));
  EXPECT_EQ(pool->statistics().crashes, 1);
  EXPECT_TRUE(run("kernel a").ok()) << "the worker was not replaced";
  EXPECT_EQ(faultOf(run("crash").status()), WorkFault::Crash);
}

TEST_F(WorkerPoolTest, ExitIsACrashToo) {
  start();
  auto result = run("exit 1");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(result.status().message()), HasSubstr("exit code 1"));
}

TEST_F(WorkerPoolTest, GarbageEndsTheWorkerAndItsWork) {
  start();
  EXPECT_EQ(run("garbage").status().code(), absl::StatusCode::kInternal);
  EXPECT_TRUE(run("kernel a").ok());
}

TEST_F(WorkerPoolTest, MemoryLimitIsTyped) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer needs more address space than any limit";
#endif
#endif
  WorkerPoolOptions options;
  options.memoryLimitBytes = 256 << 20;
  start(options);
  auto result = run("eat");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(result.status().message()), HasSubstr("256 MiB"));
  EXPECT_EQ(pool->statistics().memoryLimits, 1);
}

TEST_F(WorkerPoolTest, RunLimitEndsWhatHangs) {
  // Long enough for the work between the two that hang, on a machine with
  // other things to do.
  WorkerPoolOptions options;
  options.runLimit = absl::Seconds(2);
  start(options);
  auto result = run("hang");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(pool->statistics().timeouts, 1);
  EXPECT_TRUE(run("kernel a").ok());
  EXPECT_EQ(faultOf(run("hang").status()), WorkFault::Hang);
}

TEST_F(WorkerPoolTest, WorkerThatClosesItsSocketAndStaysIsKilled) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  auto result = run("mute");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr("did not exit"));
  EXPECT_TRUE(run("kernel a").ok());
}

TEST_F(WorkerPoolTest, CancelEndsWhatRuns) {
  start();
  Outcome outcome;
  absl::Notification running;
  auto ticket = submitHang(outcome, running);
  running.WaitForNotification();
  pool->cancel(ticket);
  EXPECT_EQ(outcome.wait().status().code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(run("kernel a").ok());
}

TEST_F(WorkerPoolTest, QueuedWorkCanBeCancelled) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  Outcome first, cancelled;
  absl::Notification running;
  auto blocker = submitHang(first, running);
  running.WaitForNotification();
  auto second = pool->submit(planOf("kernel a"), 0, cancelled.done());
  pool->cancel(second);
  EXPECT_EQ(cancelled.wait().status().code(), absl::StatusCode::kCancelled);
  EXPECT_FALSE(first.isReady());
  pool->cancel(blocker);
  first.wait();
}

TEST_F(WorkerPoolTest, CancelOfUnknownOrFinishedWorkIsIgnored) {
  start();
  pool->cancel(4711);
  Outcome outcome;
  auto ticket = pool->submit(planOf("kernel a"), 0, outcome.done());
  EXPECT_TRUE(outcome.wait().ok());
  pool->cancel(ticket);
  EXPECT_TRUE(run("kernel b").ok());
  EXPECT_EQ(pool->statistics().kills, 0);
}

TEST_F(WorkerPoolTest, CallbacksMaySubmitMore) {
  start();
  Outcome last;
  pool->submit(planOf("kernel a"), 0, [&](const auto &first) {
    EXPECT_TRUE(first.ok());
    pool->submit(planOf("kernel b"), 0, last.done());
  });
  ASSERT_TRUE(last.wait().ok());
  EXPECT_EQ(last.wait()->response.plan().kernels(0).symbol(), "b");
}

TEST_F(WorkerPoolTest, EachWayToEndIsCountedOnce) {
  WorkerPoolOptions options;
  options.workers = 2;
  start(options);
  EXPECT_TRUE(run("kernel a").ok());
  EXPECT_FALSE(run("fail 9 not for this target").ok());
  EXPECT_FALSE(run("crash").ok());
  Outcome outcome;
  absl::Notification running;
  auto ticket = submitHang(outcome, running);
  running.WaitForNotification();
  pool->cancel(ticket);
  EXPECT_FALSE(outcome.wait().ok());
  EXPECT_TRUE(run("kernel b").ok()); // All that came before is counted.
  WorkerPoolStatistics figures = pool->statistics();
  EXPECT_EQ(figures.completed, 5);
  EXPECT_EQ(figures.crashes, 1);
  EXPECT_EQ(figures.kills, 1);
  EXPECT_EQ(figures.timeouts, 0);
  EXPECT_EQ(figures.memoryLimits, 0);
  EXPECT_EQ(figures.rejections, 0);
  EXPECT_EQ(figures.queued, 0);
}

TEST_F(WorkerPoolTest, HigherPriorityRunsFirst) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  Outcome blocker;
  absl::Notification running;
  auto ticket = submitHang(blocker, running);
  running.WaitForNotification();
  // Callbacks of different tickets are not ordered, so the worker counts.
  std::vector<int> priorities = {0, 5, 1};
  std::vector<std::string> serials(priorities.size());
  absl::BlockingCounter left(static_cast<int>(priorities.size()));
  for (size_t i = 0; i < priorities.size(); ++i) {
    Work work = planOf("serial");
    work.onEvent = [&serial = serials[i]](const v1::WorkResponse &response) {
      if (response.has_diagnostic())
        serial = response.diagnostic().message();
    };
    pool->submit(
        std::move(work), priorities[i],
        [&](const absl::StatusOr<WorkResult> &) { left.DecrementCount(); });
  }
  pool->cancel(ticket);
  left.Wait();
  EXPECT_THAT(serials, testing::ElementsAre("3", "1", "2"));
  blocker.wait();
}

/// How many requests the worker that ran this one has had, with it.
std::string serialOf(WorkerPool &pool, const std::string &tenant,
                     const std::string &lane = "") {
  Outcome outcome;
  std::string serial;
  Work work = planOf("serial");
  work.tenant.name = tenant;
  work.tenant.lane = lane;
  work.onEvent = [&](const v1::WorkResponse &response) {
    if (response.has_diagnostic())
      serial = response.diagnostic().message();
  };
  pool.submit(std::move(work), 0, outcome.done());
  EXPECT_TRUE(outcome.wait().ok()) << outcome.wait().status();
  return serial;
}

TEST_F(WorkerPoolTest, NoWorkerServesTwoTenants) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  EXPECT_EQ(serialOf(*pool, "a"), "1");
  EXPECT_EQ(serialOf(*pool, "a"), "2") << "its own tenant's worker stays";
  EXPECT_EQ(serialOf(*pool, "b"), "1");
  EXPECT_EQ(serialOf(*pool, "a"), "1") << "the worker from before is gone";
  EXPECT_EQ(pool->statistics().retirements, 2);
  EXPECT_EQ(pool->statistics().crashes, 0);
}

TEST_F(WorkerPoolTest, NoWorkerServesTwoLanes) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  EXPECT_EQ(serialOf(*pool, "a"), "1");
  EXPECT_EQ(serialOf(*pool, "a", "pr"), "1") << "it read what is trusted";
  EXPECT_EQ(serialOf(*pool, "a", "pr"), "2");
  EXPECT_EQ(serialOf(*pool, "a"), "1") << "it read a pull request";
  EXPECT_EQ(pool->statistics().retirements, 2);
}

TEST_F(WorkerPoolTest, WhatAnActionTookIsKnownToTheNext) {
  WorkerPoolOptions options;
  options.workers = 2;
  options.memoryTotalBytes = 1; // Each runs alone.
  start(options);
  Outcome first, blocker;
  absl::Notification running;
  auto ticket = submitHang(blocker, running);
  running.WaitForNotification();
  pool->submit(planOf("kernel a"), 0, first.done());
  // The loop cancels first and gives work to workers then: when the second one
  // is cancelled, it has tried to give the work that came before the first.
  for (int i = 0; i < 2; ++i) {
    Outcome cancelled;
    pool->cancel(pool->submit(planOf("kernel c"), 0, cancelled.done()));
    EXPECT_EQ(cancelled.wait().status().code(), absl::StatusCode::kCancelled);
  }
  EXPECT_FALSE(first.isReady()) << "a worker is idle, and the memory is not";
  EXPECT_EQ(pool->statistics().memoryWaits, 1);
  EXPECT_EQ(pool->statistics().busy, 1);
  pool->cancel(ticket);
  ASSERT_TRUE(first.wait().ok());
  EXPECT_GT(first.wait()->response.peak_bytes(), 0u);
  EXPECT_GE(first.wait()->response.peak_bytes(),
            first.wait()->response.peak_bytes_before());
  blocker.wait();
}

TEST_F(WorkerPoolTest, TenantsKeepWorkersWhileThereAreEnough) {
  WorkerPoolOptions options;
  options.workers = 2;
  start(options);
  for (const char *expected : {"1", "2", "3"}) {
    EXPECT_EQ(serialOf(*pool, "a"), expected);
    EXPECT_EQ(serialOf(*pool, "b"), expected);
  }
  EXPECT_EQ(pool->statistics().retirements, 0);
}

TEST_F(WorkerPoolTest, WithSpareWorkersTenantsWhoTakeTurnsKeepTheirs) {
  WorkerPoolOptions options;
  options.workers = 1;
  options.spareWorkers = 2;
  start(options);
  for (const char *expected : {"1", "2", "3"}) {
    EXPECT_EQ(serialOf(*pool, "a"), expected);
    EXPECT_EQ(serialOf(*pool, "b"), expected);
  }
  EXPECT_EQ(pool->statistics().retirements, 0);
  // `a` ran longest ago, so its worker goes, and one is clean again.
  EXPECT_EQ(serialOf(*pool, "c"), "1");
  EXPECT_EQ(pool->statistics().retirements, 1);
  EXPECT_EQ(serialOf(*pool, "b"), "4");
  EXPECT_EQ(serialOf(*pool, "a"), "1");
  EXPECT_EQ(pool->statistics().crashes, 0);
}

TEST_F(WorkerPoolTest, SpareWorkersRunNothingBesideTheOthers) {
  WorkerPoolOptions options;
  options.workers = 1;
  options.spareWorkers = 3;
  start(options);
  Outcome first, second;
  absl::Notification running;
  auto ticket = submitHang(first, running);
  running.WaitForNotification();
  Work work = planOf("kernel b");
  work.tenant.name = "another";
  pool->submit(std::move(work), 0, second.done());
  // Whatever is cancelled was seen by the loop after the work came.
  Outcome cancelled;
  pool->cancel(pool->submit(planOf("kernel c"), 0, cancelled.done()));
  EXPECT_EQ(cancelled.wait().status().code(), absl::StatusCode::kCancelled);
  WorkerPoolStatistics now = pool->statistics();
  EXPECT_EQ(now.workers, 1);
  EXPECT_EQ(now.busy, 1);
  EXPECT_EQ(now.queued, 1);
  EXPECT_FALSE(second.isReady());
  pool->cancel(ticket);
  EXPECT_TRUE(second.wait().ok());
  first.wait();
}

TEST_F(WorkerPoolTest, AFloodOfOneTenantDelaysAnotherByOneAction) {
  WorkerPoolOptions options;
  options.workers = 1;
  start(options);
  Outcome blocker, neighbour;
  absl::Notification running;
  auto ticket = submitHang(blocker, running);
  running.WaitForNotification();
  constexpr int kFlood = 300;
  std::atomic<int> ended = 0, endedBefore = -1;
  absl::BlockingCounter left(kFlood);
  for (int i = 0; i < kFlood; ++i) {
    Work work = planOf("kernel a");
    work.tenant.name = "flood";
    pool->submit(std::move(work), 0, [&](const auto &) {
      ++ended;
      left.DecrementCount();
    });
  }
  Work work = planOf("kernel b");
  work.tenant.name = "neighbour";
  // In the events of a job, none of a later one has ended.
  work.onEvent = [&](const v1::WorkResponse &) { endedBefore = ended.load(); };
  pool->submit(std::move(work), 0, neighbour.done());
  pool->cancel(ticket);
  EXPECT_TRUE(neighbour.wait().ok());
  // Callbacks run on a few threads, so some of the flood may be late or early.
  EXPECT_LE(endedBefore, 20);
  left.Wait();
  blocker.wait();
}

TEST_F(WorkerPoolTest, FullQueueRefusesAtOnce) {
  WorkerPoolOptions options;
  options.workers = 1;
  options.queueLimit = 1;
  start(options);
  Outcome blocker, queued, refused;
  absl::Notification running;
  auto ticket = submitHang(blocker, running);
  running.WaitForNotification();
  pool->submit(planOf("kernel a"), 0, queued.done());
  pool->submit(planOf("kernel b"), 0, refused.done());
  EXPECT_EQ(refused.wait().status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(refused.wait().status()), WorkFault::FullQueue);
  EXPECT_EQ(pool->statistics().rejections, 1);
  // Refusing the kernels of a request would throw its plan away.
  Outcome followUp;
  Work kernel = planOf("kernel c");
  kernel.isFollowUp = true;
  pool->submit(std::move(kernel), 0, followUp.done());
  pool->cancel(ticket);
  EXPECT_TRUE(queued.wait().ok());
  EXPECT_TRUE(followUp.wait().ok());
}

TEST_F(WorkerPoolTest, ACrashStormLeavesNeighboursAlone) {
  start();
  constexpr int kPairs = 40;
  std::atomic<int> good = 0, crashed = 0;
  absl::BlockingCounter left(2 * kPairs);
  for (int i = 0; i < kPairs; ++i) {
    pool->submit(
        planOf("crash"), 0, [&](const absl::StatusOr<WorkResult> &result) {
          crashed += result.status().code() == absl::StatusCode::kInternal;
          left.DecrementCount();
        });
    pool->submit(planOf("kernel a"), 0,
                 [&](const absl::StatusOr<WorkResult> &result) {
                   good += result.ok();
                   left.DecrementCount();
                 });
  }
  left.Wait();
  EXPECT_EQ(good, kPairs);
  EXPECT_EQ(crashed, kPairs);
}

TEST_F(WorkerPoolTest, WorkersAreReplacedAfterTheirShare) {
  WorkerPoolOptions options;
  options.actionsPerWorker = 2;
  start(options);
  for (int i = 0; i < 10; ++i)
    EXPECT_TRUE(run("kernel a").ok()) << i;
  EXPECT_EQ(pool->statistics().crashes, 0);
}

TEST_F(WorkerPoolTest, SandboxRefusesFilesNetworkAndProcesses) {
  start();
  for (const char *attempt : {"open /etc/passwd", "socket", "fork", "exec"})
    EXPECT_EQ(run(attempt).status().code(), absl::StatusCode::kPermissionDenied)
        << attempt;
}

TEST_F(WorkerPoolTest, SubmitWhileStoppingIsCancelled) {
  WorkerPoolOptions options;
  options.queueLimit = 1000;
  start(options);
  Outcome late;
  absl::Notification running;
  Work work = planOf("events 1\nhang");
  work.onEvent = [&](const v1::WorkResponse &response) {
    if (response.has_diagnostic())
      running.Notify();
  };
  WorkerPool *stopping = pool.get();
  pool->submit(std::move(work), 0, [&](const absl::StatusOr<WorkResult> &) {
    stopping->submit(planOf("kernel a"), 0, late.done());
  });
  running.WaitForNotification();
  pool.reset();
  ASSERT_TRUE(late.isReady()) << "before the destructor returned";
  EXPECT_EQ(late.wait().status().code(), absl::StatusCode::kCancelled)
      << late.wait().status();
}

/// The template dies, and what is started in its place does what
/// INGOT_FAKE_HELLO says.
class TemplateRestartTest : public WorkerPoolTest {
protected:
  void TearDown() override { unsetenv("INGOT_FAKE_HELLO"); }

  void killTemplate(const char *next, absl::Duration startTimeout) {
    WorkerPoolOptions options;
    options.workers = 1;
    options.sandbox = "off"; // A confined worker cannot kill its parent.
    options.startTimeout = startTimeout;
    start(options);
    if (next)
      setenv("INGOT_FAKE_HELLO", next, 1);
    auto result = run("orphan");
    EXPECT_EQ(result.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(result.status().message()),
                HasSubstr("template ended"));
  }
};

TEST_F(TemplateRestartTest, AnotherOneTakesItsPlace) {
  killTemplate(nullptr, absl::Seconds(30));
  EXPECT_TRUE(run("kernel a").ok());
}

TEST_F(TemplateRestartTest, OneThatDiesWhileItStartsIsTriedAgain) {
  const std::string path =
      testing::TempDir() + "die-" + std::to_string(getpid());
  FileDescriptor file(open(path.c_str(), O_CREAT | O_WRONLY, 0600));
  killTemplate(("exit " + path).c_str(), absl::Seconds(30));
  auto result = run("kernel a");
  EXPECT_TRUE(result.ok()) << result.status();
  EXPECT_NE(access(path.c_str(), F_OK), 0) << "none has died";
  unlink(path.c_str());
}

TEST_F(TemplateRestartTest, ItsDeathsAreLogged) {
  CapturedLog log;
  killTemplate("exit", absl::Seconds(30));
  EXPECT_FALSE(run("kernel a").ok());
  pool.reset();
  EXPECT_THAT(log.text(),
              testing::AllOf(
                  HasSubstr("event=template-exit workers=1 error=\"the worker "
                            "template is gone: its control socket ended\""),
                  HasSubstr("it ended before it said hello")));
}

TEST_F(WorkerPoolTest, DeathsOfWorkersAreLoggedInALineEach) {
  CapturedLog log;
  WorkerPoolOptions options;
  options.runLimit = absl::Seconds(20);
  start(options);
  EXPECT_FALSE(run("crash").ok());
  EXPECT_FALSE(run("exit 7").ok());
  EXPECT_FALSE(run("garbage").ok());
  EXPECT_TRUE(run("kernel a").ok());
  pool.reset();
  const std::string text = log.text();
  for (const char *part :
       {"cause=\"signal SIGSEGV\"", "cause=\"exit code 7\"",
        "event=worker-killed job=3 cause=\"the worker sent a"})
    EXPECT_THAT(text, HasSubstr(part));
  const std::string lines = log.textWithoutWarmUps();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3) << text;
}

TEST_F(WorkerPoolTest, WorkersThatEndAsTheyShouldAreNotLogged) {
  CapturedLog log;
  WorkerPoolOptions options;
  options.actionsPerWorker = 1;
  start(options);
  for (int i = 0; i < 5; ++i)
    EXPECT_TRUE(run("kernel a").ok());
  Outcome outcome;
  absl::Notification running;
  pool->cancel(submitHang(outcome, running));
  EXPECT_TRUE(absl::IsCancelled(outcome.wait().status()));
  pool.reset();
  EXPECT_EQ(log.textWithoutWarmUps(), "");
}

TEST_F(TemplateRestartTest, AStartCanBeGivenUp) {
  setenv("INGOT_FAKE_HELLO", "never", 1);
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  FileDescriptor ours(pipe[1]), theirs(pipe[0]);
  ASSERT_EQ(write(ours.get(), "x", 1), 1);
  WorkerPoolOptions options;
  options.workerProgram = INGOT_FAKE_WORKER;
  options.startTimeout = absl::Hours(1);
  options.cancelFd = theirs.get();
  EXPECT_TRUE(absl::IsCancelled(createWorkerPool(options).status()));
}

TEST_F(TemplateRestartTest, CancelWorksWhileItStarts) {
  killTemplate("never", absl::Hours(1));
  Outcome outcome;
  auto ticket = pool->submit(planOf("kernel a"), 0, outcome.done());
  pool->cancel(ticket);
  EXPECT_EQ(outcome.wait().status().code(), absl::StatusCode::kCancelled)
      << outcome.wait().status();
}

TEST_F(TemplateRestartTest, DestructionDoesNotWaitForItsStart) {
  killTemplate("never", absl::Hours(1));
  Outcome outcome;
  pool->submit(planOf("kernel a"), 0, outcome.done());
  pool.reset();
  EXPECT_EQ(outcome.wait().status().code(), absl::StatusCode::kCancelled)
      << outcome.wait().status();
}

TEST_F(TemplateRestartTest, OneThatSaysNothingInTimeIsTriedAgainWithMoreWork) {
  // Long enough for the one that speaks, on a machine with other things to do.
  killTemplate("never", absl::Seconds(2));
  auto result = run("kernel a");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr("no hello in time"));
  unsetenv("INGOT_FAKE_HELLO");
  EXPECT_TRUE(run("kernel a").ok());
}

TEST_F(TemplateRestartTest, OneThatIsOfNoUseIsRefusedWithTheReason) {
  struct {
    const char *hello, *reason;
  } const kCases[] = {{"exit", "it ended before it said hello"},
                      {"fake 2", "ingot-worker is another build"}};
  for (const auto &test : kCases) {
    unsetenv("INGOT_FAKE_HELLO");
    killTemplate(test.hello, absl::Seconds(30));
    absl::Status status = run("kernel a").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(status.message()),
                testing::AllOf(HasSubstr("no worker process can be started"),
                               HasSubstr(test.reason)));
  }
}

TEST_F(WorkerPoolTest, DestructionCancelsEverything) {
  start();
  Outcome hanging;
  absl::Notification running;
  submitHang(hanging, running);
  running.WaitForNotification();
  pool.reset();
  EXPECT_EQ(hanging.wait().status().code(), absl::StatusCode::kCancelled);
}

TEST(WorkerPoolStartTest, ProgramThatIsNoWorkerIsAClearError) {
  WorkerPoolOptions options;
  options.workerProgram = "/bin/true";
  EXPECT_EQ(createWorkerPool(options).status().code(),
            absl::StatusCode::kUnavailable);
  options.workerProgram = "/nowhere/ingot-worker";
  EXPECT_THAT(std::string(createWorkerPool(options).status().message()),
              HasSubstr("/nowhere/ingot-worker"));
  EXPECT_EQ(checkWorkers(options), createWorkerPool(options).status());
}

} // namespace
} // namespace ingot::server
