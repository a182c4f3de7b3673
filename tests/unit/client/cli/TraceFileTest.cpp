//===- TraceFileTest.cpp - a compile as a picture over time ---------------===//

#include "client/cli/TraceFile.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

#include <cctype>

namespace ingot::client {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

const absl::Time kBegin = absl::FromUnixSeconds(1000);

ActionProfile kernel(const std::string &root, double began, double queued,
                     double ran, uint64_t worker) {
  ActionProfile action;
  action.kind = "kernel";
  action.root = root;
  action.symbol = "k_" + root;
  action.built = true;
  action.began = began;
  action.queued = queued;
  action.ran = ran;
  action.ended = began + queued + ran;
  action.worker = worker;
  action.parts = {{"step", "bufferize", 1, 0.5}};
  return action;
}

CompileTrace oneCompile() {
  CompileTrace compile;
  compile.target = "x86-64-v4";
  compile.began = kBegin;
  compile.queued = kBegin + absl::Milliseconds(1);
  compile.ended = kBegin + absl::Milliseconds(20);
  compile.cache = "miss";
  compile.phases = {{"plan", kBegin + absl::Milliseconds(2)},
                    {"kernels", kBegin + absl::Milliseconds(5)}};
  compile.actions = {kernel("matmul", 4, 1, 6, 2), kernel("add", 4, 2, 3, 1)};
  return compile;
}

/// The events of a kind, in order.
std::vector<Json> eventsOf(const Json &trace, const std::string &ph) {
  std::vector<Json> events;
  for (const Json &event : trace["traceEvents"])
    if (event["ph"] == ph)
      events.push_back(event);
  return events;
}

/// The slice of this name.
Json sliceOf(const Json &trace, const std::string &name) {
  for (const Json &event : eventsOf(trace, "X"))
    if (event["name"] == name)
      return event;
  ADD_FAILURE() << "no slice " << name;
  return {};
}

/// The name of the track on which an event lies.
std::string trackOf(const Json &trace, const Json &event) {
  for (const Json &name : eventsOf(trace, "M"))
    if (name["name"] == "thread_name" && name["pid"] == event["pid"] &&
        name["tid"] == event["tid"])
      return name["args"]["name"];
  return "";
}

TEST(TraceFile, ActionsLieOnTheirWorkersAfterTheyWaited) {
  const Json trace = traceAsJson({oneCompile()}, "abc");
  EXPECT_EQ(trace["otherData"]["trace_id"], "abc");
  const Json matmul = sliceOf(trace, "kernel matmul");
  EXPECT_EQ(trackOf(trace, matmul), "worker 2");
  EXPECT_DOUBLE_EQ(matmul["ts"], 6000) << "1 of the way, 4 begun, 1 waited";
  EXPECT_DOUBLE_EQ(matmul["dur"], 6000);
  EXPECT_EQ(matmul["args"]["symbol"], "k_matmul");
  EXPECT_EQ(matmul["args"]["step: bufferize ms"], 0.5);
  EXPECT_EQ(trackOf(trace, sliceOf(trace, "kernel add")), "worker 1");
}

TEST(TraceFile, WaitingOverlapsAndIsTwoEventsEach) {
  const Json trace = traceAsJson({oneCompile()}, "");
  const auto begins = eventsOf(trace, "b"), ends = eventsOf(trace, "e");
  ASSERT_EQ(begins.size(), 2u);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(trackOf(trace, begins[0]), "queue x86-64-v4");
  EXPECT_NE(begins[0]["id"], begins[1]["id"]);
  EXPECT_EQ(begins[1]["id"], ends[1]["id"]);
  EXPECT_DOUBLE_EQ(begins[1]["ts"], 5000);
  EXPECT_DOUBLE_EQ(ends[1]["ts"], 7000);
}

TEST(TraceFile, PhasesFollowEachOtherInTheFront) {
  const Json trace = traceAsJson({oneCompile()}, "");
  const Json plan = sliceOf(trace, "plan"), kernels = sliceOf(trace, "kernels");
  EXPECT_EQ(trackOf(trace, plan), "front x86-64-v4");
  EXPECT_DOUBLE_EQ(plan["ts"], 2000);
  EXPECT_DOUBLE_EQ(plan["dur"], 3000) << "until the next one";
  EXPECT_DOUBLE_EQ(kernels["dur"], 15000) << "until the end";
}

TEST(TraceFile, WhatWasFoundIsAPointInTime) {
  CompileTrace compile = oneCompile();
  compile.actions[0].built = false;
  const Json trace = traceAsJson({compile}, "");
  const auto points = eventsOf(trace, "i");
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0]["name"], "found kernel matmul");
}

TEST(TraceFile, CompilesHaveTracksOfTheirOwnOnOneScale) {
  CompileTrace later = oneCompile();
  later.target = "aarch64";
  later.began += absl::Milliseconds(3);
  const Json trace = traceAsJson({later, oneCompile()}, "");
  EXPECT_DOUBLE_EQ(sliceOf(trace, "compile aarch64")["ts"], 3000);
  EXPECT_DOUBLE_EQ(sliceOf(trace, "compile x86-64-v4")["ts"], 0);
  EXPECT_EQ(sliceOf(trace, "compile x86-64-v4")["args"]["cache"], "miss");
}

TEST(TraceFile, AHitIsOneSlice) {
  CompileTrace hit;
  hit.began = kBegin;
  hit.ended = kBegin + absl::Milliseconds(1);
  hit.cache = "hit";
  const Json trace = traceAsJson({hit}, "");
  EXPECT_EQ(eventsOf(trace, "X").size(), 1u);
  EXPECT_DOUBLE_EQ(sliceOf(trace, "compile")["dur"], 1000);
}

TEST(TraceParent, IsANewOneEachTimeInTheFormOfW3C) {
  const std::string first = newTraceParent();
  ASSERT_EQ(first.size(), 55u);
  EXPECT_EQ(first.substr(0, 3), "00-");
  EXPECT_EQ(first.substr(52), "-01") << "to be recorded";
  for (char c : traceIdOf(first))
    EXPECT_TRUE(std::isxdigit(c)) << first;
  EXPECT_NE(traceIdOf(first), traceIdOf(newTraceParent()));
  EXPECT_EQ(traceIdOf("short"), "");
}

class TraceCommandTest : public CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    unsetenv("TRACEPARENT");
    daemon.duringCompile = [](const CompileOptions &,
                              const Progress &progress) {
      progress.onQueued("job");
      progress.onPhase("plan", 0, 1);
      ASSERT_TRUE(progress.onAction) << "nobody asked for actions";
      progress.onAction(kernel("matmul", 0, 1, 6, 2));
    };
  }
};

TEST_F(TraceCommandTest, CompileWritesTheFile) {
  Outcome outcome =
      run({"compile", "m.mlir", "--emit", "asm", "--trace", "t.json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json trace = Json::parse(read("t.json"));
  EXPECT_EQ(trackOf(trace, sliceOf(trace, "kernel matmul")), "worker 2");
  sliceOf(trace, "plan");
  EXPECT_EQ(trace["otherData"]["trace_id"],
            traceIdOf(daemon.compile.traceParent));
  EXPECT_EQ(daemon.compile.traceParent.size(), 55u);
}

TEST_F(TraceCommandTest, TheCallersTraceGoesOn) {
  const std::string parent = newTraceParent();
  setenv("TRACEPARENT", parent.c_str(), 1);
  run({"compile", "m.mlir", "--emit", "asm", "--trace", "t.json"});
  EXPECT_EQ(daemon.compile.traceParent, parent);
  daemon.duringCompile = nullptr;
  run({"compile", "m.mlir", "--emit", "asm"});
  EXPECT_EQ(daemon.compile.traceParent, parent) << "also without a file";
  unsetenv("TRACEPARENT");
}

TEST_F(TraceCommandTest, WhatIsNoTextIsReplaced) {
  setenv("TRACEPARENT", std::string(55, '\xff').c_str(), 1);
  EXPECT_EQ(
      run({"compile", "m.mlir", "--emit", "asm", "--trace", "t.json"}).code, 0);
  unsetenv("TRACEPARENT");
  EXPECT_THAT(
      Json::parse(read("t.json"))["otherData"]["trace_id"].get<std::string>(),
      HasSubstr("\xef\xbf\xbd"));
}

TEST_F(TraceCommandTest, WhatFailedHasATraceToo) {
  daemon.status = absl::InternalError("a worker crashed");
  EXPECT_EQ(run({"compile", "m.mlir", "--trace", "t.json"}).code, 3);
  sliceOf(Json::parse(read("t.json")), "kernel matmul");
}

TEST_F(TraceCommandTest, AFileThatCannotBeWrittenIsSaidBefore) {
  Outcome outcome =
      run({"compile", "m.mlir", "--trace", "/nonexistent/t.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cannot be written"));
  EXPECT_EQ(daemon.connections.size(), 0u);
}

} // namespace
} // namespace ingot::client
