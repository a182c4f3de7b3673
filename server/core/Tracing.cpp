//===- Tracing.cpp - where a request's time went, as spans ----------------===//

#include "server/core/Tracing.h"

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>

namespace ingot::server {
namespace {

/// A request of more kernels than that has a trace that nobody can read.
constexpr size_t kMaxSpans = 4096;

bool isHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
}

bool isZero(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == '0'; });
}

} // namespace

//   version "-" trace-id "-" parent-id "-" flags
//   2           32           16            2        hexadecimal digits
//
// A later version may have more behind it; 0xff is none.
std::optional<TraceContext> TraceContext::parse(std::string_view text) {
  constexpr size_t kBytes = 55;
  if (text.size() < kBytes || text[2] != '-' || text[35] != '-' ||
      text[52] != '-')
    return std::nullopt;
  const std::string_view version = text.substr(0, 2),
                         trace = text.substr(3, 32), span = text.substr(36, 16),
                         flags = text.substr(53, 2);
  if (!isHex(version) || !isHex(trace) || !isHex(span) || !isHex(flags) ||
      version == "ff" || isZero(trace) || isZero(span))
    return std::nullopt;
  if (text.size() > kBytes && (version == "00" || text[kBytes] != '-'))
    return std::nullopt;
  const char low = flags[1];
  const int bits = low <= '9' ? low - '0' : low - 'a' + 10;
  return TraceContext{std::string(trace), std::string(span), (bits & 1) != 0};
}

std::string TraceContext::toString() const {
  return absl::StrCat("00-", traceId, "-", spanId, isSampled ? "-01" : "-00");
}

std::shared_ptr<RequestTrace>
RequestTrace::begin(const std::optional<TraceContext> &context, SpanSink *sink,
                    std::string method, absl::Time now, NewId newId) {
  if (!context)
    return nullptr;
  if (!context->isSampled || !sink)
    return std::shared_ptr<RequestTrace>(
        new RequestTrace(*context, nullptr, std::move(newId)));
  Span request;
  request.traceId = context->traceId;
  request.spanId = newId();
  request.parentId = context->spanId;
  request.name = std::move(method);
  request.isServer = true;
  request.began = now;
  std::shared_ptr<RequestTrace> trace(new RequestTrace(
      {request.traceId, request.spanId, true}, sink, std::move(newId)));
  absl::MutexLock lock(&trace->mutex_);
  trace->spans_.push_back(std::move(request));
  return trace;
}

void RequestTrace::add(Span span) {
  absl::MutexLock lock(&mutex_);
  if (!sink_ || hasEnded_ || spans_.size() >= kMaxSpans)
    return;
  span.traceId = context_.traceId;
  span.parentId = context_.spanId;
  span.spanId = newId_();
  spans_.push_back(std::move(span));
}

void RequestTrace::end(
    absl::Time now, const absl::Status &status,
    std::vector<std::pair<std::string, std::string>> attributes) {
  std::vector<Span> spans;
  {
    absl::MutexLock lock(&mutex_);
    if (!sink_ || hasEnded_)
      return;
    hasEnded_ = true;
    spans.swap(spans_);
  }
  spans[0].ended = now;
  spans[0].status = status;
  spans[0].attributes = std::move(attributes);
  sink_->record(std::move(spans));
}

std::string RequestTrace::randomSpanId() {
  thread_local absl::BitGen generator;
  // Zero means none.
  return absl::StrFormat(
      "%016x",
      absl::Uniform<uint64_t>(absl::IntervalClosed, generator, 1, UINT64_MAX));
}

} // namespace ingot::server
