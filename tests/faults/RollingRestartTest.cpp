//===- RollingRestartTest.cpp - daemons are replaced under load -----------===//
//
// Three daemons are ended and started again in turn while clients that know all
// three compile: mostly what was compiled before, and every tenth time
// something new. No request may fail. One restart of four is a kill.
//
//===----------------------------------------------------------------------===//

#include "client/lib/ReplicatedClient.h"
#include "tests/faults/DaemonProcess.h"
#include "tests/faults/FaultCounts.h"

#include "gtest/gtest.h"

#include <csignal>
#include <thread>

namespace ingot::faults {
namespace {

using client::Client;
using client::CompileOptions;
using client::ReplicatedClient;

constexpr int kClients = 4;
constexpr int kPrograms = 100;

/// Compiles until told to stop, and until a number of requests were made.
class Load {
public:
  Load(std::vector<std::string> addresses, int requests)
      : client_(std::move(addresses),
                [](const std::string &address, const std::atomic<bool> *) {
                  return Client::connect(address);
                }),
        wanted_(requests) {
    for (int i = 0; i < kClients; ++i)
      threads_.emplace_back([this, i] { run(i); });
  }

  /// Returns when so many requests were made.
  void awaitRequests(int count) {
    absl::MutexLock lock(&mutex_);
    auto isEnough = [&] {
      mutex_.AssertHeld();
      return requests_ >= count;
    };
    mutex_.Await(absl::Condition(&isEnough));
  }

  /// Once enough requests were made, and all have ended.
  void finish() {
    {
      absl::MutexLock lock(&mutex_);
      isOver_ = true;
    }
    for (std::thread &thread : threads_)
      thread.join();
  }

  // After finish().
  int requests() const ABSL_NO_THREAD_SAFETY_ANALYSIS { return requests_; }
  int failures() const ABSL_NO_THREAD_SAFETY_ANALYSIS { return failures_; }
  client::ReplicaCounters counters() const { return client_.counters(); }

private:
  bool isDone() {
    absl::MutexLock lock(&mutex_);
    return isOver_ && requests_ >= wanted_;
  }

  void run(int caller) {
    for (int i = 0; !isDone(); ++i) {
      const bool isNew = i % 10 == 0;
      const std::string name =
          isNew ? std::to_string(caller) + "_" + std::to_string(i)
                : std::to_string(i % kPrograms);
      auto result =
          client_.compile("kernel k" + name, CompileOptions(), {}, nullptr);
      absl::MutexLock lock(&mutex_);
      ++requests_;
      if (result.ok() && result->artifact.find("k" + name) != std::string::npos)
        continue;
      if (failures_++ == 0)
        ADD_FAILURE() << "the first failure: " << result.status();
    }
  }

  ReplicatedClient client_;
  const int wanted_;
  absl::Mutex mutex_;
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  int requests_ ABSL_GUARDED_BY(mutex_) = 0, failures_
                                             ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<std::thread> threads_;
};

TEST(RollingRestart, NoRequestFails) {
  const int restarts = countOf("INGOT_FAULT_RESTARTS", 6);
  const int requests = countOf("INGOT_FAULT_REQUESTS", 1000);
  std::vector<std::unique_ptr<DaemonProcess>> daemons;
  std::vector<std::string> addresses;
  for (int i = 0; i < 3; ++i) {
    daemons.push_back(std::make_unique<DaemonProcess>());
    ASSERT_TRUE(daemons.back()->start()) << daemons.back()->log();
    addresses.push_back(daemons.back()->address());
  }
  Load load(addresses, requests);
  for (int i = 0; i < restarts; ++i) {
    // Some requests each time, also where restarts are fast.
    const int target = (i + 1) * (requests / (restarts + 1));
    load.awaitRequests(target);
    DaemonProcess &daemon = *daemons[i % 3];
    daemon.stop(i % 4 == 3 ? SIGKILL : SIGTERM);
    EXPECT_TRUE(daemon.start()) << daemon.log();
  }
  load.finish();
  EXPECT_GE(load.requests(), requests);
  EXPECT_EQ(load.failures(), 0);
  RecordProperty("restarts", restarts);
  RecordProperty("requests", load.requests());
  RecordProperty("failed", load.failures());
  RecordProperty("tries", int(load.counters().tries));
  RecordProperty("hedges", int(load.counters().hedges));
}

} // namespace
} // namespace ingot::faults
