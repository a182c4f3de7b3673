//===- FrameTest.cpp - frames, whole, in pieces and malformed -------------===//

#include "server/worker/Frame.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>
#include <iterator>
#include <sys/mman.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;

class FrameTest : public testing::Test {
protected:
  FrameTest() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    left.reset(pair[0]);
    right.reset(pair[1]);
  }

  /// What the reader makes of these bytes and then the end of the stream.
  absl::StatusOr<std::optional<Frame>> decode(const std::string &bytes,
                                              int memfd = -1) {
    EXPECT_TRUE(sendSome(left.get(), bytes, memfd).ok());
    left.reset();
    FrameDecoder decoder(1 << 20);
    return receiveFrame(right.get(), decoder);
  }

  FileDescriptor left, right;
};

TEST_F(FrameTest, BytesOnTheWireAreThoseOfTheGrammar) {
  auto frame = encodeFrame("hi", {"a", "bc"});
  ASSERT_TRUE(frame.ok());
  std::string wanted("IGF1\2\0\0\0\2\0\0\0\0\0\0\0"
                     "\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                     "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0hiabc",
                     53);
  EXPECT_EQ(frame->bytes, wanted);
  EXPECT_FALSE(frame->memfd);
}

TEST_F(FrameTest, SmallPayloadsGoInline) {
  ASSERT_TRUE(sendFrame(left.get(), "header", {"one", "", "three"}).ok());
  FrameDecoder decoder(1 << 20);
  auto frame = receiveFrame(right.get(), decoder);
  ASSERT_TRUE(frame.ok() && frame->has_value());
  EXPECT_EQ((*frame)->header, "header");
  EXPECT_THAT((*frame)->payloads, ElementsAre("one", "", "three"));
}

TEST_F(FrameTest, LargePayloadsGoThroughOneMemfd) {
  std::string large(1 << 18, 'x');
  auto encoded = encodeFrame("header", {large, "small", large});
  ASSERT_TRUE(encoded.ok());
  EXPECT_TRUE(encoded->memfd);
  EXPECT_LT(encoded->bytes.size(), 100u);
  ASSERT_TRUE(sendFrame(left.get(), "header", {large, "small", large}).ok());
  FrameDecoder decoder(1 << 20);
  auto frame = receiveFrame(right.get(), decoder);
  ASSERT_TRUE(frame.ok() && frame->has_value()) << frame.status();
  EXPECT_THAT((*frame)->payloads, ElementsAre(large, "small", large));
}

TEST_F(FrameTest, FramesInARowStayApart) {
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(sendFrame(left.get(), std::to_string(i), {}).ok());
  FrameDecoder decoder(0);
  for (int i = 0; i < 100; ++i) {
    auto frame = receiveFrame(right.get(), decoder);
    ASSERT_TRUE(frame.ok() && frame->has_value());
    EXPECT_EQ((*frame)->header, std::to_string(i));
  }
}

TEST_F(FrameTest, AMemfdOutlivesTheFrameThatItCameBehind) {
  // What the kernel may hand over at once: an event, and the result after it.
  std::string large(1 << 18, 'x');
  auto event = encodeFrame("event", {"small"});
  auto result = encodeFrame("result", {large});
  ASSERT_TRUE(event.ok() && result.ok());
  FrameDecoder decoder(1 << 20);
  decoder.feed(event->bytes + result->bytes, std::move(result->memfd));
  auto first = decoder.next();
  ASSERT_TRUE(first.ok() && first->has_value());
  EXPECT_EQ((*first)->header, "event");
  auto second = decoder.next();
  ASSERT_TRUE(second.ok() && second->has_value()) << second.status();
  EXPECT_THAT((*second)->payloads, ElementsAre(large));
}

TEST_F(FrameTest, EndOfStreamIsNoError) {
  auto frame = decode("");
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_FALSE(frame->has_value());
}

TEST_F(FrameTest, WrongMagicIsRefused) {
  EXPECT_EQ(decode(std::string(64, 'g')).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(FrameTest, SizesBeyondLimitsAreRefusedBeforeAllocating) {
  std::string huge = encodeFrame("", {})->bytes;
  huge[7] = '\x7f'; // headerSize
  EXPECT_EQ(decode(huge).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(FrameTest, PayloadsLargerThanWhatCameAreRefused) {
  std::string bytes = encodeFrame("", {"abc"})->bytes;
  bytes[32] = '\x04';
  EXPECT_EQ(decode(bytes).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(FrameTest, UnsealedMemfdIsRefused) {
  auto encoded = encodeFrame("", {std::string(100000, 'x')});
  ASSERT_TRUE(encoded.ok());
  FileDescriptor open(memfd_create("open", 0));
  ASSERT_EQ(ftruncate(open.get(), 100000), 0);
  EXPECT_EQ(decode(encoded->bytes, open.get()).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(FrameTest, DescriptorsBeyondTheOneAreClosed) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  int sent[2] = {memfd_create("one", 0), memfd_create("two", 0)};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(sent))] = {};
  char byte = 'x';
  iovec vector{&byte, 1};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  cmsghdr *part = CMSG_FIRSTHDR(&message);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(sizeof(sent));
  std::memcpy(CMSG_DATA(part), sent, sizeof(sent));
  auto openDescriptors = [] {
    std::filesystem::directory_iterator folder("/proc/self/fd");
    return std::distance(begin(folder), end(folder));
  };
  ASSERT_EQ(sendmsg(pair[0], &message, 0), 1);
  auto before = openDescriptors();
  {
    FrameDecoder decoder(1 << 20);
    ASSERT_TRUE(receive(pair[1], decoder).ok());
  }
  EXPECT_EQ(openDescriptors(), before);
  for (int fd : {pair[0], pair[1], sent[0], sent[1]})
    close(fd);
}

TEST_F(FrameTest, MissingMemfdIsRefused) {
  auto encoded = encodeFrame("", {std::string(100000, 'x')});
  ASSERT_TRUE(encoded.ok());
  EXPECT_EQ(decode(encoded->bytes).status().code(),
            absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace ingot::server
