//===- FrameGuard.h - frames of HTTP/2 that only cost -----------*- C++ -*-===//
//
// gRPC 1.51 bounds messages and metadata, and how many calls of a connection
// run at once. It does not bound what a client sends beside that: a header
// block is kept as long as more of it comes, each question for an answer
// (PING) after the third becomes an error that is kept, and a call that is
// reset at once is no longer one of those that run, though its memory is still
// there. Sixteen connections take gigabytes so, within seconds and without a
// token.
//
// Clients of Go ask with each answer how long the way is, thousands of times a
// second where it is short. They take what they are sent, and gRPC keeps
// nothing of their questions: such connections stay.
//
// This reads along, headers of frames alone, and says when a connection has to
// end. What gRPC checks itself (sizes of frames, their order) is left to it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_FRAMEGUARD_H
#define INGOT_SERVER_DAEMON_FRAMEGUARD_H

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
/// has under way, at most 100 calls (kMaxCallsPerConnection).
inline constexpr double kFreeFrames = 200;
/// And how many a second. A client that hedges gives up a call of each of its
/// threads every 150 ms, at worst.
inline constexpr double kFreeFramesPerSecond = 1000;

/// The same of questions by clients that take what they are sent. On one
/// machine an answer takes a tenth of a millisecond.
inline constexpr double kQuestionsPerSecond = 20000;

/// How many frames may come: so many at once, and then so many a second.
class FrameBudget {
public:
  explicit FrameBudget(absl::Time now) : filled_(now) {}
  bool take(absl::Time now);
  /// Begins anew; false if it did so a moment ago, by kQuestionsPerSecond.
  bool fill(absl::Time now);

private:
  double free_ = kFreeFrames;
  absl::Time filled_;
  absl::Time begun_ = absl::InfinitePast();
};

/// The client's side of one connection. One thread at a time.
class FrameGuard {
public:
  explicit FrameGuard(absl::Time now) : questions_(now), others_(now) {}

  /// Says whether the client takes what it is sent.
  using TakesAnswers = absl::FunctionRef<bool()>;

  /// False when the connection has to end. `bytes` are those that come next.
  bool take(std::string_view bytes, absl::Time now, TakesAnswers takesAnswers);

private:
  bool onFrame(absl::Time now, TakesAnswers takesAnswers);
  bool onQuestion(absl::Time now, TakesAnswers takesAnswers);
  bool addToBlock(int64_t bytes);

  static constexpr size_t kPrefaceBytes = 24, kHeaderBytes = 9;

  size_t skip_ = kPrefaceBytes; ///< Until the next frame's header.
  size_t headerSize_ = 0;       ///< Of it, what has come.
  uint8_t header_[kHeaderBytes] = {};
  int64_t blockBytes_ = 0; ///< Of the block of headers that is not over.
  FrameBudget questions_, others_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_FRAMEGUARD_H
