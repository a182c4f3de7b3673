//===- FrameTest.cpp - frames, whole, in pieces and malformed -------------===//
//
// A worker may be compromised, so most of this is about what must not decode:
// each rule of PROTOCOL.md has a stream that breaks it and nothing else.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/mman.h>
#include <sys/socket.h>
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

/// The prefix of a frame as PROTOCOL.md has it.
struct Prefix {
  uint32_t magic = 0x31464749;
  uint32_t headerSize = 0;
  uint32_t payloadCount = 0;
  uint32_t reserved = 0;
  uint64_t inlineSize = 0;
  uint64_t memfdSize = 0;
};

std::string bytesOf(const Prefix &prefix, const std::vector<uint64_t> &table,
                    const std::string &rest = "") {
  std::string bytes(reinterpret_cast<const char *>(&prefix), sizeof(prefix));
  for (uint64_t size : table)
    bytes.append(reinterpret_cast<const char *>(&size), sizeof(size));
  return bytes + rest;
}

/// What a decoder with a limit of 1000 bytes makes of it.
absl::StatusOr<std::optional<Frame>> decodeBytes(const std::string &bytes,
                                                 FileDescriptor memfd = {}) {
  FrameDecoder decoder(1000);
  decoder.feed(bytes, std::move(memfd));
  return decoder.next();
}

FileDescriptor sealedMemfd(const std::string &contents) {
  FileDescriptor fd(memfd_create("test", MFD_ALLOW_SEALING));
  EXPECT_EQ(write(fd.get(), contents.data(), contents.size()),
            static_cast<ssize_t>(contents.size()));
  EXPECT_EQ(fcntl(fd.get(), F_ADD_SEALS,
                  F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL),
            0);
  return fd;
}

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

TEST_F(FrameTest, ManySmallPayloadsDoNotBecomeMemory) {
  // 40 MiB in pieces that are each small enough to be copied.
  const std::string piece(900 << 10, 'p');
  std::vector<std::string_view> pieces(45, piece);
  const absl::Status sent = sendFrame(left.get(), "header", pieces);
  ASSERT_TRUE(sent.ok()) << sent;
  FrameDecoder decoder(64 << 20);
  auto frame = receiveFrame(right.get(), decoder);
  ASSERT_TRUE(frame.ok() && frame->has_value()) << frame.status();
  int64_t inMemory = 0;
  for (const FramePayload &payload : (*frame)->payloads) {
    EXPECT_EQ(payload, FramePayload(piece));
    inMemory += payload.isInMemory() ? payload.size() : 0;
  }
  EXPECT_GT(inMemory, 10 << 20) << "small ones cost a descriptor otherwise";
  EXPECT_LE(inMemory, 16 << 20);
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

TEST_F(FrameTest, EndWithinAFrameGivesNoFrame) {
  const std::string whole = encodeFrame("header", {"payload"})->bytes;
  for (size_t size = 0; size < whole.size(); ++size) {
    auto frame = decodeBytes(whole.substr(0, size));
    ASSERT_TRUE(frame.ok()) << size << ": " << frame.status();
    EXPECT_FALSE(frame->has_value()) << size;
  }
}

TEST_F(FrameTest, FramesArePutTogetherFromSingleBytes) {
  std::string bytes = encodeFrame("one", {"a", ""})->bytes +
                      encodeFrame("two", {std::string(1000, 'b')})->bytes;
  FrameDecoder decoder(1000);
  std::vector<Frame> frames;
  for (char byte : bytes) {
    decoder.feed({&byte, 1}, FileDescriptor());
    auto frame = decoder.next();
    ASSERT_TRUE(frame.ok()) << frame.status();
    if (frame->has_value())
      frames.push_back(**std::move(frame));
  }
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].header, "one");
  EXPECT_THAT(frames[0].payloads, ElementsAre("a", ""));
  EXPECT_THAT(frames[1].payloads, ElementsAre(std::string(1000, 'b')));
}

TEST_F(FrameTest, MemfdBeginsBeyond64KiBOfPayloads) {
  EXPECT_FALSE(encodeFrame("", {std::string(64 << 10, 'x')})->memfd);
  EXPECT_TRUE(encodeFrame("", {std::string(64 << 10, 'x'), "y"})->memfd);
}

TEST_F(FrameTest, PayloadsInAMemfdStandAtMultiplesOf64) {
  auto frame = encodeFrame("", {"abc", std::string(1 << 17, 'x'), "z"});
  ASSERT_TRUE(frame.ok());
  char bytes[4] = {};
  ASSERT_EQ(pread(frame->memfd.get(), bytes, 4, 0), 4);
  EXPECT_EQ(std::string(bytes, 4), std::string("abc\0", 4));
  ASSERT_EQ(pread(frame->memfd.get(), bytes, 1, 64), 1);
  EXPECT_EQ(bytes[0], 'x');
  ASSERT_EQ(pread(frame->memfd.get(), bytes, 4, 64 + (1 << 17)), 1)
      << "nothing stands after the last one";
  EXPECT_EQ(bytes[0], 'z');
}

TEST_F(FrameTest, FramesThatDoNotAddUpAreRefused) {
  struct {
    const char *wanted;
    Prefix prefix;
    std::vector<uint64_t> table;
    std::string rest;
  } const kCases[] = {
      {"wrong magic", {0x32464749}, {}, ""},
      {"wrong magic", {0x31464749, 0, 0, /*reserved=*/1}, {}, ""},
      {"over a limit", {0x31464749, (64u << 20) + 1}, {}, ""},
      {"over a limit", {0x31464749, 0, 1000001}, {}, ""},
      {"over a limit", {0x31464749, 0, 0, 0, (64 << 10) + 1}, {}, ""},
      {"over a limit", {0x31464749, 0, 1, 0, 0, 1000 + 65}, {1065}, ""},
      {"over a limit", {0x31464749, 0, 1, 0, 0, ~uint64_t{0}}, {1}, ""},
      {"two places", {0x31464749, 0, 1, 0, 3, 3}, {3}, "abc"},
      {"larger than what came", {0x31464749, 0, 1, 0, 3}, {4}, "abc"},
      {"larger than what came", {0x31464749, 0, 2, 0, 3}, {3, 1}, "abc"},
      {"larger than what came",
       {0x31464749, 0, 2, 0, 3},
       {2, ~uint64_t{0}},
       "abc"},
      {"smaller than what came", {0x31464749, 0, 1, 0, 3}, {2}, "abc"},
      {"smaller than what came", {0x31464749, 0, 0, 0, 3}, {}, "abc"},
      {"did not come with it", {0x31464749, 0, 1, 0, 0, 3}, {3}, ""},
  };
  for (const auto &test : kCases) {
    auto frame = decodeBytes(bytesOf(test.prefix, test.table, test.rest));
    EXPECT_EQ(frame.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(frame.status().message()),
                testing::HasSubstr(test.wanted));
  }
}

TEST_F(FrameTest, LimitsAreCheckedBeforeTheRestCame) {
  // Nothing but the prefix: a decoder that waits for the rest would buffer it.
  Prefix huge;
  huge.headerSize = ~0u;
  EXPECT_EQ(decodeBytes(bytesOf(huge, {})).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(FrameTest, MemfdThatIsNotWhatThePrefixSaysIsRefused) {
  struct {
    const char *wanted;
    uint64_t memfdSize;
    std::vector<uint64_t> table;
  } const kCases[] = {
      {"another size", 5, {5}},
      {"larger than what came", 6, {7}},
      {"larger than what came", 6, {3, 3}}, // The second stands at 64.
      {"smaller than what came", 6, {5}},
  };
  for (const auto &test : kCases) {
    Prefix prefix;
    prefix.payloadCount = static_cast<uint32_t>(test.table.size());
    prefix.memfdSize = test.memfdSize;
    auto frame =
        decodeBytes(bytesOf(prefix, test.table), sealedMemfd("abcdef"));
    EXPECT_THAT(std::string(frame.status().message()),
                testing::HasSubstr(test.wanted));
  }
  Prefix prefix;
  prefix.payloadCount = 1;
  prefix.memfdSize = 6;
  auto frame = decodeBytes(bytesOf(prefix, {6}), sealedMemfd("abcdef"));
  ASSERT_TRUE(frame.ok() && frame->has_value()) << frame.status();
  EXPECT_THAT((*frame)->payloads, ElementsAre("abcdef"));
}

TEST_F(FrameTest, DescriptorThatIsNoMemfdIsRefused) {
  FileDescriptor null(open("/dev/null", O_RDONLY));
  Prefix prefix;
  prefix.payloadCount = 1;
  prefix.memfdSize = 6;
  EXPECT_EQ(decodeBytes(bytesOf(prefix, {6}), std::move(null)).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(FrameTest, FileOfTheRightSizeIsRefused) {
  // It has no seals to ask for, and the -1 that says so has every bit.
  const std::string name =
      testing::TempDir() + "frame-" + std::to_string(getpid());
  FileDescriptor file(open(name.c_str(), O_CREAT | O_RDWR, 0600));
  unlink(name.c_str());
  ASSERT_EQ(write(file.get(), "abcdef", 6), 6);
  Prefix prefix;
  prefix.payloadCount = 1;
  prefix.memfdSize = 6;
  EXPECT_THAT(std::string(decodeBytes(bytesOf(prefix, {6}), std::move(file))
                              .status()
                              .message()),
              testing::HasSubstr("not sealed"));
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

TEST_F(FrameTest, DeadPeersAreTheEndAndFullSocketsSayNothing) {
  FrameDecoder decoder(0);
  fcntl(right.get(), F_SETFL, O_NONBLOCK);
  EXPECT_EQ(*receive(right.get(), decoder), Received::Nothing);
  std::string bytes(1 << 20, 'x');
  fcntl(left.get(), F_SETFL, O_NONBLOCK);
  while (*sendSome(left.get(), bytes, -1) > 0) {
  }
  EXPECT_EQ(*receive(right.get(), decoder), Received::Bytes);
  right.reset(); // With bytes unread, which resets the connection.
  EXPECT_EQ(*receive(left.get(), decoder), Received::End);
  EXPECT_EQ(sendSome(left.get(), bytes, -1).status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(sendFrame(left.get(), "header", {}).code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(receive(-1, decoder).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST_F(FrameTest, MissingMemfdIsRefused) {
  auto encoded = encodeFrame("", {std::string(100000, 'x')});
  ASSERT_TRUE(encoded.ok());
  EXPECT_EQ(decode(encoded->bytes).status().code(),
            absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace ingot::server
