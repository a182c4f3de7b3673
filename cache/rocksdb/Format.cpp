//===- Format.cpp - big-endian numbers and sealed payloads ----------------===//
//
// A disk may give back anything. Lengths are checked before bytes are looked
// at, what has no length of its own stands under a seal, and a key that is
// accepted would be written with the same bytes.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Format.h"
#include "cache/store/Store.h"

#include <algorithm>
#include <limits>

namespace ingot::cache::format {
namespace {

/// Big-endian, so that RocksDB's byte order is the order of the numbers.
void appendBigEndian(std::string &out, uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    out.push_back(static_cast<char>(value >> shift));
}

constexpr size_t kHashBytes = 32;

} // namespace

std::string numberBytes(uint64_t value) {
  std::string bytes;
  appendBigEndian(bytes, value, 8);
  return bytes;
}

std::optional<uint64_t> parseNumber(std::string_view bytes) {
  if (bytes.size() != 8)
    return std::nullopt;
  uint64_t value = 0;
  for (char byte : bytes)
    value = value << 8 | static_cast<uint8_t>(byte);
  return value;
}

std::string useValue(uint64_t clock, std::string_view owner) {
  return numberBytes(clock).append(owner.substr(0, kMaxOwnerBytes));
}

std::optional<std::pair<uint64_t, std::string_view>>
parseUseValue(std::string_view bytes) {
  std::optional<uint64_t> clock = parseNumber(bytes.substr(0, 8));
  if (!clock || bytes.size() > 8 + kMaxOwnerBytes)
    return std::nullopt;
  return std::pair(*clock, bytes.substr(8));
}

std::string digestKey(const Digest &digest) {
  std::string key(digest.hash.begin(), digest.hash.end());
  appendBigEndian(key, static_cast<uint64_t>(digest.size), 8);
  return key;
}

std::optional<Digest> parseDigestKey(std::string_view key) {
  if (key.size() != kHashBytes + 8)
    return std::nullopt;
  Digest digest;
  std::copy_n(key.begin(), kHashBytes, digest.hash.begin());
  digest.size = static_cast<int64_t>(*parseNumber(key.substr(kHashBytes)));
  if (digest.size < 0)
    return std::nullopt;
  return digest;
}

std::string useKey(const EntryName &name) {
  if (name.kind == EntryKind::Blob)
    return digestKey(name.digest);
  return static_cast<char>(name.kind) + digestKey(name.digest);
}

std::optional<EntryName> parseUseKey(std::string_view key) {
  EntryName name;
  if (key.size() == kHashBytes + 8 + 1) {
    name.kind = static_cast<EntryKind>(key[0]);
    if (name.kind != EntryKind::Action && name.kind != EntryKind::Request)
      return std::nullopt;
    key.remove_prefix(1);
  }
  std::optional<Digest> digest = parseDigestKey(key);
  if (!digest)
    return std::nullopt;
  name.digest = *digest;
  return name;
}

std::string pinKey(const Pin &pin) {
  return useKey({pin.kind, pin.key}).append(pin.lane);
}

std::optional<Pin> parsePin(std::string_view key, std::string_view value) {
  constexpr size_t kNameBytes = 1 + kHashBytes + 8;
  std::optional<EntryName> name = parseUseKey(key.substr(0, kNameBytes));
  std::optional<uint64_t> since = parseNumber(value);
  if (!name || name->kind == EntryKind::Blob || !since ||
      key.size() > kNameBytes + kMaxOwnerBytes)
    return std::nullopt;
  Pin pin;
  pin.kind = name->kind;
  pin.key = name->digest;
  pin.lane = key.substr(kNameBytes);
  pin.since = absl::FromUnixMicros(static_cast<int64_t>(*since));
  return pin;
}

std::string chunkKey(uint64_t set, int64_t number) {
  std::string key;
  appendBigEndian(key, set, 8);
  appendBigEndian(key, static_cast<uint64_t>(number), 4);
  return key;
}

std::string seal(std::string_view payload) {
  Digest digest = Digest::of(payload);
  std::string bytes(digest.hash.begin(), digest.hash.end());
  return bytes.append(payload);
}

std::optional<std::string_view> unseal(std::string_view bytes) {
  if (bytes.size() < kHashBytes)
    return std::nullopt;
  std::string_view payload = bytes.substr(kHashBytes);
  Digest digest = Digest::of(payload);
  if (!std::equal(digest.hash.begin(), digest.hash.end(), bytes.begin(),
                  [](uint8_t a, char b) { return a == uint8_t(b); }))
    return std::nullopt;
  return payload;
}

std::optional<StoredRecord> parseRecord(std::string_view sealed) {
  std::optional<std::string_view> payload = unseal(sealed);
  StoredRecord stored;
  if (!payload || payload->size() > std::numeric_limits<int>::max() ||
      !stored.record.ParseFromArray(payload->data(),
                                    static_cast<int>(payload->size())))
    return std::nullopt;
  absl::StatusOr<std::vector<Digest>> blobs = blobsOf(stored.record);
  if (!blobs.ok())
    return std::nullopt;
  stored.blobs = *std::move(blobs);
  return stored;
}

} // namespace ingot::cache::format
