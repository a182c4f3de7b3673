//===- AttackFrames.cpp - attacks below HTTP ------------------------------===//
//
// Sixteen connections whose client writes frames itself and reads nothing.
// Whoever is ended connects again.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/AttackCalls.h"
#include "tests/fakes/HttpFrames.h"

#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ingot::bench {
namespace {

using server::frame;
using server::FrameType;

constexpr int kConnections = 16;

/// Sends `first`, and then what `next` makes, until the connection ends or
/// nothing has gone for a second.
template <typename Next>
void send(Attacker &attacker, const std::string &first, const Next &next) {
  const int fd = connectTo(attacker.address);
  const timeval second{1, 0};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof(second));
  std::string bytes = server::kPreface + frame(FrameType::Settings, 0) + first;
  while (!attacker.isOver &&
         ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
             static_cast<ssize_t>(bytes.size()))
    bytes = next();
  close(fd);
  ++attacker.calls;
}

template <typename Body>
void onConnections(Attacker &attacker, const Body &body) {
  std::vector<std::thread> all;
  for (int i = 0; i < kConnections; ++i)
    all.emplace_back([&] {
      while (!attacker.isOver)
        body();
    });
  for (std::thread &thread : all)
    thread.join();
}

std::string times(int count, const std::string &bytes) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += bytes;
  return all;
}

/// A field of a header block: neither indexed nor by Huffman's code.
std::string field(const std::string &name, const std::string &value) {
  auto text = [](const std::string &bytes) {
    std::string size;
    size_t rest = bytes.size();
    if (rest < 127) {
      size += static_cast<char>(rest);
    } else {
      size += '\x7f';
      for (rest -= 127; rest >= 128; rest >>= 7)
        size += static_cast<char>((rest & 127) | 128);
      size += static_cast<char>(rest);
    }
    return size + bytes;
  };
  return '\0' + text(name) + text(value);
}

} // namespace

void unendingHeaders(Attacker &attacker) {
  const std::string piece =
      frame(FrameType::Continuation, 0, field("a", std::string(16000, 'b')));
  onConnections(attacker, [&] {
    send(attacker, frame(FrameType::Headers, 0), [&] { return piece; });
  });
}

void pings(Attacker &attacker) {
  const std::string many = times(2000, frame(FrameType::Ping, 0, "12345678"));
  onConnections(attacker, [&] { send(attacker, "", [&] { return many; }); });
}

void resetFrames(Attacker &attacker) {
  const std::string headers =
      field(":method", "POST") + field(":scheme", "http") +
      field(":path", "/ingot.v1.Compiler/Compile") + field(":authority", "a") +
      field("te", "trailers") + field("content-type", "application/grpc");
  onConnections(attacker, [&] {
    uint32_t stream = 1;
    send(attacker, "", [&] {
      std::string many;
      for (int i = 0; i < 500; ++i, stream += 2)
        many +=
            frame(FrameType::Headers, server::kEndHeaders | server::kEndStream,
                  headers, stream) +
            frame(FrameType::ResetStream, 0, std::string("\0\0\0\x8", 4),
                  stream);
      return many;
    });
  });
}

} // namespace ingot::bench
