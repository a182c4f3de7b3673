//===- Fingerprint.h - fast names of bytes under a secret -------*- C++ -*-===//
//
// What was computed from weights is found by the weights' bytes, each time they
// bind, so these must be named faster than they are packed. SHA-256 is not: it
// does 0.35 GB/s on processors without instructions for it. A message
// authentication code is: who does not know its key can make no two inputs that
// have one tag, and GMAC does 8 GB/s.
//
// Names are worth nothing to who has another secret.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_FINGERPRINT_H
#define INGOT_CLIENT_RUNTIME_FINGERPRINT_H

#include "client/runtime/ThreadPool.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ingot::runtime {

/// A SHA-256.
using Fingerprint = std::array<uint8_t, 32>;

/// 64 lower-case hexadecimal digits.
std::string hexOf(const Fingerprint &fingerprint);

Fingerprint sha256(std::string_view bytes);

/// Names bytes: the SHA-256 of their number and of the GMAC, by AES-128, of
/// each 4 MiB of them. Immutable; thread-safe.
class Fingerprinter {
public:
  using Secret = std::array<uint8_t, 16>;

  explicit Fingerprinter(const Secret &secret);
  ~Fingerprinter();

  /// Different bytes have the same with a probability below 2^-90, whoever
  /// chose them, unless he knows the secret. `threads` may be null.
  Fingerprint of(std::string_view bytes, ThreadPool *threads) const;

private:
  struct Key;
  std::unique_ptr<const Key> key_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_FINGERPRINT_H
