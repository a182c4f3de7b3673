//===- CompileLookupTest.cpp - what waits for the disk, and who left ------===//
//
// The service posts all that may wait for the disk. Here a posted task runs
// when the test says so, and the store is cold when the test says so.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include "tests/fakes/ColdStore.h"
#include "tests/fakes/FakeWorkerPool.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// What one caller saw.
struct Seen {
  std::vector<CompileOutcome> outcomes;
  std::vector<v1::CompileEvent> events;

  absl::StatusCode code() const { return outcomes.at(0).status.code(); }
  std::string message() const {
    return std::string(outcomes.at(0).status.message());
  }
  v1::CacheOutcome cache() const { return outcomes.at(0).result.cache(); }
  std::string job() const { return events.at(0).queued().job(); }
};

class CompileLookupTest : public testing::Test {
protected:
  static v1::CompileRequest requestFor(const std::string &module) {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_(module);
    request.set_max_inline_bytes(1000);
    return request;
  }

  CompileService::Caller compile(Seen &seen,
                                 const v1::CompileRequest &request) {
    return service.compile(request, onEvent(seen), onDone(seen));
  }
  CompileService::Caller compile(Seen &seen, const std::string &module) {
    return compile(seen, requestFor(module));
  }
  CompileService::Caller check(Seen &seen, const v1::CheckRequest &request) {
    return service.check(request, onDone(seen));
  }
  static v1::CheckRequest checkOf(const Digest &digest) {
    v1::CheckRequest request;
    *request.mutable_module()->mutable_digest() = digest.toProto();
    return request;
  }
  static CompileService::OnEvent onEvent(Seen &seen) {
    return [&seen](const v1::CompileEvent &event) {
      seen.events.push_back(event);
    };
  }
  static CompileService::OnDone onDone(Seen &seen) {
    return [&seen](CompileOutcome outcome) {
      seen.outcomes.push_back(std::move(outcome));
    };
  }

  void runTask() {
    auto task = std::move(tasks.front());
    tasks.pop_front();
    task();
  }
  void runTasks() {
    while (!tasks.empty())
      runTask();
  }

  /// Compiles to the end.
  Seen built(const std::string &module) {
    Seen seen;
    compile(seen, module);
    runTasks();
    while (!pool.pending().empty())
      pool.answer();
    return seen;
  }

  cache::ColdStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  std::deque<std::function<void()>> tasks;
  std::string postedFor; ///< The tenant of the last task.
  CompileService service{
      store, pool, statistics, [] { return absl::UnixEpoch(); },
      [this](const Tenant &tenant, std::function<void()> task) {
        postedFor = tenant.name;
        tasks.push_back(std::move(task));
      }};
};

TEST_F(CompileLookupTest, AHitInMemoryTakesNoOtherThread) {
  built("m");
  Seen seen;
  EXPECT_EQ(compile(seen, "m"), 0u);
  EXPECT_THAT(tasks, IsEmpty());
  EXPECT_EQ(seen.cache(), v1::HIT);
  EXPECT_EQ(seen.outcomes[0].result.inline_artifact(), "executable");
  EXPECT_THAT(seen.events, IsEmpty()) << "a hit is its result alone";
}

TEST_F(CompileLookupTest, AHitOnTheDiskIsPosted) {
  built("m");
  store.setCold(true);
  Seen seen;
  EXPECT_NE(compile(seen, "m"), 0u);
  EXPECT_THAT(seen.outcomes, IsEmpty());
  EXPECT_EQ(service.active(), 1);
  runTasks();
  EXPECT_EQ(seen.cache(), v1::HIT);
  EXPECT_EQ(statistics.hits, 1u);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompileLookupTest, AMissReadsAndStartsOnAPostedTask) {
  Seen seen;
  compile(seen, "m");
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_THAT(seen.events, IsEmpty());
  runTasks();
  EXPECT_THAT(pool.pending(), SizeIs(1));
  EXPECT_NE(seen.job(), "");
  EXPECT_EQ(statistics.misses, 1u);
}

TEST_F(CompileLookupTest, TheRequestIsNotUsedAfterTheCall) {
  Seen seen;
  {
    auto request = std::make_unique<v1::CompileRequest>(requestFor("m"));
    compile(seen, *request);
  }
  runTasks();
  EXPECT_EQ(*pool.pending()[0].work.payloads[0], "m");
}

TEST_F(CompileLookupTest, WhatWaitsForTheDiskIsOnBehalfOfTheCallersTenant) {
  Seen compiled, watched;
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  service.compile(request, onEvent(compiled), onDone(compiled),
                  {"ci", true, {"ml"}});
  EXPECT_EQ(postedFor, "ml");
  runTasks();
  ASSERT_FALSE(compiled.events.empty());
  pool.finish(absl::InvalidArgumentError("no such op"));
  postedFor.clear();
  service.watch(compiled.events[0].queued().job(), 0, onEvent(watched),
                onDone(watched), {"ci", true, {"ml"}});
  EXPECT_EQ(postedFor, "ml");
  runTasks();
  v1::CheckRequest check;
  *check.mutable_module()->mutable_digest() = Digest::of("absent").toProto();
  service.check(check, onDone(watched), {"ann", true, {"web"}});
  EXPECT_EQ(postedFor, "web");
  runTasks();
}

TEST_F(CompileLookupTest, WhoRunsIsJoinedInsideTheCall) {
  Seen first, second;
  compile(first, "m");
  runTasks();
  compile(second, "m");
  EXPECT_THAT(tasks, IsEmpty());
  EXPECT_NE(second.job(), first.job());
  EXPECT_EQ(statistics.joins, 1u);
}

TEST_F(CompileLookupTest, WhoJoinsAfterTheLookupIsCountedUntilTheEnd) {
  // Of equal requests the first begins the work, and none is in the store yet.
  const int64_t half = RequestBudget::Limits().requests / 2;
  std::vector<Seen> seen(half);
  for (Seen &each : seen)
    compile(each, "m");
  runTasks();
  for (const Seen &each : seen)
    ASSERT_THAT(each.outcomes, IsEmpty());
  Seen another, watching;
  compile(another, "m");
  EXPECT_EQ(another.code(), absl::StatusCode::kResourceExhausted);
  service.watch(seen.back().job(), 0, onEvent(watching), onDone(watching));
  EXPECT_EQ(watching.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(statistics.rejections, 2u);
  EXPECT_EQ(statistics.errors, 2u);
  while (!pool.pending().empty())
    pool.answer();
  EXPECT_EQ(seen.back().code(), absl::StatusCode::kOk);
  Seen after;
  compile(after, "n");
  EXPECT_THAT(after.outcomes, IsEmpty()) << "places come back";
}

TEST_F(CompileLookupTest, OfTwoEqualLookupsTheSecondJoins) {
  Seen first, second;
  compile(first, "m");
  compile(second, "m");
  EXPECT_THAT(tasks, SizeIs(2));
  runTasks();
  EXPECT_THAT(pool.pending(), SizeIs(1));
  while (!pool.pending().empty())
    pool.answer();
  EXPECT_EQ(first.cache(), v1::MISS);
  EXPECT_EQ(second.cache(), v1::JOINED);
}

TEST_F(CompileLookupTest, WhatEndedWhileTheLookupWaitedIsAHit) {
  Seen late;
  compile(late, "m");
  auto waiting = std::move(tasks.front());
  tasks.pop_front();
  built("m");
  waiting();
  EXPECT_EQ(late.cache(), v1::HIT);
}

TEST_F(CompileLookupTest, WhoLeavesBeforeTheLookupHearsNothing) {
  Seen miss, hit, module;
  service.leave(compile(miss, "m"));
  EXPECT_EQ(service.active(), 0);
  runTasks();
  EXPECT_THAT(pool.pending(), IsEmpty()) << "nothing starts for nobody";

  built("n");
  store.setCold(true);
  service.leave(compile(hit, "n"));
  v1::CompileRequest named;
  *named.mutable_module()->mutable_digest() = Digest::of("absent").toProto();
  service.leave(compile(module, named));
  runTasks();
  for (const Seen *seen : {&miss, &hit, &module}) {
    EXPECT_THAT(seen->outcomes, IsEmpty());
    EXPECT_THAT(seen->events, IsEmpty());
  }
  EXPECT_EQ(statistics.hits, 0u);
}

TEST_F(CompileLookupTest, ADrainRefusesWhatStillWaits) {
  Seen seen;
  compile(seen, "m");
  service.drain();
  runTasks();
  EXPECT_EQ(seen.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompileLookupTest, AStoreThatCannotBeReadIsAMiss) {
  built("m");
  store.setCold(true);
  store.failWith(absl::UnavailableError("disk"));
  Seen seen;
  compile(seen, "m");
  runTasks();
  EXPECT_THAT(pool.pending(), SizeIs(1));
}

TEST_F(CompileLookupTest, AModuleThatCannotBeReadIsTheStoresError) {
  v1::CompileRequest request;
  *request.mutable_module()->mutable_digest() = Digest::of("m").toProto();
  store.failWith(absl::UnavailableError("disk"));
  Seen seen;
  compile(seen, request);
  runTasks();
  EXPECT_EQ(seen.outcomes.at(0).status, absl::UnavailableError("disk"));
  EXPECT_EQ(statistics.errors, 1u);
}

TEST_F(CompileLookupTest, WatchOfAJobThatIsOverReadsTheIndex) {
  Seen own = built("m"), watching, left;
  service.watch(own.job(), 1000, onEvent(watching), onDone(watching));
  service.leave(service.watch(own.job(), 0, onEvent(left), onDone(left)));
  EXPECT_THAT(watching.outcomes, IsEmpty());
  runTasks();
  EXPECT_EQ(watching.cache(), v1::HIT);
  EXPECT_EQ(watching.outcomes[0].result.inline_artifact(), "executable");
  EXPECT_THAT(left.outcomes, IsEmpty());
}

TEST_F(CompileLookupTest, WatchOfAJobThatFailedIsNotFound) {
  Seen own, watching;
  compile(own, "m");
  runTasks();
  pool.finish(absl::InvalidArgumentError("does not parse"));
  service.watch(own.job(), 0, onEvent(watching), onDone(watching));
  runTasks();
  EXPECT_EQ(watching.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(watching.message(), HasSubstr("over without a result"));
}

//===----------------------------------------------------------------------===//
// Requests and answers
//===----------------------------------------------------------------------===//

TEST_F(CompileLookupTest, RequestsThatCannotBeAreRefusedInsideTheCall) {
  struct Case {
    std::function<void(v1::CompileRequest &)> change;
    const char *text;
  };
  const Case cases[] = {
      {[](auto &r) { r.clear_module(); }, "module: is missing"},
      {[](auto &r) {
         r.mutable_module()->set_inline_(std::string(3932161, 'x'));
       },
       "module.inline: has 3932161 bytes, more than 3.75 MiB; upload it"},
      {[](auto &r) { r.mutable_module()->mutable_digest()->set_hash("abc"); },
       "module."},
      {[](auto &r) { r.mutable_target()->set_cpu("znver4"); }, "triple"},
      {[](auto &r) { r.set_target_name("z80"); }, "host"}};
  for (const Case &c : cases) {
    SCOPED_TRACE(c.text);
    v1::CompileRequest request = requestFor("m");
    c.change(request);
    Seen seen;
    EXPECT_EQ(compile(seen, request), 0u);
    ASSERT_THAT(seen.outcomes, SizeIs(1));
    EXPECT_EQ(seen.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(seen.message(), HasSubstr(c.text));
  }
  EXPECT_EQ(statistics.errors, std::size(cases));
  EXPECT_THAT(tasks, IsEmpty());
}

TEST_F(CompileLookupTest, AnArtifactIsInlineWhereItFits) {
  built("m");
  const uint32_t size = std::string("executable").size();
  for (uint32_t limit : {0u, size - 1, size, 1u << 30}) {
    v1::CompileRequest request = requestFor("m");
    request.set_max_inline_bytes(limit);
    Seen seen;
    compile(seen, request);
    EXPECT_EQ(seen.outcomes.at(0).result.inline_artifact(),
              limit >= size ? "executable" : "")
        << limit;
  }
}

TEST_F(CompileLookupTest, AnArtifactThatIsOnlyOnTheDiskIsReadThere) {
  // The record is small and stays in memory longer than the artifact.
  class HalfCold final : public cache::MemoryStore {
  public:
    cache::SharedBytes peekBlob(const Digest &) override { return nullptr; }
  } half;
  CompileService other(
      half, pool, statistics, [] { return absl::UnixEpoch(); },
      [this](const Tenant &, std::function<void()> task) {
        tasks.push_back(std::move(task));
      });
  Seen first, inlined, named;
  v1::CompileRequest request = requestFor("m");
  other.compile(request, onEvent(first), onDone(first));
  runTasks();
  while (!pool.pending().empty())
    pool.answer();
  other.compile(request, onEvent(inlined), onDone(inlined));
  EXPECT_THAT(inlined.outcomes, IsEmpty());
  request.set_max_inline_bytes(0);
  other.compile(request, onEvent(named), onDone(named));
  EXPECT_EQ(named.cache(), v1::HIT) << "nobody needs the bytes for this one";
  runTasks();
  EXPECT_EQ(inlined.outcomes.at(0).result.inline_artifact(), "executable");
}

TEST_F(CompileLookupTest, QueuedSaysHowManyAreAhead) {
  WorkerPoolStatistics busy;
  busy.queued = 7;
  pool.setStatistics(busy);
  Seen seen;
  compile(seen, "m");
  runTasks();
  EXPECT_EQ(seen.events.at(0).queued().ahead(), 7u);
}

TEST_F(CompileLookupTest, AFloodOfProgramsIsRefusedBeforeItFillsTheMemory) {
  constexpr int kHalf = RequestBudget::Limits().bytes / 2 >> 20; // MiB.
  const Principal flood{"ci", true, {"flood"}}, other{"ann", true, {"other"}};
  Seen taken, refused, neighbour, checked;
  auto send = [&](int number, Seen &seen, const Principal &principal) {
    std::string module(1 << 20, ' ');
    module.replace(0, 3, std::to_string(number + 100));
    return service.compile(requestFor(module), onEvent(seen), onDone(seen),
                           principal);
  };
  CompileService::Caller last = 0;
  for (int i = 0; i < kHalf; ++i)
    last = send(i, taken, flood);
  EXPECT_EQ(taken.outcomes.size(), 0u);
  send(kHalf, refused, flood);
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(refused.outcomes[0].status), WorkFault::FullQueue);
  EXPECT_TRUE(isForBytes(refused.outcomes[0].status));
  EXPECT_EQ(statistics.rejections, 1u);
  v1::CheckRequest check;
  check.mutable_module()->set_inline_("m");
  service.check(check, onDone(checked), flood);
  EXPECT_EQ(checked.code(), absl::StatusCode::kResourceExhausted);
  send(kHalf, neighbour, other);
  EXPECT_EQ(neighbour.outcomes.size(), 0u);
  EXPECT_EQ(service.active(), kHalf + 1);
  // Who left gives back what it held once its task has run.
  service.leave(last);
  runTasks();
  refused = {};
  send(kHalf + 1, refused, flood);
  EXPECT_EQ(refused.outcomes.size(), 0u);
}

TEST_F(CompileLookupTest, SealedFilesOfProgramsAreBoundedToo) {
  constexpr size_t kProgram = 2 << 20;
  CompileService bounded{store,
                         pool,
                         statistics,
                         [] { return absl::UnixEpoch(); },
                         [this](const Tenant &, std::function<void()> task) {
                           tasks.push_back(std::move(task));
                         },
                         /*fileBytes=*/4 * kProgram};
  const Principal flood{"ci", true, {"flood"}}, other{"ann", true, {"other"}};
  auto send = [&](char number, Seen &seen, const Principal &principal) {
    v1::CompileRequest request;
    *request.mutable_module()->mutable_digest() =
        store.putBlob(std::string(kProgram, number))->toProto();
    bounded.compile(request, onEvent(seen), onDone(seen), principal);
    runTasks();
  };
  Seen taken, refused, checked, neighbour, again;
  send('1', taken, flood);
  send('2', taken, flood);
  EXPECT_THAT(taken.outcomes, IsEmpty());
  send('3', refused, flood);
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(refused.outcomes[0].status), WorkFault::FullQueue);
  EXPECT_FALSE(isForBytes(refused.outcomes[0].status)) << "it was uploaded";
  EXPECT_EQ(statistics.rejections, 1u);
  bounded.check(checkOf(*store.putBlob(std::string(kProgram, '4'))),
                onDone(checked), flood);
  runTasks();
  EXPECT_EQ(checked.code(), absl::StatusCode::kResourceExhausted);
  send('3', neighbour, other);
  EXPECT_THAT(neighbour.outcomes, IsEmpty());
  ASSERT_THAT(pool.pending(), SizeIs(3));
  // Once a plan has ended, nobody needs its program.
  pool.finish(absl::InvalidArgumentError("does not parse"));
  EXPECT_EQ(taken.outcomes.size(), 1u);
  send('3', again, flood);
  EXPECT_THAT(again.outcomes, IsEmpty());
}

TEST_F(CompileLookupTest, AProgramBeyondATenantsShareMayComeAlone) {
  constexpr size_t kProgram = 2 << 20;
  CompileService bounded{
      store,
      pool,
      statistics,
      [] { return absl::UnixEpoch(); },
      [](const Tenant &, const std::function<void()> &task) { task(); },
      /*fileBytes=*/kProgram};
  Seen large, another;
  for (Seen *seen : {&large, &another}) {
    v1::CompileRequest request;
    *request.mutable_module()->mutable_digest() =
        store.putBlob(std::string(kProgram, seen == &large ? 'l' : 'a'))
            ->toProto();
    bounded.compile(request, onEvent(*seen), onDone(*seen));
  }
  EXPECT_THAT(large.outcomes, IsEmpty());
  EXPECT_EQ(another.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(another.outcomes[0].status), WorkFault::FullQueue);
}

TEST_F(CompileLookupTest, ABlobThatIsNamedManyTimesCountsManyTimes) {
  constexpr size_t kBlob = 2 << 20;
  CompileService bounded{
      store,
      pool,
      statistics,
      [] { return absl::UnixEpoch(); },
      [](const Tenant &, const std::function<void()> &task) { task(); },
      /*fileBytes=*/100 * kBlob};
  v1::CompileRequest request = requestFor("m");
  for (int i = 0; i < 101; ++i) {
    v1::NamedFile &file = *request.mutable_module()->add_files();
    file.set_name(absl::StrCat("f", i));
    *file.mutable_digest() = store.putBlob(std::string(kBlob, 'b'))->toProto();
  }
  Seen seen;
  bounded.compile(request, onEvent(seen), onDone(seen));
  EXPECT_EQ(seen.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(seen.outcomes[0].status), WorkFault::None)
      << "to come back does not help";
  EXPECT_THAT(seen.message(), HasSubstr("the program has 202 MiB"));
}

TEST_F(CompileLookupTest, AFullQueueIsCountedAsARejection) {
  Seen seen;
  compile(seen, "m");
  runTasks();
  pool.finish(
      withFault(absl::ResourceExhaustedError("full"), WorkFault::FullQueue));
  EXPECT_EQ(seen.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(statistics.rejections, 1u);
  EXPECT_EQ(statistics.errors, 1u);
}

TEST_F(CompileLookupTest, OldJobsAreForgotten) {
  Seen first;
  compile(first, "m");
  runTasks();
  std::vector<Seen> others(1024);
  for (Seen &other : others)
    compile(other, "m");
  EXPECT_EQ(service.cancel(first.job()).code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(service.cancel(others.back().job()).ok());
}

TEST_F(CompileLookupTest, NobodyPushesOutTheJobsOfOthers) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  Seen first;
  service.compile(request, onEvent(first), onDone(first), {"ann"});
  runTasks();
  std::vector<Seen> others(2000);
  for (Seen &other : others)
    compile(other, "m");
  EXPECT_TRUE(service.cancel(first.job(), {"ann"}).ok());
}

TEST_F(CompileLookupTest, CancelOfTheOnlyCallerStopsTheWork) {
  Seen own;
  compile(own, "m");
  runTasks();
  EXPECT_TRUE(service.cancel(own.job()).ok());
  EXPECT_TRUE(service.cancel(own.job()).ok()) << "it is over";
  ASSERT_THAT(own.outcomes, SizeIs(1));
  EXPECT_EQ(own.outcomes[0].status, cancelledByRequest("cancelled by request"));
  EXPECT_THAT(pool.cancelled(), SizeIs(1));
  EXPECT_EQ(service.active(), 0);
  EXPECT_EQ(service.cancel("j-none").code(), absl::StatusCode::kNotFound);
}

//===----------------------------------------------------------------------===//
// Check
//===----------------------------------------------------------------------===//

TEST_F(CompileLookupTest, APlacementOfACheckThatNamesNoTargetIsRefused) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  request.add_placements("@f=nowhere");
  Seen seen;
  EXPECT_EQ(check(seen, request), 0u);
  EXPECT_EQ(seen.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(pool.pending(), IsEmpty());
}

TEST_F(CompileLookupTest, ACheckOfAnInlineModuleIsSubmittedAtOnce) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_all_custom(true);
  request.add_input_types("4xf32");
  request.set_explain_placement(true);
  request.add_placements("@f=host");
  Seen seen;
  EXPECT_NE(check(seen, request), 0u);
  EXPECT_THAT(tasks, IsEmpty());
  const v1::WorkRequest work = pool.pending().at(0).work.request;
  ASSERT_TRUE(work.has_check());
  EXPECT_TRUE(work.check().all_custom());
  EXPECT_EQ(work.options().input_types(0), "4xf32");
  EXPECT_TRUE(work.check().explain_placement());
  EXPECT_EQ(work.options().placements(0), "@f=host");
  ASSERT_EQ(work.parts_size(), 1);
  EXPECT_EQ(work.parts(0).target().cpu(), "znver4");
  pool.sendPhase("import");
  pool.sendDiagnostic("op does not lower");
  pool.finish(absl::FailedPreconditionError("1 op"));
  EXPECT_EQ(seen.code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_EQ(seen.outcomes[0].diagnostics.diagnostics_size(), 1);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompileLookupTest, ACheckReadsItsModuleOnAPostedTask) {
  Digest digest = *store.putBlob("m");
  Seen there, absent;
  check(there, checkOf(digest));
  check(absent, checkOf(Digest::of("absent")));
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(service.active(), 2);
  runTasks();
  EXPECT_EQ(*pool.pending().at(0).work.payloads[0], "m");
  EXPECT_EQ(absent.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(service.active(), 1);
  pool.finish(WorkResult());
  EXPECT_TRUE(there.outcomes.at(0).status.ok());
}

TEST_F(CompileLookupTest, WhoLeavesACheckBeforeItsModuleIsReadIsAnswered) {
  Digest digest = *store.putBlob("m");
  Seen seen;
  service.leave(check(seen, checkOf(digest)));
  runTasks();
  ASSERT_THAT(seen.outcomes, SizeIs(1)) << "a check is answered exactly once";
  EXPECT_EQ(seen.code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompileLookupTest, ADrainRefusesChecksWhoseModuleIsStillRead) {
  Digest digest = *store.putBlob("m");
  Seen seen;
  check(seen, checkOf(digest));
  service.drain();
  runTasks();
  EXPECT_EQ(seen.code(), absl::StatusCode::kUnavailable);
}

TEST_F(CompileLookupTest, ACheckThatCannotBeIsRefusedInsideTheCall) {
  v1::CheckRequest nothing, target;
  target.mutable_module()->set_inline_("m");
  target.set_target_name("z80");
  for (const v1::CheckRequest *request : {&nothing, &target}) {
    Seen seen;
    EXPECT_EQ(check(seen, *request), 0u);
    EXPECT_EQ(seen.code(), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompileLookupTest, WhatACheckFoundFitsIntoOneAnswer) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  Seen seen;
  check(seen, request);
  for (int i = 0; i < 8; ++i)
    pool.sendDiagnostic(std::string(1 << 19, 'x'));
  pool.finish(absl::FailedPreconditionError("ops"));
  const v1::Diagnostics &found = seen.outcomes.at(0).diagnostics;
  EXPECT_GT(found.diagnostics_size(), 3);
  EXPECT_LT(found.ByteSizeLong(), 3u << 20);
}

} // namespace
} // namespace ingot::server
