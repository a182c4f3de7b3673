//===- FrameGuard.h - frames of HTTP/2 that only cost -----------*- C++ -*-===//
//
// gRPC 1.51 bounds messages and metadata, and how many calls of a connection
// run at once. It does not bound what a client sends beside that: a header
// block is kept as long as more of it comes, each PING after the third becomes
// an error that is kept, and a call that is reset at once is no longer one of
// those that run, though its memory is still there. Sixteen connections take
// gigabytes so, within seconds and without a token.
//
// Clients of Go measure the round trip by a PING with each answer, thousands of
// times a second where it is short. They take what they are sent, and gRPC
// keeps nothing of their PINGs: such connections stay.
//
// A client can have the server reset its calls as well, by frames that are
// wrong for one call alone (data of a call that it has ended, a window beyond
// its limit): those do not run any more either, and their memory is still
// there.
//
// This reads along, headers of frames both ways and of messages what comes, and
// says when a connection has to end. What gRPC checks itself (sizes of frames,
// their order) is left to it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_FRAMEGUARD_H
#define INGOT_SERVER_DAEMON_FRAMEGUARD_H

#include "server/daemon/OpenCalls.h"

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ingot::server {

/// Bytes of one block of headers on the wire. gRPC takes 16 KiB of metadata,
/// and what is encoded is smaller, or hardly larger.
inline constexpr int64_t kMaxHeaderBlockBytes = 64 << 10;
/// Frames at once that bring nothing: a caller who is ended gives up what it
/// has under way, at most kMaxCallsPerConnection.
inline constexpr double kFreeFrames = 200;
/// And how many a second. A client that hedges gives up a call of each of its
/// threads every 150 ms, at worst.
inline constexpr double kFreeFramesPerSecond = 1000;

/// The same of PING and SETTINGS, by clients that take what they are sent. On
/// one machine an answer takes a tenth of a millisecond.
inline constexpr double kPingsPerSecond = 20000;

/// How many frames may come: so many at once, and then so many a second.
class FrameBudget {
public:
  explicit FrameBudget(absl::Time now, double atOnce = kFreeFrames,
                       double perSecond = kFreeFramesPerSecond)
      : atOnce_(static_cast<float>(atOnce)),
        perSecond_(static_cast<float>(perSecond)), free_(atOnce), filled_(now) {
  }
  bool take(absl::Time now);
  /// Begins anew; false if it did so a moment ago, by kPingsPerSecond.
  bool fill(absl::Time now);
  /// Of those at once, how many came.
  double taken() const { return atOnce_ - free_; }

private:
  float atOnce_, perSecond_;
  double free_;
  absl::Time filled_;
  absl::Time begun_ = absl::InfinitePast();
};

/// What all connections have together. Thread-safe.
class CallTotals {
public:
  explicit CallTotals(absl::Time now)
      : givenUp_(now, kGivenUpAtOnce, kGivenUpPerSecond) {}

  std::atomic<int64_t> bytes{0}; ///< What OpenCalls count.

  /// For each call that is reset while it is open. False when so many are that
  /// their memory adds up: those who have some part in it are ended.
  bool giveUp(absl::Time now);

  /// Whether many of the calls that gRPC keeps are over: it takes in new ones
  /// before it gives up those of connections that are gone, and each still has
  /// its memory.
  bool areManyOver(int64_t keptCalls) const {
    return keptCalls - bytes / kCallBytes > kMaxCallsOver;
  }
  static constexpr int64_t kMaxCallsOver = 4000;

private:
  static constexpr double kGivenUpAtOnce = 5000, kGivenUpPerSecond = 20000;

  absl::Mutex mutex_;
  FrameBudget givenUp_ ABSL_GUARDED_BY(mutex_);
};

inline constexpr size_t kFrameHeaderBytes = 9;

/// What stands before each frame.
struct FrameHeader {
  uint8_t type, flags;
  uint32_t stream;
  size_t size; ///< Of what follows.
};

/// Headers of frames in bytes that come in pieces of any size.
class FrameReader {
public:
  /// `skip` bytes come before the first.
  explicit FrameReader(size_t skip) : skip_(skip) {}

  /// Hands on each header, and what follows it in as many parts as it comes in.
  /// False when `onFrame` says so.
  bool take(
      std::string_view bytes,
      absl::FunctionRef<bool(const FrameHeader &)> onFrame,
      absl::FunctionRef<void(const FrameHeader &, std::string_view)> onPart =
          [](const FrameHeader &, std::string_view) {});

private:
  static constexpr uint8_t kNoFrame = 0xff;

  FrameHeader frame_{kNoFrame, 0, 0, 0}; ///< The last.
  size_t skip_;                          ///< Until the next header.
  size_t headerSize_ = 0;                ///< Of it, what has come.
  uint8_t header_[kFrameHeaderBytes] = {};
};

/// One connection. One thread at a time each way.
class FrameGuard {
public:
  FrameGuard(absl::Time now, CallTotals &totals)
      : totals_(totals), pings_(now), others_(now), resets_(now),
        calls_(totals.bytes) {}

  /// Says whether the client takes what it is sent.
  using TakesAnswers = absl::FunctionRef<bool()>;

  /// False when the connection has to end. `bytes` are what the client sends
  /// next.
  bool take(std::string_view bytes, absl::Time now, TakesAnswers takesAnswers);
  /// The same of what it is sent next.
  bool answer(std::string_view bytes, absl::Time now);

  OpenCalls &calls() { return calls_; }

private:
  bool onFrame(const FrameHeader &frame, absl::Time now,
               TakesAnswers takesAnswers);
  bool onAnswer(const FrameHeader &frame, absl::Time now);
  bool onHeaders(const FrameHeader &frame);
  /// PING or SETTINGS, which gRPC acknowledges.
  bool onPing(absl::Time now, TakesAnswers takesAnswers);
  bool onReset(uint32_t stream, absl::Time now, FrameBudget &budget);

  static constexpr size_t kPrefaceBytes = 24;

  CallTotals &totals_;
  FrameReader fromClient_{kPrefaceBytes}, toClient_{0};
  int64_t blockBytes_ = 0; ///< Of the block of headers that is not over.
  uint32_t lastCall_ = 0;
  FrameBudget pings_, others_, resets_;
  OpenCalls calls_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_FRAMEGUARD_H
