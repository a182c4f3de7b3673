//===- LoadedFile.cpp - the file that a library was loaded from -----------===//
//
// What does not change is compared with the memory that it was mapped or copied
// to: code, tables of literals, relocations, and constant data with addresses
// but for the words that relocations write. Data that programs write to (.data)
// is not compared. Inodes would be less work, but some file systems show others
// in /proc/self/maps than by stat().
//
//===----------------------------------------------------------------------===//

#include "client/runtime/LoadedFile.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <map>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>

namespace ingot::runtime {
namespace {

constexpr size_t kWord = sizeof(ElfW(Addr));
static_assert(kWord == 8);
// DT_RELR and DT_RELRSZ, which older systems have not.
constexpr int64_t kRelr = 36, kRelrSize = 35;
/// Of a thread-local variable's descriptor.
#if defined(__x86_64__)
constexpr uint64_t kTwoWords = 36; // R_X86_64_TLSDESC
#else
constexpr uint64_t kTwoWords = 1031; // R_AARCH64_TLSDESC
#endif

/// The program headers in memory of what was loaded at an address.
struct Headers {
  ElfW(Addr) base;
  const ElfW(Phdr) * first;
  size_t count;
};

int findHeaders(dl_phdr_info *library, size_t, void *wanted) {
  auto *headers = static_cast<Headers *>(wanted);
  if (library->dlpi_addr != headers->base || !library->dlpi_name[0])
    return 0;
  headers->first = library->dlpi_phdr;
  headers->count = library->dlpi_phnum;
  return 1;
}

/// A file held against a library in memory.
class Comparison {
public:
  Comparison(std::string_view file, ElfW(Addr) base)
      : file_(file), loaded_{base, nullptr, 0} {}

  bool isSame() {
    ElfW(Ehdr) header;
    if (file_.size() < sizeof(header) ||
        dl_iterate_phdr(findHeaders, &loaded_) == 0)
      return false;
    std::memcpy(&header, file_.data(), sizeof(header));
    // Equal headers name the same segments, so the memory of each is there.
    bool same = header.e_phnum == loaded_.count &&
                header.e_phentsize == sizeof(ElfW(Phdr)) &&
                hasBytes(header.e_phoff, loaded_.first,
                         loaded_.count * sizeof(ElfW(Phdr)));
    for (size_t i = 0; same && i < loaded_.count; ++i)
      if (const ElfW(Phdr) &segment = loaded_.first[i];
          segment.p_type == PT_LOAD && !(segment.p_flags & PF_W))
        same =
            hasBytes(segment.p_offset, at(segment.p_vaddr), segment.p_filesz);
    const ElfW(Phdr) *dynamic = segmentOf(PT_DYNAMIC);
    const ElfW(Phdr) *constant = segmentOf(PT_GNU_RELRO);
    return same && dynamic && isSameDynamic(*dynamic) &&
           (!constant || isSameConstant(*constant, *dynamic));
  }

private:
  const char *at(ElfW(Addr) address) const {
    return reinterpret_cast<const char *>(loaded_.base + address);
  }
  bool isInFile(const ElfW(Phdr) & segment) const {
    return segment.p_offset <= file_.size() &&
           segment.p_filesz <= file_.size() - segment.p_offset;
  }
  bool hasBytes(ElfW(Off) offset, const void *memory, size_t size) const {
    return offset <= file_.size() && size <= file_.size() - offset &&
           std::memcmp(file_.data() + offset, memory, size) == 0;
  }
  const ElfW(Phdr) * segmentOf(uint32_t type) const {
    for (size_t i = 0; i < loaded_.count; ++i)
      if (loaded_.first[i].p_type == type)
        return &loaded_.first[i];
    return nullptr;
  }

  /// Some loaders turn numbers into addresses in place. Notes where relocations
  /// are.
  bool isSameDynamic(const ElfW(Phdr) & segment) {
    if (!isInFile(segment))
      return false;
    for (size_t i = 0; i + sizeof(ElfW(Dyn)) <= segment.p_filesz;
         i += sizeof(ElfW(Dyn))) {
      ElfW(Dyn) stored, loaded;
      std::memcpy(&stored, file_.data() + segment.p_offset + i, sizeof(stored));
      std::memcpy(&loaded, at(segment.p_vaddr) + i, sizeof(loaded));
      if (stored.d_tag != loaded.d_tag ||
          (stored.d_un.d_val != loaded.d_un.d_val &&
           stored.d_un.d_val + loaded_.base != loaded.d_un.d_val))
        return false;
      dynamic_[stored.d_tag] = loaded.d_un.d_val;
    }
    return dynamic_.count(DT_REL) == 0; // Of 32-bit machines.
  }

  /// Compares words that no relocation writes.
  bool isSameConstant(const ElfW(Phdr) & segment,
                      const ElfW(Phdr) & dynamic) const {
    const std::set<ElfW(Addr)> written = relocated();
    for (size_t i = 0; i < segment.p_filesz; i += kWord) {
      const ElfW(Addr) address = segment.p_vaddr + i;
      const bool isDynamic = address - dynamic.p_vaddr < dynamic.p_filesz;
      if (!isDynamic && !written.count(address) &&
          !hasBytes(segment.p_offset + i, at(address),
                    std::min(kWord, segment.p_filesz - i)))
        return false;
    }
    return true;
  }

  ElfW(Addr) number(int64_t tag) const {
    auto entry = dynamic_.find(tag);
    return entry == dynamic_.end() ? 0 : entry->second;
  }
  template <typename Entry> const Entry *table(int64_t tag) const {
    const ElfW(Addr) address = number(tag);
    return reinterpret_cast<const Entry *>(
        at(address < loaded_.base ? address : address - loaded_.base));
  }

  void addRelocated(int64_t where, int64_t size,
                    std::set<ElfW(Addr)> &words) const {
    const auto *entries = table<ElfW(Rela)>(where);
    for (size_t i = 0; i < number(size) / sizeof(*entries); ++i) {
      words.insert(entries[i].r_offset);
      if (ELF64_R_TYPE(entries[i].r_info) == kTwoWords)
        words.insert(entries[i].r_offset + kWord);
    }
  }

  std::set<ElfW(Addr)> relocated() const {
    std::set<ElfW(Addr)> words;
    addRelocated(DT_RELA, DT_RELASZ, words);
    addRelocated(DT_JMPREL, DT_PLTRELSZ, words);
    // Addresses, and bits of the 63 words behind the last.
    const auto *packed = table<ElfW(Addr)>(kRelr);
    ElfW(Addr) next = 0;
    for (size_t i = 0; i < number(kRelrSize) / kWord; ++i) {
      const bool isAddress = packed[i] % 2 == 0;
      if (isAddress)
        words.insert(packed[i]);
      for (size_t bit = 1; !isAddress && bit < 64; ++bit)
        if (packed[i] >> bit & 1)
          words.insert(next + (bit - 1) * kWord);
      next = isAddress ? packed[i] + kWord : next + 63 * kWord;
    }
    return words;
  }

  const std::string_view file_;
  Headers loaded_;
  std::map<int64_t, ElfW(Addr)> dynamic_; ///< As loaded.
};

} // namespace

bool LoadedFile::isLoaded() const {
  link_map *map = nullptr;
  return dlinfo(library_, RTLD_DI_LINKMAP, &map) == 0 &&
         Comparison(bytes_, map->l_addr).isSame();
}

std::unique_ptr<const LoadedFile> LoadedFile::of(void *library, int file) {
  struct stat status;
  void *mapping = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size > 0)
    mapping = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ,
                   MAP_PRIVATE, file, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  std::unique_ptr<const LoadedFile> loaded(
      new LoadedFile(library, {static_cast<const char *>(mapping),
                               static_cast<size_t>(status.st_size)}));
  return loaded->isLoaded() ? std::move(loaded) : nullptr;
}

LoadedFile::~LoadedFile() {
  munmap(const_cast<char *>(bytes_.data()), bytes_.size());
}

} // namespace ingot::runtime
