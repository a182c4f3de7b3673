//===- Archive.h - a store as one file --------------------------*- C++ -*-===//
//
// A tar archive, so that `tar` lists it and sha256sum checks what it unpacks:
//
//   ingot-store           "1\n", the version of all that follows
//   blobs/HASH-SIZE       the bytes of a blob
//   actions/HASH-SIZE     an ingot.v1.ActionRecord, by the key of the action
//   requests/HASH-SIZE    the same, by the key of the request
//
// Blobs stand before the records that name them. A size of 8 GiB and more
// stands in the header in binary, as GNU tar writes it. What tar adds by itself
// (folders, extended headers) is passed over on import; anything else is
// refused.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_ARCHIVE_H
#define INGOT_CACHE_STORE_ARCHIVE_H

#include "cache/store/StoreCare.h"

#include <functional>

namespace ingot::cache {

inline constexpr size_t kTarBlockBytes = 512;
inline constexpr char kArchiveMarker[] = "ingot-store";
inline constexpr char kArchiveVersion[] = "1\n";
/// By EntryKind.
inline constexpr const char *kArchiveFolders[kEntryKinds] = {
    "blobs/", "actions/", "requests/"};
/// Results are far smaller; a manifest is a blob.
inline constexpr int64_t kMaxArchivedRecordBytes = int64_t{64} << 20;

/// What went into an archive, or came out of one.
struct ArchiveReport {
  int64_t blobs = 0, records = 0, bytes = 0;
  int64_t known = 0;   ///< Blobs that the store had.
  int64_t skipped = 0; ///< Damaged, or records of blobs that are not there.
};

/// Takes the next bytes of an archive. An error ends the export with it.
using ArchiveSink = std::function<absl::Status(std::string_view)>;

/// Writes everything that the store keeps. Each blob is verified before its
/// first byte goes out; what is damaged is left out.
absl::StatusOr<ArchiveReport> exportStore(StoreCare &care,
                                          const ArchiveSink &sink);

/// The header of a file of an archive: 512 bytes. `name` has at most 99 bytes.
std::string tarHeader(const std::string &name, int64_t size);

/// Puts what an archive holds into a store. Bytes come in pieces of any size
/// and from anyone: every number is checked, and every blob is what its name
/// says or nothing of it is kept. One thread at a time.
class ArchiveImport {
public:
  /// The store outlives this.
  explicit ArchiveImport(Store &store) : store_(store) {}

  /// INVALID_ARGUMENT, naming the file, for what is no such archive or for
  /// other bytes than a digest says; errors of the store. After one, nothing
  /// more is taken; what was imported before stays.
  absl::Status add(std::string_view bytes);

  /// Call once, last. INVALID_ARGUMENT for an archive that is cut off.
  absl::StatusOr<ArchiveReport> finish();

private:
  absl::Status take(std::string_view bytes);
  absl::Status beginFile(std::string_view header);
  absl::Status beginEntry();
  absl::Status addData(std::string_view bytes);
  absl::Status endFile();
  absl::Status endBlob();
  absl::Status endRecord();
  absl::Status fault(const std::string &how) const;

  Store &store_;
  absl::Status status_; ///< The first error.
  ArchiveReport report_;
  std::string header_; ///< Of the next file, as far as it came.
  std::string file_;   ///< Its name.
  int64_t left_ = 0;   ///< Of its bytes.
  int64_t padding_ = 0;
  bool isSkipped_ = false, hasMarker_ = false, isOver_ = false;
  std::optional<EntryName> entry_;     ///< Nothing: the marker, or passed over.
  std::string data_;                   ///< Of what is small.
  std::unique_ptr<BlobWriter> writer_; ///< Of a large blob.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_ARCHIVE_H
