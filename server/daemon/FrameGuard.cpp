//===- FrameGuard.cpp - frames of HTTP/2 that only cost -------------------===//
//
// What only costs is counted by budgets that time fills again: so many frames
// at once, and then so many a second. A count for the life of a connection
// would end those that serve for days.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/FrameGuard.h"

#include <algorithm>

namespace ingot::server {
namespace {

// RFC 9113, section 6.
enum : uint8_t {
  kData = 0,
  kHeaders = 1,
  kPriority = 2,
  kResetStream = 3,
  kSettings = 4,
  kPing = 6,
  kContinuation = 9,
};
constexpr uint8_t kAcknowledgement = 1, kEndStream = 1;

/// Whoever gave up no more lately has no part in a flood of them.
constexpr double kFewResets = 20;

} // namespace

bool FrameReader::take(
    std::string_view bytes,
    absl::FunctionRef<bool(const FrameHeader &)> onFrame,
    absl::FunctionRef<void(const FrameHeader &, std::string_view)> onPart) {
  while (!bytes.empty()) {
    if (skip_ > 0) {
      const size_t skipped = std::min(skip_, bytes.size());
      onPart(frame_, bytes.substr(0, skipped));
      skip_ -= skipped;
      bytes.remove_prefix(skipped);
      continue;
    }
    header_[headerSize_++] = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    if (headerSize_ < sizeof(header_))
      continue;
    headerSize_ = 0;
    skip_ =
        static_cast<size_t>(header_[0] << 16 | header_[1] << 8 | header_[2]);
    const uint32_t stream = (header_[5] & 0x7fu) << 24 | header_[6] << 16 |
                            header_[7] << 8 | header_[8];
    frame_ = {header_[3], header_[4], stream, skip_};
    if (!onFrame(frame_))
      return false;
  }
  return true;
}

bool FrameGuard::take(std::string_view bytes, absl::Time now,
                      TakesAnswers takesAnswers) {
  return fromClient_.take(
      bytes,
      [&](const FrameHeader &frame) {
        return onFrame(frame, now, takesAnswers);
      },
      [&](const FrameHeader &frame, std::string_view part) {
        if (frame.type == kData)
          calls_.receive(frame.stream, part);
      });
}

bool FrameGuard::answer(std::string_view bytes, absl::Time now) {
  return toClient_.take(
      bytes, [&](const FrameHeader &frame) { return onAnswer(frame, now); });
}

bool FrameGuard::onFrame(const FrameHeader &frame, absl::Time now,
                         TakesAnswers takesAnswers) {
  switch (frame.type) {
  case kHeaders:
    return onHeaders(frame);
  case kContinuation:
    // With its header, for a block may come in pieces of nothing.
    blockBytes_ += static_cast<int64_t>(frame.size + kFrameHeaderBytes);
    calls_.grow(static_cast<int64_t>(frame.size));
    return blockBytes_ <= kMaxHeaderBlockBytes;
  case kData:
    return frame.size > 0 || (frame.flags & kEndStream) || others_.take(now);
  case kSettings:
    if (frame.flags & kAcknowledgement)
      calls_.acknowledge();
    [[fallthrough]];
  case kPing:
    return (frame.flags & kAcknowledgement) || onPing(now, takesAnswers);
  case kResetStream:
    return onReset(frame.stream, now, others_);
  case kPriority:
    return others_.take(now);
  default:
    return true;
  }
}

bool FrameGuard::onHeaders(const FrameHeader &frame) {
  blockBytes_ = static_cast<int64_t>(frame.size);
  if (blockBytes_ > kMaxHeaderBlockBytes)
    return false;
  if (frame.stream <= lastCall_) // Headers after the data of a call.
    return true;
  lastCall_ = frame.stream;
  return calls_.begin(frame.stream, blockBytes_);
}

bool FrameGuard::onReset(uint32_t stream, absl::Time now, FrameBudget &budget) {
  const bool wasOpen = calls_.end(stream);
  if (&budget == &resets_ && !wasOpen)
    return true;
  if (!budget.take(now))
    return false;
  return !wasOpen || totals_.giveUp(now) || budget.taken() <= kFewResets;
}

bool FrameGuard::onAnswer(const FrameHeader &frame, absl::Time now) {
  switch (frame.type) {
  case kData:
  case kHeaders:
    if (frame.flags & kEndStream)
      calls_.end(frame.stream);
    return true;
  case kResetStream:
    // One that is answered before its request is complete is reset after that.
    return onReset(frame.stream, now, resets_);
  default:
    return true;
  }
}

bool FrameGuard::onPing(absl::Time now, TakesAnswers takesAnswers) {
  if (pings_.take(now))
    return true;
  // Where answers wait in the system's buffer each takes long, and a client
  // that waits for them cannot ask often.
  return takesAnswers() && pings_.fill(now);
}

bool FrameBudget::take(absl::Time now) {
  const double seconds = absl::ToDoubleSeconds(now - filled_);
  free_ = std::clamp<double>(free_ + seconds * perSecond_, 0, atOnce_);
  filled_ = now;
  if (free_ < 1)
    return false;
  free_ -= 1;
  return true;
}

bool FrameBudget::fill(absl::Time now) {
  if (now - begun_ < absl::Seconds(atOnce_ / kPingsPerSecond))
    return false;
  free_ = atOnce_;
  filled_ = begun_ = now;
  return true;
}

bool CallTotals::giveUp(absl::Time now) {
  absl::MutexLock lock(&mutex_);
  return givenUp_.take(now);
}

} // namespace ingot::server
