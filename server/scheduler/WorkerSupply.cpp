//===- WorkerSupply.cpp - the template's life and how many workers --------===//

#include "server/scheduler/WorkerSupply.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace ingot::server {
namespace {

/// Of a small pool. What ends a machine's processes at once, such as too little
/// memory, ends all workers of a large one once and says nothing of the next.
constexpr int kMinEarlyExits = 16;
/// Before a worker that could not be forked is tried again.
constexpr absl::Duration kSpawnRetry = absl::Milliseconds(100);
/// Templates that exit while they start, until what waits is refused.
constexpr int kMaxFailedStarts = 4;
/// Before another start: twice as long after each, so all of them take 0.7 s.
constexpr absl::Duration kStartRetry = absl::Milliseconds(100);
constexpr absl::Duration kMaxStartRetry = absl::Seconds(1);

absl::Status refusal(absl::string_view why) {
  return absl::UnavailableError(
      absl::StrCat("no worker process can be started: ", why));
}

} // namespace

bool WorkerSupply::isFailing() const {
  return earlyExits_ > std::max(kMinEarlyExits, 2 * workers_);
}

bool WorkerSupply::needsTemplate(bool hasWork) const {
  return state_ == State::Down && startRetry_ == absl::InfiniteFuture() &&
         (hasWork || restartsAtOnce_);
}

int WorkerSupply::wantedWorkers(bool hasWork) const {
  if (state_ != State::Up || spawnRetry_ != absl::InfiniteFuture())
    return 0;
  if (isFailing())
    return hasWork ? 1 : 0;
  return workers_;
}

absl::Time WorkerSupply::deadline() const {
  absl::Time retry = std::min(startRetry_, spawnRetry_);
  return state_ == State::Starting ? std::min(startDeadline_, retry) : retry;
}

std::optional<absl::Status> WorkerSupply::takeRefusal() {
  return std::exchange(refusal_, std::nullopt);
}

void WorkerSupply::onTemplateStarted(absl::Time now) {
  state_ = State::Starting;
  startDeadline_ = now + startTimeout_;
}

void WorkerSupply::onHello() {
  state_ = State::Up;
  failedStarts_ = 0;
}

void WorkerSupply::waitBeforeStart(absl::Time now) {
  ++failedStarts_;
  absl::Duration pause = kStartRetry;
  for (int i = 1; i < failedStarts_ && pause < kMaxStartRetry; ++i)
    pause *= 2;
  startRetry_ = now + std::min(pause, kMaxStartRetry);
}

void WorkerSupply::onTemplateGone(const std::string &why, absl::Time now) {
  bool wasUp = state_ == State::Up;
  state_ = State::Down;
  if (wasUp) {
    countEarlyExit();
  } else {
    waitBeforeStart(now);
    if (failedStarts_ >= kMaxFailedStarts)
      refusal_ = refusal(why);
  }
  restartsAtOnce_ = wasUp && !isFailing();
}

void WorkerSupply::onTemplateUseless(const std::string &why, absl::Time now) {
  state_ = State::Down;
  restartsAtOnce_ = false;
  waitBeforeStart(now);
  refusal_ = refusal(why);
}

bool WorkerSupply::onTimer(absl::Time now) {
  if (now >= spawnRetry_)
    spawnRetry_ = absl::InfiniteFuture();
  if (now >= startRetry_)
    startRetry_ = absl::InfiniteFuture();
  return state_ == State::Starting && now >= startDeadline_;
}

void WorkerSupply::onSpawnFailed(absl::Time now) {
  spawnRetry_ = now + kSpawnRetry;
}

void WorkerSupply::onWorkerExit(bool isEarly) {
  if (isEarly)
    countEarlyExit();
  else
    earlyExits_ = 0;
}

void WorkerSupply::countEarlyExit() {
  ++earlyExits_;
  if (isFailing())
    refusal_ = refusal("they end before they do anything; the log of ingotd "
                       "says why");
}

} // namespace ingot::server
