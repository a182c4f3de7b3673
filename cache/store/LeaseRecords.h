//===- LeaseRecords.h - what daemons say to each other ----------*- C++ -*-===//
//
// The records of FlightLeases in a second level, which anybody may have
// written: what is read is bounded, and what cannot be read says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_LEASERECORDS_H
#define INGOT_CACHE_STORE_LEASERECORDS_H

#include "cache/key/Digest.h"
#include "ingot/v1/store.pb.h"

#include "absl/container/flat_hash_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ingot::cache {

/// A lease is no result; see ActionRecord.format.
inline constexpr uint32_t kLeaseFormat = 3;
inline constexpr size_t kHolderNameBytes = 16;
inline constexpr size_t kMaxHeldKeys = 4096;

/// Where the lease of a key stands, and where the record of a holder.
Digest leaseKey(const Digest &key);
Digest holderKey(const std::string &name);

v1::ActionRecord leaseRecord(const std::string &holder);
/// At most kMaxHeldKeys.
v1::ActionRecord holderRecord(uint64_t beat, const std::vector<Digest> &keys);

/// What a holder says.
struct LeaseHolderState {
  uint64_t beat = 0;
  absl::flat_hash_set<uint64_t> keys; ///< The first bytes of each.

  bool holds(const Digest &key) const;
};

/// The holder that a lease names; empty where it names none.
std::string parseLease(const v1::ActionRecord &record);
/// Nothing where it is no holder's, or says more than one may.
std::optional<LeaseHolderState> parseHolder(const v1::ActionRecord &record);

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_LEASERECORDS_H
