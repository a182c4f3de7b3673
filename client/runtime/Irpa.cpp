//===- Irpa.cpp - IREE's parameter archive --------------------------------===//
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
// Entries begin at multiples of 16. There are no types: bytes of the right
// number are the tensor.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFormats.h"

#include "absl/strings/str_cat.h"

namespace ingot::runtime {
namespace {

constexpr size_t kHeaderBytes = 0x58, kEntryBytes = 0x3c;
constexpr uint32_t kSkip = 0, kSplat = 1, kData = 2;
constexpr size_t kSplatBytes = kEntryBytes + 25, kDataBytes = kEntryBytes + 16;
constexpr uint64_t kEntryAlignment = 16;
/// Names may overlap, so that a small file could have many long ones.
constexpr size_t kMaxNameBytes = 4096;
/// All splats of a file; they are written out.
constexpr uint64_t kMaxSplatBytes = uint64_t{1} << 30;

absl::Status malformed(const char *what) {
  return absl::InvalidArgumentError(
      absl::StrCat("is not an IREE parameter archive: ", what));
}

/// The part of `bytes` that the range at `offset` of `table` names.
bool takeRange(std::string_view table, size_t offset, std::string_view bytes,
               std::string_view &taken) {
  return takeBytes(bytes, numberAt<uint64_t>(table, offset),
                   numberAt<uint64_t>(table, offset + 8), taken);
}

/// The values of a splat, or null when they are malformed or too many.
std::shared_ptr<std::string> splatOf(std::string_view entry, uint64_t &total) {
  const uint64_t length = numberAt<uint64_t>(entry, kEntryBytes);
  const uint8_t period = static_cast<uint8_t>(entry[kEntryBytes + 24]);
  if (period == 0 || period > 16 || length % period != 0 ||
      length > kMaxSplatBytes - total)
    return nullptr;
  total += length;
  auto values = std::make_shared<std::string>();
  values->reserve(length);
  while (values->size() < length)
    values->append(entry.substr(kEntryBytes + 8, period));
  return values;
}

} // namespace

absl::Status readIrpa(std::string_view file, TensorTable &table) {
  std::string_view entries, metadata, storage;
  if (file.size() < kHeaderBytes)
    return malformed("it is cut off");
  if (numberAt<uint16_t>(file, 4) != 0)
    return malformed("its version is unknown");
  if (numberAt<uint64_t>(file, 16) != 0)
    return malformed("it has several headers, and one is read");
  if (!takeRange(file, 0x28, file, entries) ||
      !takeRange(file, 0x38, file, metadata) ||
      !takeRange(file, 0x48, file, storage))
    return malformed("a part of it is cut off");
  uint64_t splatBytes = 0;
  for (uint64_t left = numberAt<uint64_t>(file, 32); left > 0; --left) {
    if (entries.size() < kEntryBytes)
      return malformed("an entry is cut off");
    const uint64_t size = numberAt<uint64_t>(entries, 0);
    const uint32_t kind = numberAt<uint32_t>(entries, 8);
    std::string_view entry, name;
    if (!takeBytes(entries, 0, size, entry) || size < kEntryBytes ||
        !takeRange(entry, 20, metadata, name))
      return malformed("an entry is cut off");
    if (name.size() > kMaxNameBytes)
      return malformed("a name has more than 4096 bytes");
    StoredTensor tensor;
    tensor.dtype = "BYTES";
    if (kind == kData && size >= kDataBytes) {
      if (!takeRange(entry, kEntryBytes, storage, tensor.bytes))
        return malformed("a tensor reaches beyond the end");
    } else if (kind == kSplat && size >= kSplatBytes) {
      std::shared_ptr<std::string> values = splatOf(entry, splatBytes);
      if (!values)
        return malformed("a splat is malformed, or there are too many");
      tensor.bytes = *values;
      table.owned.push_back(std::move(values));
    } else if (kind != kSkip) {
      return malformed("an entry is of an unknown kind");
    }
    tensor.shape = {static_cast<int64_t>(tensor.bytes.size())};
    if (kind != kSkip)
      table.tensors[std::string(name)] = std::move(tensor);
    const uint64_t step =
        size + (kEntryAlignment - size % kEntryAlignment) % kEntryAlignment;
    entries.remove_prefix(std::min<uint64_t>(step, entries.size()));
  }
  return absl::OkStatus();
}

} // namespace ingot::runtime
