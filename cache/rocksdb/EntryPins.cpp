//===- EntryPins.cpp - entries of the index that are not evicted ----------===//
//
// What is held stands in a list of its own, so that whoever looks for a victim
// does not go over it. Holds are by name and counted: an entry may come later,
// several pins may share it, and several records that are being written.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/EntryIndex.h"

#include "absl/strings/str_cat.h"

namespace ingot::cache {

int64_t EntryIndex::heldBeside(const std::vector<Entry> &entries,
                               const absl::flat_hash_set<Digest> &blobs) const {
  int64_t bytes = heldBytes_;
  if (bytes == 0)
    return 0;
  auto leaveOut = [&](const EntryName &name)
                      ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
                        auto found = present_.find(name);
                        if (found != present_.end() && holds_.contains(name))
                          bytes -= found->second->bytes;
                      };
  for (const Entry &entry : entries)
    leaveOut(entry.name);
  for (const Digest &digest : blobs)
    leaveOut({EntryKind::Blob, digest});
  return bytes;
}

int64_t
EntryIndex::pinnedBeside(const std::vector<Entry> &entries,
                         const absl::flat_hash_set<Digest> &blobs) const {
  absl::flat_hash_set<EntryName> asked;
  for (const Entry &entry : entries)
    asked.insert(entry.name);
  for (const Digest &digest : blobs)
    asked.insert({EntryKind::Blob, digest});
  int64_t bytes = 0;
  for (const Entry &entry : held_)
    if (holds_.at(entry.name).pins > 0 && !asked.contains(entry.name))
      bytes += entry.bytes;
  return bytes;
}

void EntryIndex::holdLocked(const EntryName &name, int Hold::*count) {
  auto [hold, isNew] = holds_.try_emplace(name);
  ++(hold->second.*count);
  auto found = present_.find(name);
  // One that is replaced stands apart, and is not counted, until it is done.
  if (!isNew || found == present_.end() || busy_.contains(name))
    return;
  held_.splice(held_.end(), order_, found->second);
  heldBytes_ += found->second->bytes;
}

void EntryIndex::releaseLocked(const EntryName &name, int Hold::*count) {
  auto hold = holds_.find(name);
  if (hold == holds_.end() || hold->second.*count == 0)
    return;
  --(hold->second.*count);
  if (hold->second.pins + hold->second.changes > 0)
    return;
  holds_.erase(hold);
  auto found = present_.find(name);
  if (found == present_.end() || busy_.contains(name))
    return;
  heldBytes_ -= found->second->bytes;
  order_.splice(order_.end(), held_, found->second);
  useLocked(name);
}

void EntryIndex::pin(const std::vector<EntryName> &names) {
  absl::MutexLock lock(&mutex_);
  for (const EntryName &name : names)
    holdLocked(name, &Hold::pins);
}

absl::Status EntryIndex::pinPresent(const std::vector<EntryName> &names,
                                    int64_t maxBytes) {
  absl::MutexLock lock(&mutex_);
  int64_t bytes = pinnedBeside({}, {});
  for (const EntryName &name : names) {
    auto found = present_.find(name);
    if (found == present_.end()) {
      const std::string what = absl::StrCat("store: ", name.digest.toString(),
                                            " is not there to be pinned");
      return name.kind == EntryKind::Blob ? absl::FailedPreconditionError(what)
                                          : absl::NotFoundError(what);
    }
    if (auto hold = holds_.find(name);
        hold == holds_.end() || hold->second.pins == 0)
      bytes += found->second->bytes;
  }
  if (bytes > maxBytes)
    return absl::ResourceExhaustedError(
        absl::StrCat("store: ", bytes, " bytes would be pinned; at most ",
                     maxBytes, " may be"));
  for (const EntryName &name : names)
    holdLocked(name, &Hold::pins);
  return absl::OkStatus();
}

void EntryIndex::unpin(const std::vector<EntryName> &names) {
  absl::MutexLock lock(&mutex_);
  for (const EntryName &name : names)
    releaseLocked(name, &Hold::pins);
}

} // namespace ingot::cache
