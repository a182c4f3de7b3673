//===- TensorHashes.cpp - hashing beside writing --------------------------===//

#include "client/cli/TensorHashes.h"
#include "client/runtime/Processors.h"

#include <algorithm>
#include <numeric>

namespace ingot::client {

/// One processor is the caller's, and more than four threads wait for memory.
static size_t threadCount() {
  return static_cast<size_t>(
      std::clamp(runtime::allowedProcessors() - 1, 1, 4));
}

TensorHashes::TensorHashes(const std::vector<std::string_view> &values)
    : threads_(threadCount()), order_(values.size()) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) {
    return values[a].size() > values[b].size();
  });
  for (size_t i = 0; i < values.size(); ++i)
    hashers_.emplace_back(threads_);
  for (size_t i : order_)
    hashers_[i].beginBeside(values[i]);
}

std::vector<std::string> TensorHashes::finish() {
  // From the last on, which no thread comes to soon.
  std::vector<std::string> digests(order_.size());
  for (auto i = order_.rbegin(); i != order_.rend(); ++i)
    digests[*i] = hashers_[*i].finish().hex();
  return digests;
}

} // namespace ingot::client
