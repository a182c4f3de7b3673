//===- EventLoop.h - waiting for descriptors --------------------*- C++ -*-===//
//
// A thin layer over epoll that knows nothing of workers. A watch is named by a
// number that is never used again: within one batch of events a handler may
// close a descriptor and the kernel give its number to another one, and the
// event of the old one must not reach the new one's handler.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_EVENTLOOP_H
#define INGOT_SERVER_SCHEDULER_EVENTLOOP_H

#include "server/worker/FileDescriptor.h"

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace ingot::server {

/// Calls handlers of descriptors that are ready. wake() is thread-safe; the
/// rest belongs to one thread, handlers included, and handlers may call it.
class EventLoop {
public:
  /// Names a watched descriptor.
  using Watch = uint64_t;
  /// Gets the events of epoll (EPOLLIN, EPOLLOUT, EPOLLHUP, ...).
  using Handler = std::function<void(uint32_t events)>;

  /// UNAVAILABLE when the process is out of descriptors.
  static absl::StatusOr<std::unique_ptr<EventLoop>> create();

  /// Calls `handler` whenever `fd` is readable or has ended. `fd` must stay
  /// open until unwatch(). UNAVAILABLE when the kernel does not take it.
  absl::StatusOr<Watch> watch(int fd, Handler handler);

  /// Whether the handler is called when the descriptor is writable, too.
  void watchWrites(Watch watch, bool enabled);

  /// The handler is not called any more, not even for what is ready now.
  void unwatch(Watch watch);

  /// Makes wait() return; the next one, if none is under way.
  void wake();

  /// Waits until something is ready, wake() or the timeout, and calls the
  /// handlers of what is ready.
  void wait(absl::Duration timeout);

private:
  /// One watched descriptor. Shared, so that a handler may end its own watch.
  struct Entry {
    int fd;
    bool writes;
    Handler handler;
  };

  EventLoop(FileDescriptor epoll, FileDescriptor wakeup)
      : epoll_(std::move(epoll)), wakeup_(std::move(wakeup)) {}

  const FileDescriptor epoll_, wakeup_;
  std::map<Watch, std::shared_ptr<Entry>> entries_;
  Watch next_ = 1; ///< 0 is the wake-up.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_EVENTLOOP_H
