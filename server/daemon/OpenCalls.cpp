//===- OpenCalls.cpp - calls of a connection that are not over ------------===//

#include "server/daemon/OpenCalls.h"

#include <algorithm>

namespace ingot::server {

void OpenCalls::add(int64_t bytes) {
  bytes_ += bytes;
  total_ += bytes;
}

bool OpenCalls::begin(uint32_t stream, int64_t headerBytes) {
  absl::MutexLock lock(&mutex_);
  if (isClosed_)
    return true;
  if (calls_.size() >= maxCalls_)
    return false;
  calls_.push_back({stream, kCallBytes + headerBytes});
  add(kCallBytes + headerBytes);
  return true;
}

void OpenCalls::grow(int64_t headerBytes) {
  absl::MutexLock lock(&mutex_);
  if (calls_.empty())
    return;
  calls_.back().bytes += headerBytes;
  add(headerBytes);
}

void OpenCalls::acknowledge() {
  absl::MutexLock lock(&mutex_);
  maxCalls_ = kMaxCallsSeen;
}

bool OpenCalls::end(uint32_t stream) {
  absl::MutexLock lock(&mutex_);
  auto call = std::find_if(calls_.begin(), calls_.end(), [&](const Call &each) {
    return each.stream == stream;
  });
  if (call == calls_.end())
    return false;
  add(-call->bytes);
  calls_.erase(call);
  if (calls_.empty())
    calls_.shrink_to_fit(); // Idle connections are many.
  return true;
}

void OpenCalls::close() {
  absl::MutexLock lock(&mutex_);
  isClosed_ = true;
  calls_.clear();
}

int64_t OpenCalls::bytes() const {
  absl::MutexLock lock(&mutex_);
  return bytes_;
}

} // namespace ingot::server
