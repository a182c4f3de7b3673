//===- MemoryFile.h - bytes of a fuzzer as a file ---------------*- C++ -*-===//
//
// Readers that take a path are fuzzed through it: the path names a file in
// memory, which costs no disk.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FUZZ_MEMORYFILE_H
#define INGOT_TESTS_FUZZ_MEMORYFILE_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::fuzz {

/// The path of a file with these bytes; valid until the next call.
inline std::string memoryFile(const uint8_t *data, size_t size) {
  static const int fd = memfd_create("fuzz", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, 0) != 0 ||
      pwrite(fd, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  return "/proc/self/fd/" + std::to_string(fd);
}

} // namespace ingot::fuzz

#endif // INGOT_TESTS_FUZZ_MEMORYFILE_H
