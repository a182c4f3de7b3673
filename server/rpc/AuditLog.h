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
// empty. `peer` by a unix socket is `unix:uid=NUMBER`, and of a cancel on the
// admin page `http:ADDRESS`. `outcome` is HIT, MISS or JOINED for a compile
// that ended well, else the name of a gRPC code: UNAUTHENTICATED too for a
// stream that the daemon ended because its caller or token is no longer good.
// `lane` stands behind the tenant where it is not `trusted`; of a promotion it
// is the lane that had the result. `trace` is the id of the caller's trace,
// where it has one. Nothing of a program is in it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_AUDITLOG_H
#define INGOT_SERVER_RPC_AUDITLOG_H

#include "server/rpc/LineFile.h"

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <atomic>
#include <memory>
#include <string>

namespace ingot::server {

/// What one line says.
struct AuditEntry {
  absl::Time time;
  std::string caller, tenant, peer;
  const char *method = "";
  std::string key, outcome;
  std::string lane = {};  ///< Empty for `trusted`.
  std::string trace = {}; ///< The caller's trace, 32 digits, if it has one.
};

/// The line, without its end.
std::string toJson(const AuditEntry &entry);

/// A file of such lines. Thread-safe.
class AuditLog {
public:
  /// UNAVAILABLE when the file cannot be opened.
  static absl::StatusOr<std::unique_ptr<AuditLog>>
  open(const std::string &path);

  void record(const AuditEntry &entry);

private:
  explicit AuditLog(std::unique_ptr<LineFile> lines)
      : lines_(std::move(lines)) {}

  const std::unique_ptr<LineFile> lines_;
};

/// One call on its way into the log, or into none. One thread at a time, but
/// for copies.
class AuditedCall {
public:
  AuditedCall() = default;
  /// `log` outlives it, or is null.
  AuditedCall(AuditLog *log, AuditEntry entry)
      : log_(log), entry_(std::move(entry)) {}

  /// Goes when the call ends. Where it is set by then, the daemon ended the
  /// call, which itself knows only that it was cancelled.
  void hold(std::shared_ptr<const std::atomic<bool>> isTurnedAway) {
    isTurnedAway_ = std::move(isTurnedAway);
  }

  void setKey(std::string key) { entry_.key = std::move(key); }
  void setLane(std::string lane) { entry_.lane = std::move(lane); }
  void setTrace(std::string trace) { entry_.trace = std::move(trace); }

  /// Writes the line; later calls do nothing.
  void end(std::string outcome);
  /// The same with the name of the code; UNAUTHENTICATED in place of any error
  /// of a caller who was turned away.
  void end(absl::StatusCode code);

private:
  AuditLog *log_ = nullptr;
  AuditEntry entry_;
  std::shared_ptr<const std::atomic<bool>> isTurnedAway_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_AUDITLOG_H
