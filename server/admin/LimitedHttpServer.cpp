//===- LimitedHttpServer.cpp - deadlines and bounds of connections --------===//
//
// The library's own stream is replaced by one that counts bytes and knows when
// its connection must end. A connection for which there is no room goes through
// the same code with a flag set, since the library gives tasks no other way to
// close their socket.
//
// A stream keeps its thread. There are threads for as many as there may be, so
// that all requests together have as many as ever.
//
// A response is followed by a short read of what the client still sends: closed
// with unread bytes, a connection is reset, and the client may never see what
// was said.
//
//===----------------------------------------------------------------------===//

#include "server/admin/LimitedHttpServer.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <netdb.h>
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
/// What a client may send after its answer.
constexpr std::chrono::milliseconds kLingerTimeout{200};
constexpr size_t kMaxLingerBytes = 1 << 20;

/// Set while a task runs that shall only close its socket.
thread_local bool isRefusing = false;

/// A few threads and a bounded queue. Thread-safe.
class BoundedQueue final : public httplib::TaskQueue {
public:
  explicit BoundedQueue(const HttpLimits &limits)
      : maxWaiting_(static_cast<size_t>(limits.maxWaiting)) {
    for (int i = 0; i < limits.threads + limits.maxStreams; ++i)
      threads_.emplace_back([this] { run(); });
  }

  void enqueue(std::function<void()> task) override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (tasks_.size() < maxWaiting_) {
        tasks_.push_back(std::move(task));
        changed_.notify_one();
        return;
      }
    }
    isRefusing = true;
    task();
    isRefusing = false;
  }

  void shutdown() override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      isOver_ = true;
      changed_.notify_all();
    }
    for (std::thread &thread : threads_)
      thread.join();
  }

private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return isOver_ || !tasks_.empty(); });
      if (tasks_.empty())
        return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  const size_t maxWaiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_; ///< Guarded by mutex_.
  bool isOver_ = false;                     ///< Guarded by mutex_.
  std::vector<std::thread> threads_;
};

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

  ssize_t read(char *bytes, size_t size) override {
    size = std::min(size, bytesLeft_);
    if (size == 0 || !await(POLLIN))
      return -1;
    ssize_t got = recv(socket_, bytes, size, MSG_DONTWAIT);
    if (got > 0)
      bytesLeft_ -= static_cast<size_t>(got);
    return got;
  }

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

/// Reads and forgets what the client still sends.
void linger(socket_t socket, const std::atomic<bool> &isClosing) {
  ::shutdown(socket, SHUT_WR);
  LimitedStream rest(socket, std::chrono::steady_clock::now() + kLingerTimeout,
                     kMaxLingerBytes, isClosing);
  std::vector<char> bytes(64 << 10);
  while (rest.read(bytes.data(), bytes.size()) > 0) {
  }
}

} // namespace

LimitedHttpServer::LimitedHttpServer(HttpLimits limits, IsPath takesPost)
    : limits_(limits) {
  new_task_queue = [limits] { return new BoundedQueue(limits); };
  // Before the library reads a body, of which the client need not say the size.
  set_pre_routing_handler([takesPost](const httplib::Request &request,
                                      httplib::Response &response) {
    if (request.method == "GET" || request.method == "HEAD" ||
        (request.method == "POST" && takesPost(request.path)))
      return HandlerResponse::Unhandled;
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
  bool isAnswered = false;
  if (!isRefusing && !isClosing_) {
    LimitedStream stream(
        socket, std::chrono::steady_clock::now() + limits_.requestTimeout,
        limits_.maxRequestBytes, isClosing_);
    bool isClosed = false;
    current = &stream;
    isAnswered = process_request(stream, /*close_connection=*/true, isClosed,
                                 /*setup_request=*/nullptr);
    current = nullptr;
    if (stream.isStream())
      --streams_;
  }
  if (isAnswered)
    linger(socket, isClosing_);
  ::close(socket);
  return isAnswered;
}

} // namespace ingot::server
