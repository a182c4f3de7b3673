//===- OtlpFile.cpp - spans as lines of OTLP ------------------------------===//
//
// In OTLP's JSON, ids are hexadecimal, 64-bit numbers are strings and enums are
// numbers.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/OtlpFile.h"
#include "cache/key/SteadyTime.h"

#include "absl/strings/str_cat.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace ingot::server {
namespace {

using Json = nlohmann::ordered_json;

// SpanKind and StatusCode of opentelemetry.proto.trace.v1.
constexpr int kInternal = 1, kServer = 2;
constexpr int kOk = 1, kError = 2;

Json attribute(const std::string &key, const std::string &value) {
  return {{"key", key}, {"value", {{"stringValue", value}}}};
}

std::string nanoseconds(absl::Time time) {
  return absl::StrCat(absl::ToUnixNanos(time));
}

Json toJson(const Span &span) {
  Json attributes = Json::array();
  for (const auto &[key, value] : span.attributes)
    attributes.push_back(attribute(key, value));
  Json status = {{"code", span.status.ok() ? kOk : kError}};
  if (!span.status.ok())
    status["message"] = absl::StatusCodeToString(span.status.code());
  return {{"traceId", span.traceId},
          {"spanId", span.spanId},
          {"parentSpanId", span.parentId},
          {"name", span.name},
          {"kind", span.isServer ? kServer : kInternal},
          {"startTimeUnixNano", nanoseconds(span.began)},
          {"endTimeUnixNano", nanoseconds(span.ended)},
          {"attributes", attributes},
          {"status", status}};
}

} // namespace

std::string toOtlp(const std::vector<Span> &spans) {
  Json list = Json::array();
  for (const Span &span : spans)
    list.push_back(toJson(span));
  const Json resource = {
      {"attributes",
       Json::array({attribute("service.name", "ingotd"),
                    attribute("service.version", INGOT_VERSION),
                    attribute("process.pid", absl::StrCat(getpid()))})}};
  const Json scope = {{"scope", {{"name", "ingot"}}}, {"spans", list}};
  const Json line = {
      {"resourceSpans",
       Json::array({Json{{"resource", resource},
                         {"scopeSpans", Json::array({scope})}}})}};
  // A symbol from outside may be no UTF-8.
  return line.dump(-1, ' ', /*ensure_ascii=*/true,
                   Json::error_handler_t::replace);
}

absl::StatusOr<std::unique_ptr<OtlpFile>>
OtlpFile::open(const std::string &path) {
  absl::StatusOr<std::unique_ptr<LineFile>> lines =
      LineFile::open(path, "otlp-file");
  if (!lines.ok())
    return lines.status();
  return std::unique_ptr<OtlpFile>(new OtlpFile(*std::move(lines)));
}

void OtlpFile::record(std::vector<Span> spans) {
  // All by one difference, or a span might begin before its parent.
  const absl::Duration shift = timeOfDay(absl::UnixEpoch()) - absl::UnixEpoch();
  for (Span &span : spans) {
    span.began += shift;
    span.ended += shift;
  }
  lines_->append(toOtlp(spans));
}

} // namespace ingot::server
