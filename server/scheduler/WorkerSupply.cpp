//===- WorkerSupply.cpp - the template's life and how many workers --------===//

#include "server/scheduler/WorkerSupply.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace ingot::server {
namespace {

constexpr int kMaxEarlyExits = 16;
/// Before a worker that could not be forked is tried again.
constexpr absl::Duration kSpawnRetry = absl::Milliseconds(100);

absl::Status refusal(absl::string_view why) {
  return absl::UnavailableError(
      absl::StrCat("no worker process can be started: ", why));
}

} // namespace

bool WorkerSupply::isFailing() const { return earlyExits_ > kMaxEarlyExits; }

bool WorkerSupply::needsTemplate(bool hasWork) const {
  return state_ == State::Down && (hasWork || restartsAtOnce_);
}

int WorkerSupply::wantedWorkers(bool hasWork) const {
  if (state_ != State::Up || spawnRetry_ != absl::InfiniteFuture())
    return 0;
  if (isFailing())
    return hasWork ? 1 : 0;
  return workers_;
}

absl::Time WorkerSupply::deadline() const {
  return state_ == State::Starting ? std::min(startDeadline_, spawnRetry_)
                                   : spawnRetry_;
}

std::optional<absl::Status> WorkerSupply::takeRefusal() {
  return std::exchange(refusal_, std::nullopt);
}

void WorkerSupply::onTemplateStarted(absl::Time now) {
  state_ = State::Starting;
  startDeadline_ = now + startTimeout_;
}

void WorkerSupply::onTemplateGone(const std::string &why) {
  bool wasUp = state_ == State::Up;
  state_ = State::Down;
  if (wasUp)
    countEarlyExit();
  else
    refusal_ = refusal(why);
  restartsAtOnce_ = wasUp && !isFailing();
}

bool WorkerSupply::onTimer(absl::Time now) {
  if (now >= spawnRetry_)
    spawnRetry_ = absl::InfiniteFuture();
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
