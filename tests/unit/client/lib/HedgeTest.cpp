//===- HedgeTest.cpp - who of two daemons answers first -------------------===//

#include "client/lib/Hedge.h"

#include "gtest/gtest.h"

namespace ingot::client {
namespace {

CompileResult named(const std::string &artifact) {
  CompileResult result;
  result.artifact = artifact;
  return result;
}

/// Until another thread sets it; the test's own time limit ends it otherwise.
void waitFor(const std::atomic<bool> &flag) {
  while (!flag)
    std::this_thread::yield();
}

TEST(Hedge, TheSecondDaemonAnswersWhileTheFirstIsSilent) {
  Hedge hedge(absl::ZeroDuration(),
              [](const std::atomic<bool> &) { return named("second"); });
  waitFor(hedge.firstIsAbandoned());
  std::optional<CompileResult> answer = hedge.firstHasEnded();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->artifact, "second");
  EXPECT_TRUE(hedge.wasSent());
}

TEST(Hedge, AFirstDaemonThatAnswersInTimeIsAlone) {
  bool isAsked = false;
  Hedge hedge(absl::InfiniteDuration(), [&](const std::atomic<bool> &) {
    isAsked = true;
    return named("second");
  });
  EXPECT_FALSE(hedge.firstHasEnded());
  EXPECT_FALSE(isAsked);
  EXPECT_FALSE(hedge.wasSent());
}

TEST(Hedge, AFirstDaemonThatIsAtWorkIsAlone) {
  bool isAsked = false;
  {
    Hedge hedge(absl::Hours(1), [&](const std::atomic<bool> &) {
      isAsked = true;
      return named("second");
    });
    hedge.firstHasBegun();
  }
  EXPECT_FALSE(isAsked);
}

TEST(Hedge, TheSecondCallIsGivenUpWhenTheFirstEnds) {
  std::atomic<bool> isAsked{false};
  Hedge hedge(
      absl::ZeroDuration(),
      [&](const std::atomic<bool> &abandoned) -> absl::StatusOr<CompileResult> {
        isAsked = true;
        waitFor(abandoned);
        return absl::CancelledError("");
      });
  waitFor(isAsked);
  EXPECT_FALSE(hedge.firstHasEnded());
  EXPECT_FALSE(hedge.firstIsAbandoned());
}

TEST(Hedge, AnErrorOfTheSecondDaemonIsNoAnswer) {
  std::atomic<bool> isAsked{false};
  Hedge hedge(absl::ZeroDuration(),
              [&](const std::atomic<bool> &) -> absl::StatusOr<CompileResult> {
                isAsked = true;
                return absl::NotFoundError("nothing is stored");
              });
  waitFor(isAsked);
  EXPECT_FALSE(hedge.firstHasEnded());
  EXPECT_FALSE(hedge.firstIsAbandoned());
}

} // namespace
} // namespace ingot::client
