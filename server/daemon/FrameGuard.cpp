//===- FrameGuard.cpp - frames of HTTP/2 that only cost -------------------===//

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

} // namespace

bool FrameGuard::take(std::string_view bytes, absl::Time now,
                      TakesAnswers takesAnswers) {
  while (!bytes.empty()) {
    if (skip_ > 0) {
      const size_t skipped = std::min(skip_, bytes.size());
      skip_ -= skipped;
      bytes.remove_prefix(skipped);
      continue;
    }
    header_[headerSize_++] = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    if (headerSize_ < kHeaderBytes)
      continue;
    headerSize_ = 0;
    skip_ =
        static_cast<size_t>(header_[0] << 16 | header_[1] << 8 | header_[2]);
    if (!onFrame(now, takesAnswers))
      return false;
  }
  return true;
}

bool FrameGuard::onFrame(absl::Time now, TakesAnswers takesAnswers) {
  const uint8_t type = header_[3], flags = header_[4];
  switch (type) {
  case kHeaders:
    blockBytes_ = 0;
    return addToBlock(static_cast<int64_t>(skip_));
  case kContinuation:
    // With its header, for a block may come in pieces of nothing.
    return addToBlock(static_cast<int64_t>(skip_ + kHeaderBytes));
  case kData:
    return skip_ > 0 || (flags & kEndStream) || others_.take(now);
  case kSettings:
  case kPing:
    return (flags & kAcknowledgement) || onQuestion(now, takesAnswers);
  case kPriority:
  case kResetStream:
    return others_.take(now);
  default:
    return true;
  }
}

bool FrameGuard::addToBlock(int64_t bytes) {
  blockBytes_ += bytes;
  return blockBytes_ <= kMaxHeaderBlockBytes;
}

bool FrameGuard::onQuestion(absl::Time now, TakesAnswers takesAnswers) {
  if (questions_.take(now))
    return true;
  // Where answers wait in the system's buffer each takes long, and a client
  // that waits for them cannot ask often.
  return takesAnswers() && questions_.fill(now);
}

bool FrameBudget::take(absl::Time now) {
  if (free_ < 1) {
    const double seconds = absl::ToDoubleSeconds(now - filled_);
    free_ =
        std::clamp(free_ + seconds * kFreeFramesPerSecond, 0.0, kFreeFrames);
    filled_ = now;
  }
  free_ -= 1;
  return free_ >= 0;
}

bool FrameBudget::fill(absl::Time now) {
  if (now - begun_ < absl::Seconds(kFreeFrames / kQuestionsPerSecond))
    return false;
  free_ = kFreeFrames;
  filled_ = begun_ = now;
  return true;
}

} // namespace ingot::server
