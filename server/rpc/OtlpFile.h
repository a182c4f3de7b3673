//===- OtlpFile.h - spans as lines of OTLP ----------------------*- C++ -*-===//
//
// One line for each request, in OTLP's JSON encoding of a TracesData message:
// what the file exporter of OpenTelemetry's collectors writes and its file
// receiver reads.
//
//   {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",
//    "value":{"stringValue":"ingotd"}}, ...]},"scopeSpans":[{"scope":{"name":
//    "ingot"},"spans":[{"traceId":"...","spanId":"...","parentSpanId":"...",
//    "name":"ingot.v1.Compiler/Compile","kind":2,"startTimeUnixNano":"...",
//    "endTimeUnixNano":"...","attributes":[...],"status":{"code":1}}, ...]}]}]}
//
// Debian packages no OpenTelemetry for C++; a collector ships the file on.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_OTLPFILE_H
#define INGOT_SERVER_RPC_OTLPFILE_H

#include "server/core/Tracing.h"
#include "server/rpc/LineFile.h"

namespace ingot::server {

/// The line, without its end. Times stand there as they are.
std::string toOtlp(const std::vector<Span> &spans);

/// Appends to a file. Thread-safe.
class OtlpFile final : public SpanSink {
public:
  static absl::StatusOr<std::unique_ptr<OtlpFile>>
  open(const std::string &path);

  void record(std::vector<Span> spans) override;

private:
  explicit OtlpFile(std::unique_ptr<LineFile> lines)
      : lines_(std::move(lines)) {}

  const std::unique_ptr<LineFile> lines_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_OTLPFILE_H
