//===- OpenCalls.cpp - calls of a connection that are not over ------------===//

#include "server/daemon/OpenCalls.h"

#include <algorithm>

namespace ingot::server {

int64_t HeldMessages::take(std::string_view bytes) {
  const int64_t before = cost();
  while (!bytes.empty()) {
    size_t taken = 1;
    if (prefix_ < kPrefixBytes) {
      // The flag comes first and is shifted out.
      left_ = left_ << 8 | static_cast<uint8_t>(bytes.front());
      ++prefix_;
    } else {
      taken = std::min<size_t>(left_, bytes.size());
      left_ -= static_cast<uint32_t>(taken);
    }
    current_ += static_cast<int64_t>(taken);
    bytes.remove_prefix(taken);
    if (prefix_ < kPrefixBytes || left_ > 0)
      continue;
    if (!isFirst_)
      unread_ = std::min(unread_ + current_, kUnreadBytes);
    current_ = prefix_ = 0;
    isFirst_ = false;
  }
  return cost() - before;
}

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

OpenCalls::Calls::iterator OpenCalls::find(uint32_t stream) {
  return std::find_if(calls_.begin(), calls_.end(),
                      [&](const Call &each) { return each.stream == stream; });
}

void OpenCalls::receive(uint32_t stream, std::string_view bytes) {
  absl::MutexLock lock(&mutex_);
  auto call = find(stream);
  if (call == calls_.end())
    return;
  const int64_t more = call->messages.take(bytes);
  call->bytes += more;
  add(more);
}

void OpenCalls::acknowledge() {
  absl::MutexLock lock(&mutex_);
  maxCalls_ = kMaxCallsSeen;
}

bool OpenCalls::end(uint32_t stream) {
  absl::MutexLock lock(&mutex_);
  auto call = find(stream);
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
