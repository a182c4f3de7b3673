//===- ControlTest.cpp - messages and descriptors both ways ---------------===//
//
// Also how the two ends tell silence, the end and nonsense apart.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Control.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ingot::server {
namespace {

class ControlTest : public testing::Test {
protected:
  ControlTest() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair), 0);
    left.reset(pair[0]);
    right.reset(pair[1]);
  }

  FileDescriptor left, right;
};

TEST_F(ControlTest, BytesOnTheWireAreThoseOfTheProtocol) {
  ASSERT_TRUE(sendControl(left.get(), {kControlFork, 0x0102, 3}, -1).ok());
  char bytes[64];
  ssize_t got = recv(right.get(), bytes, sizeof(bytes), 0);
  EXPECT_EQ(std::string(bytes, static_cast<size_t>(got)),
            std::string("F\2\1\0\0\0\0\0\0\3\0\0\0", 13));
}

TEST_F(ControlTest, MessageAndDescriptorArrive) {
  FileDescriptor sent(open("/dev/null", O_RDONLY));
  ASSERT_TRUE(
      sendControl(left.get(), {kControlSpawned, 77, -5}, sent.get()).ok());
  ControlMessage message;
  FileDescriptor fd;
  ASSERT_EQ(receiveControl(right.get(), message, fd), Received::Bytes);
  EXPECT_EQ(message.kind, kControlSpawned);
  EXPECT_EQ(uint64_t{message.spawn}, 77u);
  EXPECT_EQ(int32_t{message.value}, -5);
  ASSERT_TRUE(fd);
  EXPECT_NE(fd.get(), sent.get());
  char byte;
  EXPECT_EQ(read(fd.get(), &byte, 1), 0) << "it is /dev/null";
  EXPECT_TRUE(fcntl(fd.get(), F_GETFD) & FD_CLOEXEC);
}

TEST_F(ControlTest, MessageWithoutADescriptorLeavesItAsItWas) {
  ASSERT_TRUE(sendControl(left.get(), {kControlExited, 1, 256}, -1).ok());
  ControlMessage message;
  FileDescriptor fd;
  ASSERT_EQ(receiveControl(right.get(), message, fd), Received::Bytes);
  EXPECT_FALSE(fd);
}

TEST_F(ControlTest, NothingAndTheEndAreToldApart) {
  ControlMessage message;
  FileDescriptor fd;
  EXPECT_EQ(receiveControl(right.get(), message, fd), Received::Nothing);
  left.reset();
  EXPECT_EQ(receiveControl(right.get(), message, fd), Received::End);
}

TEST_F(ControlTest, MessageOfAnotherSizeIsTheEnd) {
  for (size_t size : {1u, 12u, 14u}) {
    std::string bytes(size, 'F');
    ASSERT_EQ(send(left.get(), bytes.data(), size, 0),
              static_cast<ssize_t>(size));
    ControlMessage message;
    FileDescriptor fd;
    EXPECT_EQ(receiveControl(right.get(), message, fd), Received::End) << size;
  }
}

TEST_F(ControlTest, FullOrDeadSocketIsUnavailable) {
  absl::Status status;
  while (status.ok())
    status = sendControl(left.get(), {kControlFork, 1, 0}, -1);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  right.reset();
  EXPECT_EQ(sendControl(left.get(), {kControlFork, 1, 0}, -1).code(),
            absl::StatusCode::kUnavailable);
}

bool isOpen(int fd) { return fcntl(fd, F_GETFD) >= 0; }

TEST(FileDescriptorTest, IsClosedWithItsOwner) {
  int number;
  {
    FileDescriptor fd(dup(0));
    number = fd.get();
    EXPECT_TRUE(fd);
    EXPECT_TRUE(isOpen(number));
  }
  EXPECT_FALSE(isOpen(number));
  EXPECT_FALSE(FileDescriptor());
}

TEST(FileDescriptorTest, MovesAndReleasesWithoutClosing) {
  FileDescriptor first(dup(0));
  int number = first.get();
  FileDescriptor second(std::move(first));
  EXPECT_EQ(second.get(), number);
  FileDescriptor third(dup(0));
  int closed = third.get();
  third = std::move(second);
  EXPECT_FALSE(isOpen(closed)) << "what it owned before";
  EXPECT_EQ(third.release(), number);
  EXPECT_TRUE(isOpen(number));
  close(number);
}

} // namespace
} // namespace ingot::server
