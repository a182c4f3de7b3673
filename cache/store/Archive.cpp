//===- Archive.cpp - a store as one file ----------------------------------===//
//
// The header of a file is gone before its bytes are read, and cannot be taken
// back. So what is small is read whole and verified first; what is large is
// read twice, once to verify it.
//
//===----------------------------------------------------------------------===//

#include "cache/store/Archive.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>

namespace ingot::cache {
namespace {

constexpr int64_t kMaxWholeBytes = 4 << 20;
/// Places of fields in a header.
constexpr size_t kMode = 100, kSize = 124, kTime = 136, kChecksum = 148,
                 kType = 156, kMagic = 257;
constexpr size_t kSizeDigits = 11;
constexpr int64_t kMaxOctalSize = (int64_t{1} << 33) - 1;

std::string padding(int64_t size) {
  return std::string(
      (kTarBlockBytes - static_cast<size_t>(size) % kTarBlockBytes) %
          kTarBlockBytes,
      '\0');
}

std::string nameInArchive(const EntryName &name) {
  return absl::StrCat(kArchiveFolders[static_cast<size_t>(name.kind)],
                      name.digest.hex(), "-", name.digest.size);
}

class Exporter {
public:
  Exporter(StoreCare &care, const ArchiveSink &sink)
      : care_(care), sink_(sink) {}

  absl::StatusOr<ArchiveReport> run() {
    if (absl::Status status = write(kArchiveMarker, kArchiveVersion);
        !status.ok())
      return status;
    const std::vector<Entry> entries = care_.list();
    for (bool blobs : {true, false})
      for (const Entry &entry : entries)
        if ((entry.name.kind == EntryKind::Blob) == blobs)
          if (absl::Status status = blobs ? addBlob(entry) : addRecord(entry);
              !status.ok())
            return status;
    // Two empty blocks end an archive.
    if (absl::Status status = sink_(std::string(2 * kTarBlockBytes, '\0'));
        !status.ok())
      return status;
    return report_;
  }

private:
  absl::Status write(const std::string &name, std::string_view bytes) {
    const auto size = static_cast<int64_t>(bytes.size());
    return sink_(absl::StrCat(tarHeader(name, size),
                              absl::string_view(bytes.data(), bytes.size()),
                              padding(size)));
  }

  absl::Status addBlob(const Entry &entry) {
    if (entry.bytes > kMaxWholeBytes)
      return addLargeBlob(entry);
    absl::StatusOr<std::unique_ptr<BlobReader>> reader = care_.readBlob(entry);
    if (!reader.ok())
      return reader.status();
    if (!*reader)
      return absl::OkStatus();
    absl::StatusOr<SharedBytes> bytes = readToEnd(**reader, entry.bytes);
    if (!bytes.ok())
      return bytes.status();
    if (!*bytes || Digest::of(**bytes) != entry.name.digest) {
      ++report_.skipped;
      return absl::OkStatus();
    }
    ++report_.blobs;
    report_.bytes += entry.bytes;
    return write(nameInArchive(entry.name), **bytes);
  }

  absl::Status addLargeBlob(const Entry &entry) {
    absl::StatusOr<EntryState> state = care_.check(entry);
    if (!state.ok())
      return state.status();
    report_.skipped += *state == EntryState::Damaged;
    if (*state != EntryState::Whole)
      return absl::OkStatus();
    absl::StatusOr<std::unique_ptr<BlobReader>> reader = care_.readBlob(entry);
    if (!reader.ok() || !*reader)
      return reader.status();
    absl::Status status =
        sink_(tarHeader(nameInArchive(entry.name), entry.bytes));
    while (status.ok()) {
      absl::StatusOr<SharedBytes> piece = (*reader)->next();
      if (!piece.ok())
        return piece.status();
      if (!*piece)
        break;
      status = sink_(**piece);
    }
    ++report_.blobs;
    report_.bytes += entry.bytes;
    return status.ok() ? sink_(padding(entry.bytes)) : status;
  }

  absl::Status addRecord(const Entry &entry) {
    absl::StatusOr<std::optional<StoredRecord>> record =
        care_.readRecord(entry);
    if (!record.ok())
      return record.status();
    const std::string bytes =
        *record ? (*record)->record.SerializeAsString() : std::string();
    if (!*record ||
        static_cast<int64_t>(bytes.size()) > kMaxArchivedRecordBytes) {
      ++report_.skipped;
      return absl::OkStatus();
    }
    ++report_.records;
    report_.bytes += static_cast<int64_t>(bytes.size());
    return write(nameInArchive(entry.name), bytes);
  }

  StoreCare &care_;
  const ArchiveSink &sink_;
  ArchiveReport report_;
};

} // namespace

std::string tarHeader(const std::string &name, int64_t size) {
  std::string header(kTarBlockBytes, '\0');
  auto set = [&header](size_t at, const std::string &text) {
    header.replace(at, text.size(), text);
  };
  set(0, name);
  set(kMode, "0000644");
  if (size <= kMaxOctalSize) {
    set(kSize, absl::StrFormat("%0*o", kSizeDigits, size));
  } else {
    header[kSize] = static_cast<char>(0x80);
    for (size_t i = kSizeDigits; i > 0; --i, size >>= 8)
      header[kSize + i] = static_cast<char>(size & 0xff);
  }
  set(kTime, std::string(kSizeDigits, '0'));
  set(kChecksum, "        ");
  header[kType] = '0';
  set(kMagic, std::string("ustar\0"
                          "00",
                          8));
  unsigned sum = 0;
  for (char byte : header)
    sum += static_cast<unsigned char>(byte);
  set(kChecksum, absl::StrFormat("%06o", sum) + std::string("\0 ", 2));
  return header;
}

absl::StatusOr<ArchiveReport> exportStore(StoreCare &care,
                                          const ArchiveSink &sink) {
  return Exporter(care, sink).run();
}

} // namespace ingot::cache
