//===- FileBytes.cpp - the bytes of a file, held or mapped ----------------===//

#include "client/cli/FileBytes.h"

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::client {
namespace {

ABSL_CONST_INIT absl::Mutex mappingsMutex(absl::kConstInit);

/// All that is mapped: begin and size. To give back pages of anything else
/// would lose what they hold.
std::map<uintptr_t, size_t> &mappings()
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mappingsMutex) {
  static auto *const all = new std::map<uintptr_t, size_t>;
  return *all;
}

uintptr_t addressOf(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

} // namespace

FileBytes::FileBytes(std::string bytes) {
  auto kept = std::make_shared<const std::string>(std::move(bytes));
  view_ = *kept;
  owner_ = std::move(kept);
}

FileBytes FileBytes::map(int descriptor, size_t size) {
  void *begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  FileBytes bytes;
  if (begin == MAP_FAILED)
    return bytes;
  madvise(begin, size, MADV_SEQUENTIAL);
  absl::MutexLock lock(&mappingsMutex);
  mappings()[addressOf(begin)] = size;
  bytes.owner_ = std::shared_ptr<const void>(begin, [size](const void *mapped) {
    absl::MutexLock lock(&mappingsMutex);
    mappings().erase(addressOf(mapped));
    munmap(const_cast<void *>(mapped), size);
  });
  bytes.view_ = {static_cast<const char *>(begin), size};
  return bytes;
}

void FileBytes::release(std::string_view bytes) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = addressOf(bytes.data());
  // Whole pages: others may still read what stands beside.
  const uintptr_t from = (begin + page - 1) / page * page;
  const uintptr_t to = (begin + bytes.size()) / page * page;
  absl::MutexLock lock(&mappingsMutex);
  auto mapping = mappings().upper_bound(begin);
  if (from >= to || mapping == mappings().begin())
    return;
  --mapping;
  if (begin + bytes.size() <= mapping->first + mapping->second)
    madvise(reinterpret_cast<void *>(from), to - from, MADV_DONTNEED);
}

} // namespace ingot::client
