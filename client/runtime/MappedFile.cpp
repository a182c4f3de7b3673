//===- MappedFile.cpp - all of a file, in memory --------------------------===//

#include "client/runtime/MappedFile.h"

#include <sys/mman.h>
#include <sys/stat.h>

namespace ingot::runtime {

std::shared_ptr<const MappedFile> MappedFile::map(int descriptor) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0 || status.st_size <= 0)
    return nullptr;
  const auto size = static_cast<size_t>(status.st_size);
  void *begin = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (begin == MAP_FAILED)
    return nullptr;
  return std::shared_ptr<const MappedFile>(
      new MappedFile({static_cast<const char *>(begin), size}));
}

MappedFile::~MappedFile() {
  munmap(const_cast<char *>(bytes_.data()), bytes_.size());
}

} // namespace ingot::runtime
