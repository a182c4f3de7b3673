//===- MemoryStore.cpp - two maps and a mutex -----------------------------===//
//
// Simple on purpose: the reference for what a Store promises. Eviction is a
// linear search.
//
//===----------------------------------------------------------------------===//

#include "tests/fakes/MemoryStore.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {
namespace {

constexpr size_t kPieceBytes = 1 << 20;

class MemoryReader : public BlobReader {
public:
  MemoryReader(SharedBytes bytes, size_t offset)
      : bytes_(std::move(bytes)), position_(offset) {}

  absl::StatusOr<SharedBytes> next() override {
    if (position_ == bytes_->size())
      return SharedBytes();
    std::string piece = bytes_->substr(position_, kPieceBytes);
    position_ += piece.size();
    return std::make_shared<const std::string>(std::move(piece));
  }

private:
  SharedBytes bytes_;
  size_t position_;
};

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

bool MemoryStore::useLocked(const Digest &digest) {
  auto found = blobs_.find(digest);
  if (found == blobs_.end())
    return false;
  found->second.lastUse = ++clock_;
  return true;
}

void MemoryStore::evictOneLocked() {
  auto oldest = std::min_element(blobs_.begin(), blobs_.end(),
                                 [](const auto &a, const auto &b) {
                                   return a.second.lastUse < b.second.lastUse;
                                 });
  statistics_.bytes -= oldest->first.size;
  ++statistics_.evictions;
  blobs_.erase(oldest);
}

absl::StatusOr<std::vector<Digest>>
MemoryStore::putBlobs(const std::vector<std::string_view> &blobs,
                      Durability /*durability*/) {
  std::vector<Digest> digests;
  std::map<Digest, std::string_view> distinct;
  int64_t total = 0;
  for (std::string_view bytes : blobs) {
    digests.push_back(Digest::of(bytes));
    if (distinct.emplace(digests.back(), bytes).second)
      total += digests.back().size;
  }
  if (total > limitBytes_)
    return absl::ResourceExhaustedError(
        "store: the blobs are larger than the size limit");
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  // All that is there already is used first, so that it cannot be the victim.
  for (auto it = distinct.begin(); it != distinct.end();)
    it = useLocked(it->first) ? distinct.erase(it) : std::next(it);
  for (const auto &[digest, bytes] : distinct) {
    while (statistics_.bytes + digest.size > limitBytes_)
      evictOneLocked();
    blobs_[digest] = {std::make_shared<const std::string>(bytes), ++clock_};
    statistics_.bytes += digest.size;
  }
  return digests;
}

absl::StatusOr<SharedBytes> MemoryStore::getBlob(const Digest &digest) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  if (!useLocked(digest))
    return SharedBytes();
  SharedBytes bytes = blobs_[digest].bytes;
  if (Digest::of(*bytes) == digest)
    return bytes;
  ++statistics_.brokenRecords;
  statistics_.bytes -= digest.size;
  blobs_.erase(digest);
  return SharedBytes();
}

SharedBytes MemoryStore::peekBlob(const Digest &digest) {
  absl::StatusOr<SharedBytes> bytes = MemoryStore::getBlob(digest);
  return bytes.ok() ? *std::move(bytes) : nullptr;
}

absl::StatusOr<std::unique_ptr<BlobReader>>
MemoryStore::openBlob(const Digest &digest, int64_t offset) {
  if (offset < 0 || offset > digest.size)
    return absl::OutOfRangeError(absl::StrCat(
        "store: offset ", offset, " is outside of ", digest.toString()));
  absl::StatusOr<SharedBytes> bytes = getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return std::unique_ptr<BlobReader>();
  return std::make_unique<MemoryReader>(*std::move(bytes), offset);
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
    if (!useLocked(digest))
      missing.push_back(digest);
  return missing;
}

absl::StatusOr<std::optional<v1::ActionRecord>>
MemoryStore::getRecord(RecordKind kind, const Digest &key) {
  absl::MutexLock lock(&mutex_);
  if (!failure_.ok())
    return failure_;
  auto found = records_.find({kind, key});
  if (found == records_.end())
    return std::nullopt;
  for (const auto &output : found->second.outputs()) {
    absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
    if (!digest.ok() || !useLocked(*digest)) {
      records_.erase(found);
      return std::nullopt;
    }
  }
  return found->second;
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
  for (const RecordEntry &entry : entries)
    for (const auto &output : entry.record.outputs()) {
      absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
      if (!digest.ok())
        return digest.status();
      if (!useLocked(*digest))
        return absl::FailedPreconditionError(absl::StrCat(
            "store: a record names ", digest->toString(), ", not stored"));
    }
  for (const RecordEntry &entry : entries)
    records_[{entry.kind, entry.key}] = entry.record;
  return absl::OkStatus();
}

StoreStatistics MemoryStore::statistics() const {
  absl::MutexLock lock(&mutex_);
  StoreStatistics result = statistics_;
  result.limitBytes = limitBytes_;
  result.blobs = static_cast<int64_t>(blobs_.size());
  result.records = static_cast<int64_t>(records_.size());
  return result;
}

void MemoryStore::failWith(absl::Status status) {
  absl::MutexLock lock(&mutex_);
  failure_ = std::move(status);
}

bool MemoryStore::corruptBlob(const Digest &digest) {
  absl::MutexLock lock(&mutex_);
  auto found = blobs_.find(digest);
  if (found == blobs_.end() || found->second.bytes->empty())
    return false;
  std::string bytes = *found->second.bytes;
  bytes[0] ^= 1;
  found->second.bytes = std::make_shared<const std::string>(std::move(bytes));
  return true;
}

} // namespace ingot::cache
