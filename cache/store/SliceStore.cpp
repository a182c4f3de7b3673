//===- SliceStore.cpp - parts of blobs that are blobs ---------------------===//
//
// Two kinds of record, both naming the blob around, so that they go with it:
//
//   slice(P)    the place of the part P, for those who ask for P
//   slices(B)   all parts of B, for those who would hash them again
//
// A record that names P is written as one that names B, with P beside it: the
// base then keeps B while it keeps the record. When it is read, slice(P) is
// written again if it was evicted, for whoever reads the record asks for P
// next.
//
//===----------------------------------------------------------------------===//

#include "cache/store/SliceStore.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace ingot::cache {
namespace {

constexpr uint32_t kFormat = 1;
/// In the list of one blob, which is read and written whole. Programs may cut
/// one blob in ever other ways; beyond this, those of the last one are listed.
constexpr size_t kMaxListed = 32768;

/// Of a record about `digest`. No action has such a key: theirs are digests of
/// encodings that begin otherwise.
Digest keyOf(const char *what, const Digest &digest) {
  return Digest::of(absl::StrCat("ingot.", what, "\n", digest.toString()));
}

v1::ActionRecord recordOf(const Digest &blob, const v1::BlobSlices &slices) {
  v1::ActionRecord record;
  record.set_format(kFormat);
  v1::ActionRecord::Output *output = record.add_outputs();
  output->set_role("slices");
  *output->mutable_digest() = blob.toProto();
  record.set_payload(slices.SerializeAsString());
  return record;
}

void addSlice(v1::BlobSlices &slices, const Digest &part, int64_t offset) {
  v1::BlobSlices::Slice *slice = slices.add_slices();
  *slice->mutable_digest() = part.toProto();
  slice->set_offset(static_cast<uint64_t>(offset));
}

/// Parts in the order in which they came, each once.
class SliceList {
public:
  explicit SliceList(const std::vector<BlobSlice> &slices) { add(slices); }

  void add(const std::vector<BlobSlice> &slices) {
    for (const BlobSlice &slice : slices)
      if (seen_.emplace(slice.digest, slice.offset).second)
        addSlice(proto_, slice.digest, slice.offset);
  }

  size_t size() const { return seen_.size(); }
  const v1::BlobSlices &proto() const { return proto_; }

private:
  absl::flat_hash_set<std::pair<Digest, int64_t>> seen_;
  v1::BlobSlices proto_;
};

/// Nothing when the record is none of this program's.
std::optional<std::vector<BlobSlice>> slicesIn(const v1::ActionRecord &record,
                                               const Digest &blob) {
  v1::BlobSlices slices;
  if (record.format() != kFormat || !slices.ParseFromString(record.payload()))
    return std::nullopt;
  std::vector<BlobSlice> found;
  for (const v1::BlobSlices::Slice &slice : slices.slices()) {
    absl::StatusOr<Digest> digest = Digest::fromProto(slice.digest());
    if (!digest.ok())
      return std::nullopt;
    found.push_back({*digest, static_cast<int64_t>(slice.offset())});
  }
  if (!checkSlices(blob, found).ok())
    return std::nullopt;
  return found;
}

/// The first `size` bytes that another reader gives.
class PartReader : public BlobReader {
public:
  PartReader(std::unique_ptr<BlobReader> base, int64_t size)
      : base_(std::move(base)), left_(size) {}

  absl::StatusOr<SharedBytes> next() override {
    if (left_ == 0)
      return SharedBytes();
    absl::StatusOr<SharedBytes> piece = base_->next();
    if (!piece.ok() || !*piece)
      return piece;
    if (static_cast<int64_t>((*piece)->size()) > left_)
      piece = std::make_shared<const std::string>(
          (*piece)->substr(0, static_cast<size_t>(left_)));
    left_ -= static_cast<int64_t>((*piece)->size());
    return piece;
  }

  void reportDamage() override { base_->reportDamage(); }

private:
  const std::unique_ptr<BlobReader> base_;
  int64_t left_;
};

} // namespace

std::shared_ptr<const SliceStore::Place>
SliceStore::peekPlace(const Digest &part) {
  std::shared_ptr<const Place> place = places_.get(part);
  if (place && base().touchRecord(RecordKind::Action, keyOf("slice", part),
                                  {place->blob}))
    return place;
  return nullptr;
}

absl::StatusOr<std::shared_ptr<const SliceStore::Place>>
SliceStore::findPlace(const Digest &part) {
  if (std::shared_ptr<const Place> place = peekPlace(part))
    return place;
  auto record = base().getRecord(RecordKind::Action, keyOf("slice", part));
  if (!record.ok())
    return record.status();
  if (!record->has_value() || (*record)->outputs_size() != 1)
    return nullptr;
  absl::StatusOr<Digest> blob =
      Digest::fromProto((*record)->outputs(0).digest());
  if (!blob.ok())
    return nullptr;
  std::optional<std::vector<BlobSlice>> slices = slicesIn(**record, *blob);
  if (!slices || slices->size() != 1 || slices->front().digest != part)
    return nullptr;
  auto place =
      std::make_shared<const Place>(Place{*blob, slices->front().offset});
  remember(part, *place);
  return place;
}

absl::StatusOr<std::shared_ptr<const SliceStore::Place>>
SliceStore::placeAround(const Digest &blob) {
  if (base().touchBlob(blob))
    return nullptr;
  return findPlace(blob);
}

RecordEntry SliceStore::describePart(const Digest &part,
                                     const Place &place) const {
  v1::BlobSlices slice;
  addSlice(slice, part, place.offset);
  return {RecordKind::Action, keyOf("slice", part),
          recordOf(place.blob, slice)};
}

absl::StatusOr<std::unique_ptr<BlobReader>>
SliceStore::openPart(const Digest &part, int64_t offset, bool isRange) {
  absl::StatusOr<std::shared_ptr<const Place>> place = findPlace(part);
  if (!place.ok())
    return place.status();
  if (!*place)
    return std::unique_ptr<BlobReader>();
  const int64_t begin = (*place)->offset + offset;
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      isRange ? base().openRange((*place)->blob, begin)
              : base().openBlob((*place)->blob, begin);
  if (!reader.ok() || !*reader)
    return reader;
  return std::make_unique<PartReader>(*std::move(reader), part.size - offset);
}

absl::StatusOr<SharedBytes> SliceStore::getBlob(const Digest &digest) {
  absl::StatusOr<SharedBytes> bytes = base().getBlob(digest);
  if (!bytes.ok() || *bytes)
    return bytes;
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      openPart(digest, 0, /*isRange=*/false);
  if (!reader.ok())
    return reader.status();
  return *reader ? readToEnd(**reader, digest.size) : SharedBytes();
}

absl::StatusOr<std::unique_ptr<BlobReader>>
SliceStore::openBlob(const Digest &digest, int64_t offset) {
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      base().openBlob(digest, offset);
  if (!reader.ok() || *reader)
    return reader;
  return openPart(digest, offset, /*isRange=*/false);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
SliceStore::openRange(const Digest &digest, int64_t offset) {
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      base().openRange(digest, offset);
  if (!reader.ok() || *reader)
    return reader;
  return openPart(digest, offset, /*isRange=*/true);
}

absl::Status SliceStore::putSlices(const Digest &blob,
                                   const std::vector<BlobSlice> &slices,
                                   Durability durability) {
  if (absl::Status status = checkSlices(blob, slices); !status.ok())
    return status;
  absl::StatusOr<std::shared_ptr<const Place>> around = placeAround(blob);
  if (!around.ok())
    return around.status();
  if (*around) {
    std::vector<BlobSlice> moved = slices;
    for (BlobSlice &slice : moved)
      slice.offset += (*around)->offset;
    return putSlices((*around)->blob, moved, durability);
  }
  absl::MutexLock lock(&lists_);
  absl::StatusOr<std::vector<BlobSlice>> known = slicesOf(blob);
  if (!known.ok())
    return known.status();
  SliceList list(*known);
  const size_t before = list.size();
  list.add(slices);
  std::vector<RecordEntry> entries;
  for (const BlobSlice &slice : slices)
    if (!base().touchBlob(slice.digest) && !peekPlace(slice.digest))
      entries.push_back(describePart(slice.digest, {blob, slice.offset}));
  if (list.size() > before) {
    if (list.size() > kMaxListed)
      list = SliceList(slices);
    entries.push_back({RecordKind::Action, keyOf("slices", blob),
                       recordOf(blob, list.proto())});
  }
  if (entries.empty())
    return absl::OkStatus();
  if (absl::Status status = base().putRecords(entries, durability);
      !status.ok())
    return status;
  for (const BlobSlice &slice : slices)
    if (!peekPlace(slice.digest))
      remember(slice.digest, {blob, slice.offset});
  return absl::OkStatus();
}

absl::StatusOr<std::vector<BlobSlice>>
SliceStore::slicesOf(const Digest &blob) {
  auto record = base().getRecord(RecordKind::Action, keyOf("slices", blob));
  if (!record.ok())
    return record.status();
  if (record->has_value())
    return slicesIn(**record, blob).value_or(std::vector<BlobSlice>());
  absl::StatusOr<std::shared_ptr<const Place>> around = placeAround(blob);
  if (!around.ok())
    return around.status();
  std::vector<BlobSlice> within;
  if (!*around)
    return within;
  absl::StatusOr<std::vector<BlobSlice>> all = slicesOf((*around)->blob);
  if (!all.ok())
    return all;
  for (BlobSlice slice : *all) {
    slice.offset -= (*around)->offset;
    if (checkSlices(blob, {slice}).ok())
      within.push_back(slice);
  }
  return within;
}

absl::StatusOr<std::vector<Digest>>
SliceStore::findMissing(const std::vector<Digest> &digests) {
  absl::StatusOr<std::vector<Digest>> missing = base().findMissing(digests);
  if (!missing.ok())
    return missing;
  std::vector<Digest> absent;
  for (const Digest &digest : *missing) {
    absl::StatusOr<std::shared_ptr<const Place>> place = findPlace(digest);
    if (!place.ok())
      return place.status();
    if (!*place)
      absent.push_back(digest);
  }
  return absent;
}

absl::StatusOr<std::optional<v1::ActionRecord>>
SliceStore::getRecord(RecordKind kind, const Digest &key) {
  auto record = base().getRecord(kind, key);
  if (!record.ok() || !record->has_value())
    return record;
  std::vector<RecordEntry> evicted;
  for (v1::ActionRecord::Output &output : *(*record)->mutable_outputs()) {
    if (!output.has_part())
      continue;
    absl::StatusOr<Digest> blob = Digest::fromProto(output.digest());
    absl::StatusOr<Digest> part = Digest::fromProto(output.part());
    const Place place{blob.value_or(Digest()),
                      static_cast<int64_t>(output.offset())};
    if (!blob.ok() || !part.ok() ||
        !checkSlices(*blob, {{*part, place.offset}}).ok())
      return std::optional<v1::ActionRecord>();
    absl::StatusOr<std::shared_ptr<const Place>> known = findPlace(*part);
    if (!known.ok())
      return known.status();
    if (!*known && !base().touchBlob(*part)) {
      evicted.push_back(describePart(*part, place));
      remember(*part, place);
    }
    *output.mutable_digest() = part->toProto();
    output.clear_part();
    output.clear_offset();
  }
  if (!evicted.empty())
    if (absl::Status status = base().putRecords(evicted, Durability::WithNext);
        !status.ok()) // The blob was evicted meanwhile.
      return std::optional<v1::ActionRecord>();
  return record;
}

absl::Status SliceStore::putRecords(const std::vector<RecordEntry> &entries,
                                    Durability durability) {
  absl::Status status = base().putRecords(entries, durability);
  if (!absl::IsFailedPrecondition(status))
    return status;
  // A blob that is named is not there: it may be a part of one that is.
  std::vector<RecordEntry> written = entries;
  bool isAny = false;
  for (RecordEntry &entry : written)
    for (v1::ActionRecord::Output &output : *entry.record.mutable_outputs()) {
      absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
      if (!digest.ok() || output.has_part())
        continue;
      absl::StatusOr<std::shared_ptr<const Place>> place = findPlace(*digest);
      if (!place.ok())
        return place.status();
      if (!*place)
        continue;
      isAny = true;
      *output.mutable_part() = digest->toProto();
      *output.mutable_digest() = (*place)->blob.toProto();
      output.set_offset(static_cast<uint64_t>((*place)->offset));
    }
  return isAny ? base().putRecords(written, durability) : status;
}

bool SliceStore::touchBlob(const Digest &digest) {
  return base().touchBlob(digest) || peekPlace(digest) != nullptr;
}

bool SliceStore::touchRecord(RecordKind kind, const Digest &key,
                             const std::vector<Digest> &blobs) {
  if (base().touchRecord(kind, key, blobs))
    return true;
  std::vector<Digest> whole;
  bool isAny = false;
  for (const Digest &digest : blobs) {
    std::shared_ptr<const Place> place = peekPlace(digest);
    isAny |= place != nullptr;
    whole.push_back(place ? place->blob : digest);
  }
  return isAny && base().touchRecord(kind, key, whole);
}

} // namespace ingot::cache
