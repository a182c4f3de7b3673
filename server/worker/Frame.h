//===- Frame.h - messages with payloads over a socketpair -------*- C++ -*-===//
//
// PROTOCOL.md has the grammar. What comes from a worker is hostile: every
// length is limited before anything is allocated for it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_FRAME_H
#define INGOT_SERVER_WORKER_FRAME_H

#include "server/worker/FileDescriptor.h"
#include "server/worker/SealedFile.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ingot::server {

/// One message: a serialized proto and the bytes that travel beside it.
struct Frame {
  std::string header;
  std::vector<FramePayload> payloads;
};

/// A frame ready to be written: `bytes`, the first of which carries `memfd` if
/// there is one.
struct EncodedFrame {
  std::string bytes;
  FileDescriptor memfd;
};

/// INTERNAL when a memfd cannot be made or filled.
absl::StatusOr<EncodedFrame>
encodeFrame(std::string_view header,
            const std::vector<std::string_view> &payloads);

/// The same of payloads that stand in a file already.
absl::StatusOr<EncodedFrame> encodeFrame(std::string_view header,
                                         const SealedPayloads &payloads);

/// The fixed first part of a frame; see Frame.cpp.
struct FramePrefix;

/// Puts frames together from what a socket gives. One thread at a time.
class FrameDecoder {
public:
  /// `payloadLimit` bounds the bytes of all payloads of a frame.
  explicit FrameDecoder(int64_t payloadLimit) : payloadLimit_(payloadLimit) {}

  /// Takes bytes as they came, and the descriptor that came with them, if any.
  void feed(std::string_view bytes, FileDescriptor fd);

  /// The next whole frame, or nothing yet. INVALID_ARGUMENT when the stream is
  /// not a sequence of frames; the decoder is of no use after that.
  absl::StatusOr<std::optional<Frame>> next();

private:
  absl::StatusOr<Frame> take(const FramePrefix &prefix);
  absl::Status takeInline(std::string_view bytes,
                          const std::vector<uint64_t> &sizes, Frame &frame);
  absl::Status takeFromFile(uint64_t total, const std::vector<uint64_t> &sizes,
                            Frame &frame);

  const int64_t payloadLimit_;
  std::string buffer_;
  FileDescriptor memfd_;
};

/// What receive() found: bytes, nothing for now, or the end of the stream.
enum class Received { Bytes, Nothing, End };

/// Reads what the socket has, into the decoder. A peer that was killed ends the
/// stream; other errors are UNAVAILABLE.
absl::StatusOr<Received> receive(int socket, FrameDecoder &decoder);

/// recvmsg() with the descriptor that came along, if any; the last one, if
/// there are more. errno is that of recvmsg().
ssize_t receiveSome(int socket, void *bytes, size_t size, FileDescriptor &fd);

/// Writes as much of `bytes` as the socket takes, with `memfd` (or -1) on the
/// first byte, and returns how many bytes went. 0 when it would block.
absl::StatusOr<size_t> sendSome(int socket, std::string_view bytes, int memfd);

/// Writes a whole frame to a blocking socket.
absl::Status sendFrame(int socket, std::string_view header,
                       const std::vector<std::string_view> &payloads);

/// Reads a whole frame from a blocking socket; nothing at the end of the
/// stream.
absl::StatusOr<std::optional<Frame>> receiveFrame(int socket,
                                                  FrameDecoder &decoder);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_FRAME_H
