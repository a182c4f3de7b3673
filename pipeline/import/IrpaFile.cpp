//===- IrpaFile.cpp - IREE's parameter archive ----------------------------===//
//
// Every offset and length is held against the bytes that are there before it is
// used.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/IrpaFile.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <optional>

using llvm::Error;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace ingot {
namespace {

constexpr size_t kHeaderBytes = 0x58, kEntryBytes = 0x3c;
constexpr uint32_t kSkip = 0, kSplat = 1, kData = 2;
constexpr size_t kSplatBytes = kEntryBytes + 25, kDataBytes = kEntryBytes + 16;
constexpr uint64_t kEntryAlignment = 16;
/// Names may overlap, so that a small file could have many long ones.
constexpr size_t kMaxKeyBytes = 4096;

Error fault(const char *what) {
  return llvm::createStringError("is no IREE parameter archive: %s", what);
}

std::optional<std::string_view> part(std::string_view bytes, uint64_t offset,
                                     uint64_t length) {
  if (offset > bytes.size() || length > bytes.size() - offset)
    return std::nullopt;
  return bytes.substr(offset, length);
}

/// The part of `bytes` that the range at `offset` of `table` names.
std::optional<std::string_view> range(std::string_view table, size_t offset,
                                      std::string_view bytes) {
  return part(bytes, read64le(table.data() + offset),
              read64le(table.data() + offset + 8));
}

/// Reads what an entry has behind its name; false for what is malformed.
bool readValue(std::string_view entry, std::string_view storage,
               IrpaEntry &value) {
  const uint32_t kind = read32le(entry.data() + 8);
  if (kind == kData && entry.size() >= kDataBytes) {
    std::optional<std::string_view> bytes = range(entry, kEntryBytes, storage);
    value.bytes = bytes.value_or("");
    value.size = value.bytes.size();
    return bytes.has_value();
  }
  if (kind != kSplat || entry.size() < kSplatBytes)
    return false;
  const size_t period = static_cast<unsigned char>(entry[kEntryBytes + 24]);
  value.size = read64le(entry.data() + kEntryBytes);
  value.bytes = entry.substr(kEntryBytes + 8, std::min<size_t>(period, 16));
  return period > 0 && period <= 16 && value.size % period == 0;
}

} // namespace

llvm::Expected<std::vector<IrpaEntry>> readIrpa(std::string_view archive) {
  if (archive.size() < kHeaderBytes || archive.substr(0, 4) != "IRPA")
    return fault("it is cut off, or begins with something else");
  if (read16le(archive.data() + 4) != 0)
    return fault("its version is unknown");
  if (read64le(archive.data() + 16) != 0)
    return fault("it has several headers, and one is read");
  std::optional<std::string_view> entries = range(archive, 0x28, archive),
                                  names = range(archive, 0x38, archive),
                                  storage = range(archive, 0x48, archive);
  if (!entries || !names || !storage)
    return fault("a part of it is cut off");
  std::vector<IrpaEntry> all;
  for (uint64_t left = read64le(archive.data() + 32); left > 0; --left) {
    if (entries->size() < kEntryBytes)
      return fault("an entry is cut off");
    const uint64_t size = read64le(entries->data());
    if (size < kEntryBytes || size > entries->size())
      return fault("an entry is cut off");
    const std::string_view entry = entries->substr(0, size);
    std::optional<std::string_view> name = range(entry, 20, *names);
    const bool isErased = read32le(entry.data() + 8) == kSkip;
    IrpaEntry value;
    if (!name || (!isErased && !readValue(entry, *storage, value)))
      return fault("an entry is malformed, or of an unknown kind");
    if (name->size() > kMaxKeyBytes)
      return fault("a name has more than 4096 bytes");
    value.name = *name;
    if (!isErased)
      all.push_back(value);
    entries->remove_prefix(std::min<uint64_t>(
        llvm::alignTo(size, kEntryAlignment), entries->size()));
  }
  return all;
}

} // namespace ingot
