//===- EventLoopTest.cpp - handlers, wake-ups and timeouts ----------------===//
//
// Real sockets, one thread: what is ready is known before the loop looks.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/EventLoop.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

class EventLoopTest : public testing::Test {
protected:
  /// Two connected sockets that do not block.
  struct Pair {
    FileDescriptor ours, theirs;
    Pair() {
      int fds[2];
      EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
      ours.reset(fds[0]);
      theirs.reset(fds[1]);
    }
    void say() { EXPECT_EQ(write(theirs.get(), "x", 1), 1); }
  };

  /// Looks once, without waiting.
  void poll() { loop_->wait(absl::ZeroDuration()); }

  std::unique_ptr<EventLoop> loop_ = *EventLoop::create();
};

TEST_F(EventLoopTest, ReadableDescriptorCallsItsHandler) {
  Pair first, second;
  uint32_t events = 0;
  (void)*loop_->watch(first.ours.get(),
                      [&](uint32_t ready) { events = ready; });
  (void)*loop_->watch(second.ours.get(),
                      [](uint32_t) { FAIL() << "not readable"; });
  first.say();
  loop_->wait(absl::InfiniteDuration());
  EXPECT_EQ(events, uint32_t{EPOLLIN});
}

TEST_F(EventLoopTest, DescriptorThatCannotBeWatchedIsAnError) {
  FileDescriptor file(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  auto watch = loop_->watch(file.get(), [](uint32_t) {});
  EXPECT_EQ(watch.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(watch.status().message()),
              testing::HasSubstr("cannot watch a descriptor"));
  poll(); // Nothing is left of it.
}

TEST_F(EventLoopTest, EndOfTheOtherSideIsReported) {
  Pair pair;
  uint32_t events = 0;
  (void)*loop_->watch(pair.ours.get(), [&](uint32_t ready) { events = ready; });
  pair.theirs.reset();
  loop_->wait(absl::InfiniteDuration());
  EXPECT_TRUE(events & EPOLLHUP);
}

TEST_F(EventLoopTest, WritableOnesAreReportedOnlyWhenAskedFor) {
  Pair pair;
  int calls = 0;
  EventLoop::Watch watch =
      *loop_->watch(pair.ours.get(), [&](uint32_t) { ++calls; });
  poll();
  EXPECT_EQ(calls, 0);
  loop_->watchWrites(watch, true);
  poll();
  EXPECT_EQ(calls, 1);
  loop_->watchWrites(watch, false);
  poll();
  EXPECT_EQ(calls, 1);
}

TEST_F(EventLoopTest, HandlerMayEndItsOwnWatch) {
  Pair pair;
  int calls = 0;
  auto token = std::make_shared<int>(7);
  EventLoop::Watch watch = *loop_->watch(pair.ours.get(), [&, token](uint32_t) {
    loop_->unwatch(watch);
    ++calls;
    EXPECT_EQ(*token, 7) << "what the handler holds is still there";
  });
  pair.say();
  poll();
  poll();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(token.use_count(), 1) << "the handler is gone";
}

TEST_F(EventLoopTest, EndedWatchIsNotCalledForWhatWasReadyWithIt) {
  // Both are ready in one batch; whichever comes first closes the other and
  // opens a descriptor that gets its number.
  Pair pairs[2];
  EventLoop::Watch watches[2];
  int calls = 0, strangers = 0;
  FileDescriptor reused;
  for (int i = 0; i < 2; ++i)
    watches[i] = *loop_->watch(pairs[i].ours.get(), [&, i](uint32_t) {
      ++calls;
      Pair &other = pairs[1 - i];
      int number = other.ours.get();
      loop_->unwatch(watches[1 - i]);
      other.ours.reset();
      reused.reset(fcntl(pairs[i].theirs.get(), F_DUPFD, number));
      ASSERT_EQ(reused.get(), number);
      (void)*loop_->watch(number, [&](uint32_t) { ++strangers; });
    });
  pairs[0].say();
  pairs[1].say();
  poll();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(strangers, 0);
}

TEST_F(EventLoopTest, UnknownWatchesAreIgnored) {
  loop_->unwatch(12345);
  loop_->watchWrites(12345, true);
  poll();
}

TEST_F(EventLoopTest, WakeEndsAWaitOfAnotherThread) {
  std::thread other([&] { loop_->wake(); });
  loop_->wait(absl::InfiniteDuration());
  other.join();
}

TEST_F(EventLoopTest, WakeBeforeTheWaitIsNotLost) {
  for (int i = 0; i < 3; ++i)
    loop_->wake();
  loop_->wait(absl::InfiniteDuration());
}

TEST_F(EventLoopTest, TimeoutEndsTheWait) {
  loop_->wait(absl::Milliseconds(1));
  loop_->wait(-absl::Seconds(5)); // Overdue.
}

} // namespace
} // namespace ingot::server
