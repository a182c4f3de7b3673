//===- CircuitBreaker.cpp - When to ask what failed -----------------------===//
//
// Calls that were admitted while it was closed may end after it opened. A late
// failure changes nothing; a late success closes it, for it is news.
//
//===----------------------------------------------------------------------===//

#include "cache/store/CircuitBreaker.h"

#include <algorithm>
#include <utility>

namespace ingot::cache {

bool CircuitBreaker::admit() {
  absl::MutexLock lock(&mutex_);
  if (state_ == State::Closed)
    return true;
  if (state_ == State::HalfOpen || clock_() < probeAt_)
    return false;
  state_ = State::HalfOpen;
  return true;
}

bool CircuitBreaker::succeeded() {
  absl::MutexLock lock(&mutex_);
  failures_ = 0;
  limit_ = absl::ZeroDuration();
  return std::exchange(state_, State::Closed) != State::Closed;
}

bool CircuitBreaker::failed() {
  absl::MutexLock lock(&mutex_);
  switch (state_) {
  case State::Closed:
    if (++failures_ < options_.failures)
      return false;
    open();
    return true;
  case State::HalfOpen:
    open();
    return false;
  case State::Open:
    return false;
  }
  return false;
}

void CircuitBreaker::abandoned() {
  absl::MutexLock lock(&mutex_);
  // Whoever comes next may try: the wait is over already.
  if (state_ == State::HalfOpen)
    state_ = State::Open;
}

CircuitBreaker::State CircuitBreaker::state() const {
  absl::MutexLock lock(&mutex_);
  return state_;
}

absl::Duration CircuitBreaker::untilAdmitted() const {
  absl::MutexLock lock(&mutex_);
  if (state_ == State::Closed)
    return absl::ZeroDuration();
  return std::max(probeAt_ - clock_(), absl::ZeroDuration());
}

void CircuitBreaker::open() {
  limit_ = limit_ == absl::ZeroDuration()
               ? options_.firstWait
               : std::min(2 * limit_, options_.maxWait);
  state_ = State::Open;
  failures_ = 0;
  // Never less than half, so that a wait is one.
  probeAt_ = clock_() + limit_ * (0.5 + 0.5 * random_());
}

} // namespace ingot::cache
