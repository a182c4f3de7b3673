//===- Hedge.h - asking a second daemon when one is slow -------*- C++ -*-===//
//
// Not installed. The first daemon's call stays on its caller's thread; another
// thread waits, asks the second one for what it has stored, and if that comes
// first abandons the first call. Once the first daemon has said anything, it is
// at work and is not hedged: a second compile would only cost more.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_HEDGE_H
#define INGOT_CLIENT_LIB_HEDGE_H

#include "client/lib/Client.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <functional>
#include <optional>
#include <thread>

namespace ingot::client {

/// One hedged compile. The caller's thread makes it, makes the first call, and
/// takes the answer.
class Hedge {
public:
  /// Asks for what is stored; gives up when the flag is set.
  using Ask = std::function<absl::StatusOr<CompileResult>(
      const std::atomic<bool> &abandoned)>;

  Hedge(absl::Duration after, Ask ask);
  ~Hedge();

  /// For CallOptions::abandoned of the first call.
  const std::atomic<bool> &firstIsAbandoned() const { return hasWon_; }

  /// The first daemon is at work. From any thread.
  void firstHasBegun();

  /// The first call ended. Returns the second daemon's answer if it came
  /// before.
  std::optional<CompileResult> firstHasEnded();

  /// Whether the second daemon was asked; valid after firstHasEnded().
  bool wasSent() const { return wasSent_; }

private:
  void run(absl::Duration after, const Ask &ask);
  void cancel();

  std::atomic<bool> hasWon_{false}; ///< The second one answered first.
  std::atomic<bool> isOver_{false}; ///< The first call ended.
  std::atomic<bool> wasSent_{false};

  absl::Mutex mutex_;
  bool isCancelled_ ABSL_GUARDED_BY(mutex_) = false; ///< No hedge is wanted.
  std::optional<CompileResult> answer_; ///< The thread's until it is joined.
  std::thread thread_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_HEDGE_H
