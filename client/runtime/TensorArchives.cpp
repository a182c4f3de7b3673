//===- TensorArchives.cpp - constants for other programs ------------------===//
//
// Both are written front to back. An archive of zip names the checksum of a
// file before its bytes, so those of one tensor are asked for before what
// stands in front of them. Nothing is compressed, so that what reads them can
// map them: bytes begin at multiples of 64.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorArchives.h"
#include "client/runtime/Files.h"
#include "client/runtime/Npy.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <zlib.h>

namespace ingot::runtime {
namespace {

constexpr size_t kAlignment = 64;

template <typename Number> void add(std::string &bytes, Number value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

size_t padded(size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

uint32_t checksum(std::string_view bytes, uint32_t crc = 0) {
  return static_cast<uint32_t>(crc32_z(
      crc, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

/// One file of an archive.
struct ZipFile {
  std::string name;
  uint64_t size = 0, offset = 0;
  uint32_t crc = 0;
};

/// What the two headers of a file share, from its flags to the lengths. All
/// sizes are of 64 bits and stand in a field behind the name, as numpy has it.
void addCommon(std::string &bytes, const ZipFile &file, uint16_t extra) {
  const bool isUtf8 = !std::all_of(file.name.begin(), file.name.end(),
                                   [](unsigned char c) { return c < 0x80; });
  add<uint16_t>(bytes, isUtf8 ? 1 << 11 : 0);
  add<uint16_t>(bytes, 0); // Stored.
  add<uint16_t>(bytes, 0);
  add<uint16_t>(bytes, 0x21); // The first day of 1980, for equal bytes.
  add<uint32_t>(bytes, file.crc);
  add<uint32_t>(bytes, 0xffffffff);
  add<uint32_t>(bytes, 0xffffffff);
  add<uint16_t>(bytes, static_cast<uint16_t>(file.name.size()));
  add<uint16_t>(bytes, extra);
}

constexpr uint16_t kVersion = 45, kWide = 1, kLocalExtra = 20, kRowExtra = 28;
constexpr size_t kLocalBytes = 30;

std::string localHeader(const ZipFile &file) {
  std::string bytes("PK\3\4");
  add<uint16_t>(bytes, kVersion);
  addCommon(bytes, file, kLocalExtra);
  bytes += file.name;
  add<uint16_t>(bytes, kWide);
  add<uint16_t>(bytes, kLocalExtra - 4);
  add<uint64_t>(bytes, file.size);
  add<uint64_t>(bytes, file.size);
  return bytes;
}

std::string directoryOf(const std::vector<ZipFile> &files, uint64_t begin) {
  std::string bytes;
  for (const ZipFile &file : files) {
    bytes += "PK\1\2";
    add<uint16_t>(bytes, kVersion);
    add<uint16_t>(bytes, kVersion);
    addCommon(bytes, file, kRowExtra);
    bytes.append(2 + 2 + 2 + 4, '\0'); // Remark, disk, attributes.
    add<uint32_t>(bytes, 0xffffffff);
    bytes += file.name;
    add<uint16_t>(bytes, kWide);
    add<uint16_t>(bytes, kRowExtra - 4);
    for (uint64_t number : {file.size, file.size, file.offset})
      add<uint64_t>(bytes, number);
  }
  const uint64_t size = bytes.size(), end = begin + size;
  bytes.append("PK\6\6");
  add<uint64_t>(bytes, 44); // Of what follows.
  add<uint16_t>(bytes, kVersion);
  add<uint16_t>(bytes, kVersion);
  add<uint64_t>(bytes, 0); // Disks.
  for (uint64_t number : {files.size(), files.size(), size, begin})
    add<uint64_t>(bytes, number);
  bytes.append("PK\6\7");
  add<uint32_t>(bytes, 0);
  add<uint64_t>(bytes, end);
  add<uint32_t>(bytes, 1);
  bytes.append("PK\5\6");
  add<uint32_t>(bytes, 0);
  add<uint32_t>(bytes, 0xffffffff); // Files here and in all.
  add<uint32_t>(bytes, 0xffffffff);
  add<uint32_t>(bytes, 0xffffffff);
  add<uint16_t>(bytes, 0);
  return bytes;
}

void addRange(std::string &bytes, uint64_t offset, uint64_t length) {
  add(bytes, offset);
  add(bytes, length);
}

/// All of IREE's archive that stands before the tensors.
std::string irpaStart(const std::vector<NamedSize> &tensors) {
  constexpr uint64_t kHeaderBytes = 0x58, kEntryBytes = 0x4c, kStep = 0x50;
  std::string names, entries;
  uint64_t at = 0; // In the storage.
  for (const NamedSize &tensor : tensors) {
    const size_t begin = entries.size();
    add<uint64_t>(entries, kEntryBytes);
    add<uint32_t>(entries, 2); // Data.
    add<uint64_t>(entries, 0);
    addRange(entries, names.size(), tensor.name.size());
    addRange(entries, 0, 0);
    add<uint64_t>(entries, kAlignment);
    addRange(entries, at, tensor.byteSize());
    entries.resize(begin + kStep, '\0');
    names += tensor.name;
    at += padded(tensor.byteSize());
  }
  std::string bytes("IRPA");
  add<uint32_t>(bytes, 0); // The version.
  add<uint64_t>(bytes, kHeaderBytes);
  add<uint64_t>(bytes, 0); // No other header.
  add<uint64_t>(bytes, 0);
  add<uint64_t>(bytes, tensors.size());
  const uint64_t namesAt = kHeaderBytes + entries.size();
  const uint64_t storageAt = padded(namesAt + names.size());
  addRange(bytes, kHeaderBytes, entries.size());
  addRange(bytes, namesAt, names.size());
  addRange(bytes, storageAt, at);
  bytes += entries + names;
  bytes.resize(storageAt, '\0');
  return bytes;
}

} // namespace

absl::Status writeNpz(const std::string &path,
                      const std::vector<NamedSize> &tensors,
                      const NextBytes &next) {
  for (const NamedSize &tensor : tensors) {
    if (isFloat8(tensor.type))
      return absl::InvalidArgumentError(
          absl::StrCat("constant '", tensor.name,
                       "' has floats of eight bits, for which numpy has no "
                       "name; write safetensors or irpa"));
    if (tensor.name.size() > 0xff00)
      return absl::InvalidArgumentError("a constant's name is too long for "
                                        "an archive of numpy");
  }
  std::vector<ZipFile> files;
  std::string before;
  std::string_view bytes;
  uint64_t at = 0;
  size_t piece = 0; // By turns what stands before a tensor, and its bytes.
  return writeFile(
      path, 2 * tensors.size() + 1, [&]() -> absl::StatusOr<std::string_view> {
        if (piece == 2 * tensors.size())
          return before = directoryOf(files, at);
        if (piece++ % 2 == 1)
          return bytes;
        const NamedSize &tensor = tensors[files.size()];
        absl::StatusOr<std::string_view> given = nextOf(tensor, next);
        if (!given.ok())
          return given;
        bytes = *given;
        ZipFile &file = files.emplace_back();
        file.name = tensor.name + ".npy";
        file.offset = at;
        const std::string start =
            npyStart(tensor.type, tensor.shape,
                     at + kLocalBytes + file.name.size() + kLocalExtra);
        file.size = start.size() + bytes.size();
        file.crc = checksum(bytes, checksum(start));
        before = localHeader(file) + start;
        at += before.size() + bytes.size();
        return before;
      });
}

absl::Status writeIrpa(const std::string &path,
                       const std::vector<NamedSize> &tensors,
                       const NextBytes &next) {
  const std::string start = irpaStart(tensors), zeros(kAlignment, '\0');
  size_t piece = 0; // The start, then by turns a tensor and what fills it up.
  return writeFile(path, 2 * tensors.size() + 1,
                   [&]() -> absl::StatusOr<std::string_view> {
                     if (piece++ == 0)
                       return start;
                     const NamedSize &tensor = tensors[(piece - 2) / 2];
                     if (piece % 2 == 0)
                       return nextOf(tensor, next);
                     return std::string_view(zeros).substr(
                         0, padded(tensor.byteSize()) - tensor.byteSize());
                   });
}

} // namespace ingot::runtime
