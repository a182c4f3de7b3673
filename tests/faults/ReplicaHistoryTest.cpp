//===- ReplicaHistoryTest.cpp - three daemons against a model -------------===//
//
// Histories of operations that several callers make at once on three daemons:
// compiles, by one daemon or by the client that knows all, look-ups, cancels by
// callers and by operators, deadlines, evictions of everything, daemons that
// are ended and started. Each answer is held against the model
// (ReplicaHistory.h), and after each history nothing runs, no store is damaged
// and what was acknowledged is there.
//
//===----------------------------------------------------------------------===//

#include "tests/faults/ReplicaHistory.h"
#include "client/lib/ReplicatedClient.h"
#include "client/lib/RetryPolicy.h"
#include "client/lib/StoreAdmin.h"
#include "tests/fakes/FakeReapiCache.h"
#include "tests/faults/DaemonProcess.h"
#include "tests/faults/FaultCounts.h"
#include "tests/unit/TemporaryFolder.h"

#include "cache/key/Digest.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include <csignal>
#include <map>
#include <random>
#include <thread>

namespace ingot::faults {
namespace {

using client::Client;
using client::CompileOptions;

constexpr size_t kReplicas = 3;
constexpr int kCallers = 6;

/// A daemon, its connection, and what was done to it.
class Replica {
public:
  explicit Replica(std::vector<std::string> flags)
      : daemon_(std::move(flags)) {}

  bool start() { return daemon_.start() && connect(); }

  /// Ends and starts it, unless somebody does that already.
  bool restart(int signal) {
    if (!ending_.TryLock())
      return true;
    ends.begin();
    daemon_.stop(signal);
    const bool isStarted = start();
    ends.end();
    ending_.Unlock();
    return isStarted;
  }

  /// Asked for after `ends` was marked: one that is broken overlaps then.
  std::shared_ptr<Client> client() {
    absl::MutexLock lock(&mutex_);
    return client_;
  }

  std::string address() const { return daemon_.address(); }
  std::string log() const { return daemon_.log(); }

  Intervals ends, evictions;

private:
  bool connect() {
    auto client = Client::connect(daemon_.address(), absl::Seconds(60));
    // gRPC shares connections by address: this may be the one to the process
    // that ended, as long as nobody has written to it.
    const absl::Time end = absl::Now() + absl::Seconds(60);
    while (client.ok() && !(*client)->statistics().ok())
      if (absl::Now() > end)
        return false;
    if (!client.ok())
      return false;
    absl::MutexLock lock(&mutex_);
    client_ = *std::move(client);
    return true;
  }

  DaemonProcess daemon_;
  absl::Mutex ending_;
  absl::Mutex mutex_;
  std::shared_ptr<Client> client_ ABSL_GUARDED_BY(mutex_);
};

using Replicas = std::vector<std::unique_ptr<Replica>>;

/// What all histories did, and in what they failed.
struct Totals {
  std::atomic<int> operations{0}, answers{0}, hits{0}, lookups{0}, found{0},
      cancelled{0}, expired{0}, unavailable{0}, resent{0}, operatorCancels{0},
      evictions{0}, ends{0}, anomalies{0};
};

/// One history. The callers' threads share it.
class History {
public:
  History(int number, Replicas &replicas, Client &ring, Totals &totals)
      : number_(number), replicas_(replicas), ring_(ring), totals_(totals),
        programs_(HistoryProgram::ofHistory(number)),
        cancels_(programs_.size()) {
    for (size_t i = 0; i < replicas.size(); ++i)
      acknowledged_.push_back(std::make_unique<Acknowledged>(programs_.size()));
    for (size_t i = 0; i < programs_.size(); ++i)
      byDigest_[Digest::of(programs_[i].module).toString()] = i;
  }

  void run(int operations) {
    std::vector<std::thread> callers;
    for (int i = 0; i < kCallers; ++i)
      callers.emplace_back([this, i, operations] {
        std::mt19937 random(number_ * 31 + i);
        for (int n = i; n < operations; n += kCallers)
          operate(random);
      });
    for (std::thread &caller : callers)
      caller.join();
    checkEnd();
  }

private:
  static int below(std::mt19937 &random, size_t limit) {
    return static_cast<int>(random() % limit);
  }

  void operate(std::mt19937 &random) {
    ++totals_.operations;
    const size_t replica = below(random, replicas_.size());
    const size_t program = below(random, programs_.size());
    const int kind = below(random, 1000);
    if (kind < 550)
      compileAt(replica, program, 0, absl::InfiniteDuration());
    else if (kind < 650)
      compileByRing(program);
    else if (kind < 740)
      compileAt(replica, program, 1 + below(random, 4),
                absl::InfiniteDuration());
    else if (kind < 800)
      compileAt(replica, program, 0,
                absl::Microseconds(100 + below(random, 4000)));
    else if (kind < 930)
      lookUp(replica, program);
    else if (kind < 965)
      cancelOne(replica, random);
    else if (kind < 990)
      evict(replica);
    else
      end(replica, random);
  }

  void fail(size_t program, const std::string &what) {
    if (++totals_.anomalies <= 10)
      ADD_FAILURE() << "history " << number_ << ", program " << program << ": "
                    << what;
  }

  void count(const absl::StatusOr<client::CompileResult> &result) {
    ++totals_.answers;
    totals_.hits += result.ok() && result->cache == "hit";
    totals_.cancelled += absl::IsCancelled(result.status());
    totals_.expired += absl::IsDeadlineExceeded(result.status());
    totals_.unavailable += absl::IsUnavailable(result.status());
  }

  void check(const char *what, size_t program,
             const absl::StatusOr<client::CompileResult> &result,
             const Overlap &overlap) {
    count(result);
    const std::string fault =
        faultOfAnswer(programs_[program], result.status(),
                      result.ok() ? result->artifact : "", overlap);
    if (!fault.empty())
      fail(program, absl::StrCat(what, ": ", fault,
                                 overlap.wasDisturbed ? ", disturbed" : "",
                                 overlap.wasCancelled ? ", cancelled" : "",
                                 overlap.hadDeadline ? ", deadline" : ""));
  }

  /// The caller gives up when it has heard of `cancelAfter` events; 0: never.
  void compileAt(size_t at, size_t program, int cancelAfter,
                 absl::Duration timeout) {
    // A compile may join one that began before an eviction and lost a blob to
    // it. Whoever hears of that sends it again, and need not hear it forever.
    constexpr int kTries = 4;
    int tries = 0;
    while (!compileOnce(at, program, cancelAfter, timeout, ++tries == kTries))
      ++totals_.resent;
  }

  /// False for UNAVAILABLE without a reason, unless it is the last try.
  bool compileOnce(size_t at, size_t program, int cancelAfter,
                   absl::Duration timeout, bool isLast) {
    Replica &replica = *replicas_[at];
    const uint64_t ends = replica.ends.mark(),
                   evictions = replica.evictions.mark(),
                   cancels = cancels_[program].mark();
    std::atomic<bool> isCancelled{false};
    int heard = 0;
    auto hear = [&] { isCancelled = isCancelled || ++heard == cancelAfter; };
    client::Progress progress;
    progress.onPhase = [&](const std::string &, uint32_t, uint32_t) { hear(); };
    progress.onQueued = [&](const std::string &) { hear(); };
    CompileOptions options;
    options.cancelled = &isCancelled;
    const bool hasDeadline = timeout != absl::InfiniteDuration();
    if (hasDeadline)
      options.deadline = absl::Now() + timeout;
    auto result =
        replica.client()->compile(programs_[program].module, options, progress);
    const bool wasDisturbed =
        replica.ends.anySince(ends) || replica.evictions.anySince(evictions);
    if (absl::IsUnavailable(result.status()) && !wasDisturbed && !isLast)
      return false;
    check("compile", program, result,
          {wasDisturbed, isCancelled || cancels_[program].anySince(cancels),
           hasDeadline});
    if (result.ok())
      acknowledged_[at]->note(program, evictions);
    return true;
  }

  void compileByRing(size_t program) {
    std::vector<std::pair<uint64_t, uint64_t>> marks;
    for (auto &replica : replicas_)
      marks.emplace_back(replica->ends.mark(), replica->evictions.mark());
    const uint64_t cancels = cancels_[program].mark();
    auto result =
        ring_.compile(programs_[program].module, CompileOptions(), {}, nullptr);
    Overlap overlap;
    overlap.wasCancelled = cancels_[program].anySince(cancels);
    for (size_t i = 0; i < replicas_.size(); ++i)
      overlap.wasDisturbed |= replicas_[i]->ends.anySince(marks[i].first) ||
                              replicas_[i]->evictions.anySince(marks[i].second);
    check("compile by all", program, result, overlap);
  }

  void lookUp(size_t at, size_t program) {
    Replica &replica = *replicas_[at];
    const uint64_t ends = replica.ends.mark();
    // What is acknowledged later is no promise to this look-up.
    const std::optional<uint64_t> since = acknowledged_[at]->mark(program);
    CompileOptions options;
    options.onlyIfStored = true;
    auto result = replica.client()->compile(programs_[program].module, options);
    ++totals_.lookups;
    totals_.found += result.ok();
    if (result.ok() && result->artifact != programs_[program].expected)
      fail(program, absl::StrCat("looked up, other bytes: ", result->artifact));
    if (result.ok() || (replica.ends.anySince(ends) &&
                        client::isWorthResending(result.status(), false)))
      return;
    if (!absl::IsNotFound(result.status()))
      fail(program, absl::StrCat("looked up: ", result.status().ToString()));
    else if (since && !replica.evictions.anySince(*since))
      fail(program, "acknowledged, not evicted, and not there");
  }

  /// An operator ends a request that runs.
  void cancelOne(size_t at, std::mt19937 &random) {
    std::shared_ptr<Client> client = replicas_[at]->client();
    auto jobs = client->jobs();
    if (!jobs.ok() || jobs->empty())
      return;
    const client::RunningJob &job = (*jobs)[below(random, jobs->size())];
    auto program = byDigest_.find(job.program);
    if (program == byDigest_.end())
      return;
    Intervals &cancels = cancels_[program->second];
    cancels.begin();
    totals_.operatorCancels += client->cancelRequest(job.request).ok();
    cancels.end();
  }

  void evict(size_t at) {
    Replica &replica = *replicas_[at];
    const uint64_t ends = replica.ends.mark();
    client::GarbageOptions all;
    all.maxBytes = 0;
    replica.evictions.begin();
    auto report = replica.client()->storeAdmin()->collectGarbage(all);
    replica.evictions.end();
    ++totals_.evictions;
    if (!report.ok() && !replica.ends.anySince(ends))
      fail(0, absl::StrCat("eviction: ", report.status().ToString()));
  }

  void end(size_t at, std::mt19937 &random) {
    ++totals_.ends;
    if (!replicas_[at]->restart(below(random, 2) ? SIGKILL : SIGTERM))
      fail(0, "does not start: " + replicas_[at]->log());
  }

  /// Nobody calls any more.
  void checkEnd() {
    for (size_t at = 0; at < replicas_.size(); ++at) {
      for (size_t program = 0; program < programs_.size(); ++program)
        lookUp(at, program);
      std::shared_ptr<Client> client = replicas_[at]->client();
      auto verified = client->storeAdmin()->verify(nullptr);
      if (!verified.ok() || verified->damaged != 0 || verified->dangling != 0)
        fail(0,
             absl::StrCat("verify: ", verified.status().ToString(), ", ",
                          verified.ok() ? verified->damaged : 0, " damaged, ",
                          verified.ok() ? verified->dangling : 0, " dangling"));
    }
  }

  const int number_;
  Replicas &replicas_;
  Client &ring_;
  Totals &totals_;
  const std::vector<HistoryProgram> programs_;
  std::vector<Intervals> cancels_; ///< By operators, of each program.
  std::vector<std::unique_ptr<Acknowledged>> acknowledged_;
  std::map<std::string, size_t> byDigest_;
};

/// Runs the share or the whole of what is asked for, on daemons with `flags`.
void runHistories(const std::vector<std::string> &flags) {
  const int histories = countOf("INGOT_FAULT_HISTORIES", 4);
  const int operations = countOf("INGOT_FAULT_OPERATIONS", 200);
  Replicas replicas;
  std::vector<std::string> addresses;
  for (size_t i = 0; i < kReplicas; ++i) {
    replicas.push_back(std::make_unique<Replica>(flags));
    ASSERT_TRUE(replicas.back()->start()) << replicas.back()->log();
    addresses.push_back(replicas.back()->address());
  }
  client::ReplicatedClient ring(
      addresses, [](const std::string &address, const std::atomic<bool> *) {
        return Client::connect(address);
      });
  Totals totals;
  const int first = countOf("INGOT_FAULT_FIRST_HISTORY", 0);
  for (int i = first; i < first + histories && totals.anomalies == 0; ++i)
    History(i, replicas, ring, totals).run(operations);
  EXPECT_EQ(totals.anomalies, 0);
  EXPECT_GT(totals.hits, 0);
  EXPECT_GT(totals.found, 0);
  auto record = [](const char *name, int count) {
    testing::Test::RecordProperty(name, count);
    std::printf("%s: %d\n", name, count);
  };
  record("histories", histories);
  record("operations", totals.operations);
  record("answers", totals.answers);
  record("hits", totals.hits);
  record("lookups", totals.lookups);
  record("found", totals.found);
  record("cancelled", totals.cancelled);
  record("expired", totals.expired);
  record("unavailable", totals.unavailable);
  record("resent", totals.resent);
  record("operator_cancels", totals.operatorCancels);
  record("evictions", totals.evictions);
  record("ends", totals.ends);
  record("anomalies", totals.anomalies);
}

TEST(ReplicaHistory, DaemonsOfTheirOwnAnswerAsTheModelAllows) {
  runHistories({});
}

TEST(ReplicaHistory, SoDoThoseThatShareASecondLevel) {
  TemporaryFolder folder;
  fakes::FakeReapiCache cache(folder.path());
  runHistories(
      {"--second-level", absl::StrCat("grpc://127.0.0.1:", cache.port())});
}

TEST(ReplicaHistory, AndThoseThatLeaseWorkThere) {
  TemporaryFolder folder;
  fakes::FakeReapiCache cache(folder.path());
  runHistories({"--second-level",
                absl::StrCat("grpc://127.0.0.1:", cache.port()),
                "--second-level-leases"});
}

} // namespace
} // namespace ingot::faults
