//===- TensorHashes.h - hashing beside writing ------------------*- C++ -*-===//
//
// SHA-256 of weights takes as long as writing them, and neither needs the
// other. Whole tensors are handed out, the largest first: a network has many.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_TENSORHASHES_H
#define INGOT_CLIENT_CLI_TENSORHASHES_H

#include "cache/key/HashThreads.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::client {

/// The digests of values, made beside its caller, who does something else. One
/// thread at a time.
class TensorHashes {
public:
  /// The bytes outlive it. What nobody has begun when it goes is given up.
  explicit TensorHashes(const std::vector<std::string_view> &values);

  /// Takes part until all are made; in hexadecimal, in the order of the values.
  /// Call at most once.
  std::vector<std::string> finish();

private:
  HashThreads threads_;
  std::deque<BesideHasher> hashers_; ///< In the order of the values.
  std::vector<size_t> order_;        ///< Numbers of values, the largest first.
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_TENSORHASHES_H
