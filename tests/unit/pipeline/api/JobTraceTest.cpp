//===- JobTraceTest.cpp - where the time of a job went --------------------===//

#include "pipeline/api/JobTrace.h"

#include "llvm/Support/TimeProfiler.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> show(const std::vector<TracedPart> &parts) {
  std::vector<std::string> rows;
  for (const TracedPart &part : parts)
    rows.push_back(part.group + "/" + part.name + " " +
                   std::to_string(part.count) + "x " +
                   std::to_string(static_cast<int>(part.milliseconds)));
  return rows;
}

std::string event(const char *name, const char *detail, int begin,
                  int duration) {
  return std::string(R"({"ph":"X","name":")") + name + R"(","ts":)" +
         std::to_string(begin) + R"(,"dur":)" + std::to_string(duration) +
         R"(,"args":{"detail":")" + detail + R"("}})";
}

std::string trace(const std::vector<std::string> &events) {
  std::string json = R"({"traceEvents":[)";
  for (const std::string &event : events)
    json += (json.back() == '[' ? "" : ",") + event;
  return json + "]}";
}

TEST(JobTraceTest, APartsTimeIsItsOwn) {
  EXPECT_THAT(show(summarizeTrace(
                  trace({event("step", "other", 0, 10000),
                         event("MLIR pass", "Canonicalizer", 1000, 2000),
                         event("MLIR pass", "Canonicalizer", 5000, 2000)}))),
              ElementsAre("step/other 1x 6", "MLIR pass/Canonicalizer 2x 4"));
}

TEST(JobTraceTest, CodeGeneratorsAreToldFromTheirManagers) {
  EXPECT_THAT(show(summarizeTrace(
                  trace({event("OptFunction", "kernel", 0, 9000),
                         event("RunPass", "Greedy Register Allocator", 0, 6000),
                         event("Total RunPass", "", 0, 6000)}))),
              ElementsAre("code generation/Greedy Register Allocator 1x 6",
                          "step/generate 1x 3"));
}

TEST(JobTraceTest, WhatIsNoTraceHasNoParts) {
  EXPECT_THAT(summarizeTrace(""), IsEmpty());
  EXPECT_THAT(summarizeTrace("[]"), IsEmpty());
  EXPECT_THAT(summarizeTrace(R"({"traceEvents":[1,{"ph":"X"}]})"),
              testing::SizeIs(1));
}

TEST(JobTraceTest, TheListenerHearsOfEachPartAtTheEnd) {
  std::vector<TracedPart> heard;
  Observer observer;
  observer.onParts = [&](const std::vector<TracedPart> &parts) {
    heard = parts;
  };
  {
    JobTrace trace(observer);
    llvm::TimeTraceScope scope("step", "read");
    EXPECT_THAT(heard, IsEmpty());
  }
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_FALSE(llvm::timeTraceProfilerEnabled());
}

TEST(JobTraceTest, WithoutAListenerNothingIsMeasured) {
  Observer observer;
  JobTrace trace(observer);
  EXPECT_FALSE(llvm::timeTraceProfilerEnabled());
}

} // namespace
} // namespace ingot::pipeline
