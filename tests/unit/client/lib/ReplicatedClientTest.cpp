//===- ReplicatedClientTest.cpp - several daemons as one ------------------===//
//
// The daemons are made up: each answers a compile as the test says and counts
// what it is asked. Time passes only when the client sleeps.
//
//===----------------------------------------------------------------------===//

#include "client/lib/ReplicatedClient.h"
#include "client/lib/Rendezvous.h"
#include "client/lib/StoreAdmin.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace ingot::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What a daemon answers, and how often it was asked.
struct Daemon {
  absl::Status reachable;
  std::deque<absl::Status> next; ///< Of the next calls; then OK.
  std::map<std::string, std::string> blobs;
  std::vector<RunningJob> jobs;
  /// In place of all that, if it is set.
  std::function<absl::StatusOr<CompileResult>(const CompileOptions &,
                                              const Progress &)>
      onCompile;
  /// Before it is connected to.
  std::function<absl::Status(const std::atomic<bool> *abandoned)> onConnect;
  std::atomic<int> connections{0}, calls{0};
  std::string cancelled;
};

/// A connection to a Daemon.
class MadeUpClient final : public Client {
public:
  explicit MadeUpClient(Daemon &daemon) : daemon_(daemon) {}

  absl::StatusOr<CompileResult> compile(std::string_view,
                                        const CompileOptions &options,
                                        const Progress &progress,
                                        Failure *failure) override {
    ++daemon_.calls;
    if (daemon_.onCompile)
      return daemon_.onCompile(options, progress);
    CompileResult result;
    result.cache = "miss";
    absl::Status status = next();
    if (!status.ok() && failure)
      failure->status = status;
    return answer(status, result);
  }
  absl::StatusOr<std::vector<Target>> targets(const CallOptions &) override {
    return answer(counted(), std::vector<Target>(2));
  }
  absl::StatusOr<std::string> fetch(const std::string &digest,
                                    const CallOptions &) override {
    if (absl::Status status = counted(); !status.ok())
      return status;
    auto blob = daemon_.blobs.find(digest);
    if (blob == daemon_.blobs.end())
      return absl::NotFoundError("no such blob");
    return blob->second;
  }
  absl::StatusOr<std::string> upload(std::string_view bytes,
                                     const CallOptions &) override {
    return answer(counted(), std::string(bytes));
  }
  absl::StatusOr<std::vector<RunningJob>> jobs(const CallOptions &) override {
    return answer(counted(), daemon_.jobs);
  }
  absl::StatusOr<Explanation> explain(const std::string &entry,
                                      const std::string &base,
                                      const CallOptions &) override {
    Explanation explanation;
    explanation.entry = entry;
    explanation.base = base;
    return answer(counted(), explanation);
  }
  absl::Status cancelRequest(const std::string &request,
                             const CallOptions &) override {
    absl::Status status = counted();
    if (status.ok())
      daemon_.cancelled = request;
    return status;
  }
  absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
  statistics(const CallOptions &) override {
    return answer(counted(),
                  std::vector<std::pair<std::string, std::string>>{{"a", "1"}});
  }
  absl::Status drain(const CallOptions &) override { return counted(); }
  std::unique_ptr<StoreAdmin> storeAdmin() override { return nullptr; }

private:
  absl::Status next() {
    if (daemon_.next.empty())
      return absl::OkStatus();
    absl::Status status = daemon_.next.front();
    daemon_.next.pop_front();
    return status;
  }
  absl::Status counted() {
    ++daemon_.calls;
    return next();
  }
  template <typename T>
  static absl::StatusOr<T> answer(const absl::Status &status, const T &value) {
    if (!status.ok())
      return status;
    return value;
  }

  Daemon &daemon_;
};

class ReplicatedClientTest : public testing::Test {
protected:
  ReplicatedClientTest() {
    options_.hedgeAfter = absl::InfiniteDuration();
    options_.now = [this] { return now_; };
    options_.timeOfDay = [this] { return now_ - setBack_; };
    options_.sleep = [this](absl::Duration duration) {
      now_ += duration;
      slept_ += duration;
      if (onSleep_)
        onSleep_();
    };
    options_.random = [] { return 0.5; };
  }

  /// A client of daemons of these names.
  std::unique_ptr<ReplicatedClient>
  clientOf(const std::vector<std::string> &names) {
    for (const std::string &name : names)
      daemons_[name];
    return std::make_unique<ReplicatedClient>(
        names,
        [this](const std::string &address, const std::atomic<bool> *abandoned)
            -> absl::StatusOr<std::unique_ptr<Client>> {
          Daemon &daemon = daemons_.at(address);
          ++daemon.connections;
          if (daemon.onConnect)
            if (absl::Status status = daemon.onConnect(abandoned); !status.ok())
              return status;
          if (!daemon.reachable.ok())
            return daemon.reachable;
          return std::make_unique<MadeUpClient>(daemon);
        },
        options_);
  }

  /// The daemons in the order in which a program asks them.
  std::vector<Daemon *> inOrder(const std::string &program) {
    std::vector<Daemon *> ordered;
    for (size_t i : rendezvousOrder(kNames, placementKey(program)))
      ordered.push_back(&daemons_[kNames[i]]);
    return ordered;
  }

  static absl::StatusOr<CompileResult>
  compile(ReplicatedClient &client, const std::string &program = "program",
          CompileOptions options = {}) {
    return client.compile(program, options, {}, nullptr);
  }

  const std::vector<std::string> kNames = {"a", "b", "c"};
  std::map<std::string, Daemon> daemons_;
  ReplicaOptions options_;
  absl::Time now_ = absl::UnixEpoch();
  absl::Duration setBack_ = absl::ZeroDuration(); ///< Of the time of day.
  absl::Duration slept_;
  std::function<void()> onSleep_;
};

TEST_F(ReplicatedClientTest, EqualRequestsGoToOneDaemon) {
  auto first = clientOf(kNames), second = clientOf({"c", "a", "b"});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(compile(*first).ok());
    ASSERT_TRUE(compile(*second).ok());
  }
  EXPECT_EQ(inOrder("program")[0]->calls, 6);
}

TEST_F(ReplicatedClientTest, OneConnectionServesManyCalls) {
  auto client = clientOf(kNames);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(compile(*client).ok());
  EXPECT_EQ(inOrder("program")[0]->connections, 1);
  EXPECT_EQ(inOrder("program")[1]->connections, 0) << "nobody needs it";
}

TEST_F(ReplicatedClientTest, AnotherDaemonIsAskedAtOnce) {
  auto client = clientOf(kNames);
  inOrder("program")[0]->next = {absl::UnavailableError("draining")};
  EXPECT_TRUE(compile(*client).ok());
  EXPECT_EQ(inOrder("program")[1]->calls, 1);
  EXPECT_EQ(slept_, absl::ZeroDuration());
  EXPECT_EQ(client->counters().tries, 2u);
}

TEST_F(ReplicatedClientTest, ADaemonThatFailedIsAskedLastForAWhile) {
  auto client = clientOf(kNames);
  std::vector<Daemon *> order = inOrder("program");
  order[0]->next = {absl::UnavailableError("draining")};
  ASSERT_TRUE(compile(*client).ok());
  ASSERT_TRUE(compile(*client).ok());
  EXPECT_EQ(order[0]->calls, 1);
  EXPECT_EQ(order[1]->calls, 2);
  now_ += options_.avoidFor;
  ASSERT_TRUE(compile(*client).ok());
  EXPECT_EQ(order[0]->calls, 2) << "it may be back";
  EXPECT_EQ(order[0]->connections, 2) << "by a new connection";
}

TEST_F(ReplicatedClientTest, RoundsAreApartByJitter) {
  auto client = clientOf({"a"});
  daemons_["a"].next = {absl::UnavailableError("1"),
                        absl::UnavailableError("2"),
                        absl::UnavailableError("3")};
  ASSERT_TRUE(compile(*client).ok());
  // Half of 50, 100 and 200 ms.
  EXPECT_EQ(slept_, absl::Milliseconds(175));
}

TEST_F(ReplicatedClientTest, TriesAreBounded) {
  auto client = clientOf(kNames);
  for (auto &[name, daemon] : daemons_)
    daemon.next.assign(100, absl::UnavailableError("down: " + name));
  absl::Status status = compile(*client).status();
  EXPECT_TRUE(absl::IsUnavailable(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("down"));
  EXPECT_EQ(client->counters().tries, 10u);
}

TEST_F(ReplicatedClientTest, WhatWouldFailEverywhereIsNotSentAgain) {
  auto client = clientOf(kNames);
  for (absl::Status status :
       {absl::InvalidArgumentError("bad"), absl::FailedPreconditionError("no"),
        absl::InternalError("crashed"), absl::PermissionDeniedError("you"),
        absl::ResourceExhaustedError("memory"),
        absl::DeadlineExceededError("late"), absl::NotFoundError("gone")}) {
    inOrder("program")[0]->next = {status};
    Failure failure;
    EXPECT_EQ(client->compile("program", {}, {}, &failure).status(), status);
    EXPECT_EQ(failure.status, status);
  }
  EXPECT_EQ(inOrder("program")[1]->calls, 0);
}

TEST_F(ReplicatedClientTest, AFullQueueIsComeBackToWhenItSays) {
  auto client = clientOf({"a"});
  absl::Status full = absl::ResourceExhaustedError("full");
  setRetryDelay(full, absl::Seconds(1));
  daemons_["a"].next = {full};
  ASSERT_TRUE(compile(*client).ok());
  EXPECT_EQ(slept_, absl::Milliseconds(1025));
}

TEST_F(ReplicatedClientTest, TheDeadlineHoldsForAllTriesTogether) {
  auto client = clientOf({"a"});
  daemons_["a"].next.assign(100, absl::UnavailableError("down"));
  CompileOptions options;
  options.deadline = now_ + absl::Milliseconds(100);
  EXPECT_TRUE(absl::IsUnavailable(compile(*client, "p", options).status()));
  EXPECT_LT(now_, options.deadline);
  EXPECT_EQ(daemons_["a"].calls, 3) << "waits of 25 and 50 ms fit in";
}

TEST_F(ReplicatedClientTest, ADeadlineIsATimeOfDay) {
  setBack_ = absl::Minutes(2);
  auto client = clientOf({"a"});
  daemons_["a"].next = {absl::UnavailableError("down")};
  CompileOptions options;
  options.deadline = now_ - setBack_ + absl::Seconds(10);
  EXPECT_TRUE(compile(*client, "p", options).ok())
      << "as if the deadline had passed when the clock was set back";
}

TEST_F(ReplicatedClientTest, ACallerThatGivesUpEndsTheWait) {
  auto client = clientOf({"a"});
  daemons_["a"].next.assign(100, absl::UnavailableError("down"));
  std::atomic<bool> cancelled{false};
  CompileOptions options;
  options.cancelled = &cancelled;
  onSleep_ = [&] { cancelled = true; };
  EXPECT_FALSE(compile(*client, "p", options).ok());
  EXPECT_EQ(daemons_["a"].calls, 1);
  EXPECT_LE(slept_, absl::Milliseconds(20));
}

TEST_F(ReplicatedClientTest, WhatADaemonCancelsIsSentAgain) {
  auto client = clientOf(kNames);
  inOrder("program")[0]->next = {absl::CancelledError("the daemon stops")};
  EXPECT_TRUE(compile(*client).ok());
}

TEST_F(ReplicatedClientTest, WhatSomebodyCancelsIsNotBegunElsewhere) {
  auto client = clientOf(kNames);
  absl::Status byRequest = absl::CancelledError("cancelled by an operator");
  forbidResending(byRequest);
  inOrder("program")[0]->next = {byRequest};
  EXPECT_TRUE(absl::IsCancelled(compile(*client).status()));
  EXPECT_EQ(client->counters().tries, 1u);
}

TEST_F(ReplicatedClientTest, ADaemonThatCannotBeReachedIsSkipped) {
  auto client = clientOf(kNames);
  std::vector<Daemon *> order = inOrder("program");
  order[0]->reachable = order[1]->reachable = absl::UnavailableError("refused");
  EXPECT_TRUE(compile(*client).ok());
  EXPECT_EQ(order[2]->calls, 1);
  ASSERT_TRUE(compile(*client).ok());
  EXPECT_EQ(order[0]->connections, 1) << "not tried again so soon";
}

TEST_F(ReplicatedClientTest, TheFallbackIsUsedWhenNobodyCanBeReached) {
  Daemon local;
  int made = 0;
  options_.fallback = [&]() -> absl::StatusOr<std::unique_ptr<Client>> {
    ++made;
    return std::make_unique<MadeUpClient>(local);
  };
  auto client = clientOf(kNames);
  for (const std::string &name : kNames)
    daemons_[name].reachable = absl::UnavailableError("refused");
  ASSERT_TRUE(compile(*client).ok());
  ASSERT_TRUE(compile(*client, "another").ok());
  EXPECT_EQ(local.calls, 2);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(slept_, absl::ZeroDuration());
  EXPECT_EQ(client->counters().fallbacks, 2u);
  // One that is back is used again.
  inOrder("program")[0]->reachable = absl::OkStatus();
  now_ += absl::Minutes(1);
  ASSERT_TRUE(compile(*client).ok());
  EXPECT_EQ(local.calls, 2);
}

TEST_F(ReplicatedClientTest, TheFallbackIsNotForDaemonsThatAreBusy) {
  options_.fallback = [&]() -> absl::StatusOr<std::unique_ptr<Client>> {
    ADD_FAILURE() << "a daemon answers";
    return absl::InternalError("");
  };
  auto client = clientOf({"a"});
  absl::Status full = absl::ResourceExhaustedError("full");
  setRetryDelay(full, absl::Seconds(1));
  daemons_["a"].next = {full, full};
  EXPECT_TRUE(compile(*client).ok());
}

TEST_F(ReplicatedClientTest, AFallbackThatDoesNotStartSaysWhy) {
  options_.fallback = []() -> absl::StatusOr<std::unique_ptr<Client>> {
    return absl::UnavailableError("no room for a store");
  };
  auto client = clientOf({"a"});
  daemons_["a"].reachable = absl::UnavailableError("refused");
  EXPECT_EQ(compile(*client).status().message(), "no room for a store");
}

TEST_F(ReplicatedClientTest, ReachAnyTakesTheFirstThatAnswers) {
  auto client = clientOf({"a", "b"});
  daemons_["a"].reachable = absl::UnavailableError("refused: a");
  EXPECT_TRUE(client->reachAny().ok());
  daemons_["b"].reachable = absl::UnavailableError("refused: b");
  auto other = clientOf({"a", "b"});
  EXPECT_EQ(other->reachAny().message(), "refused: a");
}

TEST_F(ReplicatedClientTest, ReachAnySaysAMistakeAtOnce) {
  auto client = clientOf({"a", "b"});
  daemons_["a"].reachable = absl::InvalidArgumentError("no such file");
  EXPECT_EQ(client->reachAny().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(daemons_["b"].connections, 0);
}

TEST_F(ReplicatedClientTest, BlobsAreReadWhereTheyAre) {
  auto client = clientOf(kNames);
  daemons_["c"].blobs["d/1"] = "bytes";
  EXPECT_EQ(*client->fetch("d/1", {}), "bytes");
  EXPECT_EQ(slept_, absl::ZeroDuration());
  // The one that had it is asked first from now on.
  const int before = daemons_["a"].calls + daemons_["b"].calls;
  EXPECT_EQ(*client->fetch("d/1", {}), "bytes");
  EXPECT_EQ(daemons_["a"].calls + daemons_["b"].calls, before);
}

TEST_F(ReplicatedClientTest, ABlobThatNobodyHasIsAbsentAfterOneRound) {
  auto client = clientOf(kNames);
  EXPECT_TRUE(absl::IsNotFound(client->fetch("d/1", {}).status()));
  EXPECT_EQ(client->counters().tries, 3u);
}

TEST_F(ReplicatedClientTest, ABlobMayBeWithTheOneThatRestarts) {
  auto client = clientOf(kNames);
  daemons_["b"].blobs["d/1"] = "bytes";
  daemons_["b"].next = {absl::UnavailableError("draining")};
  EXPECT_EQ(*client->fetch("d/1", {}), "bytes");
  EXPECT_GT(slept_, absl::ZeroDuration());
}

TEST_F(ReplicatedClientTest, AnUploadGoesToWhereItIsCompiled) {
  auto client = clientOf(kNames);
  ASSERT_TRUE(client->upload("program", {}).ok());
  EXPECT_EQ(inOrder("program")[0]->calls, 1);
}

TEST_F(ReplicatedClientTest, FilesOfAProgramGoToWhereItIsCompiled) {
  auto client = clientOf(kNames);
  const std::vector<NamedFile> files = {{"a", "one"}, {"b", "two"}, {"c", "3"}};
  inOrder("program")[0]->next = {absl::OkStatus(), absl::OkStatus(),
                                 absl::UnavailableError("draining")};
  ASSERT_TRUE(client->uploadProgram("program", files, {}).ok());
  EXPECT_EQ(inOrder("program")[0]->calls, 3);
  EXPECT_EQ(inOrder("program")[1]->calls, 4) << "all of it, at the next one";
}

TEST_F(ReplicatedClientTest, ListsCanBeAskedOfAnybody) {
  auto client = clientOf(kNames);
  for (const std::string &name : {"a", "b"})
    daemons_[name].reachable = absl::UnavailableError("refused");
  EXPECT_EQ(client->targets({})->size(), 2u);
}

TEST_F(ReplicatedClientTest, JobsAreThoseOfAllThatAnswer) {
  auto client = clientOf(kNames);
  for (const std::string &name : kNames) {
    daemons_[name].jobs.resize(1);
    daemons_[name].jobs[0].request = name;
  }
  daemons_["b"].reachable = absl::UnavailableError("refused");
  auto jobs = client->jobs({});
  ASSERT_TRUE(jobs.ok()) << jobs.status();
  ASSERT_EQ(jobs->size(), 2u);
  EXPECT_EQ((*jobs)[0].request, "a");
  EXPECT_EQ((*jobs)[1].request, "c");
  daemons_["a"].next = daemons_["c"].next = {absl::InternalError("no")};
  EXPECT_FALSE(client->jobs({}).ok());
}

TEST_F(ReplicatedClientTest, AResultIsExplainedByWhoeverKnowsIt) {
  auto client = clientOf(kNames);
  daemons_["a"].next = {absl::NotFoundError("never here")};
  daemons_["b"].reachable = absl::UnavailableError("refused");
  auto explained = client->explain("entry", "base", {});
  ASSERT_TRUE(explained.ok()) << explained.status();
  EXPECT_EQ(explained->entry, "entry");
  EXPECT_EQ(explained->base, "base");
  EXPECT_EQ(daemons_["c"].calls, 1);
  daemons_["a"].next = daemons_["c"].next = {absl::NotFoundError("never here")};
  EXPECT_EQ(client->explain("entry", "", {}).status().message(), "refused")
      << "it may be there";
}

TEST_F(ReplicatedClientTest, ARequestIsCancelledWhereverItRuns) {
  auto client = clientOf(kNames);
  daemons_["a"].next = daemons_["c"].next = {absl::NotFoundError("not here")};
  EXPECT_TRUE(client->cancelRequest("r/1", {}).ok());
  EXPECT_EQ(daemons_["b"].cancelled, "r/1");
  daemons_["a"].next = daemons_["b"].next = {absl::NotFoundError("not here")};
  daemons_["c"].next = {absl::PermissionDeniedError("you may not")};
  EXPECT_EQ(client->cancelRequest("r/1", {}).code(),
            absl::StatusCode::kPermissionDenied);
}

TEST_F(ReplicatedClientTest, WhatIsOfOneDaemonGoesToTheFirstAddress) {
  auto client = clientOf(kNames);
  EXPECT_EQ(client->statistics({})->size(), 1u);
  EXPECT_TRUE(client->drain({}).ok());
  EXPECT_EQ(daemons_["a"].calls, 2);
}

//===----------------------------------------------------------------------===//
// Hedged hits
//===----------------------------------------------------------------------===//

/// Says nothing until it is abandoned.
absl::StatusOr<CompileResult> stall(const CompileOptions &options,
                                    const Progress &) {
  while (!*options.abandoned)
    std::this_thread::yield();
  return absl::CancelledError("abandoned");
}

absl::StatusOr<CompileResult> storedResult(const CompileOptions &options,
                                           const Progress &) {
  EXPECT_TRUE(options.onlyIfStored) << "a hedge starts no work";
  CompileResult result;
  result.cache = "hit";
  return result;
}

TEST_F(ReplicatedClientTest, AStalledDaemonIsHedged) {
  options_.hedgeAfter = absl::ZeroDuration();
  auto client = clientOf(kNames);
  inOrder("program")[0]->onCompile = stall;
  inOrder("program")[1]->onCompile = storedResult;
  auto result = compile(*client);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->cache, "hit");
  EXPECT_EQ(client->counters().hedges, 1u);
  EXPECT_EQ(client->counters().hedgesWon, 1u);
}

TEST_F(ReplicatedClientTest, ADaemonAtWorkIsNotHedged) {
  options_.hedgeAfter = absl::Hours(1);
  auto client = clientOf(kNames);
  inOrder("program")[0]->onCompile = [](const CompileOptions &,
                                        const Progress &progress) {
    progress.onQueued("job");
    return CompileResult{};
  };
  std::string job;
  Progress progress;
  progress.onQueued = [&](const std::string &name) { job = name; };
  ASSERT_TRUE(client->compile("program", {}, progress, nullptr).ok());
  EXPECT_EQ(job, "job");
  EXPECT_EQ(inOrder("program")[1]->calls, 0);
  EXPECT_EQ(client->counters().hedges, 0u);
}

TEST_F(ReplicatedClientTest, TheFirstAnswerStandsWhenTheHedgeFindsNothing) {
  options_.hedgeAfter = absl::ZeroDuration();
  auto client = clientOf(kNames);
  std::atomic<bool> isAsked{false};
  inOrder("program")[1]->onCompile =
      [&](const CompileOptions &,
          const Progress &) -> absl::StatusOr<CompileResult> {
    isAsked = true;
    return absl::NotFoundError("nothing is stored");
  };
  inOrder("program")[0]->onCompile = [&](const CompileOptions &,
                                         const Progress &) {
    while (!isAsked)
      std::this_thread::yield();
    CompileResult result;
    result.cache = "miss";
    return result;
  };
  EXPECT_EQ(compile(*client)->cache, "miss");
  EXPECT_EQ(client->counters().hedgesWon, 0u);
}

TEST_F(ReplicatedClientTest, AnAnswerDoesNotWaitForASecondConnection) {
  options_.hedgeAfter = absl::ZeroDuration();
  auto client = clientOf(kNames);
  std::atomic<bool> isAsked{false};
  inOrder("program")[1]->onConnect = [&](const std::atomic<bool> *abandoned) {
    isAsked = true;
    // Nobody answers there: it ends when it is given up.
    while (!*abandoned)
      std::this_thread::yield();
    return absl::CancelledError("given up");
  };
  inOrder("program")[0]->onCompile = [&](const CompileOptions &,
                                         const Progress &) {
    while (!isAsked)
      std::this_thread::yield();
    return CompileResult{};
  };
  EXPECT_TRUE(compile(*client).ok());
  EXPECT_EQ(client->counters().hedgesWon, 0u);
}

TEST_F(ReplicatedClientTest, ASecondDaemonThatCannotBeReachedIsNoneForAWhile) {
  options_.hedgeAfter = absl::ZeroDuration();
  auto client = clientOf({"a", "b"});
  const size_t first = rendezvousOrder({"a", "b"}, placementKey("program"))[0];
  Daemon &busy = daemons_[first == 0 ? "a" : "b"],
         &gone = daemons_[first == 0 ? "b" : "a"];
  std::atomic<bool> isTried{false};
  gone.reachable = absl::UnavailableError("refused");
  gone.onConnect = [&](const std::atomic<bool> *) {
    isTried = true;
    return absl::OkStatus();
  };
  // Until the other one was tried and the first was given its time.
  busy.onCompile = [&](const CompileOptions &, const Progress &) {
    while (!isTried)
      std::this_thread::yield();
    return CompileResult{};
  };
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(compile(*client).ok());
  EXPECT_EQ(gone.connections, 1);
}

TEST_F(ReplicatedClientTest, WhoAsksForStoredResultsAloneIsNotHedged) {
  options_.hedgeAfter = absl::ZeroDuration();
  auto client = clientOf(kNames);
  inOrder("program")[0]->onCompile = storedResult;
  CompileOptions options;
  options.onlyIfStored = true;
  EXPECT_TRUE(compile(*client, "program", options).ok());
  EXPECT_EQ(client->counters().hedges, 0u);
}

} // namespace
} // namespace ingot::client
