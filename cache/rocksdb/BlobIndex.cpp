//===- BlobIndex.cpp - one list, one map, one mutex -----------------------===//

#include "cache/rocksdb/BlobIndex.h"

#include <algorithm>

namespace ingot::cache {

void BlobIndex::insertLocked(const PlacedBlob &blob) {
  present_[blob.digest] = order_.insert(order_.end(), blob);
  bytes_ += blob.digest.size;
}

bool BlobIndex::useLocked(const Digest &digest) {
  auto found = present_.find(digest);
  if (found == present_.end())
    return false;
  order_.splice(order_.end(), order_, found->second);
  uses_[digest] = ++clock_;
  return true;
}

void BlobIndex::claimVictimLocked(Order::iterator blob, BlobChange &change) {
  change.victims.push_back(*blob);
  busy_.insert(blob->digest);
  uses_.erase(blob->digest);
  present_.erase(blob->digest);
  bytes_ -= blob->digest.size;
  order_.erase(blob);
}

void BlobIndex::load(const PlacedBlob &blob) {
  absl::MutexLock lock(&mutex_);
  insertLocked(blob);
}

std::optional<uint64_t>
BlobIndex::use(const Digest &digest,
               const std::function<void()> &whilePresent) {
  absl::MutexLock lock(&mutex_);
  if (!useLocked(digest))
    return std::nullopt;
  whilePresent();
  return present_[digest]->set;
}

bool BlobIndex::contains(const Digest &digest) const {
  absl::MutexLock lock(&mutex_);
  return present_.contains(digest);
}

std::optional<BlobChange>
BlobIndex::begin(const std::vector<PlacedBlob> &blobs) {
  absl::MutexLock lock(&mutex_);
  auto free = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    return std::none_of(blobs.begin(), blobs.end(),
                        [&](const PlacedBlob &blob) ABSL_SHARED_LOCKS_REQUIRED(
                            mutex_) { return busy_.contains(blob.digest); });
  };
  mutex_.Await(absl::Condition(&free));

  BlobChange change;
  int64_t distinct = 0, missing = 0;
  absl::flat_hash_set<Digest> seen;
  for (const PlacedBlob &blob : blobs) {
    if (!seen.insert(blob.digest).second)
      continue;
    distinct += blob.digest.size;
    if (useLocked(blob.digest))
      continue;
    change.missing.push_back(blob);
    missing += blob.digest.size;
  }
  // What this call names was used just now, so it stands last in the order and
  // no victim is among it as long as all of it fits.
  if (distinct + writing_ > limitBytes_)
    return std::nullopt;
  while (bytes_ + writing_ + missing > limitBytes_)
    claimVictimLocked(order_.begin(), change);
  for (const PlacedBlob &blob : change.missing)
    busy_.insert(blob.digest);
  writing_ += missing;
  return change;
}

BlobChange BlobIndex::beginDrop(const PlacedBlob &blob) {
  absl::MutexLock lock(&mutex_);
  BlobChange change;
  auto found = present_.find(blob.digest);
  if (found != present_.end() && found->second->set == blob.set)
    claimVictimLocked(found->second, change);
  return change;
}

void BlobIndex::finish(const BlobChange &change, bool done) {
  absl::MutexLock lock(&mutex_);
  for (const PlacedBlob &blob : change.missing) {
    busy_.erase(blob.digest);
    writing_ -= blob.digest.size;
    if (done)
      insertLocked(blob);
  }
  for (const PlacedBlob &blob : change.victims) {
    busy_.erase(blob.digest);
    if (!done)
      insertLocked(blob);
  }
}

std::vector<std::pair<Digest, uint64_t>> BlobIndex::takeUses(size_t enough) {
  absl::MutexLock lock(&mutex_);
  if (uses_.size() < enough)
    return {};
  std::vector<std::pair<Digest, uint64_t>> uses(uses_.begin(), uses_.end());
  uses_.clear();
  return uses;
}

uint64_t BlobIndex::tick() {
  absl::MutexLock lock(&mutex_);
  return ++clock_;
}

void BlobIndex::setClock(uint64_t clock) {
  absl::MutexLock lock(&mutex_);
  clock_ = clock;
}

int64_t BlobIndex::bytes() const {
  absl::MutexLock lock(&mutex_);
  return bytes_;
}

int64_t BlobIndex::blobs() const {
  absl::MutexLock lock(&mutex_);
  return static_cast<int64_t>(order_.size());
}

} // namespace ingot::cache
