//===- LaneRecords.cpp - results that a lane may read ---------------------===//
//
// Whether a caller of a lane finds a result in `trusted` tells it nothing that
// it may not know, for it may read all of that. That its own lane is asked only
// then is seen by itself alone.
//
//===----------------------------------------------------------------------===//

#include "server/core/LaneRecords.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>

namespace ingot::server {
namespace {

using cache::RecordKind;

absl::StatusOr<std::optional<v1::ActionRecord>>
read(cache::Store &store, RecordKind kind, const Digest &key,
     const std::string &lane, StoreAccess access) {
  absl::StatusOr<std::optional<v1::ActionRecord>> record =
      access == StoreAccess::Memory ? store.peekRecord(kind, key)
                                    : store.getRecord(kind, key);
  if (record.ok() && *record && (*record)->lane() != lane)
    return std::nullopt;
  return record;
}

/// Reads all of a blob, which the store verifies.
absl::Status verify(cache::Store &store, const Digest &digest) {
  const auto lost = [&digest](absl::string_view how) {
    return absl::FailedPreconditionError(
        absl::StrCat("promote: blob ", digest.toString(), " is ", how));
  };
  absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
      store.openBlob(digest, 0);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return lost("gone");
  while (true) {
    absl::StatusOr<cache::SharedBytes> piece = (*reader)->next();
    if (absl::IsDataLoss(piece.status()))
      return lost("damaged");
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return absl::OkStatus();
  }
}

/// Whether `a` and `b` say that the same was made.
bool haveEqualOutputs(const v1::ActionRecord &a, const v1::ActionRecord &b) {
  return std::equal(a.outputs().begin(), a.outputs().end(), b.outputs().begin(),
                    b.outputs().end(), [](const auto &one, const auto &other) {
                      return google::protobuf::util::MessageDifferencer::Equals(
                          one, other);
                    });
}

absl::StatusOr<Promotion> promoteRecord(cache::Store &store,
                                        cache::RecordEntry entry) {
  absl::StatusOr<std::vector<Digest>> blobs = cache::blobsOf(entry.record);
  if (!blobs.ok())
    return blobs.status();
  Promotion made{entry.kind, blobs->size()};
  for (const Digest &digest : *blobs) {
    if (absl::Status status = verify(store, digest); !status.ok())
      return status;
    made.bytes += digest.size;
  }
  auto known = read(store, entry.kind, entry.key, "", StoreAccess::Disk);
  if (!known.ok())
    return known.status();
  if (*known) {
    made.isNew = false;
    if (haveEqualOutputs(**known, entry.record))
      return made;
    return absl::AlreadyExistsError(absl::StrCat(
        "promote: `trusted` has another result for ", entry.key.toString()));
  }
  entry.record.clear_lane();
  if (absl::Status status = store.putRecords({std::move(entry)}); !status.ok())
    return status;
  return made;
}

} // namespace

absl::StatusOr<std::optional<FoundRecord>> findRecord(cache::Store &store,
                                                      RecordKind kind,
                                                      const ActionKey &key,
                                                      StoreAccess access) {
  Digest place = key.name();
  auto record = read(store, kind, place, "", access);
  if (record.ok() && !*record && !key.lane.empty()) {
    place = key.digest;
    record = read(store, kind, place, key.lane, access);
  }
  if (!record.ok())
    return record.status();
  if (!*record)
    return std::nullopt;
  return FoundRecord{**std::move(record), place};
}

absl::StatusOr<Promotion> promote(cache::Store &store, const std::string &lane,
                                  const Digest &key) {
  if (lane.empty() || lane == kTrustedLane)
    return absl::InvalidArgumentError(
        "promote: name the lane that has the result; what is of `trusted` is "
        "trusted already");
  if (isInLane(key))
    return absl::InvalidArgumentError("promote: this is no key of a result");
  for (RecordKind kind : {RecordKind::Request, RecordKind::Action}) {
    absl::StatusOr<std::optional<v1::ActionRecord>> record =
        read(store, kind, keyInLane(lane, key), lane, StoreAccess::Disk);
    if (!record.ok())
      return record.status();
    if (*record)
      return promoteRecord(store, {kind, key, **std::move(record)});
  }
  return absl::NotFoundError(
      absl::StrCat("promote: the lane has no result of ", key.toString()));
}

} // namespace ingot::server
