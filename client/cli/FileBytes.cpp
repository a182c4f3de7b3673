//===- FileBytes.cpp - the bytes of a file, held or mapped ----------------===//

#include "client/cli/FileBytes.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::client {
namespace {

/// A file that is or was mapped. They are few, and none is freed: a handler of
/// a signal walks over them, which can take no lock.
struct Mapping {
  std::string path;
  struct stat file;
  size_t size = 0;
  Mapping *next = nullptr;
  std::atomic<uintptr_t> begin{0}; ///< 0 when it is mapped no more.

  bool holds(uintptr_t address) const {
    const uintptr_t from = begin;
    return from != 0 && address >= from && address - from < size;
  }
};

std::atomic<Mapping *> newest{nullptr};
static_assert(std::atomic<Mapping *>::is_always_lock_free &&
              std::atomic<uintptr_t>::is_always_lock_free);

Mapping *mappingOf(uintptr_t address) {
  Mapping *mapping = newest;
  while (mapping && !mapping->holds(address))
    mapping = mapping->next;
  return mapping;
}

uintptr_t addressOf(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// A file that got shorter, or a disk that fails, is said by a signal when the
/// bytes are read, wherever that is.
void onBusError(int, siginfo_t *info, void *) {
  const bool isFault = info->si_code > 0; // Not sent by another process.
  const Mapping *mapping =
      isFault ? mappingOf(addressOf(info->si_addr)) : nullptr;
  if (!mapping) {
    std::signal(SIGBUS, SIG_DFL); // A fault comes again.
    if (!isFault)
      raise(SIGBUS);
    return;
  }
  for (const char *part : {"ingot: error: ", mapping->path.c_str(),
                           ": cannot be read any more; did it get shorter?\n"})
    (void)!write(STDERR_FILENO, part, std::strlen(part));
  _exit(3); // As for any file that cannot be read.
}

void handleBusErrors() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action = {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, nullptr);
  });
}

} // namespace

FileBytes::FileBytes(std::string bytes) {
  auto kept = std::make_shared<const std::string>(std::move(bytes));
  view_ = *kept;
  owner_ = std::move(kept);
}

FileBytes FileBytes::map(int descriptor, const std::string &path) {
  FileBytes bytes;
  auto mapping = std::make_unique<Mapping>();
  if (fstat(descriptor, &mapping->file) != 0 || !S_ISREG(mapping->file.st_mode))
    return bytes;
  mapping->path = path;
  mapping->size = static_cast<size_t>(mapping->file.st_size);
  handleBusErrors();
  void *begin =
      mmap(nullptr, mapping->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (begin == MAP_FAILED)
    return bytes;
  madvise(begin, mapping->size, MADV_SEQUENTIAL);
  Mapping *listed = mapping.release();
  listed->begin = addressOf(begin);
  listed->next = newest;
  while (!newest.compare_exchange_weak(listed->next, listed))
    ;
  bytes.owner_ =
      std::shared_ptr<const void>(begin, [listed](const void *mapped) {
        listed->begin = 0;
        munmap(const_cast<void *>(mapped), listed->size);
      });
  bytes.view_ = {static_cast<const char *>(begin), listed->size};
  return bytes;
}

void FileBytes::release(std::string_view bytes) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = addressOf(bytes.data());
  // Whole pages: others may still read what stands beside. To give back pages
  // of anything else would lose what they hold.
  const uintptr_t from = (begin + page - 1) / page * page;
  const uintptr_t to = (begin + bytes.size()) / page * page;
  const Mapping *mapping = from < to ? mappingOf(begin) : nullptr;
  if (mapping && mapping->holds(begin + bytes.size() - 1))
    madvise(reinterpret_cast<void *>(from), to - from, MADV_DONTNEED);
}

std::string FileBytes::changedFile() {
  for (const Mapping *mapping = newest; mapping; mapping = mapping->next) {
    const struct stat &then = mapping->file;
    struct stat now;
    if (mapping->begin != 0 && stat(mapping->path.c_str(), &now) == 0 &&
        now.st_dev == then.st_dev && now.st_ino == then.st_ino &&
        (now.st_size != then.st_size ||
         now.st_mtim.tv_sec != then.st_mtim.tv_sec ||
         now.st_mtim.tv_nsec != then.st_mtim.tv_nsec))
      return mapping->path;
  }
  return "";
}

bool contains(std::string_view bytes, std::string_view text) {
  constexpr size_t kWindowBytes = 16 << 20;
  for (size_t at = 0; at < bytes.size(); at += kWindowBytes) {
    // What is cut by the end of one window stands in it still.
    const std::string_view window =
        bytes.substr(at, kWindowBytes + text.size() - 1);
    if (window.find(text) != std::string_view::npos)
      return true;
    FileBytes::release(window);
  }
  return false;
}

} // namespace ingot::client
