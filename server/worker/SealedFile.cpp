//===- SealedFile.cpp - bytes that two processes share --------------------===//
//
// The daemon reads what a compromised worker may have made, so the seals are
// looked at before a byte is: a file that still can shrink would end the daemon
// by SIGBUS, and one that can be written would change between check and use.
//
//===----------------------------------------------------------------------===//

#include "server/worker/SealedFile.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {

static constexpr int64_t kAlignment = 64;
static constexpr int kSeals =
    F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
static constexpr int kSealTries = 10;

absl::StatusOr<std::shared_ptr<const SealedFile>>
SealedFile::adopt(FileDescriptor fd, int64_t size) {
  if (!fd)
    return absl::InvalidArgumentError("its memfd did not come with it");
  if (lseek(fd.get(), 0, SEEK_END) != size)
    return absl::InvalidArgumentError("its memfd has another size");
  // -1, which is not a memfd, has every bit set.
  const int seals = fcntl(fd.get(), F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals)
    return absl::InvalidArgumentError("its memfd is not sealed");
  return std::make_shared<const SealedFile>(std::move(fd), size);
}

SealedFile::~SealedFile() {
  if (mapped_)
    munmap(mapped_, static_cast<size_t>(size_));
}

absl::Status SealedFile::read(int64_t offset, char *to, size_t size) const {
  while (size > 0) {
    const ssize_t got = pread(fd_.get(), to, size, offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return absl::InternalError(
          absl::StrCat("cannot read a memfd: ",
                       got < 0 ? std::strerror(errno) : "it ended"));
    to += got;
    offset += got;
    size -= static_cast<size_t>(got);
  }
  return absl::OkStatus();
}

std::string_view SealedFile::map() const {
  std::call_once(mapping_, [this] {
    // Private: a file that is sealed against writing takes no shared mapping.
    void *start = size_ == 0 ? MAP_FAILED
                             : mmap(nullptr, static_cast<size_t>(size_),
                                    PROT_READ, MAP_PRIVATE, fd_.get(), 0);
    if (start != MAP_FAILED)
      mapped_ = start;
  });
  if (!mapped_)
    return {};
  return {static_cast<const char *>(mapped_), static_cast<size_t>(size_)};
}

absl::StatusOr<SealedFileWriter> SealedFileWriter::create(int64_t size) {
  FileDescriptor fd(memfd_create("ingot", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd || ftruncate(fd.get(), size) != 0)
    return absl::UnavailableError(
        absl::StrCat("cannot make a memfd: ", std::strerror(errno)));
  return SealedFileWriter(std::move(fd), size);
}

absl::Status SealedFileWriter::write(int64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        pwrite(fd_.get(), bytes.data(), bytes.size(), offset);
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return absl::InternalError(
          absl::StrCat("cannot fill a memfd: ", std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += written;
  }
  return absl::OkStatus();
}

void SealedFileWriter::shortSleep() {
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

absl::StatusOr<std::shared_ptr<const SealedFile>>
SealedFileWriter::seal(const std::function<void()> &pause) {
  // The kernel refuses while it holds one of the pages itself, as when it moves
  // or reclaims them, and waits for that a tenth of a second only.
  int tries = 0;
  while (fcntl(fd_.get(), F_ADD_SEALS, kSeals) != 0) {
    if (errno != EBUSY || ++tries == kSealTries)
      return absl::UnavailableError(
          absl::StrCat("cannot seal a memfd: ", std::strerror(errno)));
    pause();
  }
  return std::make_shared<const SealedFile>(std::move(fd_), size_);
}

std::vector<int64_t> payloadOffsets(const std::vector<int64_t> &sizes,
                                    int64_t &total) {
  std::vector<int64_t> offsets;
  total = 0;
  for (const int64_t size : sizes) {
    offsets.push_back((total + kAlignment - 1) / kAlignment * kAlignment);
    total = offsets.back() + size;
  }
  return offsets;
}

absl::Status FramePayload::read(int64_t offset, char *to, size_t size) const {
  if (file_)
    return file_->read(offset_ + offset, to, size);
  std::memcpy(to, bytes_.data() + offset, size);
  return absl::OkStatus();
}

absl::StatusOr<std::string> FramePayload::copy() const {
  if (!file_)
    return bytes_;
  std::string bytes(static_cast<size_t>(size_), '\0');
  if (absl::Status status = read(0, bytes.data(), bytes.size()); !status.ok())
    return status;
  return bytes;
}

absl::StatusOr<std::string_view> FramePayload::view() const {
  if (!file_)
    return std::string_view(bytes_);
  const std::string_view all = file_->map();
  if (all.empty() && size_ > 0)
    return absl::ResourceExhaustedError("no room to map a payload");
  return all.substr(static_cast<size_t>(offset_), static_cast<size_t>(size_));
}

bool operator==(const FramePayload &a, const FramePayload &b) {
  if (a.size() != b.size())
    return false;
  absl::StatusOr<std::string> left = a.copy(), right = b.copy();
  return left.ok() && right.ok() && *left == *right;
}

} // namespace ingot::server
