//===- Hedge.cpp - asking a second daemon when one is slow ----------------===//

#include "client/lib/Hedge.h"

namespace ingot::client {

Hedge::Hedge(absl::Duration after, Ask ask)
    : thread_([this, after, ask = std::move(ask)] { run(after, ask); }) {}

Hedge::~Hedge() {
  if (thread_.joinable())
    firstHasEnded();
}

void Hedge::run(absl::Duration after, const Ask &ask) {
  {
    absl::MutexLock lock(&mutex_);
    if (mutex_.AwaitWithTimeout(absl::Condition(&isCancelled_), after))
      return;
  }
  wasSent_ = true;
  absl::StatusOr<CompileResult> result = ask(isOver_);
  // An error is no news: the first daemon's answer stands.
  if (!result.ok() || isOver_)
    return;
  answer_ = *std::move(result);
  hasWon_ = true;
}

void Hedge::cancel() {
  absl::MutexLock lock(&mutex_);
  isCancelled_ = true;
}

void Hedge::firstHasBegun() { cancel(); }

std::optional<CompileResult> Hedge::firstHasEnded() {
  cancel();
  isOver_ = true;
  thread_.join();
  return std::move(answer_);
}

} // namespace ingot::client
