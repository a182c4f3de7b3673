//===- KeyBuilder.cpp - tagged parts into one digest ----------------------===//
//
// Tags and values go in behind their lengths, so no two lists of parts have one
// encoding. The parts are collected and hashed in one go at the end: a target
// has a hundred features, and starting the hash for each costs more than the
// hashing.
//
//===----------------------------------------------------------------------===//

#include "cache/key/KeyBuilder.h"

#include "absl/strings/str_cat.h"

namespace ingot {
namespace {

/// Little-endian whatever the machine, so that keys are the same everywhere.
template <typename Integer> std::string littleEndian(Integer value) {
  std::string bytes(sizeof(value), '\0');
  for (char &byte : bytes) {
    byte = static_cast<char>(value & 0xff);
    value >>= 8;
  }
  return bytes;
}

constexpr size_t kMaxTracedBytes = 200;

} // namespace

KeyBuilder::KeyBuilder(std::string_view kind) { add("kind", kind); }

KeyBuilder &KeyBuilder::add(std::string_view tag, std::string_view value) {
  encoded_.append(littleEndian(static_cast<uint32_t>(tag.size()))).append(tag);
  encoded_.append(littleEndian(static_cast<uint64_t>(value.size())))
      .append(value);
  trace_.append(tag).append("=");
  if (value.size() <= kMaxTracedBytes)
    trace_.append(value);
  else
    trace_.append(Digest::of(value).toString());
  trace_.append("\n");
  return *this;
}

KeyBuilder &KeyBuilder::add(std::string_view tag, uint64_t value) {
  return add(tag, std::to_string(value));
}

KeyBuilder &KeyBuilder::add(std::string_view tag, const Digest &value) {
  return add(tag, value.toString());
}

Digest KeyBuilder::finish() { return Digest::of(encoded_); }

} // namespace ingot
