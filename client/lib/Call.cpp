//===- Call.cpp - one call to the daemon ----------------------------------===//
//
// One thread watches the flags of all calls that have some: a compile is three
// calls or more, and to start a thread for each and wait for its end took a
// millisecond, and several on a busy machine. It polls every 20 ms while there
// are calls: a person does not notice the delay, and a flag, unlike a condition
// variable, can be set by a signal handler.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Call.h"

#include "absl/algorithm/container.h"
#include "absl/base/thread_annotations.h"
#include "absl/strings/ascii.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <list>
#include <thread>

namespace ingot::client {
namespace {

/// Thread-safe. Lives as long as the process.
class Watch {
public:
  struct Watched {
    grpc::ClientContext *context;
    const std::atomic<bool> *cancelled, *abandoned;
  };
  using Place = std::list<Watched>::iterator;

  static Watch &get() {
    static auto *const watch = new Watch;
    return *watch;
  }

  Place add(const Watched &call) {
    absl::MutexLock lock(&mutex_);
    if (!hasThread_)
      std::thread([this] { run(); }).detach();
    hasThread_ = true;
    return calls_.insert(calls_.end(), call);
  }

  /// The call is not touched any more.
  void remove(Place call) {
    absl::MutexLock lock(&mutex_);
    calls_.erase(call);
  }

private:
  [[noreturn]] void run() {
    auto hasCalls = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return !calls_.empty();
    };
    auto never = [] { return false; };
    absl::MutexLock lock(&mutex_);
    while (true) {
      mutex_.Await(absl::Condition(&hasCalls));
      for (const Watched &call : calls_)
        if (isSet(call.cancelled) || isSet(call.abandoned))
          call.context->TryCancel();
      // Meanwhile others come and go.
      mutex_.AwaitWithTimeout(absl::Condition(&never), absl::Milliseconds(20));
    }
  }

  absl::Mutex mutex_;
  std::list<Watched> calls_ ABSL_GUARDED_BY(mutex_);
  bool hasThread_ ABSL_GUARDED_BY(mutex_) = false;
};

} // namespace

struct Call::Watching {
  Watch::Place place;
};

Call::Call(const CallOptions &options) {
  if (options.deadline != absl::InfiniteFuture())
    context.set_deadline(absl::ToChronoTime(options.deadline));
  // gRPC ends the process on other bytes in a header.
  if (!options.traceParent.empty() &&
      absl::c_all_of(options.traceParent,
                     [](char c) { return c == '-' || absl::ascii_isalnum(c); }))
    context.AddMetadata("traceparent", options.traceParent);
  if (options.cancelled || options.abandoned)
    watching_ = std::make_unique<Watching>(Watching{
        Watch::get().add({&context, options.cancelled, options.abandoned})});
}

Call::~Call() {
  if (watching_)
    Watch::get().remove(watching_->place);
}

} // namespace ingot::client
