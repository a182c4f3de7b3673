//===- SharedActionsTest.cpp - actions of several daemons -----------------===//
//
// Two tables of actions whose stores share a second level, with leases.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Lane.h"
#include "cache/store/TieredStore.h"
#include "server/core/ActionTable.h"

#include "tests/fakes/FakeSecondLevel.h"
#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "absl/synchronization/notification.h"

#include "gtest/gtest.h"

namespace ingot::server {
namespace {

/// What one waiter heard.
struct Heard {
  absl::Notification isDone;
  ActionResult result;
};

/// A daemon without compiles.
struct Replica {
  Replica(cache::SharedCache &shared, const cache::TieredStoreOptions &options)
      : store(std::make_unique<cache::MemoryStore>(),
              std::make_unique<cache::FakeSecondLevel>(shared), options) {}
  // As the daemon does, before the table goes.
  ~Replica() { store.leases()->stop(); }

  ActionTable::Handle run(const std::string &name, Heard &heard) {
    ActionSpec spec;
    spec.key = {Digest::of(name), KeyBuilder(name).takeParts()};
    spec.makeWork = [name]() -> absl::StatusOr<Work> {
      Work work;
      work.payloads.push_back(std::make_shared<const std::string>(name));
      return work;
    };
    spec.storeOutputs =
        [this](const WorkResult &answer) -> absl::StatusOr<v1::ActionRecord> {
      absl::StatusOr<Digest> digest = store.putBlob(*answer.payloads[0].copy());
      if (!digest.ok())
        return digest.status();
      v1::ActionRecord record;
      record.add_outputs()->set_role("object");
      *record.mutable_outputs(0)->mutable_digest() = digest->toProto();
      return record;
    };
    spec.onDone = [&heard](const ActionResult &result) {
      heard.result = result;
      heard.isDone.Notify();
    };
    return table.run(spec);
  }

  void finish(absl::StatusOr<WorkResult> result) {
    pool.awaitPending(1);
    pool.finish(std::move(result));
  }
  void awaitWaiting(int64_t count) const {
    while (store.statistics().secondLevel.leaseWaits < count)
      std::this_thread::yield();
  }

  cache::TieredStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  ActionTable table{store, pool, statistics, [] { return absl::Now(); }};
};

class SharedActionsTest : public testing::Test {
protected:
  SharedActionsTest() {
    options.leases.emplace();
    options.leases->poll = absl::Milliseconds(1);
    options.leases->beat = absl::Milliseconds(5);
    options.leases->lifetime = absl::Hours(1);
  }

  static WorkResult object(const std::string &bytes) {
    WorkResult result;
    result.payloads = {bytes};
    return result;
  }

  cache::SharedCache shared;
  cache::TieredStoreOptions options;
};

TEST_F(SharedActionsTest, OneRunsItAndTheOtherTakesTheResult) {
  Replica a(shared, options), b(shared, options);
  Heard first, second;
  a.run("k", first);
  a.pool.awaitPending(1);
  b.run("k", second);
  b.awaitWaiting(1);
  EXPECT_TRUE(b.pool.pending().empty());
  a.finish(object("bytes"));
  first.isDone.WaitForNotification();
  second.isDone.WaitForNotification();
  EXPECT_TRUE(first.result.built);
  EXPECT_FALSE(second.result.built);
  EXPECT_EQ(second.result.output("object"), Digest::of("bytes"));
  EXPECT_EQ(b.statistics.actionsRun, 0u);
  EXPECT_EQ(b.statistics.actionHits, 1u);
  EXPECT_EQ(b.store.statistics().secondLevel.leaseHits, 1);
}

TEST_F(SharedActionsTest, AFailureIsFoundAgainByTheOther) {
  Replica a(shared, options), b(shared, options);
  Heard first, second;
  a.run("k", first);
  a.pool.awaitPending(1);
  b.run("k", second);
  b.awaitWaiting(1);
  a.finish(absl::InvalidArgumentError("of the program"));
  b.finish(absl::InvalidArgumentError("of the program"));
  second.isDone.WaitForNotification();
  EXPECT_TRUE(absl::IsInvalidArgument(second.result.status));
}

TEST_F(SharedActionsTest, WhoeverLeavesWhileItWaitsRunsNothing) {
  Replica a(shared, options), b(shared, options);
  Heard first, second, third;
  a.run("k", first);
  a.pool.awaitPending(1);
  b.table.leave(b.run("k", second));
  b.run("other", third);
  b.finish(object("other"));
  third.isDone.WaitForNotification();
  a.finish(absl::InvalidArgumentError("no result"));
  first.isDone.WaitForNotification();
  // The next one is asked for what the leaver had waited for.
  Heard fourth;
  a.run("k", fourth);
  a.finish(object("k"));
  fourth.isDone.WaitForNotification();
  EXPECT_EQ(b.statistics.actionsRun, 1u) << "the other";
  EXPECT_FALSE(second.isDone.HasBeenNotified());
}

TEST_F(SharedActionsTest, AnActionOfALaneAsksNobody) {
  Replica a(shared, options);
  ActionSpec spec;
  spec.key = {keyInLane("pr", Digest::of("k")), "", "pr", Digest::of("k")};
  spec.makeWork = []() -> absl::StatusOr<Work> { return Work(); };
  spec.onDone = [](const ActionResult &) {};
  spec.storeOutputs =
      [](const WorkResult &) -> absl::StatusOr<v1::ActionRecord> {
    return v1::ActionRecord();
  };
  a.table.run(spec);
  EXPECT_EQ(a.pool.pending().size(), 1u) << "inside the call";
}

TEST_F(SharedActionsTest, AtTheEndWhoWaitsIsToldToComeBack) {
  Replica a(shared, options);
  Heard first, second;
  {
    Replica b(shared, options);
    a.run("k", first);
    a.pool.awaitPending(1);
    b.run("k", second);
    b.awaitWaiting(1);
  }
  EXPECT_TRUE(second.isDone.HasBeenNotified());
  EXPECT_TRUE(absl::IsUnavailable(second.result.status));
  a.finish(object("k"));
}

} // namespace
} // namespace ingot::server
