//===- CompileServiceTest.cpp - hits, joins, leaving, crashes -------------===//
//
// The whole of a compile with a pool and a store that are made up. Lookups run
// inside the call here; CompileLookupTest takes them apart.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CompileServiceTest : public testing::Test {
protected:
  /// What one caller saw.
  struct Seen {
    int answers = 0;
    CompileOutcome outcome;
    std::string job;
    std::vector<std::string> phases;
  };

  CompileService::Caller compile(Seen &seen, const std::string &module,
                                 const Principal &principal = {}) {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_(module);
    request.set_max_inline_bytes(1000);
    return service.compile(request, onEvent(seen), onDone(seen), principal);
  }

  static Principal of(const std::string &name, const std::string &tenant) {
    return {name, true, {tenant}};
  }
  /// Who is told of everything.
  static Principal anOperator() { return {"ops", true, {}, true}; }

  static CompileService::OnEvent onEvent(Seen &seen) {
    return [&seen](const v1::CompileEvent &event) {
      if (event.has_queued())
        seen.job = event.queued().job();
      if (event.has_phase())
        seen.phases.push_back(event.phase().name());
    };
  }
  static CompileService::OnDone onDone(Seen &seen) {
    return [&seen](CompileOutcome outcome) {
      ++seen.answers;
      seen.outcome = std::move(outcome);
    };
  }

  void answerAll() {
    while (!pool.pending().empty())
      pool.answer();
  }

  cache::MemoryStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  absl::Time now = absl::UnixEpoch();
  CompileService service{
      store, pool, statistics, [this] { return now; },
      [](const Tenant &, const std::function<void()> &task) { task(); }};
};

TEST_F(CompileServiceTest, MissRunsPlanKernelsAndLinkThenItIsAHit) {
  Seen first;
  compile(first, "m");
  EXPECT_TRUE(pool.pending()[0].work.request.has_plan());
  pool.answer();
  ASSERT_THAT(pool.pending(), SizeIs(3)) << "what can run in parallel";
  EXPECT_TRUE(pool.pending()[0].work.request.has_host());
  EXPECT_TRUE(pool.pending()[2].work.request.has_kernel());
  answerAll();
  ASSERT_EQ(first.answers, 1);
  ASSERT_TRUE(first.outcome.status.ok()) << first.outcome.status;
  EXPECT_EQ(first.outcome.result.cache(), v1::MISS);
  EXPECT_EQ(first.outcome.result.inline_artifact(), "executable");
  EXPECT_EQ(first.outcome.result.kernels().built(), 2u);

  Seen second;
  compile(second, "m");
  ASSERT_EQ(second.answers, 1) << "a hit is answered inside the call";
  EXPECT_EQ(second.outcome.result.cache(), v1::HIT);
  EXPECT_EQ(second.outcome.result.inline_artifact(), "executable");
  EXPECT_EQ(second.outcome.result.kernels().reused(), 2u);
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(statistics.hits, 1u);
}

TEST_F(CompileServiceTest, WhoAsksForWhatIsStoredStartsNothing) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_max_inline_bytes(1000);
  request.set_only_if_stored(true);
  Seen absent, whileItRuns, stored, compiled;
  service.compile(request, onEvent(absent), onDone(absent));
  ASSERT_EQ(absent.answers, 1);
  EXPECT_EQ(absent.outcome.status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(statistics.errors, 0u) << "a look that finds nothing is no error";

  compile(compiled, "m");
  service.compile(request, onEvent(whileItRuns), onDone(whileItRuns));
  EXPECT_EQ(whileItRuns.outcome.status.code(), absl::StatusCode::kNotFound)
      << "it does not wait for others either";
  answerAll();
  service.compile(request, onEvent(stored), onDone(stored));
  EXPECT_TRUE(stored.outcome.status.ok()) << stored.outcome.status;
  EXPECT_EQ(stored.outcome.result.cache(), v1::HIT);
  EXPECT_EQ(stored.outcome.result.inline_artifact(), "executable");
}

TEST_F(CompileServiceTest, TimesAreCountedByWhatCameOfIt) {
  Seen miss, joined, hit, wrong;
  compile(miss, "m");
  compile(joined, "m");
  now += absl::Seconds(2);
  answerAll();
  compile(hit, "m");
  v1::CompileRequest none;
  service.compile(none, nullptr, onDone(wrong));
  std::map<std::string, double> sums;
  for (const auto &metric : statistics.histograms.requests.collect().metric) {
    EXPECT_EQ(metric.label[0].value, "compile");
    EXPECT_EQ(metric.histogram.sample_count, 1u);
    sums[metric.label[1].value] = metric.histogram.sample_sum;
  }
  EXPECT_THAT(sums, testing::ElementsAre(testing::Pair("INVALID_ARGUMENT", 0),
                                         testing::Pair("hit", 0),
                                         testing::Pair("joined", 2),
                                         testing::Pair("miss", 2)));
  std::map<std::string, uint64_t> actions;
  for (const auto &metric : statistics.histograms.actions.collect().metric)
    actions[metric.label[0].value + " " + metric.label[1].value] =
        metric.histogram.sample_count;
  EXPECT_THAT(actions, testing::ElementsAre(testing::Pair("host OK", 1),
                                            testing::Pair("kernel OK", 2),
                                            testing::Pair("link OK", 1),
                                            testing::Pair("plan OK", 1)));
}

TEST_F(CompileServiceTest, WhatRunsIsListedWithWhoWaits) {
  Seen first, second;
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  service.compile(request, onEvent(first), onDone(first), {"ci"});
  service.compile(request, onEvent(second), onDone(second), {"ann"});
  pool.answer();
  now += absl::Seconds(3);
  v1::ListJobsResponse jobs = service.jobs(anOperator());
  ASSERT_EQ(jobs.jobs_size(), 1);
  EXPECT_EQ(jobs.jobs(0).program().hash(), Digest::of("m").hex());
  EXPECT_EQ(jobs.jobs(0).phase(), "kernels");
  EXPECT_EQ(jobs.jobs(0).total(), 2u);
  EXPECT_EQ(jobs.jobs(0).seconds(), 3);
  EXPECT_EQ(jobs.jobs(0).waiting(), 2u);
  EXPECT_THAT(jobs.jobs(0).callers(), testing::ElementsAre("ann", "ci"));
  EXPECT_THAT(service.jobs({}).jobs(0).callers(), IsEmpty());
  answerAll();
  EXPECT_EQ(service.jobs(anOperator()).jobs_size(), 0);
}

TEST_F(CompileServiceTest, ATenantIsToldOfItsOwnRequestsOnly) {
  Seen own, shared, joined;
  compile(own, "ml's alone", of("ci", "ml"));
  compile(shared, "of both", of("ci", "ml"));
  compile(joined, "of both", of("ann", "web"));
  EXPECT_EQ(service.jobs(of("other", "ml")).jobs_size(), 2);
  EXPECT_EQ(service.jobs(of("ci", "idle")).jobs_size(), 0)
      << "a name alone is nobody";
  v1::ListJobsResponse web = service.jobs(of("ann", "web"));
  ASSERT_EQ(web.jobs_size(), 1);
  EXPECT_EQ(web.jobs(0).program().hash(), Digest::of("of both").hex());
  EXPECT_EQ(web.jobs(0).waiting(), 1u) << "how many others is not theirs";
  v1::ListJobsResponse all = service.jobs(anOperator());
  ASSERT_EQ(all.jobs_size(), 2);
  EXPECT_EQ(all.jobs(0).waiting() + all.jobs(1).waiting(), 3u);

  answerAll();
  EXPECT_EQ(service.compiles(of("other", "ml")).recent_size(), 2);
  v1::ListCompilesResponse ended = service.compiles(of("ann", "web"));
  ASSERT_EQ(ended.recent_size(), 1);
  EXPECT_EQ(ended.recent(0).program().hash(), Digest::of("of both").hex());
  EXPECT_EQ(ended.slowest_size(), 1);
  EXPECT_THAT(ended.recent(0).tenants(), IsEmpty());
  EXPECT_EQ(service.compiles(anOperator()).recent_size(), 2);
}

TEST_F(CompileServiceTest, WhoPaidAndLeftIsToldOfTheCompileToo) {
  Seen first, second;
  CompileService::Caller paid = compile(first, "m", of("ci", "ml"));
  compile(second, "m", of("ann", "web"));
  service.leave(paid);
  answerAll();
  for (const char *tenant : {"ml", "web"})
    EXPECT_EQ(service.compiles(of("x", tenant)).recent_size(), 1) << tenant;
}

TEST_F(CompileServiceTest, CrashesAreToldToThoseForWhomTheyRan) {
  Seen seen;
  compile(seen, "m", of("ci", "ml"));
  pool.finish(absl::InternalError("crashed"));
  EXPECT_EQ(service.crashes(of("x", "ml")).crashes_size(), 1);
  EXPECT_EQ(service.crashes(of("ci", "web")).crashes_size(), 0);
  EXPECT_THAT(service.crashes(anOperator()).crashes(0).tenants(),
              testing::ElementsAre("ml"));
}

TEST_F(CompileServiceTest, CrashesAreToldToThoseWhoJoinedToo) {
  Seen ran, joined, quarantined;
  compile(ran, "m", of("ci", "ml"));
  compile(joined, "m", of("ann", "web"));
  pool.finish(absl::InternalError("crashed"));
  EXPECT_EQ(service.crashes(of("x", "web")).crashes_size(), 1);
  EXPECT_EQ(service.crashes(of("x", "none")).crashes_size(), 0);
  compile(ran, "m", of("ci", "ml"));
  pool.finish(absl::InternalError("crashed"));
  compile(quarantined, "m", of("bob", "late"));
  EXPECT_EQ(quarantined.answers, 1) << "nothing ran for them";
  EXPECT_EQ(service.crashes(of("x", "late")).crashes_size(), 1);
}

TEST_F(CompileServiceTest, WhoJoinedIsNotRefusedForTheTenantOfAnother) {
  Seen first, second, joined;
  compile(first, "m", of("ci", "full"));
  compile(second, "m", of("ann", "full"));
  compile(joined, "m", of("bob", "free"));
  pool.finish(
      withFault(absl::ResourceExhaustedError("full"), WorkFault::FullQueue));
  for (const Seen *refused : {&first, &second})
    EXPECT_EQ(refused->outcome.status.code(),
              absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(joined.answers, 0);
  ASSERT_THAT(pool.pending(), SizeIs(1)) << "begun anew";
  EXPECT_EQ(pool.pending()[0].work.tenant.name, "free");
  answerAll();
  EXPECT_TRUE(joined.outcome.status.ok()) << joined.outcome.status;
  EXPECT_EQ(joined.outcome.result.cache(), v1::MISS);
  EXPECT_EQ(first.answers, 1);
}

TEST_F(CompileServiceTest, WhoJoinedIsNotRefusedForTheDeadlineOfAnother) {
  Seen early, late;
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  service.compile(request, onEvent(early), onDone(early), {},
                  now + absl::Seconds(1));
  service.compile(request, onEvent(late), onDone(late), {},
                  now + absl::Hours(1));
  pool.finish(
      withFault(absl::DeadlineExceededError("late"), WorkFault::Refused));
  EXPECT_EQ(early.outcome.status.code(), absl::StatusCode::kDeadlineExceeded);
  ASSERT_THAT(pool.pending(), SizeIs(1));
  EXPECT_EQ(pool.pending()[0].work.deadline, now + absl::Hours(1));
  answerAll();
  EXPECT_TRUE(late.outcome.status.ok()) << late.outcome.status;
}

TEST_F(CompileServiceTest, AFullQueueIsFullForAllDeadlinesOfATenant) {
  std::vector<Seen> callers(5);
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  for (size_t i = 0; i < callers.size(); ++i)
    service.compile(request, onEvent(callers[i]), onDone(callers[i]), {},
                    now + absl::Seconds(i + 1));
  pool.finish(
      withFault(absl::ResourceExhaustedError("full"), WorkFault::FullQueue));
  for (const Seen &seen : callers)
    EXPECT_EQ(seen.answers, 1);
  EXPECT_THAT(pool.pending(), IsEmpty()) << "it would only be refused again";
}

TEST_F(CompileServiceTest, WhoLeavesWhileARefusalIsAvoidedHearsNothing) {
  Seen first, joined;
  compile(first, "m", of("ci", "full"));
  CompileService::Caller number = compile(joined, "m", of("bob", "free"));
  pool.finish(
      withFault(absl::ResourceExhaustedError("full"), WorkFault::FullQueue));
  service.leave(number);
  EXPECT_THAT(pool.cancelled(), SizeIs(1));
  EXPECT_EQ(joined.answers, 0);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(CompileServiceTest, BatchWorkThatSomebodyWaitsForAtAScreenIsNone) {
  Seen batch, again, person;
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_batch(true);
  service.compile(request, onEvent(batch), onDone(batch));
  service.compile(request, onEvent(again), onDone(again));
  EXPECT_TRUE(pool.pending()[0].work.isBatch);
  request.set_batch(false);
  service.compile(request, onEvent(person), onDone(person));
  EXPECT_FALSE(pool.pending()[0].work.isBatch) << "what waits already";
  pool.answer();
  for (const auto &pending : pool.pending())
    EXPECT_FALSE(pending.work.isBatch) << "and what comes after it";
}

TEST_F(CompileServiceTest, ACallerOfAnotherTenantWithThatNameIsAnother) {
  Seen first, watched;
  compile(first, "m", of("ci", "ml"));
  EXPECT_EQ(service.cancel(first.job, of("ci", "web")).code(),
            absl::StatusCode::kNotFound);
  service.watch(first.job, 0, onEvent(watched), onDone(watched),
                of("ci", "web"));
  EXPECT_EQ(watched.outcome.status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(first.answers, 0);
  EXPECT_TRUE(service.cancel(first.job, of("ci", "ml")).ok());
  EXPECT_EQ(first.answers, 1);
}

TEST_F(CompileServiceTest, AnOperatorEndsARequestForAllWhoWait) {
  Seen first, second, next;
  compile(first, "m");
  compile(second, "m");
  absl::StatusOr<Digest> request =
      Digest::fromProto(service.jobs({}).jobs(0).request());
  EXPECT_TRUE(service.cancelRequest(*request).ok());
  for (const Seen &one : {first, second}) {
    EXPECT_EQ(one.answers, 1);
    EXPECT_EQ(one.outcome.status.code(), absl::StatusCode::kCancelled);
  }
  EXPECT_THAT(pool.cancelled(), SizeIs(1));
  EXPECT_EQ(service.active(), 0);
  EXPECT_EQ(service.cancelRequest(*request).code(),
            absl::StatusCode::kNotFound);
  compile(next, "m");
  EXPECT_EQ(service.active(), 1) << "the next one starts another";
}

TEST_F(CompileServiceTest, WhatRanIsLoggedAndHitsAreNot) {
  Seen good, bad, hit;
  compile(good, "m");
  now += absl::Seconds(2);
  answerAll();
  compile(hit, "m");
  compile(bad, "n");
  pool.finish(absl::InvalidArgumentError("no such op"));
  v1::ListCompilesResponse all = service.compiles({});
  ASSERT_EQ(all.recent_size(), 2);
  EXPECT_EQ(all.recent(0).outcome(), "INVALID_ARGUMENT");
  EXPECT_EQ(all.recent(0).message(), "no such op");
  const v1::FinishedCompile &logged = all.recent(1);
  EXPECT_EQ(logged.outcome(), "OK");
  EXPECT_EQ(logged.seconds(), 2);
  EXPECT_EQ(logged.artifact().hash(), Digest::of("executable").hex());
  EXPECT_EQ(logged.kernels_built(), 2u);
  EXPECT_EQ(logged.kernels(0).symbol(), "k0");
  EXPECT_EQ(all.slowest(0).seconds(), 2);
}

TEST_F(CompileServiceTest, HundredCallersCauseOneCompile) {
  std::vector<Seen> seen(100);
  for (Seen &one : seen)
    compile(one, "m");
  EXPECT_THAT(pool.pending(), SizeIs(1));
  answerAll();
  int misses = 0;
  for (const Seen &one : seen) {
    ASSERT_EQ(one.answers, 1);
    EXPECT_TRUE(one.outcome.status.ok());
    misses += one.outcome.result.cache() == v1::MISS;
  }
  EXPECT_EQ(misses, 1);
  EXPECT_EQ(statistics.joins, 99u);
}

TEST_F(CompileServiceTest, FilesReachTheWorkerWhateverTheirOrder) {
  auto request = [](std::vector<std::string> names) {
    v1::CompileRequest filled;
    filled.mutable_module()->set_inline_("m");
    for (const std::string &name : names) {
      v1::NamedFile &file = *filled.mutable_module()->add_files();
      file.set_name(name);
      if (name == "large")
        *file.mutable_digest() = Digest::of("bytes of large").toProto();
      else
        file.set_inline_("bytes of " + name);
    }
    return filled;
  };
  Seen missing;
  service.compile(request({"small", "large"}), onEvent(missing),
                  onDone(missing));
  EXPECT_EQ(missing.outcome.status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(missing.outcome.status.message()),
              HasSubstr("file 'large'"));

  ASSERT_TRUE(
      store.putBlob("bytes of large", cache::Durability::WithNext).ok());
  Seen first;
  service.compile(request({"small", "large"}), onEvent(first), onDone(first));
  ASSERT_THAT(pool.pending(), SizeIs(1));
  const Work plan = pool.pending()[0].work;
  EXPECT_THAT(plan.request.files(), testing::ElementsAre("large", "small"));
  ASSERT_THAT(plan.payloads, SizeIs(3));
  EXPECT_EQ(*plan.payloads[1], "bytes of large");
  EXPECT_EQ(*plan.payloads[2], "bytes of small");
  answerAll();
  EXPECT_EQ(first.outcome.result.cache(), v1::MISS);

  Seen second;
  service.compile(request({"large", "small"}), onEvent(second), onDone(second));
  EXPECT_EQ(second.outcome.result.cache(), v1::HIT);
  Seen other;
  service.compile(request({"large"}), onEvent(other), onDone(other));
  EXPECT_THAT(pool.pending(), SizeIs(1)) << "another program";
}

TEST_F(CompileServiceTest, FilesThatLeadElsewhereAreRefused) {
  for (bool isCheck : {false, true}) {
    v1::Module module;
    module.set_inline_("m");
    v1::NamedFile &file = *module.add_files();
    file.set_name("../secret");
    file.set_inline_("x");
    Seen seen;
    v1::CompileRequest compile;
    v1::CheckRequest check;
    *compile.mutable_module() = *check.mutable_module() = module;
    if (isCheck)
      service.check(check, onDone(seen));
    else
      service.compile(compile, onEvent(seen), onDone(seen));
    EXPECT_EQ(seen.outcome.status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(seen.outcome.status.message()),
                HasSubstr("../secret"));
  }
  EXPECT_THAT(pool.pending(), IsEmpty());
}

TEST_F(CompileServiceTest, CheckTakesFilesAndDescribes) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_describe(true);
  v1::NamedFile &file = *request.mutable_module()->add_files();
  file.set_name("w");
  *file.mutable_digest() = Digest::of("weights").toProto();
  Seen missing;
  service.check(request, onDone(missing));
  EXPECT_EQ(missing.outcome.status.code(), absl::StatusCode::kNotFound);
  ASSERT_TRUE(store.putBlob("weights", cache::Durability::WithNext).ok());
  Seen seen;
  service.check(request, onDone(seen));
  ASSERT_THAT(pool.pending(), SizeIs(1));
  EXPECT_TRUE(pool.pending()[0].work.request.check().describe());
  EXPECT_EQ(*pool.pending()[0].work.payloads[1], "weights");
  v1::WorkResponse event;
  event.mutable_description()->set_format("ONNX model");
  pool.send(event);
  pool.sendDiagnostic("op at fault");
  pool.finish(absl::FailedPreconditionError("op at fault"));
  ASSERT_TRUE(seen.outcome.description.has_value());
  EXPECT_EQ(seen.outcome.description->format(), "ONNX model");
  EXPECT_THAT(seen.outcome.diagnostics.diagnostics(), SizeIs(1));
}

TEST_F(CompileServiceTest, ADescriptionThatIsTooLargeHidesNoDiagnostic) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_describe(true);
  Seen seen;
  service.check(request, onDone(seen));
  v1::WorkResponse event;
  event.mutable_description()->set_producer(std::string(4 << 20, 'x'));
  pool.send(event);
  pool.sendDiagnostic("op at fault");
  pool.finish(absl::FailedPreconditionError("op at fault"));
  EXPECT_FALSE(seen.outcome.description.has_value());
  EXPECT_THAT(seen.outcome.diagnostics.diagnostics(), SizeIs(1));
}

TEST_F(CompileServiceTest, CheckIsCountedAndEndsWhenItsCallerLeaves) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  Seen seen;
  auto caller = service.check(request, onDone(seen));
  EXPECT_NE(caller, 0u);
  EXPECT_EQ(service.active(), 1);
  service.leave(caller);
  EXPECT_THAT(pool.cancelled(), testing::ElementsAre(pool.pending()[0].ticket));
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_EQ(seen.outcome.status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(service.active(), 0);

  service.drain();
  Seen late;
  EXPECT_EQ(service.check(request, onDone(late)), 0u);
  EXPECT_EQ(late.outcome.status.code(), absl::StatusCode::kUnavailable);
}

TEST_F(CompileServiceTest, OnlyNewRequestsMayBeRefusedByAFullQueue) {
  Seen seen;
  compile(seen, "m");
  EXPECT_FALSE(pool.pending()[0].work.isFollowUp);
  pool.answer();
  EXPECT_TRUE(pool.pending()[0].work.isFollowUp) << "a kernel";
  pool.answer();
  pool.answer();
  EXPECT_TRUE(pool.pending()[0].work.isFollowUp) << "the host program";
  pool.answer();
  EXPECT_TRUE(pool.pending()[0].work.isFollowUp) << "the link";
  answerAll();
}

TEST_F(CompileServiceTest, HangsAndMemoryLimitsLeaveAReproducerToo) {
  for (auto [fault, status] :
       {std::pair(WorkFault::Hang, absl::DeadlineExceededError("long")),
        std::pair(WorkFault::MemoryLimit,
                  absl::ResourceExhaustedError("large"))}) {
    Seen seen;
    std::string module = "module " + std::to_string(static_cast<int>(fault));
    compile(seen, module);
    pool.finish(withFault(status, fault));
    ASSERT_TRUE(seen.outcome.diagnostics.has_reproducer());
    auto kept = store.getBlob(
        *Digest::fromProto(seen.outcome.diagnostics.reproducer()));
    ASSERT_TRUE(kept.ok() && *kept);
    EXPECT_EQ(**kept, module);
    EXPECT_EQ(faultOf(seen.outcome.status), fault);
  }
}

TEST_F(CompileServiceTest, KernelOfTwoRequestsIsBuiltOnce) {
  Seen first, second;
  compile(first, "m");
  compile(second, "n");
  answerAll();
  EXPECT_EQ(first.outcome.result.kernels().built() +
                second.outcome.result.kernels().built(),
            2u);
  EXPECT_EQ(statistics.kernelsBuilt, 2u);
}

TEST_F(CompileServiceTest, WorkStopsWhenTheLastCallerLeaves) {
  Seen first, second;
  auto a = compile(first, "m"), b = compile(second, "m");
  service.leave(a);
  EXPECT_THAT(pool.cancelled(), IsEmpty());
  service.leave(b);
  EXPECT_THAT(pool.cancelled(), SizeIs(1));
  EXPECT_EQ(first.answers + second.answers, 0);

  // A new caller does not join what is being cancelled.
  Seen third;
  compile(third, "m");
  ASSERT_THAT(pool.pending(), SizeIs(2));
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_EQ(third.answers, 0);
  answerAll();
  EXPECT_TRUE(third.outcome.status.ok()) << third.outcome.status;
}

TEST_F(CompileServiceTest, KernelsAreSharedBetweenRequests) {
  Seen one, two;
  compile(one, "m1");
  compile(two, "m2");
  pool.answer();
  pool.answer();
  EXPECT_THAT(pool.pending(), SizeIs(3))
      << "two modules, the same host program and two kernels";
  answerAll();
  EXPECT_TRUE(one.outcome.status.ok());
  EXPECT_TRUE(two.outcome.status.ok());
}

TEST_F(CompileServiceTest, LeavingDoesNotTakeAKernelThatAnotherNeeds) {
  Seen one, two;
  auto leaving = compile(one, "m1");
  compile(two, "m2");
  pool.answer();
  pool.answer();
  service.leave(leaving);
  EXPECT_THAT(pool.cancelled(), IsEmpty());
  answerAll();
  EXPECT_TRUE(two.outcome.status.ok());
}

TEST_F(CompileServiceTest, FailureIsNotRemembered) {
  Seen first, second;
  compile(first, "m");
  pool.finish(absl::InvalidArgumentError("does not parse"));
  EXPECT_EQ(first.outcome.status.code(), absl::StatusCode::kInvalidArgument);
  compile(second, "m");
  EXPECT_THAT(pool.pending(), SizeIs(1));
}

TEST_F(CompileServiceTest, CrashKeepsAReproducerAndTwoQuarantine) {
  for (int i = 0; i < 2; ++i) {
    Seen seen;
    compile(seen, "m");
    pool.finish(absl::InternalError("the compiler crashed (SIGSEGV)"));
    auto digest = Digest::fromProto(seen.outcome.diagnostics.reproducer());
    ASSERT_TRUE(digest.ok());
    EXPECT_EQ(**store.getBlob(*digest), "m");
  }
  Seen third;
  compile(third, "m");
  EXPECT_EQ(third.answers, 1) << "answered at once";
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(third.outcome.status.code(), absl::StatusCode::kInternal);

  now += absl::Minutes(5);
  Seen later;
  compile(later, "m");
  EXPECT_THAT(pool.pending(), SizeIs(1)) << "tried again after a while";
}

TEST_F(CompileServiceTest, BrokenArtifactIsBuiltAgain) {
  Seen first, second;
  compile(first, "m");
  answerAll();
  auto artifact = Digest::fromProto(first.outcome.result.artifact());
  store.corruptBlob(*artifact);
  (void)store.getBlob(*artifact); // Somebody notices.
  compile(second, "m");
  answerAll();
  ASSERT_TRUE(second.outcome.status.ok()) << second.outcome.status;
  EXPECT_EQ(second.outcome.result.cache(), v1::MISS);
  EXPECT_EQ(second.outcome.result.inline_artifact(), "executable");
}

TEST_F(CompileServiceTest, ModuleByDigestMustBeThere) {
  v1::CompileRequest request;
  *request.mutable_module()->mutable_digest() = Digest::of("m").toProto();
  Seen absent, present;
  service.compile(request, onEvent(absent), onDone(absent));
  EXPECT_EQ(absent.outcome.status.code(), absl::StatusCode::kNotFound);
  ASSERT_TRUE(store.putBlob("m").ok());
  service.compile(request, onEvent(present), onDone(present));
  EXPECT_EQ(*pool.pending()[0].work.payloads[0], "m");
}

TEST_F(CompileServiceTest, WatchJoinsAndCancelEndsTheJobsOwnCaller) {
  Seen own, watching, unknown;
  compile(own, "m");
  service.watch(own.job, 1000, onEvent(watching), onDone(watching));
  EXPECT_TRUE(service.cancel(own.job).ok());
  EXPECT_EQ(own.outcome.status.code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(pool.cancelled(), IsEmpty()) << "somebody still watches";
  answerAll();
  EXPECT_TRUE(watching.outcome.status.ok());

  Seen after;
  service.watch(own.job, 1000, onEvent(after), onDone(after));
  EXPECT_EQ(after.outcome.result.cache(), v1::HIT);
  service.watch("j-none", 0, onEvent(unknown), onDone(unknown));
  EXPECT_EQ(unknown.outcome.status.code(), absl::StatusCode::kNotFound);
}

TEST_F(CompileServiceTest, JobsAreTheirOwnersAlone) {
  Seen own, other;
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  service.compile(request, onEvent(own), onDone(own), {"ann"});
  EXPECT_EQ(service.cancel(own.job, {"bob"}),
            absl::NotFoundError("job '" + own.job + "' is unknown here"))
      << "as one that never was";
  service.watch(own.job, 0, onEvent(other), onDone(other), {"bob"});
  EXPECT_EQ(other.outcome.status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(own.answers, 0);
  EXPECT_TRUE(service.cancel(own.job, {"ann"}).ok());
  EXPECT_EQ(own.outcome.status.code(), absl::StatusCode::kCancelled);
}

TEST_F(CompileServiceTest, AllActionsOfARequestAreItsTenants) {
  const Principal caller{"ci", /*mayRun=*/true, {"ml", /*weight=*/4}};
  const absl::Time deadline = absl::UnixEpoch() + absl::Hours(9);
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_batch(true);
  Seen seen;
  service.compile(request, onEvent(seen), onDone(seen), caller, deadline);
  int works = 0;
  for (; !pool.pending().empty(); ++works) {
    const Work work = pool.pending()[0].work;
    EXPECT_EQ(work.tenant.name, "ml");
    EXPECT_EQ(work.tenant.weight, 4);
    EXPECT_TRUE(work.isBatch);
    EXPECT_EQ(work.deadline, deadline);
    EXPECT_EQ(work.isFollowUp, works > 0);
    pool.answer();
  }
  EXPECT_EQ(works, 5) << "a plan, two kernels, the host program, a link";
  EXPECT_TRUE(seen.outcome.status.ok());
}

TEST_F(CompileServiceTest, ACheckIsItsCallersTenants) {
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  Seen seen;
  service.check(request, onDone(seen), {"ci", true, {"ml"}});
  EXPECT_EQ(pool.pending()[0].work.tenant.name, "ml");
}

TEST_F(CompileServiceTest, JobsAreNamedBy128RandomBits) {
  Seen first, second;
  compile(first, "m");
  compile(second, "m");
  EXPECT_THAT(first.job, testing::MatchesRegex("j[0-9a-f]{32}"));
  EXPECT_NE(first.job, second.job);
}

TEST_F(CompileServiceTest, WhoMayNotCompileIsAnsweredFromTheStoreAlone) {
  const Principal reader{"reader", /*mayRun=*/false};
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  Seen built, refused, hit;
  compile(built, "m");
  service.compile(request, onEvent(refused), onDone(refused), reader);
  EXPECT_EQ(refused.outcome.status.code(), absl::StatusCode::kPermissionDenied)
      << "to join what runs is no hit either";
  answerAll();
  service.compile(request, onEvent(hit), onDone(hit), reader);
  EXPECT_EQ(hit.outcome.result.cache(), v1::HIT);
}

TEST_F(CompileServiceTest, WhatCannotBeEmittedIsRefused) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  request.mutable_options()->set_emit(static_cast<v1::Emit>(99));
  Seen seen;
  service.compile(request, onEvent(seen), onDone(seen));
  EXPECT_EQ(seen.outcome.status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(seen.outcome.status.message()),
              HasSubstr("options.emit: 99"));
  request.mutable_options()->clear_emit();
  request.set_custom_op_form(static_cast<v1::CustomOpForm>(7));
  service.compile(request, onEvent(seen), onDone(seen));
  EXPECT_THAT(std::string(seen.outcome.status.message()),
              HasSubstr("custom_op_form: 7"));
}

TEST_F(CompileServiceTest, DrainingServesHitsOnly) {
  Seen first, hit, refused;
  compile(first, "m");
  answerAll();
  service.drain();
  compile(hit, "m");
  EXPECT_TRUE(hit.outcome.status.ok());
  compile(refused, "other");
  EXPECT_EQ(refused.outcome.status.code(), absl::StatusCode::kUnavailable);
}

TEST_F(CompileServiceTest, UnknownTargetListsTheKnown) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  request.set_target_name("z80");
  Seen seen;
  service.compile(request, onEvent(seen), onDone(seen));
  EXPECT_EQ(seen.outcome.status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(seen.outcome.status.message()), HasSubstr("host"));
}

TEST_F(CompileServiceTest, AMissIsExplainedToItsTenantAndToOperators) {
  Seen first, second;
  compile(first, "m", of("ann", "ml"));
  answerAll();
  compile(second, "n", of("ann", "ml"));
  answerAll();
  v1::ExplainRequest request;
  *request.mutable_entry() = second.outcome.result.request();
  for (const Principal &asker : {of("bob", "ml"), anOperator()}) {
    auto explained = service.explainNow(request, asker);
    ASSERT_TRUE(explained.ok()) << explained.status();
    EXPECT_EQ(explained->base().hash(), first.outcome.result.request().hash());
    EXPECT_EQ(explained->differences_size(), 1) << explained->DebugString();
  }
  EXPECT_TRUE(absl::IsNotFound(
      service.explainNow(request, of("eve", "rivals")).status()));
  Seen hit;
  compile(hit, "n", of("bob", "ml"));
  EXPECT_EQ(hit.outcome.result.cache(), v1::HIT);
  EXPECT_EQ(hit.outcome.result.request().hash(),
            second.outcome.result.request().hash());
}

TEST_F(CompileServiceTest, OnlySoManyExplanationsWait) {
  std::vector<std::function<void()>> posted;
  CompileService slow{store, pool, statistics, [this] { return now; },
                      [&](const Tenant &, std::function<void()> task) {
                        posted.push_back(std::move(task));
                      }};
  v1::ExplainRequest request;
  *request.mutable_entry() = Digest::of("never").toProto();
  std::vector<absl::StatusCode> codes;
  auto ask = [&] {
    slow.explain(request, {}, [&](const auto &explained) {
      codes.push_back(explained.status().code());
    });
  };
  for (int i = 0; i < 65; ++i)
    ask();
  EXPECT_THAT(codes,
              testing::ElementsAre(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(posted, SizeIs(64));
  for (const auto &task : posted)
    task();
  EXPECT_THAT(codes, SizeIs(65));
  EXPECT_EQ(codes.back(), absl::StatusCode::kNotFound);
  ask();
  EXPECT_THAT(posted, SizeIs(65)) << "places come back";
}

} // namespace
} // namespace ingot::server
