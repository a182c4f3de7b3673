//===- Rendezvous.cpp - which daemon a request belongs to -----------------===//

#include "client/lib/Rendezvous.h"
#include "cache/key/Digest.h"

#include <algorithm>
#include <numeric>

namespace ingot::client {

/// Of each end of a program.
static constexpr size_t kSampleBytes = 32 << 10;

std::vector<size_t> rendezvousOrder(const std::vector<std::string> &addresses,
                                    std::string_view key) {
  std::vector<std::string> weights;
  weights.reserve(addresses.size());
  for (const std::string &address : addresses) {
    std::string text = std::to_string(address.size()) + ":" + address;
    text += key;
    weights.push_back(Digest::of(text).toString());
  }
  std::vector<size_t> order(addresses.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return weights[a] < weights[b]; });
  return order;
}

std::string placementKey(std::string_view program) {
  std::string sample = std::to_string(program.size()) + ":";
  sample += program.substr(0, kSampleBytes);
  if (program.size() > kSampleBytes)
    sample += program.substr(program.size() - kSampleBytes);
  return Digest::of(sample).toString();
}

} // namespace ingot::client
