//===- AuditLog.cpp - who did what ----------------------------------------===//

#include "server/rpc/AuditLog.h"

#include "absl/time/clock.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace ingot::server {

std::string toJson(const AuditEntry &entry) {
  nlohmann::ordered_json line;
  line["time"] =
      absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", entry.time, absl::UTCTimeZone());
  line["caller"] = entry.caller;
  line["tenant"] = entry.tenant;
  if (!entry.lane.empty())
    line["lane"] = entry.lane;
  line["peer"] = entry.peer;
  line["method"] = entry.method;
  line["key"] = entry.key;
  line["outcome"] = entry.outcome;
  if (!entry.trace.empty())
    line["trace"] = entry.trace;
  // A name from outside may be no UTF-8.
  return line.dump(-1, ' ', /*ensure_ascii=*/true,
                   nlohmann::json::error_handler_t::replace);
}

absl::StatusOr<std::unique_ptr<AuditLog>>
AuditLog::open(const std::string &path) {
  absl::StatusOr<std::unique_ptr<LineFile>> lines =
      LineFile::open(path, "audit-log");
  if (!lines.ok())
    return lines.status();
  return std::unique_ptr<AuditLog>(new AuditLog(*std::move(lines)));
}

void AuditLog::record(const AuditEntry &entry) {
  lines_->append(toJson(entry));
}

void AuditedCall::end(std::string outcome) {
  isTurnedAway_.reset();
  AuditLog *log = std::exchange(log_, nullptr);
  if (!log)
    return;
  entry_.time = absl::Now();
  entry_.outcome = std::move(outcome);
  log->record(entry_);
}

void AuditedCall::end(absl::StatusCode code) {
  if (code != absl::StatusCode::kOk && isTurnedAway_ && *isTurnedAway_)
    code = absl::StatusCode::kUnauthenticated;
  end(log_ ? absl::StatusCodeToString(code) : std::string());
}

} // namespace ingot::server
