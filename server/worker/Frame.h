//===- Frame.h - Messages with payloads over a socket -----------*- C++ -*-===//
//
// Sends a small message and any number of large byte strings to another
// process as one packet. PROTOCOL.md has the grammar. What comes in is hostile:
// every length is checked against a limit before anything is allocated.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_FRAME_H
#define INGOT_SERVER_WORKER_FRAME_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::server {

/// What one packet carried.
struct Frame {
  std::string header;
  std::vector<std::string> payloads;
};

/// The table, the header and the payloads as PROTOCOL.md's `body`.
std::string encodeBody(std::string_view header,
                       const std::vector<std::string_view> &payloads);

/// Takes a body apart. DATA_LOSS when it breaks the grammar.
absl::StatusOr<Frame> decodeBody(std::string_view body, uint32_t headerSize,
                                 uint32_t payloadCount);

/// Sends one frame over a SOCK_SEQPACKET socket. Blocks as the socket does;
/// UNAVAILABLE when the other end is gone or a non-blocking socket is full.
absl::Status sendFrame(int socket, std::string_view header,
                       const std::vector<std::string_view> &payloads);

/// Receives one frame; nullopt at the end of the stream. UNAVAILABLE when a
/// non-blocking socket has nothing, DATA_LOSS when the frame is malformed,
/// RESOURCE_EXHAUSTED when its body is longer than `bodyLimit`.
absl::StatusOr<std::optional<Frame>> receiveFrame(int socket,
                                                  int64_t bodyLimit);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_FRAME_H
