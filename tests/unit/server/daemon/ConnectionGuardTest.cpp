//===- ConnectionGuardTest.cpp - connections that their guards end --------===//

#include "server/daemon/ConnectionGuard.h"
#include "cache/key/SteadyTime.h"
#include "server/daemon/GrpcServer.h"
#include "tests/fakes/HttpFrames.h"
#include "tests/unit/TestCertificates.h"

#include <grpcpp/grpcpp.h>
#include <openssl/ssl.h>

#include "gtest/gtest.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <netinet/in.h>
#include <sys/socket.h>

namespace ingot::server {
namespace {

/// A connection to a port of this machine, with TLS or without.
class RawClient {
public:
  RawClient(const std::string &address, bool isTls)
      : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in name{};
    name.sin_family = AF_INET;
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

  /// Waits until the other side says something, or ends.
  void awaitAnswer() {
    char byte;
    (void)::recv(fd_.get(), &byte, 1, 0);
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

TEST_P(ConnectionGuardTest, QuestionsWithoutAnEndEndTheirConnection) {
  const int64_t before = endedConnections();
  RawClient client(server_.addresses[0], GetParam());
  std::string questions;
  for (int i = 0; i < 2000; ++i)
    questions += frame(FrameType::Settings, 0);
  ASSERT_TRUE(client.send(kPreface));
  EXPECT_LT(bytesUntilTheEnd(client, questions), 32 << 20);
  EXPECT_EQ(endedConnections(), before + 1);
}

TEST_P(ConnectionGuardTest, WhoWasEndedOftenWaitsAMomentAndIsServed) {
  std::string questions;
  for (int i = 0; i < 2000; ++i)
    questions += frame(FrameType::Settings, 0);
  absl::Time began;
  for (int i = 0; i < 3; ++i) {
    RawClient client(server_.addresses[0], GetParam());
    ASSERT_TRUE(client.send(kPreface));
    began = steadyNow();
    bytesUntilTheEnd(client, questions);
  }
  RawClient next(server_.addresses[0], /*isTls=*/false);
  EXPECT_TRUE(next.send(kPreface + frame(FrameType::Settings, 0)));
  next.awaitAnswer(); // Settings, or that TLS is missing.
  EXPECT_GE(steadyNow() - began, kHoldBack);
}

INSTANTIATE_TEST_SUITE_P(Transports, ConnectionGuardTest, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "Tls" : "Clear";
                         });

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
