//===- EntryIndex.cpp - three lists, one map, one mutex -------------------===//
//
// The disk is slow and the mutex is not held while it works, so a change has
// two ends: begin() decides what happens and marks those entries *busy*,
// finish() makes it so. In between:
//
//   a new entry     is absent to readers; a second writer waits, and finds it
//   a victim        is absent to readers; a writer waits until it is deleted,
//                   or the deletion could hit what it wrote
//   a record that   is there for readers, and stands apart from the order, so
//   is replaced     that nobody evicts it meanwhile
//   a needed blob   is there, and held: the record that names it is in no list
//                   yet, so whoever makes room would take it alone
//
// A change that the disk refused is undone: what was to be written stays absent
// and victims come back. Only writers wait, for an entry or for room that
// changes take, with nothing claimed and no lock held, and who finishes waits
// for nobody, so there is no deadlock.
//
// A record is used before its blobs and so evicted before them, from the moment
// on at which it is there. Hardly anything leaves a record behind whose blobs
// are gone: a limit of the owner of a shared blob, a damaged blob that was
// dropped, a start after a crash that lost the newest uses. Such a record is
// absent to who asks for it.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/EntryIndex.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {
namespace {

/// What was used within is not taken from an owner who has too much.
constexpr absl::Duration kInUse = absl::Seconds(60);
/// Between two searches that find nothing to take.
constexpr absl::Duration kLookAgain = absl::Seconds(1);
/// An owner is evicted down to so much less than its limit: each search goes
/// over what others own too.
constexpr int64_t kSlackParts = 20;

} // namespace

void EntryIndex::addBytes(const EntryName &name, int64_t bytes) {
  bytes_ += bytes;
  if (holds_.contains(name))
    heldBytes_ += bytes;
}

void EntryIndex::insertLocked(const Entry &entry) {
  Order &list = listOf(entry.name);
  present_[entry.name] = list.insert(list.end(), entry);
  accountLocked(entry, 1);
  addBytes(entry.name, entry.bytes);
  ++countOf(entry.name.kind);
}

uint64_t EntryIndex::tickLocked() {
  const int64_t micros = std::max<int64_t>(absl::ToUnixMicros(now()), 0);
  clock_ = std::max(clock_ + 1, static_cast<uint64_t>(micros));
  return clock_;
}

Entry *EntryIndex::useLocked(const EntryName &name) {
  auto found = present_.find(name);
  if (found == present_.end())
    return nullptr;
  // One that is replaced gets the newest place when that is done.
  if (!busy_.contains(name)) {
    Order &list = listOf(name);
    list.splice(list.end(), list, found->second);
  }
  found->second->used = uses_[name] = tickLocked();
  return &*found->second;
}

void EntryIndex::claimVictimLocked(Order::iterator entry, EntryChange &change) {
  change.victims.push_back(*entry);
  busy_.insert(entry->name);
  uses_.erase(entry->name);
  present_.erase(entry->name);
  accountLocked(*entry, -1);
  addBytes(entry->name, -entry->bytes);
  --countOf(entry->name.kind);
  listOf(entry->name).erase(entry);
}

void EntryIndex::claimWriteLocked(const Entry &entry, EntryChange &change) {
  change.writes.push_back(entry);
  busy_.insert(entry.name);
  writing_ += entry.bytes;
  if (auto old = present_.find(entry.name); old != present_.end()) {
    addBytes(entry.name, -old->second->bytes);
    replacing_.splice(replacing_.end(), listOf(entry.name), old->second);
  }
}

void EntryIndex::finishWriteLocked(const Entry &entry, bool done) {
  Entry made = entry;
  busy_.erase(entry.name);
  writing_ -= entry.bytes;
  if (auto old = present_.find(entry.name); old != present_.end()) {
    if (!done) {
      addBytes(entry.name, old->second->bytes);
      Order &list = listOf(entry.name);
      list.splice(list.end(), replacing_, old->second);
      return;
    }
    made.owner = old->second->owner; // Who was first.
    accountLocked(*old->second, -1);
    replacing_.erase(old->second);
    --countOf(entry.name.kind);
  }
  if (!done)
    return;
  made.used = tickLocked();
  if (made.owner)
    uses_[made.name] = made.used; // What is written with it names no owner.
  insertLocked(made);
}

void EntryIndex::load(Entry entry, const std::string &owner) {
  absl::MutexLock lock(&mutex_);
  entry.owner = ownerLocked(owner);
  insertLocked(entry);
}

std::optional<uint64_t>
EntryIndex::use(const EntryName &name,
                const std::function<void()> &whilePresent) {
  absl::MutexLock lock(&mutex_);
  const Entry *entry = useLocked(name);
  if (!entry)
    return std::nullopt;
  whilePresent();
  return entry->version;
}

bool EntryIndex::useRecord(const EntryName &record,
                           const std::vector<Digest> &blobs) {
  absl::MutexLock lock(&mutex_);
  if (!useLocked(record))
    return false;
  for (const Digest &digest : blobs)
    if (!useLocked({EntryKind::Blob, digest}))
      return false;
  return true;
}

bool EntryIndex::contains(const EntryName &name) const {
  absl::MutexLock lock(&mutex_);
  return present_.contains(name);
}

bool EntryIndex::isThere(const Entry &entry,
                         const std::function<void()> &whilePresent) const {
  absl::MutexLock lock(&mutex_);
  auto found = present_.find(entry.name);
  if (found == present_.end() || found->second->version != entry.version)
    return false;
  whilePresent();
  return true;
}

std::vector<Entry> EntryIndex::list() const {
  absl::MutexLock lock(&mutex_);
  std::vector<Entry> entries(order_.begin(), order_.end());
  entries.insert(entries.end(), replacing_.begin(), replacing_.end());
  entries.insert(entries.end(), held_.begin(), held_.end());
  return entries;
}

absl::StatusOr<EntryChange>
EntryIndex::begin(const std::vector<Entry> &entries,
                  const std::vector<Digest> &needed) {
  const absl::Time end = steadyNow() + roomTimeout_;
  absl::MutexLock lock(&mutex_);
  auto free = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    return std::none_of(entries.begin(), entries.end(),
                        [&](const Entry &entry) ABSL_SHARED_LOCKS_REQUIRED(
                            mutex_) { return busy_.contains(entry.name); });
  };
  for (;;) {
    mutex_.Await(absl::Condition(&free));
    absl::StatusOr<Demand> demand = demandLocked(entries, needed);
    if (!demand.ok())
      return demand.status();
    const int64_t held = heldBeside(entries, demand->blobs);
    // To write nothing always fits: a store may be opened with a lower limit.
    if (entries.empty() || demand->bytes + writing_ + held <= limitBytes_)
      return claimLocked(*std::move(demand));
    // Else some change is not finished, or it would fit: look again when one
    // is. Nothing is claimed or held meanwhile, so nobody waits for this call.
    auto another = [this, seen = finished_]() ABSL_SHARED_LOCKS_REQUIRED(
                       mutex_) { return finished_ != seen; };
    if (demand->bytes + pinnedBeside(entries, demand->blobs) > limitBytes_ ||
        !mutex_.AwaitWithTimeout(absl::Condition(&another), end - steadyNow()))
      return absl::ResourceExhaustedError(absl::StrCat(
          "store: what is written does not fit the size limit",
          held
              ? absl::StrCat(", of which ", held, " bytes are pinned or in use")
              : std::string()));
  }
}

absl::StatusOr<EntryIndex::Demand>
EntryIndex::demandLocked(const std::vector<Entry> &entries,
                         const std::vector<Digest> &needed) {
  // What this call names is used now, so it stands last in the order and no
  // victim is among it as long as all of it fits.
  Demand demand;
  for (const Digest &digest : needed) {
    if (!demand.blobs.insert(digest).second)
      continue;
    const EntryName name{EntryKind::Blob, digest};
    if (!useLocked(name))
      return absl::FailedPreconditionError(absl::StrCat(
          "store: a record names ", digest.toString(), ", not stored"));
    demand.bytes += digest.size;
    demand.change.needed.push_back(name);
  }
  for (const Entry &entry : entries) {
    demand.bytes += entry.bytes;
    if (entry.name.kind != EntryKind::Blob || !useLocked(entry.name))
      demand.writes.push_back(entry);
  }
  return demand;
}

EntryChange EntryIndex::claimLocked(Demand demand) {
  EntryChange change = std::move(demand.change);
  for (const Entry &entry : demand.writes)
    claimWriteLocked(entry, change);
  if (demand.writes.empty())
    change.needed.clear();
  for (const EntryName &name : change.needed)
    holdLocked(name, &Hold::changes);
  while (bytes_ + writing_ > limitBytes_ && !order_.empty())
    claimVictimLocked(order_.begin(), change);
  return change;
}

//===----------------------------------------------------------------------===//
// Single entries
//===----------------------------------------------------------------------===//

EntryChange EntryIndex::claimOne(const Entry &entry, bool onlyUnused) {
  absl::MutexLock lock(&mutex_);
  EntryChange change;
  auto found = present_.find(entry.name);
  if (found != present_.end() && found->second->version == entry.version &&
      (!onlyUnused ||
       (found->second->used == entry.used && !holds_.contains(entry.name))) &&
      !busy_.contains(entry.name))
    claimVictimLocked(found->second, change);
  return change;
}

EntryChange EntryIndex::beginDrop(const Entry &entry) {
  return claimOne(entry, /*onlyUnused=*/false);
}

EntryChange EntryIndex::beginEvict(const Entry &entry) {
  return claimOne(entry, /*onlyUnused=*/true);
}

void EntryIndex::finish(const EntryChange &change, bool done) {
  absl::MutexLock lock(&mutex_);
  ++finished_;
  for (const Entry &entry : change.writes)
    finishWriteLocked(entry, done);
  for (const EntryName &name : change.needed)
    releaseLocked(name, &Hold::changes);
  for (const Entry &entry : change.victims) {
    busy_.erase(entry.name);
    if (!done)
      insertLocked(entry);
  }
}

std::vector<EntryUse> EntryIndex::takeUses(size_t enough) {
  absl::MutexLock lock(&mutex_);
  if (uses_.size() < enough)
    return {};
  std::vector<EntryUse> uses;
  for (const auto &[name, clock] : uses_) {
    auto found = present_.find(name);
    const uint32_t owner = found == present_.end() ? 0 : found->second->owner;
    uses.push_back(
        {name, clock, owner ? accounts_[owner - 1].use.name : std::string()});
  }
  uses_.clear();
  return uses;
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

uint32_t EntryIndex::ownerLocked(const std::string &name) {
  if (name.empty())
    return 0;
  auto [found, isNew] =
      owners_.try_emplace(name, static_cast<uint32_t>(accounts_.size() + 1));
  if (isNew)
    accounts_.push_back({{name, 0, 0, std::numeric_limits<int64_t>::max()}});
  return found->second;
}

void EntryIndex::accountLocked(const Entry &entry, int64_t sign) {
  if (!entry.owner)
    return;
  OwnerUse &use = accounts_[entry.owner - 1].use;
  use.entries += sign;
  use.bytes += sign * entry.bytes;
}

EntryChange EntryIndex::own(const StoreOwner &owner,
                            const std::vector<EntryName> &names) {
  absl::MutexLock lock(&mutex_);
  EntryChange change;
  const uint32_t number = ownerLocked(owner.name);
  if (!number)
    return change;
  for (const EntryName &name : names) {
    auto found = present_.find(name);
    // One that is replaced now is counted when that is done.
    if (found == present_.end() || found->second->owner || busy_.contains(name))
      continue;
    found->second->owner = number;
    accountLocked(*found->second, 1);
    uses_[name] = found->second->used;
  }
  Account &account = accounts_[number - 1];
  account.use.limitBytes = owner.limitBytes;
  if (account.use.bytes > owner.limitBytes && now() >= account.nextLook)
    claimOldestLocked(number, change);
  return change;
}

void EntryIndex::claimOldestLocked(uint32_t owner, EntryChange &change) {
  Account &account = accounts_[owner - 1];
  const int64_t limit = account.use.limitBytes;
  const int64_t enough = limit - limit / kSlackParts;
  const int64_t inUse = absl::ToUnixMicros(now() - kInUse);
  for (auto entry = order_.begin();
       entry != order_.end() && account.use.bytes > enough;) {
    auto next = std::next(entry);
    if (static_cast<int64_t>(entry->used) > inUse)
      break;
    if (entry->owner == owner && !busy_.contains(entry->name))
      claimVictimLocked(entry, change);
    entry = next;
  }
  if (account.use.bytes > limit)
    account.nextLook = now() + kLookAgain;
}

std::vector<OwnerUse> EntryIndex::owners() const {
  absl::MutexLock lock(&mutex_);
  std::vector<OwnerUse> all;
  for (const Account &account : accounts_)
    if (account.use.entries > 0)
      all.push_back(account.use);
  std::sort(all.begin(), all.end(), [](const OwnerUse &a, const OwnerUse &b) {
    return a.name < b.name;
  });
  return all;
}

uint64_t EntryIndex::tick() {
  absl::MutexLock lock(&mutex_);
  return tickLocked();
}

void EntryIndex::setClock(uint64_t clock) {
  absl::MutexLock lock(&mutex_);
  clock_ = clock;
  const absl::Time newest = absl::FromUnixMicros(static_cast<int64_t>(clock));
  ahead_ = std::max(newest - clockOfMachine_(), absl::ZeroDuration());
}

int64_t EntryIndex::bytes() const {
  absl::MutexLock lock(&mutex_);
  return bytes_;
}

int64_t EntryIndex::count(EntryKind kind) const {
  absl::MutexLock lock(&mutex_);
  return counts_[static_cast<size_t>(kind)];
}

} // namespace ingot::cache
