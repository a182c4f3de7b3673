//===- LeaseHolders.h - what other daemons were seen to do ------*- C++ -*-===//
//
// FlightLeases' memory of the daemons that leases name: which keys each of them
// makes, and whether its count of signs of life still goes up.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_LEASEHOLDERS_H
#define INGOT_CACHE_STORE_LEASEHOLDERS_H

#include "cache/store/LeaseRecords.h"

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"

#include <string>
#include <vector>

namespace ingot::cache {

/// One thread at a time. The time is the caller's.
class LeaseHolders {
public:
  /// Those that are remembered: anybody can write leases of made-up daemons.
  static constexpr size_t kMaxHolders = 64;

  LeaseHolders(std::string self, absl::Duration lifetime)
      : self_(std::move(self)), lifetime_(lifetime) {}

  /// Whose records to read to know about `names`: each once, not its own, and
  /// no more than are remembered. Who is not among them holds nothing.
  std::vector<std::string> toRead(std::vector<std::string> names);

  /// What came of reading one.
  void note(const std::string &name,
            const std::optional<v1::ActionRecord> &record, absl::Time now);

  /// Whether that daemon makes the key's result, and lives.
  bool isHeld(const Digest &key, const std::string &name, absl::Time now) const;

private:
  /// Another daemon, by its last sign of life.
  struct Holder {
    LeaseHolderState state;
    absl::Time changed; ///< When its count went up, as far as is known.
  };

  const std::string self_;
  const absl::Duration lifetime_;
  absl::flat_hash_map<std::string, Holder> holders_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_LEASEHOLDERS_H
