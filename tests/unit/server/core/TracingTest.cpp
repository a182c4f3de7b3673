//===- TracingTest.cpp - where a request's time went, as spans ------------===//

#include "server/core/Tracing.h"
#include "server/core/CompileService.h"
#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

namespace ingot::server {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const std::string kTrace = "0af7651916cd43dd8448eb211c80319c";
const std::string kParent = "00-" + kTrace + "-b7ad6b7169203331-01";

/// Keeps what it is given.
class KeptSpans final : public SpanSink {
public:
  void record(std::vector<Span> spans) override {
    requests.push_back(std::move(spans));
  }
  std::vector<std::vector<Span>> requests;
};

TEST(TraceContext, IsReadAndWritten) {
  std::optional<TraceContext> context = TraceContext::parse(kParent);
  ASSERT_TRUE(context);
  EXPECT_EQ(context->traceId, kTrace);
  EXPECT_EQ(context->spanId, "b7ad6b7169203331");
  EXPECT_TRUE(context->isSampled);
  EXPECT_EQ(context->toString(), kParent);
}

TEST(TraceContext, SampledIsOneBitOfTheFlags) {
  auto isSampled = [](const std::string &flags) {
    return TraceContext::parse(kParent.substr(0, 53) + flags)->isSampled;
  };
  EXPECT_TRUE(isSampled("01"));
  EXPECT_TRUE(isSampled("03"));
  EXPECT_TRUE(isSampled("ff"));
  EXPECT_FALSE(isSampled("00"));
  EXPECT_FALSE(isSampled("02"));
  EXPECT_FALSE(isSampled("fe"));
}

TEST(TraceContext, LaterVersionsMayHaveMore) {
  EXPECT_TRUE(TraceContext::parse("01" + kParent.substr(2) + "-more"));
  EXPECT_FALSE(TraceContext::parse("01" + kParent.substr(2) + "more"));
  EXPECT_FALSE(TraceContext::parse(kParent + "-more")) << "00 has no more";
}

TEST(TraceContext, WhatIsNoneIsNone) {
  const std::string zeros(32, '0');
  for (const std::string &text :
       {std::string(), std::string("00"), kParent.substr(1),
        "ff" + kParent.substr(2), "00-" + zeros + kParent.substr(35),
        kParent.substr(0, 36) + "0000000000000000-01",
        "00-" + std::string(32, 'A') + kParent.substr(35),
        "00_" + kParent.substr(3), kParent.substr(0, 53) + "0g"})
    EXPECT_FALSE(TraceContext::parse(text)) << text;
}

TEST(RequestTrace, IsASpanOfItsCallersTraceWithItsOwnBelow) {
  KeptSpans sink;
  int ids = 0;
  auto trace = RequestTrace::begin(
      TraceContext::parse(kParent), &sink, "Compile", absl::UnixEpoch(),
      [&] { return "id" + std::to_string(++ids); });
  EXPECT_TRUE(trace->isRecorded());
  EXPECT_EQ(trace->context().spanId, "id1") << "the parent of what it begins";
  Span plan;
  plan.name = "plan";
  trace->add(plan);
  EXPECT_THAT(sink.requests, IsEmpty());
  trace->end(absl::UnixEpoch() + absl::Seconds(1), absl::AbortedError(""),
             {{"key", "value"}});
  ASSERT_THAT(sink.requests, SizeIs(1));
  const std::vector<Span> &spans = sink.requests[0];
  ASSERT_THAT(spans, SizeIs(2));
  EXPECT_EQ(spans[0].traceId, kTrace);
  EXPECT_EQ(spans[0].parentId, "b7ad6b7169203331");
  EXPECT_TRUE(spans[0].isServer);
  EXPECT_EQ(spans[0].ended, absl::UnixEpoch() + absl::Seconds(1));
  EXPECT_EQ(spans[0].status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(spans[0].attributes[0].second, "value");
  EXPECT_EQ(spans[1].parentId, "id1");
  EXPECT_EQ(spans[1].spanId, "id2");
  EXPECT_EQ(spans[1].traceId, kTrace);
}

TEST(RequestTrace, EndsOnce) {
  KeptSpans sink;
  auto trace = RequestTrace::begin(TraceContext::parse(kParent), &sink, "m",
                                   absl::UnixEpoch());
  trace->end(absl::UnixEpoch(), absl::OkStatus(), {});
  trace->end(absl::UnixEpoch(), absl::OkStatus(), {});
  trace->add({});
  EXPECT_THAT(sink.requests, SizeIs(1));
  EXPECT_THAT(sink.requests[0], SizeIs(1));
}

TEST(RequestTrace, WithoutASamplingCallerNothingIsKept) {
  KeptSpans sink;
  EXPECT_EQ(RequestTrace::begin(std::nullopt, &sink, "m", absl::UnixEpoch()),
            nullptr);
  const std::string quiet = kParent.substr(0, 53) + "00";
  auto trace = RequestTrace::begin(TraceContext::parse(quiet), &sink, "m",
                                   absl::UnixEpoch());
  EXPECT_FALSE(trace->isRecorded());
  EXPECT_EQ(trace->context().toString(), quiet) << "handed on as it came";
  trace->add({});
  trace->end(absl::UnixEpoch(), absl::OkStatus(), {});
  EXPECT_THAT(sink.requests, IsEmpty());
  // Nobody takes spans.
  trace = RequestTrace::begin(TraceContext::parse(kParent), nullptr, "m",
                              absl::UnixEpoch());
  trace->end(absl::UnixEpoch(), absl::OkStatus(), {});
}

TEST(RequestTrace, IsBounded) {
  KeptSpans sink;
  auto trace = RequestTrace::begin(TraceContext::parse(kParent), &sink, "m",
                                   absl::UnixEpoch());
  for (int i = 0; i < 10000; ++i)
    trace->add({});
  trace->end(absl::UnixEpoch(), absl::OkStatus(), {});
  EXPECT_THAT(sink.requests[0], SizeIs(4096));
}

TEST(RequestTrace, IdsDiffer) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i)
    ids.insert(RequestTrace::randomSpanId());
  EXPECT_THAT(ids, SizeIs(100));
  EXPECT_EQ(ids.begin()->size(), 16u);
}

TEST(TracedCompile, EachActionIsASpanAndWorkersKnowTheTrace) {
  cache::MemoryStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  absl::Time now = absl::UnixEpoch();
  CompileService service{
      store, pool, statistics, [&] { return now; },
      [](const Tenant &, const std::function<void()> &task) { task(); }};
  KeptSpans sink;
  auto trace =
      RequestTrace::begin(TraceContext::parse(kParent), &sink, "m", now);
  v1::CompileRequest request;
  request.mutable_module()->set_inline_("m");
  absl::Status ended = absl::UnknownError("it did not end");
  service.compile(
      request, nullptr, [&](CompileOutcome outcome) { ended = outcome.status; },
      {}, absl::InfiniteFuture(), trace);
  while (!pool.pending().empty()) {
    EXPECT_EQ(pool.pending()[0].work.request.traceparent(),
              trace->context().toString());
    now += absl::Milliseconds(10);
    pool.answer();
  }
  ASSERT_TRUE(ended.ok()) << ended;
  trace->end(now, ended, {});
  std::map<std::string, int> names;
  for (const Span &span : sink.requests.at(0)) {
    ++names[span.name];
    EXPECT_LE(span.began, span.ended) << span.name;
  }
  EXPECT_EQ(
      names,
      (std::map<std::string, int>{
          {"m", 1}, {"plan", 1}, {"kernel", 2}, {"host", 1}, {"link", 1}}));
}

} // namespace
} // namespace ingot::server
