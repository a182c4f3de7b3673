//===- Digest.h - The name of immutable bytes -------------------*- C++ -*-===//
//
// A blob is named by the SHA-256 of its bytes and their number, the form that
// every REAPI engine speaks. Two digests are equal exactly when hash and size
// are; the size saves asking the store for it and catches truncation early.
//
// The hashing itself is OpenSSL's, which uses the processor's SHA instructions.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_DIGEST_H
#define INGOT_CACHE_KEY_DIGEST_H

#include "ingot/v1/common.pb.h"

#include "absl/status/statusor.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ingot {

/// A SHA-256 and a byte count. A value; cheap to copy.
struct Digest {
  std::array<uint8_t, 32> hash{};
  int64_t size = 0;

  /// The digest of `bytes`.
  static Digest of(std::string_view bytes);

  /// The digest of nothing. Such a blob needs no store: everybody has it.
  static const Digest &empty();

  /// Reads the wire form. INVALID_ARGUMENT when the hash is not 64 lower-case
  /// hexadecimal digits or the size is negative.
  static absl::StatusOr<Digest> fromProto(const v1::Digest &proto);

  /// The same of its parts.
  static absl::StatusOr<Digest> fromHex(std::string_view hex, int64_t size);

  /// Reads what toString() wrote; INVALID_ARGUMENT otherwise.
  static absl::StatusOr<Digest> parse(std::string_view text);

  v1::Digest toProto() const;

  /// 64 lower-case hexadecimal digits.
  std::string hex() const;

  /// "HASH/SIZE", the form that people see and type.
  std::string toString() const;

  friend bool operator==(const Digest &a, const Digest &b) {
    return a.size == b.size && a.hash == b.hash;
  }
  friend bool operator!=(const Digest &a, const Digest &b) { return !(a == b); }
  friend bool operator<(const Digest &a, const Digest &b) {
    return a.hash != b.hash ? a.hash < b.hash : a.size < b.size;
  }
  template <typename H> friend H AbslHashValue(H state, const Digest &digest) {
    return H::combine(std::move(state), digest.hash, digest.size);
  }
};

/// Hashes bytes that arrive in pieces. One thread at a time.
class Hasher {
public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher &other);
  Hasher &operator=(const Hasher &other);

  void update(std::string_view bytes);

  /// The digest of everything so far. Call once, last.
  Digest finish();

private:
  struct State;
  std::unique_ptr<State> state_;
  int64_t size_ = 0;
};

} // namespace ingot

#endif // INGOT_CACHE_KEY_DIGEST_H
