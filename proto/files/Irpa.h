//===- Irpa.h - IREE's parameter archive ------------------------*- C++ -*-===//
//
// Version 0 of the format, little-endian, offsets from the header's start:
//
//   header   magic "IRPA", major:u16 0, minor:u16, size:u64, next header:u64,
//            flags:u64, entries:u64, three ranges: entries, metadata, storage
//   range    offset:u64, length:u64
//   entry    size:u64, kind:u32, flags:u64, two ranges in the metadata: name
//            and free text, alignment:u64, then by kind
//   skip 0   nothing: the entry was erased
//   splat 1  length:u64, pattern[16], pattern length:u8
//   data 2   range in the storage
//
// Entries begin at multiples of 16. There are no types and no shapes. Every
// offset and length is held against the bytes that are there before it is used:
// an archive may be hostile.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PROTO_FILES_IRPA_H
#define INGOT_PROTO_FILES_IRPA_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace ingot {

/// A parameter of an archive; views of its bytes.
struct IrpaEntry {
  std::string_view name;
  std::string_view bytes; ///< Repeated until they are `size`.
  uint64_t size = 0;

  /// True for one whose bytes do not stand in the archive as they are.
  bool isSplat() const { return size != bytes.size(); }

  /// Writes all `size` bytes. What is there is copied behind itself: a gibibyte
  /// of a pattern of one byte is thirty copies.
  void writeTo(char *to) const {
    uint64_t done = std::min<uint64_t>(bytes.size(), size);
    std::memcpy(to, bytes.data(), done);
    while (done < size) {
      const uint64_t next = std::min(done, size - done);
      std::memcpy(to + done, to, next);
      done += next;
    }
  }
};

/// Reads the entries of one archive. Only readIrpa() uses it.
class IrpaReader {
public:
  explicit IrpaReader(std::string_view archive) : archive_(archive) {}

  const char *read(std::vector<IrpaEntry> &all) {
    if (archive_.size() < kHeaderBytes)
      return "it is cut off";
    if (archive_.substr(0, 4) != "IRPA")
      return "it begins with something else";
    if (numberAt<uint16_t>(archive_, 4) != 0)
      return "its version is unknown";
    if (numberAt<uint64_t>(archive_, 16) != 0)
      return "it has several headers, and one is read";
    std::optional<std::string_view> entries = range(archive_, 0x28, archive_),
                                    names = range(archive_, 0x38, archive_),
                                    storage = range(archive_, 0x48, archive_);
    if (!entries || !names || !storage)
      return "a part of it is cut off";
    names_ = *names;
    storage_ = *storage;
    for (uint64_t left = numberAt<uint64_t>(archive_, 32); left > 0; --left)
      if (const char *fault = readEntry(*entries, all))
        return fault;
    return nullptr;
  }

private:
  static constexpr size_t kHeaderBytes = 0x58, kEntryBytes = 0x3c;
  static constexpr uint32_t kSkip = 0, kSplat = 1, kData = 2;
  static constexpr size_t kSplatBytes = kEntryBytes + 25,
                          kDataBytes = kEntryBytes + 16;
  static constexpr uint64_t kEntryAlignment = 16;
  /// Of one: a table compares names that begin alike.
  static constexpr size_t kMaxNameBytes = 4096;
  /// All splats of a file; they are written out.
  static constexpr uint64_t kMaxSplatBytes = uint64_t{1} << 30;

  template <typename Number>
  static Number numberAt(std::string_view bytes, size_t offset) {
    Number value;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
  }

  /// The part of `bytes` that the range at `offset` of `table` names.
  static std::optional<std::string_view>
  range(std::string_view table, size_t offset, std::string_view bytes) {
    const uint64_t begin = numberAt<uint64_t>(table, offset),
                   length = numberAt<uint64_t>(table, offset + 8);
    if (begin > bytes.size() || length > bytes.size() - begin)
      return std::nullopt;
    return bytes.substr(begin, length);
  }

  /// Takes the first of `entries`.
  const char *readEntry(std::string_view &entries,
                        std::vector<IrpaEntry> &all) {
    if (entries.size() < kEntryBytes)
      return "an entry is cut off";
    const uint64_t size = numberAt<uint64_t>(entries, 0);
    if (size < kEntryBytes || size > entries.size())
      return "an entry is cut off";
    const std::string_view entry = entries.substr(0, size);
    std::optional<std::string_view> name = range(entry, 20, names_);
    if (!name)
      return "an entry is cut off";
    if (name->size() > kMaxNameBytes)
      return "a name has more than 4096 bytes";
    // Else a small file could have many long ones.
    if (name->size() > names_.size() - nameBytes_)
      return "names overlap";
    nameBytes_ += name->size();
    if (numberAt<uint32_t>(entry, 8) != kSkip) {
      IrpaEntry &value = all.emplace_back();
      value.name = *name;
      if (const char *fault = readValue(entry, value))
        return fault;
    }
    const uint64_t step =
        size + (kEntryAlignment - size % kEntryAlignment) % kEntryAlignment;
    entries.remove_prefix(std::min<uint64_t>(step, entries.size()));
    return nullptr;
  }

  const char *readValue(std::string_view entry, IrpaEntry &value) {
    const uint32_t kind = numberAt<uint32_t>(entry, 8);
    if (kind == kData && entry.size() >= kDataBytes) {
      std::optional<std::string_view> bytes =
          range(entry, kEntryBytes, storage_);
      value.bytes = bytes.value_or("");
      value.size = value.bytes.size();
      return bytes ? nullptr : "a tensor reaches beyond the end";
    }
    if (kind != kSplat || entry.size() < kSplatBytes)
      return "an entry is of an unknown kind";
    const size_t period = static_cast<unsigned char>(entry[kEntryBytes + 24]);
    value.size = numberAt<uint64_t>(entry, kEntryBytes);
    value.bytes = entry.substr(kEntryBytes + 8, std::min<size_t>(period, 16));
    if (period == 0 || period > 16 || value.size % period != 0 ||
        value.size > kMaxSplatBytes - splatBytes_)
      return "a splat is malformed, or there are too many";
    splatBytes_ += value.size;
    return nullptr;
  }

  const std::string_view archive_;
  std::string_view names_, storage_;
  uint64_t nameBytes_ = 0, splatBytes_ = 0; ///< Of the entries so far.
};

/// Adds the parameters of an archive to `entries`. Null, or why it is none:
/// "its version is unknown".
inline const char *readIrpa(std::string_view archive,
                            std::vector<IrpaEntry> &entries) {
  return IrpaReader(archive).read(entries);
}

} // namespace ingot

#endif // INGOT_PROTO_FILES_IRPA_H
