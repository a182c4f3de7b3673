//===- FramePropertyTest.cpp - streams of any frames, cut anywhere --------===//
//
// A socket hands over what it likes at a time, and a compromised worker sends
// what it likes. So: whatever is sent arrives, however it is cut; and of bytes
// that were changed the decoder makes frames or an error, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"
#include "tests/unit/SeededRandom.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <random>
#include <sys/socket.h>
#include <thread>

namespace ingot::server {
namespace {

constexpr int64_t kLimit = 4 << 20;

/// A frame to send.
struct Message {
  std::string header;
  std::vector<std::string> payloads;

  absl::StatusOr<EncodedFrame> encoded() const {
    return encodeFrame(header, {payloads.begin(), payloads.end()});
  }
};

class FramePropertyTest : public testing::Test {
protected:
  /// Most are small; some have more than stands inline.
  Message draw() {
    Message message{random.bytes(random.below(50)), {}};
    const uint32_t most = random.below(8) == 0 ? 60000 : 40;
    for (uint32_t left = random.below(5); left > 0; --left)
      message.payloads.push_back(random.bytes(random.below(most)));
    return message;
  }

  SeededRandom random{17};
};

void expectEqual(const Frame &frame, const Message &message) {
  EXPECT_EQ(frame.header, message.header);
  ASSERT_EQ(frame.payloads.size(), message.payloads.size());
  for (size_t i = 0; i < message.payloads.size(); ++i)
    EXPECT_TRUE(frame.payloads[i] == FramePayload(message.payloads[i])) << i;
}

TEST_F(FramePropertyTest, WhatIsSentArrivesHoweverItIsCut) {
  for (int round = 0; round < 50; ++round) {
    FrameDecoder decoder(kLimit);
    for (int i = 0; i < 10; ++i) {
      const Message message = draw();
      auto encoded = message.encoded();
      ASSERT_TRUE(encoded.ok()) << encoded.status();
      std::string_view rest = encoded->bytes;
      while (!rest.empty()) {
        // A descriptor comes with the first byte of its frame.
        const size_t size = std::min<size_t>(1 + random.below(70), rest.size());
        decoder.feed(rest.substr(0, size), std::move(encoded->memfd));
        rest.remove_prefix(size);
        auto frame = decoder.next();
        ASSERT_TRUE(frame.ok()) << frame.status();
        ASSERT_EQ(frame->has_value(), rest.empty());
        if (frame->has_value())
          expectEqual(**frame, message);
      }
    }
  }
}

TEST_F(FramePropertyTest, BothEndsOfASocketAgree) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  FileDescriptor left(pair[0]), right(pair[1]);
  std::vector<Message> messages;
  for (int i = 0; i < 200; ++i)
    messages.push_back(draw());
  std::thread sender([&] {
    for (const Message &message : messages)
      EXPECT_TRUE(sendFrame(left.get(), message.header,
                            {message.payloads.begin(), message.payloads.end()})
                      .ok());
    left.reset();
  });
  FrameDecoder decoder(kLimit);
  for (const Message &message : messages) {
    auto frame = receiveFrame(right.get(), decoder);
    if (!frame.ok() || !frame->has_value()) {
      ADD_FAILURE() << frame.status();
      break;
    }
    expectEqual(**frame, message);
  }
  auto end = receiveFrame(right.get(), decoder);
  sender.join();
  ASSERT_TRUE(end.ok()) << end.status();
  EXPECT_FALSE(end->has_value());
}

TEST_F(FramePropertyTest, ChangedBytesAreFramesOrAnError) {
  int errors = 0, frames = 0;
  for (int i = 0; i < 3000; ++i) {
    auto encoded = draw().encoded();
    ASSERT_TRUE(encoded.ok()) << encoded.status();
    std::string changed = encoded->bytes;
    // Most of what can be wrong stands at the front.
    const size_t reach = std::min<size_t>(changed.size(), 64);
    for (uint32_t left = 1 + random.below(3); left > 0; --left)
      changed[random.below(static_cast<uint32_t>(reach))] =
          random.below(2) ? '\xff' : static_cast<char>(random.below(4));
    FrameDecoder decoder(kLimit);
    decoder.feed(changed, std::move(encoded->memfd));
    auto frame = decoder.next();
    if (!frame.ok()) {
      ++errors;
      EXPECT_EQ(frame.status().code(), absl::StatusCode::kInvalidArgument);
      continue;
    }
    if (!frame->has_value())
      continue;
    ++frames;
    int64_t total = static_cast<int64_t>((*frame)->header.size());
    for (const FramePayload &payload : (*frame)->payloads) {
      auto copy = payload.copy();
      ASSERT_TRUE(copy.ok()) << copy.status();
      total += payload.size();
    }
    EXPECT_LE(total, kLimit);
  }
  EXPECT_GT(errors, 300);
  EXPECT_GT(frames, 100);
}

TEST_F(FramePropertyTest, PayloadsOfAFileAreSentAsTheyStand) {
  // As the daemon sends what it read from the store: no copy is made of it.
  const std::vector<std::string> payloads{random.bytes(100), "",
                                          random.bytes(70000)};
  SealedPayloads sealed;
  for (const std::string &payload : payloads)
    sealed.sizes.push_back(static_cast<int64_t>(payload.size()));
  int64_t total = 0;
  sealed.offsets = payloadOffsets(sealed.sizes, total);
  auto writer = SealedFileWriter::create(total);
  ASSERT_TRUE(writer.ok()) << writer.status();
  for (size_t i = 0; i < payloads.size(); ++i)
    ASSERT_TRUE(writer->write(sealed.offsets[i], payloads[i]).ok());
  auto file = writer->seal();
  ASSERT_TRUE(file.ok()) << file.status();
  sealed.file = *file;
  for (int time : {1, 2}) { // The file can be sent again.
    auto encoded = encodeFrame("header", sealed);
    ASSERT_TRUE(encoded.ok()) << encoded.status();
    FrameDecoder decoder(kLimit);
    decoder.feed(encoded->bytes, std::move(encoded->memfd));
    auto frame = decoder.next();
    ASSERT_TRUE(frame.ok() && frame->has_value()) << time << frame.status();
    expectEqual(**frame, {"header", payloads});
  }
}

TEST_F(FramePropertyTest, TheLimitIsOfPayloadsAndNotOfTheirPadding) {
  // Inline and in a file, where the second payload stands behind 63 bytes.
  for (int64_t limit : {1, 100, 100000})
    for (int64_t size : {limit, limit + 1}) {
      auto encoded = encodeFrame(
          "", {"x", std::string(static_cast<size_t>(size) - 1, 'y')});
      ASSERT_TRUE(encoded.ok()) << encoded.status();
      FrameDecoder decoder(limit);
      decoder.feed(encoded->bytes, std::move(encoded->memfd));
      auto frame = decoder.next();
      EXPECT_EQ(frame.ok(), size <= limit) << size << ": " << frame.status();
    }
}

TEST(SealedFilePropertyTest, PartsAreReadFromAnywhere) {
  SeededRandom random(23);
  const std::string bytes = random.bytes(200000);
  auto writer = SealedFileWriter::create(static_cast<int64_t>(bytes.size()));
  ASSERT_TRUE(writer.ok()) << writer.status();
  // In pieces, the last of them first.
  for (size_t end = bytes.size(); end > 0;) {
    const size_t size = std::min<size_t>(1 + random() % 9000, end);
    ASSERT_TRUE(writer
                    ->write(static_cast<int64_t>(end - size),
                            std::string_view(bytes).substr(end - size, size))
                    .ok());
    end -= size;
  }
  auto file = writer->seal();
  ASSERT_TRUE(file.ok()) << file.status();
  const FramePayload whole(*file, 0, (*file)->size());
  EXPECT_EQ(*whole.copy(), bytes);
  std::vector<std::thread> threads;
  for (uint32_t seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937 own(seed);
      for (int i = 0; i < 200; ++i) {
        const size_t from = own() % bytes.size(),
                     size = own() % (bytes.size() - from);
        const FramePayload part(*file, static_cast<int64_t>(from),
                                static_cast<int64_t>(size));
        const std::string_view wanted =
            std::string_view(bytes).substr(from, size);
        EXPECT_EQ(*part.view(), wanted);
        std::string read(size / 2, '\0');
        EXPECT_TRUE(part.read(static_cast<int64_t>(size - size / 2),
                              read.data(), read.size())
                        .ok());
        EXPECT_EQ(read, wanted.substr(size - size / 2));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_FALSE(whole.isInMemory());
}

TEST(SealedFilePropertyTest, ASizeThatCannotBeIsUnavailable) {
  EXPECT_EQ(SealedFileWriter::create(-1).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(FramePayloadPropertyTest, EqualityIsThatOfBytes) {
  auto inFile = [](const std::string &bytes) {
    auto writer = SealedFileWriter::create(static_cast<int64_t>(bytes.size()));
    EXPECT_TRUE(writer.ok() && writer->write(0, bytes).ok());
    return FramePayload(*writer->seal(), 0, static_cast<int64_t>(bytes.size()));
  };
  const std::vector<std::string> values{"", "a", "b", "ab",
                                        std::string("a\0", 2)};
  for (const std::string &left : values)
    for (const std::string &right : values)
      for (bool isLeftInFile : {false, true})
        EXPECT_EQ((isLeftInFile ? inFile(left) : FramePayload(left)) ==
                      inFile(right),
                  left == right)
            << left << " and " << right;
}

} // namespace
} // namespace ingot::server
