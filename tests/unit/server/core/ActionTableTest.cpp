//===- ActionTableTest.cpp - joins, leaving, crashes, quarantine ----------===//

#include "server/core/ActionTable.h"

#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/server/core/ActionOutputs.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// What one waiter heard.
struct Heard {
  std::vector<ActionResult> results;
  std::vector<std::string> phases;
};

/// A store in which something happens right after the first look for a record.
class RacingStore final : public cache::MemoryStore {
public:
  std::function<void()> afterFirstLook;

  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(cache::RecordKind kind, const Digest &key) override {
    auto record = MemoryStore::getRecord(kind, key);
    if (auto action = std::exchange(afterFirstLook, nullptr))
      action();
    return record;
  }
};

class ActionTableTest : public testing::Test {
protected:
  /// An action whose work is `name` and whose output is what came back.
  ActionSpec spec(const std::string &name, Heard &heard) {
    ActionSpec spec;
    spec.key = {Digest::of(name), KeyBuilder(name).takeParts()};
    spec.makeWork = [name]() -> absl::StatusOr<Work> {
      Work work;
      work.payloads.push_back(std::make_shared<const std::string>(name));
      return work;
    };
    spec.storeOutputs = [this](const WorkResult &answer) {
      return storeObject(store, answer);
    };
    spec.onEvent = [&heard](const v1::WorkResponse &event) {
      heard.phases.push_back(event.phase());
    };
    spec.onDone = [&heard](const ActionResult &result) {
      heard.results.push_back(result);
    };
    return spec;
  }

  ActionTable::Handle run(const std::string &name, Heard &heard) {
    return table.run(spec(name, heard));
  }

  static WorkResult answer(const std::string &payload) {
    WorkResult result;
    result.payloads = {payload};
    return result;
  }

  /// Runs `name` and lets it end with `status`.
  ActionResult fail(const std::string &name, const absl::Status &status) {
    Heard heard;
    run(name, heard);
    pool.finish(status);
    return heard.results.at(0);
  }

  RacingStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  absl::Time now = absl::UnixEpoch();
  ActionTable table{store, pool, statistics, [this] { return now; }};
};

TEST_F(ActionTableTest, OutputsAreStoredBeforeAnybodyHears) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  bool wasStored = false;
  action.onDone = [&](const ActionResult &result) {
    auto record = store.getRecord(cache::RecordKind::Action, Digest::of("a"));
    wasStored = record.ok() && record->has_value() &&
                (*record)->key_trace() == "kind=a\n" &&
                (*record)->format() == 1 &&
                *store.getBlob(result.output("object")) != nullptr;
  };
  table.run(action);
  EXPECT_FALSE(wasStored);
  pool.finish(answer("object"));
  EXPECT_TRUE(wasStored);
}

TEST_F(ActionTableTest, StoredActionIsAnsweredInsideRun) {
  Heard first, second;
  run("a", first);
  pool.finish(answer("object"));
  ActionSpec again = spec("a", second);
  again.makeWork = []() -> absl::StatusOr<Work> {
    ADD_FAILURE() << "there is nothing to run";
    return absl::InternalError("");
  };
  table.run(again);
  ASSERT_THAT(second.results, SizeIs(1));
  EXPECT_TRUE(first.results[0].built);
  EXPECT_FALSE(second.results[0].built);
  EXPECT_EQ(second.results[0].output("object"), Digest::of("object"));
  EXPECT_EQ(statistics.actionsRun, 1u);
  EXPECT_EQ(statistics.actionHits, 1u);
}

TEST_F(ActionTableTest, WhatTheCompilerSaidIsKeptWithWhatItMade) {
  Heard first, second;
  run("a", first);
  pool.sendDiagnostic("a warning");
  pool.finish(answer("object"));
  run("a", second);
  for (const Heard &heard : {first, second}) {
    ASSERT_THAT(heard.results, SizeIs(1));
    ASSERT_EQ(heard.results[0].diagnostics.diagnostics_size(), 1);
    EXPECT_EQ(heard.results[0].diagnostics.diagnostics(0).message(),
              "a warning");
  }
}

TEST_F(ActionTableTest, ARecordOfAnotherFormatIsAMiss) {
  Heard first, second;
  run("a", first);
  pool.finish(answer("object"));
  auto stored = store.getRecord(cache::RecordKind::Action, Digest::of("a"));
  ASSERT_TRUE(stored.ok() && stored->has_value());
  (*stored)->set_format(kRecordFormat + 1);
  ASSERT_TRUE(
      store
          .putRecords({{cache::RecordKind::Action, Digest::of("a"), **stored}},
                      cache::Durability::OnReturn)
          .ok());
  run("a", second);
  EXPECT_TRUE(second.results.empty()) << "it runs again";
  pool.finish(answer("object"));
  EXPECT_TRUE(second.results.at(0).built);
}

TEST_F(ActionTableTest, WaitersShareOneRunAndOneOfThemBuiltIt) {
  std::vector<Heard> heard(10);
  for (Heard &one : heard)
    run("a", one);
  EXPECT_THAT(pool.pending(), SizeIs(1));
  pool.finish(answer("object"));
  int built = 0;
  for (const Heard &one : heard) {
    ASSERT_THAT(one.results, SizeIs(1));
    EXPECT_TRUE(one.results[0].status.ok());
    built += one.results[0].built;
  }
  EXPECT_EQ(built, 1);
}

TEST_F(ActionTableTest, PriorityAndTimeInTheQueueArePassedOn) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.priority = 7;
  table.run(action);
  EXPECT_EQ(pool.pending()[0].priority, 7);
  WorkResult result = answer("object");
  result.queued = absl::Milliseconds(3);
  pool.finish(std::move(result));
  EXPECT_EQ(heard.results[0].queued, absl::Milliseconds(3));
}

TEST_F(ActionTableTest, EventsReachAllWhoWaitAndDiagnosticsTheResult) {
  Heard early, late;
  run("a", early);
  pool.sendDiagnostic("first");
  run("a", late);
  pool.sendPhase("legalize");
  pool.finish(answer("object"));
  EXPECT_THAT(early.phases, ElementsAre("", "legalize"));
  EXPECT_THAT(late.phases, ElementsAre("legalize"));
  ASSERT_EQ(late.results[0].diagnostics.diagnostics_size(), 1)
      << "also those from before it joined";
  EXPECT_EQ(late.results[0].diagnostics.diagnostics(0).message(), "first");
}

TEST_F(ActionTableTest, AListenerMayBeMissing) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.onEvent = nullptr;
  table.run(action);
  pool.sendPhase("legalize");
  pool.finish(answer("object"));
  EXPECT_THAT(heard.results, SizeIs(1));
}

TEST_F(ActionTableTest, DiagnosticsAreBounded) {
  Heard heard;
  run("a", heard);
  for (int i = 0; i < 1001; ++i)
    pool.sendDiagnostic("again");
  pool.finish(answer("object"));
  EXPECT_EQ(heard.results[0].diagnostics.diagnostics_size(), 1000);
  EXPECT_TRUE(heard.results[0].diagnostics.truncated());
}

TEST_F(ActionTableTest, SoAreTheirBytes) {
  Heard heard;
  run("a", heard);
  for (int i = 0; i < 3; ++i)
    pool.sendDiagnostic(std::string(600 << 10, 'x'));
  pool.finish(answer("object"));
  EXPECT_EQ(heard.results[0].diagnostics.diagnostics_size(), 1);
  EXPECT_TRUE(heard.results[0].diagnostics.truncated());
}

//===----------------------------------------------------------------------===//
// Leaving
//===----------------------------------------------------------------------===//

TEST_F(ActionTableTest, TheLastWhoLeavesEndsTheWork) {
  Heard first, second;
  auto a = run("a", first), b = run("a", second);
  table.leave(a);
  table.leave(a);
  EXPECT_THAT(pool.cancelled(), IsEmpty());
  table.leave(b);
  EXPECT_THAT(pool.cancelled(), ElementsAre(pool.pending()[0].ticket));
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_THAT(first.results, IsEmpty());
  EXPECT_THAT(second.results, IsEmpty());
}

TEST_F(ActionTableTest, WhoStaysGetsTheResult) {
  Heard leaving, staying;
  auto handle = run("a", leaving);
  run("a", staying);
  table.leave(handle);
  pool.sendPhase("legalize");
  pool.finish(answer("object"));
  EXPECT_THAT(leaving.phases, IsEmpty());
  EXPECT_THAT(leaving.results, IsEmpty());
  ASSERT_THAT(staying.results, SizeIs(1));
  EXPECT_TRUE(staying.results[0].built);
}

TEST_F(ActionTableTest, LeavingWhatIsOverDoesNothing) {
  Heard first, second, third;
  auto over = run("a", first);
  pool.finish(answer("object"));
  auto answered = run("a", second);
  auto running = run("b", third);
  table.leave(over);
  table.leave(answered);
  EXPECT_THAT(pool.cancelled(), IsEmpty());
  table.leave(running);
  EXPECT_THAT(pool.cancelled(), SizeIs(1));
}

TEST_F(ActionTableTest, NobodyJoinsWhatIsBeingCancelled) {
  Heard gone, next;
  table.leave(run("a", gone));
  run("a", next);
  ASSERT_THAT(pool.pending(), SizeIs(2));
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_THAT(next.results, IsEmpty()) << "that was the end of the first";
  pool.finish(answer("object"));
  ASSERT_THAT(next.results, SizeIs(1));
  EXPECT_TRUE(next.results[0].status.ok());
}

TEST_F(ActionTableTest, AllLeaveWhileTheWorkIsPutTogether) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.makeWork = [this]() -> absl::StatusOr<Work> {
    table.leave({Digest::of("a"), 1}); // The first waiter of this table.
    return Work();
  };
  table.run(action);
  EXPECT_THAT(pool.cancelled(), ElementsAre(pool.pending()[0].ticket));
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_THAT(heard.results, IsEmpty());
}

TEST_F(ActionTableTest, WhatEndsBetweenTheLookAndTheEntryIsFound) {
  Heard first, second;
  run("a", first);
  store.afterFirstLook = [this] { pool.finish(answer("object")); };
  run("a", second);
  ASSERT_THAT(second.results, SizeIs(1));
  EXPECT_TRUE(second.results[0].status.ok());
  EXPECT_FALSE(second.results[0].built);
  EXPECT_THAT(pool.pending(), IsEmpty()) << "it does not run again";
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST_F(ActionTableTest, WorkThatCannotBeMadeEndsTheAction) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.makeWork = []() -> absl::StatusOr<Work> {
    return absl::UnavailableError("an input left the store");
  };
  table.run(action);
  ASSERT_THAT(heard.results, SizeIs(1));
  EXPECT_EQ(heard.results[0].status,
            absl::UnavailableError("an input left the store"));
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_EQ(statistics.actionsRun, 0u);
}

TEST_F(ActionTableTest, MalformedAnswersAreNotStored) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.storeOutputs = [](const WorkResult &) {
    return absl::InternalError("malformed");
  };
  table.run(action);
  pool.finish(answer("object"));
  EXPECT_EQ(heard.results[0].status, absl::InternalError("malformed"));
  EXPECT_FALSE(
      store.getRecord(cache::RecordKind::Action, Digest::of("a"))->has_value());
}

TEST_F(ActionTableTest, FailuresOfTheServiceKeepWhatReproducesThem) {
  struct Case {
    absl::Status status;
    bool isKept;
  };
  auto crash = absl::InternalError("crashed");
  auto full = absl::ResourceExhaustedError("full");
  auto late = absl::DeadlineExceededError("late");
  const Case cases[] = {
      {withFault(crash, WorkFault::Crash), true},
      {withFault(late, WorkFault::Hang), true},
      {withFault(full, WorkFault::MemoryLimit), true},
      {crash, true}, // The worker found a bug in time.
      {withFault(full, WorkFault::FullQueue), false},
      {withFault(full, WorkFault::MemoryTotal), false},
      {absl::InvalidArgumentError("does not parse"), false},
      {absl::FailedPreconditionError("does not lower"), false},
      {absl::CancelledError("cancelled"), false},
      {absl::UnavailableError("no worker"), false}};
  int number = 0;
  for (const Case &c : cases) {
    SCOPED_TRACE(c.status.ToString());
    std::string input = "input " + std::to_string(number++);
    ActionResult result = fail(input, c.status);
    EXPECT_EQ(result.status.code(), c.status.code());
    EXPECT_EQ(faultOf(result.status), faultOf(c.status));
    ASSERT_EQ(result.diagnostics.has_reproducer(), c.isKept);
    Digest digest = Digest::of(input);
    EXPECT_EQ(*store.getBlob(digest) != nullptr, c.isKept);
    if (c.isKept)
      EXPECT_THAT(
          std::string(result.status.message()),
          HasSubstr("what it was given is kept as " + digest.toString()));
  }
}

TEST_F(ActionTableTest, AReproducerThatCannotBeKeptIsNotPromised) {
  Heard heard;
  run("a", heard);
  store.failWith(absl::UnavailableError("disk"));
  pool.finish(absl::InternalError("crashed"));
  EXPECT_EQ(heard.results[0].status, absl::InternalError("crashed"));
  EXPECT_FALSE(heard.results[0].diagnostics.has_reproducer());
}

TEST_F(ActionTableTest, TwoCrashesQuarantineAKeyForAMinute) {
  fail("a", absl::InternalError("crashed"));
  fail("a", absl::InternalError("crashed again"));
  Heard at;
  run("a", at);
  EXPECT_THAT(pool.pending(), IsEmpty());
  ASSERT_THAT(at.results, SizeIs(1));
  EXPECT_THAT(std::string(at.results[0].status.message()),
              HasSubstr("crashed again"));
  EXPECT_THAT(std::string(at.results[0].status.message()),
              HasSubstr("(and 2 times before; it is not tried again"));
  EXPECT_TRUE(at.results[0].diagnostics.has_reproducer());

  now += absl::Seconds(60);
  fail("a", absl::InternalError("and again"));
  run("a", at);
  EXPECT_THAT(std::string(at.results[1].status.message()),
              HasSubstr("(and 3 times before"))
      << "one try more is enough to know";
}

TEST_F(ActionTableTest, CrashesAreListedTheLastFirst) {
  EXPECT_EQ(table.crashes({}).crashes_size(), 0);
  fail("a", absl::InternalError("crashed"));
  fail("a", absl::InternalError("crashed again"));
  now += absl::Seconds(1);
  fail("b", absl::InternalError("another"));
  fail("c", absl::InvalidArgumentError("does not parse"));
  v1::ListCrashesResponse all = table.crashes({});
  ASSERT_EQ(all.crashes_size(), 2) << "the program's own faults are none";
  const v1::Crash &b = all.crashes(0), &a = all.crashes(1);
  EXPECT_EQ(b.count(), 1u);
  EXPECT_FALSE(b.quarantined()) << "once may be by chance";
  EXPECT_NEAR(b.seen(), absl::ToDoubleSeconds(now - absl::UnixEpoch()), 1e-3);
  EXPECT_EQ(a.count(), 2u);
  EXPECT_TRUE(a.quarantined());
  EXPECT_THAT(a.message(), HasSubstr("crashed again"));
  EXPECT_FALSE(a.reproducer().hash().empty());
  now += absl::Seconds(60);
  EXPECT_FALSE(table.crashes({}).crashes(1).quarantined());
}

TEST_F(ActionTableTest, ACrashIsOfAllTenantsForWhomItRan) {
  for (const char *tenant : {"ml", "web"}) {
    Heard heard;
    ActionSpec crashing = spec("a", heard);
    crashing.tenant = tenant;
    crashing.makeWork = [tenant]() -> absl::StatusOr<Work> {
      Work work;
      work.payloads.push_back(std::make_shared<const std::string>("a"));
      work.tenant.name = tenant;
      return work;
    };
    table.run(crashing);
    pool.finish(absl::InternalError("crashed"));
  }
  const Principal ml{"ci", true, {"ml"}}, web{"ci", true, {"web"}},
      other{"ci", true, {"other"}}, ops{"ops", true, {}, true};
  EXPECT_EQ(table.crashes(ml).crashes_size(), 1);
  EXPECT_EQ(table.crashes(web).crashes(0).tenants_size(), 0);
  EXPECT_EQ(table.crashes(other).crashes_size(), 0);
  EXPECT_THAT(table.crashes(ops).crashes(0).tenants(),
              testing::ElementsAre("ml", "web"));
}

TEST_F(ActionTableTest, ACrashIsOfAllTenantsWhoWaitedOrAskLater) {
  Heard ran, joined;
  ActionSpec first = spec("a", ran), second = spec("a", joined);
  first.tenant = "ml";
  second.tenant = "web";
  table.run(first);
  table.leave(table.run(second));
  pool.finish(absl::InternalError("crashed"));
  ASSERT_TRUE(ran.results.at(0).crashed);
  auto listed = [&](const std::string &tenant) {
    return table.crashes({"ci", true, {tenant}}).crashes_size();
  };
  EXPECT_EQ(listed("ml"), 1);
  EXPECT_EQ(listed("web"), 1) << "it had waited";
  EXPECT_EQ(listed("late"), 0);
  table.addCrashTenant(*ran.results[0].crashed, "late");
  table.addCrashTenant(Digest::of("never ran"), "late");
  EXPECT_EQ(listed("late"), 1);
}

TEST_F(ActionTableTest, ActionsAreInteractiveIfOneWhoWaitsIs) {
  Heard heard;
  auto run = [&](bool isBatch) {
    ActionSpec asked = spec("a", heard);
    asked.isBatch = isBatch;
    return table.run(asked);
  };
  ActionTable::Handle first = run(true);
  ActionTable::Handle second = run(true);
  EXPECT_TRUE(pool.pending()[0].work.isBatch);
  table.leave(first);
  table.makeInteractive(first);
  EXPECT_TRUE(pool.pending()[0].work.isBatch) << "who left says nothing";
  table.makeInteractive(second);
  EXPECT_FALSE(pool.pending()[0].work.isBatch);
  pool.finish(answer("out"));
}

TEST_F(ActionTableTest, OtherKeysAndOtherFailuresAreNotQuarantined) {
  fail("a", absl::InternalError("crashed"));
  for (int i = 0; i < 3; ++i)
    fail("b", absl::InvalidArgumentError("does not parse"));
  Heard heard;
  run("a", heard);
  run("b", heard);
  EXPECT_THAT(pool.pending(), SizeIs(2));
}

TEST_F(ActionTableTest, AQuarantinedKeyKeepsFewDiagnostics) {
  for (int i = 0; i < 2; ++i) {
    Heard heard;
    run("a", heard);
    for (int k = 0; k < 100; ++k)
      pool.sendDiagnostic("d");
    pool.finish(absl::InternalError("crashed"));
    EXPECT_EQ(heard.results[0].diagnostics.diagnostics_size(), 100);
  }
  Heard heard;
  run("a", heard);
  EXPECT_EQ(heard.results[0].diagnostics.diagnostics_size(), 10);
}

TEST_F(ActionTableTest, CrashRecordsAreBounded) {
  fail("a", absl::InternalError("crashed"));
  fail("a", absl::InternalError("crashed"));
  for (int i = 0; i < 10000; ++i)
    fail("other " + std::to_string(i), absl::InternalError("crashed"));
  Heard heard;
  run("a", heard);
  EXPECT_THAT(pool.pending(), SizeIs(1)) << "forgotten, so it is tried";
}

//===----------------------------------------------------------------------===//
// The store
//===----------------------------------------------------------------------===//

TEST_F(ActionTableTest, AStoreThatCannotBeReadIsAMiss) {
  store.failWith(absl::UnavailableError("disk"));
  Heard heard;
  run("a", heard);
  ASSERT_THAT(pool.pending(), SizeIs(1));
  store.failWith(absl::OkStatus());
  pool.finish(answer("object"));
  EXPECT_TRUE(heard.results[0].status.ok());
}

TEST_F(ActionTableTest, AStoreThatCannotBeWrittenFailsTheAction) {
  Heard heard;
  run("a", heard);
  store.failWith(absl::UnavailableError("disk"));
  pool.finish(answer("object"));
  EXPECT_EQ(heard.results[0].status, absl::UnavailableError("disk"));
}

TEST_F(ActionTableTest, EvictionMeanwhileIsNoFaultOfTheCallers) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.storeOutputs = [](const WorkResult &) {
    v1::ActionRecord record;
    *record.add_outputs()->mutable_digest() = Digest::of("gone").toProto();
    return record;
  };
  table.run(action);
  pool.finish(answer("object"));
  EXPECT_EQ(heard.results[0].status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(heard.results[0].status.message()),
              HasSubstr("too small for what is made at once"));
}

TEST_F(ActionTableTest, ABlobThatGoesWhileOutputsAreStoredIsLostToo) {
  Heard heard;
  ActionSpec action = spec("a", heard);
  action.storeOutputs = [](const WorkResult &) {
    return absl::FailedPreconditionError("store: the program is gone");
  };
  table.run(action);
  pool.finish(answer("object"));
  EXPECT_TRUE(isLostBlob(heard.results[0].status)) << heard.results[0].status;
}

TEST_F(ActionTableTest, OnlyFailedPreconditionIsTakenForAnEviction) {
  EXPECT_TRUE(evictionAsLostBlob(absl::OkStatus()).ok());
  EXPECT_EQ(evictionAsLostBlob(absl::ResourceExhaustedError("full")),
            absl::ResourceExhaustedError("full"));
  absl::Status lost = evictionAsLostBlob(absl::FailedPreconditionError("gone"));
  EXPECT_TRUE(isLostBlob(lost));
  EXPECT_EQ(lost.code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(isLostBlob(absl::UnavailableError("the disk failed")));
}

TEST(ActionResultTest, AnOutputThatIsNotThereIsTheNullDigest) {
  ActionResult result;
  auto record = std::make_shared<v1::ActionRecord>();
  record->add_outputs()->set_role("host");
  result.record = record;
  EXPECT_EQ(result.output("object"), Digest());
  EXPECT_EQ(result.output("host"), Digest()) << "its digest does not parse";
}

} // namespace
} // namespace ingot::server
