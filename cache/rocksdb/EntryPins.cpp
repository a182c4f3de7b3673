//===- EntryPins.cpp - entries of the index that are not evicted ----------===//
//
// What is pinned stands in a list of its own, so that whoever looks for a
// victim does not go over it. Pins are by name and counted: an entry may come
// later, and several pins may share it.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/EntryIndex.h"

#include "absl/strings/str_cat.h"

namespace ingot::cache {

int64_t EntryIndex::pinnedBeside(const std::vector<Entry> &entries,
                                 const absl::flat_hash_set<Digest> &blobs) {
  int64_t bytes = pinnedBytes_;
  if (bytes == 0)
    return 0;
  auto leaveOut = [&](const EntryName &name)
                      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
                        auto found = present_.find(name);
                        if (found != present_.end() && pins_.contains(name))
                          bytes -= found->second->bytes;
                      };
  for (const Entry &entry : entries)
    leaveOut(entry.name);
  for (const Digest &digest : blobs)
    leaveOut({EntryKind::Blob, digest});
  return bytes;
}

void EntryIndex::pinLocked(const EntryName &name) {
  auto found = present_.find(name);
  // One that is replaced stands apart, and is not counted, until it is done.
  const bool isListed = found != present_.end() && !busy_.contains(name);
  if (++pins_[name] > 1 || !isListed)
    return;
  pinned_.splice(pinned_.end(), order_, found->second);
  pinnedBytes_ += found->second->bytes;
}

void EntryIndex::pin(const std::vector<EntryName> &names) {
  absl::MutexLock lock(&mutex_);
  for (const EntryName &name : names)
    pinLocked(name);
}

absl::Status EntryIndex::pinPresent(const std::vector<EntryName> &names,
                                    int64_t maxBytes) {
  absl::MutexLock lock(&mutex_);
  int64_t bytes = pinnedBytes_;
  for (const EntryName &name : names) {
    auto found = present_.find(name);
    if (found == present_.end()) {
      const std::string what = absl::StrCat("store: ", name.digest.toString(),
                                            " is not there to be pinned");
      return name.kind == EntryKind::Blob ? absl::FailedPreconditionError(what)
                                          : absl::NotFoundError(what);
    }
    if (!pins_.contains(name))
      bytes += found->second->bytes;
  }
  if (bytes > maxBytes)
    return absl::ResourceExhaustedError(
        absl::StrCat("store: ", bytes, " bytes would be pinned; at most ",
                     maxBytes, " may be"));
  for (const EntryName &name : names)
    pinLocked(name);
  return absl::OkStatus();
}

void EntryIndex::unpin(const std::vector<EntryName> &names) {
  absl::MutexLock lock(&mutex_);
  for (const EntryName &name : names) {
    auto pin = pins_.find(name);
    if (pin == pins_.end() || --pin->second > 0)
      continue;
    pins_.erase(pin);
    auto found = present_.find(name);
    if (found == present_.end() || busy_.contains(name))
      continue;
    pinnedBytes_ -= found->second->bytes;
    order_.splice(order_.end(), pinned_, found->second);
    useLocked(name);
  }
}

} // namespace ingot::cache
