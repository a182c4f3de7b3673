//===- TieredStore.cpp - A store with a second level behind it ------------===//
//
//   getRecord(), getBlob(), open...
//     └─ here? ── yes ──────────────────────────────────────────> done
//          └ no ─> fetch(): absent a moment ago? too many wait?  ─> a miss
//                    ├─ somebody fetches it: wait for that
//                    └─ fetchNow(): does the breaker admit it?    ─> a miss
//                         └─ record ─> blobs that are missing here, verified
//                              ─> written here, blobs first ─> read from here
//
// Only what the second level says counts for the breaker. That the local disk
// is full says nothing about it.
//
//===----------------------------------------------------------------------===//

#include "cache/store/TieredStore.h"

#include "cache/key/Lane.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace ingot::cache {
namespace {

/// Tells an error of the local disk from wrong bytes.
class FetchWriter final : public BlobWriter {
public:
  FetchWriter(std::unique_ptr<BlobWriter> base, absl::Status &local)
      : base_(std::move(base)), local_(local) {}

  absl::Status append(std::string_view bytes) override {
    return note(base_->append(bytes));
  }
  int64_t size() const override { return base_->size(); }
  absl::Status commit() override { return note(base_->commit()); }

private:
  absl::Status note(absl::Status status) {
    local_.Update(status);
    return status;
  }

  const std::unique_ptr<BlobWriter> base_;
  absl::Status &local_; ///< Its first error; the fetch's.
};

absl::Status otherBytes(const Digest &digest) {
  return absl::DataLossError(absl::StrCat(
      "second level: blob ", digest.toString(), " came with other bytes"));
}

} // namespace

TieredStore::TieredStore(std::unique_ptr<Store> base,
                         std::unique_ptr<SecondLevel> level,
                         TieredStoreOptions options)
    : StoreDecorator(std::move(base)), options_(std::move(options)),
      level_(std::move(level)),
      breaker_(options_.breaker, options_.clock, options_.random) {
  if (!options_.isReadOnly)
    writing_ =
        std::make_unique<WriteBehind>(this->base(), *level_, options_.writing);
  if (writing_ && options_.leases)
    leases_ = std::make_unique<FlightLeases>(
        *level_, *options_.leases,
        [this](const Digest &key) { return writing_->isPending(key); },
        [this](const Digest &key) { absent_.erase(key); });
}

TieredStore::~TieredStore() = default;

absl::StatusOr<SharedBytes> TieredStore::getBlob(const Digest &digest) {
  absl::StatusOr<SharedBytes> bytes = base().getBlob(digest);
  if (!bytes.ok() || *bytes || !fetch(digest, blobFetch(digest)))
    return bytes;
  return base().getBlob(digest);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
TieredStore::openBlob(const Digest &digest, int64_t offset) {
  auto reader = base().openBlob(digest, offset);
  if (!reader.ok() || *reader || !fetch(digest, blobFetch(digest)))
    return reader;
  return base().openBlob(digest, offset);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
TieredStore::openRange(const Digest &digest, int64_t offset) {
  auto reader = base().openRange(digest, offset);
  if (!reader.ok() || *reader || !fetch(digest, blobFetch(digest)))
    return reader;
  return base().openRange(digest, offset);
}

absl::StatusOr<std::optional<v1::ActionRecord>>
TieredStore::getRecord(RecordKind kind, const Digest &key) {
  auto record = base().getRecord(kind, key);
  if (!record.ok() || record->has_value() || isInLane(key) ||
      !fetch(key, [this, kind, &key](bool &isSlow) {
        return fetchRecord(kind, key, isSlow);
      }))
    return record;
  return base().getRecord(kind, key);
}

void TieredStore::expectRecords(const std::vector<Digest> &keys) {
  if (keys.size() < 2)
    return;
  auto group = std::make_shared<const std::vector<Digest>>(keys);
  for (const Digest &key : keys)
    expected_.put(key, group, 1);
}

absl::Status TieredStore::putRecords(const std::vector<RecordEntry> &entries,
                                     Durability durability) {
  absl::Status status = base().putRecords(entries, durability);
  if (status.ok() && writing_)
    for (const RecordEntry &entry : entries)
      if (!entry.isRare && !isInLane(entry.key))
        writing_->add(entry.key, entry.record);
  return status;
}

StoreStatistics TieredStore::statistics() const {
  StoreStatistics all = StoreDecorator::statistics();
  SecondLevelStatistics &figures = all.secondLevel;
  figures.hits = hits_;
  figures.missesAbsent = absentMisses_;
  figures.missesIncomplete = incomplete_;
  figures.missesCorrupt = corrupt_;
  figures.missesFailed = failed_;
  figures.missesSkipped = skipped_;
  figures.missesNotKept = notKept_;
  figures.bytesRead = bytesRead_;
  figures.breakerOpens = opens_;
  figures.breakerState = static_cast<int64_t>(breaker_.state());
  if (writing_)
    writing_->addTo(figures);
  if (leases_) {
    figures.leaseWaits = leases_->waits();
    figures.leaseHits = leases_->hits();
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Who asks, and when
//===----------------------------------------------------------------------===//

bool TieredStore::wasAbsent(const Digest &name) {
  std::shared_ptr<const absl::Time> asked = absent_.get(name);
  return asked && options_.clock() < *asked + options_.absentFor;
}

bool TieredStore::fetch(const Digest &name, const Fetch &read) {
  if (wasAbsent(name))
    return false; // The same miss again.
  std::shared_ptr<Flight> flight;
  {
    absl::MutexLock lock(&mutex_);
    if (waiting_ >= options_.maxReads) {
      ++skipped_;
      return false;
    }
    ++waiting_;
    auto [entry, isFirst] = flights_.try_emplace(name);
    if (!isFirst) {
      flight = entry->second;
      mutex_.Await(absl::Condition(&flight->isOver));
      --waiting_;
      return flight->isFetched;
    }
    flight = entry->second = std::make_shared<Flight>();
  }
  const bool isFetched = fetchNow(name, read);
  absl::MutexLock lock(&mutex_);
  flight->isOver = true;
  flight->isFetched = isFetched;
  flights_.erase(name);
  --waiting_;
  return isFetched;
}

bool TieredStore::fetchNow(const Digest &name, const Fetch &read) {
  if (!breaker_.admit()) {
    ++skipped_;
    return false;
  }
  bool isSlow = false;
  const absl::StatusOr<Outcome> outcome = read(isSlow);
  note(name, outcome, isSlow);
  return outcome.ok() &&
         (*outcome == Outcome::Hit || *outcome == Outcome::Here);
}

void TieredStore::note(const Digest &name,
                       const absl::StatusOr<Outcome> &outcome, bool isSlow) {
  if (!outcome.ok()) {
    ++(absl::IsDataLoss(outcome.status()) ? corrupt_ : failed_);
    return noteFailure(outcome.status());
  }
  switch (*outcome) {
  case Outcome::Hit:
    ++hits_;
    break;
  case Outcome::Here:
    return breaker_.abandoned();
  case Outcome::Absent:
    ++absentMisses_;
    absent_.put(name, std::make_shared<const absl::Time>(options_.clock()), 1);
    break;
  case Outcome::Incomplete:
    ++incomplete_;
    break;
  case Outcome::NotKept:
    ++notKept_;
    return breaker_.abandoned();
  }
  if (isSlow)
    return noteFailure(absl::DeadlineExceededError(
        absl::StrCat("second level: answers take more than ",
                     absl::FormatDuration(options_.slow))));
  if (breaker_.succeeded() && options_.onChange)
    options_.onChange(absl::OkStatus());
}

void TieredStore::noteFailure(const absl::Status &why) {
  if (!breaker_.failed())
    return;
  ++opens_;
  if (options_.onChange)
    options_.onChange(why);
}

//===----------------------------------------------------------------------===//
// What is asked
//===----------------------------------------------------------------------===//

absl::StatusOr<TieredStore::Outcome>
TieredStore::fetchRecord(RecordKind kind, const Digest &key, bool &isSlow) {
  if (auto record = base().getRecord(kind, key);
      record.ok() && record->has_value())
    return Outcome::Here;
  const std::vector<Digest> keys = withExpected(key);
  const absl::Time began = options_.clock();
  const std::vector<SecondLevel::FoundRecord> found = level_->readRecords(keys);
  isSlow = options_.clock() - began > options_.slow;
  if (keys.size() > 1)
    fetchSmallTogether(found);
  for (size_t i = 1; i < keys.size(); ++i)
    note(keys[i], keep(kind, keys[i], found[i]), false);
  return keep(kind, key, found[0]);
}

std::vector<Digest> TieredStore::withExpected(const Digest &key) {
  std::vector<Digest> keys{key};
  std::shared_ptr<const std::vector<Digest>> group = expected_.get(key);
  if (!group)
    return keys;
  for (const Digest &other : *group) {
    expected_.erase(other);
    if (other == key || wasAbsent(other))
      continue;
    auto record = base().getRecord(RecordKind::Action, other);
    if (record.ok() && !record->has_value())
      keys.push_back(other);
  }
  return keys;
}

void TieredStore::fetchSmallTogether(
    const std::vector<SecondLevel::FoundRecord> &found) {
  std::vector<Digest> small;
  for (const SecondLevel::FoundRecord &record : found) {
    if (!record.ok() || !record->has_value())
      continue;
    absl::StatusOr<std::vector<Digest>> blobs = blobsOf(**record);
    if (!blobs.ok())
      continue;
    for (const Digest &digest : *blobs)
      if (digest.size <= kMaxSmallBlobBytes)
        small.push_back(digest);
  }
  // What goes wrong, keep() meets again and says of which record.
  if (auto missing = base().findMissing(small); missing.ok())
    (void)fetchBlobs(*std::move(missing));
}

absl::StatusOr<TieredStore::Outcome>
TieredStore::keep(RecordKind kind, const Digest &key,
                  const SecondLevel::FoundRecord &record) {
  if (!record.ok())
    return record.status();
  if (!*record)
    return Outcome::Absent;
  absl::StatusOr<std::vector<Digest>> blobs = blobsOf(**record);
  if (!blobs.ok())
    return absl::DataLossError(blobs.status().message());
  int64_t bytes = 0;
  for (const Digest &digest : *blobs) {
    // One by one, so that no sum overflows.
    if (digest.size > options_.maxResultBytes - bytes)
      return Outcome::NotKept;
    bytes += digest.size;
  }
  absl::StatusOr<std::vector<Digest>> missing = base().findMissing(*blobs);
  if (!missing.ok())
    return Outcome::NotKept;
  absl::StatusOr<Outcome> fetched = fetchBlobs(*std::move(missing));
  if (!fetched.ok() || *fetched != Outcome::Hit)
    return fetched;
  return base().putRecords({{kind, key, **record}}, Durability::WithNext).ok()
             ? Outcome::Hit
             : Outcome::NotKept;
}

TieredStore::Fetch TieredStore::blobFetch(const Digest &digest) {
  return [this, digest](bool &isSlow) -> absl::StatusOr<Outcome> {
    if (digest.size > options_.maxResultBytes)
      return Outcome::NotKept;
    if (base().touchBlob(digest))
      return Outcome::Here;
    const absl::Time began = options_.clock();
    absl::StatusOr<Outcome> fetched = fetchBlobs({digest});
    if (!fetched.ok() || *fetched != Outcome::Incomplete)
      return fetched;
    // There was no result that promised it.
    isSlow = options_.clock() - began > options_.slow;
    return Outcome::Absent;
  };
}

absl::StatusOr<TieredStore::Outcome>
TieredStore::fetchBlobs(std::vector<Digest> missing) {
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  absl::StatusOr<Outcome> outcome = Outcome::Hit;
  std::vector<Digest> small;
  int64_t bytes = 0;
  for (const Digest &digest : missing) {
    const bool isSmall = digest.size <= kMaxSmallBlobBytes;
    if (!isSmall) {
      outcome = fetchLarge(digest);
    } else if (bytes + digest.size > kMaxSmallBlobsBytes) {
      outcome = fetchSmall(small);
      small.clear();
      bytes = 0;
    }
    if (!outcome.ok() || *outcome != Outcome::Hit)
      return outcome;
    if (isSmall) {
      small.push_back(digest);
      bytes += digest.size;
    }
  }
  return small.empty() ? outcome : fetchSmall(small);
}

absl::StatusOr<TieredStore::Outcome>
TieredStore::fetchSmall(const std::vector<Digest> &digests) {
  absl::StatusOr<std::vector<std::string>> blobs = level_->readBlobs(digests);
  if (absl::IsNotFound(blobs.status()))
    return Outcome::Incomplete;
  if (!blobs.ok())
    return blobs.status();
  if (blobs->size() != digests.size())
    return absl::DataLossError("second level: another number of blobs came");
  std::vector<std::string_view> views;
  for (size_t i = 0; i < digests.size(); ++i) {
    // Before it is written: nobody would ask for what it is instead.
    if (Digest::of((*blobs)[i]) != digests[i])
      return otherBytes(digests[i]);
    views.emplace_back((*blobs)[i]);
    bytesRead_ += digests[i].size;
  }
  return base().putBlobs(views, Durability::WithNext).ok() ? Outcome::Hit
                                                           : Outcome::NotKept;
}

absl::StatusOr<TieredStore::Outcome>
TieredStore::fetchLarge(const Digest &digest) {
  absl::StatusOr<std::unique_ptr<BlobWriter>> writer =
      base().createBlob(digest);
  if (!writer.ok())
    return Outcome::NotKept;
  absl::Status local;
  absl::Status status = level_->readBlob(
      digest, std::make_unique<FetchWriter>(*std::move(writer), local));
  if (absl::IsInvalidArgument(local))
    return otherBytes(digest);
  if (!local.ok())
    return Outcome::NotKept;
  if (absl::IsNotFound(status))
    return Outcome::Incomplete;
  if (!status.ok())
    return status;
  bytesRead_ += digest.size;
  return Outcome::Hit;
}

} // namespace ingot::cache
