//===- WorkerChannel.h - frames to and from one worker ----------*- C++ -*-===//
//
// The daemon's end of a worker's socket. Nothing here blocks: a request may be
// larger than the socket's buffer, and a worker may stop in the middle of an
// answer.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKERCHANNEL_H
#define INGOT_SERVER_SCHEDULER_WORKERCHANNEL_H

#include "server/worker/FileDescriptor.h"
#include "server/worker/Frame.h"

#include "absl/status/statusor.h"

#include <optional>
#include <string>

namespace ingot::server {

/// One non-blocking socket. One thread at a time.
class WorkerChannel {
public:
  /// `payloadLimit` bounds the payloads of a frame that is read.
  WorkerChannel(FileDescriptor socket, int64_t payloadLimit)
      : socket_(std::move(socket)), decoder_(payloadLimit) {}

  /// For polling; -1 after close().
  int socket() const { return socket_.get(); }

  /// Begins to write a frame. REQUIRES: the one before was written.
  void send(EncodedFrame frame);

  /// Writes on. True while something is left, to go on with when the socket is
  /// writable. What cannot be written is dropped: read() finds the end.
  bool write();

  /// The next frame, or nothing for now. INVALID_ARGUMENT when the worker sent
  /// no frame, UNAVAILABLE at the end of the socket.
  absl::StatusOr<std::optional<Frame>> read();

  /// The worker reads the end of its socket and leaves.
  void close() { socket_.reset(); }

private:
  FileDescriptor socket_;
  FrameDecoder decoder_;
  EncodedFrame outgoing_;
  size_t written_ = 0; ///< Of `outgoing_`.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKERCHANNEL_H
