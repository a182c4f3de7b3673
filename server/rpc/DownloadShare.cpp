//===- DownloadShare.cpp - room for an answer that may wait ---------------===//

#include "server/rpc/DownloadShare.h"
#include "cache/key/SteadyTime.h"

namespace ingot::server {

DownloadShare::DownloadShare(Transfers &transfers, std::string peer,
                             std::function<void()> onStalled)
    : transfers_(transfers), peer_(std::move(peer)),
      onStalled_(std::move(onStalled)) {
  transfers_.add(*this);
}

DownloadShare::~DownloadShare() {
  transfers_.remove(*this);
  transfers_.downloads().give(peer_, pieces_);
}

void DownloadShare::await(int pieces, const std::function<void()> &task) {
  pieces_ = pieces;
  ticket_ = pieces > 0 ? transfers_.downloads().take(peer_, pieces, task) : 0;
  if (ticket_ == 0)
    task();
}

bool DownloadShare::cancel() {
  if (ticket_ == 0 || !transfers_.downloads().cancel(ticket_))
    return false;
  pieces_ = 0;
  return true;
}

void DownloadShare::beginSend() {
  sendBegan_ = absl::ToUnixMillis(steadyNow());
}

void DownloadShare::onTick(absl::Time now) {
  const absl::Time began = absl::FromUnixMillis(sendBegan_);
  if (pieces_ > 0 && now - began > transfers_.limits().downloadStall &&
      transfers_.downloads().hasWaiters())
    onStalled_();
}

} // namespace ingot::server
