//===- ArchiveImport.cpp - a file as a store ------------------------------===//
//
// Headers of 512 bytes and the bytes behind them, rounded up to such blocks.
// Blobs beyond 1 MiB go to the store as they come; all else is small enough to
// be held until it is whole.
//
//===----------------------------------------------------------------------===//

#include "cache/store/Archive.h"
#include "cache/store/KeyHistory.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <algorithm>

namespace ingot::cache {
namespace {

constexpr size_t kNameBytes = 100, kSize = 124, kSizeBytes = 12,
                 kChecksum = 148, kChecksumBytes = 8, kType = 156;
constexpr int64_t kMaxWholeBytes = 1 << 20;
/// Of a version, or of what tar adds by itself.
constexpr int64_t kMaxOtherBytes = 1 << 20;

/// An octal number that ends at a space or zero; nothing when it is none.
std::optional<int64_t> octal(std::string_view digits) {
  int64_t value = 0;
  size_t at = 0;
  while (at < digits.size() && digits[at] == ' ')
    ++at;
  const size_t first = at;
  for (; at < digits.size() && digits[at] >= '0' && digits[at] <= '7'; ++at)
    value = value * 8 + (digits[at] - '0');
  if (at == first || (at < digits.size() && digits[at] != ' ' && digits[at]))
    return std::nullopt;
  return value;
}

/// Octal, or in binary behind a byte of 0x80.
std::optional<int64_t> sizeOf(std::string_view header) {
  const std::string_view field = header.substr(kSize, kSizeBytes);
  if (static_cast<unsigned char>(field[0]) != 0x80)
    return octal(field);
  uint64_t value = 0;
  for (char byte : field.substr(1)) {
    if (value >> 55)
      return std::nullopt; // Beyond 63 bits with the next one.
    value = value << 8 | static_cast<unsigned char>(byte);
  }
  return static_cast<int64_t>(value);
}

bool hasChecksum(std::string_view header) {
  int64_t sum = 0;
  for (size_t i = 0; i < header.size(); ++i)
    sum += i >= kChecksum && i < kChecksum + kChecksumBytes
               ? ' '
               : static_cast<unsigned char>(header[i]);
  return octal(header.substr(kChecksum, kChecksumBytes)) == sum;
}

/// The entry that a file of an archive is, by its name.
std::optional<EntryName> entryOf(absl::string_view name) {
  absl::ConsumePrefix(&name, "./"); // As `tar c .` writes it.
  for (size_t kind = 0; kind < kEntryKinds; ++kind) {
    absl::string_view rest = name;
    if (!absl::ConsumePrefix(&rest, kArchiveFolders[kind]))
      continue;
    std::string text(rest);
    const size_t dash = text.find('-');
    if (dash == std::string::npos)
      return std::nullopt;
    text[dash] = '/';
    absl::StatusOr<Digest> digest = Digest::parse(text);
    if (!digest.ok())
      return std::nullopt;
    return EntryName{static_cast<EntryKind>(kind), *digest};
  }
  return std::nullopt;
}

} // namespace

absl::Status ArchiveImport::fault(const std::string &how) const {
  return absl::InvalidArgumentError(absl::StrCat(
      "is not an archive of a store",
      file_.empty() ? "" : absl::StrCat(": '", file_, "'"), ": ", how));
}

absl::Status ArchiveImport::add(std::string_view bytes) {
  if (status_.ok())
    status_ = take(bytes);
  return status_;
}

absl::Status ArchiveImport::take(std::string_view bytes) {
  while (!bytes.empty() && !isOver_) {
    if (left_ > 0 || padding_ > 0) {
      int64_t &room = left_ > 0 ? left_ : padding_;
      const std::string_view part = bytes.substr(0, static_cast<size_t>(room));
      bytes.remove_prefix(part.size());
      if (left_ > 0)
        if (absl::Status status = addData(part); !status.ok())
          return status;
      room -= static_cast<int64_t>(part.size());
      if (left_ == 0 && padding_ == 0)
        if (absl::Status status = endFile(); !status.ok())
          return status;
      continue;
    }
    const std::string_view part =
        bytes.substr(0, kTarBlockBytes - header_.size());
    bytes.remove_prefix(part.size());
    header_.append(part);
    if (header_.size() < kTarBlockBytes)
      break;
    const std::string header = std::exchange(header_, {});
    if (absl::Status status = beginFile(header); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

absl::Status ArchiveImport::beginFile(std::string_view header) {
  file_.clear();
  if (std::all_of(header.begin(), header.end(),
                  [](char byte) { return byte == 0; })) {
    isOver_ = true;
    return absl::OkStatus();
  }
  const std::optional<int64_t> size = sizeOf(header);
  if (!hasChecksum(header) || !size)
    return fault("a header is damaged");
  const std::string_view name = header.substr(0, kNameBytes);
  file_ = std::string(name.substr(0, name.find('\0')));
  left_ = *size;
  padding_ = (static_cast<int64_t>(kTarBlockBytes) -
              *size % static_cast<int64_t>(kTarBlockBytes)) %
             static_cast<int64_t>(kTarBlockBytes);
  const char type = header[kType];
  // Folders, and extended headers: of names, times and owners.
  isSkipped_ = type == '5' || type == 'x' || type == 'g';
  entry_.reset();
  data_.clear();
  if (!isSkipped_ && type != '0' && type != '\0')
    return fault("is no plain file");
  if (absl::Status status = beginEntry(); !status.ok())
    return status;
  return left_ == 0 ? endFile() : absl::OkStatus();
}

absl::Status ArchiveImport::beginEntry() {
  if (!isSkipped_)
    entry_ = entryOf(file_);
  if (!entry_) {
    if (!isSkipped_ && file_ != kArchiveMarker &&
        file_ != absl::StrCat("./", kArchiveMarker))
      return fault("no such file belongs there");
    return left_ <= kMaxOtherBytes ? absl::OkStatus() : fault("is too large");
  }
  if (entry_->kind != EntryKind::Blob)
    return left_ <= kMaxArchivedRecordBytes ? absl::OkStatus()
                                            : fault("is too large");
  if (left_ != entry_->digest.size)
    return fault("has another size than its name says");
  if (left_ <= kMaxWholeBytes)
    return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<BlobWriter>> writer =
      store_.createBlob(entry_->digest);
  if (!writer.ok())
    return writer.status();
  writer_ = *std::move(writer);
  return absl::OkStatus();
}

absl::Status ArchiveImport::addData(std::string_view bytes) {
  if (writer_)
    return writer_->append(bytes);
  data_.append(bytes);
  return absl::OkStatus();
}

absl::Status ArchiveImport::endFile() {
  if (isSkipped_)
    return absl::OkStatus();
  if (!entry_) {
    hasMarker_ = data_ == kArchiveVersion;
    return hasMarker_ ? absl::OkStatus()
                      : fault("is of a version that this program does not "
                              "read");
  }
  if (!hasMarker_)
    return fault(absl::StrCat("comes before ", kArchiveMarker));
  return entry_->kind == EntryKind::Blob ? endBlob() : endRecord();
}

absl::Status ArchiveImport::endBlob() {
  report_.known += store_.touchBlob(entry_->digest);
  absl::Status status;
  if (std::unique_ptr<BlobWriter> writer = std::move(writer_))
    status = writer->commit();
  else if (Digest::of(data_) != entry_->digest)
    return fault("has other bytes than its name says");
  else
    status = store_.putBlob(data_, Durability::WithNext).status();
  if (absl::IsInvalidArgument(status))
    return fault(std::string(status.message()));
  ++report_.blobs;
  report_.bytes += entry_->digest.size;
  return status;
}

absl::Status ArchiveImport::endRecord() {
  RecordEntry entry;
  entry.kind = entry_->kind == EntryKind::Action ? RecordKind::Action
                                                 : RecordKind::Request;
  entry.key = entry_->digest;
  if (!entry.record.ParseFromString(data_))
    return fault("is no record");
  entry.isRare = entry.record.format() == kKeyRecordFormat;
  absl::Status status = store_.putRecords({entry}, Durability::WithNext);
  if (absl::IsInvalidArgument(status))
    return fault(std::string(status.message()));
  // One of its blobs was damaged, or was evicted to make room.
  if (absl::IsFailedPrecondition(status)) {
    ++report_.skipped;
    return absl::OkStatus();
  }
  ++report_.records;
  report_.bytes += static_cast<int64_t>(data_.size());
  return status;
}

absl::StatusOr<ArchiveReport> ArchiveImport::finish() {
  if (!status_.ok())
    return status_;
  if (!isOver_ || !hasMarker_)
    return fault("it is cut off");
  if (absl::Status status = store_.putRecords({}, Durability::OnReturn);
      !status.ok())
    return status;
  return report_;
}

} // namespace ingot::cache
