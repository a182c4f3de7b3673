//===- WorkerChannelTest.cpp - frames over a socket that does not block ---===//
//
// The worker's end is a socket of the test, so that it can stop reading, die
// and send garbage at the moment that matters.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkerChannel.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;

class WorkerChannelTest : public testing::Test {
protected:
  WorkerChannelTest() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    channel_.emplace(FileDescriptor(pair[0]), 1 << 20);
    worker_.reset(pair[1]);
  }

  void send(const std::string &header, const std::string &payload = "") {
    auto frame = encodeFrame(header, {payload});
    ASSERT_TRUE(frame.ok()) << frame.status();
    channel_->send(*std::move(frame));
  }

  std::optional<WorkerChannel> channel_;
  FileDescriptor worker_;
};

TEST_F(WorkerChannelTest, FrameIsWrittenAndAnswered) {
  send("question", "payload");
  EXPECT_FALSE(channel_->write()) << "nothing is left";
  FrameDecoder decoder(1 << 20);
  auto question = receiveFrame(worker_.get(), decoder);
  ASSERT_TRUE(question.ok() && question->has_value());
  EXPECT_EQ((*question)->header, "question");
  ASSERT_TRUE(sendFrame(worker_.get(), "answer", {"a", "b"}).ok());
  auto answer = channel_->read();
  ASSERT_TRUE(answer.ok() && answer->has_value());
  EXPECT_THAT((*answer)->payloads, ElementsAre("a", "b"));
}

TEST_F(WorkerChannelTest, NothingIsThereYet) {
  auto frame = channel_->read();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_FALSE(frame->has_value());
}

TEST_F(WorkerChannelTest, FramesLargerThanTheBufferGoInTurns) {
  const std::string large(3 << 20, 'h');
  send(large);
  ASSERT_TRUE(channel_->write()) << "the socket is full";
  FrameDecoder decoder(1 << 20);
  std::optional<Frame> frame;
  for (bool left = true; !frame;) {
    ASSERT_TRUE(receive(worker_.get(), decoder).ok());
    frame = *decoder.next();
    left = left && channel_->write();
  }
  EXPECT_EQ(frame->header, large);
}

TEST_F(WorkerChannelTest, MemfdGoesWithTheFirstByteOnly) {
  send(std::string(1 << 20, 'h'), std::string(100000, 'p'));
  ASSERT_TRUE(channel_->write());
  FrameDecoder decoder(1 << 20);
  std::optional<Frame> frame;
  while (!frame) {
    ASSERT_TRUE(receive(worker_.get(), decoder).ok());
    channel_->write();
    frame = *decoder.next();
  }
  EXPECT_THAT(frame->payloads, ElementsAre(std::string(100000, 'p')));
}

TEST_F(WorkerChannelTest, EndIsReadAfterWhatStoodBeforeIt) {
  ASSERT_TRUE(sendFrame(worker_.get(), "last", {}).ok());
  worker_.reset();
  auto last = channel_->read();
  ASSERT_TRUE(last.ok() && last->has_value());
  EXPECT_EQ((*last)->header, "last");
  EXPECT_EQ(channel_->read().status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(WorkerChannelTest, GarbageIsToldFromTheEnd) {
  ASSERT_EQ(write(worker_.get(), std::string(64, 'g').data(), 64), 64);
  EXPECT_EQ(channel_->read().status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(WorkerChannelTest, WritingToADeadWorkerDropsTheFrame) {
  worker_.reset();
  send("question");
  EXPECT_FALSE(channel_->write());
  EXPECT_FALSE(channel_->read().ok());
}

TEST_F(WorkerChannelTest, WorkerReadsTheEndOfAClosedChannel) {
  channel_->close();
  EXPECT_EQ(channel_->socket(), -1);
  FrameDecoder decoder(1 << 20);
  auto frame = receiveFrame(worker_.get(), decoder);
  ASSERT_TRUE(frame.ok());
  EXPECT_FALSE(frame->has_value());
}

} // namespace
} // namespace ingot::server
