//===- MemoryStore.cpp - one map and a mutex ------------------------------===//
//
// Simple on purpose: the reference for what a Store promises. Eviction is a
// linear search.
//
//===----------------------------------------------------------------------===//

#include "tests/fakes/MemoryStore.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <set>

namespace ingot::cache {
namespace {

class MemoryWriter : public BlobWriter {
public:
  MemoryWriter(MemoryStore &store, const Digest &digest)
      : store_(store), digest_(digest) {}

  absl::Status append(std::string_view bytes) override {
    if (digest_.size > store_.limitBytes())
      return absl::ResourceExhaustedError(
          "store: the blob is larger than the size limit");
    if (size() + static_cast<int64_t>(bytes.size()) > digest_.size)
      return absl::InvalidArgumentError(
          "store: more bytes than the digest says");
    bytes_.append(bytes);
    return absl::OkStatus();
  }

  int64_t size() const override { return static_cast<int64_t>(bytes_.size()); }

  absl::Status commit() override {
    if (Digest::of(bytes_) != digest_)
      return absl::InvalidArgumentError(
          absl::StrCat("store: the bytes are not ", digest_.toString()));
    return store_.putBlob(bytes_).status();
  }

private:
  MemoryStore &store_;
  const Digest digest_;
  std::string bytes_;
};

} // namespace

bool MemoryStore::useLocked(const Name &name) {
  auto found = entries_.find(name);
  if (found == entries_.end())
    return false;
  found->second.lastUse = ++clock_;
  return true;
}

bool MemoryStore::useRecordLocked(const Name &name,
                                  const std::vector<Digest> &blobs) {
  return useLocked(name) &&
         std::all_of(blobs.begin(), blobs.end(),
                     [&](const Digest &digest) ABSL_EXCLUSIVE_LOCKS_REQUIRED(
                         mutex_) { return useLocked({std::nullopt, digest}); });
}

void MemoryStore::eraseLocked(const Name &name) {
  auto found = entries_.find(name);
  if (found == entries_.end())
    return;
  statistics_.bytes -= found->second.cost;
  --(name.first ? statistics_.records : statistics_.blobs);
  entries_.erase(found);
}

void MemoryStore::insertLocked(const Name &name, Entry entry) {
  entry.lastUse = ++clock_;
  statistics_.bytes += entry.cost;
  ++(name.first ? statistics_.records : statistics_.blobs);
  entries_[name] = std::move(entry);
}

void MemoryStore::makeRoomLocked(int64_t cost) {
  while (statistics_.bytes + cost > limitBytes_) {
    auto oldest = std::min_element(entries_.begin(), entries_.end(),
                                   [](const auto &a, const auto &b) {
                                     return a.second.lastUse < b.second.lastUse;
                                   });
    ++(oldest->first.first ? statistics_.recordEvictions
                           : statistics_.evictions);
    eraseLocked(Name(oldest->first));
  }
}

absl::StatusOr<std::vector<Digest>>
MemoryStore::putBlobs(const std::vector<std::string_view> &blobs,
                      Durability /*durability*/) {
  std::vector<Digest> digests;
  for (std::string_view bytes : blobs)
    digests.push_back(Digest::of(bytes));
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  // All that is there already is used first, so that it cannot be the victim.
  std::set<Digest> distinct;
  std::vector<std::pair<Name, Entry>> missing;
  int64_t total = 0, added = 0;
  for (size_t i = 0; i < blobs.size(); ++i) {
    if (!distinct.insert(digests[i]).second)
      continue;
    total += digests[i].size;
    if (useLocked({std::nullopt, digests[i]}))
      continue;
    added += digests[i].size;
    missing.push_back({{std::nullopt, digests[i]},
                       {std::make_shared<const std::string>(blobs[i]),
                        {},
                        digests[i].size,
                        0}});
  }
  if (total > limitBytes_)
    return absl::ResourceExhaustedError(
        "store: what is written does not fit the size limit");
  makeRoomLocked(added);
  for (auto &[name, entry] : missing)
    insertLocked(name, std::move(entry));
  return digests;
}

absl::StatusOr<SharedBytes> MemoryStore::getBlob(const Digest &digest) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  const Name name{std::nullopt, digest};
  if (!useLocked(name))
    return SharedBytes();
  SharedBytes bytes = entries_[name].bytes;
  if (Digest::of(*bytes) == digest)
    return bytes;
  ++statistics_.brokenRecords;
  eraseLocked(name);
  return SharedBytes();
}

SharedBytes MemoryStore::peekBlob(const Digest &digest) {
  absl::StatusOr<SharedBytes> bytes = MemoryStore::getBlob(digest);
  return bytes.ok() ? *std::move(bytes) : nullptr;
}

absl::StatusOr<std::unique_ptr<BlobReader>>
MemoryStore::openBlob(const Digest &digest, int64_t offset) {
  return openInMemory(*this, digest, offset);
}

absl::StatusOr<std::unique_ptr<BlobWriter>>
MemoryStore::createBlob(const Digest &digest) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  return std::make_unique<MemoryWriter>(*this, digest);
}

absl::StatusOr<std::vector<Digest>>
MemoryStore::findMissing(const std::vector<Digest> &digests) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  std::vector<Digest> missing;
  for (const Digest &digest : digests)
    if (!useLocked({std::nullopt, digest}))
      missing.push_back(digest);
  return missing;
}

absl::StatusOr<std::optional<v1::ActionRecord>>
MemoryStore::getRecord(RecordKind kind, const Digest &key) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  const Name name{kind, key};
  auto found = entries_.find(name);
  if (found == entries_.end())
    return std::nullopt;
  v1::ActionRecord record = found->second.record;
  if (useRecordLocked(name, *blobsOf(record)))
    return record;
  eraseLocked(name);
  return std::nullopt;
}

std::optional<v1::ActionRecord> MemoryStore::peekRecord(RecordKind kind,
                                                        const Digest &key) {
  auto record = MemoryStore::getRecord(kind, key);
  return record.ok() ? *std::move(record) : std::nullopt;
}

absl::Status MemoryStore::putRecords(const std::vector<RecordEntry> &entries,
                                     Durability /*durability*/) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  std::map<Name, Entry> distinct; // The last of a name counts.
  std::set<Digest> seen;
  std::vector<Name> names, blobs; // In the order given.
  int64_t total = 0;
  for (const RecordEntry &entry : entries) {
    absl::StatusOr<std::vector<Digest>> named = blobsOf(entry.record);
    if (!named.ok())
      return named.status();
    const Name name{entry.kind, entry.key};
    if (distinct.count(name) == 0)
      names.push_back(name);
    distinct[name] = {nullptr, entry.record,
                      static_cast<int64_t>(entry.record.ByteSizeLong()), 0};
    for (const Digest &digest : *named)
      if (seen.insert(digest).second)
        blobs.push_back({std::nullopt, digest});
  }
  for (const Name &blob : blobs) {
    if (!useLocked(blob))
      return absl::FailedPreconditionError(absl::StrCat(
          "store: a record names ", blob.second.toString(), ", not stored"));
    total += blob.second.size;
  }
  int64_t added = 0;
  for (const auto &[name, entry] : distinct)
    added += entry.cost;
  if (total + added > limitBytes_)
    return absl::ResourceExhaustedError(
        "store: what is written does not fit the size limit");
  for (const auto &[name, entry] : distinct)
    eraseLocked(name);
  makeRoomLocked(added);
  for (const Name &name : names)
    insertLocked(name, std::move(distinct[name]));
  for (const Name &blob : blobs)
    useLocked(blob);
  return absl::OkStatus();
}

bool MemoryStore::touchBlob(const Digest &digest) {
  absl::MutexLock lock(&mutex_);
  return useLocked({std::nullopt, digest});
}

bool MemoryStore::touchRecord(RecordKind kind, const Digest &key,
                              const std::vector<Digest> &blobs) {
  absl::MutexLock lock(&mutex_);
  return useRecordLocked({kind, key}, blobs);
}

StoreStatistics MemoryStore::statistics() const {
  absl::MutexLock lock(&mutex_);
  StoreStatistics result = statistics_;
  result.limitBytes = limitBytes_;
  return result;
}

std::vector<Digest> MemoryStore::blobs() const {
  absl::MutexLock lock(&mutex_);
  std::vector<Digest> blobs;
  for (const auto &[name, entry] : entries_)
    if (!name.first)
      blobs.push_back(name.second);
  return blobs;
}

std::vector<RecordEntry> MemoryStore::records() const {
  absl::MutexLock lock(&mutex_);
  std::vector<RecordEntry> records;
  for (const auto &[name, entry] : entries_)
    if (name.first)
      records.push_back({*name.first, name.second, entry.record});
  return records;
}

void MemoryStore::failWith(absl::Status status) {
  absl::MutexLock lock(&mutex_);
  failure_ = std::move(status);
}

bool MemoryStore::corruptBlob(const Digest &digest) {
  absl::MutexLock lock(&mutex_);
  auto found = entries_.find({std::nullopt, digest});
  if (found == entries_.end() || found->second.bytes->empty())
    return false;
  std::string bytes = *found->second.bytes;
  bytes[0] ^= 1;
  found->second.bytes = std::make_shared<const std::string>(std::move(bytes));
  return true;
}

} // namespace ingot::cache
