//===- RocksDbCare.cpp - care of the store on a local disk ----------------===//
//
// A checkpoint is RocksDB's: table files are linked into it where the disk can,
// the log is flushed first, so that what is written afterwards changes nothing
// of it. An upload under way is in it as in a store after a crash, and goes
// when the copy is opened.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/RocksDbCare.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <filesystem>
#include <rocksdb/utilities/checkpoint.h>

namespace ingot::cache {

absl::StatusOr<EntryState> RocksDbCare::check(const Entry &entry) {
  return entry.name.kind == EntryKind::Blob ? checkBlob(entry)
                                            : checkRecord(entry);
}

absl::StatusOr<EntryState> RocksDbCare::checkBlob(const Entry &entry) {
  std::unique_ptr<BlobReader> reader = blobs_.peek(entry);
  if (!reader)
    return EntryState::Gone;
  Hasher hasher;
  while (true) {
    absl::StatusOr<SharedBytes> piece = reader->next();
    if (absl::IsDataLoss(piece.status()))
      return EntryState::Damaged; // The reader dropped it.
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      break;
    hasher.update(**piece);
  }
  if (hasher.finish() == entry.name.digest)
    return EntryState::Whole;
  reader->reportDamage();
  return EntryState::Damaged;
}

absl::StatusOr<EntryState> RocksDbCare::checkRecord(const Entry &entry) {
  absl::StatusOr<std::optional<StoredRecord>> record =
      records_.peek(entry.name);
  if (!record.ok())
    return record.status();
  const EntryIndex &index = catalog_.index();
  // Read first: whoever replaced it meanwhile wrote a whole one.
  if (!index.isThere(entry))
    return EntryState::Gone;
  if (!*record) {
    catalog_.drop(entry, /*isBroken=*/true);
    return EntryState::Damaged;
  }
  const std::vector<Digest> &blobs = (*record)->blobs;
  if (std::all_of(blobs.begin(), blobs.end(), [&index](const Digest &blob) {
        return index.contains({EntryKind::Blob, blob});
      }))
    return EntryState::Whole;
  catalog_.drop(entry, /*isBroken=*/false);
  return EntryState::Dangling;
}

absl::StatusOr<int64_t> RocksDbCare::checkpoint(const std::string &folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::exists(folder, error))
    return absl::AlreadyExistsError(
        absl::StrCat("store: ", folder, " is there already"));
  catalog_.writeAllUses();
  rocksdb::Checkpoint *raw = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(&database_.db(), &raw);
  std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw);
  if (status.ok())
    status = checkpoint->CreateCheckpoint(folder);
  if (!status.ok())
    return toStatus(status);
  // Programs and weights are for the store's owner alone.
  fs::permissions(folder, fs::perms::owner_all, error);
  int64_t bytes = 0;
  for (const auto &file : fs::directory_iterator(folder, error))
    bytes += static_cast<int64_t>(file.file_size(error));
  return bytes;
}

} // namespace ingot::cache
