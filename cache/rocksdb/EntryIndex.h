//===- EntryIndex.h - Which entries are there, and their order --*- C++ -*-===//
//
// What the disk holds of blobs and records, kept in memory: presence, place and
// order of use. It decides what is evicted and sees to it that two threads
// never change one entry on disk at the same time; EntryIndex.cpp has the
// protocol.
//
// Places in the order of use are times, so that an entry's age is known; where
// uses come faster than microseconds, they are one more than the last. A store
// that was used while the machine's clock was ahead goes on from there.
//
// What is held, because it is pinned or a record that is being written needs
// it, stands in a list of its own, where nobody looks for victims.
//
// One entry costs 180 to 250 bytes here: a list node and a map slot.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_ENTRYINDEX_H
#define INGOT_CACHE_ROCKSDB_ENTRYINDEX_H

#include "cache/key/SteadyTime.h"
#include "cache/rocksdb/Format.h"
#include "cache/store/Store.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot::cache {

/// Leave to change the disk: `writes` to be written, `victims` to be deleted.
/// All of them are busy until EntryIndex::finish().
struct EntryChange {
  std::vector<Entry> writes;
  std::vector<Entry> victims;
  std::vector<EntryName> needed; ///< Held until the change is finished.
};

/// When an entry was used, and whose it is.
struct EntryUse {
  EntryName name;
  uint64_t clock = 0;
  std::string owner; ///< Empty: nobody's.
};

/// Thread-safe. Knows nothing of the disk; blocks only in begin().
class EntryIndex {
public:
  using Clock = std::function<absl::Time()>;

  /// How long begin() waits for room that the changes of others take.
  static constexpr absl::Duration kRoomTimeout = absl::Seconds(10);

  explicit EntryIndex(int64_t limitBytes, Clock now = steadyNow,
                      absl::Duration roomTimeout = kRoomTimeout)
      : limitBytes_(limitBytes), roomTimeout_(roomTimeout),
        clockOfMachine_(std::move(now)) {}

  /// Adds what the disk holds; call in the order of use, oldest first.
  void load(Entry entry, const std::string &owner = "");

  /// Marks the entry as used now and returns its version; nothing when it is
  /// absent. `whilePresent` runs before anybody can evict it; it must be short.
  std::optional<uint64_t>
  use(const EntryName &name, const std::function<void()> &whilePresent = [] {});

  /// Marks a record and then its blobs as used, so that it stands before them
  /// in the order of eviction. False when one of them is absent.
  bool useRecord(const EntryName &record, const std::vector<Digest> &blobs);

  /// Whether the entry is there; no use.
  bool contains(const EntryName &name) const;
  /// The same of one version. `whilePresent` is as that of use().
  bool isThere(
      const Entry &entry,
      const std::function<void()> &whilePresent = [] {}) const;

  /// Everything that is there, oldest use first and what is held last.
  std::vector<Entry> list() const;

  /// Claims what must be written of `entries` (records always, blobs if absent)
  /// and the victims that make room; what is there already counts as used. No
  /// name may stand in `entries` twice. While something is to be written,
  /// `needed` blobs are nobody's victims until finish().
  ///
  /// Blocks while an entry is busy, and for a while if all this does not fit
  /// the limit together with what others write and need now: they end by
  /// themselves. FAILED_PRECONDITION when a needed blob is absent,
  /// RESOURCE_EXHAUSTED when it does not fit together with what is pinned, or
  /// the others took too long.
  absl::StatusOr<EntryChange> begin(const std::vector<Entry> &entries,
                                    const std::vector<Digest> &needed = {});

  /// Claims an entry as the victim, if that version is still there.
  EntryChange beginDrop(const Entry &entry);
  /// The same, if nobody used it since it was listed either.
  EntryChange beginEvict(const Entry &entry);

  /// Store::own(); claims the victims.
  EntryChange own(const StoreOwner &owner, const std::vector<EntryName> &names);
  /// Those who own something, by name.
  std::vector<OwnerUse> owners() const;

  /// Entries that are not evicted, whether they are there or come later, until
  /// they are unpinned as often.
  void pin(const std::vector<EntryName> &names);
  /// The same if all of them are there and no more than `maxBytes` are pinned
  /// with them; NOT_FOUND for a record, FAILED_PRECONDITION for a blob that is
  /// not there, or RESOURCE_EXHAUSTED.
  absl::Status pinPresent(const std::vector<EntryName> &names,
                          int64_t maxBytes);
  /// They count as used now, so give a record before its blobs.
  void unpin(const std::vector<EntryName> &names);

  /// Ends a change. `done` tells whether the disk followed: then what was
  /// written and after it what was needed is used now, in one step, so that a
  /// record stands before its blobs from the first moment.
  void finish(const EntryChange &change, bool done);

  /// The order of use of entries used since the last call, when there are at
  /// least `enough` of them.
  std::vector<EntryUse> takeUses(size_t enough);

  /// What Entry::used is to be compared with.
  absl::Time currentTime() const {
    absl::MutexLock lock(&mutex_);
    return now();
  }

  /// A number greater than all uses so far.
  uint64_t tick();

  /// Uses after load() count from here.
  void setClock(uint64_t clock);

  int64_t bytes() const;
  int64_t count(EntryKind kind) const;

private:
  using Order = std::list<Entry>;
  /// Why an entry is no victim.
  struct Hold {
    int pins = 0;
    int changes = 0; ///< Those that need it.
  };
  /// An owner, and when to look again for what it may lose.
  struct Account {
    OwnerUse use;
    absl::Time nextLook = absl::InfinitePast();
  };

  /// What a begin() asks for.
  struct Demand {
    EntryChange change; ///< With what is needed.
    std::vector<Entry> writes;
    absl::flat_hash_set<Digest> blobs; ///< That are needed.
    int64_t bytes = 0;
  };

  absl::StatusOr<Demand> demandLocked(const std::vector<Entry> &entries,
                                      const std::vector<Digest> &needed)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  EntryChange claimLocked(Demand demand) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// The entry, or null when it is absent.
  Entry *useLocked(const EntryName &name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  uint64_t tickLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Now, as the time that places are.
  absl::Time now() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return clockOfMachine_() + ahead_;
  }
  EntryChange claimOne(const Entry &entry, bool onlyUnused);
  /// Where an entry stands that is not replaced now.
  Order &listOf(const EntryName &name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return holds_.contains(name) ? held_ : order_;
  }
  void addBytes(const EntryName &name, int64_t bytes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Adds one to a count of a hold, and takes one off.
  void holdLocked(const EntryName &name, int Hold::*count)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void releaseLocked(const EntryName &name, int Hold::*count)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Bytes of what is held, or pinned, and not among these.
  int64_t heldBeside(const std::vector<Entry> &entries,
                     const absl::flat_hash_set<Digest> &blobs) const
      ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  int64_t pinnedBeside(const std::vector<Entry> &entries,
                       const absl::flat_hash_set<Digest> &blobs) const
      ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void insertLocked(const Entry &entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void claimVictimLocked(Order::iterator entry, EntryChange &change)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void claimWriteLocked(const Entry &entry, EntryChange &change)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void finishWriteLocked(const Entry &entry, bool done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// The number of an owner; 0 for nobody.
  uint32_t ownerLocked(const std::string &name)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Counts an entry in or out of what its owner has.
  void accountLocked(const Entry &entry, int64_t sign)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void claimOldestLocked(uint32_t owner, EntryChange &change)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  int64_t &countOf(EntryKind kind) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return counts_[static_cast<size_t>(kind)];
  }

  const int64_t limitBytes_;
  const absl::Duration roomTimeout_;
  const Clock clockOfMachine_;

  mutable absl::Mutex mutex_;
  Order order_ ABSL_GUARDED_BY(mutex_);     ///< Oldest use first.
  Order held_ ABSL_GUARDED_BY(mutex_);      ///< No victims.
  Order replacing_ ABSL_GUARDED_BY(mutex_); ///< Present, but no victims.
  absl::flat_hash_map<EntryName, Order::iterator>
      present_ ABSL_GUARDED_BY(mutex_); ///< Into one of the three lists.
  absl::flat_hash_map<EntryName, Hold> holds_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<EntryName> busy_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<EntryName, uint64_t> uses_ ABSL_GUARDED_BY(mutex_);
  std::vector<Account> accounts_ ABSL_GUARDED_BY(mutex_); ///< Owner 1 first.
  absl::flat_hash_map<std::string, uint32_t> owners_ ABSL_GUARDED_BY(mutex_);
  uint64_t clock_ ABSL_GUARDED_BY(mutex_) = 0;
  /// Of the machine's clock, by the newest place that was loaded.
  absl::Duration ahead_ ABSL_GUARDED_BY(mutex_) = absl::ZeroDuration();
  int64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;     ///< Of `order_` and `held_`.
  int64_t heldBytes_ ABSL_GUARDED_BY(mutex_) = 0; ///< Of `held_`.
  int64_t writing_ ABSL_GUARDED_BY(mutex_) = 0;   ///< Of claimed writes.
  uint64_t finished_ ABSL_GUARDED_BY(mutex_) = 0; ///< Changes.
  std::array<int64_t, kEntryKinds> counts_ ABSL_GUARDED_BY(mutex_){};
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_ENTRYINDEX_H
