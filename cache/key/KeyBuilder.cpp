//===- KeyBuilder.cpp - tagged parts into one digest ----------------------===//
//
// Tags and values go in behind their lengths, so no two lists of parts have one
// encoding. The parts are collected and hashed in one go at the end: a target
// has a hundred features, and starting the hash for each costs more than the
// hashing.
//
//===----------------------------------------------------------------------===//

#include "cache/key/KeyBuilder.h"

#include <algorithm>

namespace ingot {
namespace {

/// Little-endian whatever the machine, so that keys are the same everywhere.
template <typename Integer> void append(std::string &bytes, Integer value) {
  for (size_t i = 0; i < sizeof(value); ++i, value >>= 8)
    bytes.push_back(static_cast<char>(value & 0xff));
}

/// Takes a number off the front; what is not there counts as 0.
template <typename Integer> Integer take(std::string_view &bytes) {
  const size_t size = std::min(sizeof(Integer), bytes.size());
  Integer value = 0;
  for (size_t i = 0; i < size; ++i)
    value |= static_cast<Integer>(static_cast<uint8_t>(bytes[i])) << 8 * i;
  bytes.remove_prefix(size);
  return value;
}

std::string_view take(std::string_view &bytes, uint64_t size) {
  std::string_view front = bytes.substr(0, size);
  bytes.remove_prefix(front.size());
  return front;
}

constexpr size_t kMaxTracedBytes = 200;

} // namespace

KeyBuilder::KeyBuilder(std::string_view kind) { add("kind", kind); }

KeyBuilder &KeyBuilder::add(std::string_view tag, std::string_view value) {
  append(encoded_, static_cast<uint32_t>(tag.size()));
  encoded_.append(tag);
  append(encoded_, static_cast<uint64_t>(value.size()));
  encoded_.append(value);
  return *this;
}

KeyBuilder &KeyBuilder::add(std::string_view tag, uint64_t value) {
  return add(tag, std::to_string(value));
}

KeyBuilder &KeyBuilder::add(std::string_view tag, const Digest &value) {
  return add(tag, value.toString());
}

std::string traceOf(std::string_view parts) {
  std::string trace;
  while (!parts.empty()) {
    std::string_view tag = take(parts, take<uint32_t>(parts));
    std::string_view value = take(parts, take<uint64_t>(parts));
    trace.append(tag).append("=");
    if (value.size() <= kMaxTracedBytes)
      trace.append(value);
    else
      trace.append(Digest::of(value).toString());
    trace.append("\n");
  }
  return trace;
}

} // namespace ingot
