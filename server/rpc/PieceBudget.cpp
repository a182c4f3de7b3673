//===- PieceBudget.cpp - memory of all downloads together -----------------===//
//
// Who waits is served in order, but for peers that have their share: those are
// passed over, so one peer with a thousand streams delays its own alone.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/PieceBudget.h"

#include <algorithm>

namespace ingot::server {

bool PieceBudget::isCapped(const std::string &peer, int pieces) const {
  auto held = held_.find(peer);
  return (held == held_.end() ? 0 : held->second) + pieces > perPeer_;
}

bool PieceBudget::fits(const std::string &peer, int pieces) const {
  return pieces <= free_ && !isCapped(peer, pieces);
}

void PieceBudget::takeLocked(const std::string &peer, int pieces) {
  free_ -= pieces;
  inUse_ += pieces;
  held_[peer] += pieces;
}

PieceBudget::Ticket PieceBudget::take(const std::string &peer, int pieces,
                                      std::function<void()> onGranted) {
  pieces = std::min(pieces, perPeer_);
  absl::MutexLock lock(&mutex_);
  if (waiters_.empty() && fits(peer, pieces)) {
    takeLocked(peer, pieces);
    return 0;
  }
  const Ticket ticket = next_++;
  waiters_.push_back({ticket, peer, pieces, std::move(onGranted)});
  // The others may wait for their peers' shares.
  const bool areOthersCapped = std::none_of(
      waiters_.begin(), std::prev(waiters_.end()),
      [&](const Waiter &waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
        return waiter.peer == peer || !isCapped(waiter.peer, waiter.pieces);
      });
  if (!areOthersCapped || !fits(peer, pieces))
    return ticket;
  waiters_.pop_back();
  takeLocked(peer, pieces);
  return 0;
}

bool PieceBudget::takeSpare(const std::string &peer) {
  absl::MutexLock lock(&mutex_);
  if (free_ <= perPeer_ || !waiters_.empty() || !fits(peer, 1))
    return false;
  takeLocked(peer, 1);
  return true;
}

void PieceBudget::give(const std::string &peer, int pieces) {
  pieces = std::min(pieces, perPeer_);
  if (pieces == 0)
    return;
  absl::MutexLock lock(&mutex_);
  free_ += pieces;
  inUse_ -= pieces;
  auto held = held_.find(peer);
  held->second -= pieces;
  if (held->second == 0)
    held_.erase(held);
  for (auto waiter = waiters_.begin(); waiter != waiters_.end() && free_ > 0;) {
    if (!fits(waiter->peer, waiter->pieces)) {
      if (!isCapped(waiter->peer, waiter->pieces))
        break; // It waits for room, and nobody passes it.
      ++waiter;
      continue;
    }
    takeLocked(waiter->peer, waiter->pieces);
    waiter->onGranted();
    waiter = waiters_.erase(waiter);
  }
}

bool PieceBudget::cancel(Ticket ticket) {
  absl::MutexLock lock(&mutex_);
  for (auto waiter = waiters_.begin(); waiter != waiters_.end(); ++waiter)
    if (waiter->ticket == ticket) {
      waiters_.erase(waiter);
      return true;
    }
  return false;
}

bool PieceBudget::hasWaiters() const {
  absl::MutexLock lock(&mutex_);
  return !waiters_.empty();
}

int PieceBudget::inUse() const {
  absl::MutexLock lock(&mutex_);
  return inUse_;
}

} // namespace ingot::server
