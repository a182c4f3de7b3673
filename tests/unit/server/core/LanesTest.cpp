//===- LanesTest.cpp - whose results a caller may read --------------------===//
//
// Two lanes beside `trusted` on one service: pull requests and forks.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using cache::RecordKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Writes down how it is asked for records.
class WatchedStore final : public cache::MemoryStore {
public:
  std::vector<std::string> calls;
  std::vector<std::pair<std::string, size_t>> owned;

  void own(const cache::StoreOwner &owner,
           const std::vector<cache::EntryName> &entries) override {
    owned.emplace_back(owner.name, entries.size());
  }
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override {
    calls.push_back(absl::StrCat("get ", isInLane(key) ? "lane" : "trusted"));
    return MemoryStore::getRecord(kind, key);
  }
  std::optional<v1::ActionRecord> peekRecord(RecordKind kind,
                                             const Digest &key) override {
    calls.push_back(absl::StrCat("peek ", isInLane(key) ? "lane" : "trusted"));
    return MemoryStore::peekRecord(kind, key);
  }
};

/// A service and all that it stands on.
struct World {
  struct Seen {
    int answers = 0;
    CompileOutcome outcome;
    std::string job;
  };

  static Principal of(const std::string &lane) {
    return {"ann", true, Tenant{"ml"}.inLane(lane)};
  }
  static Principal anOperator() { return {"ops", true, {}, true}; }

  void compile(Seen &seen, const std::string &module, const std::string &lane) {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_(module);
    request.set_max_inline_bytes(1000);
    service.compile(
        request,
        [&seen](const v1::CompileEvent &event) {
          if (event.has_queued())
            seen.job = event.queued().job();
        },
        [&seen](CompileOutcome outcome) {
          ++seen.answers;
          seen.outcome = std::move(outcome);
        },
        of(lane));
  }
  /// Compiles to the end and returns what became of it.
  v1::CacheOutcome compiled(const std::string &module,
                            const std::string &lane) {
    Seen seen;
    compile(seen, module, lane);
    while (!pool.pending().empty())
      pool.answer();
    EXPECT_EQ(seen.answers, 1);
    EXPECT_TRUE(seen.outcome.status.ok()) << seen.outcome.status;
    lastKey = *Digest::parse(seen.outcome.key);
    kernels = seen.outcome.result.kernels();
    return seen.outcome.result.cache();
  }

  WatchedStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  absl::Time now = absl::UnixEpoch();
  CompileService service{
      store, pool, statistics, [this] { return now; },
      [](const Tenant &, const std::function<void()> &task) { task(); }};
  Digest lastKey;
  v1::KernelCounts kernels;
};

class LanesTest : public testing::Test, protected World {};

TEST_F(LanesTest, ALaneReadsWhatTrustedHas) {
  EXPECT_EQ(compiled("m", ""), v1::MISS);
  EXPECT_EQ(compiled("m", "pr"), v1::HIT);
  EXPECT_EQ(statistics.laneRequests, 1u);
  EXPECT_EQ(statistics.laneTrustedReads, 1u);
  EXPECT_EQ(statistics.laneOwnReads, 0u);
}

TEST_F(LanesTest, WhatALaneWroteIsReadByItAlone) {
  EXPECT_EQ(compiled("m", "pr"), v1::MISS);
  const Digest name = lastKey;
  EXPECT_EQ(compiled("m", "pr"), v1::HIT);
  EXPECT_EQ(statistics.laneOwnReads, 1u);
  const uint64_t ran = statistics.actionsRun;
  EXPECT_EQ(compiled("m", "fork"), v1::MISS);
  EXPECT_EQ(statistics.actionsRun, 2 * ran) << "no kernel of another lane";
  EXPECT_EQ(compiled("m", ""), v1::MISS);
  EXPECT_EQ(statistics.actionsRun, 3 * ran);
  EXPECT_EQ(statistics.actionHits, 0u);
  EXPECT_EQ(lastKey, name) << "people see one name in all lanes";
}

TEST_F(LanesTest, KernelsOfTrustedAreReusedAndThoseOfALaneStayThere) {
  EXPECT_EQ(compiled("m", ""), v1::MISS);
  const uint64_t ran = statistics.actionsRun;
  EXPECT_EQ(compiled("n", "pr"), v1::MISS);
  EXPECT_EQ(kernels.reused(), 2u) << "the fake plan has the same kernels";
  EXPECT_EQ(statistics.actionsRun, ran + 1) << "the plan alone is new";
  EXPECT_EQ(statistics.laneTrustedReads, 4u) << "two kernels, host and link";
  EXPECT_EQ(compiled("n", ""), v1::MISS);
  EXPECT_EQ(statistics.actionsRun, ran + 2) << "the lane's plan is not taken";
}

TEST_F(LanesTest, RecordsOfCallersWithoutALaneAreWhatTheyWere) {
  compiled("m", "");
  for (const cache::RecordEntry &entry : store.records()) {
    EXPECT_FALSE(isInLane(entry.key));
    EXPECT_EQ(entry.record.lane(), "");
  }
  const size_t count = store.records().size();
  compiled("o", "pr");
  ASSERT_GT(store.records().size(), count);
  for (const cache::RecordEntry &entry : store.records())
    EXPECT_EQ(isInLane(entry.key), entry.record.lane() == "pr");
}

TEST_F(LanesTest, NobodyJoinsWhatRunsForAnotherLane) {
  Seen pulls, trusted, again;
  compile(pulls, "m", "pr");
  compile(trusted, "m", "");
  compile(again, "m", "pr");
  ASSERT_THAT(pool.pending(), SizeIs(2)) << "each lane's own plan";
  EXPECT_EQ(pool.pending()[0].work.tenant.space(), "ml/pr");
  EXPECT_EQ(pool.pending()[1].work.tenant.space(), "ml");
  EXPECT_EQ(statistics.joins, 1u);
  // The pull request's worker lies, and trusted does not hear of it.
  pool.finish(absl::InvalidArgumentError("a lie"));
  EXPECT_EQ(pulls.outcome.status.message(), "a lie");
  EXPECT_EQ(again.outcome.status.message(), "a lie");
  EXPECT_EQ(trusted.answers, 0);
  while (!pool.pending().empty())
    pool.answer();
  EXPECT_EQ(trusted.outcome.result.cache(), v1::MISS);
}

TEST_F(LanesTest, ACrashInALaneQuarantinesNothingElsewhere) {
  for (int i = 0; i < 2; ++i) {
    Seen seen;
    compile(seen, "m", "pr");
    pool.finish(withFault(absl::InternalError("it crashed"), WorkFault::Crash));
  }
  Seen quarantined, trusted;
  compile(quarantined, "m", "pr");
  EXPECT_THAT(std::string(quarantined.outcome.status.message()),
              HasSubstr("not tried again"));
  compile(trusted, "m", "");
  EXPECT_THAT(pool.pending(), SizeIs(1)) << "it is tried for trusted";
  EXPECT_EQ(service.crashes(of("")).crashes_size(), 0);
  ASSERT_EQ(service.crashes(of("pr")).crashes_size(), 1);
  ASSERT_EQ(service.crashes(anOperator()).crashes_size(), 1);
  EXPECT_THAT(service.crashes(anOperator()).crashes(0).tenants(),
              ElementsAre("ml/pr"));
}

TEST_F(LanesTest, ListsAreOfOneLaneAndOperatorsSeeAll) {
  compiled("m", "pr");
  EXPECT_THAT(service.compiles(of("")).recent(), IsEmpty());
  EXPECT_THAT(service.compiles(of("fork")).recent(), IsEmpty());
  ASSERT_THAT(service.compiles(of("pr")).recent(), SizeIs(1));
  EXPECT_EQ(service.compiles(anOperator()).recent(0).lane(), "pr");
  Seen seen;
  compile(seen, "n", "pr");
  EXPECT_THAT(service.jobs(of("")).jobs(), IsEmpty());
  ASSERT_THAT(service.jobs(of("pr")).jobs(), SizeIs(1));
  EXPECT_EQ(service.jobs(anOperator()).jobs(0).lane(), "pr");
  EXPECT_FALSE(service.cancel(seen.job, of("")).ok())
      << "the same name in another lane is another caller";
  EXPECT_TRUE(service.cancel(seen.job, of("pr")).ok());
}

TEST_F(LanesTest, AnOperatorEndsARequestInAllLanes) {
  Seen pulls, trusted;
  compile(pulls, "m", "pr");
  compile(trusted, "m", "");
  const auto jobs = service.jobs(anOperator());
  ASSERT_EQ(jobs.jobs_size(), 2);
  EXPECT_EQ(jobs.jobs(0).request().hash(), jobs.jobs(1).request().hash());
  EXPECT_TRUE(
      service.cancelRequest(*Digest::fromProto(jobs.jobs(0).request())).ok());
  for (const Seen *each : {&pulls, &trusted})
    EXPECT_EQ(each->outcome.status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(LanesTest, AJobThatIsOverIsFoundInItsLane) {
  Seen seen, watched;
  compile(seen, "m", "pr");
  while (!pool.pending().empty())
    pool.answer();
  service.watch(
      seen.job, 1000, nullptr,
      [&watched](CompileOutcome outcome) {
        ++watched.answers;
        watched.outcome = std::move(outcome);
      },
      of("pr"));
  ASSERT_EQ(watched.answers, 1);
  EXPECT_EQ(watched.outcome.result.inline_artifact(), "executable");
}

TEST_F(LanesTest, WhatAnotherLaneHasDoesNotShowInHowTheStoreIsAsked) {
  // What a caller costs, in a store where another lane has all of it and in one
  // where it has none.
  auto costOf = [](bool isThere, const std::string &lane) {
    World world;
    if (isThere)
      world.compiled("m", "pr");
    world.store.calls.clear();
    world.compiled("m", lane);
    return world.store.calls;
  };
  for (const char *lane : {"", "fork"}) {
    EXPECT_EQ(costOf(true, lane), costOf(false, lane)) << lane;
    EXPECT_THAT(costOf(true, lane), testing::Not(IsEmpty()));
  }
}

TEST_F(LanesTest, ARecordThatStandsInAPlaceOfAnotherLaneIsNone) {
  compiled("m", "pr");
  // As who could write to a second level of the store would try.
  for (cache::RecordEntry entry : store.records()) {
    if (entry.kind != RecordKind::Request)
      continue;
    entry.key = lastKey;
    ASSERT_TRUE(store.putRecords({entry}, cache::Durability::OnReturn).ok());
  }
  EXPECT_EQ(compiled("m", ""), v1::MISS);
}

TEST_F(LanesTest, AnswersThatAreKeptReadyAreOfOneLane) {
  auto nameOf = [](const std::string &lane) {
    AnswerName name(of(lane));
    name.add("request");
    return name.finish();
  };
  EXPECT_NE(nameOf(""), nameOf("pr"));
  EXPECT_NE(nameOf("fork"), nameOf("pr"));
  compiled("m", "pr");
  Seen hit;
  compile(hit, "m", "pr");
  ASSERT_TRUE(hit.outcome.stored.has_value());
  v1::CompileEvent event;
  *event.mutable_result() = hit.outcome.result;
  service.keepAnswer(nameOf("pr"), *hit.outcome.stored, event);
  auto noRoom = [](const KeptAnswer &) { return false; };
  const uint64_t hits = statistics.hits;
  EXPECT_FALSE(service.findAnswer(nameOf("pr"), "pr", noRoom).has_value());
  EXPECT_EQ(statistics.hits, hits) << "compile() will count it";
  auto kept = service.findAnswer(nameOf("pr"), "pr");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->key, lastKey) << "the audit log has the name people know";
  EXPECT_EQ(statistics.laneOwnReads, 2u);
  EXPECT_FALSE(service.findAnswer(nameOf("")).has_value());
}

TEST_F(LanesTest, WhoWritesFirstPaysForItInItsLane) {
  compiled("m", "pr");
  ASSERT_THAT(store.owned, testing::Not(IsEmpty()));
  for (const auto &[owner, entries] : store.owned) {
    EXPECT_EQ(owner, "ml/pr");
    EXPECT_GE(entries, 2u) << "a record and what it names";
  }
  EXPECT_THAT(store.owned, SizeIs(statistics.actionsRun + 1));
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

TEST_F(LanesTest, APromotedResultIsAHitForAll) {
  compiled("m", "pr");
  auto made = promote(store, "pr", lastKey);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->kind, RecordKind::Request);
  EXPECT_EQ(made->blobs, 2u) << "artifact and manifest";
  EXPECT_TRUE(made->isNew);
  EXPECT_EQ(compiled("m", ""), v1::HIT);
  EXPECT_EQ(compiled("m", "fork"), v1::HIT);
  EXPECT_EQ(compiled("m", "pr"), v1::HIT);
  made = promote(store, "pr", lastKey);
  ASSERT_TRUE(made.ok()) << "to say it twice is no error";
  EXPECT_FALSE(made->isNew);
}

TEST_F(LanesTest, AnActionIsPromotedByItsKey) {
  compiled("m", "pr");
  const Digest plan = Keys(*resolveTarget(pool.hello(), false, {}, "", {}), {},
                           pool.hello().compiler_identity())
                          .plan(*programName([] {
                            v1::Module module;
                            module.set_inline_("m");
                            return module;
                          }()))
                          .digest;
  auto made = promote(store, "pr", plan);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->kind, RecordKind::Action);
  compiled("m", "");
  EXPECT_EQ(statistics.actionHits, 1u) << "the plan";
}

TEST_F(LanesTest, WhatIsNotThereIsNotPromoted) {
  compiled("m", "pr");
  for (const auto &[lane, key, code] :
       {std::tuple("fork", lastKey, absl::StatusCode::kNotFound),
        std::tuple("pr", Digest::of("x"), absl::StatusCode::kNotFound),
        std::tuple("trusted", lastKey, absl::StatusCode::kInvalidArgument),
        std::tuple("", lastKey, absl::StatusCode::kInvalidArgument),
        std::tuple("pr", keyInLane("pr", lastKey),
                   absl::StatusCode::kInvalidArgument)})
    EXPECT_EQ(promote(store, lane, key).status().code(), code) << lane;
  EXPECT_EQ(compiled("m", ""), v1::MISS);
}

TEST_F(LanesTest, AResultOfWhichABlobIsDamagedIsNotPromoted) {
  compiled("m", "pr");
  ASSERT_TRUE(store.corruptBlob(Digest::of("executable")));
  EXPECT_EQ(promote(store, "pr", lastKey).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(LanesTest, AnotherResultOfTrustedStaysWhatItIs) {
  compiled("m", "pr");
  const Digest key = lastKey;
  v1::ActionRecord other;
  *other.add_outputs()->mutable_digest() = store.putBlob("other")->toProto();
  ASSERT_TRUE(store
                  .putRecords({{RecordKind::Request, key, other}},
                              cache::Durability::OnReturn)
                  .ok());
  EXPECT_EQ(promote(store, "pr", key).status().code(),
            absl::StatusCode::kAlreadyExists);
}

} // namespace
} // namespace ingot::server
