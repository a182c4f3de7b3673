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
#include "tests/unit/server/core/ActionOutputs.h"

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
    return run(name, heard, std::make_shared<const std::string>(name));
  }
  ActionTable::Handle run(const std::string &name, Heard &heard,
                          Payload payload) {
    ActionSpec spec;
    spec.key = {Digest::of(name), KeyBuilder(name).takeParts()};
    spec.makeWork = [&payload]() -> absl::StatusOr<Work> { // Inside run().
      Work work;
      work.payloads.push_back(std::move(payload));
      return work;
    };
    spec.storeOutputs = [this](const WorkResult &answer) {
      return storeObject(store, answer);
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
    options.leases->name = std::string(cache::kHolderNameBytes, 'a');
    options.leases->clock = [this] {
      absl::MutexLock lock(&mutex_);
      return now_;
    };
  }

  /// Of the second.
  cache::TieredStoreOptions others() const {
    cache::TieredStoreOptions others = options;
    others.leases->name = std::string(cache::kHolderNameBytes, 'b');
    return others;
  }

  void advance(absl::Duration duration) {
    absl::MutexLock lock(&mutex_);
    now_ += duration;
  }
  /// Waits until the second level says that the first replica makes so much.
  void awaitHeld(size_t count) {
    auto isHeld = [&] {
      auto records = shared.records();
      auto record = records.find(cache::holderKey(options.leases->name));
      return record != records.end() &&
             cache::parseHolder(record->second)->keys.size() == count;
    };
    while (!isHeld())
      std::this_thread::yield();
  }

  /// `a` runs an action, and then `b` waits for it.
  static void runOnBoth(Replica &a, Heard &first, Replica &b, Heard &second) {
    a.run("k", first);
    a.pool.awaitPending(1);
    b.run("k", second);
    b.awaitWaiting(1);
  }

  static WorkResult object(const std::string &bytes) {
    WorkResult result;
    result.payloads = {bytes};
    return result;
  }

  cache::SharedCache shared;
  cache::TieredStoreOptions options; ///< Of the first.

private:
  absl::Mutex mutex_;
  absl::Time now_ ABSL_GUARDED_BY(mutex_) = absl::UnixEpoch();
};

TEST_F(SharedActionsTest, OneRunsItAndTheOtherTakesTheResult) {
  Replica a(shared, options), b(shared, others());
  Heard first, second;
  runOnBoth(a, first, b, second);
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
  Replica a(shared, options), b(shared, others());
  Heard first, second;
  runOnBoth(a, first, b, second);
  a.finish(absl::InvalidArgumentError("of the program"));
  b.finish(absl::InvalidArgumentError("of the program"));
  second.isDone.WaitForNotification();
  EXPECT_TRUE(absl::IsInvalidArgument(second.result.status));
}

TEST_F(SharedActionsTest, WhoeverLeavesWhileItWaitsKeepsNothing) {
  Replica a(shared, options), b(shared, others());
  Heard first, second;
  a.run("k", first);
  a.pool.awaitPending(1);
  // What the work holds is charged to its tenant.
  auto held = std::make_shared<const std::string>("k");
  std::weak_ptr<const std::string> seen = held;
  const ActionTable::Handle handle = b.run("k", second, std::move(held));
  b.awaitWaiting(1);
  b.table.leave(handle);
  EXPECT_TRUE(seen.expired());
  a.finish(object("k"));
  first.isDone.WaitForNotification();
  EXPECT_EQ(b.statistics.actionsRun, 0u);
  EXPECT_FALSE(second.isDone.HasBeenNotified());
}

TEST_F(SharedActionsTest, WhatAWorkerBeginsIsLeasedAnew) {
  Replica a(shared, options), b(shared, others());
  Heard first, second;
  a.run("k", first);
  a.pool.awaitPending(1);
  advance(options.leases->maxQueued); // In the queue.
  awaitHeld(0);
  a.pool.pending()[0].work.onStart();
  awaitHeld(1);
  b.run("k", second);
  b.awaitWaiting(1);
  a.finish(object("k"));
  second.isDone.WaitForNotification();
  EXPECT_FALSE(second.result.built);
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
    Replica b(shared, others());
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
