//===- TensorHashes.cpp - hashing beside writing --------------------------===//

#include "client/cli/TensorHashes.h"
#include "cache/key/Digest.h"
#include "client/runtime/Processors.h"

#include <algorithm>
#include <numeric>

namespace ingot::client {

/// More than these wait for memory.
static constexpr int kMaxThreads = 4;

TensorHashes::TensorHashes(std::vector<std::string_view> values)
    : values_(std::move(values)), order_(values_.size()),
      digests_(values_.size()) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [this](size_t a, size_t b) {
    return values_[a].size() > values_[b].size();
  });
  // One processor is the caller's.
  const int threads =
      std::min(std::clamp(runtime::allowedProcessors() - 1, 1, kMaxThreads),
               static_cast<int>(values_.size()));
  for (int i = 0; i < threads; ++i)
    threads_.emplace_back([this] { run(); });
}

TensorHashes::~TensorHashes() {
  next_ = values_.size();
  join();
}

void TensorHashes::run() {
  for (size_t i; (i = next_.fetch_add(1)) < order_.size();)
    digests_[order_[i]] = Digest::of(values_[order_[i]]).hex();
}

void TensorHashes::join() {
  for (std::thread &thread : threads_)
    thread.join();
  threads_.clear();
}

std::vector<std::string> TensorHashes::finish() {
  run();
  join();
  return std::move(digests_);
}

} // namespace ingot::client
