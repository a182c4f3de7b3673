//===- Maintenance.h - stats, verify and gc of a store ----------*- C++ -*-===//
//
// What an operator asks of a store that is in use, made of the steps of
// StoreCare. Each goes once over a list of everything and holds nothing up;
// what is stored meanwhile is not looked at.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_MAINTENANCE_H
#define INGOT_CACHE_STORE_MAINTENANCE_H

#include "cache/store/StoreCare.h"

#include <array>
#include <functional>

namespace ingot::cache {

/// Last used in the last hour, day, week, 30 days, before that, or before uses
/// were counted by time.
inline constexpr size_t kAges = 6;
inline constexpr std::array<const char *, kAges> kAgeNames = {
    "hour", "day", "week", "month", "older", "unknown"};

/// What is kept of one kind.
struct InventoryRow {
  /// "request" and "action" are records. Of blobs it is what a record says of
  /// them, such as "object" or "constant"; "unnamed" when none names them:
  /// programs, and weights that were uploaded.
  std::string kind;
  int64_t entries = 0, bytes = 0;
  std::array<int64_t, kAges> bytesByAge{};
};

/// All kinds, by name. Reads every record.
absl::StatusOr<std::vector<InventoryRow>> takeInventory(StoreCare &care,
                                                        absl::Time now);

/// How far a verify is, and what it found.
struct VerifyReport {
  int64_t entries = 0, bytes = 0; ///< Looked at so far.
  int64_t totalEntries = 0, totalBytes = 0;
  int64_t damaged = 0, dangling = 0;
};

/// Told after each entry; `finding` says what is wrong with it, or is empty.
/// False ends the verify.
using VerifyListener =
    std::function<bool(const VerifyReport &, const std::string &finding)>;

/// Reads every blob and record and takes out what is damaged. Blobs come first,
/// so that records of damaged ones are found dangling. CANCELLED when the
/// listener ended it.
absl::StatusOr<VerifyReport> verifyStore(StoreCare &care,
                                         const VerifyListener &listener);

/// What to evict.
struct CollectOptions {
  /// The least recently used until so many bytes are left; negative: as the
  /// limit of the store says, that is nothing.
  int64_t maxBytes = -1;
  /// What was not used for so long. What is of unknown age stays.
  absl::Duration maxAge = absl::InfiniteDuration();
  /// Blobs that no record names and nobody used for kUnnamedGrace: programs and
  /// weights that were uploaded. Who compiles them again uploads them again.
  bool unnamed = false;
};
inline constexpr absl::Duration kUnnamedGrace = absl::Hours(1);

/// What was evicted, and what is left.
struct CollectReport {
  int64_t blobs = 0, records = 0, bytes = 0;
  int64_t bytesLeft = 0;
};

/// Evicts what the options say, in the order of use: records before the blobs
/// that they name.
absl::StatusOr<CollectReport>
collectGarbage(StoreCare &care, const CollectOptions &options, absl::Time now);

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_MAINTENANCE_H
