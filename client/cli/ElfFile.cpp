//===- ElfFile.cpp - sections of an ELF file ------------------------------===//
//
// A call is a relocation inside of a function for the symbol of another one:
// code generation gives each function a section and leaves calls to the linker.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ElfFile.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ingot::client {
namespace {

/// Where fields stand in a file of 32 bits or of 64. Words are as long as the
/// class says.
struct Layout {
  uint64_t wordBytes;
  // In the file's header.
  uint64_t headers, headerSize, count, names;
  // In a section's header, which is so long.
  uint64_t flags, offset, size, info, headerBytes;
};
constexpr Layout kElf32 = {4,    0x20, 0x2e, 0x30, 0x32,
                           0x08, 0x10, 0x14, 0x1c, 0x28};
constexpr Layout kElf64 = {8,    0x28, 0x3a, 0x3c, 0x3e,
                           0x08, 0x18, 0x20, 0x2c, 0x40};
constexpr size_t kClass = 4; // In the header: 1 for 32 bits.

constexpr uint32_t kSymbols = 2, kNoBits = 8, kRelocations = 9; // sh_type
constexpr uint64_t kAllocated = 2;                              // sh_flags
constexpr uint8_t kFunction = 2;                                // st_info

std::optional<uint64_t> wordAt(std::string_view bytes, uint64_t offset,
                               const Layout &layout) {
  if (layout.wordBytes == 8)
    return numberAt<uint64_t>(bytes, offset);
  return numberAt<uint32_t>(bytes, offset);
}

/// A section but for its name.
std::optional<ElfSection> sectionAt(std::string_view bytes, uint64_t header,
                                    const Layout &layout) {
  auto type = numberAt<uint32_t>(bytes, header + 4);
  auto flags = wordAt(bytes, header + layout.flags, layout);
  auto offset = wordAt(bytes, header + layout.offset, layout);
  auto size = wordAt(bytes, header + layout.size, layout);
  auto info = numberAt<uint32_t>(bytes, header + layout.info);
  if (!type || !flags || !offset || !size || !info)
    return std::nullopt;
  ElfSection section{{}, {}, *type, *flags, *size, *info};
  if (*type != kNoBits) {
    if (*offset > bytes.size() || *size > bytes.size() - *offset)
      return std::nullopt;
    section.contents = bytes.substr(*offset, *size);
  }
  return section;
}

/// The text at an offset of a table, up to its zero byte. Empty if it is longer
/// than any that is asked for.
std::string_view textAt(std::string_view table, uint32_t offset) {
  constexpr size_t kLongest = 256;
  if (offset >= table.size())
    return "";
  table = table.substr(offset, kLongest);
  size_t end = table.find('\0');
  return end == std::string_view::npos ? "" : table.substr(0, end);
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

/// A function by its section's number and its first byte there.
using Place = std::pair<uint32_t, uint32_t>;

struct Function {
  uint32_t size = 0;
  std::optional<uint64_t> frame;
  std::vector<Place> calls;
  // Of the walk: whether it is on the way, and what it found.
  bool isOpen = false;
  std::optional<uint64_t> deepest;
};

struct Symbol {
  Place place; // Bit 0 of an address says that code is Thumb.
  uint32_t size;
  bool isFunction;
};

/// Those of the first table: a file has one.
std::vector<Symbol> symbolsOf(const ElfFile &file) {
  constexpr uint64_t kSymbolBytes = 16;
  std::vector<Symbol> symbols;
  auto table = std::find_if(
      file.sections().begin(), file.sections().end(),
      [](const ElfSection &section) { return section.type == kSymbols; });
  if (table == file.sections().end())
    return symbols;
  std::string_view bytes = table->contents;
  for (uint64_t at = 0; at + kSymbolBytes <= bytes.size(); at += kSymbolBytes) {
    bool isFunction = (bytes[at + 12] & 15) == static_cast<char>(kFunction);
    uint32_t value = *numberAt<uint32_t>(bytes, at + 4);
    symbols.push_back({{*numberAt<uint16_t>(bytes, at + 14),
                        isFunction ? value & ~1u : value},
                       *numberAt<uint32_t>(bytes, at + 8),
                       isFunction});
  }
  return symbols;
}

/// Calls back with the section's number, the offset there and the symbol of
/// each relocation.
template <typename Callback>
void forEachRelocation(const ElfFile &file, const std::vector<Symbol> &symbols,
                       Callback callback) {
  for (const ElfSection &section : file.sections())
    for (uint64_t at = 0;
         section.type == kRelocations && at + 8 <= section.contents.size();
         at += 8) {
      uint32_t symbol = *numberAt<uint32_t>(section.contents, at + 4) >> 8;
      if (symbol < symbols.size())
        callback(section.info, *numberAt<uint32_t>(section.contents, at),
                 symbols[symbol]);
    }
}

/// The ULEB128 number at an offset.
std::optional<uint64_t> variableAt(std::string_view bytes, uint64_t at) {
  uint64_t value = 0;
  for (unsigned shift = 0; at < bytes.size() && shift < 63; ++at, shift += 7) {
    auto byte = static_cast<unsigned char>(bytes[at]);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80)
      return value;
  }
  return std::nullopt;
}

/// Code of ours nests less deep; a file may say anything.
constexpr unsigned kMaxDepth = 1000;

/// Bytes from this function on.
std::optional<uint64_t> walk(std::map<Place, Function> &functions,
                             Function &function, unsigned depth = 0) {
  if (function.deepest || function.isOpen || !function.frame ||
      depth == kMaxDepth)
    return function.deepest;
  function.isOpen = true;
  uint64_t below = 0;
  for (const Place &place : function.calls) {
    std::optional<uint64_t> called =
        walk(functions, functions.at(place), depth + 1);
    if (!called)
      return std::nullopt;
    below = std::max(below, *called);
  }
  return function.deepest = *function.frame + below;
}

} // namespace

ElfFile::ElfFile(std::string_view bytes) {
  constexpr uint16_t kRelocatable = 1; // e_type, at 0x10.
  isSmallObject_ = bytes.size() > kClass && bytes[kClass] == 1 &&
                   numberAt<uint16_t>(bytes, 0x10) == kRelocatable;
  const Layout &layout =
      bytes.size() > kClass && bytes[kClass] == 1 ? kElf32 : kElf64;
  auto headers = wordAt(bytes, layout.headers, layout);
  auto size = numberAt<uint16_t>(bytes, layout.headerSize),
       count = numberAt<uint16_t>(bytes, layout.count),
       names = numberAt<uint16_t>(bytes, layout.names);
  if (!headers || !size || !count || !names || *size < layout.headerBytes ||
      *names >= *count || *headers > bytes.size() ||
      uint64_t{*size} * *count > bytes.size() - *headers)
    return;
  auto section = [&](uint64_t index) {
    return sectionAt(bytes, *headers + index * *size, layout);
  };
  std::string_view table = section(*names).value_or(ElfSection()).contents;
  for (uint64_t i = 0; i < *count; ++i) {
    // One that does not fit keeps its number and has no name.
    std::optional<ElfSection> read = section(i);
    if (read)
      read->name = textAt(
          table, numberAt<uint32_t>(bytes, *headers + i * *size).value_or(0));
    sections_.push_back(read.value_or(ElfSection()));
  }
}

std::optional<std::string_view> ElfFile::section(std::string_view name) const {
  for (const ElfSection &section : sections_)
    if (section.name == name)
      return section.contents;
  return std::nullopt;
}

uint64_t ElfFile::loadedBytes() const {
  uint64_t sum = 0;
  for (const ElfSection &section : sections_)
    if (section.flags & kAllocated)
      sum += section.size;
  return sum;
}

std::optional<uint64_t> deepestStack(const ElfFile &file) {
  if (!file.isSmallObject())
    return std::nullopt;
  std::vector<Symbol> symbols = symbolsOf(file);
  std::map<Place, Function> functions;
  for (const Symbol &symbol : symbols)
    if (symbol.isFunction && symbol.place.first != 0)
      functions[symbol.place].size = symbol.size;
  forEachRelocation(
      file, symbols,
      [&](uint32_t number, uint32_t offset, const Symbol &symbol) {
        if (number >= file.sections().size())
          return;
        const ElfSection &section = file.sections()[number];
        if (section.name == ".stack_sizes") {
          // An address, relative to its symbol, and the frame.
          auto address = numberAt<uint32_t>(section.contents, offset);
          auto found = functions.find(
              {symbol.place.first, symbol.place.second + address.value_or(0)});
          if (found != functions.end())
            found->second.frame =
                variableAt(section.contents, uint64_t{offset} + 4);
          return;
        }
        auto caller = functions.upper_bound({number, offset});
        if (caller == functions.begin() || functions.count(symbol.place) == 0)
          return;
        --caller;
        if (caller->first.first == number &&
            offset - caller->first.second < caller->second.size)
          caller->second.calls.push_back(symbol.place);
      });
  std::optional<uint64_t> deepest;
  for (auto &[place, function] : functions) {
    std::optional<uint64_t> bytes = walk(functions, function);
    if (!bytes)
      return std::nullopt;
    deepest = std::max(deepest.value_or(0), *bytes);
  }
  return deepest;
}

} // namespace ingot::client
