//===- DamageTest.cpp - what is lost on the way is made again -------------===//
//
// The store damages or loses a blob between two steps of a compile, and an
// equal request ends between the lookup and the start of another. Neither may
// be seen by the caller.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include "cache/store/StoreDecorator.h"
#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <deque>
#include <utility>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Does something, once, inside the next getBlob().
class HookedStore final : public cache::StoreDecorator {
public:
  using StoreDecorator::StoreDecorator;
  absl::StatusOr<cache::SharedBytes> getBlob(const Digest &digest) override {
    if (auto hook = std::exchange(hook_, nullptr))
      hook();
    return base().getBlob(digest);
  }
  void atNextRead(std::function<void()> hook) { hook_ = std::move(hook); }

private:
  std::function<void()> hook_;
};

class DamageTest : public testing::Test {
protected:
  CompileService::Caller compile(std::vector<CompileOutcome> &outcomes,
                                 const v1::CompileRequest &request) {
    auto caller = service.compile(
        request, [](const v1::CompileEvent &) {},
        [&outcomes](CompileOutcome outcome) {
          outcomes.push_back(std::move(outcome));
        });
    runTasks();
    return caller;
  }
  void runTasks() {
    while (!tasks.empty()) {
      auto task = std::move(tasks.front());
      tasks.pop_front();
      task();
    }
  }
  static v1::CompileRequest inlineRequest() {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_("m");
    request.set_max_inline_bytes(1000);
    return request;
  }
  v1::CompileRequest uploaded(const std::string &module) {
    v1::CompileRequest request = inlineRequest();
    *request.mutable_module()->mutable_digest() =
        store.putBlob(module)->toProto();
    return request;
  }
  void answerAll() {
    while (!pool.pending().empty())
      pool.answer();
  }
  /// Answers all but the link's inputs' last, then damages a blob.
  void answerUntilLink(const std::string &damaged) {
    pool.answer(); // The plan.
    while (pool.pending().size() > 1)
      pool.answer();
    ASSERT_TRUE(memory->corruptBlob(Digest::of(damaged)));
    pool.answer();
  }

  std::unique_ptr<cache::MemoryStore> owned =
      std::make_unique<cache::MemoryStore>();
  cache::MemoryStore *const memory = owned.get();
  HookedStore store{std::move(owned)};
  FakeWorkerPool pool;
  Statistics statistics;
  std::deque<std::function<void()>> tasks;
  CompileService service{store, pool, statistics,
                         [] { return absl::UnixEpoch(); },
                         [this](const Tenant &, std::function<void()> task) {
                           tasks.push_back(std::move(task));
                         }};
};

TEST_F(DamageTest, ADamagedObjectIsBuiltAgain) {
  std::vector<CompileOutcome> outcomes;
  compile(outcomes, inlineRequest());
  answerUntilLink("object k0");
  ASSERT_THAT(outcomes, IsEmpty()) << outcomes[0].status;
  ASSERT_THAT(pool.pending(), SizeIs(1)) << "all else is in the store";
  EXPECT_TRUE(pool.pending()[0].work.request.has_kernel());
  EXPECT_EQ(*pool.pending()[0].work.payloads[0], "k0");
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_TRUE(outcomes[0].status.ok()) << outcomes[0].status;
  EXPECT_EQ(outcomes[0].result.inline_artifact(), "executable");
  EXPECT_EQ(outcomes[0].result.cache(), v1::MISS);
  EXPECT_EQ(statistics.misses, 1u);
  EXPECT_EQ(statistics.errors, 0u);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(DamageTest, ADamagedKernelModuleIsPlannedAgain) {
  std::vector<CompileOutcome> outcomes;
  compile(outcomes, inlineRequest());
  // Found by the read of the kernel's module, right after the host program's.
  store.atNextRead(
      [this] { ASSERT_TRUE(memory->corruptBlob(Digest::of("k0"))); });
  pool.answer();
  ASSERT_THAT(pool.pending(), SizeIs(2)) << "the host program had begun";
  EXPECT_TRUE(pool.pending()[1].work.request.has_plan());
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_TRUE(outcomes[0].status.ok()) << outcomes[0].status;
}

TEST_F(DamageTest, AllWhoWaitGetTheSecondResult) {
  std::vector<CompileOutcome> first, second;
  compile(first, inlineRequest());
  compile(second, inlineRequest());
  answerUntilLink("object k0");
  answerAll();
  ASSERT_THAT(first, SizeIs(1));
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_TRUE(first[0].status.ok());
  EXPECT_EQ(second[0].result.cache(), v1::JOINED);
}

TEST_F(DamageTest, TwiceIsAnError) {
  std::vector<CompileOutcome> outcomes;
  compile(outcomes, inlineRequest());
  answerUntilLink("object k0");
  ASSERT_THAT(pool.pending(), SizeIs(1));
  ASSERT_TRUE(memory->corruptBlob(Digest::of("object k1")));
  pool.answer();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(outcomes[0].status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(outcomes[0].status.message()),
              HasSubstr("or its disk damages what is written"));
  EXPECT_EQ(statistics.errors, 1u);
  EXPECT_EQ(service.active(), 0);
}

TEST_F(DamageTest, ALargeModuleIsReadAgain) {
  const std::string module(2 << 20, 'm');
  std::vector<CompileOutcome> outcomes;
  compile(outcomes, uploaded(module));
  answerUntilLink("object k0");
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_TRUE(outcomes[0].status.ok()) << outcomes[0].status;
}

TEST_F(DamageTest, WithoutItsModuleAllWhoWaitAreAskedForIt) {
  const std::string module(2 << 20, 'm');
  const v1::CompileRequest request = uploaded(module);
  std::vector<CompileOutcome> first, joined;
  compile(first, request);
  compile(joined, request);
  ASSERT_TRUE(memory->corruptBlob(Digest::of(module)));
  answerUntilLink("object k0");
  runTasks();
  for (const auto *outcomes : {&first, &joined}) {
    ASSERT_THAT(*outcomes, SizeIs(1));
    EXPECT_EQ(outcomes->front().status.code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(std::string(outcomes->front().status.message()),
                HasSubstr(Digest::of(module).hex()));
  }
  EXPECT_EQ(service.active(), 0);
  // As a client answers.
  ASSERT_TRUE(store.putBlob(module).ok());
  std::vector<CompileOutcome> again;
  compile(again, request);
  answerAll();
  ASSERT_THAT(again, SizeIs(1));
  EXPECT_TRUE(again[0].status.ok()) << again[0].status;
}

TEST_F(DamageTest, WhoBroughtItsModuleIsNotAskedForIt) {
  const std::string module(1 << 10, 'm');
  v1::CompileRequest carried = inlineRequest();
  carried.mutable_module()->set_inline_(module);
  std::vector<CompileOutcome> named, brought;
  compile(named, uploaded(module));
  compile(brought, carried);
  ASSERT_TRUE(memory->corruptBlob(Digest::of(module)));
  answerUntilLink("object k0");
  runTasks();
  ASSERT_THAT(named, SizeIs(1));
  EXPECT_EQ(named[0].status.code(), absl::StatusCode::kNotFound);
  ASSERT_THAT(brought, SizeIs(1));
  EXPECT_EQ(brought[0].status.code(), absl::StatusCode::kUnavailable)
      << "another try brings it again";
}

TEST_F(DamageTest, WhoLeavesStopsTheSecondAttempt) {
  std::vector<CompileOutcome> outcomes;
  auto caller = compile(outcomes, inlineRequest());
  answerUntilLink("object k0");
  ASSERT_THAT(pool.pending(), SizeIs(1));
  service.leave(caller);
  EXPECT_THAT(pool.cancelled(), SizeIs(1));
  EXPECT_THAT(outcomes, IsEmpty());
  EXPECT_EQ(service.active(), 0);
}

TEST_F(DamageTest, ARequestWhoseEqualEndsDuringItsLookupIsAHit) {
  std::vector<CompileOutcome> first, second;
  const v1::CompileRequest request = uploaded("m");
  // Its lookup has missed when it reads its module.
  store.atNextRead([&] {
    compile(first, request);
    answerAll();
  });
  compile(second, request);
  ASSERT_THAT(first, SizeIs(1));
  ASSERT_THAT(second, SizeIs(1));
  EXPECT_EQ(second[0].result.cache(), v1::HIT);
  EXPECT_EQ(second[0].result.inline_artifact(), "executable");
  EXPECT_EQ(statistics.misses, 1u);
  EXPECT_EQ(statistics.hits, 1u);
  EXPECT_EQ(service.active(), 0);
}

} // namespace
} // namespace ingot::server
