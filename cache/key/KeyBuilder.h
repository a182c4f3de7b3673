//===- KeyBuilder.h - Action keys out of named parts ------------*- C++ -*-===//
//
// The key of an action must cover every input that can change its result, and
// two different sets of inputs must never run together into one key. So a key
// is built from tagged parts only, and it can print itself: two traces laid
// side by side say which input made the difference.
//
// Encoding of one part, hashed in the order of the calls:
//   u32le length of the tag, tag, u64le length of the value, value
// The order of the calls is part of the key.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_KEYBUILDER_H
#define INGOT_CACHE_KEY_KEYBUILDER_H

#include "cache/key/Digest.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ingot {

/// Collects the parts of one key. One thread at a time.
class KeyBuilder {
public:
  /// `kind` is the first part: "plan", "kernel", "link", "request".
  explicit KeyBuilder(std::string_view kind);

  KeyBuilder &add(std::string_view tag, std::string_view value);
  KeyBuilder &add(std::string_view tag, uint64_t value);
  KeyBuilder &add(std::string_view tag, const Digest &value);

  /// The key. Its `size` is the number of bytes that are hashed.
  Digest finish() const { return Digest::of(encoded_); }

  /// The encoded parts, for traceOf().
  std::string takeParts() { return std::move(encoded_); }

private:
  std::string encoded_;
};

/// What takeParts() gave, to be read: one line "tag=value" per part, values
/// over 200 bytes by their digest. Made only when it is wanted, for a hit never
/// needs it.
std::string traceOf(std::string_view parts);

} // namespace ingot

#endif // INGOT_CACHE_KEY_KEYBUILDER_H
