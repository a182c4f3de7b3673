//===- ResultFolder.cpp - results of initialisers as files ----------------===//
//
// In the folder:
//
//   ingot-secret        16 random bytes that fingerprints are made under
//   HEX.ingot-results   the results of one key, 64 digits
//   HEX.ingot-new       what is being written, 16 digits
//
// Nothing that has no such name is touched: a user may name any folder.
//
//   results  := header, then each result with zeros up to a multiple of 64
//   header   := "ingot-results-1\n", key[32], check[32], u64le size of all that
//               follows, zeros up to 128 bytes
//   check    := SHA-256 of the fingerprints of the results, one after the other
//
// Nothing of a file is believed: its size and header must be those that its
// reader computes from the key, the sizes and the bytes that it finds.
//
// Files are complete and on the disk before they have their names: a full disk
// may refuse pages late, which then would be lost under a mapping. They are
// never written to afterwards, so whoever has one mapped may go on when it is
// evicted or made again. Who comes second with a key drops his file and maps
// the first, for processes that start together to share it. Use is noted in the
// time of modification: that of access is not kept on many file systems.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/ResultFolder.h"
#include "client/runtime/Files.h"
#include "client/runtime/MappedFile.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace ingot::runtime {
namespace {

constexpr std::string_view kMagic = "ingot-results-1\n";
constexpr size_t kHeaderBytes = 128;
constexpr size_t kAlignment = 64;
constexpr char kSecret[] = "ingot-secret";
constexpr char kResults[] = ".ingot-results";
constexpr char kTemporary[] = ".ingot-new";
// Opening a pipe would wait for its writer.
constexpr int kReadFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
/// Files that were used this recently are neither marked again nor evicted: a
/// program whose results are larger than the folder would write them all anew
/// each time.
constexpr time_t kRecentSeconds = 60;

size_t padded(size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

bool isOwn(const struct stat &status) {
  return S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

absl::Status refused(const std::string &path, const char *why) {
  return absl::FailedPreconditionError(absl::StrCat(
      path, ": ", why, "; results of initialisers are not kept there"));
}

std::string nameOf(const Fingerprint &key) {
  return absl::StrCat(hexOf(key), kResults);
}

/// A limit of the process ends it by a signal when it is met, and a twentieth
/// of the file system is left to others. Some in memory know no size.
bool isAllowed(int folder, size_t fileSize) {
  rlimit limit;
  struct statvfs system;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || fileSize > limit.rlim_cur ||
      fstatvfs(folder, &system) != 0)
    return false;
  return system.f_blocks == 0 ||
         uint64_t{system.f_bavail} * system.f_frsize >=
             fileSize + uint64_t{system.f_blocks} / 20 * system.f_frsize;
}

/// A time far ahead was set by a wrong clock and counts as old.
bool isRecent(const timespec &used, time_t now) {
  return used.tv_sec >= now - kRecentSeconds &&
         used.tv_sec <= now + kRecentSeconds;
}

struct KeptFile {
  timespec used;
  int64_t bytes;
  std::string name;
  bool operator<(const KeptFile &other) const {
    return std::pair(used.tv_sec, used.tv_nsec) <
           std::pair(other.used.tv_sec, other.used.tv_nsec);
  }
};

/// So many hexadecimal digits, and this at their end.
bool isNamed(std::string_view name, size_t digits, std::string_view ending) {
  return name.size() == digits + ending.size() &&
         name.substr(digits) == ending &&
         name.find_first_not_of("0123456789abcdef") == digits;
}

/// The files of results in a folder, and those that are being written: one that
/// was left behind counts as long as it is there, and goes as others do.
std::vector<KeptFile> filesOf(int folder, time_t now) {
  std::vector<KeptFile> files;
  // Not a copy of the descriptor, which would share its position.
  const int listed = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = listed < 0 ? nullptr : fdopendir(listed);
  if (!stream) {
    if (listed >= 0)
      close(listed);
    return files;
  }
  while (const dirent *entry = readdir(stream)) {
    const std::string_view name = entry->d_name;
    struct stat status;
    if ((!isNamed(name, 64, kResults) && !isNamed(name, 16, kTemporary)) ||
        fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !isOwn(status))
      continue;
    const bool isAhead = status.st_mtim.tv_sec > now + kRecentSeconds;
    files.push_back({isAhead ? timespec{} : status.st_mtim, status.st_size,
                     std::string(name)});
  }
  closedir(stream);
  return files;
}

/// The results that stand behind a header, in a file of this size.
std::optional<MappedResults> map(int file, size_t size,
                                 const std::vector<int64_t> &sizes) {
  std::shared_ptr<const MappedFile> mapped = MappedFile::map(file);
  if (!mapped || mapped->bytes().size() != size)
    return std::nullopt;
  MappedResults results;
  const char *next = mapped->bytes().data() + kHeaderBytes;
  for (const int64_t bytes : sizes) {
    results.data.push_back(next);
    next += padded(static_cast<size_t>(bytes));
  }
  results.mapping = {mapped, mapped->bytes().data()};
  return results;
}

} // namespace

ResultFolder::ResultFolder(int folder, int64_t maxBytes)
    : folder_(folder), maxBytes_(maxBytes) {}

ResultFolder::~ResultFolder() {
  if (folder_ >= 0)
    close(folder_);
}

absl::StatusOr<std::shared_ptr<ResultFolder>>
ResultFolder::open(const std::string &path, int64_t maxBytes) {
  (void)mkdir(path.c_str(), 0700); // An error shows when it is opened.
  const int folder =
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && (errno == ELOOP || errno == ENOTDIR)) {
    struct stat status;
    if (lstat(path.c_str(), &status) == 0)
      return refused(path, S_ISLNK(status.st_mode) ? "is a symbolic link"
                                                   : "is not a folder");
  }
  if (folder < 0)
    return std::shared_ptr<ResultFolder>(new ResultFolder(-1, maxBytes));
  std::shared_ptr<ResultFolder> opened(new ResultFolder(folder, maxBytes));
  struct stat status;
  if (fstat(folder, &status) != 0 || status.st_uid != geteuid() ||
      status.st_mode & 077)
    return refused(path, "belongs to another user or is open to others (its "
                         "mode should be 700)");
  struct statfs system;
  if (fstatfs(folder, &system) != 0 || isRemote(system.f_type))
    return refused(path, "is on a file system of a network or in FUSE, where "
                         "files in use may vanish");
  absl::Status secret = opened->readSecret();
  if (absl::IsNotFound(secret) && opened->makeSecret())
    secret = opened->readSecret();
  if (absl::IsFailedPrecondition(secret))
    return refused(absl::StrCat(path, "/", kSecret),
                   "is not a secret of this user");
  return opened;
}

bool ResultFolder::isRemote(int64_t fileSystemType) {
  // Of linux/magic.h, which older systems have in part.
  constexpr uint32_t kNfs = 0x6969, kSmb = 0x517b, kSmb2 = 0xfe534d42,
                     kCifs = 0xff534d42, kFuse = 0x65735546;
  const uint32_t type = static_cast<uint32_t>(fileSystemType);
  return type == kNfs || type == kSmb || type == kSmb2 || type == kCifs ||
         type == kFuse;
}

absl::Status ResultFolder::readSecret() {
  const int file = openat(folder_, kSecret, kReadFlags);
  if (file < 0 && errno == ENOENT)
    return absl::NotFoundError(kSecret);
  if (file < 0 && errno != ELOOP)
    return absl::UnavailableError(kSecret);
  struct stat status;
  Fingerprinter::Secret secret{};
  const bool isWhole = file >= 0 && fstat(file, &status) == 0 &&
                       isOwn(status) &&
                       status.st_size == static_cast<off_t>(secret.size()) &&
                       read(file, secret.data(), secret.size()) ==
                           static_cast<ssize_t>(secret.size());
  if (file >= 0)
    close(file);
  // Zeros are what a crash may leave of a file.
  if (!isWhole || secret == Fingerprinter::Secret{})
    return absl::FailedPreconditionError(kSecret);
  fingerprinter_ = std::make_unique<Fingerprinter>(secret);
  return absl::OkStatus();
}

bool ResultFolder::makeSecret() {
  Fingerprinter::Secret secret;
  std::string name;
  if (getrandom(secret.data(), secret.size(), 0) !=
      static_cast<ssize_t>(secret.size()))
    return false;
  const int file = makeTemporary(name);
  if (file < 0)
    return false;
  // Not a rename: who came first has used his.
  const bool made =
      writeAll(file, {reinterpret_cast<char *>(secret.data()), secret.size()})
          .ok() &&
      fsync(file) == 0 &&
      (linkat(folder_, name.c_str(), folder_, kSecret, 0) == 0 ||
       errno == EEXIST);
  close(file);
  unlinkat(folder_, name.c_str(), 0);
  return made;
}

int ResultFolder::makeTemporary(std::string &name) const {
  uint64_t number = 0;
  if (getrandom(&number, sizeof(number), 0) != sizeof(number))
    return -1;
  name = absl::StrCat(absl::Hex(number, absl::kZeroPad16), kTemporary);
  return openat(folder_, name.c_str(),
                O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

std::string ResultFolder::headerOf(const Fingerprint &key,
                                   const std::vector<std::string_view> &results,
                                   ThreadPool *threads) const {
  std::string all;
  uint64_t size = 0;
  for (const std::string_view result : results) {
    const Fingerprint one = fingerprinter_->of(result, threads);
    all.append(one.begin(), one.end());
    size += padded(result.size());
  }
  const Fingerprint check = sha256(all);
  std::string header(kMagic);
  header.append(key.begin(), key.end());
  header.append(check.begin(), check.end());
  for (int i = 0; i < 8; ++i)
    header.push_back(static_cast<char>(size >> (8 * i)));
  header.resize(kHeaderBytes);
  return header;
}

std::optional<MappedResults>
ResultFolder::find(const Fingerprint &key, const std::vector<int64_t> &sizes,
                   ThreadPool *threads) {
  if (!fingerprinter_)
    return std::nullopt;
  size_t size = kHeaderBytes;
  for (const int64_t bytes : sizes)
    size += padded(static_cast<size_t>(bytes));
  const std::string name = nameOf(key);
  struct stat status;
  const int file = openat(folder_, name.c_str(), kReadFlags);
  if (file < 0)
    return std::nullopt;
  if (fstat(file, &status) != 0 || !isOwn(status)) {
    close(file);
    return std::nullopt;
  }
  std::optional<MappedResults> found;
  bool isDamaged = status.st_size != static_cast<off_t>(size);
  if (!isDamaged)
    found = map(file, size, sizes);
  if (found) {
    std::vector<std::string_view> results;
    for (size_t i = 0; i < sizes.size(); ++i)
      results.push_back({static_cast<const char *>(found->data[i]),
                         static_cast<size_t>(sizes[i])});
    isDamaged =
        std::memcmp(found->mapping.get(),
                    headerOf(key, results, threads).data(), kHeaderBytes) != 0;
  }
  if (isDamaged) {
    found.reset();
    unlinkat(folder_, name.c_str(), 0);
  } else if (!isRecent(status.st_mtim, std::time(nullptr))) {
    futimens(file, nullptr);
  }
  close(file);
  return found;
}

std::optional<MappedResults>
ResultFolder::put(const Fingerprint &key,
                  const std::vector<std::string_view> &results,
                  ThreadPool *threads) {
  if (!fingerprinter_)
    return std::nullopt;
  size_t size = kHeaderBytes;
  std::vector<int64_t> sizes;
  for (const std::string_view result : results) {
    sizes.push_back(static_cast<int64_t>(result.size()));
    size += padded(result.size());
  }
  std::string name;
  if (!isAllowed(folder_, size) || !makeRoom(static_cast<int64_t>(size)))
    return std::nullopt;
  const int file = makeTemporary(name);
  if (file < 0)
    return std::nullopt;
  bool isWritten = writeAll(file, headerOf(key, results, threads)).ok();
  for (const std::string_view result : results) {
    const std::string zeros(padded(result.size()) - result.size(), '\0');
    isWritten =
        isWritten && writeAll(file, result).ok() && writeAll(file, zeros).ok();
  }
  std::optional<MappedResults> kept;
  if (isWritten && fdatasync(file) == 0)
    kept = map(file, size, sizes);
  if (close(file) != 0)
    kept.reset();
  bool isKeptAlready = false;
  if (kept && linkat(folder_, name.c_str(), folder_, nameOf(key).c_str(), 0)) {
    isKeptAlready = errno == EEXIST;
    kept.reset();
  }
  unlinkat(folder_, name.c_str(), 0);
  return isKeptAlready ? find(key, sizes, threads) : std::move(kept);
}

bool ResultFolder::makeRoom(int64_t bytes) {
  absl::MutexLock lock(&mutex_);
  if (bytes > maxBytes_)
    return false;
  const int64_t wanted = maxBytes_ - bytes;
  if (used_ < 0 || used_ > wanted) {
    const time_t now = std::time(nullptr);
    std::vector<KeptFile> files = filesOf(folder_, now);
    std::sort(files.begin(), files.end());
    used_ = 0;
    for (const KeptFile &file : files)
      used_ += file.bytes;
    // A tenth more than needed, so that the folder is not read for each file.
    const int64_t aim =
        used_ <= wanted ? used_ : std::max<int64_t>(0, wanted - maxBytes_ / 10);
    for (const KeptFile &file : files)
      if (used_ > aim && !isRecent(file.used, now) &&
          unlinkat(folder_, file.name.c_str(), 0) == 0)
        used_ -= file.bytes;
  }
  if (used_ > wanted)
    return false;
  used_ += bytes;
  return true;
}

} // namespace ingot::runtime
