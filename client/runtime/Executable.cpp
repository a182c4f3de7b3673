//===- Executable.cpp - a loaded executable -------------------------------===//
//
// The ELF header is read before dlopen(), whose messages do not say that a file
// is of another machine or no executable at all. The version of the table is
// checked before anything else of it is read: later fields exist only in later
// versions.
//
// A member of a fat file is copied to a file in memory, which is loaded by its
// descriptor: dlopen() takes names only. That stays open as long as it is
// loaded, for another one must not get its name.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Executable.h"
#include "client/runtime/FatFile.h"
#include "client/runtime/Files.h"
#include "client/runtime/MachineState.h"
#include "client/runtime/ProcessorFeatures.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::runtime {
namespace {

#if defined(__x86_64__)
constexpr int kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr int kMachine = EM_RISCV;
#endif

std::string machineName(int machine) {
  switch (machine) {
  case EM_X86_64:
    return "x86-64";
  case EM_AARCH64:
    return "AArch64";
  case EM_RISCV:
    return "RISC-V";
  default:
    return absl::StrCat("machine number ", machine);
  }
}

/// dlopen() maps what the program headers say; of a file that was cut off the
/// first touch beyond its end would be a SIGBUS.
absl::Status checkSegments(const std::string &path, std::ifstream &file,
                           const Elf64_Ehdr &header) {
  file.seekg(0, std::ios::end);
  const uint64_t size = static_cast<uint64_t>(file.tellg());
  bool isWhole =
      header.e_phentsize == sizeof(Elf64_Phdr) && header.e_phoff <= size;
  file.seekg(static_cast<std::streamoff>(isWhole ? header.e_phoff : 0));
  for (int i = 0; isWhole && i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    isWhole = file.read(reinterpret_cast<char *>(&segment), sizeof(segment)) &&
              segment.p_filesz <= size &&
              segment.p_offset <= size - segment.p_filesz;
  }
  if (isWhole)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": is cut off; copy or compile it again"));
}

absl::StatusOr<std::ifstream> openFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (file)
    return file;
  return absl::NotFoundError(
      absl::StrCat(path, ": cannot be read: ", std::strerror(errno)));
}

absl::StatusOr<bool> isFatFile(const std::string &path) {
  // It is read more than once.
  struct stat status{};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is not a regular file"));
  absl::StatusOr<std::ifstream> file = openFile(path);
  if (!file.ok())
    return file.status();
  char start[8] = {};
  return file->read(start, sizeof(start)) && isFat({start, sizeof(start)});
}

/// A file in memory with the member for this machine, whose target is given
/// back. Messages have no path.
absl::StatusOr<int> copyMember(const std::string &path, std::string &target) {
  std::stringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string file = std::move(bytes).str();
  absl::StatusOr<std::vector<FatMember>> members = readFat(file);
  if (!members.ok())
    return members.status();
  absl::StatusOr<FatMember> member = chooseMember(*members);
  if (!member.ok())
    return member.status();
  int memory = memfd_create("ingot-executable", MFD_CLOEXEC);
  if (memory < 0)
    return absl::ErrnoToStatus(errno, "cannot be copied to memory");
  if (absl::Status status = writeAll(memory, member->bytes); !status.ok()) {
    close(memory);
    return absl::Status(
        status.code(),
        absl::StrCat("cannot be copied to memory: ", status.message()));
  }
  target = member->target;
  return memory;
}

/// A name of `path` that dlopen() has not seen. By one that it knows it gives
/// the library that had it, which may be of a file that was replaced since.
std::string newName(const std::string &path) {
  static std::atomic<uint64_t> loads{0};
  const size_t slash = path.rfind('/');
  std::string name = path.substr(0, slash);
  for (uint64_t digits = ++loads; digits != 0; digits >>= 1)
    name += digits % 2 != 0 ? "/." : "//.";
  return name + path.substr(slash);
}

/// Device and inode; zeros if there is no such file.
std::pair<uint64_t, uint64_t> identityOf(const struct stat &status) {
  return {status.st_dev, status.st_ino};
}
std::pair<uint64_t, uint64_t> identityOf(const std::string &path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0)
    return {};
  return identityOf(status);
}

/// Refuses what dlopen() would refuse with a message that helps less. Messages
/// begin with `path`; what is read is `loaded`.
absl::Status checkFile(const std::string &path, const std::string &loaded) {
  absl::StatusOr<std::ifstream> opened = openFile(loaded);
  if (!opened.ok())
    return opened.status();
  std::ifstream &file = *opened;
  Elf64_Ehdr header{};
  constexpr char kWasm[] = {0, 'a', 's', 'm'};
  if (!file.read(reinterpret_cast<char *>(&header), sizeof(header)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_type != ET_DYN)
    return absl::InvalidArgumentError(
        std::memcmp(header.e_ident, kWasm, sizeof(kWasm)) == 0
            ? absl::StrCat(path, ": was compiled for WebAssembly; ingot.mjs, "
                                 "which comes with ingot, runs it in Node.js "
                                 "and in browsers")
            : absl::StrCat(
                  path,
                  ": is not an Ingot executable; make one by `ingot compile`"));
  if (absl::Status status = checkSegments(path, file, header); !status.ok())
    return status;
  if (header.e_machine != kMachine)
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": was compiled for ", machineName(header.e_machine),
                     " and this is ", machineName(kMachine),
                     "; compile it with another --target"));
  return absl::OkStatus();
}

/// The table of a library that is loaded, if this runtime knows its version.
absl::StatusOr<const ingot_executable *> tableOf(const std::string &path,
                                                 void *library) {
  auto get = reinterpret_cast<ingot_executable_v1_function>(
      dlsym(library, INGOT_EXECUTABLE_SYMBOL));
  if (!get)
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": is a shared object but not an Ingot executable; make one by "
              "`ingot compile`"));
  const ingot_executable *table = get();
  uint32_t version = table->abi_version;
  if (version < INGOT_EXECUTABLE_ABI_VERSION ||
      version > INGOT_EXECUTABLE_ABI_VERSION_STATE)
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": was made for version ", version,
                     " of the executable ABI, and this runtime knows versions ",
                     INGOT_EXECUTABLE_ABI_VERSION, " to ",
                     INGOT_EXECUTABLE_ABI_VERSION_STATE, "; compile it again"));
  absl::Status fits =
      checkProcessor(codeNeeds({static_cast<const char *>(table->manifest),
                                static_cast<size_t>(table->manifest_size)}));
  if (fits.ok() && version >= INGOT_EXECUTABLE_ABI_VERSION_STATE)
    fits = allowMachineState(table->machine_state);
  if (!fits.ok())
    return absl::Status(fits.code(), absl::StrCat(path, ": ", fits.message()));
  return table;
}

} // namespace

absl::StatusOr<std::shared_ptr<const Executable>>
Executable::load(const std::string &path) {
  absl::StatusOr<bool> isFat = isFatFile(path);
  if (!isFat.ok())
    return isFat.status();
  std::shared_ptr<Executable> executable(new Executable);
  executable->path_ = path;
  std::string loaded = path;
  if (*isFat) {
    absl::StatusOr<int> member = copyMember(path, executable->target_);
    if (!member.ok())
      return absl::Status(member.status().code(),
                          absl::StrCat(path, ": ", member.status().message()));
    executable->member_ = *member;
    loaded = absl::StrCat("/proc/self/fd/", *member);
  }
  if (absl::Status status = checkFile(path, loaded); !status.ok())
    return status;
  // A name without a slash would be searched for in the system's folders.
  if (char *absolute = *isFat ? nullptr : realpath(path.c_str(), nullptr)) {
    loaded = newName(absolute);
    free(absolute);
  }
  executable->identity_ = identityOf(loaded);
  executable->library_ = dlopen(loaded.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (identityOf(loaded) != executable->identity_)
    executable->identity_ = {}; // Replaced meanwhile: it may be either.
  if (!executable->library_)
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": cannot be loaded: ", dlerror()));
  absl::StatusOr<const ingot_executable *> table =
      tableOf(path, executable->library_);
  if (!table.ok())
    return table.status();
  executable->table_ = *table;
  return std::shared_ptr<const Executable>(std::move(executable));
}

Executable::~Executable() {
  // Instances hold a shared pointer, so no code of it is running.
  if (library_)
    dlclose(library_);
  if (member_ >= 0)
    close(member_);
}

int Executable::openFile() const {
  const int file = member_ >= 0 ? fcntl(member_, F_DUPFD_CLOEXEC, 0)
                                : open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (file < 0 ||
      (fstat(file, &status) == 0 && identityOf(status) == identity_))
    return file;
  close(file);
  return -1;
}

absl::StatusOr<const ingot_entry *>
Executable::entry(const std::string &name) const {
  std::string known;
  for (int64_t i = 0; i < table_->entry_count; ++i) {
    const ingot_entry &entry = table_->entries[i];
    // Like C, a program with several functions begins at `main`.
    bool isDefault = name.empty() && (table_->entry_count == 1 ||
                                      std::string_view("main") == entry.name);
    if (name == entry.name || isDefault)
      return &entry;
    absl::StrAppend(&known, known.empty() ? "" : ", ", entry.name);
  }
  if (name.empty() && !known.empty())
    return absl::NotFoundError(
        absl::StrCat(path_, ": has several entries; name one of ", known));
  return absl::NotFoundError(absl::StrCat(path_, ": has no entry '", name,
                                          "'; there is ",
                                          known.empty() ? "none" : known));
}

} // namespace ingot::runtime
