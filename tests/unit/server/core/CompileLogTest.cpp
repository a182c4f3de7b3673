//===- CompileLogTest.cpp - what is remembered of compiles ----------------===//

#include "server/core/CompileLog.h"

#include "gtest/gtest.h"

namespace ingot::server {
namespace {

const Principal kOperator{"ops", true, {}, /*isOperator=*/true};

v1::FinishedCompile compile(double seconds, int64_t bytes,
                            const std::string &tenant = "ml") {
  v1::FinishedCompile made;
  made.add_tenants(tenant);
  made.set_seconds(seconds);
  if (bytes > 0)
    made.mutable_artifact()->set_size_bytes(bytes);
  return made;
}

TEST(CompileLogTest, LastSlowestAndLargestAreKept) {
  CompileLog log;
  for (int i = 1; i <= 1000; ++i)
    log.add(compile(i % 500, i * 7 % 1000));
  v1::ListCompilesResponse all = log.list(kOperator);
  ASSERT_EQ(all.recent_size(), static_cast<int>(CompileLog::kRecent));
  EXPECT_EQ(all.recent(0).seconds(), 0) << "the last first";
  EXPECT_EQ(all.recent(1).seconds(), 499);
  ASSERT_EQ(all.slowest_size(), static_cast<int>(CompileLog::kTop));
  EXPECT_EQ(all.slowest(0).seconds(), 499);
  EXPECT_EQ(all.slowest(2).seconds(), 498);
  EXPECT_EQ(all.largest(0).artifact().size_bytes(), 999);
  EXPECT_EQ(all.largest(1).artifact().size_bytes(), 998);
}

TEST(CompileLogTest, FailedCompilesAreNoneOfTheLargest) {
  CompileLog log;
  log.add(compile(1, 0));
  EXPECT_EQ(log.list(kOperator).recent_size(), 1);
  EXPECT_EQ(log.list(kOperator).largest_size(), 0);
}

TEST(CompileLogTest, EachListHasTheAskersTenantAlone) {
  CompileLog log;
  log.add(compile(1, 10, "ml"));
  log.add(compile(9, 90, "web"));
  const Principal web{"ann", true, {"web"}}, none{"ml", true, {"none"}};
  v1::ListCompilesResponse seen = log.list(web);
  for (const auto *list : {&seen.recent(), &seen.slowest(), &seen.largest()}) {
    ASSERT_EQ(list->size(), 1);
    EXPECT_EQ(list->Get(0).seconds(), 9);
    EXPECT_EQ(list->Get(0).tenants_size(), 0) << "names are for operators";
  }
  EXPECT_EQ(log.list(none).ByteSizeLong(), 0u);
  seen = log.list(kOperator);
  ASSERT_EQ(seen.slowest_size(), 2);
  EXPECT_EQ(seen.slowest(0).tenants(0), "web");
}

TEST(CompileLogTest, ABusyTenantDoesNotPushOutWhatAnotherDid) {
  CompileLog log;
  log.add(compile(1, 10, "quiet"));
  for (size_t i = 0; i < 2 * CompileLog::kRecent; ++i)
    log.add(compile(100, 1000, "busy"));
  const Principal quiet{"ann", true, {"quiet"}}, busy{"bob", true, {"busy"}};
  v1::ListCompilesResponse seen = log.list(quiet);
  for (const auto *list : {&seen.recent(), &seen.slowest(), &seen.largest()}) {
    ASSERT_EQ(list->size(), 1);
    EXPECT_EQ(list->Get(0).seconds(), 1);
  }
  EXPECT_EQ(log.list(busy).recent_size(),
            static_cast<int>(CompileLog::kRecentOfTenant));
}

TEST(CompileLogTest, AllWhoWaitedSeeACompileOnce) {
  CompileLog log;
  v1::FinishedCompile both = compile(1, 10, "a");
  both.add_tenants("b");
  both.add_tenants("b");
  log.add(both);
  for (const char *name : {"a", "b"})
    EXPECT_EQ(log.list({"ann", true, {name}}).recent_size(), 1) << name;
  EXPECT_EQ(log.list(kOperator).recent_size(), 1);
}

TEST(CompileLogTest, WhoCompiledLongestAgoIsForgotten) {
  CompileLog log;
  auto name = [](size_t i) { return "t" + std::to_string(i); };
  for (size_t i = 0; i < CompileLog::kMaxTenants; ++i)
    log.add(compile(1, 10, name(i)));
  log.add(compile(2, 10, name(0)));
  log.add(compile(3, 10, "new"));
  auto recent = [&](const std::string &tenant) {
    return log.list({"ann", true, {tenant}}).recent_size();
  };
  EXPECT_EQ(recent("new"), 1);
  EXPECT_EQ(recent(name(0)), 2);
  EXPECT_EQ(recent(name(1)), 0);
  EXPECT_EQ(recent(name(2)), 1);
}

TEST(CompileLogTest, LongOnesAreCut) {
  CompileLog log;
  v1::FinishedCompile long_ = compile(1, 1);
  for (int i = 0; i < 1000; ++i) {
    long_.add_kernels();
    *long_.mutable_message() += "\u00e4\u00f6"; // Two bytes each.
  }
  long_.mutable_message()->insert(0, "x");
  log.add(long_);
  v1::FinishedCompile kept = log.list(kOperator).recent(0);
  EXPECT_EQ(kept.kernels_size(), CompileLog::kMaxKernels);
  EXPECT_EQ(kept.message().size(), CompileLog::kMaxMessageBytes - 1)
      << "not within a character";
}

} // namespace
} // namespace ingot::server
