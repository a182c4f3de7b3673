//===- DownloadShare.h - room for an answer that may wait -------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_DOWNLOADSHARE_H
#define INGOT_SERVER_RPC_DOWNLOADSHARE_H

#include "server/rpc/Transfers.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace ingot::server {

/// The part of the downloads' memory (PieceBudget.h) that one call holds for
/// its answer, given back when this goes. A client that takes nothing of an
/// answer that holds some is let go of while others wait. One call, whose
/// handler and reactions come one at a time; ticks come at any time.
class DownloadShare final : private Timed {
public:
  /// `onStalled` ends the call; it is called on the thread of the ticks.
  DownloadShare(Transfers &transfers, std::string peer,
                std::function<void()> onStalled);
  ~DownloadShare() override;

  /// Runs the task once there is room for so many pieces; at once, in the call,
  /// if there is now, or if none are needed.
  void await(int pieces, const std::function<void()> &task);
  /// True when it waited and does so no more: the task will not run.
  bool cancel();

  /// From when to when the client has something to take.
  void beginSend();
  void endSend() { sendBegan_ = kNever; }

private:
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  void onTick(absl::Time now) override;

  Transfers &transfers_;
  const std::string peer_;
  const std::function<void()> onStalled_;
  PieceBudget::Ticket ticket_ = 0;
  std::atomic<int> pieces_{0};             ///< That are held, or waited for.
  std::atomic<int64_t> sendBegan_{kNever}; ///< Milliseconds.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_DOWNLOADSHARE_H
