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
#include <vector>

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

/// Headers of a call that the server takes, and waits for.
static std::string headersOfACall(const std::string &more = "") {
  return field(":method", "POST") + field(":scheme", "http") +
         field(":path", "/ingot.v1.Compiler/Compile") +
         field(":authority", "a") + field("te", "trailers") +
         field("content-type", "application/grpc") + more;
}

void resetFrames(Attacker &attacker) {
  const std::string headers = headersOfACall();
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

void unsettledCalls(Attacker &attacker) {
  const std::string headers = headersOfACall();
  onConnections(attacker, [&] {
    uint32_t stream = 1;
    send(attacker, "", [&] {
      std::string many;
      for (int i = 0; i < 100; ++i, stream += 2)
        many +=
            frame(FrameType::Headers, server::kEndHeaders, headers, stream) +
            frame(FrameType::Data, server::kEndStream, std::string(5, '\0'),
                  stream);
      return many;
    });
  });
}

void madeResets(Attacker &attacker) {
  const std::string headers = headersOfACall();
  constexpr char kNoSuchFlag = 2;
  onConnections(attacker, [&] {
    uint32_t stream = 1;
    send(attacker, frame(FrameType::Settings, server::kAcknowledgement), [&] {
      usleep(2000); // So that not too many are open at once.
      std::string many;
      for (int i = 0; i < 25; ++i) {
        for (const std::string &wrong :
             {frame(FrameType::Data, kNoSuchFlag, "x", stream),
              frame(FrameType::Data, server::kEndStream, "", stream) +
                  frame(FrameType::Data, server::kEndStream, "x", stream)}) {
          many +=
              frame(FrameType::Headers, server::kEndHeaders, headers, stream) +
              wrong;
          stream += 2;
        }
      }
      return many;
    });
  });
}

void openCalls(Attacker &attacker) {
  std::string more;
  for (int i = 0; i < 2; ++i)
    more += field("a", std::string(7000, 'b'));
  const std::string headers = headersOfACall(more);
  std::string calls = server::kPreface + frame(FrameType::Settings, 0) +
                      frame(FrameType::Settings, server::kAcknowledgement);
  for (uint32_t stream = 1; stream < 199; stream += 2)
    calls += frame(FrameType::Headers, server::kEndHeaders, headers, stream);
  std::vector<int> all;
  while (!attacker.isOver) {
    if (all.size() == 900) {
      close(all.front());
      all.erase(all.begin());
    }
    const int fd = connectTo(attacker.address);
    const timeval second{1, 0};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof(second));
    (void)!::send(fd, calls.data(), calls.size(), MSG_NOSIGNAL);
    all.push_back(fd);
    ++attacker.calls;
  }
  for (int fd : all)
    close(fd);
}

} // namespace ingot::bench
