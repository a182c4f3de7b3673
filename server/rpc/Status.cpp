//===- Status.cpp - statuses of the daemon as statuses of gRPC ------------===//

#include "server/rpc/Status.h"
#include "server/core/ActionTable.h"
#include "server/core/RequestBudget.h"
#include "server/scheduler/WorkerPool.h"

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

#include <algorithm>

namespace ingot::server {
namespace {

constexpr int kRetrySeconds = 1;
/// Both travel in trailers, which are metadata, and clients bound those: beyond
/// 8 KiB, by default, they drop the call without a word.
constexpr size_t kMaxDetailsBytes = 4 << 10;
constexpr size_t kMaxMessageBytes = 1 << 10;

/// As many diagnostics as fit.
v1::Diagnostics trimmed(v1::Diagnostics diagnostics) {
  while (diagnostics.diagnostics_size() > 0 &&
         diagnostics.ByteSizeLong() > kMaxDetailsBytes) {
    diagnostics.mutable_diagnostics()->RemoveLast();
    diagnostics.set_truncated(true);
  }
  return diagnostics;
}

void addReason(const char *reason, google::rpc::Status &details) {
  google::rpc::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain("ingot");
  details.add_details()->PackFrom(info);
}

/// The front of a message. No character is cut: details are UTF-8.
std::string trimmed(absl::string_view message) {
  size_t size = std::min(message.size(), kMaxMessageBytes);
  while (size > 0 && size < message.size() && (message[size] & 0xc0) == 0x80)
    --size;
  return std::string(message.substr(0, size));
}

} // namespace

grpc::Status toGrpc(const absl::Status &status,
                    const v1::Diagnostics &diagnostics) {
  if (status.ok())
    return grpc::Status::OK;
  const std::string message = trimmed(status.message());
  auto code = static_cast<grpc::StatusCode>(status.code());
  google::rpc::Status details;
  details.set_code(code);
  details.set_message(message);
  if (diagnostics.diagnostics_size() > 0 || diagnostics.has_reproducer())
    details.add_details()->PackFrom(trimmed(diagnostics));
  // What ran out of memory would do so again, unless others had taken it; a
  // queue gets shorter.
  const WorkFault fault = faultOf(status);
  if (fault == WorkFault::FullQueue || fault == WorkFault::MemoryTotal) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_seconds(kRetrySeconds);
    details.add_details()->PackFrom(retry);
  }
  // Clients send again what a daemon cancels because it stops.
  if (isCancelledByRequest(status))
    addReason("CANCELLED_BY_REQUEST", details);
  if (isForBytes(status))
    addReason("NO_ROOM_INSIDE", details);
  return {code, message,
          details.details_size() ? details.SerializeAsString() : std::string()};
}

grpc::ServerUnaryReactor *endAtOnce(grpc::CallbackServerContext &context,
                                    const absl::Status &status) {
  auto *reactor = context.DefaultReactor();
  reactor->Finish(toGrpc(status));
  return reactor;
}

} // namespace ingot::server
