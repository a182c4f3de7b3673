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

TEST(FrameGuardTest, CallsPassHoweverTheyAreCut) {
  std::string bytes = kPreface + frame(FrameType::Settings, 0);
  for (int call = 0; call < 1000; ++call)
    bytes += frame(FrameType::Headers, kEndHeaders, std::string(300, 'h')) +
             frame(FrameType::Data, 0, std::string(1000, 'd')) +
             frame(FrameType::Data, kEndStream) +
             frame(FrameType::Ping, kAcknowledgement, "12345678") +
             frame(FrameType::WindowUpdate, 0, "1234");
  for (const size_t cut : {1, 7, 5000}) {
    FrameGuard guard(kNow);
    std::string_view rest = bytes;
    bool passes = true;
    for (; passes && !rest.empty();
         rest.remove_prefix(std::min(cut, rest.size())))
      passes = guard.take(rest.substr(0, cut), kNow, doesNotRead);
    EXPECT_TRUE(passes) << cut << ", " << rest.size() << " bytes are left";
  }
}

TEST(FrameGuardTest, ABlockOfHeadersHasAnEnd) {
  for (const size_t size : {size_t{0}, size_t{16000}}) {
    FrameGuard guard(kNow);
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

TEST(FrameGuardTest, ABlockThatEndsIsForgotten) {
  FrameGuard guard(kNow);
  ASSERT_TRUE(guard.take(kPreface, kNow, reads));
  for (int block = 0; block < 100; ++block)
    EXPECT_TRUE(guard.take(
        frame(FrameType::Headers, 0, std::string(16000, 'h')) +
            frame(FrameType::Continuation, kEndHeaders, std::string(9000, 'h')),
        kNow, reads));
}

TEST(FrameGuardTest, FramesThatBringNothingAreFewAtOnceAndMoreWithTime) {
  for (const std::string &piece :
       {frame(FrameType::ResetStream, 0, "1234"),
        frame(FrameType::Ping, 0, "12345678"), frame(FrameType::Settings, 0),
        frame(FrameType::Priority, 0, "12345"), frame(FrameType::Data, 0)}) {
    FrameGuard guard(kNow);
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

TEST(FrameGuardTest, WhoTakesAnswersMayAskWithEachOne) {
  FrameGuard guard(kNow);
  const std::string call = frame(FrameType::Headers, kEndHeaders, "h") +
                           frame(FrameType::Data, kEndStream, "d") +
                           frame(FrameType::WindowUpdate, 0, "1234") +
                           frame(FrameType::Ping, 0, "12345678");
  ASSERT_TRUE(guard.take(kPreface, kNow, reads));
  absl::Time now = kNow;
  for (int i = 0; i < 10000; ++i, now += absl::Microseconds(100))
    ASSERT_TRUE(guard.take(call, now, reads)) << i;
  FrameGuard faster(kNow);
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

} // namespace
} // namespace ingot::server
