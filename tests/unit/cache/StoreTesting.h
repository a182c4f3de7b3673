//===- StoreTesting.h - What tests of stores share --------------*- C++ -*-===//
//
// The daemon's stack of stores, bytes that differ, and
// reading a blob to its end.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_CACHE_STORETESTING_H
#define INGOT_TESTS_UNIT_CACHE_STORETESTING_H

#include "cache/rocksdb/RocksDbStore.h"
#include "cache/store/HotStore.h"
#include "cache/store/SliceStore.h"
#include "cache/store/VerifyingStore.h"
#include "tests/unit/TemporaryFolder.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>

namespace ingot::cache {

/// The stores that the daemon stacks, on a disk.
inline absl::StatusOr<std::unique_ptr<Store>>
openStores(const RocksDbStoreOptions &options,
           int64_t hotBytes = int64_t{32} << 20) {
  absl::StatusOr<std::unique_ptr<Store>> disk = openRocksDbStore(options);
  if (!disk.ok())
    return disk.status();
  return std::make_unique<HotStore>(
      std::make_unique<VerifyingStore>(
          std::make_unique<SliceStore>(*std::move(disk))),
      hotBytes);
}

/// `size` bytes, different for each seed.
inline std::string someBytes(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    const uint64_t word = random();
    std::memcpy(&bytes[at], &word, std::min(sizeof(word), size - at));
  }
  return bytes;
}

/// A record that names `outputs`.
inline v1::ActionRecord recordOf(const std::vector<Digest> &outputs) {
  v1::ActionRecord record;
  record.set_format(1);
  for (const Digest &digest : outputs) {
    auto *output = record.add_outputs();
    output->set_role("object");
    *output->mutable_digest() = digest.toProto();
  }
  return record;
}

/// All that is left in the reader.
inline absl::StatusOr<std::string> readAll(BlobReader &reader) {
  std::string bytes;
  while (true) {
    absl::StatusOr<SharedBytes> piece = reader.next();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return bytes;
    bytes.append(**piece);
  }
}

} // namespace ingot::cache

#endif // INGOT_TESTS_UNIT_CACHE_STORETESTING_H
