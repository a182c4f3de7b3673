//===- HttpFrames.h - what a hostile client of HTTP/2 sends -----*- C++ -*-===//

#ifndef INGOT_TESTS_FAKES_HTTPFRAMES_H
#define INGOT_TESTS_FAKES_HTTPFRAMES_H

#include <cstdint>
#include <string>

namespace ingot::server {

inline const std::string kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

enum class FrameType : uint8_t {
  Data = 0,
  Headers = 1,
  Priority = 2,
  ResetStream = 3,
  Settings = 4,
  Ping = 6,
  WindowUpdate = 8,
  Continuation = 9,
};
inline constexpr char kAcknowledgement = 1, kEndStream = 1, kEndHeaders = 4;

/// A frame of that stream, or of the connection where its type asks for that.
inline std::string frame(FrameType type, char flags,
                         const std::string &payload = "", uint32_t stream = 1) {
  const bool isOfConnection = type == FrameType::Settings ||
                              type == FrameType::Ping ||
                              type == FrameType::WindowUpdate;
  std::string bytes;
  for (int shift : {16, 8, 0})
    bytes += static_cast<char>(payload.size() >> shift);
  bytes += static_cast<char>(type);
  bytes += flags;
  for (int shift : {24, 16, 8, 0})
    bytes += isOfConnection ? '\0' : static_cast<char>(stream >> shift);
  return bytes + payload;
}

} // namespace ingot::server

#endif // INGOT_TESTS_FAKES_HTTPFRAMES_H
