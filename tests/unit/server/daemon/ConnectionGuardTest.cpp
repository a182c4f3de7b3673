//===- ConnectionGuardTest.cpp - connections that their guards end --------===//

#include "server/daemon/ConnectionGuard.h"
#include "cache/key/SteadyTime.h"
#include "server/daemon/GrpcServer.h"
#include "server/daemon/OpenCalls.h"
#include "server/daemon/PeerHistory.h"
#include "tests/fakes/HttpFrames.h"
#include "tests/unit/TestCertificates.h"

#include <grpcpp/grpcpp.h>
#include <openssl/ssl.h>

#include "gtest/gtest.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <vector>

namespace ingot::server {
namespace {

/// A connection to a port of this machine, with TLS or without.
class RawClient {
public:
  /// From 127.0.0.`host`.
  RawClient(const std::string &address, bool isTls, uint32_t host = 1)
      : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + host);
    EXPECT_EQ(
        bind(fd_.get(), reinterpret_cast<sockaddr *>(&name), sizeof(name)), 0);
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    name.sin_port = htons(static_cast<uint16_t>(
        std::stoi(address.substr(address.rfind(':') + 1))));
    EXPECT_EQ(
        connect(fd_.get(), reinterpret_cast<sockaddr *>(&name), sizeof(name)),
        0);
    if (!isTls)
      return;
    tls_.reset(SSL_new(context_.get()));
    SSL_set_fd(tls_.get(), fd_.get());
    const unsigned char http2[] = "\2h2";
    SSL_set_alpn_protos(tls_.get(), http2, 3);
    EXPECT_EQ(SSL_connect(tls_.get()), 1);
  }

  /// False when the other side has ended.
  bool send(const std::string &bytes) {
    if (tls_)
      return SSL_write(tls_.get(), bytes.data(),
                       static_cast<int>(bytes.size())) > 0;
    return ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
  }

  /// Waits until the other side says something, or ends. False when it ends.
  bool awaitAnswer() {
    char bytes[4096];
    if (tls_)
      return SSL_read(tls_.get(), bytes, sizeof(bytes)) > 0;
    return ::recv(fd_.get(), bytes, sizeof(bytes), 0) > 0;
  }

  int fd() const { return fd_.get(); }

  /// Whether the other side has ended.
  bool isOver() {
    char byte;
    return ::recv(fd_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

private:
  FileDescriptor fd_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{
      SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&SSL_free)> tls_{nullptr, SSL_free};
};

class ConnectionGuardTest : public testing::TestWithParam<bool> {
protected:
  ConnectionGuardTest() {
    std::string name = testing::TempDir() + "guard-XXXXXX";
    folder_ = mkdtemp(name.data());
    signal(SIGPIPE, SIG_IGN); // As the daemon; OpenSSL writes without a flag.
    TlsFiles files;
    if (GetParam()) {
      files = {folder_ / "pem", folder_ / "key", ""};
      makeCertificate(files.certificate, files.key);
    }
    auto started = startGrpcServer({"127.0.0.1:0"}, {}, files);
    EXPECT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }
  ~ConnectionGuardTest() override { std::filesystem::remove_all(folder_); }

  /// Sends until the server ends it, or for 64 MiB.
  int64_t bytesUntilTheEnd(RawClient &client, const std::string &piece) {
    int64_t bytes = 0;
    while (bytes < (64 << 20) && client.send(piece))
      bytes += static_cast<int64_t>(piece.size());
    return bytes;
  }

  std::filesystem::path folder_;
  GrpcServer server_;
};

TEST_P(ConnectionGuardTest, ABlockOfHeadersWithoutAnEndEndsItsConnection) {
  const int64_t before = endedConnections();
  RawClient client(server_.addresses[0], GetParam());
  ASSERT_TRUE(client.send(kPreface + frame(FrameType::Settings, 0) +
                          frame(FrameType::Headers, 0)));
  const std::string field = std::string("\0\1a\x7f\x81\x7c", 6) +
                            std::string(16000, 'b'); // a: bbb...
  // More is on its way until the end is seen.
  EXPECT_LT(bytesUntilTheEnd(client, frame(FrameType::Continuation, 0, field)),
            32 << 20);
  EXPECT_EQ(endedConnections(), before + 1);
}

TEST_P(ConnectionGuardTest, SettingsWithoutAnEndEndTheirConnection) {
  const int64_t before = endedConnections();
  RawClient client(server_.addresses[0], GetParam());
  std::string settings;
  for (int i = 0; i < 2000; ++i)
    settings += frame(FrameType::Settings, 0);
  ASSERT_TRUE(client.send(kPreface));
  EXPECT_LT(bytesUntilTheEnd(client, settings), 32 << 20);
  EXPECT_EQ(endedConnections(), before + 1);
}

TEST_P(ConnectionGuardTest, WhoWasEndedOftenWaitsAMomentAndIsServed) {
  // Whose connections no other test ends.
  const uint32_t host = GetParam() ? 4 : 3;
  std::string settings;
  for (int i = 0; i < 2000; ++i)
    settings += frame(FrameType::Settings, 0);
  absl::Time began;
  for (int i = 0; i < 3; ++i) {
    RawClient client(server_.addresses[0], GetParam(), host);
    ASSERT_TRUE(client.send(kPreface));
    began = steadyNow();
    bytesUntilTheEnd(client, settings);
  }
  RawClient next(server_.addresses[0], /*isTls=*/false, host);
  EXPECT_TRUE(next.send(kPreface + frame(FrameType::Settings, 0)));
  next.awaitAnswer(); // Settings, or that TLS is missing.
  EXPECT_GE(steadyNow() - began, kHoldBack);
}

/// A field of headers as it is.
std::string field(const std::string &name, const std::string &value) {
  auto text = [](const std::string &bytes) {
    return std::string(1, static_cast<char>(bytes.size())) + bytes;
  };
  return '\0' + text(name) + text(value);
}

/// One that the server answers once a message has come.
std::string headersOfACall() {
  return field(":method", "POST") + field(":scheme", "http") +
         field(":path", "/grpc.health.v1.Health/Check") +
         field(":authority", "a") + field("te", "trailers") +
         field("content-type", "application/grpc");
}

TEST_P(ConnectionGuardTest, CallsThatTheServerIsMadeToResetEndTheirConnection) {
  const int64_t before = endedConnections();
  RawClient client(server_.addresses[0], GetParam());
  ASSERT_TRUE(client.send(kPreface + frame(FrameType::Settings, 0)));
  ASSERT_TRUE(client.awaitAnswer());
  ASSERT_TRUE(client.send(frame(FrameType::Settings, kAcknowledgement)));
  // Wrong for its stream alone, and nothing asks for its end before.
  const char badFlags = 2;
  uint32_t stream = 1;
  int64_t calls = 0;
  for (; endedConnections() == before && calls < 100000; ++calls, stream += 2)
    if (!client.send(
            frame(FrameType::Headers, kEndHeaders, headersOfACall(), stream) +
            frame(FrameType::Data, badFlags, "x", stream)) ||
        !client.awaitAnswer())
      break;
  EXPECT_EQ(endedConnections(), before + 1);
  EXPECT_LT(calls, 100000);
}

TEST_P(ConnectionGuardTest, WhoHasMostCallsLosesConnectionsWhenAllHaveTooMany) {
  const int64_t before = endedConnections();
  std::string large = headersOfACall();
  for (int i = 0; i < 60; ++i)
    large += field("a", std::string(126, 'b'));
  auto open = [&](uint32_t host, uint32_t calls) {
    auto client =
        std::make_unique<RawClient>(server_.addresses[0], GetParam(), host);
    std::string bytes = kPreface + frame(FrameType::Settings, 0);
    for (uint32_t i = 0; i < calls; ++i)
      bytes += frame(FrameType::Headers, kEndHeaders, large, 2 * i + 1);
    client->send(bytes);
    client->awaitAnswer(); // Or its end.
    return client;
  };
  const auto neighbour = open(/*host=*/2, 50), small = open(/*host=*/1, 1);
  std::vector<std::unique_ptr<RawClient>> hostile;
  std::vector<pollfd> ends;
  while (hostile.size() < 100) {
    hostile.push_back(open(/*host=*/1, 99));
    ends.push_back({hostile.back()->fd(), POLLRDHUP, 0});
  }
  EXPECT_GT(poll(ends.data(), ends.size(), /*milliseconds=*/60000), 0);
  EXPECT_GT(endedConnections(), before);
  EXPECT_FALSE(neighbour->isOver());
  EXPECT_FALSE(small->isOver());
}

INSTANTIATE_TEST_SUITE_P(Transports, ConnectionGuardTest, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "Tls" : "Clear";
                         });

/// A guarded connection, and its client's end. No gRPC gives up its calls.
class GuardedPair {
public:
  GuardedPair() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    server_ = pair[0];
    client_ = pair[1];
    guardConnection(server_);
    EXPECT_TRUE(passes(kPreface));
  }
  GuardedPair(const GuardedPair &) = delete;
  ~GuardedPair() {
    close(server_);
    close(client_);
  }

  /// Whether what the client sends arrives.
  bool passes(const std::string &bytes) {
    if (send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(bytes.size()))
      return false;
    std::string room(bytes.size(), 'x');
    iovec part{room.data(), room.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    return recvmsg(server_, &message, 0) == static_cast<ssize_t>(bytes.size());
  }
  bool begins(uint32_t calls) {
    std::string bytes;
    for (uint32_t i = 0; i < calls; ++i, stream_ += 2)
      bytes += frame(FrameType::Headers, kEndHeaders, "", stream_);
    return passes(bytes);
  }

private:
  int server_ = -1, client_ = -1;
  uint32_t stream_ = 1;
};

TEST(ConnectionGuardRoomTest, OfAProxyTheLargestConnectionGoesAndOthersStay) {
  const int64_t before = endedConnections();
  GuardedPair largest;
  ASSERT_TRUE(largest.begins(190));
  std::vector<std::unique_ptr<GuardedPair>> others;
  while (endedConnections() == before) {
    ASSERT_LT(others.size() * 150 * kCallBytes, size_t{kMaxCallBytes});
    others.push_back(std::make_unique<GuardedPair>());
    ASSERT_TRUE(others.back()->begins(150));
  }
  EXPECT_FALSE(largest.passes(frame(FrameType::Ping, 0, "12345678")));
  // There are still more than may be, for nobody gave the largest's up.
  for (auto &other : others)
    EXPECT_TRUE(
        other->passes(frame(FrameType::Ping, kAcknowledgement, "12345678") +
                      frame(FrameType::ResetStream, 0, "1234", 1)));
  EXPECT_TRUE(others.front()->begins(1));
  EXPECT_EQ(endedConnections(), before + 1);
  // But not without end.
  bool passes = true;
  for (int i = 0; passes && i < 30; ++i) {
    others.push_back(std::make_unique<GuardedPair>());
    passes = others.back()->begins(150);
  }
  EXPECT_FALSE(passes);
}

TEST(ConnectionGuardRoomTest, WhoSendsMostOfMessagesThatDoNotEndIsEnded) {
  constexpr int kPartBytes = 16 << 10;
  const int64_t before = endedConnections();
  // Parts of a message of 16 MiB, of which the rest does not come.
  auto sends = [&](GuardedPair &pair, int parts) {
    bool passes =
        pair.begins(1) &&
        pair.passes(frame(FrameType::Data, 0, std::string("\0\x01\0\0\0", 5)));
    for (int i = 0; passes && i < parts; ++i)
      passes =
          pair.passes(frame(FrameType::Data, 0, std::string(kPartBytes, 'd')));
    return passes;
  };
  GuardedPair small, largest;
  ASSERT_TRUE(sends(small, 1));
  ASSERT_TRUE(sends(largest, 300));
  std::vector<std::unique_ptr<GuardedPair>> others;
  for (bool passes = true; passes && endedConnections() == before;) {
    ASSERT_LT(others.size() * 200 * kPartBytes, size_t{kMaxCallBytes});
    others.push_back(std::make_unique<GuardedPair>());
    passes = sends(*others.back(), 200);
  }
  const std::string ping = frame(FrameType::Ping, 0, "12345678");
  EXPECT_FALSE(largest.passes(ping));
  EXPECT_TRUE(small.passes(ping));
}

TEST(ConnectionGuardNumbersTest, ANumberThatIsGivenOutAgainHasNoGuard) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  guardConnection(pair[0]);
  const int number = pair[0];
  close(pair[0]);
  close(pair[1]);
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  ASSERT_EQ(pair[0], number);
  const std::string bytes(100000, '\0'); // Frames of data, all empty.
  ASSERT_EQ(write(pair[1], bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  std::string room(bytes.size(), 'x');
  iovec part{room.data(), room.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  EXPECT_GT(recvmsg(pair[0], &message, 0), 0);
  close(pair[0]);
  close(pair[1]);
}

} // namespace
} // namespace ingot::server
