//===- LimitedHttpServer.cpp - deadlines and bounds of connections --------===//
//
// The library's own stream is replaced by one that counts bytes and knows when
// its connection must end. The library accepts a connection and makes a task of
// it, which runs at once and hands it to the reception; threads get it when its
// request is whole.
//
// A stream keeps its thread. There are threads for as many as there may be, so
// that all requests together have as many as ever.
//
//===----------------------------------------------------------------------===//

#include "server/admin/LimitedHttpServer.h"
#include "server/admin/HttpReception.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <deque>
#include <netdb.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ingot::server {
namespace {

using Time = std::chrono::steady_clock::time_point;

/// How soon a connection notices that the server closes.
constexpr std::chrono::milliseconds kCloseCheck{50};

/// A socket that ends at a deadline or after so many bytes. One thread.
class LimitedStream final : public httplib::Stream {
public:
  LimitedStream(socket_t socket, Time deadline, size_t maxBytes,
                const std::atomic<bool> &isClosing)
      : socket_(socket), deadline_(deadline), bytesLeft_(maxBytes),
        isClosing_(isClosing) {}

  /// From now on each write has `writeTimeout`, and all of them end at `end`.
  void beginStream(Time end, std::chrono::milliseconds writeTimeout) {
    isStream_ = true;
    end_ = end;
    writeTimeout_ = writeTimeout;
  }
  bool isStream() const { return isStream_; }

  /// Waits for `time`; false when the client is gone or the stream must end.
  bool wait(std::chrono::milliseconds time) {
    const Time now = std::chrono::steady_clock::now();
    deadline_ = std::min(end_, now + time);
    // Nobody has anything to say here: what is to be read is the end.
    return !await(POLLIN | POLLRDHUP) && !isClosing_ &&
           std::chrono::steady_clock::now() < end_;
  }

  bool is_readable() const override { return await(POLLIN); }
  bool is_writable() const override { return await(POLLOUT); }

  /// Never waits: the request is whole, so what is not there does not come.
  ssize_t read(char *bytes, size_t size) override {
    size = std::min(size, bytesLeft_);
    if (size == 0)
      return 0;
    ssize_t got = recv(socket_, bytes, size, MSG_DONTWAIT);
    if (got > 0)
      bytesLeft_ -= static_cast<size_t>(got);
    return got < 0 && errno == EAGAIN ? 0 : got;
  }

  /// How much more may be read.
  size_t bytesLeft() const { return bytesLeft_; }
  /// Nothing more is read.
  void endRequest() { bytesLeft_ = 0; }

  ssize_t write(const char *bytes, size_t size) override {
    if (isStream_)
      deadline_ =
          std::min(end_, std::chrono::steady_clock::now() + writeTimeout_);
    if (!await(POLLOUT))
      return -1;
    return send(socket_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  // Nobody asks: there is no log of requests.
  void get_remote_ip_and_port(std::string &address, int &port) const override {
    sockaddr_storage peer{};
    socklen_t size = sizeof(peer);
    char host[NI_MAXHOST], service[NI_MAXSERV];
    auto *generic = reinterpret_cast<sockaddr *>(&peer);
    if (getpeername(socket_, generic, &size) != 0 ||
        getnameinfo(generic, size, host, sizeof(host), service, sizeof(service),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
      return;
    address = host;
    port = std::atoi(service);
  }
  void get_local_ip_and_port(std::string &, int &) const override {}
  socket_t socket() const override { return socket_; }

private:
  bool await(short events) const {
    while (!isClosing_) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline_ - std::chrono::steady_clock::now());
      if (left.count() <= 0)
        return false;
      pollfd wait{socket_, events, 0};
      int ready =
          poll(&wait, 1, static_cast<int>(std::min(left, kCloseCheck).count()));
      if (ready != 0)
        return ready > 0 || errno == EINTR;
    }
    return false;
  }

  const socket_t socket_;
  Time deadline_;
  size_t bytesLeft_;
  bool isStream_ = false;
  Time end_;                               ///< Of a stream.
  std::chrono::milliseconds writeTimeout_; ///< Likewise.
  const std::atomic<bool> &isClosing_;
};

/// The connection that this thread serves.
thread_local LimitedStream *current = nullptr;

/// Before the library reads the body of a POST; without a length it has none.
/// The status to refuse it with, or 0.
int checkBody(const httplib::Request &request) {
  const size_t lengths = request.get_header_value_count("Content-Length");
  if (lengths == 0) {
    current->endRequest();
    return 0;
  }
  const auto length = bodyLength(request.get_header_value("Content-Length"));
  if (lengths > 1 || !length)
    return 400;
  return *length > current->bytesLeft() ? 413 : 0;
}

} // namespace

/// A reception, a few threads and a bounded queue between them. Thread-safe.
class LimitedHttpServer::Threads final : public httplib::TaskQueue {
public:
  explicit Threads(LimitedHttpServer &server)
      : server_(server),
        reception_(std::in_place, server.limits_, [this](FileDescriptor whole) {
          enqueueRequest(std::move(whole));
        }) {
    for (int i = 0; i < server.limits_.threads + server.limits_.maxStreams; ++i)
      threads_.emplace_back([this] { run(); });
  }

  HttpReception &reception() { return *reception_; }

  /// The library's, for each connection; receives it.
  void enqueue(std::function<void()> task) override { task(); }

  void shutdown() override {
    {
      absl::MutexLock lock(&mutex_);
      isOver_ = true;
    }
    for (std::thread &thread : threads_)
      thread.join();
    reception_.reset();
  }

private:
  void enqueueRequest(FileDescriptor request) {
    absl::MutexLock lock(&mutex_);
    if (requests_.size() >= static_cast<size_t>(server_.limits_.maxWaiting))
      return;
    requests_.push_back(std::move(request));
  }

  bool hasWork() const ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    return isOver_ || !requests_.empty();
  }

  void run() {
    while (true) {
      FileDescriptor request;
      {
        absl::MutexLock lock(&mutex_);
        mutex_.Await(absl::Condition(this, &Threads::hasWork));
        if (isOver_)
          return;
        request = std::move(requests_.front());
        requests_.pop_front();
      }
      if (server_.answer(request.get()))
        reception_->closeLingering(std::move(request));
    }
  }

  LimitedHttpServer &server_;
  absl::Mutex mutex_;
  std::deque<FileDescriptor> requests_ ABSL_GUARDED_BY(mutex_);
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
  std::optional<HttpReception> reception_; // Ends before what it uses.
};

LimitedHttpServer::LimitedHttpServer(HttpLimits limits, IsPath takesPost)
    : limits_(limits) {
  new_task_queue = [this] { return threads_ = new Threads(*this); };
  // Before the library reads a body, of which the client need not say the size.
  set_pre_routing_handler([takesPost](const httplib::Request &request,
                                      httplib::Response &response) {
    // A thread would wait for what is still to come.
    if (request.has_header("Transfer-Encoding")) {
      response.status = 411;
      response.set_content("a body says its size\n", "text/plain");
      return HandlerResponse::Handled;
    }
    if (request.method == "GET" || request.method == "HEAD")
      return HandlerResponse::Unhandled;
    if (request.method == "POST" && takesPost(request.path)) {
      const int status = checkBody(request);
      if (status == 0)
        return HandlerResponse::Unhandled;
      response.status = status;
      response.set_content(status == 413 ? "the body is too large\n"
                                         : "Content-Length is no one number\n",
                           "text/plain");
      return HandlerResponse::Handled;
    }
    response.status = 405;
    response.set_header("Allow", "GET, HEAD");
    response.set_content("only GET and HEAD\n", "text/plain");
    return HandlerResponse::Handled;
  });
}

void LimitedHttpServer::close() {
  isClosing_ = true;
  stop();
}

bool LimitedHttpServer::beginStream() {
  if (++streams_ > limits_.maxStreams) {
    --streams_;
    return false;
  }
  current->beginStream(std::chrono::steady_clock::now() + limits_.streamTimeout,
                       limits_.requestTimeout);
  return true;
}

bool LimitedHttpServer::waitInStream(std::chrono::milliseconds time) {
  return current->wait(time);
}

bool LimitedHttpServer::process_and_close_socket(socket_t socket) {
  FileDescriptor connection(socket);
  if (!isClosing_)
    threads_->reception().receive(std::move(connection));
  return true;
}

bool LimitedHttpServer::answer(socket_t socket) {
  LimitedStream stream(
      socket, std::chrono::steady_clock::now() + limits_.requestTimeout,
      limits_.maxRequestBytes, isClosing_);
  bool isClosed = false;
  current = &stream;
  const bool isAnswered =
      process_request(stream, /*close_connection=*/true, isClosed,
                      /*setup_request=*/nullptr);
  current = nullptr;
  if (stream.isStream())
    --streams_;
  return isAnswered;
}

} // namespace ingot::server
