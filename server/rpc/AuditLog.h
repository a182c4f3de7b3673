//===- AuditLog.h - who did what --------------------------------*- C++ -*-===//
//
// One line of JSON for each call that took or changed something, and for each
// call of gRPC that was refused:
//
//   {"time":"2026-11-23T18:20:00.123Z","caller":"ci","tenant":"ml",
//    "peer":"ipv4:10.0.0.7:41234","method":"Compile","key":"HASH/SIZE",
//    "outcome":"HIT"}
//
// `key` is the request's key for compiles, a blob's digest, a job's name, or
// empty. `peer` of a cancel on the admin page is `http:ADDRESS`. `outcome` is
// HIT, MISS or JOINED for a compile that ended well, else the name of a gRPC
// code. Nothing of a program is in it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_AUDITLOG_H
#define INGOT_SERVER_RPC_AUDITLOG_H

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <memory>
#include <string>

namespace spdlog {
class logger;
namespace details {
class thread_pool;
} // namespace details
} // namespace spdlog

namespace ingot::server {

/// What one line says.
struct AuditEntry {
  absl::Time time;
  std::string caller, tenant, peer;
  const char *method = "";
  std::string key, outcome;
};

/// The line, without its end.
std::string toJson(const AuditEntry &entry);

/// A file that is appended to, by a thread of its own. Thread-safe. A caller
/// waits only while thousands of lines are waiting: none is dropped.
class AuditLog {
public:
  /// UNAVAILABLE when the file cannot be opened.
  static absl::StatusOr<std::unique_ptr<AuditLog>>
  open(const std::string &path);
  ~AuditLog();

  void record(const AuditEntry &entry);

private:
  AuditLog();

  std::shared_ptr<spdlog::details::thread_pool> thread_;
  std::shared_ptr<spdlog::logger> file_;
};

/// One call on its way into the log, or into none. One thread at a time, but
/// for copies.
class AuditedCall {
public:
  AuditedCall() = default;
  /// `log` outlives it, or is null.
  AuditedCall(AuditLog *log, AuditEntry entry)
      : log_(log), entry_(std::move(entry)) {}

  /// Goes when the call ends.
  void hold(std::shared_ptr<void> guard) { guard_ = std::move(guard); }

  void setKey(std::string key) { entry_.key = std::move(key); }

  /// Writes the line; later calls do nothing.
  void end(std::string outcome);
  /// The same with the name of the code.
  void end(absl::StatusCode code);

private:
  AuditLog *log_ = nullptr;
  AuditEntry entry_;
  std::shared_ptr<void> guard_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_AUDITLOG_H
