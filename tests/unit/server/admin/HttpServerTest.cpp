//===- HttpServerTest.cpp - what HTTP answers -----------------------------===//
//
// Asked over a real socket, as Prometheus and Kubernetes do.
//
//===----------------------------------------------------------------------===//

#include "server/admin/HttpReception.h"
#include "tests/unit/server/admin/AdminTesting.h"

#include <httplib.h>

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A client that says what the test wants it to say.
class Connection {
public:
  explicit Connection(int port)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr *>(&address),
                      sizeof(address)),
              0);
  }
  Connection(Connection &&other) noexcept
      : socket_(std::exchange(other.socket_, -1)) {}
  ~Connection() {
    if (socket_ >= 0)
      close(socket_);
  }

  int socket() const { return socket_; }
  void send(const std::string &text) {
    (void)!::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
  }
  /// Until the server closes the connection, or resets it.
  std::string readToEnd() {
    std::string all, piece(4096, '\0');
    ssize_t got;
    while ((got = recv(socket_, piece.data(), piece.size(), 0)) > 0)
      all.append(piece, 0, static_cast<size_t>(got));
    return all;
  }

private:
  int socket_;
};

class HttpServerTest : public testing::Test {
protected:
  HttpServerTest() { start({}); }

  void start(HttpLimits limits) {
    auto started = HttpServer::start(
        "127.0.0.1", 0, {madeUpSource(), [this] { return isReady_.load(); }},
        limits);
    ASSERT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  httplib::Result get(const char *path) {
    httplib::Client client("127.0.0.1", server_->port());
    client.set_read_timeout(std::chrono::minutes(1)); // Machines are loaded.
    return client.Get(path);
  }

  std::atomic<bool> isReady_{true};
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpServerTest, MetricsArePrometheusText) {
  auto answer = get("/metrics");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_THAT(answer->get_header_value("Content-Type"),
              HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(answer->body, HasSubstr("ingot_requests_total 4711"));
}

TEST_F(HttpServerTest, HealthAndReadinessAreDifferentThings) {
  struct {
    const char *path;
    bool isReady;
    int status;
  } const kCases[] = {{"/healthz", true, 200},
                      {"/healthz", false, 200},
                      {"/readyz", true, 200},
                      {"/readyz", false, 503}};
  for (const auto &test : kCases) {
    isReady_ = test.isReady;
    auto answer = get(test.path);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, test.status) << test.path << " " << test.isReady;
  }
}

TEST_F(HttpServerTest, PageShowsTheFiguresToPeople) {
  auto answer = get("/");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->get_header_value("Content-Type"), HasSubstr("text/html"));
  for (const char *part : {"ingotd 1.2.3", "build 77", "of 4,711 compiles"})
    EXPECT_THAT(answer->body, HasSubstr(part));
}

TEST_F(HttpServerTest, OtherPathsAreNotThere) {
  auto answer = get("/admin");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 404);
}

TEST_F(HttpServerTest, HeadIsAnsweredWithoutABody) {
  auto answer = httplib::Client("127.0.0.1", server_->port()).Head("/metrics");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "");
}

TEST_F(HttpServerTest, OtherMethodsAreRefusedAtOnce) {
  for (const char *method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"}) {
    // No length of a body is said: the server must not wait for its end.
    Connection connection(server_->port());
    connection.send(
        absl::StrCat(method, " /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
    EXPECT_THAT(connection.readToEnd(),
                testing::AllOf(HasSubstr("HTTP/1.1 405"),
                               HasSubstr("Allow: GET, HEAD\r\n")))
        << method;
  }
}

TEST_F(HttpServerTest, ABodyThatIsNotReadDoesNotHideTheAnswer) {
  Connection connection(server_->port());
  connection.send("POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n");
  connection.send(std::string(300000, 'x'));
  EXPECT_THAT(connection.readToEnd(), HasSubstr("HTTP/1.1 405"));
}

TEST_F(HttpServerTest, WhatIsNoHttpIsRefused) {
  for (const char *text :
       {"BREW / HTTP/1.1\r\n\r\n", "\r\n\r\n", "GET\r\n\r\n"}) {
    Connection connection(server_->port());
    connection.send(text);
    EXPECT_THAT(connection.readToEnd(), HasSubstr("HTTP/1.1 400")) << text;
  }
}

TEST_F(HttpServerTest, AConnectionIsOneRequest) {
  Connection connection(server_->port());
  connection.send("GET /healthz HTTP/1.1\r\n\r\n");
  EXPECT_THAT(
      connection.readToEnd(),
      testing::AllOf(HasSubstr("Connection: close"), HasSubstr("ok\n")));
}

TEST_F(HttpServerTest, SlowClientsAreCutOff) {
  start({/*threads=*/2, /*maxWaiting=*/8, std::chrono::milliseconds(300)});
  std::vector<Connection> slow;
  for (int i = 0; i < 6; ++i) {
    slow.emplace_back(server_->port());
    slow.back().send("GET /metrics HTTP/1.1\r\nX: ");
  }
  for (Connection &connection : slow)
    EXPECT_EQ(connection.readToEnd().find("200"), std::string::npos);
}

TEST_F(HttpServerTest, WhoHasNotSaidAllHoldsNobodyUp) {
  HttpLimits limits{/*threads=*/1, /*maxWaiting=*/1, std::chrono::hours(1)};
  limits.maxStreams = 0;
  limits.maxOpen = 10;
  start(limits);
  std::vector<Connection> slow;
  for (int i = 0; i < 100; ++i) {
    slow.emplace_back(server_->port());
    if (i % 2)
      slow.back().send("POST /login HTTP/1.1\r\nContent-Length: 9\r\n\r\n");
  }
  auto answer = get("/healthz");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(slow.front().readToEnd(), "") << "the oldest makes way";
}

TEST_F(HttpServerTest, ABodyOfWhichNobodySaysTheSizeIsRefused) {
  Connection connection(server_->port());
  connection.send("POST /login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_THAT(connection.readToEnd(), HasSubstr("HTTP/1.1 411"));
}

TEST_F(HttpServerTest, ABodyThatDoesNotComeHoldsNobodyUp) {
  HttpLimits limits{/*threads=*/1, /*maxWaiting=*/32, std::chrono::hours(1)};
  limits.maxStreams = 0;
  start(limits);
  struct {
    const char *headers, *status;
  } const kCases[] = {
      {"", " 401"}, // For there is no token.
      {"Content-Length: 0\r\n", " 401"},
      {"Content-Length: 100x\r\n", " 400"},
      {"Content-Length: -1\r\n", " 400"},
      {"Content-Length: 0\r\nContent-Length: 5\r\n", " 400"},
      {"Content-Length: 65536\r\n", " 413"},
      {"Content-Length: 65500\r\n", " 413"}, // With its headers.
      {"Content-Length: 99999999999999999999\r\n", " 413"},
  };
  for (const auto &each : kCases) {
    Connection connection(server_->port());
    connection.send(
        absl::StrCat("POST /login HTTP/1.1\r\n", each.headers, "\r\n"));
    EXPECT_THAT(connection.readToEnd(),
                testing::StartsWith(absl::StrCat("HTTP/1.1", each.status)))
        << each.headers;
  }
}

TEST_F(HttpServerTest, EndlessHeadersAreCutOff) {
  Connection connection(server_->port());
  connection.send("GET / HTTP/1.1\r\n");
  const std::string line = "X: " + std::string(4000, 'x') + "\r\n";
  for (int i = 0; i < 100; ++i)
    connection.send(line); // Fails once it is closed.
  EXPECT_EQ(connection.readToEnd().find("200 OK"), std::string::npos);
}

TEST(HttpReceptionTest, ARequestIsWholeWithTheBodyThatItNames) {
  const std::string get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                    post = "POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\n";
  struct {
    std::string bytes;
    bool isWhole;
  } const kCases[] = {
      {"", false},
      {get.substr(0, get.size() - 1), false},
      {get, true},
      {get + "more", true},
      {post, false},
      {post + "ab", false},
      {post + "abc", true},
      {"POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n", false},
      {"POST / HTTP/1.1\r\nContent-Length: 70\r\n\r\n", true},
      {"POST / HTTP/1.1\r\nContent-Length: 3x\r\n\r\n", true},
      {"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", true},
      {std::string(100, 'x'), true},
  };
  for (const auto &each : kCases)
    EXPECT_EQ(isWholeRequest(each.bytes, 100), each.isWhole) << each.bytes;
}

TEST_F(HttpServerTest, PortOfAnotherServerIsAnError) {
  // Both would answer, each some of the calls.
  auto second = HttpServer::start("127.0.0.1", server_->port(),
                                  {madeUpSource(), [] { return true; }});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(HttpServerTest, AddressOfAnotherMachineIsAnError) {
  auto second =
      HttpServer::start("192.0.2.1", 1, {madeUpSource(), [] { return true; }});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr("192.0.2.1:1"));
}

} // namespace
} // namespace ingot::server
