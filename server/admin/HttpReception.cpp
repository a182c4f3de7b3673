//===- HttpReception.cpp - connections that have no thread ----------------===//
//
// What has come is looked at and left where it is (MSG_PEEK), so the library
// reads it as if it had waited itself. Events come once for what is new: bytes
// that were looked at must not wake the thread again.
//
//===----------------------------------------------------------------------===//

#include "server/admin/HttpReception.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// How late a deadline may be noticed.
constexpr int kLookMilliseconds = 50;
/// What a client may send after its answer.
constexpr std::chrono::milliseconds kLingerTimeout{200};
constexpr size_t kMaxLingerBytes = 1 << 20;

} // namespace

std::optional<uint64_t> bodyLength(std::string_view text) {
  const absl::string_view digits(text.data(), text.size());
  if (digits.empty() || !absl::c_all_of(digits, absl::ascii_isdigit))
    return std::nullopt;
  uint64_t length = 0;
  return absl::SimpleAtoi(digits, &length)
             ? length
             : std::numeric_limits<uint64_t>::max();
}

bool isWholeRequest(std::string_view bytes, size_t maxBytes) {
  constexpr std::string_view kEnd = "\r\n\r\n", kLength = "content-length:";
  if (bytes.size() >= maxBytes)
    return true;
  const size_t head = bytes.find(kEnd);
  if (head == std::string_view::npos)
    return false;
  const size_t body = head + kEnd.size();
  for (absl::string_view line :
       absl::StrSplit(absl::string_view(bytes.data(), head), "\r\n")) {
    if (!absl::StartsWithIgnoreCase(line, {kLength.data(), kLength.size()}))
      continue;
    line = absl::StripAsciiWhitespace(line.substr(kLength.size()));
    const auto length = bodyLength({line.data(), line.size()});
    return !length || *length > maxBytes - body ||
           *length <= bytes.size() - body;
  }
  return true;
}

HttpReception::HttpReception(HttpLimits limits, OnRequest onRequest)
    : limits_(limits), onRequest_(std::move(onRequest)),
      events_(epoll_create1(EPOLL_CLOEXEC)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      bytes_(limits.maxRequestBytes, '\0') {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = wake_.get();
  epoll_ctl(events_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
  thread_ = std::thread([this] { run(); });
}

HttpReception::~HttpReception() {
  {
    absl::MutexLock lock(&mutex_);
    isOver_ = true;
  }
  eventfd_write(wake_.get(), 1);
  thread_.join();
}

void HttpReception::receive(FileDescriptor connection) {
  add(std::move(connection), /*isLingering=*/false);
}

void HttpReception::closeLingering(FileDescriptor connection) {
  ::shutdown(connection.get(), SHUT_WR);
  add(std::move(connection), /*isLingering=*/true);
}

void HttpReception::add(FileDescriptor connection, bool isLingering) {
  const int number = connection.get();
  const Time end =
      std::chrono::steady_clock::now() +
      (isLingering ? kLingerTimeout
                   : std::chrono::milliseconds(limits_.requestTimeout));
  absl::MutexLock lock(&mutex_);
  if (waiting_.empty())
    eventfd_write(wake_.get(), 1); // There is a deadline again.
  if (waiting_.size() >= static_cast<size_t>(limits_.maxOpen))
    waiting_.erase(std::min_element(waiting_.begin(), waiting_.end(),
                                    [](const auto &a, const auto &b) {
                                      return a.second.end < b.second.end;
                                    }));
  waiting_.insert_or_assign(number, Waiting{std::move(connection), end,
                                            isLingering, kMaxLingerBytes});
  // Says at once what has come already.
  epoll_event event{};
  event.events = EPOLLIN | EPOLLRDHUP | EPOLLET;
  event.data.fd = number;
  if (epoll_ctl(events_.get(), EPOLL_CTL_ADD, number, &event) != 0)
    waiting_.erase(number);
}

void HttpReception::run() {
  int timeout = -1;
  while (true) {
    epoll_event events[64];
    const int count =
        epoll_wait(events_.get(), events, std::size(events), timeout);
    for (int i = 0; i < count; ++i)
      onReadable(events[i].data.fd);
    eventfd_t ignored;
    eventfd_read(wake_.get(), &ignored);
    absl::MutexLock lock(&mutex_);
    if (isOver_)
      return;
    closeExpired();
    timeout = waiting_.empty() ? -1 : kLookMilliseconds;
  }
}

void HttpReception::onReadable(int number) {
  FileDescriptor connection;
  {
    absl::MutexLock lock(&mutex_);
    auto found = waiting_.find(number);
    if (found == waiting_.end())
      return;
    if (found->second.isLingering) {
      if (!drain(found->second))
        waiting_.erase(found);
      return;
    }
    const ssize_t got =
        recv(number, bytes_.data(), bytes_.size(), MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    if (got <= 0) {
      waiting_.erase(found);
      return;
    }
    if (!isWholeRequest({bytes_.data(), static_cast<size_t>(got)},
                        bytes_.size()))
      return;
    epoll_ctl(events_.get(), EPOLL_CTL_DEL, number, nullptr);
    connection = std::move(found->second.connection);
    waiting_.erase(found);
  }
  onRequest_(std::move(connection));
}

bool HttpReception::drain(Waiting &waiting) {
  char bytes[4096];
  while (waiting.bytesLeft > 0) {
    const ssize_t got =
        recv(waiting.connection.get(), bytes,
             std::min(sizeof(bytes), waiting.bytesLeft), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return got < 0 && errno == EAGAIN;
    waiting.bytesLeft -= static_cast<size_t>(got);
  }
  return false;
}

void HttpReception::closeExpired() {
  const Time now = std::chrono::steady_clock::now();
  for (auto each = waiting_.begin(); each != waiting_.end();)
    each = each->second.end <= now ? waiting_.erase(each) : std::next(each);
}

} // namespace ingot::server
