//===- ClockJumpTest.cpp - the machine's clock is set under load ----------===//
//
// The clock of a daemon is set (tests/fakes/ShiftedClock.cpp), by hours and by
// years, ahead and back. What goes by durations must not notice: nothing fails,
// hangs, ends early or lives on for it.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"
#include "cache/key/SteadyTime.h"
#include "client/lib/Client.h"
#include "tests/faults/DaemonProcess.h"
#include "tests/faults/FaultCounts.h"
#include "tests/unit/TemporaryFolder.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <sys/stat.h>
#include <thread>

namespace ingot::faults {
namespace {

using client::Client;
using client::CompileOptions;
using client::ConnectOptions;
using client::Progress;

constexpr int64_t kHour = 3600, kYear = 365 * 24 * kHour;

/// One thread at a time but for jump().
class ShiftedDaemon {
public:
  explicit ShiftedDaemon(const std::vector<std::string> &flags = {})
      : process_(flags) {
    const std::string clock = process_.folder() / "clock";
    std::ofstream(clock).write("\0\0\0\0\0\0\0\0", 8);
    clock_.open(clock, std::ios::in | std::ios::out | std::ios::binary);
    process_.setEnvironment({
        {"LD_PRELOAD", INGOT_SHIFTED_CLOCK_LIBRARY},
        {"INGOT_SHIFTED_CLOCK", clock},
    });
  }

  DaemonProcess &process() { return process_; }

  /// Sets its clock to so many seconds beside the machine's.
  void setClock(int64_t seconds) {
    clock_.seekp(0).write(reinterpret_cast<const char *>(&seconds),
                          sizeof(seconds));
    clock_.flush();
  }

  std::unique_ptr<Client> connect() {
    auto client = Client::connect(process_.address());
    EXPECT_TRUE(client.ok()) << client.status();
    return client.ok() ? *std::move(client) : nullptr;
  }

  /// Where it serves TCP, if it was told to.
  std::string tcpAddress() const {
    const std::string log = process_.log();
    const size_t at = log.find("127.0.0.1:");
    return log.substr(at, log.find(' ', at) - at);
  }

private:
  DaemonProcess process_;
  std::fstream clock_;
};

/// A call that is still under way after this has failed.
CompileOptions patient() {
  CompileOptions options;
  options.deadline = absl::Now() + absl::Seconds(30);
  return options;
}

/// Compiles a module that sends a remark on its way, and calls `then` then.
absl::Status compileAnd(Client &client, const std::string &module,
                        const std::function<void()> &then) {
  Progress progress;
  progress.onDiagnostic = [&](const client::Diagnostic &) { then(); };
  return client.compile(module, patient(), progress).status();
}

/// Callers who compile what was compiled before and, each third time, what was
/// not, and takes a moment.
class Callers {
public:
  explicit Callers(ShiftedDaemon &daemon) {
    for (int i = 0; i < 3; ++i)
      threads_.emplace_back([this, i, client = daemon.connect()] {
        for (int k = 0; !isOver_; ++k)
          call(*client, k % 3 == 0
                            ? absl::StrCat("sleep 3\nkernel k", i, "_", k)
                            : absl::StrCat("kernel k", k % 10));
      });
  }
  ~Callers() {
    isOver_ = true;
    for (std::thread &thread : threads_)
      thread.join();
  }

  int calls() const { return calls_; }
  int failures() const { return failures_; }
  void awaitCalls(int count) const {
    while (calls_ < count)
      std::this_thread::yield();
  }

private:
  void call(Client &client, const std::string &module) {
    auto result = client.compile(module, patient());
    if (!result.ok() && failures_++ == 0)
      ADD_FAILURE() << "the first failure: " << result.status();
    ++calls_;
  }

  std::atomic<bool> isOver_{false};
  std::atomic<int> calls_{0}, failures_{0};
  std::vector<std::thread> threads_;
};

TEST(ClockJumps, CallsGoOnUnderThem) {
  const int jumps = countOf("INGOT_FAULT_CLOCK_JUMPS", 12);
  const int64_t places[] = {kHour,       0, -kHour, 10 * kYear,
                            -30 * kYear, 0, kYear,  -kYear};
  ShiftedDaemon daemon;
  ASSERT_TRUE(daemon.process().start()) << daemon.process().log();
  int requests = 0, failed = 0;
  {
    Callers callers(daemon);
    for (int i = 0; i < jumps; ++i) {
      callers.awaitCalls((i + 1) * 50);
      daemon.setClock(places[i % std::size(places)]);
    }
    callers.awaitCalls((jumps + 1) * 50);
    requests = callers.calls();
    failed = callers.failures();
  }
  EXPECT_EQ(failed, 0);
  RecordProperty("jumps", jumps);
  RecordProperty("requests", requests);
  RecordProperty("failed", failed);
}

TEST(ClockJumps, AJumpAheadEndsNothing) {
  ShiftedDaemon daemon({"--run-limit", "60", "--idle-exit", "60"});
  ASSERT_TRUE(daemon.process().start()) << daemon.process().log();
  auto client = daemon.connect();
  EXPECT_TRUE(compileAnd(*client, "events 1\nsleep 1500\nkernel k", [&] {
                daemon.setClock(kYear);
              }).ok());
  // The daemon looks each second for how long it has been idle; a second jump
  // comes between two looks.
  daemon.setClock(2 * kYear);
  const absl::Time looked = steadyNow() + absl::Seconds(3);
  while (steadyNow() < looked &&
         !absl::StrContains(daemon.process().log(), "reason=idle"))
    std::this_thread::yield();
  EXPECT_TRUE(client->compile("kernel after", patient()).ok())
      << "as if it had been idle for a year";
}

TEST(ClockJumps, AJumpBackProlongsNoLimit) {
  ShiftedDaemon daemon({"--run-limit", "2"});
  ASSERT_TRUE(daemon.process().start()) << daemon.process().log();
  auto client = daemon.connect();
  const absl::Status status =
      compileAnd(*client, "events 1\nhang", [&] { daemon.setClock(-kYear); });
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(absl::StrContains(status.message(), "limit")) << status;
}

/// A file of callers that knows one token.
void writeCallers(const std::string &path, const std::string &token) {
  std::ofstream(path + ".new")
      << "ci compiler sha256:" << Digest::of(token).hex() << "\n";
  chmod((path + ".new").c_str(), 0600);
  std::filesystem::rename(path + ".new", path);
}

TEST(ClockJumps, AJumpBackStopsNoTimer) {
  TemporaryFolder folder;
  const std::string callers = folder.path() + "/callers";
  writeCallers(callers, "first");
  ShiftedDaemon daemon({"--listen", "127.0.0.1:0", "--credentials", callers});
  ASSERT_TRUE(daemon.process().start()) << daemon.process().log();
  auto isKnown = [&](const std::string &token) {
    ConnectOptions options;
    options.token = token;
    auto client =
        Client::connect(daemon.tcpAddress(), absl::Seconds(3), options);
    return client.ok() && (*client)->targets(patient()).ok();
  };
  EXPECT_TRUE(isKnown("first"));
  daemon.setClock(-kYear);
  writeCallers(callers, "second");
  // The file is looked at each second.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!isKnown("second") && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_TRUE(isKnown("second")) << "it waits for a year to pass";
}

TEST(ClockJumps, AStoreIsTheSameAtAnotherTime) {
  ShiftedDaemon daemon;
  for (const int64_t time : {int64_t{0}, 10 * kYear, -30 * kYear}) {
    daemon.setClock(time);
    ASSERT_TRUE(daemon.process().start()) << daemon.process().log();
    auto client = daemon.connect();
    auto result = client->compile("kernel k", patient());
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->cache, time == 0 ? "miss" : "hit");
    client.reset(); // The end waits for who is connected.
    EXPECT_EQ(daemon.process().stop(SIGTERM), 0);
  }
}

} // namespace
} // namespace ingot::faults
