//===- EventLoop.cpp - waiting for descriptors ----------------------------===//

#include "server/scheduler/EventLoop.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/epoll.h>
#include <sys/eventfd.h>

namespace ingot::server {
namespace {

constexpr EventLoop::Watch kWakeup = 0;
constexpr int kMaxEvents = 64;
constexpr int64_t kMaxWaitMilliseconds = 60000;

int control(const FileDescriptor &epoll, int operation, int fd, uint32_t events,
            EventLoop::Watch name) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = name;
  return epoll_ctl(epoll.get(), operation, fd, &event);
}

/// -1 for ever. Rounded up, or the loop would spin through the last
/// millisecond.
int epollTimeout(absl::Duration timeout) {
  if (timeout == absl::InfiniteDuration())
    return -1;
  int64_t rest =
      absl::ToInt64Milliseconds(std::max(timeout, absl::ZeroDuration()));
  return static_cast<int>(std::min(rest + 1, kMaxWaitMilliseconds));
}

} // namespace

absl::StatusOr<std::unique_ptr<EventLoop>> EventLoop::create() {
  FileDescriptor epoll(epoll_create1(EPOLL_CLOEXEC));
  FileDescriptor wakeup(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!epoll || !wakeup ||
      control(epoll, EPOLL_CTL_ADD, wakeup.get(), EPOLLIN, kWakeup) != 0)
    return absl::UnavailableError(
        absl::StrCat("no event loop: ", std::strerror(errno)));
  return std::unique_ptr<EventLoop>(
      new EventLoop(std::move(epoll), std::move(wakeup)));
}

absl::StatusOr<EventLoop::Watch> EventLoop::watch(int fd, Handler handler) {
  Watch name = next_++;
  if (control(epoll_, EPOLL_CTL_ADD, fd, EPOLLIN, name) != 0)
    return absl::UnavailableError(
        absl::StrCat("cannot watch a descriptor: ", std::strerror(errno)));
  entries_[name] =
      std::make_shared<Entry>(Entry{fd, false, std::move(handler)});
  return name;
}

void EventLoop::watchWrites(Watch watch, bool enabled) {
  auto found = entries_.find(watch);
  if (found == entries_.end() || found->second->writes == enabled)
    return;
  found->second->writes = enabled;
  control(epoll_, EPOLL_CTL_MOD, found->second->fd,
          enabled ? EPOLLIN | EPOLLOUT : EPOLLIN, watch);
}

void EventLoop::unwatch(Watch watch) {
  auto found = entries_.find(watch);
  if (found == entries_.end())
    return;
  // Closing is not enough: a process that is just being forked holds the
  // descriptor for a moment, and epoll would still report it.
  control(epoll_, EPOLL_CTL_DEL, found->second->fd, 0, watch);
  entries_.erase(found);
}

void EventLoop::wake() {
  uint64_t one = 1;
  // Full means that it is readable already.
  (void)!write(wakeup_.get(), &one, sizeof(one));
}

void EventLoop::wait(absl::Duration timeout) {
  epoll_event events[kMaxEvents];
  int count =
      epoll_wait(epoll_.get(), events, kMaxEvents, epollTimeout(timeout));
  for (int i = 0; i < count; ++i) {
    Watch name = events[i].data.u64;
    if (name == kWakeup) {
      uint64_t ignored;
      (void)!read(wakeup_.get(), &ignored, sizeof(ignored));
    } else if (auto found = entries_.find(name); found != entries_.end()) {
      std::shared_ptr<Entry> entry = found->second;
      entry->handler(events[i].events);
    }
  }
}

} // namespace ingot::server
