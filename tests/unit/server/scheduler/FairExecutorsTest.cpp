//===- FairExecutorsTest.cpp - no tenant waits for another's flood --------===//
//
// One thread and a first task that holds it until all is posted: the order in
// which the rest runs is decided then. Time is what tasks say that they took.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/FairExecutors.h"

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;

class FairExecutorsTest : public testing::Test {
protected:
  FairExecutorsTest() {
    absl::Notification holds;
    executors_->post({"hold"}, [this, &holds] {
      holds.Notify();
      release_.WaitForNotification();
    });
    holds.WaitForNotification(); // Else what is posted next may run before it.
  }

  /// A task that takes so long, and is `tenant` in the order.
  void post(const Tenant &tenant, absl::Duration takes) {
    all_->post(tenant, [this, name = tenant.name, takes] {
      order_ += name;
      const int64_t before = nanoseconds_;
      nanoseconds_ = before + absl::ToInt64Nanoseconds(takes);
    });
  }

  /// The order in which what was posted ran.
  std::string order() {
    release_.Notify();
    executors_.reset();
    return order_;
  }

  absl::Notification release_;
  std::string order_;
  std::atomic<int64_t> nanoseconds_{0};
  std::unique_ptr<FairExecutors> executors_ = std::make_unique<FairExecutors>(
      1, 0, [this] { return absl::Nanoseconds(nanoseconds_.load()); });
  FairExecutors *const all_ = executors_.get(); ///< While they end, too.
};

constexpr absl::Duration kShort = absl::Milliseconds(1);

TEST_F(FairExecutorsTest, AFloodDelaysANeighbourByOneTask) {
  for (int i = 0; i < 1000; ++i)
    post({"f"}, kShort);
  post({"n"}, kShort);
  const std::string ran = order();
  EXPECT_EQ(ran.size(), 1001u);
  EXPECT_LE(ran.find('n'), 1u);
}

TEST_F(FairExecutorsTest, ATenantsOwnTasksKeepTheirOrder) {
  std::vector<int> seen;
  for (int i = 0; i < 5; ++i)
    executors_->post({"a"}, [&seen, i] { seen.push_back(i); });
  order();
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(FairExecutorsTest, SharesAreTimesByWeightAndNotNumbersOfTasks) {
  for (int i = 0; i < 40; ++i) {
    post({"l"}, 4 * kShort); // Long ones.
    post({"s"}, kShort);
    post({"w", /*weight=*/2}, kShort);
  }
  const std::string begin = order().substr(0, 28);
  auto count = [&](char name) {
    return std::count(begin.begin(), begin.end(), name);
  };
  EXPECT_NEAR(static_cast<double>(count('l')), 4, 1) << begin;
  EXPECT_NEAR(static_cast<double>(count('s')), 8, 2) << begin;
  EXPECT_NEAR(static_cast<double>(count('w')), 16, 3) << begin;
}

TEST_F(FairExecutorsTest, WhoWasAwaySavedNothingUp) {
  post({"a"}, absl::Seconds(1));
  for (int i = 0; i < 6; ++i)
    post({"a"}, kShort);
  // Comes when `a` was charged a second.
  all_->post({"a"}, [this] {
    for (int i = 0; i < 4; ++i)
      post({"b"}, kShort);
    for (int i = 0; i < 4; ++i)
      post({"a"}, kShort);
  });
  const std::string ran = order();
  EXPECT_THAT(ran.substr(7), testing::AnyOf("babababa", "abababab", "bababaab",
                                            "baababab", "bbababaa"))
      << "by turns";
}

TEST(FairExecutorsThreadsTest, OneTenantNeverHasTheLastThread) {
  absl::Notification release, ran;
  FairExecutors executors(2);
  for (int i = 0; i < 4; ++i)
    executors.post({"blocked"}, [&] { release.WaitForNotification(); });
  executors.post({"other"}, [&] { ran.Notify(); });
  ran.WaitForNotification(); // Or this test hangs.
  release.Notify();
}

/// Threads that wait until a flood is posted, with other tenants before it.
class FairExecutorsBacklogTest : public testing::Test {
protected:
  static constexpr int kNice = 3, kMostNice = 19;

  void SetUp() override {
    if (own_ < 0 || own_ + kNice > kMostNice)
      GTEST_SKIP() << "this process has niceness " << own_;
  }

  /// Posts `tasks` of one tenant, so long after others, and runs them.
  void flood(int threads, absl::Duration after, int tasks,
             const std::function<void()> &task) {
    absl::Notification release;
    absl::BlockingCounter held(threads);
    FairExecutors executors(threads, own_ + kNice, [this] {
      return absl::Nanoseconds(nanoseconds_.load());
    });
    // Of several tenants, so that all threads wait.
    for (int i = 0; i < threads; ++i)
      executors.post({"h" + std::to_string(i)}, [&] {
        held.DecrementCount();
        release.WaitForNotification();
      });
    held.Wait();
    nanoseconds_ = absl::ToInt64Nanoseconds(after);
    for (int i = 0; i < tasks; ++i)
      executors.post({"flood"}, task);
    release.Notify();
  }

  bool isPrompt() const {
    return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())) == own_;
  }

  const int own_ = getpriority(PRIO_PROCESS, 0);
  std::atomic<int64_t> nanoseconds_{0};
};

TEST_F(FairExecutorsBacklogTest, IsLeftToTheNiceThreadsWhileThereAreOthers) {
  constexpr int kTasks = 500;
  std::atomic<int> nice{0}, prompt{0};
  flood(2, FairExecutors::kAlone - absl::Nanoseconds(1), kTasks,
        [&] { ++(isPrompt() ? prompt : nice); });
  EXPECT_EQ(nice + prompt, kTasks);
  EXPECT_LE(prompt, static_cast<int>(FairExecutors::kBacklog));
}

TEST_F(FairExecutorsBacklogTest, OfATenantThatIsAloneHasAllThreadsButOne) {
  constexpr int kThreads = 4;
  std::atomic<int> begun{0};
  absl::Notification third;
  flood(kThreads, FairExecutors::kAlone, 10 * FairExecutors::kBacklog, [&] {
    if (++begun == kThreads - 1)
      third.Notify();
    third.WaitForNotification(); // Two nice threads wait for ever.
  });
  EXPECT_EQ(begun, 10 * static_cast<int>(FairExecutors::kBacklog));
}

TEST(FairExecutorsThreadsTest, TasksOfTasksRunBeforeTheEnd) {
  std::atomic<int> ran{0};
  {
    FairExecutors executors(3);
    executors.post({"a"}, [&] {
      executors.post({"a"}, [&] { ++ran; });
      executors.post({"b"}, [&] { ++ran; });
    });
  }
  EXPECT_EQ(ran, 2);
}

} // namespace
} // namespace ingot::server
