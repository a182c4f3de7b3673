//===- ElfFile.h - sections of an ELF file ----------------------*- C++ -*-===//
//
// Reads little-endian files of 32 and 64 bits (System V ABI, chapters "Object
// Files"). The bytes may be anything: each field is held against the size of
// the file, and what does not fit is not there.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_ELFFILE_H
#define INGOT_CLIENT_CLI_ELFFILE_H

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace ingot::client {

/// One section.
struct ElfSection {
  std::string_view name;
  std::string_view contents; ///< Empty where it has none in the file.
  uint32_t type = 0;
  uint64_t flags = 0;
  uint64_t size = 0;
  uint32_t info = 0; ///< Of relocations: the number of their section.
};

/// The number at an offset; nothing if it is not all there.
template <typename T>
std::optional<T> numberAt(std::string_view bytes, uint64_t offset) {
  T value;
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
    return std::nullopt;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

/// A file whose bytes outlive it. Immutable.
class ElfFile {
public:
  explicit ElfFile(std::string_view bytes);

  /// In the file's order; none if its headers do not fit. One that does not fit
  /// is without a name and contents.
  const std::vector<ElfSection> &sections() const { return sections_; }

  /// The contents of the first section of this name.
  std::optional<std::string_view> section(std::string_view name) const;

  /// Bytes of what is in memory while the program runs: code and constants.
  uint64_t loadedBytes() const;

  /// True for a relocatable file of 32 bits.
  bool isSmallObject() const { return isSmallObject_; }

private:
  std::vector<ElfSection> sections_;
  bool isSmallObject_ = false;
};

/// Bytes of stack from the function on that reaches deepest, by the frames of
/// functions (`.stack_sizes` of LLVM) and the calls among them; functions that
/// the file only names are not in it. Of relocatable files of 32 bits, which
/// firmware links; nothing of others, where a frame is not known, and where a
/// function may call itself.
std::optional<uint64_t> deepestStack(const ElfFile &file);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_ELFFILE_H
