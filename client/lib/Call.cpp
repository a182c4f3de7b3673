//===- Call.cpp - one call to the daemon ----------------------------------===//
//
// The watching thread polls every 20 ms: a person does not notice the delay,
// and a flag, unlike a condition variable, can be set by a signal handler.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Call.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"

namespace ingot::client {

Call::Call(const CallOptions &options) {
  if (options.deadline != absl::InfiniteFuture())
    context.set_deadline(absl::ToChronoTime(options.deadline));
  // gRPC ends the process on other bytes in a header.
  if (!options.traceParent.empty() &&
      absl::c_all_of(options.traceParent,
                     [](char c) { return c == '-' || absl::ascii_isalnum(c); }))
    context.AddMetadata("traceparent", options.traceParent);
  if (!options.cancelled && !options.abandoned)
    return;
  watch_ = std::thread(
      [this, cancelled = options.cancelled, abandoned = options.abandoned] {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!over_.wait_for(lock, std::chrono::milliseconds(20),
                               [this] { return isOver_; }))
          if ((cancelled && *cancelled) || (abandoned && *abandoned))
            context.TryCancel();
      });
}

Call::~Call() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    isOver_ = true;
  }
  over_.notify_all();
  if (watch_.joinable())
    watch_.join();
}

} // namespace ingot::client
