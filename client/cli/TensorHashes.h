//===- TensorHashes.h - hashing beside writing ------------------*- C++ -*-===//
//
// SHA-256 of weights takes as long as writing them, and neither needs the
// other. Whole tensors are handed out, the largest first: a network has many.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_TENSORHASHES_H
#define INGOT_CLIENT_CLI_TENSORHASHES_H

#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace ingot::client {

/// The digests of values, made by threads of its own while its caller does
/// something else. One thread at a time.
class TensorHashes {
public:
  /// The bytes outlive it.
  explicit TensorHashes(std::vector<std::string_view> values);
  /// What nobody has begun is given up.
  ~TensorHashes();
  TensorHashes(const TensorHashes &) = delete;
  TensorHashes &operator=(const TensorHashes &) = delete;

  /// Takes part until all are made; in hexadecimal, in the order of the values.
  /// Call at most once.
  std::vector<std::string> finish();

private:
  void run();
  void join();

  const std::vector<std::string_view> values_;
  std::vector<size_t> order_; ///< Numbers of values, the largest first.
  std::atomic<size_t> next_{0};
  std::vector<std::string> digests_; ///< Each written by who took its number.
  std::vector<std::thread> threads_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_TENSORHASHES_H
