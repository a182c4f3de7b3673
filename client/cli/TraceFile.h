//===- TraceFile.h - a compile as a picture over time -----------*- C++ -*-===//
//
// What `ingot compile --trace` writes: Chrome's trace event format, which
// Perfetto (ui.perfetto.dev) and chrome://tracing open. One track for each
// compile of the command, one for its phases in the service's front, one for
// what waited, and one for each worker with the actions that it ran.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_TRACEFILE_H
#define INGOT_CLIENT_CLI_TRACEFILE_H

#include "client/lib/Client.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace ingot::client {

/// When things happened in one compile. One thread at a time.
struct CompileTrace {
  std::string target; ///< As --target has it; may be empty.
  absl::Time began, ended;
  /// When the service said that the request waits: the zero of the actions'
  /// times. That of the answer's end where it never said so.
  absl::Time queued = absl::InfiniteFuture();
  std::string cache; ///< Empty for one that failed.
  std::vector<std::pair<std::string, absl::Time>> phases; ///< As they began.
  std::vector<ActionProfile> actions;
};

/// The file's content. `traceId` ties it to the service's spans.
nlohmann::ordered_json traceAsJson(const std::vector<CompileTrace> &compiles,
                                   const std::string &traceId);

/// A new W3C traceparent that asks to be recorded.
std::string newTraceParent();

/// The trace id of a traceparent; empty if it is none.
std::string traceIdOf(const std::string &traceParent);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_TRACEFILE_H
