//===- Npz.cpp - NumPy's archives -----------------------------------------===//
//
// A zip archive of .npy files, stored or deflated. What numpy writes is read:
// one disk, no encryption, sizes of 64 bits in an extra field where they need
// it. The central directory is what counts; local headers only tell how long
// they are themselves. Stored arrays in C order are used in place, as are those
// of a file by itself.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Npy.h"
#include "client/runtime/TensorFormats.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <optional>
#include <zlib.h>

namespace ingot::runtime {
namespace {

constexpr uint32_t kEndMagic = 0x06054b50, kEnd64Magic = 0x06064b50,
                   kLocatorMagic = 0x07064b50, kEntryMagic = 0x02014b50,
                   kLocalMagic = 0x04034b50;
constexpr size_t kEndBytes = 22, kLocatorBytes = 20, kEnd64Bytes = 56,
                 kEntryBytes = 46, kLocalBytes = 30;
constexpr uint32_t kIn64 = 0xffffffff; ///< The extra field has it.
constexpr uint16_t kManyIn64 = 0xffff; ///< The same of a number of entries.
constexpr uint16_t kStored = 0, kDeflated = 8, kZip64 = 1;
constexpr uint64_t kMaxUnpackedBytes = uint64_t{4} << 30;
/// No stream of deflate grows more.
constexpr uint64_t kMaxGrowth = 1032;

/// A file of the archive.
struct ZipEntry {
  std::string name;
  uint16_t method = 0;
  uint64_t packed = 0, size = 0, local = 0;
};

absl::Status malformed(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("is not an .npz file: ", what));
}

/// What the end of an archive says of its central directory.
struct Directory {
  uint64_t start = 0, entries = 0;
};

std::optional<Directory> findDirectory(std::string_view file) {
  // A comment of up to 64 KiB may follow the end record.
  const size_t last = file.size() < kEndBytes ? 0 : file.size() - kEndBytes;
  const size_t first = last > 0xffff ? last - 0xffff : 0;
  for (size_t at = last + 1; at-- > first;) {
    if (file.size() < at + kEndBytes ||
        numberAt<uint32_t>(file, at) != kEndMagic)
      continue;
    const uint16_t entries = numberAt<uint16_t>(file, at + 10);
    const uint32_t start = numberAt<uint32_t>(file, at + 16);
    const bool hasLocator =
        at >= kLocatorBytes &&
        numberAt<uint32_t>(file, at - kLocatorBytes) == kLocatorMagic;
    if (start != kIn64 && !(entries == kManyIn64 && hasLocator))
      return Directory{start, entries};
    std::string_view end;
    if (!hasLocator ||
        !takeBytes(file, numberAt<uint64_t>(file, at - kLocatorBytes + 8),
                   kEnd64Bytes, end) ||
        numberAt<uint32_t>(end, 0) != kEnd64Magic)
      return std::nullopt;
    return Directory{numberAt<uint64_t>(end, 48), numberAt<uint64_t>(end, 32)};
  }
  return std::nullopt;
}

/// Reads the numbers that did not fit 32 bits, in the order of the format.
bool readExtra(std::string_view extra, ZipEntry &entry) {
  while (extra.size() >= 4) {
    const uint16_t kind = numberAt<uint16_t>(extra, 0);
    std::string_view field;
    if (!takeBytes(extra, 4, numberAt<uint16_t>(extra, 2), field))
      return false;
    extra.remove_prefix(4 + field.size());
    if (kind != kZip64)
      continue;
    for (uint64_t *number : {&entry.size, &entry.packed, &entry.local})
      if (*number == kIn64) {
        if (field.size() < 8)
          return false;
        *number = numberAt<uint64_t>(field, 0);
        field.remove_prefix(8);
      }
  }
  return true;
}

/// Takes an entry off the directory; nothing if there is none, or one that is
/// damaged.
std::optional<ZipEntry> takeEntry(std::string_view &rows) {
  if (rows.size() < kEntryBytes || numberAt<uint32_t>(rows, 0) != kEntryMagic)
    return std::nullopt;
  ZipEntry entry;
  entry.method = numberAt<uint16_t>(rows, 10);
  entry.packed = numberAt<uint32_t>(rows, 20);
  entry.size = numberAt<uint32_t>(rows, 24);
  entry.local = numberAt<uint32_t>(rows, 42);
  const size_t name = numberAt<uint16_t>(rows, 28);
  const size_t extra = numberAt<uint16_t>(rows, 30);
  const size_t remark = numberAt<uint16_t>(rows, 32);
  std::string_view all, extraBytes;
  const bool isEncrypted = numberAt<uint16_t>(rows, 8) & 1;
  if (isEncrypted ||
      !takeBytes(rows, 0, kEntryBytes + name + extra + remark, all) ||
      !takeBytes(rows, kEntryBytes + name, extra, extraBytes) ||
      !readExtra(extraBytes, entry))
    return std::nullopt;
  entry.name = rows.substr(kEntryBytes, name);
  rows.remove_prefix(all.size());
  return entry;
}

bool inflateInto(std::string_view packed, std::string &bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return false;
  // zlib counts in 32 bits.
  constexpr size_t kStep = size_t{1} << 30;
  size_t in = 0, out = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    const size_t inStep = std::min(kStep, packed.size() - in);
    const size_t outStep = std::min(kStep, bytes.size() - out);
    stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(packed.data() + in));
    stream.avail_in = static_cast<uInt>(inStep);
    stream.next_out = reinterpret_cast<Bytef *>(bytes.data() + out);
    stream.avail_out = static_cast<uInt>(outStep);
    status = inflate(&stream, Z_NO_FLUSH);
    in += inStep - stream.avail_in;
    out += outStep - stream.avail_out;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && out == bytes.size();
}

/// What was taken of an archive so far.
struct Taken {
  uint64_t packed = 0, made = 0;
};

/// The bytes of an entry, unpacked.
absl::StatusOr<std::string_view> bytesOf(std::string_view file,
                                         const ZipEntry &entry, Taken &taken,
                                         TensorTable &table) {
  const absl::Status damaged =
      malformed(absl::StrCat("'", entry.name,
                             "' is damaged, or packed in a "
                             "way that is not read"));
  std::string_view local, packed;
  if (!takeBytes(file, entry.local, kLocalBytes, local) ||
      numberAt<uint32_t>(local, 0) != kLocalMagic ||
      !takeBytes(file,
                 entry.local + kLocalBytes + numberAt<uint16_t>(local, 26) +
                     numberAt<uint16_t>(local, 28),
                 entry.packed, packed))
    return damaged;
  // Else a few bytes could be read, and unpacked, by many entries.
  if (packed.size() > file.size() - taken.packed)
    return malformed("its entries overlap");
  taken.packed += packed.size();
  if (entry.method == kStored)
    return packed;
  if (entry.method != kDeflated || entry.size / kMaxGrowth > packed.size())
    return damaged;
  if (entry.size > kMaxUnpackedBytes - taken.made)
    return malformed("it has more than 4 GiB when unpacked");
  taken.made += entry.size;
  auto bytes = std::make_shared<std::string>(entry.size, '\0');
  if (!inflateInto(packed, *bytes))
    return damaged;
  table.owned.push_back(bytes);
  return std::string_view(*bytes);
}

/// Adds the array that `bytes` are, an .npy file.
absl::Status addArray(const std::string &name, std::string_view bytes,
                      Taken &taken, TensorTable &table) {
  absl::StatusOr<NpyView> array =
      viewNpy(bytes, kMaxUnpackedBytes - taken.made);
  if (!array.ok())
    return array.status();
  StoredTensor tensor;
  tensor.dtype = array->isUnnamed ? kByteElements : dtypeName(array->type);
  tensor.shape = array->shape;
  if (array->type == INGOT_C128)
    tensor.shape.push_back(2);
  tensor.bytes = array->bytes;
  if (array->copy) {
    taken.made += array->bytes.size();
    table.owned.push_back(array->copy);
  }
  table.tensors[name] = std::move(tensor);
  return absl::OkStatus();
}

constexpr absl::string_view kEnding = ".npy";

} // namespace

absl::Status readNpy(std::string_view file, std::string name,
                     TensorTable &table) {
  if (absl::EndsWith(name, kEnding))
    name.resize(name.size() - kEnding.size());
  Taken taken;
  if (absl::Status status = addArray(name, file, taken, table); !status.ok())
    return absl::InvalidArgumentError(
        absl::StrCat("is not an .npy file: ", status.message()));
  return absl::OkStatus();
}

absl::Status readNpz(std::string_view file, TensorTable &table) {
  const std::optional<Directory> directory = findDirectory(file);
  if (!directory || directory->start > file.size())
    return malformed("it has no directory of an archive");
  std::string_view rows = file.substr(directory->start);
  Taken taken;
  for (uint64_t left = directory->entries; left > 0; --left) {
    const std::optional<ZipEntry> entry = takeEntry(rows);
    if (!entry)
      return malformed("its directory is damaged");
    if (!absl::EndsWith(entry->name, kEnding))
      continue;
    absl::StatusOr<std::string_view> bytes =
        bytesOf(file, *entry, taken, table);
    if (!bytes.ok())
      return bytes.status();
    const std::string name =
        entry->name.substr(0, entry->name.size() - kEnding.size());
    if (absl::Status status = addArray(name, *bytes, taken, table);
        !status.ok())
      return malformed(absl::StrCat("'", entry->name, "': ", status.message()));
  }
  // More than the end says: one of both is damaged.
  if (rows.size() >= sizeof(kEntryMagic) &&
      numberAt<uint32_t>(rows, 0) == kEntryMagic)
    return malformed("its directory is damaged");
  return absl::OkStatus();
}

} // namespace ingot::runtime
