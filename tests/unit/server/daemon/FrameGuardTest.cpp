//===- FrameGuardTest.cpp - frames that only cost -------------------------===//

#include "server/daemon/FrameGuard.h"
#include "tests/fakes/HttpFrames.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace ingot::server {
namespace {

const absl::Time kNow = absl::UnixEpoch();

bool reads() { return true; }
bool doesNotRead() { return false; }

class FrameGuardTest : public testing::Test {
protected:
  /// One that has had the preface.
  void begin(FrameGuard &guard) {
    ASSERT_TRUE(guard.take(kPreface, kNow, reads));
  }

  CallTotals totals_{kNow};
};

TEST_F(FrameGuardTest, CallsPassHoweverTheyAreCut) {
  std::string bytes = kPreface + frame(FrameType::Settings, 0);
  for (int part = 0; part < 1000; ++part)
    bytes += frame(FrameType::Headers, kEndHeaders, std::string(300, 'h')) +
             frame(FrameType::Data, 0, std::string(1000, 'd')) +
             frame(FrameType::Data, kEndStream) +
             frame(FrameType::Ping, kAcknowledgement, "12345678") +
             frame(FrameType::WindowUpdate, 0, "1234");
  for (const size_t cut : {1, 7, 5000}) {
    FrameGuard guard(kNow, totals_);
    std::string_view rest = bytes;
    bool passes = true;
    for (; passes && !rest.empty();
         rest.remove_prefix(std::min(cut, rest.size())))
      passes = guard.take(rest.substr(0, cut), kNow, doesNotRead);
    EXPECT_TRUE(passes) << cut << ", " << rest.size() << " bytes are left";
  }
}

TEST_F(FrameGuardTest, ABlockOfHeadersHasAnEnd) {
  for (const size_t size : {size_t{0}, size_t{16000}}) {
    FrameGuard guard(kNow, totals_);
    const std::string piece =
        frame(FrameType::Continuation, 0, std::string(size, 'h'));
    ASSERT_TRUE(
        guard.take(kPreface + frame(FrameType::Headers, 0), kNow, reads));
    int64_t bytes = 0;
    while (bytes < 2 * kMaxHeaderBlockBytes && guard.take(piece, kNow, reads))
      bytes += static_cast<int64_t>(piece.size());
    EXPECT_LE(bytes, kMaxHeaderBlockBytes);
    EXPECT_GT(bytes, kMaxHeaderBlockBytes / 2);
  }
}

TEST_F(FrameGuardTest, ABlockThatEndsIsForgotten) {
  FrameGuard guard(kNow, totals_);
  ASSERT_TRUE(guard.take(kPreface, kNow, reads));
  for (int block = 0; block < 100; ++block)
    EXPECT_TRUE(guard.take(
        frame(FrameType::Headers, 0, std::string(16000, 'h')) +
            frame(FrameType::Continuation, kEndHeaders, std::string(9000, 'h')),
        kNow, reads));
}

TEST_F(FrameGuardTest, FramesThatBringNothingAreFewAtOnceAndMoreWithTime) {
  for (const std::string &piece :
       {frame(FrameType::ResetStream, 0, "1234"),
        frame(FrameType::Ping, 0, "12345678"), frame(FrameType::Settings, 0),
        frame(FrameType::Priority, 0, "12345"), frame(FrameType::Data, 0)}) {
    FrameGuard guard(kNow, totals_);
    ASSERT_TRUE(guard.take(kPreface, kNow, reads));
    absl::Time last;
    for (const absl::Time now : {kNow, kNow + absl::Hours(1)}) {
      for (int i = 0; i < static_cast<int>(kFreeFrames); ++i)
        ASSERT_TRUE(guard.take(piece, now, doesNotRead)) << i;
      // What comes later comes one by one.
      last = now + absl::Seconds(1 / kFreeFramesPerSecond) * 1.01;
      EXPECT_TRUE(guard.take(piece, last, doesNotRead));
    }
    EXPECT_FALSE(guard.take(piece, last, doesNotRead));
  }
}

TEST_F(FrameGuardTest, WhoTakesAnswersMayAskWithEachOne) {
  FrameGuard guard(kNow, totals_);
  const std::string call = frame(FrameType::Headers, kEndHeaders, "h") +
                           frame(FrameType::Data, kEndStream, "d") +
                           frame(FrameType::WindowUpdate, 0, "1234") +
                           frame(FrameType::Ping, 0, "12345678");
  ASSERT_TRUE(guard.take(kPreface, kNow, reads));
  absl::Time now = kNow;
  for (int i = 0; i < 10000; ++i, now += absl::Microseconds(100))
    ASSERT_TRUE(guard.take(call, now, reads)) << i;
  FrameGuard faster(kNow, totals_);
  ASSERT_TRUE(faster.take(kPreface, kNow, reads));
  bool passes = true;
  for (int i = 0; passes && i < 1000; ++i)
    passes = faster.take(call, kNow, reads);
  EXPECT_FALSE(passes) << "no answer comes so soon";
  // But not give up calls.
  const std::string reset = frame(FrameType::ResetStream, 0, "1234");
  for (int i = 0; i < static_cast<int>(kFreeFrames); ++i)
    ASSERT_TRUE(guard.take(reset, kNow, reads)) << i;
  EXPECT_FALSE(guard.take(reset, kNow, reads));
}

std::string call(uint32_t stream, size_t headerBytes = 100) {
  return frame(FrameType::Headers, kEndHeaders, std::string(headerBytes, 'h'),
               stream) +
         frame(FrameType::Data, 0, std::string(5, '\0'), stream);
}

/// What stands before a message of so many bytes.
std::string messageHead(uint32_t size) {
  std::string head(1, '\0');
  for (int shift : {24, 16, 8, 0})
    head += static_cast<char>(size >> shift);
  return head;
}

std::string data(const std::string &bytes, uint32_t stream = 1) {
  return frame(FrameType::Data, 0, bytes, stream);
}

std::string answer(uint32_t stream) {
  return frame(FrameType::Headers, kEndHeaders, "h", stream) +
         frame(FrameType::Data, 0, "d", stream) +
         frame(FrameType::Headers, kEndHeaders | kEndStream, "h", stream);
}

std::string reset(uint32_t stream) {
  return frame(FrameType::ResetStream, 0, "1234", stream);
}

TEST_F(FrameGuardTest, CallsCountWithTheirHeadersUntilTheyAreOver) {
  FrameGuard guard(kNow, totals_);
  begin(guard);
  for (uint32_t stream = 1; stream < 7; stream += 2)
    ASSERT_TRUE(guard.take(
        call(stream) + frame(FrameType::Continuation, 0, "12345", stream), kNow,
        reads));
  EXPECT_EQ(totals_.bytes, 3 * (kCallBytes + 105));
  ASSERT_TRUE(
      guard.take(frame(FrameType::Headers, kEndHeaders, "h", 5), kNow, reads));
  EXPECT_EQ(totals_.bytes, 3 * (kCallBytes + 105)) << "trailers are no call";
  ASSERT_TRUE(guard.answer(answer(1), kNow));
  EXPECT_EQ(totals_.bytes, 2 * (kCallBytes + 105));
  ASSERT_TRUE(guard.answer(reset(3), kNow));
  EXPECT_EQ(totals_.bytes, kCallBytes + 105);
  ASSERT_TRUE(guard.take(reset(5), kNow, reads));
  EXPECT_EQ(totals_.bytes, 0);
}

TEST_F(FrameGuardTest, WhatCameOfAMessageCountsUntilItIsWhole) {
  const std::string bytes = call(1) + data(messageHead(70000).substr(0, 2)) +
                            data(messageHead(70000).substr(2)) +
                            data(std::string(60000, 'd')) +
                            data(std::string(9999, 'd'));
  const int64_t ofCall = kCallBytes + 100;
  for (const size_t cut : {size_t{1}, size_t{9}, size_t{5000}, bytes.size()}) {
    FrameGuard guard(kNow, totals_);
    begin(guard);
    for (std::string_view rest = bytes; !rest.empty();
         rest.remove_prefix(std::min(cut, rest.size())))
      ASSERT_TRUE(guard.take(rest.substr(0, cut), kNow, reads));
    EXPECT_EQ(totals_.bytes, ofCall + 2 * 70004);
    ASSERT_TRUE(guard.take(data("d"), kNow, reads));
    EXPECT_LE(totals_.bytes, ofCall + 2 * kUnreadBytes);
    ASSERT_TRUE(guard.answer(answer(1), kNow));
    EXPECT_EQ(totals_.bytes, 0);
  }
}

TEST_F(FrameGuardTest, TheFirstMessageIsWithItsServiceAndOthersMayWait) {
  FrameGuard guard(kNow, totals_);
  begin(guard);
  const std::string message = messageHead(10000) + std::string(10000, 'd');
  ASSERT_TRUE(
      guard.take(frame(FrameType::Headers, kEndHeaders, "h"), kNow, reads));
  const int64_t ofCall = totals_.bytes;
  ASSERT_TRUE(guard.take(data(message), kNow, reads));
  EXPECT_EQ(totals_.bytes, ofCall);
  ASSERT_TRUE(guard.take(data(message + message), kNow, reads));
  EXPECT_EQ(totals_.bytes, ofCall + 4 * 10005);
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(guard.take(data(message), kNow, reads));
  EXPECT_EQ(totals_.bytes, ofCall + 2 * kUnreadBytes)
      << "gRPC takes more only when somebody reads";
  ASSERT_TRUE(guard.take(reset(1), kNow, reads));
  EXPECT_EQ(totals_.bytes, 0);
  ASSERT_TRUE(guard.take(data(message), kNow, reads));
  EXPECT_EQ(totals_.bytes, 0) << "gRPC drops what comes of a call that is over";
}

TEST_F(FrameGuardTest, CallsOfAConnectionThatEndedCountUntilItIsGone) {
  {
    FrameGuard guard(kNow, totals_);
    begin(guard);
    ASSERT_TRUE(guard.take(call(1), kNow, reads));
    guard.calls().close();
    ASSERT_TRUE(guard.take(call(3) + reset(1), kNow, reads));
    EXPECT_EQ(totals_.bytes, kCallBytes + 100);
  }
  EXPECT_EQ(totals_.bytes, 0);
}

TEST_F(FrameGuardTest, CallsAtOnceAreFewAndAtFirstMore) {
  for (const bool isAcknowledged : {false, true}) {
    FrameGuard guard(kNow, totals_);
    begin(guard);
    if (isAcknowledged)
      ASSERT_TRUE(guard.take(frame(FrameType::Settings, kAcknowledgement), kNow,
                             reads));
    uint32_t stream = 1;
    for (size_t i = 0; i < (isAcknowledged ? kMaxCallsSeen : kMaxCallsAtFirst);
         ++i, stream += 2)
      ASSERT_TRUE(guard.take(call(stream), kNow, reads)) << i;
    ASSERT_TRUE(guard.answer(answer(1), kNow));
    EXPECT_TRUE(guard.take(call(stream), kNow, reads)) << "one is over";
    EXPECT_FALSE(guard.take(call(stream + 2), kNow, reads));
  }
}

TEST_F(FrameGuardTest, WhoHadMoreAtFirstEndsThemAndStays) {
  FrameGuard guard(kNow, totals_);
  begin(guard);
  uint32_t stream = 1;
  for (size_t i = 0; i < kMaxCallsAtFirst; ++i, stream += 2)
    ASSERT_TRUE(guard.take(call(stream), kNow, reads));
  ASSERT_TRUE(
      guard.take(frame(FrameType::Settings, kAcknowledgement), kNow, reads));
  for (uint32_t each = 1; each < stream; each += 2)
    ASSERT_TRUE(guard.answer(answer(each), kNow));
  EXPECT_TRUE(guard.take(call(stream), kNow, reads));
}

TEST_F(FrameGuardTest, CallsThatTheServerResetsAreFewAtOnce) {
  FrameGuard guard(kNow, totals_);
  begin(guard);
  uint32_t stream = 1;
  for (int i = 0; i < static_cast<int>(kFreeFrames); ++i, stream += 2)
    ASSERT_TRUE(guard.take(call(stream), kNow, reads) &&
                guard.answer(reset(stream), kNow))
        << i;
  ASSERT_TRUE(guard.take(call(stream), kNow, reads));
  EXPECT_FALSE(guard.answer(reset(stream), kNow));
}

TEST_F(FrameGuardTest, CallsThatAreAnsweredBeforeTheyHaveSaidAllAreNoResets) {
  FrameGuard guard(kNow, totals_);
  begin(guard);
  for (uint32_t stream = 1; stream < 10000; stream += 2)
    ASSERT_TRUE(guard.take(call(stream), kNow, reads) &&
                guard.answer(answer(stream) + reset(stream), kNow))
        << stream;
}

TEST_F(FrameGuardTest, OfManyWhoGiveUpCallsTogetherThoseWithAPartAreEnded) {
  int ended = 0;
  for (int i = 0; i < 100; ++i) {
    FrameGuard guard(kNow, totals_);
    begin(guard);
    bool passes = true;
    for (uint32_t stream = 1; passes && stream < 199; stream += 2)
      passes = guard.take(call(stream) + reset(stream), kNow, reads);
    ended += !passes;
  }
  EXPECT_GT(ended, 40);
  EXPECT_LT(ended, 60) << "for a while all of them may";
  FrameGuard other(kNow, totals_);
  begin(other);
  EXPECT_TRUE(other.take(call(1) + reset(1), kNow, reads));
}

TEST_F(FrameGuardTest, CallsThatAreOpenAreNotOver) {
  constexpr int64_t kMany = CallTotals::kMaxCallsOver;
  EXPECT_FALSE(totals_.areManyOver(kMany));
  EXPECT_TRUE(totals_.areManyOver(kMany + 1));
  totals_.bytes += 10 * kCallBytes;
  EXPECT_FALSE(totals_.areManyOver(kMany + 10));
  EXPECT_TRUE(totals_.areManyOver(kMany + 11));
  totals_.bytes = 0;
}

} // namespace
} // namespace ingot::server
