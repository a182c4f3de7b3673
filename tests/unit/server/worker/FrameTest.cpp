//===- FrameTest.cpp - Frames arrive whole or not at all ------------------===//
//
// Both ends of a socketpair in one process. The malformed packets are written
// byte by byte from the grammar of PROTOCOL.md, not by the code under test.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FrameTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_), 0);
  }
  void TearDown() override {
    close(ends_[0]);
    close(ends_[1]);
  }
  absl::StatusOr<std::optional<Frame>> receive(int64_t limit = 1 << 30) {
    return receiveFrame(ends_[1], limit);
  }
  static std::string prefix(uint32_t magic, uint16_t version, uint16_t flags,
                            uint32_t header, uint32_t count, uint64_t body) {
    std::string out(24, '\0');
    memcpy(&out[0], &magic, 4);
    memcpy(&out[4], &version, 2);
    memcpy(&out[6], &flags, 2);
    memcpy(&out[8], &header, 4);
    memcpy(&out[12], &count, 4);
    memcpy(&out[16], &body, 8);
    return out;
  }
  std::string refusal(const std::string &packet) {
    EXPECT_EQ(send(ends_[0], packet.data(), packet.size(), 0),
              static_cast<ssize_t>(packet.size()));
    return std::string(receive().status().message());
  }
  static constexpr uint32_t kMagic = 0x57474e49;
  int ends_[2];
};

TEST_F(FrameTest, SmallFrameArrivesAsSent) {
  ASSERT_TRUE(sendFrame(ends_[0], "header", {"one", "", "three"}).ok());
  auto frame = receive();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ((*frame)->header, "header");
  EXPECT_THAT((*frame)->payloads, ElementsAre("one", "", "three"));
}

TEST_F(FrameTest, SeveralHundredLargePayloadsTravelInOneFrame) {
  std::string payload(10000, 'x');
  std::vector<std::string_view> payloads(600, payload);
  ASSERT_TRUE(sendFrame(ends_[0], "link", payloads).ok());
  auto frame = receive();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ((*frame)->payloads, std::vector<std::string>(600, payload));
}

TEST_F(FrameTest, ClosedSocketIsTheEndAndNoError) {
  shutdown(ends_[0], SHUT_WR);
  auto frame = receive();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_FALSE(frame->has_value());
}

TEST_F(FrameTest, BodyBeyondTheLimitIsRefused) {
  ASSERT_TRUE(sendFrame(ends_[0], "h", {std::string(100000, 'x')}).ok());
  EXPECT_EQ(receive(99999).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(FrameTest, PacketOfTheGrammarIsRead) {
  std::string body("\x02\0\0\0\0\0\0\0hd", 10);
  body.resize(64);
  body += "ab";
  std::string packet = prefix(kMagic, 1, 0, 2, 1, body.size()) + body;
  EXPECT_EQ(encodeBody("hd", {"ab"}), body);
  ASSERT_EQ(send(ends_[0], packet.data(), packet.size(), 0),
            static_cast<ssize_t>(packet.size()));
  auto frame = receive();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ((*frame)->header, "hd");
  EXPECT_THAT((*frame)->payloads, ElementsAre("ab"));
}

TEST_F(FrameTest, MalformedPacketsAreRefused) {
  EXPECT_THAT(refusal("x"), HasSubstr("packet size"));
  EXPECT_THAT(refusal(prefix(1, 1, 0, 0, 0, 0)), HasSubstr("magic"));
  EXPECT_THAT(refusal(prefix(kMagic, 2, 0, 0, 0, 0)), HasSubstr("version"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 2, 0, 0, 0)), HasSubstr("flag"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 0, 0, 70000, 0)),
              HasSubstr("too many payloads"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 0, ~0u, 0, 0)),
              HasSubstr("header too long"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 0, 5, 0, 0)), HasSubstr("too short"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 1, 0, 0, 0)),
              HasSubstr("where the flags say"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 0, 0, 0, 3) + "abc"),
              HasSubstr("behind the last"));
  EXPECT_THAT(refusal(prefix(kMagic, 1, 0, 0, 1, 8) + std::string(8, '\xff')),
              HasSubstr("beyond the body"));
}

TEST_F(FrameTest, UnsealedMemfdIsRefused) {
  int memfd = memfd_create("test", MFD_CLOEXEC);
  std::string packet = prefix(kMagic, 1, 1, 0, 0, 0);
  iovec part{packet.data(), packet.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  cmsghdr *c = CMSG_FIRSTHDR(&message);
  *c = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(c), &memfd, sizeof(int));
  ASSERT_GT(sendmsg(ends_[0], &message, 0), 0);
  close(memfd);
  EXPECT_THAT(std::string(receive().status().message()),
              HasSubstr("not sealed"));
}

} // namespace
} // namespace ingot::server
