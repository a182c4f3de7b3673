//===- LoadedFile.cpp - the file that a library was loaded from -----------===//
//
// Segments that are not written to are compared with the memory they were
// mapped to: code, tables of literals, and the relocations, by which all that
// is written to was made. Inodes would be less work, but some file systems show
// others in /proc/self/maps than by stat().
//
//===----------------------------------------------------------------------===//

#include "client/runtime/LoadedFile.h"

#include <cstdint>
#include <cstring>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace ingot::runtime {
namespace {

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

} // namespace

bool LoadedFile::isLoadedAs(void *library) const {
  link_map *map = nullptr;
  Headers loaded{};
  ElfW(Ehdr) header;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 ||
      bytes_.size() < sizeof(header))
    return false;
  loaded.base = map->l_addr;
  if (dl_iterate_phdr(findHeaders, &loaded) == 0)
    return false;
  std::memcpy(&header, bytes_.data(), sizeof(header));
  auto isSame = [&](ElfW(Off) offset, const void *memory, size_t size) {
    return offset <= bytes_.size() && size <= bytes_.size() - offset &&
           std::memcmp(bytes_.data() + offset, memory, size) == 0;
  };
  // Equal headers name the same segments, so the memory of each is there.
  bool same =
      header.e_phnum == loaded.count &&
      header.e_phentsize == sizeof(ElfW(Phdr)) &&
      isSame(header.e_phoff, loaded.first, loaded.count * sizeof(ElfW(Phdr)));
  for (size_t i = 0; same && i < loaded.count; ++i) {
    const ElfW(Phdr) &segment = loaded.first[i];
    if (segment.p_type == PT_LOAD && !(segment.p_flags & PF_W))
      same =
          isSame(segment.p_offset,
                 reinterpret_cast<const void *>(loaded.base + segment.p_vaddr),
                 segment.p_filesz);
  }
  return same;
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
      new LoadedFile({static_cast<const char *>(mapping),
                      static_cast<size_t>(status.st_size)}));
  return loaded->isLoadedAs(library) ? std::move(loaded) : nullptr;
}

LoadedFile::~LoadedFile() {
  munmap(const_cast<char *>(bytes_.data()), bytes_.size());
}

} // namespace ingot::runtime
