//===- WorkerChannel.cpp - frames to and from one worker ------------------===//

#include "server/scheduler/WorkerChannel.h"

namespace ingot::server {

void WorkerChannel::send(EncodedFrame frame) {
  outgoing_ = std::move(frame);
  written_ = 0;
}

bool WorkerChannel::write() {
  while (written_ < outgoing_.bytes.size()) {
    std::string_view rest = outgoing_.bytes;
    rest.remove_prefix(written_);
    absl::StatusOr<size_t> sent =
        sendSome(socket_.get(), rest, outgoing_.memfd.get());
    if (!sent.ok())
      break;
    if (*sent == 0)
      return true;
    written_ += *sent;
    outgoing_.memfd.reset(); // It went with the first byte.
  }
  outgoing_ = {};
  written_ = 0;
  return false;
}

absl::StatusOr<std::optional<Frame>> WorkerChannel::read() {
  while (true) {
    absl::StatusOr<std::optional<Frame>> frame = decoder_.next();
    if (!frame.ok() || frame->has_value())
      return frame;
    absl::StatusOr<Received> received = receive(socket_.get(), decoder_);
    if (!received.ok())
      return received.status();
    if (*received == Received::Nothing)
      return std::nullopt;
    if (*received == Received::End)
      return absl::UnavailableError("worker socket: it ended");
  }
}

} // namespace ingot::server
