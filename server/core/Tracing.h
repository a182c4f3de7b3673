//===- Tracing.h - where a request's time went, as spans --------*- C++ -*-===//
//
// A caller that traces sends a `traceparent` (W3C Trace Context, level 1). If
// it asks for that to be recorded, the request becomes a span of the caller's
// trace and each of its actions a span below it. Who sends none costs nothing:
// the daemon begins no traces of its own.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_TRACING_H
#define INGOT_SERVER_CORE_TRACING_H

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::server {

/// What a `traceparent` says.
struct TraceContext {
  std::string traceId; ///< 32 lower-case hexadecimal digits, not all zero.
  std::string spanId;  ///< 16 of them; the caller's span.
  bool isSampled = false;

  /// Nothing for what is not one: the caller's mistake is not the request's.
  static std::optional<TraceContext> parse(std::string_view traceparent);
  std::string toString() const;
};

/// A piece of time with a name. Equal to OTLP's.
struct Span {
  std::string traceId, spanId, parentId;
  std::string name;
  bool isServer = false;   ///< Of a call; else of what happens within it.
  absl::Time began, ended; ///< Of steadyNow().
  std::vector<std::pair<std::string, std::string>> attributes;
  absl::Status status;
};

/// Takes spans to wherever they are looked at. Thread-safe.
class SpanSink {
public:
  virtual ~SpanSink() = default;
  /// The spans of one request, its own first. Must not block for long.
  virtual void record(std::vector<Span> spans) = 0;
};

/// The spans of one request until it ends. Thread-safe.
class RequestTrace {
public:
  /// 16 hexadecimal digits, another one each time.
  using NewId = std::function<std::string()>;

  /// Null without a context. Spans are kept if the context asks for that and
  /// there is a sink, which outlives the trace.
  static std::shared_ptr<RequestTrace>
  begin(const std::optional<TraceContext> &context, SpanSink *sink,
        std::string method, absl::Time now, NewId newId = randomSpanId);

  /// The caller's trace.
  const std::string &traceId() const { return context_.traceId; }

  /// What is handed on to those who do the request's work: this request's span
  /// as their parent, or the caller's if nothing is kept.
  const TraceContext &context() const { return context_; }

  bool isRecorded() const { return sink_ != nullptr; }

  /// Adds a span below the request's; its ids are set here.
  void add(Span span) ABSL_LOCKS_EXCLUDED(mutex_);

  /// Hands all to the sink; what comes later is dropped.
  void end(absl::Time now, const absl::Status &status,
           std::vector<std::pair<std::string, std::string>> attributes)
      ABSL_LOCKS_EXCLUDED(mutex_);

  static std::string randomSpanId();

private:
  RequestTrace(TraceContext context, SpanSink *sink, NewId newId)
      : context_(std::move(context)), sink_(sink), newId_(std::move(newId)) {}

  const TraceContext context_;
  SpanSink *const sink_; ///< Null where nothing is kept.
  const NewId newId_;

  absl::Mutex mutex_;
  bool hasEnded_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Span> spans_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_TRACING_H
