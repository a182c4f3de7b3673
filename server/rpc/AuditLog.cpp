//===- AuditLog.cpp - who did what ----------------------------------------===//

#include "server/rpc/AuditLog.h"

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

#include <nlohmann/json.hpp>
#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace ingot::server {
namespace {

constexpr size_t kMaxWaitingLines = 8192;

} // namespace

std::string toJson(const AuditEntry &entry) {
  nlohmann::ordered_json line;
  line["time"] =
      absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", entry.time, absl::UTCTimeZone());
  line["caller"] = entry.caller;
  line["tenant"] = entry.tenant;
  line["peer"] = entry.peer;
  line["method"] = entry.method;
  line["key"] = entry.key;
  line["outcome"] = entry.outcome;
  // A name from outside may be no UTF-8.
  return line.dump(-1, ' ', /*ensure_ascii=*/true,
                   nlohmann::json::error_handler_t::replace);
}

AuditLog::AuditLog()
    : thread_(std::make_shared<spdlog::details::thread_pool>(kMaxWaitingLines,
                                                             1)) {}

AuditLog::~AuditLog() = default; // The thread writes what waits.

absl::StatusOr<std::unique_ptr<AuditLog>>
AuditLog::open(const std::string &path) {
  std::unique_ptr<AuditLog> log(new AuditLog());
  // spdlog's files are made for all to read.
  const int fd =
      ::open(path.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0)
    return absl::UnavailableError(
        absl::StrCat("audit-log: ", path, ": ", std::strerror(errno)));
  close(fd);
  try {
    auto file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
    log->file_ = std::make_shared<spdlog::async_logger>(
        "audit", std::move(file), log->thread_,
        spdlog::async_overflow_policy::block);
  } catch (const spdlog::spdlog_ex &error) {
    return absl::UnavailableError(absl::StrCat("audit-log: ", error.what()));
  }
  log->file_->set_pattern("%v");
  log->file_->flush_on(spdlog::level::info);
  return log;
}

void AuditLog::record(const AuditEntry &entry) { file_->info(toJson(entry)); }

void AuditedCall::end(std::string outcome) {
  guard_.reset();
  AuditLog *log = std::exchange(log_, nullptr);
  if (!log)
    return;
  entry_.time = absl::Now();
  entry_.outcome = std::move(outcome);
  log->record(entry_);
}

void AuditedCall::end(absl::StatusCode code) {
  end(log_ ? absl::StatusCodeToString(code) : std::string());
}

} // namespace ingot::server
