//===- RequestBudgetTest.cpp - what requests may hold ---------------------===//

#include "server/core/RequestBudget.h"

#include "server/core/CompileRequests.h"
#include "server/scheduler/WorkerPool.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <vector>

namespace ingot::server {
namespace {

using testing::HasSubstr;

constexpr int64_t kMiB = 1 << 20;

/// Takes shares until one is refused.
struct Taken {
  Taken(RequestBudget &budget, const std::string &tenant, int64_t bytes) {
    while (true) {
      absl::StatusOr<RequestBudget::Share> share = budget.take(tenant, bytes);
      if (!share.ok()) {
        why = share.status();
        return;
      }
      shares.push_back(*std::move(share));
    }
  }
  std::vector<RequestBudget::Share> shares;
  absl::Status why;
};

TEST(RequestBudgetTest, ATenantHoldsHalfOfTheBytesAndOthersTheRest) {
  RequestBudget budget({10 * kMiB, 1000});
  Taken flood(budget, "flood", kMiB);
  EXPECT_EQ(flood.shares.size(), 5u);
  EXPECT_EQ(flood.why.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(faultOf(flood.why), WorkFault::FullQueue) << "to come back later";
  EXPECT_TRUE(isForBytes(flood.why));
  EXPECT_TRUE(budget.take("flood", 0).ok());
  EXPECT_THAT(std::string(flood.why.message()),
              HasSubstr("5 requests of this tenant with 5 MiB"));
  EXPECT_TRUE(budget.take("neighbour", kMiB).ok());
}

TEST(RequestBudgetTest, SmallRequestsAreBoundedByTheirNumber) {
  RequestBudget budget({kMiB, 8});
  Taken a(budget, "a", 0), b(budget, "b", 0);
  EXPECT_EQ(a.shares.size(), 4u);
  EXPECT_EQ(b.shares.size(), 4u);
  EXPECT_FALSE(isForBytes(a.why));
  EXPECT_THAT(std::string(budget.take("c", 0).status().message()),
              HasSubstr("8 requests of all tenants"));
}

TEST(RequestBudgetTest, WhatEndedIsGivenBack) {
  RequestBudget budget({2 * kMiB, 2});
  for (int i = 0; i < 10; ++i) {
    absl::StatusOr<RequestBudget::Share> share = budget.take("a", kMiB);
    ASSERT_TRUE(share.ok()) << share.status();
    RequestBudget::Share copy = *share;
    share->reset();
    EXPECT_EQ(budget.held().requests, 1) << "the copy holds it";
  }
  EXPECT_EQ(budget.held().requests, 0);
  EXPECT_EQ(budget.held().bytes, 0);
}

TEST(RequestBudgetTest, ARequestThatAloneIsTooLargeIsRefused) {
  RequestBudget budget({3 * kMiB, 10});
  EXPECT_FALSE(budget.take("a", 2 * kMiB).ok());
  EXPECT_EQ(budget.held().requests, 0);
}

TEST(RequestBudgetTest, AShareMayOutliveTheBudget) {
  RequestBudget::Share share;
  {
    RequestBudget budget;
    share = *budget.take("a", 1);
  }
  share.reset(); // Under the sanitizers, a use of what is gone.
}

TEST(RequestBudget, OptionsCountBesideTheProgram) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_(std::string(1 << 20, ' '));
  const ProgramBytes program =
      inlineBytes(request.module(), *programName(request.module()));
  EXPECT_EQ(heldBytes(request, program), kMiB);
  for (int i = 0; i < 10000; ++i)
    request.mutable_options()->add_input_types("tensor<4xf32>");
  EXPECT_GT(heldBytes(request, program), kMiB + 5 * (10000 * 13 - 4096))
      << "they are in keys as well";
}

} // namespace
} // namespace ingot::server
