//===- Format.h - Keys and values as they stand on disk ---------*- C++ -*-===//
//
// The code beside FORMAT.md, which says what each byte means. Nothing here
// touches a disk; every decoder treats its input as damaged until shown whole.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_FORMAT_H
#define INGOT_CACHE_ROCKSDB_FORMAT_H

#include "cache/store/StoreCare.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::cache::format {

inline constexpr char kVersionKey[] = "format";
/// Of a new store, and of one that has used nothing that came later.
inline constexpr char kVersion[] = "1";
inline constexpr char kNewestVersion[] = "2";
inline constexpr int64_t kChunkBytes = 1 << 20;

/// The number of chunks of a blob.
inline int64_t chunkCount(int64_t size) {
  return (size + kChunkBytes - 1) / kChunkBytes;
}

/// 40 bytes: hash, u64be size.
std::string digestKey(const Digest &digest);
std::optional<Digest> parseDigestKey(std::string_view key);

/// A digest key, behind the kind's byte for records.
std::string useKey(const EntryName &name);
std::optional<EntryName> parseUseKey(std::string_view key);

/// 12 bytes: u64be chunk set, u32be chunk number.
std::string chunkKey(uint64_t set, int64_t number);

/// 8 bytes, big-endian: a chunk set, or a place in the order of use.
std::string numberBytes(uint64_t value);
std::optional<uint64_t> parseNumber(std::string_view bytes);

/// Of `uses`: a number, and behind it the owner's name if there is one.
inline constexpr size_t kMaxOwnerBytes = 256;
std::string useValue(uint64_t clock, std::string_view owner);
std::optional<std::pair<uint64_t, std::string_view>>
parseUseValue(std::string_view bytes);

/// Of `pins`: a record's kind and plain key, and the lane's name behind it. The
/// value is the number of microseconds of Pin::since.
std::string pinKey(const Pin &pin);
std::optional<Pin> parsePin(std::string_view key, std::string_view value);

/// A payload behind its SHA-256.
std::string seal(std::string_view payload);
/// The payload, or nothing when it is not what was sealed.
std::optional<std::string_view> unseal(std::string_view bytes);

/// The record under a seal, or nothing when any of it is damaged.
std::optional<StoredRecord> parseRecord(std::string_view sealed);

} // namespace ingot::cache::format

#endif // INGOT_CACHE_ROCKSDB_FORMAT_H
